/*
 * Bounds of positions without history against the naive solver:
 *
 *   bounds BOARD RULES BUDGET [SHARE]
 *
 * makes the table of BOARD (or of a graph file, NAME.graph) under each of RULES (several, separated
 * by blanks, or "every": every family with every combination of its fields) that has one of bounds,
 * and asks the naive solver of every legal position, both players to move, whether the players
 * force what the table says. BUDGET is its nodes a query; what it does not decide is skipped and
 * counted. Of all positions under all RULES, counted through, one in SHARE is asked. Exit code 0:
 * it agrees; 1: a difference, or nothing was compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "reference/naive/naive.h"
#include "tables/board_table.h"

static struct graph *graph;
static long budget, share = 1, met, asked, skipped, none, wrong, rulesets;

/* Black's margin t that attacker must be able to force, or keep below. */
static void ask(struct game *game, int attacker, int margin)
{
    long nodes = budget;
    int t = attacker == BLACK ? margin : 1 - margin;
    int answer = naive_force(game, attacker, t, &nodes);
    asked += answer >= 0;
    skipped += answer < 0;
    if (answer != 0)
        return;
    wrong++;
    printf("DISAGREE %s: %s does not force %+d\n", show_game(game),
           attacker == BLACK ? "black" : "white", margin);
}

static void ask_position(const struct board_table *table, const struct ruleset *rules,
                         const struct position *position)
{
    struct stones stones = {{0, 0}};
    uint32_t id;
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - STONE_OF(0)] |= 1ull << p;
    must(positions_find(&table->positions, stones, &id), "a legal board is not in the table");
    for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
        struct game game;
        must(game_init(&game, graph, rules, position, mover) == 0, "no game");
        for (int attacker = BLACK; attacker <= WHITE; attacker++) {
            struct state state = {.board = id, .mover = mover};
            int margin = attractor_margin(&table->every, state, (enum colour)attacker);
            none += margin == NEVER_FORCED;
            if (margin != NEVER_FORCED)
                ask(&game, attacker, margin);
        }
        game_release(&game);
    }
}

static void check_rules(const struct ruleset *rules, void *arg)
{
    const struct table_work work = {.threads = 1, .max_bytes = SIZE_MAX};
    struct position position = {{0}};
    struct board_table table;
    (void)arg;
    if (board_table_kind(rules) != TABLE_BOUNDS)
        return;
    must(board_table_init(&table, graph, rules, &work) == 0, "no table");
    do {
        if (position_check(graph, &position, NULL) == 0 && met++ % share == 0)
            ask_position(&table, rules, &position);
    } while (next_colouring(graph, &position));
    board_table_release(&table);
    rulesets++;
}

int main(int argc, char **argv)
{
    must(argc == 4 || argc == 5, "usage: bounds BOARD RULES BUDGET [SHARE]");
    graph = open_board(argv[1]);
    budget = atol(argv[3]);
    share = argc == 5 ? atol(argv[4]) : 1;
    must(share >= 1, "SHARE: wanted 1 or more");
    for_rulesets(argv[2], check_rules, NULL);
    printf(
        "%s: %ld rulesets, %ld answers compared, %ld not decided, %ld without a bound, %ld "
        "wrong\n",
        argv[1], rulesets, asked, skipped, none, wrong);
    graph_free(graph);
    return wrong > 0 || asked == 0;
}
