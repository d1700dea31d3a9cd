/* A record's moves as a tree in which nothing stands twice. */
#include "explore/export/branches.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "sgf/record.h"

int branches_init(struct export_branches *branches, struct sgf_tree *tree, int root)
{
    *branches = (struct export_branches){.tree = tree};
    int r = array_reserve(&branches->all, 1, &branches->room, sizeof(*branches->all));
    if (r == 0)
        branches->all[branches->count++] = (struct export_branch){.node = root};
    return r;
}

void branches_release(struct export_branches *branches)
{
    free(branches->all);
    *branches = (struct export_branches){0};
}

static bool same_move(struct solve_move a, struct solve_move b)
{
    return a.kind == b.kind && a.point == b.point && a.cycle == b.cycle;
}

long branches_move(struct export_branches *branches, size_t at, const struct solve_board *board,
                   int player, struct solve_move move)
{
    size_t last = 0;
    for (size_t i = branches->all[at].first; i != 0; last = i, i = branches->all[i].next)
        if (same_move(branches->all[i].move, move))
            return (long)i;
    int r =
        array_reserve(&branches->all, branches->count + 1, &branches->room, sizeof(*branches->all));
    if (r < 0)
        return r;
    size_t made = branches->count++;
    int node = sgf_record_move(branches->tree, branches->all[at].node, board, player, move);
    branches->all[made] = (struct export_branch){.node = node, .move = move};
    if (last == 0)
        branches->all[at].first = made;
    else
        branches->all[last].next = made;
    return (long)made;
}

long branches_turns(struct export_branches *branches, size_t at, const struct solve_game *game,
                    size_t first, size_t last)
{
    struct solve_turn turn;
    for (size_t i = first; i <= last && solve_game_turn(game, i, &turn) == 0; i++) {
        long next = branches_move(branches, at, solve_game_board(game), turn.player, turn.move);
        if (next < 0)
            return next;
        at = (size_t)next;
    }
    return (long)at;
}

/* Plays the moves from the start that game has as its own, as far as they are legal. */
static int play(struct solve_game *game, const json_t *moves, struct query_fault *fault)
{
    const json_t *text;
    size_t i;
    int r = 0;
    json_array_foreach (moves, i, text) {
        struct solve_move move;
        struct solve_error why = {"wanted the text of a move"};
        if (!json_is_string(text) ||
            solve_move_parse(solve_game_board(game), solve_game_rules(game),
                             json_string_value(text), &move, &why) < 0)
            return query_fault_set(fault, -EINVAL, "variations", text, "%s", why.text);
        if (r == 0)
            r = solve_game_play(game, move, NULL);
        if (r < 0 && r != -EPERM)
            return r;
    }
    return 0;
}

static int vary(struct export_branches *branches, const struct solve_game *game,
                const json_t *moves, struct query_fault *fault)
{
    struct solve_game *copy;
    if (!json_is_array(moves))
        return query_fault_set(fault, -EINVAL, "variations", moves,
                               "wanted a list of moves for each variation");
    int r = solve_game_copy(game, &copy);
    if (r < 0)
        return r;
    while (solve_game_undo(copy) == 0)
        continue;
    r = play(copy, moves, fault);
    if (r == 0 && branches_turns(branches, 0, copy, 1, solve_game_turns(copy)) < 0)
        r = -ENOMEM;
    solve_game_free(copy);
    return r;
}

int branches_vary(struct export_branches *branches, const struct solve_game *game,
                  const json_t *variations, struct query_fault *fault)
{
    const json_t *moves;
    size_t i;
    int r = 0;
    if (variations == NULL || json_is_null(variations))
        return 0;
    if (!json_is_array(variations))
        return query_fault_set(fault, -EINVAL, "variations", variations,
                               "wanted a list of lists of moves");
    json_array_foreach (variations, i, moves)
        if ((r = vary(branches, game, moves, fault)) < 0)
            return r;
    return 0;
}
