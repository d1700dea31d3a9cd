/*
 * Does the engine for rules with cycles agree with the executable rules and with the naive solver?
 *
 *   agree_cycles plays BOARD RULES GAMES SEED
 *   agree_cycles all BOARD RULES BUDGET
 *   agree_cycles values BOARD RULES BUDGET
 *   agree_cycles walk BOARD RULES BUDGET N SEED
 *   agree_cycles threads BOARD RULES BUDGET N SEED
 *
 * plays: random games, in which cycles are removed now and then. The engine's plays are the legal
 * ones and lead where the rules lead, captives and scores included.
 *
 * all: every legal position, both players to move. values: the same, and the naive solver must
 * prove all values from both sides. Then nobody forces more, and nobody gains by play without end.
 *
 * walk: positions of N random walks with their past. One table of lemmas serves a whole walk.
 *
 * threads: the same, each query answered by three threads.
 *
 * The engine says what each player forces; the naive solver, with BUDGET nodes a query, must not
 * deny it, and must not prove that he forces more. As play may be endless it seldom denies: but
 * where it proves what both force and these meet, that is the value. Both are counted. Exit code 0:
 * all agree; 1: a difference, or nothing was compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"
#include "common/rulesets.h"
#include "cycles/value.h"
#include "reference/naive/naive.h"
#include "rules/cycles.h"

/* Plays of a random game at most. */
#define GAME_MAX 60
/* Of the engine, for a value. */
#define ENGINE_NODES 400000

static struct {
    long plays, removals, positions, unproved, half, values, failed;
} tally;

static void fail(const struct game *game, const char *what, int number)
{
    printf("%s %s: %s %d\n", show_game(game), game_now(game)->next == 0 ? "(Black)" : "(White)",
           what, number);
    tally.failed++;
}

static void start(struct game *game, const struct graph *graph, const struct ruleset *rules,
                  const struct position *position, int to_move)
{
    if (game_init(game, graph, rules, position, to_move) < 0)
        die("no memory");
}

static struct limits engine_limits = {.max_bytes = (size_t)1 << 30, .threads = 1};

/* --- moves --- */

static struct move move_of(const struct game *game, const struct cycle_edge *edge)
{
    struct move move = edge->play.point < 0 ? move_pass(MOVE_PASS) : move_stone(edge->play.point);
    struct cycle cycle;
    for (int n = 1; edge->play.used != 0 && cycles_find(game, game->count - 1, n, &cycle); n++)
        if (cycle.used.words[0] == edge->play.used)
            return move_after_cycle(n, move);
    return move;
}

/* Number of legal turns by the rules, cycles with the same use counted once. */
static int count_legal(struct game *game)
{
    int count = 0;
    uint64_t last = 0;
    struct cycle cycle = {0};
    for (int n = 0; n == 0 || cycles_find(game, game->count - 1, n, &cycle); n++) {
        if (n > 0 && cycle.used.words[0] == last)
            continue;
        last = cycle.used.words[0];
        for (int p = -1; p < game->graph->points; p++) {
            struct verdict verdict;
            struct move move = p < 0 ? move_pass(MOVE_PASS) : move_stone(p);
            if (game_play(game, move_after_cycle(n, move), &verdict) < 0)
                die("no memory");
            if (!verdict.legal)
                continue;
            game_undo(game);
            count++;
        }
    }
    return count;
}

/* Is the engine's situation what the rules say? */
static bool same_now(const struct game *game, const struct cycle_game *fast)
{
    const struct turn *now = game_now(game);
    const struct cycle_situation *s = cycle_game_situation(fast);
    for (int p = 0; p < game->graph->points; p++)
        if ((now->board.cells[p] == STONE_OF(0)) != (s->stones[0] >> p & 1) ||
            (now->board.cells[p] == STONE_OF(1)) != (s->stones[1] >> p & 1))
            return false;
    return now->next == s->mover && now->needed == s->needed &&
           now->temporary.words[0] == s->temporary && now->permanent.words[0] == s->permanent &&
           now->lost[1] - now->lost[0] == cycle_game_now(fast)->gain;
}

