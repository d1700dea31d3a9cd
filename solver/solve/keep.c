/* What was known before a run stays known after it. */
#include "solve/keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/written_certificate.h"
#include "rules/history_model.h"

/* What is known of a root move, or NULL. */
static const struct bounds *find_move(const struct analysis *known, struct move move)
{
    for (size_t i = 0; i < known->move_count; i++)
        if (move_equal(known->moves[i].move, move))
            return &known->moves[i].bounds;
    return NULL;
}

static struct bounds both_of(const struct bounds *a, const struct bounds *b)
{
    struct bounds both = *a;
    if (b != NULL)
        bounds_narrow(&both, b);
    return both;
}

static bool contradict(const struct analysis *known, const struct analysis *analysis)
{
    struct bounds both = both_of(&analysis->bounds, &known->bounds);
    bool wrong = !bounds_in_order(&both);
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        both = both_of(&made->bounds, find_move(known, made->move));
        wrong = wrong || !bounds_in_order(&both);
    }
    return wrong;
}

/* How many claims after makes that before does not. pairs: lower and upper are told apart. */
static size_t count_claims(const struct bounds *before, const struct bounds *after, bool pairs)
{
    size_t count = (after->lower_min > before->lower_min) + (after->lower_max < before->lower_max);
    if (pairs)
        count += (after->upper_min > before->upper_min) + (after->upper_max < before->upper_max);
    return count;
}

/* Takes better bounds. Returns how many claims they make that were not made. */
static size_t take(struct bounds *bounds, const struct bounds *known, bool pairs)
{
    struct bounds before = *bounds;
    *bounds = both_of(bounds, known);
    return count_claims(&before, bounds, pairs);
}

/* Is the line that was known better? */
static bool has_better_pv(const struct analysis *known, const struct analysis *analysis)
{
    return bounds_known(&analysis->bounds) && !analysis->pv_complete &&
           (known->pv_complete || known->pv_count > analysis->pv_count);
}

/* Takes the line that was known, and plays it. Without memory all stays as it is. Returns whether
 * it is taken. */
static bool take_pv(const struct game *game, const struct analysis *known,
                    struct analysis *analysis)
{
    struct move *pv = calloc(known->pv_count + 1, sizeof(*pv));
    if (pv == NULL)
        return false;
    if (known->pv_count > 0)
        memcpy(pv, known->pv, known->pv_count * sizeof(*pv));
    free(analysis->pv);
    analysis->pv = pv;
    analysis->pv_count = known->pv_count;
    analysis->pv_complete = known->pv_complete;
    analysis->pv_stopped = known->pv_stopped;
    analysis->cycle_from = known->cycle_from;
    while (analysis->game.count > game->count)
        game_undo(&analysis->game);
    return analysis_replay(game, analysis) == 0; /* it only lacks memory to copy a game */
}

/* Counts as missing what the run has not certified. */
static void count_missing(const struct analysis_options *options, const struct analysis *analysis,
                          bool answered, size_t of_root, size_t of_moves)
{
    struct written_certificate *made = options->certificate;
    const struct bounds_claim *asked = analysis_asked(options);
    size_t missing = of_root + (options->value_only ? 0 : of_moves);
    if (asked != NULL)
        missing = !answered && bounds_suffice(&analysis->bounds, asked);
    if (made == NULL || missing == 0)
        return;
    if (made->missing == 0)
        made->why = analysis->stopped;
    made->missing += missing;
}

int keep_known(const struct game *game, const struct analysis_options *options,
               const struct analysis *known, struct analysis *analysis)
{
    struct history_model model;
    if (contradict(known, analysis))
        return -EBADMSG;
    game->rules.family->describe(&game->rules, &model);
    bool answered = bounds_suffice(&analysis->bounds, analysis_asked(options));
    size_t of_root = take(&analysis->bounds, &known->bounds, model.pairs), of_moves = 0;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct analysis_move *made = &analysis->moves[i];
        size_t claims = take(&made->bounds, find_move(known, made->move), model.pairs);
        of_moves += made->same_as == (int)i ? claims : 0;
    }
    count_missing(options, analysis, answered, of_root, of_moves);
    analysis_finish_moves(analysis, options);
    bool line = has_better_pv(known, analysis) && take_pv(game, known, analysis);
    return line || of_root + of_moves > 0;
}
