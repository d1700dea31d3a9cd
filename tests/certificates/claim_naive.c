/* What the naive solver says of a claim. */
#include "certificates/claim_naive.h"

#include <stdlib.h>

#include "certificates/made.h"
#include "reference/naive/naive.h"

static enum claim_naive ask(struct game *game, const struct certificate_claim *claim, long nodes)
{
    if (game_over(game) || game_now(game)->banned >= 0 || claim->denies)
        return CLAIM_NOT_ASKED;
    int t = claim->margin + (claim->who == BLACK ? 0 : 1);
    int forced = naive_force(game, claim->who, t, &nodes);
    return forced == 1 ? CLAIM_PROVED : forced < 0 ? CLAIM_UNDECIDED : CLAIM_DISPROVED;
}

enum claim_naive claim_naive(const struct game *game, const struct certificate_claim *claim,
                             long nodes)
{
    struct game copy;
    struct verdict verdict = {.legal = true};
    if (claim->rules || abs(claim->margin) == CERTIFICATE_INFINITE)
        return CLAIM_NOT_ASKED;
    if (game_copy(&copy, game) < 0 ||
        (!claim->root && (game_play(&copy, claim->move, &verdict) < 0 || !verdict.legal)))
        die("a claim about an illegal play");
    enum claim_naive found = ask(&copy, claim, nodes);
    game_release(&copy);
    return found;
}
