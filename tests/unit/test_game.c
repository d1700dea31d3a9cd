/* Games: turns, undo, illegal moves, growth, scores. */
#include "common/check.h"

#include "rules/game.h"

static struct game must_game(const struct graph *graph, const char *rules, const char *board)
{
    struct game game;
    struct ruleset ruleset = must_rules(rules);
    struct position position = must_position(graph, board);
    assert_int_equal(game_init(&game, graph, &ruleset, &position, 0), 0);
    return game;
}

static bool play(struct game *game, const char *text, struct verdict *ret_verdict)
{
    struct move move;
    assert_int_equal(move_parse(game->graph, "pass", text, strlen(text), &move, NULL), 0);
    assert_int_equal(game_play(game, move, ret_verdict), 0);
    return ret_verdict->legal;
}

static void test_start(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x2");
    struct game game = must_game(graph, "kee2013,players=3", "X./.O");
    const struct turn *now = game_now(&game);
    assert_int_equal(now->player, -1);
    assert_int_equal(now->next, 0);
    assert_int_equal(now->active, 7);
    assert_int_equal(now->banned, -1);
    assert_int_equal(game.players, 3);
    assert_false(game_over(&game));
    game_release(&game);
    game_release(&game);
    game_release(NULL);
    graph_free(graph);
}

static void test_illegal_leaves_unchanged(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x3");
    struct game game = must_game(graph, "psk", ".../OX./.OX");
    struct verdict verdict;
    assert_true(play(&game, "A1", &verdict));
    assert_null(verdict.rule);
    struct turn before = *game_now(&game);
    assert_false(play(&game, "B1", &verdict));
    assert_string_equal(verdict.rule, "psk");
    assert_string_equal(verdict.reason, "recreates the start position");
    assert_int_equal(game.count, 2);
    assert_memory_equal(game_now(&game), &before, sizeof(before));
    assert_false(play(&game, "A1", &verdict));
    assert_string_equal(verdict.rule, "occupied");
    assert_string_equal(verdict.reason, "A1 is occupied");
    assert_int_equal(game.count, 2);
    game_release(&game);
    graph_free(graph);
}

/* Playing, taking back and playing again gives the same turns, also across growth. */
static void test_undo(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x3");
    struct game game = must_game(graph, "none", ".../OX./.OX");
    struct verdict verdict;
    struct turn first, second;
    for (int i = 0; i < 100; i++) {
        assert_true(play(&game, i % 2 == 0 ? "A1" : "B1", &verdict));
        assert_int_equal(game_now(&game)->removed, 1);
    }
    first = *game_now(&game);
    assert_int_equal(first.lost[0], 50);
    assert_int_equal(first.lost[1], 50);
    game_undo(&game);
    assert_int_equal(game_now(&game)->lost[0], 49);
    assert_true(play(&game, "B1", &verdict));
    second = *game_now(&game);
    assert_int_equal(second.lost[0], first.lost[0]);
    assert_true(position_equal(graph, &first.board, &second.board));
    while (game.count > 1)
        game_undo(&game);
    assert_int_equal(game_now(&game)->player, -1);
    game_release(&game);
    graph_free(graph);
}

static void test_next_player(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x2");
    struct game game = must_game(graph, "kee2013,players=4", "../..");
    assert_int_equal(game_next_player(&game, 0, 15), 1);
    assert_int_equal(game_next_player(&game, 3, 15), 0);
    assert_int_equal(game_next_player(&game, 3, 6), 1);
    assert_int_equal(game_next_player(&game, 1, 5), 2);
    assert_int_equal(game_next_player(&game, 1, 2), 1);
    assert_int_equal(game_next_player(&game, 1, 0), -1);
    game_release(&game);
    graph_free(graph);
}

static void test_turn_names(void **state)
{
    (void)state;
    char buffer[48];
    assert_string_equal(game_name_turn(0, buffer), "the start position");
    assert_string_equal(game_name_turn(7, buffer), "the board after move 7");
}

static void check_scores(const char *rules, const char *size, const char *board, int black,
                         int white, int red, int blue)
{
    int scores[PLAYERS_MAX];
    struct graph *graph = must_graph(size);
    struct game game = must_game(graph, rules, board);
    game_scores(&game, scores);
    assert_int_equal(scores[0], black);
    assert_int_equal(scores[1], white);
    assert_int_equal(scores[2], red);
    assert_int_equal(scores[3], blue);
    assert_int_equal(game_margin(&game), black - white);
    game_release(&game);
    graph_free(graph);
}

static void test_scores(void **state)
{
    (void)state;
    check_scores("psk", "2x3", ".../...", 0, 0, 0, 0);
    check_scores("psk", "2x3", "X../...", 6, 0, 0, 0);
    check_scores("psk,scoring=territory", "2x3", "X../...", 5, 0, 0, 0);
    check_scores("psk,scoring=stone", "2x3", "X../...", 1, 0, 0, 0);
    check_scores("psk", "1x7", ".XX.O..", 3, 3, 0, 0);
    check_scores("psk,scoring=territory", "1x7", ".XX.O..", 1, 2, 0, 0);
    check_scores("psk,scoring=stone", "1x7", ".XX.O..", 2, 1, 0, 0);
    /* A seki: two shared liberties are nobody's, an eye of each side is its own. */
    check_scores("psk", "3x5", ".XXO./XX.OO/OO.XX", 7, 6, 0, 0);
    check_scores("psk,scoring=territory", "3x5", ".XXO./XX.OO/OO.XX", 1, 1, 0, 0);
    check_scores("psk", "5x5", "X.O.X/XXOXX/..O../OOOOO/.O.O.", 6, 13, 0, 0);
}

/* A region counts for the one player whose stones it touches; with others' stones for nobody. */
static void test_scores_of_several(void **state)
{
    (void)state;
    check_scores("kee2013,players=4", "1x8", ".XO.#.@.", 2, 1, 1, 2);
    check_scores("kee2013,players=4,scoring=territory", "1x8", ".XO.#.@.", 1, 0, 0, 1);
    check_scores("kee2013,players=3,scoring=stone", "1x8", ".XO.#.#.", 1, 1, 2, 0);
    check_scores("kee2013,players=3", "1x8", ".XO.#.#.", 2, 1, 4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_illegal_leaves_unchanged),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_next_player),
        cmocka_unit_test(test_turn_names),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_scores_of_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
