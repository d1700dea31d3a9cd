/* Turns, captures and scores: what every family of rules shares. */
#include "rules/game.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "rules/capture.h"
#include "rules/kee2013.h"
#include "rules/superko.h"

int game_init(struct game *ret_game, const struct graph *graph, const struct ruleset *rules,
              const struct position *position, int to_move)
{
    struct game game = {
        .graph = graph,
        .rules = *rules,
        .players = ruleset_players(rules),
        .count = 1,
        .room = 64,
    };
    game.turns = calloc(game.room, sizeof(*game.turns));
    if (game.turns == NULL)
        return -ENOMEM;
    game.turns[0] = (struct turn){
        .move = move_pass(MOVE_PASS),
        .player = -1,
        .board = *position,
        .next = to_move,
        .active = (1u << game.players) - 1,
        .first_passer = -1,
        .banned = -1,
        .winner = -1,
    };
    if (rules->family->start != NULL) {
        int r = rules->family->start(&game);
        if (r < 0) {
            free(game.turns);
            return r;
        }
    }
    *ret_game = game;
    return 0;
}

void game_release(struct game *game)
{
    if (game == NULL)
        return;
    if (game->scoring != NULL)
        game->rules.family->finish(game);
    game->scoring = NULL;
    free(game->turns);
    game->turns = NULL;
    game->count = 0;
}

int game_prohibit(struct game *game, int point)
{
    struct turn *start = &game->turns[0];
    assert(game->count == 1);
    if (game->rules.family->remove_cycle == NULL || start->board.cells[point] != POINT_EMPTY)
        return -EINVAL;
    point_set_add(&start->temporary, point);
    game->rules.family->conclude(game, start);
    return 0;
}

int game_next_player(const struct game *game, int player, unsigned active)
{
    for (int step = 1; step <= game->players; step++) {
        int next = (player + step) % game->players;
        if (active & (1u << next))
            return next;
    }
    return -1;
}

void game_refuse(struct verdict *verdict, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(verdict->reason, sizeof(verdict->reason), format, args);
    va_end(args);
    verdict->legal = false;
    verdict->rule = rule;
}

const char *game_name_turn(size_t turn, char *buffer)
{
    if (turn == 0)
        return "the start position";
    snprintf(buffer, 48, "the board after move %zu", turn);
    return buffer;
}

void game_place_stone(const struct game *game, struct turn *now, int point, struct verdict *verdict)
{
    const char *name = game->graph->names[point];
    if (now->board.cells[point] != POINT_EMPTY) {
        game_refuse(verdict, "occupied", "%s is occupied", name);
        return;
    }
    struct capture capture;
    bool alliance = ruleset_value(&game->rules, &field_alliance) == ALLIANCE_YES;
    capture_play(game->graph, &now->board, point, now->player, alliance, &capture);
    enum suicide suicide = ruleset_suicide(&game->rules);
    if (capture.suicidal && suicide == SUICIDE_NO) {
        game_refuse(verdict, "suicide", "%s is suicide", name);
        return;
    }
    if (capture.suicidal && suicide == SUICIDE_MULTI && capture.own_size == 1) {
        game_refuse(verdict, "suicide", "%s is suicide of a single stone", name);
        return;
    }
    now->removed += capture.removed;
    for (int k = 0; k < PLAYERS_MAX; k++)
        now->lost[k] += capture.lost[k];
}

bool game_retakes_ko(const struct game *game)
{
    size_t last = game->count - 1;
    return last >= 2 && game->turns[last].move.kind == MOVE_STONE &&
           game->turns[last - 1].move.kind == MOVE_STONE &&
           position_equal(game->graph, &game->turns[last].board, &game->turns[last - 2].board);
}

bool game_repeats_board(const struct game *game, size_t *ret_turn)
{
    for (size_t i = game->count - 1; i-- > 0;) {
        if (position_equal(game->graph, &game->turns[i].board, &game_now(game)->board)) {
            *ret_turn = i;
            return true;
        }
    }
    return false;
}

bool game_passes_again(const struct game *game, size_t *ret_turn)
{
    const struct turn *now = game_now(game);
    if (now->move.kind != MOVE_PASS)
        return false;
    for (size_t i = game->count - 1; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        if (then->player == now->player && then->move.kind == MOVE_PASS &&
            position_equal(game->graph, &then->board, &now->board)) {
            *ret_turn = i;
            return true;
        }
    }
    return false;
}

int game_pass_balance(const struct game *game, size_t since)
{
    int balance = 0;
    for (size_t i = since + 1; i < game->count; i++)
        if (game->turns[i].move.kind == MOVE_PASS)
            balance += game->turns[i].player == 0 ? 1 : -1;
    return balance;
}

bool game_end_by_passes(struct turn *now)
{
    if (now->passes < 2)
        return false;
    now->ending = ENDING_SCORED;
    now->rule = "passes";
    return true;
}

