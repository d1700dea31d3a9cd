/* Claims that need no proof where passes decide. */
#include "solve/certify_idle.h"

#include "certificate/write/strategy_write.h"

bool certify_idle_is(const struct solver *solver, const struct certificate_claim *claim)
{
    int points = solver->positions->points;
    int margin = claim->who == BLACK ? claim->margin : -claim->margin;
    return solver->search.model.passes_decide && solver->game.count == 1 &&
           margin + claim->denies <= -points;
}

/* Do the bounds say no more than that nobody loses more than so many points? */
static bool are_idle(const struct bounds *bounds, int points)
{
    return bounds->lower_min <= -points && bounds->upper_min <= -points &&
           bounds->lower_max >= points && bounds->upper_max >= points;
}

/* Do a root move's bounds say no more than the root's? */
static bool says_no_more(const struct bounds *move, const struct bounds *root)
{
    return move->lower_min <= root->lower_min && move->upper_min <= root->upper_min &&
           move->lower_max >= root->lower_max && move->upper_max >= root->upper_max;
}

bool certify_idle_suffices(const struct solver *solver, const struct analysis *analysis,
                           bool root_only)
{
    int points = solver->positions->points;
    bool idle = solver->search.model.passes_decide && solver->game.count == 1 &&
                solver_now(solver)->kind == NODE_OPEN && are_idle(&analysis->bounds, points);
    for (size_t i = 0; i < analysis->move_count && !root_only; i++)
        idle = idle && says_no_more(&analysis->moves[i].bounds, &analysis->bounds);
    return idle;
}

int certify_idle(const struct solver *solver, const struct bounds *bounds,
                 struct written_certificate *ret_certificate)
{
    int points = solver->positions->points;
    struct written_certificate certificate = {0};
    struct strategy_claim claims[2];
    if (bounds->lower_min == -points)
        claims[certificate.claim_count++] =
            (struct strategy_claim){.root = true, .who = 0, .margin = -points, .most = true};
    if (bounds->upper_max == points)
        claims[certificate.claim_count++] =
            (struct strategy_claim){.root = true, .who = 1, .margin = points, .most = true};
    int r = certificate.claim_count == 0
                ? 0
                : write_strategies(&solver->game, claims, certificate.claim_count, false, false,
                                   &certificate.file);
    if (r == 0)
        *ret_certificate = certificate;
    return r;
}
