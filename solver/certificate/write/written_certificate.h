/* A certificate that was made: the file, and what it holds. */
#ifndef SOLVER_CERTIFICATE_WRITE_WRITTEN_CERTIFICATE_H
#define SOLVER_CERTIFICATE_WRITE_WRITTEN_CERTIFICATE_H

#include "certificate/write/write.h"
#include "rules/game.h"

struct written_certificate {
    struct bytes file;  /* empty: nothing was proved */
    size_t claim_count; /* in the file */
    size_t node_count;  /* in the file; of strategies the replies */
    size_t missing;     /* claims that the analysis proved but that could not be certified */
    bool cut; /* cut short by the clock or an interruption: another run may make a smaller one */
};

/*
 * Makes a file of the header, from a game and the claims, and the body, and sets the numbers of
 * ret_certificate. Where there is no claim no file is made. Returns 0 or -ENOMEM.
 */
int written_certificate_make(const struct game *game, struct certificate_claim *claims,
                             size_t claim_count, uint32_t node_count, const struct bytes *body,
                             struct written_certificate *ret_certificate);

/* The same of a body with strategy leaves and their strategies. */
int written_certificate_make_leaves(const struct game *game, struct certificate_claim *claims,
                                    size_t claim_count, uint32_t node_count,
                                    const struct bytes *body,
                                    struct written_certificate *ret_certificate);

/* The same of claims that rest on strategies, whose replies are counted as nodes. */
int written_certificate_make_strategies(const struct game *game, struct certificate_claim *claims,
                                        size_t claim_count, uint32_t strategy_count,
                                        uint32_t reply_count, const struct bytes *body,
                                        struct written_certificate *ret_certificate);

void written_certificate_release(struct written_certificate *certificate);

#endif
