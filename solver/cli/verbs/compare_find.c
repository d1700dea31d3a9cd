/*
 * Searching a board for the smallest position on which rulesets differ in value. Positions with few
 * stones come first. Of symmetric positions, and of those with colours swapped, one is looked at.
 * The swap makes White's move Black's, so Black is always to move.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/stones_text.h"
#include "cli/verb.h"
#include "cli/verbs/compare.h"
#include "cli/verbs/compare_sgf.h"

/* The search: where it is, and how far it came. */
struct find_run {
    const struct compare_options *options;
    struct solve_board *board;
    int points;
    int *symmetries; /* as solve_board_symmetries() has them; owned */
    int symmetry_count;
    struct compared *list;
    uint8_t stones[SOLVE_POINTS_MAX];       /* of the position: 0 empty, 1 Black's, 2 White's */
    char position[SOLVE_POSITION_TEXT_MAX]; /* the position as text */
    struct found found; /* how far it came; any: list and position differ in value */
    int error;          /* negative errno, or 0 */
    bool stopped;       /* interrupted: the position at hand was not looked at to the end */
};

static bool is_over(const struct find_run *run)
{
    return run->found.any || run->error < 0 || run->stopped;
}

/* Is no symmetric position less? */
static bool is_least(const struct find_run *run)
{
    for (int s = 1; s < run->symmetry_count; s++) {
        const int *map = &run->symmetries[s * run->points];
        for (int p = 0; p < run->points; p++) {
            if (run->stones[p] == run->stones[map[p]])
                continue;
            if (run->stones[map[p]] < run->stones[p])
                return false;
            break;
        }
    }
    return true;
}

/* Writes the stones as text. Returns false if they are no position: a chain has no liberty. */
static bool set_position(struct find_run *run)
{
    struct solve_game *game;
    stones_text_write(run->board, run->stones, run->position);
    int r =
        solve_game_new(run->board, run->options->rulesets.list[0], run->position, 0, &game, NULL);
    if (r == 0)
        solve_game_free(game);
    if (r == -ENOMEM)
        run->error = r;
    return r == 0;
}

static void release_list(struct find_run *run)
{
    for (size_t i = 0; i < run->options->rulesets.count; i++)
        compared_release(&run->list[i]);
}

/* Do the values of the list differ? */
static enum difference compare_values(struct find_run *run)
{
    size_t count = run->options->rulesets.count;
    bool known = true, differ = false;
    compared_mark(run->list, count, run->options->komi_half_points);
    for (size_t i = 0; i < count; i++) {
        differ = differ || run->list[i].values == DIFFERS_YES;
        known = known && solve_bounds_known(&run->list[i].bounds);
    }
    return differ ? DIFFERS_YES : known ? DIFFERS_NO : DIFFERS_OPEN;
}

static void look_at(struct find_run *run)
{
    size_t count = run->options->rulesets.count;
    for (size_t i = 0; i < count && run->error == 0; i++)
        run->error = compared_solve(run->options, i, run->position, true, &run->list[i]);
    enum difference result = run->error < 0 ? DIFFERS_OPEN : compare_values(run);
    run->found.any = run->error == 0 && result == DIFFERS_YES;
    /* A position that an interrupt cut short does not count as looked at. */
    run->stopped = atomic_load(&interrupt_requested) && result == DIFFERS_OPEN;
    run->found.looked_at += !run->stopped;
    run->found.open += !run->stopped && result == DIFFERS_OPEN;
    if (!run->found.any)
        release_list(run);
}

/* Puts the earlier result in place of a second one that has no value. */
static void keep_known(struct compared *now, struct compared *before)
{
    struct compared swap = *now;
    if (solve_bounds_known(&now->bounds) || !solve_bounds_known(&before->bounds))
        return;
    *now = *before;
    *before = swap;
}

