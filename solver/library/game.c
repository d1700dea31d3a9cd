/* Games of the library: making them, and their moves. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "library/handles.h"

/* A handle without a game yet. */
static struct solve_game *new_handle(struct solve_board *board, struct solve_rules *rules)
{
    struct solve_game *game = calloc(1, sizeof(*game));
    if (game == NULL)
        return NULL;
    game->board = solve_board_ref(board);
    game->rules = solve_rules_ref(rules);
    return game;
}

static int read_position(const struct solve_board *board, int players, const char *text,
                         struct position *ret_position, struct error *why)
{
    memset(ret_position, 0, sizeof(*ret_position));
    if (text == NULL)
        return 0;
    int r = position_parse(board->graph, players, text, ret_position, why);
    return r < 0 ? r : position_check(board->graph, ret_position, why);
}

int solve_player_parse(const char *text, int players)
{
    static const char *const names[SOLVE_PLAYERS_MAX][3] = {
        {"black", "b", "x"}, {"white", "w", "o"}, {"third", "t", "#"}, {"fourth", "f", "@"}};
    for (int k = 0; text != NULL && k < players && k < SOLVE_PLAYERS_MAX; k++)
        for (int i = 0; i < 3; i++)
            if (spelling_is(names[k][i], text, strlen(text)))
                return k;
    return -EINVAL;
}

int solve_game_new(struct solve_board *board, struct solve_rules *rules, const char *position,
                   int to_move, struct solve_game **ret_game, struct solve_error *err)
{
    struct error why = {""};
    struct position start;
    if (board == NULL || rules == NULL || ret_game == NULL)
        return library_refuse(err, -EINVAL, "a game wants a board and a ruleset");
    int players = ruleset_players(&rules->ruleset);
    if (to_move < 0 || to_move >= players)
        return library_refuse(err, -EINVAL, "player %d cannot move first: wanted 0 to %d", to_move,
                              players - 1);
    int r = read_position(board, players, position, &start, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    struct solve_game *game = new_handle(board, rules);
    r = game != NULL ? game_init(&game->game, board->graph, &rules->ruleset, &start, to_move)
                     : -ENOMEM;
    if (r < 0) {
        solve_game_free(game);
        return library_refuse(err, r, "out of memory");
    }
    *ret_game = game;
    return 0;
}

int solve_game_copy(const struct solve_game *game, struct solve_game **ret_copy)
{
    if (game == NULL || ret_copy == NULL)
        return -EINVAL;
    struct solve_game *copy = new_handle(game->board, game->rules);
    int r = copy != NULL ? game_copy(&copy->game, &game->game) : -ENOMEM;
    if (r < 0) {
        solve_game_free(copy);
        return r;
    }
    copy->watched = game->watched;
    copy->score_seconds = game->score_seconds;
    *ret_copy = copy;
    return 0;
}

void solve_game_free(struct solve_game *game)
{
    if (game == NULL)
        return;
    if (game->game.turns != NULL)
        game_release(&game->game);
    solve_board_unref(game->board);
    solve_rules_unref(game->rules);
    free(game);
}

int solve_game_prohibit(struct solve_game *game, int point)
{
    if (game == NULL || point < 0 || point >= game->board->graph->points || game->game.count > 1)
        return -EINVAL;
    return game_prohibit(&game->game, point);
}

struct solve_board *solve_game_board(const struct solve_game *game)
{
    return game != NULL ? game->board : NULL;
}

struct solve_rules *solve_game_rules(const struct solve_game *game)
{
    return game != NULL ? game->rules : NULL;
}

static int play(struct solve_game *game, struct move move, struct solve_refusal *refusal)
{
    struct verdict verdict = {.reason = "the game is over"};
    int r = game_over(&game->game) ? 0 : game_play(&game->game, move, &verdict);
    if (r < 0 || verdict.legal)
        return r;
    if (refusal != NULL) {
        refusal->rule = verdict.rule;
        snprintf(refusal->reason, sizeof(refusal->reason), "%s", verdict.reason);
    }
    return -EPERM;
}

int solve_game_play(struct solve_game *game, struct solve_move move, struct solve_refusal *refusal)
{
    struct move inside;
    if (game == NULL || !library_move_in(game->board->graph, move, &inside))
        return -EINVAL;
    return play(game, inside, refusal);
}

int solve_game_check(struct solve_game *game, struct solve_move move, struct solve_refusal *refusal)
{
    int r = solve_game_play(game, move, refusal);
    if (r == 0)
        game_undo(&game->game);
    return r;
}

int solve_game_play_text(struct solve_game *game, const char *moves, struct solve_error *err)
{
    struct error why = {""};
    struct solve_refusal refusal;
    struct move *list;
    size_t count;
    if (game == NULL || moves == NULL)
        return library_refuse(err, -EINVAL, "no moves are given");
    const struct graph *graph = game->board->graph;
    int r =
        move_parse_list(graph, ruleset_passes(&game->rules->ruleset), moves, &list, &count, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    for (size_t i = 0; i < count && r == 0; i++) {
        r = play(game, list[i], &refusal);
        if (r == -EPERM)
            library_refuse(err, r, "move %zu, %s, is not legal: %s", i + 1,
                           move_format(graph, list[i]), refusal.reason);
        else if (r < 0)
            library_refuse(err, r, "out of memory");
    }
    free(list);
    return r;
}

int solve_game_undo(struct solve_game *game)
{
    if (game == NULL)
        return -EINVAL;
    if (game->game.count == 1)
        return -ENOENT;
    game_undo(&game->game);
    return 0;
}

int solve_game_legal_moves(struct solve_game *game, struct solve_move **ret_moves,
                           size_t *ret_count)
{
    if (game == NULL || ret_moves == NULL || ret_count == NULL)
        return -EINVAL;
    int points = game->board->graph->points, r = 0;
    size_t count = 0;
    struct solve_move *moves = calloc((size_t)points + 2, sizeof(*moves));
    if (moves == NULL)
        return -ENOMEM;
    for (int p = 0; p < points + 2 && (r == 0 || r == -EPERM); p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        r = play(game, move, NULL);
        if (r != 0)
            continue;
        game_undo(&game->game);
        moves[count++] = library_move_out(move);
    }
    if (r < 0 && r != -EPERM) {
        free(moves);
        return r;
    }
    *ret_moves = moves;
    *ret_count = count;
    return 0;
}