/* Plays edge on both. Returns false if the game is over or they disagree. */
static bool play_both(struct game *game, struct cycle_game *fast, const struct cycle_edge *edge)
{
    struct verdict verdict;
    int score = 0;
    if (game_play(game, move_of(game, edge), &verdict) < 0)
        die("no memory");
    if (!verdict.legal) {
        fail(game, "the engine plays what is illegal:", edge->play.point);
        return false;
    }
    tally.plays++;
    tally.removals += edge->play.used != 0;
    if (game_over(game) != edge->over)
        fail(game, "the end is seen by one only", 0);
    if (edge->over) {
        if (cycle_game_score(fast, &score) < 0)
            die("no score");
        if (score + cycle_game_now(fast)->gain != game_margin(game))
            fail(game, "the engine's margin is", score + cycle_game_now(fast)->gain);
        return false;
    }
    if (cycle_game_make(fast, edge) < 0)
        die("no memory");
    cycle_game_update(fast);
    if (same_now(game, fast))
        return true;
    fail(game, "the engine is elsewhere after play", (int)game->count - 1);
    return false;
}

/*
 * A random edge; removals and stones come more often than passes. Removals are the last edges: they
 * are taken now and then only, so that cycles get longer and situations stand often.
 */
static const struct cycle_edge *choose(const struct cycle_edge *edges, int count)
{
    int plain = 0;
    while (plain < count && edges[plain].play.used == 0)
        plain++;
    if (plain < count && random_below(8) == 0)
        return &edges[plain + (int)random_below((unsigned)(count - plain))];
    const struct cycle_edge *edge = &edges[random_below((unsigned)plain)];
    for (int tries = 0; tries < 2 && edge->play.point < 0; tries++)
        edge = &edges[random_below((unsigned)plain)];
    return edge;
}

static void check_plays(const struct graph *graph, const struct ruleset *rules)
{
    struct game game;
    struct cycle_game fast;
    struct position position;
    random_position(graph, &position);
    start(&game, graph, rules, &position, (int)random_below(2));
    if (random_below(4) == 0)
        game_prohibit(&game, (int)random_below((unsigned)graph->points));
    if (cycle_game_init(&fast, &game) < 0)
        die("no memory");
    cycle_game_update(&fast);
    struct cycle_edge *edges = calloc(cycle_game_plays_max(&fast), sizeof(*edges));
    bool goes_on = edges != NULL;
    while (goes_on && game.count < GAME_MAX) {
        int count = cycle_game_list(&fast, edges), legal = count_legal(&game);
        if (count != legal)
            fail(&game, "legal plays by the rules, against the engine's:", legal);
        goes_on = play_both(&game, &fast, choose(edges, count));
    }
    free(edges);
    cycle_game_release(&fast);
    game_release(&game);
}

/* --- values --- */

/* Does the naive solver prove (1) or deny (0) that attacker forces margin, in Black's view? */
static int naive(struct game *game, int attacker, int margin, long budget)
{
    long nodes = budget;
    return naive_force(game, attacker, attacker == 0 ? margin : margin + 1, &nodes);
}

static void compare(struct game *game, const struct bounds *bounds, long budget)
{
    int lower = bounds->lower_min, upper = bounds->upper_max, proved = 0;
    tally.positions++;
    for (int attacker = 0; attacker < 2; attacker++) {
        int margin = attacker == 0 ? lower : upper, more = attacker == 0 ? margin + 1 : margin - 1;
        if (abs(margin) >= MARGIN_INFINITE)
            continue;
        int result = naive(game, attacker, margin, budget);
        proved += result == 1;
        if (result == 0)
            fail(game, "the naive solver denies what the engine says is forced:", margin);
        if (bounds_known(bounds) && naive(game, attacker, more, budget / 4) == 1)
            fail(game, "the naive solver forces more than the engine's", margin);
    }
    tally.unproved += !bounds_known(bounds);
    tally.half += proved == 1;
    tally.values += proved == 2;
}

