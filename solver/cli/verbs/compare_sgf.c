/* Lines of several rulesets in one tree, which share their beginnings. */
#include "cli/verbs/compare_sgf.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/strbuf.h"
#include "report/best_text.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "sgf/point.h"
#include "sgf/record.h"
#include "sgf/values/values.h"
#include "sgf/write.h"

/* A node of a line, below the position that was compared. */
struct sgf_branch {
    int node;
    size_t parent; /* 0: that position */
    struct solve_turn turn;
    struct strbuf names; /* the rulesets whose line goes here */
    size_t children;
};

struct branches {
    struct sgf_tree *tree;
    struct sgf_branch *all; /* the first is the position */
    size_t count, room;
};

/* What a play comes to under one ruleset. */
enum { PLAY_ILLEGAL, PLAY_LEGAL, PLAY_BEST };

static int find_play(const struct compared *one, struct solve_move move,
                     struct solve_bounds *ret_bounds)
{
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(one->result, i, &made) == 0; i++)
        if (made.move.kind == move.kind && made.move.point == move.point &&
            made.move.cycle == move.cycle) {
            *ret_bounds = made.bounds;
            return made.best ? PLAY_BEST : PLAY_LEGAL;
        }
    return PLAY_ILLEGAL;
}

/* --- the position --- */

/* Appends "psk: value +2; best: B2; line: ..." or why it is refused. */
static void add_ruleset(struct strbuf *text, const struct compared *one, int komi_half_points)
{
    struct strbuf best = {0};
    strbuf_separate(text, "\n");
    strbuf_add(text, "%s: ", solve_rules_text(one->rules));
    if (one->refused != NULL) {
        strbuf_add(text, "%s", one->refused);
        return;
    }
    strbuf_add(text, "value ");
    values_add(text, &one->bounds, one->rules);
    best_text_add(&best, one->result);
    if (best.length > 0)
        strbuf_add(text, "; best %s%s", best.chars,
                   solve_result_best_complete(one->result, komi_half_points) ? ""
                                                                             : " (not all known)");
    strbuf_release(&best);
}

/* Appends a line for a play that rulesets see in different ways. */
static void add_play(struct strbuf *text, const struct compare_options *options,
                     const struct compared *list, struct solve_move move)
{
    struct solve_bounds bounds;
    strbuf_add(text, "\n%s: ", move_text(options->setup.board, move));
    for (size_t i = 0, told = 0; i < options->rulesets.count; i++) {
        if (list[i].refused != NULL)
            continue;
        strbuf_add(text, "%s%s ", told++ > 0 ? ", " : "", solve_rules_text(list[i].rules));
        if (find_play(&list[i], move, &bounds) == PLAY_ILLEGAL)
            strbuf_add(text, "not legal");
        else
            values_add(text, &bounds, list[i].rules);
    }
}

/* Marks a play of the first ruleset under which the history is legal, or of another. */
static void mark_play(struct branches *branches, struct strbuf *text,
                      const struct compare_options *options, const struct compared *list,
                      struct solve_move move)
{
    const struct solve_rules *first = NULL; /* where the play is legal */
    struct solve_bounds bounds[2];
    bool illegal = false, differs = false, best = true;
    char point[SGF_POINT_MAX];
    for (size_t i = 0; i < options->rulesets.count; i++) {
        if (list[i].refused != NULL)
            continue;
        int found = find_play(&list[i], move, &bounds[first != NULL]);
        best = best && found == PLAY_BEST;
        illegal = illegal || found == PLAY_ILLEGAL;
        if (found == PLAY_ILLEGAL)
            continue;
        differs =
            differs || (first != NULL && compared_values_differ(&bounds[0], first, &bounds[1],
                                                                list[i].rules) == DIFFERS_YES);
        first = first != NULL ? first : list[i].rules;
    }
    if (illegal || differs)
        add_play(text, options, list, move);
    if (move.kind != SOLVE_MOVE_STONE || move.point < 0 || move.cycle > 0)
        return;
    sgf_point_format(options->setup.board, move.point, point);
    if (illegal || differs || best)
        sgf_add_to(branches->tree, branches->all[0].node,
                   illegal   ? "MA"
                   : differs ? "SQ"
                             : "TR",
                   point);
}

/* Was the move one of an earlier ruleset, too? */
static bool is_told(const struct compared *list, size_t i, struct solve_move move)
{
    struct solve_bounds bounds;
    for (size_t j = 0; j < i; j++)
        if (list[j].refused == NULL && find_play(&list[j], move, &bounds) != PLAY_ILLEGAL)
            return true;
    return false;
}

