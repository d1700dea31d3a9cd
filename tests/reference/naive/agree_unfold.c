/*
 * Does the engine for the Ing-Spight Ko Rule agree with the executable rules and with the naive
 * solver?
 *
 *     agree_unfold plays BOARD RULES GAMES SEED     random games: the engine's moves are legal
 *     agree_unfold all BOARD RULES BUDGET [SHARE]   every legal position, both players to move, or
 *                                                   one in SHARE
 *     agree_unfold walk BOARD RULES BUDGET N SEED   positions of N random games with their past
 *
 * The engine says what each player forces. The naive solver, with BUDGET nodes a query and full
 * histories, must not deny it, and must not prove that he forces more. As play may be endless it
 * cannot always decide: where it proves what both force, and the two meet, that is the value. Exit
 * code 0: all agree; 1: a difference, or nothing was compared.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"
#include "common/rulesets.h"
#include "reference/naive/naive.h"
#include "unfold/value.h"

/* Moves of a random game at most. */
#define GAME_MAX 60
/* States that the engine unfolds for a value at most. */
#define ENGINE_NODES 100000
/* One move in so many is a pass, if a stone could be played. */
#define PASSES_ONE_IN 5

static struct {
    long moves, refused, positions, pairs, open, half, values, failed, met;
} tally;