static struct bounds solve(struct cycle_search *search)
{
    struct bounds bounds = bounds_unknown();
    if (engine_limits.threads == 1) /* several threads keep to no number of nodes */
        search->limits.max_nodes = search->nodes + ENGINE_NODES;
    cycle_value(search, 0, &bounds);
    return bounds;
}

static void check_start(const struct graph *graph, const struct ruleset *rules,
                        const struct position *position, int to_move, long budget)
{
    struct game game;
    struct cycle_search search;
    start(&game, graph, rules, position, to_move);
    if (cycle_search_init(&search, &game, &engine_limits) < 0)
        die("no memory");
    struct bounds bounds = solve(&search);
    compare(&game, &bounds, budget);
    cycle_search_release(&search);
    game_release(&game);
}

static void check_all(const struct graph *graph, const struct ruleset *rules, long budget)
{
    struct position position = {{0}};
    do {
        if (position_check(graph, &position, NULL) < 0)
            continue;
        check_start(graph, rules, &position, 0, budget);
        check_start(graph, rules, &position, 1, budget);
    } while (next_colouring(graph, &position));
}

static void check_walk(const struct graph *graph, const struct ruleset *rules, long budget)
{
    struct game game;
    struct cycle_search search;
    struct position position;
    random_position(graph, &position);
    start(&game, graph, rules, &position, (int)random_below(2));
    if (cycle_search_init(&search, &game, &engine_limits) < 0)
        die("no memory");
    struct cycle_edge *edges = calloc(cycle_game_plays_max(&search.game), sizeof(*edges));
    bool goes_on = edges != NULL;
    while (goes_on && game.count < GAME_MAX) {
        struct bounds bounds = solve(&search);
        compare(&game, &bounds, budget);
        cycle_game_update(&search.game);
        int count = cycle_game_list(&search.game, edges);
        goes_on = play_both(&game, &search.game, choose(edges, count));
    }
    free(edges);
    cycle_search_release(&search);
    game_release(&game);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    bool threads = strcmp(mode, "threads") == 0;
    int wanted = threads || strcmp(mode, "walk") == 0 ? 7 : strcmp(mode, "plays") == 0 ? 6 : 5;
    if (argc != wanted)
        die("usage: agree_cycles plays BOARD RULES GAMES SEED | all|values BOARD RULES BUDGET | "
            "walk|threads BOARD RULES BUDGET N SEED");
    if (threads) {
        engine_limits.threads = 3;
        engine_limits.parallel_nodes = 1;
    }
    struct graph *graph = open_board(argv[2]);
    const struct ruleset rules = open_rules(argv[3]);
    long number = atol(argv[4]);
    if (argc > 5)
        random_seed((uint64_t)atol(argv[argc - 1]));
    if (wanted == 5)
        check_all(graph, &rules, number);
    for (long i = 0; wanted == 6 && i < number; i++)
        check_plays(graph, &rules);
    for (long i = 0; wanted == 7 && i < atol(argv[5]); i++)
        check_walk(graph, &rules, number);
    printf(
        "%s %s %s: %ld plays, %ld of them with a removal; %ld positions, %ld not decided by the "
        "engine, %ld values proved by the naive solver, %ld by halves; %ld failed\n",
        mode, argv[2], argv[3], tally.plays, tally.removals, tally.positions, tally.unproved,
        tally.values, tally.half, tally.failed);
    graph_free(graph);
    if (strcmp(mode, "values") == 0 && tally.values < tally.positions)
        die("the naive solver has not proved all values");
    return tally.failed > 0 || tally.plays + tally.positions == 0;
}