/* Solves the position that was found again, with all root moves. */
static int complete(struct find_run *run)
{
    size_t count = run->options->rulesets.count;
    struct compared *before = run->list;
    int r = 0;
    run->list = calloc(count, sizeof(*run->list));
    if (run->list == NULL)
        r = -ENOMEM;
    for (size_t i = 0; i < count && r == 0; i++) {
        r = compared_solve(run->options, i, run->position, false, &run->list[i]);
        if (r == 0)
            keep_known(&run->list[i], &before[i]);
    }
    for (size_t i = 0; i < count; i++)
        compared_release(&before[i]);
    free(before);
    if (r == 0)
        compared_mark(run->list, count, run->options->komi_half_points);
    return r;
}

/* Looks at all positions with so many more stones on the points from point on. */
static void search_from(struct find_run *run, int point, int stones)
{
    if (is_over(run) || stones > run->points - point)
        return;
    run->stopped = atomic_load(&interrupt_requested);
    if (run->stopped)
        return;
    if (stones == 0) {
        memset(run->stones + point, 0, (size_t)(run->points - point));
        if (is_least(run) && set_position(run))
            look_at(run);
        return;
    }
    for (int stone = 0; stone <= 2 && !is_over(run); stone++) {
        run->stones[point] = (uint8_t)stone;
        search_from(run, point + 1, stones - (stone > 0));
    }
}

/* Prints what was looked at by now. */
static void show_progress(const struct find_run *run)
{
    const struct found *found = &run->found;
    if (run->options->quiet || found->looked_at == 0)
        return;
    fprintf(stderr, "solve: %s with ", human_count(found->looked_at, "position", "positions"));
    fprintf(stderr, found->stones == 0 ? "no stones" : "at most %s",
            human_count((uint64_t)found->stones, "stone", "stones"));
    fprintf(stderr, " looked at: no difference found");
    if (found->open > 0)
        fprintf(stderr, ", %s not decided",
                human_count(found->open, "of them was", "of them were"));
    fputc('\n', stderr);
}

/* Looks at all positions, few stones first. */
static void search(struct find_run *run)
{
    int points = run->points;
    run->found.stones = -1;
    for (int stones = 0; stones <= points && !is_over(run); stones++) {
        search_from(run, 0, stones);
        if (is_over(run))
            break;
        run->found.stones = stones;
        if (stones < points)
            show_progress(run);
    }
    run->found.complete = run->error == 0 && !run->stopped && run->found.open == 0;
}

static void say_what_is_open(const struct find_run *run)
{
    const struct found *found = &run->found;
    if (run->stopped)
        fprintf(stderr, "solve: stopped: %s after %s\n", interrupt_text(),
                human_count(found->looked_at, "position", "positions"));
    if (found->open > 0)
        fprintf(stderr, "solve: %s not decided within the limits\n",
                human_count(found->open, "position was", "positions were"));
}

static int report(struct find_run *run, struct error *err)
{
    const struct compare_options *options = run->options;
    if (run->found.any && run->error == 0)
        run->error = complete(run);
    if (run->error < 0) {
        error_set(err, run->error, "cannot search %s: out of memory",
                  solve_board_name(options->setup.board));
        return EXIT_FAILED;
    }
    say_what_is_open(run);
    if (compare_print(options, run->position, run->list, &run->found, err) < 0)
        return EXIT_FAILED;
    if (options->sgf_out != NULL && run->found.any &&
        compare_sgf_write(options, run->list, err) < 0)
        return EXIT_FAILED;
    bool known = !run->found.any || compared_all_known(run->list, options->rulesets.count);
    if (!known)
        fprintf(stderr, "solve: stopped before all was proven\n");
    return run->found.complete && known ? EXIT_SOLVED : EXIT_STOPPED;
}

int compare_find(const struct compare_options *options, struct error *err)
{
    struct solve_board *board = options->setup.board;
    struct find_run run = {.options = options, .board = board, .points = solve_board_points(board)};
    int code = EXIT_FAILED;
    run.list = calloc(options->rulesets.count, sizeof(*run.list));
    run.symmetry_count = solve_board_symmetries(board, &run.symmetries);
    if (run.list == NULL || run.symmetry_count < 0) {
        error_set(err, -ENOMEM, "out of memory");
    } else {
        search(&run);
        code = report(&run, err);
        if (run.list != NULL)
            release_list(&run);
    }
    free(run.symmetries);
    free(run.list);
    return code;
}
