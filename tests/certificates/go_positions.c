/*
 * go-positions COUNT [SEED [RULES [seats]]]: positions and plays at random, and what the executable
 * rules make of them (suicide=no, scoring=area), for proofs/coq/compare.ml: a line each, "ROWS COLS
 * BLACK WHITE MARGIN PLAYER POINT BLACK WHITE", the stones before and after as sets of points, "-
 * -" after an illegal play. The boards have up to 25 points. With RULES it is COUNT random games on
 * small boards instead, as compare.ml says; with "seats" as compare_coalitions.ml says, of as many
 * players as the rules have.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/coalitions/rules.h"
#include "common/games.h"
#include "rules/cycles.h"
#include "rules/game.h"

#define POINTS_MOST 25
#define PLAYS 30  /* on a board */
#define MOVES 40  /* tried in a game */
#define WON 20001 /* more than a board is worth: an outright win */

static uint64_t stones_of(const struct graph *graph, const struct position *position, int colour)
{
    uint64_t stones = 0;
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] == STONE_OF(colour))
            stones |= 1ull << p;
    return stones;
}

/* Any stones, as many as it happens, and none without a liberty. */
static void make_position(const struct graph *graph, unsigned players,
                          struct position *ret_position)
{
    unsigned empty = 1 + random_below(8);
    memset(ret_position, 0, sizeof(*ret_position));
    for (int p = 0; p < graph->points; p++) {
        unsigned cell = random_below(players + empty);
        ret_position->cells[p] = (uint8_t)(cell < players ? STONE_OF(cell) : POINT_EMPTY);
    }
    for (int p = 0; p < graph->points; p++) {
        struct chain chain;
        if (ret_position->cells[p] == POINT_EMPTY)
            continue;
        position_chain(graph, ret_position, p, &chain);
        if (chain.liberties == 0)
            ret_position->cells[p] = POINT_EMPTY;
    }
}

/* One play, and the board goes on from it if it is legal. */
static void show_play(struct game *game, struct position *now)
{
    const struct graph *graph = game->graph;
    int player = (int)random_below(2), point = (int)random_below((unsigned)graph->points);
    for (int i = 0; i < 6 && now->cells[point] != POINT_EMPTY; i++)
        point = (int)random_below((unsigned)graph->points);
    struct verdict verdict = {.legal = true};
    game->turns[0] = (struct turn){.board = *now, .player = player};
    printf("%d %d %" PRIu64 " %" PRIu64 " %d %d %d ", graph->points / graph->cols, graph->cols,
           stones_of(graph, now, 0), stones_of(graph, now, 1), game_margin(game), player, point);
    game_place_stone(game, &game->turns[0], point, &verdict);
    if (!verdict.legal) {
        puts("- -");
        return;
    }
    *now = game->turns[0].board;
    printf("%" PRIu64 " %" PRIu64 "\n", stones_of(graph, now, 0), stones_of(graph, now, 1));
}

static struct graph *open_rectangle(unsigned rows, unsigned cols)
{
    char name[16];
    snprintf(name, sizeof(name), "%ux%u", rows, cols);
    return open_board(name);
}

static void show_positions(long count)
{
    struct turn turn;
    struct game game = {.rules = open_rules("psk"), .players = 2, .count = 1, .turns = &turn};
    for (long done = 0; done < count;) {
        unsigned rows = 1 + random_below(5), cols = 1 + random_below(POINTS_MOST / rows);
        struct position now;
        struct graph *graph = open_rectangle(rows, cols);
        game.graph = graph;
        make_position(graph, 2, &now);
        for (int i = 0; i < PLAYS && done < count; i++, done++)
            show_play(&game, &now);
        graph_free(graph);
    }
}

/* The player who is out, or -1. */
static int out_of(const struct turn *now)
{
    return (now->active & 1u) == 0 ? 0 : (now->active & 2u) == 0 ? 1 : -1;
}

/* A point, or -1 for a pass, or -2 for a refreshing one where the rules know such. */
static int random_move(const struct game *game)
{
    unsigned passes = game->rules.family->refreshing ? 2 : 1;
    return (int)random_below((unsigned)game->graph->points + passes) - (int)passes;
}

