/*
 * Searching a board for the smallest position on which rulesets differ in value. Positions are
 * taken with few stones first; of those that a symmetry or the swap of colours takes into each
 * other one is looked at. The swap makes White's move Black's, so Black is always to move.
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

/* Looked at by now, and how it ended. */
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

static bool is_over(const struct find_run *hunt)
{
    return hunt->found.any || hunt->error < 0 || hunt->stopped;
}

/* Is no symmetric position less? */
static bool is_least(const struct find_run *hunt)
{
    for (int s = 1; s < hunt->symmetry_count; s++) {
        const int *map = &hunt->symmetries[s * hunt->points];
        for (int p = 0; p < hunt->points; p++) {
            if (hunt->stones[p] == hunt->stones[map[p]])
                continue;
            if (hunt->stones[map[p]] < hunt->stones[p])
                return false;
            break;
        }
    }
    return true;
}

/* Writes the stones as text; false: that is no position, as a chain has no liberty. */
static bool set_position(struct find_run *hunt)
{
    struct solve_game *game;
    stones_text_write(hunt->board, hunt->stones, hunt->position);
    int r = solve_game_new(hunt->board, hunt->options->rulesets.list[0], hunt->position, 0, &game,
                           NULL);
    if (r == 0)
        solve_game_free(game);
    if (r == -ENOMEM)
        hunt->error = r;
    return r == 0;
}

static void release_list(struct find_run *hunt)
{
    for (size_t i = 0; i < hunt->options->rulesets.count; i++)
        compared_release(&hunt->list[i]);
}

/* Do the values of the list differ? */
static enum difference compare_values(struct find_run *hunt)
{
    size_t count = hunt->options->rulesets.count;
    bool known = true, differ = false;
    compared_mark(hunt->list, count, hunt->options->komi_half_points);
    for (size_t i = 0; i < count; i++) {
        differ = differ || hunt->list[i].values == DIFFERS_YES;
        known = known && solve_bounds_known(&hunt->list[i].bounds);
    }
    return differ ? DIFFERS_YES : known ? DIFFERS_NO : DIFFERS_OPEN;
}

static void look_at(struct find_run *hunt)
{
    size_t count = hunt->options->rulesets.count;
    for (size_t i = 0; i < count && hunt->error == 0; i++)
        hunt->error = compared_solve(hunt->options, i, hunt->position, true, &hunt->list[i]);
    enum difference result = hunt->error < 0 ? DIFFERS_OPEN : compare_values(hunt);
    hunt->found.any = hunt->error == 0 && result == DIFFERS_YES;
    /* What an interrupt cut short was not looked at: that it is open says nothing. */
    hunt->stopped = atomic_load(&interrupt_requested) && result == DIFFERS_OPEN;
    hunt->found.looked_at += !hunt->stopped;
    hunt->found.open += !hunt->stopped && result == DIFFERS_OPEN;
    if (!hunt->found.any)
        release_list(hunt);
}

/* Puts the values, which were found before, in place of what a second run did not find again. */
static void keep_known(struct compared *now, struct compared *before)
{
    struct compared swap = *now;
    if (solve_bounds_known(&now->bounds) || !solve_bounds_known(&before->bounds))
        return;
    *now = *before;
    *before = swap;
}

/* Solves what was found again, with the first plays. */
static int complete(struct find_run *hunt)
{
    size_t count = hunt->options->rulesets.count;
    struct compared *before = hunt->list;
    int r = 0;
    hunt->list = calloc(count, sizeof(*hunt->list));
    if (hunt->list == NULL)
        r = -ENOMEM;
    for (size_t i = 0; i < count && r == 0; i++) {
        r = compared_solve(hunt->options, i, hunt->position, false, &hunt->list[i]);
        if (r == 0)
            keep_known(&hunt->list[i], &before[i]);
    }
    for (size_t i = 0; i < count; i++)
        compared_release(&before[i]);
    free(before);
    if (r == 0)
        compared_mark(hunt->list, count, hunt->options->komi_half_points);
    return r;
}

/* All positions with so many more stones on the points from point on. */
static void search_from(struct find_run *hunt, int point, int stones)
{
    if (is_over(hunt) || stones > hunt->points - point)
        return;
    hunt->stopped = atomic_load(&interrupt_requested);
    if (hunt->stopped)
        return;
    if (stones == 0) {
        memset(hunt->stones + point, 0, (size_t)(hunt->points - point));
        if (is_least(hunt) && set_position(hunt))
            look_at(hunt);
        return;
    }
    for (int stone = 0; stone <= 2 && !is_over(hunt); stone++) {
        hunt->stones[point] = (uint8_t)stone;
        search_from(hunt, point + 1, stones - (stone > 0));
    }
}

/* What was looked at, in words: "12 positions with 3 stones or fewer, 2 of them not decided". */
static void show_progress(const struct find_run *hunt)
{
    const struct found *found = &hunt->found;
    if (hunt->options->quiet || found->looked_at == 0)
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

/* All positions, few stones first. */
static void search(struct find_run *hunt)
{
    int points = hunt->points;
    hunt->found.stones = -1;
    for (int stones = 0; stones <= points && !is_over(hunt); stones++) {
        search_from(hunt, 0, stones);
        if (is_over(hunt))
            break;
        hunt->found.stones = stones;
        if (stones < points)
            show_progress(hunt);
    }
    hunt->found.complete = hunt->error == 0 && !hunt->stopped && hunt->found.open == 0;
}

static void say_what_is_open(const struct find_run *hunt)
{
    const struct found *found = &hunt->found;
    if (hunt->stopped)
        fprintf(stderr, "solve: stopped: %s after %s\n", interrupt_text(),
                human_count(found->looked_at, "position", "positions"));
    if (found->open > 0)
        fprintf(stderr, "solve: %s not decided within the limits\n",
                human_count(found->open, "position was", "positions were"));
}

static int report(struct find_run *hunt, struct error *err)
{
    const struct compare_options *options = hunt->options;
    if (hunt->found.any && hunt->error == 0)
        hunt->error = complete(hunt);
    if (hunt->error < 0) {
        error_set(err, hunt->error, "cannot search %s: out of memory",
                  solve_board_name(options->setup.board));
        return EXIT_FAILED;
    }
    say_what_is_open(hunt);
    if (compare_print(options, hunt->position, hunt->list, &hunt->found, err) < 0)
        return EXIT_FAILED;
    bool known = !hunt->found.any || compared_all_known(hunt->list, options->rulesets.count);
    if (!known)
        fprintf(stderr, "solve: stopped before all was proven\n");
    return hunt->found.complete && known ? EXIT_SOLVED : EXIT_STOPPED;
}

int compare_find(const struct compare_options *options, struct error *err)
{
    struct solve_board *board = options->setup.board;
    struct find_run hunt = {
        .options = options, .board = board, .points = solve_board_points(board)};
    int code = EXIT_FAILED;
    hunt.list = calloc(options->rulesets.count, sizeof(*hunt.list));
    hunt.symmetry_count = solve_board_symmetries(board, &hunt.symmetries);
    if (hunt.list == NULL || hunt.symmetry_count < 0) {
        error_set(err, -ENOMEM, "out of memory");
    } else {
        search(&hunt);
        code = report(&hunt, err);
        if (hunt.list != NULL)
            release_list(&hunt);
    }
    free(hunt.symmetries);
    free(hunt.list);
    return code;
}
