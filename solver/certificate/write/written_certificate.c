/* A certificate as a whole: its header from a game, its claims, its body. */
#include "certificate/write/written_certificate.h"

#include <errno.h>
#include <stdlib.h>

static int make(const struct game *game, struct certificate_claim *claims, size_t claim_count,
                uint32_t node_count, const struct bytes *body, bool leaves,
                struct written_certificate *ret_certificate)
{
    struct certificate certificate = {
        .graph = (struct graph *)game->graph, /* only read */
        .rules = game->rules,
        .start = game->turns[0].board,
        .to_move = game->turns[0].next,
        .move_count = game->count - 1,
        .claims = claims,
        .claim_count = claim_count,
        .node_count = node_count,
        .coalitions = claim_count > 0 && claims[0].members != 0,
        .leaves = leaves,
        .body = body->data,
        .body_size = body->size,
    };
    if (body->failed)
        return -ENOMEM;
    certificate.moves = calloc(game->count, sizeof(*certificate.moves));
    int r = certificate.moves == NULL ? -ENOMEM : 0;
    for (size_t i = 1; r == 0 && i < game->count; i++)
        certificate.moves[i - 1] = game->turns[i].move;
    if (r == 0 && claim_count > 0)
        r = write_whole(&certificate, &ret_certificate->file);
    free(certificate.moves);
    ret_certificate->claim_count = claim_count;
    ret_certificate->node_count = node_count;
    return r;
}

int written_certificate_make(const struct game *game, struct certificate_claim *claims,
                             size_t claim_count, uint32_t node_count, const struct bytes *body,
                             struct written_certificate *ret_certificate)
{
    return make(game, claims, claim_count, node_count, body, false, ret_certificate);
}

int written_certificate_make_leaves(const struct game *game, struct certificate_claim *claims,
                                    size_t claim_count, uint32_t node_count,
                                    const struct bytes *body,
                                    struct written_certificate *ret_certificate)
{
    return make(game, claims, claim_count, node_count, body, true, ret_certificate);
}

void written_certificate_release(struct written_certificate *certificate)
{
    free(certificate->file.data);
    memset(certificate, 0, sizeof(*certificate));
}
