/* A certificate that was made: its file and its numbers. */
#include "certificate/write/written_certificate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int written_certificate_make(const struct game *game, const struct certificate *parts,
                             const struct bytes *body, struct written_certificate *ret_certificate)
{
    ret_certificate->claim_count = parts->claim_count;
    ret_certificate->node_count = parts->node_count;
    if (parts->claim_count == 0)
        return body->failed ? -ENOMEM : 0;
    return write_game(game, parts, body, &ret_certificate->file);
}

void written_certificate_release(struct written_certificate *certificate)
{
    free(certificate->file.data);
    memset(certificate, 0, sizeof(*certificate));
}
