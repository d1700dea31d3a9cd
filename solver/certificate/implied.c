/* Which claims follow from which. */
#include "certificate/implied.h"

#include <string.h>

#include "rules/history_model.h"

static bool same_rules(const struct ruleset *a, const struct ruleset *b)
{
    return a->family == b->family && memcmp(a->values, b->values, sizeof(a->values)) == 0;
}

bool certificate_same_game(const struct certificate *a, const struct certificate *b)
{
    bool same = same_rules(&a->rules, &b->rules) && graph_equal(a->graph, b->graph) &&
                position_equal(a->graph, &a->start, &b->start) && a->to_move == b->to_move &&
                a->move_count == b->move_count;
    for (size_t i = 0; i < a->move_count && same; i++)
        same = move_equal(a->moves[i], b->moves[i]);
    return same;
}

/* --- what the rules say --- */

/*
 * Where the board is all that counts, nobody gets less than if his opponent had the whole of it. An
 * end is another matter: under some rules play may come to none.
 */
static bool is_idle(const struct certificate *certificate, const struct certificate_claim *claim)
{
    struct history_model model;
    if (claim->most)
        return true;
    if (claim->rules || claim->members != 0)
        return false;
    certificate->rules.family->describe(&certificate->rules, &model);
    if (!model.strategies || (model.passes_decide && certificate->move_count > 0))
        return false;
    int margin = claim->who == 0 ? claim->margin : -claim->margin;
    int least = -certificate->graph->points;
    return claim->denies ? margin < least : margin <= least && history_model_passing_scores(&model);
}

/* --- what claims say --- */

static bool same_place(const struct certificate_claim *a, const struct certificate_claim *b)
{
    return a->root == b->root && (a->root || move_equal(a->move, b->move));
}

/* Of coalitions: who gets 3 gets 2, and who is held to 3 is held to 4. */
static bool coalition_implies(const struct certificate_claim *claim,
                              const struct certificate_claim *other)
{
    return claim->payoff == other->payoff && claim->denies == other->denies &&
           (claim->denies ? claim->margin <= other->margin : claim->margin >= other->margin);
}

/*
 * In the claimant's view: who forces 3 forces 2, and denies that he is held to 2; who denies that
 * he is held to 2 denies that he is held to 1. That an end is forced says nothing about whether the
 * opponent can force any (an infinite margin that is denied).
 */
static bool player_implies(const struct certificate_claim *claim,
                           const struct certificate_claim *other)
{
    int own = claim->who == 0 ? claim->margin : -claim->margin;
    int wanted = claim->who == 0 ? other->margin : -other->margin;
    if (claim->who != other->who || (claim->denies && !other->denies))
        return false;
    return claim->denies == other->denies ? own >= wanted : own > wanted;
}

bool certificate_says(const struct certificate *certificate, const struct certificate_claim *claim)
{
    bool said = false;
    for (size_t i = 0; i < certificate->claim_count && !said; i++) {
        const struct certificate_claim *own = &certificate->claims[i];
        said = same_place(own, claim) && own->members == claim->members &&
               (own->members != 0 ? coalition_implies(own, claim) : player_implies(own, claim));
    }
    return said;
}

bool certificate_implies(const struct certificate *certificate,
                         const struct certificate_claim *claim)
{
    return is_idle(certificate, claim) || certificate_says(certificate, claim);
}
