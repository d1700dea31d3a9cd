/* From a game to nodes. */
#include "sgf/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "sgf/line.h"
#include "sgf/point.h"

static const struct sgf_place nowhere = {0, 0};

int sgf_record_check(const struct solve_board *board, const struct solve_rules *rules,
                     struct error *err)
{
    struct solve_rules_facts facts = {0};
    int rows = solve_board_rows(board), columns = solve_board_columns(board);
    if (rows == 0)
        return error_set(err, -EINVAL,
                         "SGF has rectangles only, and %.60s is another graph: wanted RxC",
                         solve_board_name(board));
    if (rows > SGF_SIDE_MAX || columns > SGF_SIDE_MAX)
        return error_set(err, -EINVAL, "SGF has boards of at most %d by %d, and this is %s",
                         SGF_SIDE_MAX, SGF_SIDE_MAX, solve_board_name(board));
    solve_rules_facts(rules, &facts);
    if (facts.players != 2)
        return error_set(err, -EINVAL, "SGF has two players, and %.60s has %d",
                         solve_rules_text(rules), facts.players);
    return 0;
}

static void add_size(struct sgf_tree *tree, int node, const struct solve_board *board)
{
    char text[16];
    int rows = solve_board_rows(board), columns = solve_board_columns(board);
    if (rows == columns)
        snprintf(text, sizeof(text), "%d", rows);
    else
        snprintf(text, sizeof(text), "%d:%d", columns, rows);
    sgf_add_plain(tree, node, "SZ", text);
}

int sgf_record_start(struct sgf_tree *tree, const struct solve_game *game, size_t turn,
                     const int *komi_half_points)
{
    const struct solve_board *board = solve_game_board(game);
    const uint8_t *stones = solve_game_stones(game, turn);
    struct solve_turn at = {.next = 0};
    char point[SGF_POINT_MAX];
    int root = sgf_add_root(tree, nowhere);
    sgf_add_plain(tree, root, "FF", "4");
    sgf_add_plain(tree, root, "GM", "1");
    sgf_add_plain(tree, root, "CA", "UTF-8");
    sgf_add_plain(tree, root, "AP", "solve:" SOLVE_VERSION);
    add_size(tree, root, board);
    sgf_add_text(tree, root, "RU", solve_rules_text(solve_game_rules(game)));
    if (komi_half_points != NULL)
        sgf_add_plain(tree, root, "KM", human_half_points(*komi_half_points));
    for (int p = 0; stones != NULL && p < solve_board_points(board); p++)
        if (stones[p] != 0)
            sgf_add_to(tree, root, stones[p] == 1 ? "AB" : "AW", sgf_point_format(board, p, point));
    solve_game_turn(game, turn, &at);
    sgf_add_plain(tree, root, "PL", at.next == 1 ? "W" : "B");
    return root;
}

int sgf_record_move(struct sgf_tree *tree, int node, const struct solve_board *board, int player,
                    struct solve_move move)
{
    char point[SGF_POINT_MAX], text[SOLVE_MOVE_TEXT_MAX];
    int made = sgf_add_node(tree, node, nowhere);
    sgf_add_plain(tree, made, player == 0 ? "B" : "W", sgf_point_format(board, move.point, point));
    if (move.kind == SOLVE_MOVE_REFRESH || move.cycle > 0)
        sgf_add_text(tree, made, SGF_EXACT_MOVE, solve_move_format(board, move, text));
    return made;
}

int sgf_record_turns(struct sgf_tree *tree, int node, const struct solve_game *game, size_t first,
                     size_t last)
{
    struct solve_turn turn;
    for (size_t i = first; i <= last && solve_game_turn(game, i, &turn) == 0; i++)
        node = sgf_record_move(tree, node, solve_game_board(game), turn.player, turn.move);
    return node;
}

void sgf_record_result(struct sgf_tree *tree, int root, const struct solve_game *game,
                       int komi_half_points)
{
    int scores[SOLVE_PLAYERS_MAX];
    char text[32] = "0";
    struct solve_turn last = {.ending = SOLVE_GOES_ON};
    solve_game_turn(game, solve_game_turns(game), &last);
    if (last.ending == SOLVE_GOES_ON)
        return;
    if (last.ending == SOLVE_NO_RESULT)
        snprintf(text, sizeof(text), "Void");
    if (last.ending == SOLVE_WON)
        snprintf(text, sizeof(text), "%c+", last.winner == 0 ? 'B' : 'W');
    if (last.ending == SOLVE_SCORED) {
        if (solve_game_half_points(game, scores) < 0)
            return;
        int margin = scores[0] - scores[1] - komi_half_points;
        if (margin != 0)
            snprintf(text, sizeof(text), "%c+%s", margin > 0 ? 'B' : 'W',
                     human_half_points(margin > 0 ? margin : -margin));
    }
    sgf_add_plain(tree, root, "RE", text);
}

int sgf_record_game(const struct solve_game *game, const int *komi_half_points,
                    struct sgf_tree **ret_tree, struct error *err)
{
    struct sgf_tree *tree;
    int r = sgf_record_check(solve_game_board(game), solve_game_rules(game), err);
    if (r == 0)
        r = sgf_tree_new(&tree);
    if (r < 0)
        return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
    int root = sgf_record_start(tree, game, 0, komi_half_points);
    sgf_record_turns(tree, root, game, 1, solve_game_turns(game));
    sgf_record_result(tree, root, game, komi_half_points != NULL ? *komi_half_points : 0);
    r = sgf_tree_failure(tree);
    if (r < 0) {
        sgf_tree_free(tree);
        return error_set(err, r, "out of memory");
    }
    *ret_tree = tree;
    return 0;
}