static void mark_position(struct branches *branches, const struct compare_options *options,
                          const struct compared *list)
{
    struct strbuf text = {0};
    struct solve_root_move made;
    for (size_t i = 0; i < options->rulesets.count; i++)
        add_ruleset(&text, &list[i], options->komi_half_points);
    for (size_t i = 0; i < options->rulesets.count; i++)
        for (size_t m = 0;
             list[i].refused == NULL && solve_result_move(list[i].result, m, &made) == 0; m++)
            if (!is_told(list, i, made.move))
                mark_play(branches, &text, options, list, made.move);
    char *taken = strbuf_take(&text);
    if (taken != NULL)
        sgf_add_text(branches->tree, branches->all[0].node, "C", taken);
    free(taken);
}

/* --- the lines --- */

static int add_branch(struct branches *branches, struct sgf_branch branch)
{
    int r =
        array_reserve(&branches->all, branches->count + 1, &branches->room, sizeof(*branches->all));
    if (r == 0)
        branches->all[branches->count++] = branch;
    return r;
}

/* The branch below parent that makes the turn, or 0. */
static size_t find_branch(const struct branches *branches, size_t parent,
                          const struct solve_turn *turn)
{
    for (size_t b = 1; b < branches->count; b++) {
        const struct sgf_branch *one = &branches->all[b];
        if (one->parent == parent && one->turn.player == turn->player &&
            one->turn.move.kind == turn->move.kind && one->turn.move.point == turn->move.point &&
            one->turn.move.cycle == turn->move.cycle)
            return b;
    }
    return 0;
}

static int add_line(struct branches *branches, const struct compared *one)
{
    const struct solve_game *game = solve_result_game(one->result);
    size_t count, at = 0;
    int r = 0;
    solve_result_pv(one->result, &count);
    for (size_t t = solve_game_turns(game) - count + 1; t <= solve_game_turns(game) && r == 0;
         t++) {
        struct solve_turn turn;
        if (solve_game_turn(game, t, &turn) < 0)
            break;
        size_t next = find_branch(branches, at, &turn);
        if (next == 0) {
            next = branches->count;
            branches->all[at].children++;
            int node = sgf_record_move(branches->tree, branches->all[at].node,
                                       solve_game_board(game), turn.player, turn.move);
            r = add_branch(branches, (struct sgf_branch){.node = node, .parent = at, .turn = turn});
        }
        if (r < 0)
            return r;
        at = next;
        strbuf_separate(&branches->all[at].names, ", ");
        strbuf_add(&branches->all[at].names, "%s", solve_rules_text(one->rules));
    }
    return r;
}

/* Names the branches where lines part. */
static void name_branches(struct branches *branches)
{
    for (size_t b = 1; b < branches->count; b++) {
        struct sgf_branch *one = &branches->all[b];
        if (branches->all[one->parent].children > 1 && !one->names.failed)
            sgf_add_text(branches->tree, one->node, "N", one->names.chars);
    }
}

static int make(struct branches *branches, const struct compare_options *options,
                const struct compared *list)
{
    const struct solve_game *game = options->setup.start;
    int r = 0;
    for (size_t i = options->rulesets.count; i > 0; i--)
        if (list[i - 1].refused == NULL)
            game = list[i - 1].game;
    int root = sgf_record_start(branches->tree, game, 0, &options->komi_half_points);
    int node = sgf_record_turns(branches->tree, root, game, 1, solve_game_turns(game));
    r = add_branch(branches, (struct sgf_branch){.node = node});
    if (r < 0)
        return r;
    mark_position(branches, options, list);
    for (size_t i = 0; i < options->rulesets.count; i++)
        if (list[i].refused == NULL && game == list[i].game)
            values_label_moves(branches->tree, node, list[i].result);
    for (size_t i = 0; i < options->rulesets.count && r == 0; i++)
        if (list[i].refused == NULL)
            r = add_line(branches, &list[i]);
    name_branches(branches);
    return r == 0 ? sgf_tree_failure(branches->tree) : r;
}

int compare_sgf_write(const struct compare_options *options, const struct compared *list,
                      struct error *err)
{
    struct branches branches = {0};
    struct error why;
    int r = sgf_tree_new(&branches.tree);
    if (r == 0)
        r = make(&branches, options, list);
    if (r < 0)
        error_set(err, r, "--sgf-out '%.120s': out of memory for the tree", options->sgf_out);
    else if ((r = sgf_write_file(branches.tree, options->sgf_out, &why)) < 0)
        error_set(err, r, "--sgf-out: %s", why.text);
    for (size_t b = 0; b < branches.count; b++)
        strbuf_release(&branches.all[b].names);
    free(branches.all);
    sgf_tree_free(branches.tree);
    return r;
}