static void fail(const struct game *game, const char *what, int number)
{
    printf("%s %s: %s %d\n", show_game(game), game_now(game)->next == 0 ? "(Black)" : "(White)",
           what, number);
    tally.failed++;
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

/* The state of the game in a graph that has the tables already. */
static uint32_t enter(struct unfold_graph *unfolded, const struct game *game)
{
    uint32_t id = 0;
    must(unfold_graph_root(unfolded, game, &id) == 0, "no memory");
    return id;
}

/* --- moves --- */

/* Are the engine's moves from where the game stands the legal ones? */
static void compare_moves(struct unfold_graph *unfolded, struct game *game)
{
    uint32_t id = enter(unfolded, game);
    bool listed[BOARD_MAX_POINTS] = {false};
    if (!unfolded->nodes[id].unfolded)
        must(unfold_graph_unfold(unfolded, id) == 0, "no memory");
    const struct unfold_node *node = &unfolded->nodes[id];
    for (uint32_t e = node->first; e < node->first + node->count; e++)
        if (unfolded->edges[e].point >= 0)
            listed[unfolded->edges[e].point] = true;
    for (int p = 0; p < game->graph->points; p++) {
        struct verdict verdict;
        must(game_play(game, move_stone(p), &verdict) == 0, "no memory");
        if (verdict.legal)
            game_undo(game);
        else
            tally.refused += strcmp(verdict.rule, "ing-spight") == 0;
        if (verdict.legal != listed[p])
            fail(game, "the rules and the engine differ about a stone on point", p);
    }
}

/* A random legal move, seldom a pass that ends the game. */
static void play_random(struct game *game)
{
    int points = game->graph->points, passes = game_now(game)->passes;
    struct verdict verdict = {.legal = false};
    unsigned never_mind = random_below(passes > 0 ? 10 * PASSES_ONE_IN : PASSES_ONE_IN);
    for (int tries = 0; tries < 4 * points && !verdict.legal && never_mind > 0; tries++)
        must(game_play(game, move_stone((int)random_below((unsigned)points)), &verdict) == 0,
             "no memory");
    if (!verdict.legal)
        must(game_play(game, move_pass(MOVE_PASS), &verdict) == 0, "no memory");
    tally.moves++;
}

/* --- values --- */

static int naive(struct game *game, int player, int margin, long budget)
{
    long nodes = budget;
    return naive_force(game, player, player == 0 ? margin : margin + 1, &nodes);
}

/* One player's bounds, which were found in Black's view: no end beyond the board's points, and no
 * more or less than the naive solver proves. Returns whether it proves that he forces what he does.
 */
static bool compare_player(struct game *game, const struct bounds *bounds, int player, long budget)
{
    int points = game->graph->points, sign = player == 0 ? 1 : -1;
    int least = sign * (player == 0 ? bounds->lower_min : bounds->upper_max);
    int most = sign * (player == 0 ? bounds->lower_max : bounds->upper_min);
    int more = most < -points ? -points : most + 1;
    int result = least >= -points ? naive(game, player, sign * least, budget) : -1;
    if (least > points || least > most)
        fail(game, "the engine's bounds are no margins of the board:", sign * least);
    else if (result == 0)
        fail(game, "the naive solver denies what the engine says is forced:", sign * least);
    if (more <= points && naive(game, player, sign * more, budget / 4) == 1)
        fail(game, "the naive solver forces more than the engine's", sign * most);
    return result == 1;
}

static void compare_value(struct unfolding *of, struct game *game, long budget)
{
    of->limits.max_nodes = of->nodes + ENGINE_NODES;
    of->stopped = STOP_NONE;
    uint32_t id = enter(&of->graph, game);
    must(unfold_value(of, id, NULL) != -ENOMEM, "no memory");
    struct bounds bounds = unfold_bounds(of, id);
    bool black = compare_player(game, &bounds, 0, budget);
    bool white = compare_player(game, &bounds, 1, budget);
    tally.positions++;
    tally.open += !bounds_known(&bounds);
    tally.pairs += bounds_known(&bounds) && bounds.lower_min != bounds.upper_min;
    tally.half += black != white;
    tally.values += black && white && bounds.lower_min == bounds.upper_max;
}

/* --- games --- */

static void start(struct game *game, const struct graph *graph, const struct ruleset *rules,
                  const struct position *position, int to_move)
{
    must(game_init(game, graph, rules, position, to_move) == 0, "no memory");
}

/* A random game; its values, too, if there is a budget. */
static void check_game(struct unfolding *of, const struct ruleset *rules, long budget)
{
    struct game game;
    struct position position;
    const struct graph *graph = of->graph.plays.cycles.graph;
    random_position(graph, &position);
    start(&game, graph, rules, &position, (int)random_below(2));
    while (!game_over(&game) && game.count < GAME_MAX) {
        compare_moves(&of->graph, &game);
        if (budget > 0)
            compare_value(of, &game, budget);
        play_random(&game);
    }
    game_release(&game);
}

static void check_all(struct unfolding *of, const struct ruleset *rules, long budget, long share)
{
    const struct graph *graph = of->graph.plays.cycles.graph;
    struct position position = {{0}};
    do {
        for (int mover = 0; mover < 2 && position_check(graph, &position, NULL) == 0; mover++) {
            struct game game;
            if (tally.met++ % share != 0)
                continue;
            start(&game, graph, rules, &position, mover);
            compare_value(of, &game, budget);
            game_release(&game);
        }
    } while (next_colouring(graph, &position));
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    bool plays = strcmp(mode, "plays") == 0, all = strcmp(mode, "all") == 0;
    bool walk = strcmp(mode, "walk") == 0;
    if (!(plays && argc == 6) && !(all && (argc == 5 || argc == 6)) && !(walk && argc == 7))
        die("usage: agree_unfold plays BOARD RULES GAMES SEED | all BOARD RULES BUDGET [SHARE] | "
            "walk BOARD RULES BUDGET N SEED");
    struct graph *graph = open_board(argv[2]);
    const struct ruleset rules = open_rules(argv[3]);
    struct position empty = {{0}};
    struct game game;
    struct unfolding of = {.limits = {.max_bytes = (size_t)1 << 30}};
    start(&game, graph, &rules, &empty, 0);
    must(unfold_graph_init(&of.graph, &game, 0, never, NULL) == 0, "no memory");
    if (!all)
        random_seed((uint64_t)atol(argv[argc - 1]));
    if (all)
        check_all(&of, &rules, atol(argv[4]), argc == 6 ? atol(argv[5]) : 1);
    for (long i = 0; !all && i < atol(argv[argc - 2]); i++)
        check_game(&of, &rules, walk ? atol(argv[4]) : 0);
    unfold_release(&of);
    game_release(&game);
    graph_free(graph);
    printf(
        "%s %s %s: %ld moves, %ld refused by the ko rules; %ld positions, %ld pairs, %ld not "
        "decided by the engine; %ld values proved by the naive solver, %ld by halves; %ld "
        "failed\n",
        mode, argv[2], argv[3], tally.moves, tally.refused, tally.positions, tally.pairs,
        tally.open, tally.values, tally.half, tally.failed);
    return tally.failed > 0 || tally.moves + tally.positions == 0;
}
