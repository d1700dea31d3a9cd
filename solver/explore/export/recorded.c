/* Records: the moves, what is known of where they lead, and every play from there. */
#include "explore/export/recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "report/move_text.h"
#include "report/value.h"
#include "sgf/point.h"
#include "sgf/record.h"
#include "sgf/values/values.h"
#include "sgf/write.h"

static bool same_move(struct solve_move a, struct solve_move b)
{
    return a.kind == b.kind && a.point == b.point && a.cycle == b.cycle;
}

/* The value as it fits on a point; "?" where it is not known. */
static void label(struct strbuf *text, const struct solve_bounds *bounds)
{
    if (!solve_bounds_known(bounds))
        strbuf_add(text, "?");
    else if (bounds->lower_min == bounds->upper_min)
        strbuf_add(text, "%s", value_margin(bounds->lower_min));
    else
        strbuf_add(text, "%s/%s", value_margin(bounds->lower_min), value_margin(bounds->upper_min));
}

static void mark_plays(struct sgf_tree *tree, int node, const struct solve_board *board,
                       const struct known *known)
{
    char point[SGF_POINT_MAX];
    for (size_t i = 0; i < known->count; i++) {
        const struct known_play *play = &known->plays[i];
        struct strbuf text = {0};
        if (play->move.kind != SOLVE_MOVE_STONE || play->move.point < 0 || play->move.cycle > 0)
            continue;
        sgf_point_format(board, play->move.point, point);
        strbuf_add(&text, "%s:", point);
        label(&text, &play->bounds);
        if (text.chars != NULL)
            sgf_add_to(tree, node, "LB", text.chars);
        strbuf_release(&text);
        if (play->best)
            sgf_add_to(tree, node, "TR", point);
    }
}

static void add_comment(struct sgf_tree *tree, int node, const struct solve_board *board,
                        const struct known *known)
{
    struct strbuf text = {0}, best = {0};
    strbuf_add(&text, "value: ");
    values_add(&text, &known->bounds);
    for (size_t i = 0; i < known->count; i++) {
        if (!known->plays[i].best)
            continue;
        strbuf_separate(&best, " ");
        strbuf_add(&best, "%s", move_text(board, known->plays[i].move));
    }
    if (known->count > 0)
        strbuf_add(&text, "\nbest: %s%s", best.chars != NULL ? best.chars : "not known",
                   best.chars != NULL && !known->best_complete ? " (not all known)" : "");
    for (size_t i = 0; i < known->count; i++) {
        const struct known_play *play = &known->plays[i];
        if (play->move.kind == SOLVE_MOVE_STONE && play->move.cycle == 0)
            continue;
        strbuf_add(&text, "\n%s: ", move_text(board, play->move));
        values_add(&text, &play->bounds);
    }
    if (text.chars != NULL)
        sgf_add_text(tree, node, "C", text.chars);
    strbuf_release(&text);
    strbuf_release(&best);
}

static void add_line(struct sgf_tree *tree, int node, const struct known *known)
{
    size_t turns = solve_game_turns(known->line);
    node = sgf_record_turns(tree, node, known->line, known->line_begins + 1, turns);
    values_comment_end(tree, node, known->line);
    if (known->cycle >= 0 && !solve_game_is_over(known->line)) {
        char text[96];
        snprintf(text, sizeof(text), "From move %zu on the line goes on for ever.",
                 known->line_begins + (size_t)known->cycle + 1);
        sgf_add_text(tree, node, "C", text);
    }
}

/* Every play that does not begin the best line, with its value. */
static void add_plays(struct sgf_tree *tree, int node, const struct export_asked *asked,
                      const struct known *known)
{
    const struct solve_board *board = solve_game_board(asked->game);
    struct solve_turn first = {.move = {.point = -2}};
    if (known->line != NULL) {
        add_line(tree, node, known);
        solve_game_turn(known->line, known->line_begins + 1, &first);
    }
    for (size_t i = 0; i < known->count; i++)
        if (known->line == NULL || !same_move(known->plays[i].move, first.move))
            values_comment_bounds(tree,
                                  sgf_record_move(tree, node, board,
                                                  solve_game_to_move(asked->game),
                                                  known->plays[i].move),
                                  &known->plays[i].bounds);
}

static void fill(struct sgf_tree *tree, const struct export_asked *asked, const struct known *known)
{
    const struct solve_game *game = asked->game;
    int root = sgf_record_start(tree, game, 0, &asked->komi_half_points);
    int node = sgf_record_turns(tree, root, game, 1, solve_game_turns(game));
    sgf_record_result(tree, root, game, asked->komi_half_points);
    if (solve_game_is_over(game)) {
        values_comment_end(tree, node, game);
    } else if (known != NULL) {
        add_comment(tree, node, solve_game_board(game), known);
        mark_plays(tree, node, solve_game_board(game), known);
        add_plays(tree, node, asked, known);
    }
}

int recorded_make(const struct export_asked *asked, const struct known *known, char **ret_bytes,
                  size_t *ret_size, struct error *err)
{
    struct sgf_tree *tree;
    int r = sgf_record_check(solve_game_board(asked->game), solve_game_rules(asked->game), err);
    if (r == 0)
        r = sgf_tree_new(&tree);
    if (r < 0)
        return r;
    fill(tree, asked, known);
    r = sgf_write(tree, ret_bytes, ret_size);
    sgf_tree_free(tree);
    return r;
}
