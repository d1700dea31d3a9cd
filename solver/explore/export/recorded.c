/* Records: the moves, what is known of where they lead, and every play from there. */
#include "explore/export/recorded.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "explore/export/branches.h"
#include "report/move_text.h"
#include "report/value.h"
#include "sgf/point.h"
#include "sgf/record.h"
#include "sgf/values/values.h"
#include "sgf/write.h"

/* The value as it fits on a point; "?" where it is not known. */
static void label(struct strbuf *text, const struct solve_bounds *bounds,
                  const struct solve_rules *rules)
{
    if (!solve_bounds_known(bounds))
        strbuf_add(text, "?");
    else if (bounds->lower_min == bounds->upper_min)
        strbuf_add(text, "%s", value_margin(bounds->lower_min, rules));
    else
        strbuf_add(text, "%s/%s", value_margin(bounds->lower_min, rules),
                   value_margin(bounds->upper_min, rules));
}

static void mark_plays(struct sgf_tree *tree, int node, const struct solve_game *game,
                       const struct known *known)
{
    const struct solve_board *board = solve_game_board(game);
    const struct solve_rules *rules = solve_game_rules(game);
    char point[SGF_POINT_MAX];
    for (size_t i = 0; i < known->count; i++) {
        const struct known_play *play = &known->plays[i];
        struct strbuf text = {0};
        if (play->move.kind != SOLVE_MOVE_STONE || play->move.point < 0 || play->move.cycle > 0)
            continue;
        sgf_point_format(board, play->move.point, point);
        strbuf_add(&text, "%s:", point);
        label(&text, &play->bounds, rules);
        if (text.chars != NULL)
            sgf_add_to(tree, node, "LB", text.chars);
        strbuf_release(&text);
        if (play->best)
            sgf_add_to(tree, node, "TR", point);
    }
}

static void add_comment(struct sgf_tree *tree, int node, const struct solve_game *game,
                        const struct known *known)
{
    const struct solve_board *board = solve_game_board(game);
    const struct solve_rules *rules = solve_game_rules(game);
    struct strbuf text = {0}, best = {0};
    strbuf_add(&text, "value: ");
    values_add(&text, &known->bounds, rules);
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
        values_add(&text, &play->bounds, rules);
    }
    if (text.chars != NULL)
        sgf_add_text(tree, node, "C", text.chars);
    strbuf_release(&text);
    strbuf_release(&best);
}

/* Returns 0 or -ENOMEM. */
static int add_line(struct export_branches *branches, size_t at, const struct known *known)
{
    long end = branches_turns(branches, at, known->line, known->line_begins + 1,
                              solve_game_turns(known->line));
    if (end < 0)
        return (int)end;
    int node = branches->all[end].node;
    values_comment_end(branches->tree, node, known->line);
    if (known->cycle >= 0 && !solve_game_is_over(known->line)) {
        char text[96];
        snprintf(text, sizeof(text), "From move %zu on the line goes on for ever.",
                 known->line_begins + (size_t)known->cycle + 1);
        sgf_add_text(branches->tree, node, "C", text);
    }
    return 0;
}

/* The best line, then every play that does not begin it, with its value. Returns 0 or -ENOMEM. */
static int add_plays(struct export_branches *branches, size_t at, const struct export_asked *asked,
                     const struct known *known)
{
    int r = known->line != NULL ? add_line(branches, at, known) : 0;
    for (size_t i = 0; i < known->count && r == 0; i++) {
        size_t before = branches->count;
        long made = branches_move(branches, at, solve_game_board(asked->game),
                                  solve_game_to_move(asked->game), known->plays[i].move);
        if (made < 0)
            r = (int)made;
        else if (branches->count > before)
            values_comment_bounds(branches->tree, branches->all[made].node, &known->plays[i].bounds,
                                  solve_game_rules(asked->game));
    }
    return r;
}

/* What is known of the place where the game stands. Returns 0 or -ENOMEM. */
static int add_known(struct export_branches *branches, size_t at, const struct export_asked *asked,
                     const struct known *known)
{
    int node = branches->all[at].node;
    if (solve_game_is_over(asked->game)) {
        values_comment_end(branches->tree, node, asked->game);
        return 0;
    }
    if (known == NULL)
        return 0;
    add_comment(branches->tree, node, asked->game, known);
    mark_plays(branches->tree, node, asked->game, known);
    return add_plays(branches, at, asked, known);
}

static int fill(struct sgf_tree *tree, const struct export_asked *asked, const struct known *known,
                struct query_fault *fault)
{
    const struct solve_game *game = asked->game;
    struct export_branches branches;
    int root = sgf_record_start(tree, game, 0, &asked->komi_half_points);
    int r = branches_init(&branches, tree, root);
    if (r < 0)
        return r;
    long at = branches_turns(&branches, 0, game, 1, solve_game_turns(game));
    sgf_record_result(tree, root, game, asked->komi_half_points);
    r = at < 0 ? (int)at : add_known(&branches, (size_t)at, asked, known);
    if (r == 0)
        r = branches_vary(&branches, game, asked->variations, fault);
    branches_release(&branches);
    return r;
}

/* Whether a point is prohibited for the first turn: of that SGF has no property. */
static bool any_prohibited(const struct solve_game *game)
{
    const char *rule, *reason;
    for (int p = 0; p < solve_board_points(solve_game_board(game)); p++)
        if (solve_game_prohibited(game, 0, p, &rule, &reason) == 1)
            return true;
    return false;
}

/* What SGF cannot hold is the fault of a key of the query. */
static int check(const struct solve_game *game, struct query_fault *fault)
{
    const struct solve_board *board = solve_game_board(game);
    const struct solve_rules *rules = solve_game_rules(game);
    struct solve_rules_facts facts = {0};
    struct error why;
    int r = sgf_record_check(board, rules, &why);
    if (r == 0)
        return any_prohibited(game)
                   ? query_fault_set(fault, -EINVAL, "prohibited", NULL,
                                     "SGF cannot tell prohibited points: wanted none")
                   : 0;
    if (solve_board_rows(board) == 0)
        return query_fault_set(fault, r, "graph", NULL,
                               "SGF has rectangles only: wanted a \"board\" such as \"2x3\"");
    solve_rules_facts(rules, &facts);
    bool of_rules = facts.players != 2;
    json_t *value = json_string(of_rules ? solve_rules_text(rules) : solve_board_name(board));
    r = query_fault_set(fault, r, of_rules ? "rules" : "board", value, "%s", why.text);
    json_decref(value);
    return r;
}

int recorded_make(const struct export_asked *asked, const struct known *known, char **ret_bytes,
                  size_t *ret_size, struct query_fault *fault)
{
    struct sgf_tree *tree;
    int r = check(asked->game, fault);
    if (r == 0)
        r = sgf_tree_new(&tree);
    if (r < 0)
        return r;
    r = fill(tree, asked, known, fault);
    if (r == 0)
        r = sgf_write(tree, ret_bytes, ret_size);
    sgf_tree_free(tree);
    return r;
}