/* What comes before the stone. */
static void remove_cycle(const struct game *game, struct turn *now, struct verdict *verdict)
{
    if (game->rules.family->remove_cycle == NULL)
        game_refuse(verdict, "cycle", "there are no cycles to be removed in this ruleset");
    else
        game->rules.family->remove_cycle(game, now, verdict);
}

static void make_move(const struct game *game, struct turn *now, struct verdict *verdict)
{
    if (now->move.cycle > 0)
        remove_cycle(game, now, verdict);
    if (!verdict->legal)
        return;
    switch (now->move.kind) {
    case MOVE_STONE:
        now->passes = 0;
        game_place_stone(game, now, now->move.point, verdict);
        break;
    case MOVE_PASS:
        now->passes++;
        if (now->first_passer < 0)
            now->first_passer = now->player;
        if (ruleset_value(&game->rules, &field_pass_stones) == PASS_STONES_YES)
            now->lost[now->player]++; /* handed to the opponent as a prisoner */
        break;
    case MOVE_REFRESH:
        now->passes = 0;
        if (!game->rules.family->refreshing)
            game_refuse(verdict, "refresh", "there are no refreshing passes in this ruleset");
        break;
    }
}

int game_play(struct game *game, struct move move, struct verdict *ret_verdict)
{
    assert(!game_over(game));
    int r = array_reserve(&game->turns, game->count + 1, &game->room, sizeof(*game->turns));
    if (r < 0)
        return r;
    const struct turn *before = game_now(game);
    struct turn *now = &game->turns[game->count];
    *now = *before;
    now->move = move;
    now->player = before->next;
    now->next = game_next_player(game, now->player, now->active);
    now->removed = 0;
    now->banned = -1;
    now->repeated = 0;
    now->rule = NULL;

    *ret_verdict = (struct verdict){.legal = true};
    game->count++;
    make_move(game, now, ret_verdict);
    if (ret_verdict->legal)
        game->rules.family->judge(game, ret_verdict);
    if (!ret_verdict->legal) {
        game->count--;
        return 0;
    }
    game->rules.family->conclude(game, now);
    return 0;
}

int game_copy(struct game *ret_copy, const struct game *game)
{
    const struct turn *start = &game->turns[0];
    memset(ret_copy, 0, sizeof(*ret_copy));
    int r = game_init(ret_copy, game->graph, &game->rules, &start->board, start->next);
    for (int p = 0; p < game->graph->points && r == 0; p++)
        if (point_set_has(&start->temporary, p))
            r = game_prohibit(ret_copy, p);
    for (size_t i = 1; i < game->count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(ret_copy, game->turns[i].move, &verdict);
    }
    return r;
}

void game_undo(struct game *game)
{
    assert(game->count > 1);
    game->count--;
}

/* Adds each empty region that touches one player's stones only to that player's points. */
static void add_territory(const struct game *game, int scores[PLAYERS_MAX])
{
    const struct position *board = &game_now(game)->board;
    bool seen[BOARD_MAX_POINTS];
    memset(seen, 0, (size_t)game->graph->points);
    for (int p = 0; p < game->graph->points; p++) {
        if (board->cells[p] != POINT_EMPTY || seen[p])
            continue;
        struct chain region;
        position_chain(game->graph, board, p, &region);
        for (int i = 0; i < region.size; i++)
            seen[region.points[i]] = true;
        int owner = -1, owners = 0;
        for (int k = 0; k < PLAYERS_MAX; k++) {
            if (region.touches[k]) {
                owner = k;
                owners++;
            }
        }
        if (owners == 1)
            scores[owner] += region.size;
    }
}

int game_scores(const struct game *game, int scores[PLAYERS_MAX])
{
    if (game->rules.family->score != NULL)
        return game->rules.family->score(game, scores);
    const struct turn *now = game_now(game);
    int scoring = ruleset_value(&game->rules, &field_scoring);
    memset(scores, 0, PLAYERS_MAX * sizeof(*scores));
    if (scoring != SCORING_STONE)
        add_territory(game, scores);
    if (scoring == SCORING_TERRITORY) {
        for (int k = 0; k < PLAYERS_MAX; k++)
            scores[k] -= now->lost[k];
    } else {
        for (int p = 0; p < game->graph->points; p++)
            if (now->board.cells[p] != POINT_EMPTY)
                scores[now->board.cells[p] - 1]++;
    }
    if (now->first_passer >= 0)
        scores[0] += ruleset_first_pass(&game->rules, now->first_passer);
    return 0;
}

int game_margin(const struct game *game)
{
    int scores[PLAYERS_MAX];
    int r = game_scores(game, scores);
    assert(r == 0);
    (void)r;
    return scores[0] - scores[1];
}
