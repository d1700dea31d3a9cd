/* Trees of moves with their values. Positions are solved level by level, so that what is left out
 * in the end is deep. */
#include "cli/verbs/solve_sgf.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/strbuf.h"
#include "cli/interrupt.h"
#include "report/asked.h"
#include "sgf/record.h"
#include "sgf/values/values.h"

/* A position of the tree. */
struct sgf_position {
    int node;
    size_t parent; /* the position before the move */
    struct solve_move move;
    struct solve_bounds bounds; /* of it, by the position before */
    int depth;                  /* moves since the position that was asked about */
    bool main;                  /* it is on the best line */
};

struct tree_maker {
    const struct solve_options *options;
    const struct solve_request *request;
    struct solve_sgf made;
    struct sgf_position *positions; /* whose moves are to be in the tree */
    size_t count, room;
};

static bool same_move(struct solve_move a, struct solve_move b)
{
    return a.kind == b.kind && a.point == b.point && a.cycle == b.cycle;
}

/* Adds the node of a move; it is a position of its own unless the tree ends there. */
static int add_move(struct tree_maker *maker, size_t at, const struct solve_result *result,
                    const struct solve_root_move *made, bool main)
{
    struct sgf_tree *tree = maker->made.tree;
    const struct sgf_position parent = maker->positions[at];
    size_t count;
    const struct solve_game *game = solve_result_game(result);
    struct solve_turn root = {.next = 0};
    solve_result_pv(result, &count);
    solve_game_turn(game, solve_game_turns(game) - count, &root);
    int node =
        sgf_record_move(tree, parent.node, maker->options->setup.board, root.next, made->move);
    if (parent.depth + 1 >= maker->options->tree) {
        values_comment_bounds(tree, node, &made->bounds, solve_game_rules(game));
        if (main)
            values_add_line(tree, node, result, 1);
        return 0;
    }
    int r =
        array_reserve(&maker->positions, maker->count + 1, &maker->room, sizeof(*maker->positions));
    if (r < 0)
        return r;
    maker->positions[maker->count++] = (struct sgf_position){.node = node,
                                                             .parent = at,
                                                             .move = made->move,
                                                             .bounds = made->bounds,
                                                             .depth = parent.depth + 1,
                                                             .main = main};
    return 0;
}

/* Adds the moves of a position: that of its best line first, then the best, then the others. */
static int add_moves(struct tree_maker *maker, size_t at, const struct solve_result *result)
{
    size_t count;
    const struct solve_move *line = solve_result_pv(result, &count);
    struct solve_root_move made;
    int r = 0;
    for (int rank = 0; rank < 3; rank++)
        for (size_t i = 0; r == 0 && solve_result_move(result, i, &made) == 0; i++) {
            bool first = count > 0 && same_move(made.move, line[0]);
            if (rank == (first ? 0 : made.best ? 1 : 2))
                r = add_move(maker, at, result, &made, first && maker->positions[at].main);
        }
    return r;
}

/* Puts into the tree what is known of a position. */
static int add_position(struct tree_maker *maker, size_t at, const struct solve_result *result)
{
    const struct solve_options *options = maker->options;
    struct sgf_tree *tree = maker->made.tree;
    int node = maker->positions[at].node;
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    maker->made.positions++;
    maker->made.open += !solve_bounds_known(&bounds) || !solve_result_moves_complete(result);
    if (solve_game_is_over(solve_result_game(result)) && solve_result_move_count(result) == 0) {
        values_comment_end(tree, node, solve_result_game(result));
        return 0;
    }
    values_comment(tree, node, NULL, result, options->komi_half_points);
    values_mark_moves(tree, node, result);
    return add_moves(maker, at, result);
}

