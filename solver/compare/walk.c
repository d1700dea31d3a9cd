/* The positions of a board, few stones first. */
#include "compare/walk.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/stones_text.h"

int walk_init(struct position_walk *ret_walk, struct solve_board *board, struct solve_rules *rules)
{
    struct position_walk walk = {.board = board, .rules = rules, .count = -1};
    walk.points = solve_board_points(board);
    walk.symmetry_count = solve_board_symmetries(board, &walk.symmetries);
    if (walk.symmetry_count < 0)
        return walk.symmetry_count;
    *ret_walk = walk;
    return 0;
}

void walk_release(struct position_walk *walk)
{
    free(walk->symmetries);
    walk->symmetries = NULL;
}

/* Puts so many stones on the last ones of the points from point on: the first way to do it. */
static void fill_from(struct position_walk *walk, int point, int stones)
{
    for (int p = point; p < walk->points; p++)
        walk->stones[p] = p >= walk->points - stones;
}

/*
 * The next way to place as many stones as there are, in the order of the stones as digits, the
 * first point first: the last digit that can grow does, and those behind it become the least.
 */
static bool place_next(struct position_walk *walk)
{
    int behind = 0; /* stones on the points after p */
    for (int p = walk->points - 1; p >= 0; behind += walk->stones[p--] > 0) {
        int left = behind - (walk->stones[p] == 0);
        if (walk->stones[p] == 2 || left < 0)
            continue;
        walk->stones[p]++;
        fill_from(walk, p + 1, left);
        return true;
    }
    return false;
}

/* The next way to place stones at all. Returns false: there are no more. */
static bool place(struct position_walk *walk)
{
    if (walk->count >= 0 && place_next(walk))
        return true;
    if (walk->count >= walk->points)
        return false;
    fill_from(walk, 0, ++walk->count);
    return true;
}

/* Is no symmetric position less? */
static bool is_least(const struct position_walk *walk)
{
    for (int s = 1; s < walk->symmetry_count; s++) {
        const int *map = &walk->symmetries[s * walk->points];
        for (int p = 0; p < walk->points; p++) {
            if (walk->stones[p] == walk->stones[map[p]])
                continue;
            if (walk->stones[map[p]] < walk->stones[p])
                return false;
            break;
        }
    }
    return true;
}

/* Returns 1 if the stones are a position, 0 if a chain has no liberty, or -ENOMEM. */
static int is_position(const struct position_walk *walk)
{
    struct solve_game *game;
    int r = solve_game_new(walk->board, walk->rules, walk->position, 0, &game, NULL);
    if (r < 0)
        return r == -ENOMEM ? r : 0;
    solve_game_free(game);
    return 1;
}

int walk_next(struct position_walk *walk)
{
    while (place(walk)) {
        if (!is_least(walk))
            continue;
        stones_text_write(walk->board, walk->stones, walk->position);
        int r = is_position(walk);
        if (r != 0)
            return r;
    }
    return 0;
}
