/* What is proved, as claims of a certificate. */
#include "certificate/check/check.h"
#include "strategy/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_interrupted(void *solver)
{
    return solver_interrupted(solver);
}

/* Does the checker of certificates accept the claim? Nothing counts as proved that it refuses.
 * Returns 1, 0 or -ENOMEM. */
static int check(const struct strategies *strategies, const struct strategy_claim *claim)
{
    const struct game *game = strategies->game;
    struct bytes file = {0};
    struct certificate certificate;
    struct error why;
    int r = write_strategies(game, claim, 1, strategies->rules.answered, strategies->rules.living,
                             &file);
    if (r == 0)
        r = certificate_parse(file.data, file.size, &certificate, &why);
    if (r == 0) {
        const struct check_limits limits = {.stop = is_interrupted, .arg = strategies->solver};
        r = check_certificate_within(&certificate, &limits, &why);
        certificate_release(&certificate);
    }
    bytes_release(&file);
    return r == -ENOMEM ? r : r == 0;
}

static bool is_weaker(const struct strategy_claim *claim, const struct strategy_claim *than)
{
    return claim->root == than->root && claim->who == than->who &&
           (claim->root || move_equal(claim->move, than->move)) &&
           (claim->who == 0 ? claim->margin <= than->margin : claim->margin >= than->margin);
}

/* Drops the claims that say less than the last one. */
static void drop_weaker(struct strategies *strategies)
{
    size_t last = strategies->claim_count - 1, count = 0;
    for (size_t i = 0; i <= last; i++) {
        if (i < last && is_weaker(&strategies->claims[i], &strategies->claims[last]))
            free((void *)strategies->claims[i].replies);
        else
            strategies->claims[count++] = strategies->claims[i];
    }
    strategies->claim_count = count;
}

/* Puts a claim with its replies, which it takes over, behind the others if the checker accepts it.
 */
static enum query_result add(struct strategies *strategies, const struct strategy_claim *claim)
{
    int r = check(strategies, claim);
    if (r <= 0) {
        free((void *)claim->replies);
        return r < 0 ? QUERY_NO_MEMORY : QUERY_OPEN;
    }
    strategies->claims[strategies->claim_count++] = *claim;
    drop_weaker(strategies);
    return QUERY_PROVED;
}

enum query_result claims_add(struct strategies *strategies, const struct strategy_query *query,
                             const struct strategy_graph *graph)
{
    size_t count = strategies->claim_count + 1, size = graph != NULL ? graph->reply_count : 0;
    void *claims = realloc(strategies->claims, count * sizeof(*strategies->claims));
    if (claims == NULL)
        return QUERY_NO_MEMORY;
    strategies->claims = claims;
    uint8_t *replies = malloc(size + 1);
    if (replies == NULL)
        return QUERY_NO_MEMORY;
    if (size > 0)
        memcpy(replies, graph->replies, size);
    const struct strategy_claim claim = {
        .root = query->root,
        .move = query->move,
        .who = query->attacker == BLACK ? 0 : 1,
        .margin = query->attacker == BLACK ? query->margin : -query->margin,
        .most = graph == NULL,
        .replies = replies,
        .reply_count = size,
    };
    return add(strategies, &claim);
}
