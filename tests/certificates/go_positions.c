/*
 * go-positions COUNT [SEED]: positions and plays at random, and what the executable rules make of
 * them (suicide=no, scoring=area), for proofs/coq/compare.ml: a line each, "ROWS COLS BLACK WHITE
 * MARGIN PLAYER POINT BLACK WHITE", the stones before and after as sets of points, "- -" after an
 * illegal play. The boards have up to 25 points.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"
#include "rules/game.h"

#define POINTS_MOST 25
#define PLAYS 30 /* on a board */

static uint64_t stones_of(const struct graph *graph, const struct position *position, int colour)
{
    uint64_t stones = 0;
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] == STONE_OF(colour))
            stones |= 1ull << p;
    return stones;
}

/* Any stones, as many as it happens, and none without a liberty. */
static void make_position(const struct graph *graph, struct position *ret_position)
{
    unsigned empty = 1 + random_below(8);
    memset(ret_position, 0, sizeof(*ret_position));
    for (int p = 0; p < graph->points; p++) {
        unsigned cell = random_below(2 + empty);
        ret_position->cells[p] = (uint8_t)(cell < 2 ? STONE_OF(cell) : POINT_EMPTY);
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

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 0;
    struct turn turn;
    struct game game = {.rules = open_rules("psk"), .players = 2, .count = 1, .turns = &turn};
    random_seed(argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    for (long done = 0; done < count;) {
        unsigned rows = 1 + random_below(5), cols = 1 + random_below(POINTS_MOST / rows);
        char name[16];
        struct position now;
        snprintf(name, sizeof(name), "%ux%u", rows, cols);
        struct graph *graph = open_board(name);
        game.graph = graph;
        make_position(graph, &now);
        for (int i = 0; i < PLAYS && done < count; i++, done++)
            show_play(&game, &now);
        graph_free(graph);
    }
    return 0;
}
