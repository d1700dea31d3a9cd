/* The verb compare: one position under several rulesets. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "cli/failures.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verbs/compare.h"
#include "cli/verbs/compare_picture.h"
#include "cli/verbs/compare_sgf.h"
#include "report/move_text.h"

struct comparison compare_comparison(const struct compare_options *options)
{
    return (struct comparison){
        .board = options->setup.board,
        .rulesets = options->rulesets.list,
        .count = options->rulesets.count,
        .komi_half_points = options->komi_half_points,
        .limits = run_limits_told(&options->limits),
        .interrupt = interrupt_handle(),
        .store = options->store,
    };
}

int compare_play_history(const struct game_setup *setup, struct solve_game *game,
                         char **ret_refused)
{
    for (size_t i = 0; i < setup->move_count; i++) {
        struct solve_refusal refusal;
        struct strbuf why = {0};
        int r = setup_play(setup, game, i, &refusal);
        if (r == 0)
            continue;
        if (r != -EPERM)
            return r;
        strbuf_add(&why, "play %zu, %s, is not legal: %s", i + 1,
                   move_text(setup->board, setup->moves[i]), refusal.reason);
        *ret_refused = strbuf_take(&why);
        return *ret_refused != NULL ? 0 : -ENOMEM;
    }
    return 0;
}

/* Solves the position after the history under ruleset i. */
static int solve_under(const struct compare_options *options, size_t i, const char *position,
                       struct compared *ret_compared)
{
    struct comparison comparison = compare_comparison(options);
    struct progress progress;
    int r = compared_start(&comparison, i, position, solve_game_to_move(options->setup.start),
                           ret_compared);
    if (r == 0)
        r = compare_play_history(&options->setup, ret_compared->game, &ret_compared->refused);
    if (r < 0 || ret_compared->refused != NULL)
        return r;
    progress_start(&progress, options->setup.board, &options->limits);
    if (!options->quiet) {
        comparison.tell = progress_show;
        comparison.arg = &progress;
    }
    r = compared_solve(&comparison, false, ret_compared);
    progress_stop(&progress);
    return r;
}

int compare_tell(const struct compare_options *options, const char *position,
                 const struct compared *list, const struct found *found, struct error *err)
{
    struct failures failures = {.last = err};
    struct error why;
    bool any = found == NULL || found->any;
    failures_note(&failures, compare_print(options, position, list, found, &why), &why);
    if (options->sgf_out != NULL && any)
        failures_note(&failures, compare_sgf_write(options, list, &why), &why);
    if (options->picture.path != NULL && any)
        failures_note(&failures, compare_picture_write(options, list, &why), &why);
    return failures.any ? -EIO : 0;
}

int compare_run(const struct compare_options *options, struct error *err)
{
    size_t count = options->rulesets.count;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    struct compared *list = calloc(count, sizeof(*list));
    solve_game_position(options->setup.start, 0, position);
    int r = list != NULL ? 0 : -ENOMEM, code = EXIT_FAILED;
    for (size_t i = 0; i < count && r == 0; i++)
        r = solve_under(options, i, position, &list[i]);
    if (r < 0) {
        error_set(err, r, "cannot compare on %s: out of memory",
                  solve_board_name(options->setup.board));
    } else {
        compared_mark(list, count, options->komi_half_points);
        code = compared_all_known(list, count) ? EXIT_SOLVED : EXIT_STOPPED;
        if (compare_tell(options, position, list, NULL, err) < 0)
            code = EXIT_FAILED;
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