/* What a player has, and what stands on the board. */
static void show_seats(const struct game *game)
{
    for (int k = 0; k < PLAYERS_MAX; k++)
        printf(" %" PRIu64, stones_of(game->graph, &game_now(game)->board, k));
}

/* How the game stands after a legal move, with each player's stones, or points, and then what each
 * coalition gets by each payoff. */
static void show_players(const struct game *game)
{
    const struct turn *now = game_now(game);
    int scores[PLAYERS_MAX];
    if (now->ending == ENDING_NONE) {
        printf("goes");
        show_seats(game);
        printf(" %d %u %d\n", now->next, now->active, now->passes);
        return;
    }
    must(game_scores(game, scores) == 0, "no memory");
    printf("ends");
    for (int k = 0; k < PLAYERS_MAX; k++)
        printf(" %d", scores[k]);
    for (unsigned members = 1; members < 1u << game->players; members++)
        for (int kind = CERTIFICATE_POINTS; kind <= CERTIFICATE_RANK; kind++)
            printf(" %d", coalition_payoff_of(scores, game->players, members,
                                              (enum certificate_payoff)kind));
    putchar('\n');
}

/* The same of two players, with their margin. */
static void show_colours(const struct game *game)
{
    const struct turn *now = game_now(game);
    if (now->ending == ENDING_SCORED)
        printf("ends %d\n", game_margin(game));
    else if (now->ending == ENDING_WON)
        printf("ends %d\n", now->winner == 0 ? WON : -WON);
    else if (now->ending != ENDING_NONE)
        puts("ends");
    else
        printf("goes %" PRIu64 " %" PRIu64 " %d %d\n", stones_of(game->graph, &now->board, 0),
               stones_of(game->graph, &now->board, 1), now->next, out_of(now));
}

/* The number of a cycle that a turn removes, or 0; where there is one, often, and sometimes one too
 * many. */
static int random_cycle(const struct game *game)
{
    int count = game->rules.family->remove_cycle == NULL ? 0 : cycles_count(game, game->count - 1);
    return count == 0 || random_below(3) == 0 ? 0 : 1 + (int)random_below((unsigned)count + 1);
}

static void show_move(struct game *game, bool seats)
{
    int point = random_move(game), cycle = random_cycle(game);
    struct move move = point >= 0    ? move_stone(point)
                       : point == -1 ? move_pass(MOVE_PASS)
                                     : move_pass(MOVE_REFRESH);
    move.cycle = cycle;
    struct verdict verdict;
    must(game_play(game, move, &verdict) == 0, "no memory");
    if (cycle > 0)
        printf("%d+%d ", point, cycle);
    else
        printf("%d ", point);
    if (!verdict.legal)
        puts("illegal");
    else if (seats)
        show_players(game);
    else
        show_colours(game);
}

static void show_start(const struct game *game, unsigned rows, unsigned cols, bool seats)
{
    const struct turn *now = game_now(game);
    printf("start %u %u", rows, cols);
    if (seats)
        show_seats(game);
    else
        printf(" %" PRIu64 " %" PRIu64, stones_of(game->graph, &now->board, 0),
               stones_of(game->graph, &now->board, 1));
    printf(" %d\n", now->next);
}

static void show_games(long count, const char *name, bool seats)
{
    const struct ruleset rules = open_rules(name);
    unsigned players = (unsigned)ruleset_players(&rules);
    for (long done = 0; done < count; done++) {
        unsigned rows = 1 + random_below(2), cols = 1 + random_below(4);
        struct graph *graph = open_rectangle(rows, cols);
        struct position position;
        struct game game;
        int player = (int)random_below(players);
        make_position(graph, players, &position);
        must(game_init(&game, graph, &rules, &position, player) == 0, "no memory");
        show_start(&game, rows, cols, seats);
        for (int i = 0; i < MOVES && !game_over(&game); i++)
            show_move(&game, seats);
        game_release(&game);
        graph_free(graph);
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 0;
    random_seed(argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    if (argc > 3)
        show_games(count, argv[3], argc > 4);
    else
        show_positions(count);
    return 0;
}
