/* The states that a site holds. */
#include "explore/site/states.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/view/choices.h"

/* Every legal move of the game, those that remove a cycle among them. */
static int walk_games(const struct states_walk *walk, struct solve_game *game)
{
    char code[CODE_STATE_MAX];
    struct move_choices choices = {0};
    if (!code_game(game, walk->maps, code))
        return 0;
    int r = walk->visit(walk->arg, game, code);
    if (r < 0 || solve_game_turns(game) >= (size_t)walk->depth)
        return r;
    r = choices_list(game, &choices);
    for (size_t i = 0; i < choices.count && r == 0; i++) {
        if (!choices.list[i].legal)
            continue;
        r = solve_game_play(game, choices.list[i].move, NULL);
        if (r == 0) {
            r = walk_games(walk, game);
            solve_game_undo(game);
        }
    }
    free(choices.list);
    return r;
}

/* The position with its rows apart, as games are started from. */
static void write_position(const struct solve_board *board, const char *stones, char *buffer)
{
    int columns = solve_board_columns(board);
    size_t length = 0;
    for (int p = 0; stones[p] != '\0'; p++) {
        if (p > 0 && columns > 0 && p % columns == 0)
            buffer[length++] = '/';
        buffer[length++] = stones[p];
    }
    buffer[length] = '\0';
}

static int visit_start(const struct states_walk *walk, const char *stones, int to_move)
{
    char code[CODE_STATE_MAX], position[SOLVE_POSITION_TEXT_MAX];
    struct solve_game *game = NULL;
    write_position(walk->board, stones, position);
    int r = solve_game_new(walk->board, walk->rules, position, to_move, &game, NULL);
    if (r == -EINVAL) /* a chain has no liberty */
        return 0;
    if (r < 0)
        return r;
    snprintf(code, sizeof(code), "s%c%s", to_move == 0 ? 'b' : 'w', stones);
    r = walk->visit(walk->arg, game, code);
    solve_game_free(game);
    return r;
}

/* The next position in the order of texts: the last point counts fastest. */
static bool next_position(char *stones, int points)
{
    for (int p = points - 1; p >= 0; p--) {
        stones[p] = stones[p] == '.' ? 'O' : stones[p] == 'O' ? 'X' : '.';
        if (stones[p] != '.')
            return true;
    }
    return false;
}

static int walk_starts(const struct states_walk *walk, int to_move)
{
    char stones[SOLVE_POINTS_MAX + 1];
    int points = walk->maps->points, r = 0;
    memset(stones, '.', (size_t)points);
    stones[points] = '\0';
    /* From the empty board Black's first move is the first of the games. */
    bool more = to_move != 0 || next_position(stones, points);
    while (more && r == 0) {
        if (code_is_first(stones, walk->maps))
            r = visit_start(walk, stones, to_move);
        more = next_position(stones, points);
    }
    return r;
}

int states_walk(const struct states_walk *walk)
{
    struct solve_game *game;
    int r = solve_game_new(walk->board, walk->rules, NULL, 0, &game, NULL);
    if (r < 0)
        return r;
    r = walk_games(walk, game);
    solve_game_free(game);
    for (int to_move = 0; to_move < 2 && walk->starts && r == 0; to_move++)
        r = walk_starts(walk, to_move);
    return r;
}

/* --- how deep --- */

struct counting {
    uint64_t games, most;
};

static int count_game(void *arg, struct solve_game *game, const char *code)
{
    struct counting *counting = arg;
    (void)game;
    (void)code;
    return ++counting->games > counting->most ? -E2BIG : 0;
}

int states_deepest(const struct states_walk *walk, uint64_t games)
{
    struct states_walk deeper = *walk;
    deeper.starts = false;
    deeper.visit = count_game;
    while (deeper.depth < CODE_DEPTH_MAX) {
        struct counting counting = {.most = games};
        deeper.depth++;
        deeper.arg = &counting;
        int r = states_walk(&deeper);
        if (r < 0)
            return r == -E2BIG ? deeper.depth - 1 : r;
    }
    return deeper.depth;
}
