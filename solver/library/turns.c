/* What the rules made of the turns of a game. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "library/handles.h"
#include "rules/control/control.h"
#include "rules/cycles.h"
#include "rules/ljrg.h"

_Static_assert((int)SOLVE_GOES_ON == ENDING_NONE && (int)SOLVE_SCORED == ENDING_SCORED &&
                   (int)SOLVE_NO_RESULT == ENDING_NO_RESULT && (int)SOLVE_TIE == ENDING_TIE &&
                   (int)SOLVE_WON == ENDING_WON,
               "solve.h has other endings");

size_t solve_game_turns(const struct solve_game *game)
{
    return game != NULL ? game->game.count - 1 : 0;
}

/* The turn of that number; NULL: there is none. */
static const struct turn *find_turn(const struct solve_game *game, size_t turn)
{
    return game != NULL && turn < game->game.count ? &game->game.turns[turn] : NULL;
}

int solve_game_turn(const struct solve_game *game, size_t turn, struct solve_turn *ret_turn)
{
    if (game == NULL || ret_turn == NULL)
        return -EINVAL;
    const struct turn *found = find_turn(game, turn);
    if (found == NULL)
        return -ENOENT;
    *ret_turn = (struct solve_turn){
        .move = library_move_out(found->move),
        .player = found->player,
        .next = found->next,
        .passes = found->passes,
        .removed = found->removed,
        .banned = found->banned,
        .repeated = found->repeated,
        .ending = (enum solve_ending)found->ending,
        .winner = found->winner,
        .needed = found->needed,
        .rule = found->rule,
    };
    memcpy(ret_turn->lost, found->lost, sizeof(ret_turn->lost));
    return 0;
}

bool solve_game_is_over(const struct solve_game *game)
{
    return game != NULL && game_over(&game->game);
}

int solve_game_to_move(const struct solve_game *game)
{
    return game != NULL ? game_now(&game->game)->next : 0;
}

const uint8_t *solve_game_stones(const struct solve_game *game, size_t turn)
{
    const struct turn *found = find_turn(game, turn);
    return found != NULL ? found->board.cells : NULL;
}

int solve_game_position(const struct solve_game *game, size_t turn, char *buffer)
{
    if (game == NULL || buffer == NULL)
        return -EINVAL;
    const struct turn *found = find_turn(game, turn);
    if (found == NULL)
        return -ENOENT;
    position_format(game->board->graph, &found->board, buffer);
    return 0;
}

static bool removes_cycles(const struct solve_game *game)
{
    return game->rules->ruleset.family->remove_cycle != NULL;
}

int solve_game_watch(struct solve_game *game, const struct solve_interrupt *interrupt,
                     double seconds)
{
    if (game == NULL || !(seconds >= 0))
        return -EINVAL;
    game->watched = interrupt;
    game->score_seconds = seconds;
    return 0;
}

/* A search for the scores of a game. */
struct scoring_search {
    const struct solve_interrupt *interrupt;
    double deadline; /* 0: none */
};

static bool must_end(void *arg)
{
    const struct scoring_search *search = arg;
    return library_is_interrupted((void *)search->interrupt) ||
           (search->deadline > 0 && clock_now() > search->deadline);
}

int solve_game_scores(const struct solve_game *game, int *ret_scores)
{
    int scores[PLAYERS_MAX];
    if (game == NULL || ret_scores == NULL)
        return -EINVAL;
    struct control *control = removes_cycles(game) ? ljrg_control(&game->game) : NULL;
    struct scoring_search search = {game->watched, 0};
    if (game->score_seconds > 0)
        search.deadline = clock_now() + game->score_seconds;
    if (control != NULL)
        control_watch(control, must_end, &search);
    int r = game_scores(&game->game, scores);
    if (control != NULL)
        control_watch(control, NULL, NULL);
    if (r == 0)
        memcpy(ret_scores, scores, (size_t)game->game.players * sizeof(*scores));
    return r;
}

/* What the first pass was worth is counted as Black's, less half a point of his (game_scores()). It
 * is given to who passed; only under first-pass=white it is taken from Black. */
int solve_game_half_points(const struct solve_game *game, int *ret_scores)
{
    int r = solve_game_scores(game, ret_scores);
    if (r < 0)
        return r;
    int first = game_now(&game->game)->first_passer;
    for (int k = 0; k < game->game.players; k++)
        ret_scores[k] *= 2;
    enum first_pass points = (enum first_pass)ruleset_value(&game->game.rules, &field_first_pass);
    if (first >= 0 && (points == FIRST_PASS_HALF || points == FIRST_PASS_ONE)) {
        ret_scores[0] -= 2 * ruleset_first_pass(&game->game.rules, first);
        ret_scores[first] += points == FIRST_PASS_HALF ? 1 : 2;
    }
    return 0;
}

int solve_game_prohibited(const struct solve_game *game, size_t turn, int point,
                          const char **ret_rule, const char **ret_reason)
{
    if (game == NULL || ret_rule == NULL || ret_reason == NULL || !removes_cycles(game) ||
        point < 0 || point >= game->board->graph->points)
        return -EINVAL;
    const struct turn *found = find_turn(game, turn);
    if (found == NULL)
        return -ENOENT;
    if (found->board.cells[point] != POINT_EMPTY)
        return 0;
    enum prohibition prohibition = ljrg_prohibition(&game->game, turn, point);
    if (prohibition == PROHIBITED_NOT)
        return 0;
    *ret_rule = ljrg_prohibition_rule(prohibition);
    *ret_reason = ljrg_prohibition_words(prohibition);
    return 1;
}

int solve_game_cycle(const struct solve_game *game, size_t turn, int number,
                     struct solve_cycle *ret_cycle)
{
    struct cycle cycle;
    if (game == NULL || ret_cycle == NULL || !removes_cycles(game))
        return -EINVAL;
    if (find_turn(game, turn) == NULL || number < 1 ||
        !cycles_find(&game->game, turn, number, &cycle))
        return -ENOENT;
    memset(ret_cycle, 0, sizeof(*ret_cycle));
    ret_cycle->start = cycle.start;
    ret_cycle->disturbing = cycles_disturb(&game->game, turn);
    for (int p = 0; p < game->board->graph->points; p++)
        ret_cycle->used[p] = point_set_has(&cycle.used, p);
    return 0;
}