/* The game that leads to a position. */
static int open_game(const struct tree_maker *maker, size_t at, struct solve_game **ret_game)
{
    int depth = maker->positions[at].depth;
    size_t *path = calloc((size_t)depth + 1, sizeof(*path));
    struct solve_game *game = NULL;
    int r = path != NULL ? solve_game_copy(maker->options->game, &game) : -ENOMEM;
    for (int i = depth; r == 0 && i > 0; at = maker->positions[at].parent)
        path[--i] = at;
    for (int i = 0; i < depth && r == 0; i++)
        r = solve_game_play(game, maker->positions[path[i]].move, NULL);
    free(path);
    if (r < 0)
        solve_game_free(game);
    else
        *ret_game = game;
    return r;
}

/* Returns 1; 0: it was not solved, as there is no time any more; or -ENOMEM. */
static int solve_position(struct tree_maker *maker, size_t at)
{
    struct solve_game *game;
    struct solve_result *result;
    int r = open_game(maker, at, &game);
    if (r < 0)
        return r;
    r = solve_request_run(maker->request, game, &result, NULL);
    solve_game_free(game);
    if (r < 0)
        return r;
    enum solve_stop stop = solve_result_stop(result);
    bool in_time = stop != SOLVE_STOP_TIME && stop != SOLVE_STOP_INTERRUPT;
    r = in_time ? add_position(maker, at, result) : 0;
    solve_result_free(result);
    return r == 0 ? in_time : r;
}

/* Solves the positions that wait, until time is up or nobody wants it any more. */
static int solve_positions(struct tree_maker *maker)
{
    size_t at = 1;
    int r = 1;
    while (r > 0 && at < maker->count && !atomic_load(&interrupt_requested)) {
        r = solve_position(maker, at);
        at += r > 0;
    }
    maker->made.open += maker->count - at;
    for (; r >= 0 && at < maker->count; at++)
        values_comment_bounds(maker->made.tree, maker->positions[at].node,
                              &maker->positions[at].bounds, maker->options->setup.rules);
    return r < 0 ? r : 0;
}

/* Adds C with what was asked, if only a claim was, and the value. */
static void comment_asked(const struct tree_maker *maker, int node,
                          const struct solve_result *result)
{
    const struct solve_options *options = maker->options;
    struct strbuf head = {0};
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    if (options->asks) {
        strbuf_add(&head, "asked: ");
        asked_add(&head, &options->asked, &bounds, options->setup.rules);
    }
    values_comment(maker->made.tree, node, head.chars, result, options->komi_half_points);
    strbuf_release(&head);
}

static int make(struct tree_maker *maker, const struct solve_result *result)
{
    const struct solve_options *options = maker->options;
    const struct solve_game *game = options->game;
    struct sgf_tree *tree = maker->made.tree;
    int root = sgf_record_start(tree, game, 0, &options->komi_half_points);
    int node = sgf_record_turns(tree, root, game, 1, solve_game_turns(game));
    int r = array_reserve(&maker->positions, 1, &maker->room, sizeof(*maker->positions));
    if (r < 0)
        return r;
    maker->positions[maker->count++] = (struct sgf_position){.node = node, .main = true};
    if (options->tree == 0) {
        comment_asked(maker, node, result);
        if (!options->value_only)
            values_mark_moves(tree, node, result);
        values_add_line(tree, node, result, 0);
        return 0;
    }
    r = add_position(maker, 0, result);
    return r == 0 ? solve_positions(maker) : r;
}

int solve_sgf_make(const struct solve_options *options, const struct solve_request *request,
                   const struct solve_result *result, struct solve_sgf *ret_sgf, struct error *err)
{
    struct tree_maker maker = {.options = options, .request = request};
    int r = sgf_tree_new(&maker.made.tree);
    if (r == 0)
        r = make(&maker, result);
    if (r == 0)
        r = sgf_tree_failure(maker.made.tree);
    free(maker.positions);
    if (r < 0) {
        sgf_tree_free(maker.made.tree);
        return error_set(err, r, "--sgf-out '%.120s': %s", options->sgf_out,
                         r == -ENOMEM ? "out of memory for the tree" : "the tree is too large");
    }
    *ret_sgf = maker.made;
    return 0;
}
