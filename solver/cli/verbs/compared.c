/* Solving one position under several rulesets. */
#include "cli/verbs/compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "solve/stored.h"

/* Seconds of search after which the first plays are shared out to threads. */
#define SHARE_AFTER 0.5

static int analyse_one(const struct compare_options *options, bool value_only,
                       struct compared *compared)
{
    const struct run_limits *limits = &options->limits;
    struct progress progress;
    struct analysis_options asked = {
        .limits =
            {
                .max_nodes = limits->max_nodes,
                .deadline = limits->max_seconds > 0 ? clock_now() + limits->max_seconds : 0,
                .max_bytes = (size_t)limits->memory,
                .interrupted = &interrupt_requested,
                .progress = options->quiet ? NULL : progress_show,
                .progress_arg = &progress,
            },
        .komi_half_points = options->komi_half_points,
        .value_only = value_only,
        .threads = limits->threads,
        .share_after = SHARE_AFTER,
    };
    progress_start(&progress);
    int r = stored_analyse(options->store, &compared->game, &asked, &compared->analysis);
    progress_stop(&progress);
    return r;
}

/* Plays the history; where it is not legal under the ruleset, compared->refused says so. */
static int play_history(const struct game_setup *setup, struct compared *compared)
{
    for (size_t i = 0; i < setup->move_count; i++) {
        struct verdict verdict = {.reason = "the game is over"};
        int r =
            game_over(&compared->game) ? 0 : game_play(&compared->game, setup->moves[i], &verdict);
        if (r < 0)
            return r;
        if (verdict.legal)
            continue;
        struct strbuf why = {0};
        strbuf_add(&why, "play %zu, %s, is not legal: %s", i + 1,
                   move_format(setup->graph, setup->moves[i]), verdict.reason);
        compared->refused = strbuf_take(&why);
        return compared->refused != NULL ? 0 : -ENOMEM;
    }
    return 0;
}

int compared_solve(const struct compare_options *options, size_t i, const struct position *position,
                   bool value_only, struct compared *ret_compared)
{
    struct compared *compared = ret_compared;
    *compared = (struct compared){.rules = &options->rulesets.list[i]};
    int r = game_init(&compared->game, options->setup.graph, compared->rules, position,
                      options->setup.to_move);
    if (r == 0)
        r = play_history(&options->setup, compared);
    if (r == 0 && compared->refused == NULL)
        r = analyse_one(options, value_only, compared);
    return r;
}

void compared_release(struct compared *compared)
{
    if (compared->rules == NULL)
        return;
    if (compared->analysis.game.turns != NULL)
        analysis_release(&compared->analysis);
    game_release(&compared->game);
    free(compared->refused);
    *compared = (struct compared){0};
}

static enum difference values_differ(const struct bounds *a, const struct bounds *b)
{
    if (a->lower_max < b->lower_min || b->lower_max < a->lower_min || a->upper_max < b->upper_min ||
        b->upper_max < a->upper_min)
        return DIFFERS_YES;
    return bounds_known(a) && bounds_known(b) ? DIFFERS_NO : DIFFERS_OPEN;
}

static bool is_best(const struct analysis *analysis, struct move move)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].best && move_equal(analysis->moves[i].move, move))
            return true;
    return false;
}

static enum difference plays_differ(const struct analysis *a, const struct analysis *b, int komi)
{
    bool differ = false;
    if (!analysis_best_complete(a, komi) || !analysis_best_complete(b, komi))
        return DIFFERS_OPEN;
    for (size_t i = 0; i < a->move_count; i++)
        differ = differ || (a->moves[i].best && !is_best(b, a->moves[i].move));
    for (size_t i = 0; i < b->move_count; i++)
        differ = differ || (b->moves[i].best && !is_best(a, b->moves[i].move));
    return differ ? DIFFERS_YES : DIFFERS_NO;
}

void compared_mark(struct compared *list, size_t count, int komi_half_points)
{
    const struct compared *first = NULL;
    for (size_t i = 0; i < count; i++) {
        struct compared *one = &list[i];
        if (one->refused != NULL)
            continue;
        one->values = one->plays = DIFFERS_NO; /* the first, from itself */
        if (first == NULL) {
            first = one;
            continue;
        }
        one->values = values_differ(&first->analysis.bounds, &one->analysis.bounds);
        one->plays = plays_differ(&first->analysis, &one->analysis, komi_half_points);
    }
}

bool compared_all_known(const struct compared *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].refused == NULL &&
            !(bounds_known(&list[i].analysis.bounds) && analysis_moves_complete(&list[i].analysis)))
            return false;
    return true;
}

int compare_run(const struct compare_options *options, struct error *err)
{
    size_t count = options->rulesets.count;
    struct compared *list = calloc(count, sizeof(*list));
    int r = list != NULL ? 0 : -ENOMEM, code = EXIT_FAILED;
    for (size_t i = 0; i < count && r == 0; i++)
        r = compared_solve(options, i, &options->setup.position, false, &list[i]);
    if (r < 0) {
        error_set(err, r, "cannot compare on %s: out of memory", options->setup.graph->name);
    } else {
        compared_mark(list, count, options->komi_half_points);
        if (compare_print(options, &options->setup.position, list, NULL, err) == 0)
            code = compared_all_known(list, count) ? EXIT_SOLVED : EXIT_STOPPED;
    }
    if (code == EXIT_STOPPED)
        fprintf(stderr, "solve: stopped before all was proven%s%s\n",
                atomic_load(&interrupt_requested) ? ": " : "",
                atomic_load(&interrupt_requested) ? interrupt_text() : "");
    for (size_t i = 0; list != NULL && i < count; i++)
        compared_release(&list[i]);
    free(list);
    return code;
}
