/* What nodes of a record say of values. */
#include "sgf/values/values.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "report/best_text.h"
#include "report/move_text.h"
#include "report/value.h"
#include "sgf/point.h"
#include "sgf/record.h"
#include "json/ending_reason.h"

void values_add(struct strbuf *text, const struct solve_bounds *bounds,
                const struct solve_rules *rules)
{
    if (solve_bounds_known(bounds))
        value_add(text, bounds, rules);
    else
        strbuf_add(text, "not decided: between %s and %s", value_margin(bounds->lower_min, rules),
                   value_margin(bounds->upper_max, rules));
}

/* Adds V where the value is one number. */
static void add_number(struct sgf_tree *tree, int node, const struct solve_bounds *bounds,
                       const struct solve_rules *rules)
{
    if (!solve_bounds_known(bounds) || bounds->lower_min != bounds->upper_min ||
        bounds->lower_min <= -SOLVE_MARGIN_INFINITE || bounds->lower_min >= SOLVE_MARGIN_INFINITE)
        return;
    sgf_add_plain(tree, node, "V",
                  human_half_points(2 * bounds->lower_min + solve_rules_half_points(rules)));
}

/* Adds the text as C, and releases it. */
static void add_comment(struct sgf_tree *tree, int node, struct strbuf *text)
{
    char *taken = strbuf_take(text);
    if (taken != NULL)
        sgf_add_text(tree, node, "C", taken);
    free(taken);
}

/* The value as it fits on a point. */
static void set_label(struct sgf_tree *tree, int node, const char *point,
                      const struct solve_bounds *bounds, const struct solve_rules *rules)
{
    char text[96];
    const char *lower =
        bounds->lower_min == bounds->lower_max ? value_margin(bounds->lower_min, rules) : "?";
    const char *upper =
        bounds->upper_min == bounds->upper_max ? value_margin(bounds->upper_min, rules) : "?";
    if (solve_bounds_known(bounds) && bounds->lower_min == bounds->upper_min)
        snprintf(text, sizeof(text), "%s:%s", point, lower);
    else if (solve_bounds_known(bounds))
        snprintf(text, sizeof(text), "%s:%s/%s", point, lower, upper);
    else
        snprintf(text, sizeof(text), "%s:?", point);
    sgf_add_to(tree, node, "LB", text);
}

/* Adds LB for each stone that may be played; or TR for each of the best. */
static void mark(struct sgf_tree *tree, int node, const struct solve_result *result, bool best)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    const struct solve_rules *rules = solve_game_rules(solve_result_game(result));
    struct solve_root_move made;
    char point[SGF_POINT_MAX];
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++) {
        if (made.move.kind != SOLVE_MOVE_STONE || made.move.point < 0 || made.move.cycle > 0)
            continue;
        sgf_point_format(board, made.move.point, point);
        if (!best)
            set_label(tree, node, point, &made.bounds, rules);
        else if (made.best)
            sgf_add_to(tree, node, "TR", point);
    }
}

void values_label_moves(struct sgf_tree *tree, int node, const struct solve_result *result)
{
    mark(tree, node, result, false);
}

void values_mark_moves(struct sgf_tree *tree, int node, const struct solve_result *result)
{
    mark(tree, node, result, false);
    mark(tree, node, result, true);
}

void values_comment(struct sgf_tree *tree, int node, const char *head,
                    const struct solve_result *result, int komi_half_points)
{
    struct strbuf text = {0};
    struct solve_bounds bounds;
    struct solve_root_move made;
    const struct solve_rules *rules = solve_game_rules(solve_result_game(result));
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    solve_result_bounds(result, &bounds);
    if (head != NULL)
        strbuf_add(&text, "%s\n", head);
    strbuf_add(&text, "value: ");
    values_add(&text, &bounds, rules);
    if (solve_result_move_count(result) > 0) {
        struct strbuf best = {0};
        best_text_add(&best, result);
        strbuf_add(&text, "\nbest: %s", best.length > 0 ? best.chars : "not known");
        if (best.length > 0 && !solve_result_best_complete(result, komi_half_points))
            strbuf_add(&text, " (not all known)");
        strbuf_release(&best);
    }
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++) {
        if (made.move.kind == SOLVE_MOVE_STONE && made.move.cycle == 0)
            continue;
        strbuf_add(&text, "\n%s: ", move_text(board, made.move));
        values_add(&text, &made.bounds, rules);
    }
    add_number(tree, node, &bounds, rules);
    add_comment(tree, node, &text);
}

void values_comment_end(struct sgf_tree *tree, int node, const struct solve_game *game)
{
    char reason[ENDING_REASON_MAX];
    int scores[SOLVE_PLAYERS_MAX];
    struct strbuf text = {0};
    struct solve_turn last = {.ending = SOLVE_GOES_ON};
    size_t turns = solve_game_turns(game);
    solve_game_turn(game, turns, &last);
    if (last.ending == SOLVE_GOES_ON)
        return;
    ending_reason(game, turns, reason);
    strbuf_add(&text, "%s", reason);
    if (last.ending == SOLVE_SCORED && solve_game_half_points(game, scores) == 0)
        strbuf_add(&text, "\nBlack %s, White %s (margin %s)", human_half_points(scores[0]),
                   human_half_points(scores[1]), human_signed_half_points(scores[0] - scores[1]));
    add_comment(tree, node, &text);
}

void values_add_line(struct sgf_tree *tree, int node, const struct solve_result *result,
                     size_t first)
{
    size_t count;
    const struct solve_game *game = solve_result_game(result);
    solve_result_pv(result, &count);
    size_t root = solve_game_turns(game) - count;
    if (first >= count)
        return;
    node = sgf_record_turns(tree, node, game, root + first + 1, root + count);
    values_comment_end(tree, node, game);
    long cycle = solve_result_pv_cycle(result);
    if (cycle >= 0) {
        char text[96];
        snprintf(text, sizeof(text), "From move %zu on the line goes on for ever.",
                 root + (size_t)cycle + 1);
        sgf_add_text(tree, node, "C", text);
    }
}

void values_comment_bounds(struct sgf_tree *tree, int node, const struct solve_bounds *bounds,
                           const struct solve_rules *rules)
{
    struct strbuf text = {0};
    strbuf_add(&text, "value: ");
    values_add(&text, bounds, rules);
    add_number(tree, node, bounds, rules);
    add_comment(tree, node, &text);
}
