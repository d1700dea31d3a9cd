/* A certificate that was made: the file, and what it holds. */
#ifndef SOLVER_CERTIFICATE_WRITE_WRITTEN_CERTIFICATE_H
#define SOLVER_CERTIFICATE_WRITE_WRITTEN_CERTIFICATE_H

#include "base/limits.h"
#include "certificate/write/write.h"

struct written_certificate {
    struct bytes file;    /* empty: nothing was proved */
    size_t claim_count;   /* in the file */
    size_t node_count;    /* in the file; of strategies the replies */
    size_t missing;       /* claims that the analysis proved but that could not be certified */
    enum stop_reason why; /* the limit that kept the first of them out, if that is known */
    bool cut; /* cut short by the clock or an interruption: another run may make a smaller one */
};

/*
 * Makes the file as write_game() and sets the numbers of ret_certificate. Where there is no claim
 * no file is made. Returns 0 or -ENOMEM.
 */
int written_certificate_make(const struct game *game, const struct certificate *parts,
                             const struct bytes *body, struct written_certificate *ret_certificate);

void written_certificate_release(struct written_certificate *certificate);

#endif
