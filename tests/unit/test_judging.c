/*
 * Rules judge a move as it is, however little memory there is: a game has no room for a turn, or
 * what it says of the move is what it says with memory.
 */
#include "common/check.h"
#include "common/failing_memory.h"
#include "common/games.h"
#include "common/rulesets.h"

/* Random games of each preset and size, and moves of each at most. */
#define GAMES 20
#define MOVES 40

/* Tries the move without memory, and then with it; leaves it played if it is legal. */
static bool try_move(struct game *game, struct move move)
{
    struct verdict without, with;
    failing_memory = failing_memory_always;
    int r = game_play(game, move, &without);
    failing_memory = NULL;
    if (r == 0 && without.legal)
        game_undo(game);
    assert_int_equal(game_play(game, move, &with), 0);
    if (r == 0 && without.legal != with.legal)
        fail_msg("%s: %s without memory: %s", show_game(game), move_format(game->graph, move),
                 without.legal ? "legal" : without.reason);
    assert_true(r == 0 || r == -ENOMEM);
    return with.legal;
}

static void play_randomly(struct game *game)
{
    int points = game->graph->points;
    for (int i = 0; i < MOVES; i++) {
        int choice = (int)random_below((unsigned)points + 1);
        if (!try_move(game, choice < points ? move_stone(choice) : move_pass(MOVE_PASS)))
            continue;
        if (game_over(game))
            game_undo(game);
    }
}

static void check_preset(const char *name, const char *size)
{
    struct graph *graph = must_graph(size);
    const struct ruleset rules = must_rules(name);
    const struct position empty = {{0}};
    for (int i = 0; i < GAMES; i++) {
        struct game game;
        assert_int_equal(game_init(&game, graph, &rules, &empty, 0), 0);
        play_randomly(&game);
        game_release(&game);
    }
    graph_free(graph);
}

static void test_presets(void **state)
{
    size_t count;
    const struct preset *all = presets(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        check_preset(all[i].name, "1x3");
        check_preset(all[i].name, "2x2");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_presets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
