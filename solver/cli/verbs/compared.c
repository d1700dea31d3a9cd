/* Solving one position under several rulesets. */
#include "cli/verbs/compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verbs/compare_sgf.h"
#include "report/move_text.h"

static int solve_one(const struct compare_options *options, bool value_only,
                     struct compared *compared)
{
    struct progress progress;
    struct solve_request *request;
    int r = run_limits_request(&options->limits, &request);
    if (r < 0)
        return r;
    solve_request_set_komi(request, options->komi_half_points);
    solve_request_set_value_only(request, value_only);
    solve_request_set_store(request, options->store);
    progress_start(&progress, options->setup.board, &options->limits);
    if (!options->quiet)
        solve_request_set_progress(request, progress_show, &progress);
    r = solve_request_run(request, compared->game, &compared->result, NULL);
    progress_stop(&progress);
    solve_request_free(request);
    return r < 0 ? r : solve_result_bounds(compared->result, &compared->bounds);
}

/* Plays the history. If it is not legal under the ruleset, compared->refused says why. */
static int play_history(const struct game_setup *setup, struct compared *compared)
{
    for (size_t i = 0; i < setup->move_count; i++) {
        struct solve_refusal refusal;
        struct strbuf why = {0};
        int r = setup_play(setup, compared->game, i, &refusal);
        if (r == 0)
            continue;
        if (r != -EPERM)
            return r;
        strbuf_add(&why, "play %zu, %s, is not legal: %s", i + 1,
                   move_text(setup->board, setup->moves[i]), refusal.reason);
        compared->refused = strbuf_take(&why);
        return compared->refused != NULL ? 0 : -ENOMEM;
    }
    return 0;
}

int compared_solve(const struct compare_options *options, size_t i, const char *position,
                   bool value_only, struct compared *ret_compared)
{
    struct compared *compared = ret_compared;
    const struct game_setup *setup = &options->setup;
    *compared = (struct compared){.rules = options->rulesets.list[i]};
    int r = solve_game_new(setup->board, compared->rules, position,
                           solve_game_to_move(setup->start), &compared->game, NULL);
    if (r == 0)
        r = play_history(setup, compared);
    if (r == 0 && compared->refused == NULL)
        r = solve_one(options, value_only, compared);
    return r;
}

void compared_release(struct compared *compared)
{
    solve_result_free(compared->result);
    solve_game_free(compared->game);
    free(compared->refused);
    *compared = (struct compared){0};
}

enum difference compared_values_differ(const struct solve_bounds *a, const struct solve_bounds *b)
{
    if (a->lower_max < b->lower_min || b->lower_max < a->lower_min || a->upper_max < b->upper_min ||
        b->upper_max < a->upper_min)
        return DIFFERS_YES;
    return solve_bounds_known(a) && solve_bounds_known(b) ? DIFFERS_NO : DIFFERS_OPEN;
}

static bool is_best(const struct solve_result *result, struct solve_move move)
{
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++)
        if (made.best && made.move.kind == move.kind && made.move.point == move.point)
            return true;
    return false;
}

/* Is every best move of a one of b, too? */
static bool best_are_among(const struct solve_result *a, const struct solve_result *b)
{
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(a, i, &made) == 0; i++)
        if (made.best && !is_best(b, made.move))
            return false;
    return true;
}

static enum difference moves_differ(const struct solve_result *a, const struct solve_result *b,
                                    int komi)
{
    if (!solve_result_best_complete(a, komi) || !solve_result_best_complete(b, komi))
        return DIFFERS_OPEN;
    return best_are_among(a, b) && best_are_among(b, a) ? DIFFERS_NO : DIFFERS_YES;
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
        one->values = compared_values_differ(&first->bounds, &one->bounds);
        one->plays = moves_differ(first->result, one->result, komi_half_points);
    }
}

bool compared_all_known(const struct compared *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].refused == NULL &&
            !(solve_bounds_known(&list[i].bounds) && solve_result_moves_complete(list[i].result)))
            return false;
    return true;
}

int compare_run(const struct compare_options *options, struct error *err)
{
    size_t count = options->rulesets.count;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    struct compared *list = calloc(count, sizeof(*list));
    solve_game_position(options->setup.start, 0, position);
    int r = list != NULL ? 0 : -ENOMEM, code = EXIT_FAILED;
    for (size_t i = 0; i < count && r == 0; i++)
        r = compared_solve(options, i, position, false, &list[i]);
    if (r < 0) {
        error_set(err, r, "cannot compare on %s: out of memory",
                  solve_board_name(options->setup.board));
    } else {
        compared_mark(list, count, options->komi_half_points);
        r = compare_print(options, position, list, NULL, err);
        if (r == 0 && options->sgf_out != NULL)
            r = compare_sgf_write(options, list, err);
        if (r == 0)
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
