/* Random games and their values. */
#include "properties/property.h"

#include "common/repeats.h"
#include "search/solver.h"

#include <stdio.h>

/* One in so many games is played where not all are. How memory and numbers are handled shows after
 * fewer still. */
#ifdef __SANITIZE_ADDRESS__
enum { GAMES_PART = 6 };
#else
enum { GAMES_PART = 3 };
#endif

const struct setting settings[] = {
    {"psk", "1x4 1x6 2x3 2x4 3x3"},
    {"ssk", "1x4 1x6 2x3 3x3"},
    {"nssk,suicide=yes", "1x4 2x2"},
    {"new-zealand", "1x4 2x2"},
    {"psk,scoring=territory", "1x4 1x5 2x2 2x3"},
    {"ssk,scoring=territory,pass-stones=yes", "1x4 2x2"},
    {"simple", "1x5 2x2 2x3"},
    {"none,suicide=yes", "1x4 2x2"},
    {"chinese", "1x4 2x2 2x3"},
    {"japanese-play", "1x4 2x2"},
    {"pauli-original", "1x4 2x2"},
    {"kee2013", "1x4 1x6 2x2 2x3"},
    {"kee2013,refresh=no", "1x4 1x6 2x3"},
    {"kee2013,scoring=territory,tally=all", "1x4 2x2"},
};
const size_t setting_count = sizeof(settings) / sizeof(settings[0]);

static void random_start(const struct graph *graph, const struct ruleset *rules, struct game *game)
{
    struct position position;
    do {
        memset(&position, 0, sizeof(position));
        for (int p = 0; p < graph->points; p++)
            position.cells[p] = (uint8_t)random_below(3);
    } while (position_check(graph, &position, NULL) < 0);
    assert_int_equal(game_init(game, graph, rules, &position, (int)random_below(2)), 0);
}

/* Plays at random; never an end, so that there is something to solve. */
static void random_plays(struct game *game, int moves)
{
    unsigned points = (unsigned)game->graph->points;
    for (int tries = 0; tries < 3 * moves && (int)game->count <= moves; tries++) {
        struct verdict verdict;
        unsigned choice = random_below(points + 2);
        struct move move = choice < points ? move_stone((int)choice)
                                           : move_pass(choice == points ? MOVE_PASS : MOVE_REFRESH);
        assert_int_equal(game_play(game, move, &verdict), 0);
        if (game_over(game))
            game_undo(game);
    }
}

void for_random_games(int games, int moves, void (*check)(const struct game *game))
{
    for_random_games_of(settings, setting_count, games, moves, check);
}

void for_random_games_of(const struct setting *list, size_t count, int games, int moves,
                         void (*check)(const struct game *game))
{
    const int part = repeats_all() ? 1 : GAMES_PART;
    for (size_t i = 0; i < count; i++) {
        struct ruleset rules;
        char boards[64];
        assert_int_equal(ruleset_parse(list[i].rules, &rules, NULL), 0);
        strcpy(boards, list[i].boards);
        for (char *name = strtok(boards, " "); name != NULL; name = strtok(NULL, " ")) {
            struct graph *graph = must_graph(name);
            for (int n = 0; n * part < games; n++) {
                struct game game;
                random_start(graph, &rules, &game);
                random_plays(&game, (int)random_below((unsigned)moves + 1));
                check(&game);
                game_release(&game);
            }
            graph_free(graph);
        }
    }
}

struct limits wide_limits(void)
{
    return (struct limits){.max_bytes = 64u << 20, .max_nodes = 5000000};
}

bool value_within(const struct game *game, uint64_t max_nodes, struct bounds *ret_bounds)
{
    struct solver solver;
    struct limits limits = wide_limits();
    limits.max_nodes = max_nodes;
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, ret_bounds), 0);
    bool solved = bounds_known(ret_bounds) || solver_value(&solver, 0, ret_bounds) == 0;
    solver_release(&solver);
    return solved;
}

struct bounds value_of(const struct game *game)
{
    struct bounds bounds;
    if (!value_within(game, wide_limits().max_nodes, &bounds))
        fail_msg("%s: not solved", show_game(game));
    return bounds;
}

void check_same_value(const struct game *game, struct bounds one, struct bounds other,
                      const char *what)
{
    if (!bounds_known(&one) || !bounds_known(&other) || one.lower_min != other.lower_min ||
        one.upper_min != other.upper_min)
        fail_msg("%s: lower %d, upper %d, but %s: lower %d, upper %d", show_game(game),
                 one.lower_min, one.upper_min, what, other.lower_min, other.upper_min);
}
