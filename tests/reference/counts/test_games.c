/*
 * Complete games from the empty board, counted by playing every one of them by the executable
 * rules, against the numbers that Tromp and Farneback published (Combinatorics of Go). A game is a
 * sequence of turns that ends at two consecutive passes.
 *
 * Under positional superko they count differently: a game is a sequence of colourings, that is a
 * simple path from the empty board in the graph of positions, and passes are not listed. It comes
 * to the same: two moves follow each other with or without one pass between them, according to who
 * made them; a move says who made it (his stones become more, or, by suicide, the others' stay and
 * his become fewer); and every path may end where it stands. Both counts are made here.
 */
#include "common/check.h"

#include <stdio.h>

#include "naive_count.h"
#include "rules/capture.h"

static long games_of(const char *size, const char *rules)
{
    struct graph *graph = must_graph(size);
    struct ruleset ruleset = must_rules(rules);
    struct position empty = {{0}};
    struct game game;
    assert_int_equal(game_init(&game, graph, &ruleset, &empty, 0), 0);
    static struct naive_count count;
    assert_true(naive_count_games(&game, UINT64_MAX, &count));
    game_release(&game);
    graph_free(graph);
    return (long)count.games;
}

static void test_games(void **state)
{
    (void)state;
    static const struct {
        const char *size, *suicide;
        long psk, ssk, nssk;
    } published[] = {
        {"1x1", "yes", 1, 2, 5}, {"1x2", "yes", 9, 21, 105}, {"1x3", "yes", 907, 19207, 275115},
        {"1x1", "no", 1, 1, 1},  {"1x2", "no", 9, 9, 9},     {"1x3", "no", 907, 959, 959},
    };
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        char rules[32];
        snprintf(rules, sizeof(rules), "psk,suicide=%s", published[i].suicide);
        assert_int_equal(games_of(published[i].size, rules), published[i].psk);
        snprintf(rules, sizeof(rules), "ssk,suicide=%s", published[i].suicide);
        assert_int_equal(games_of(published[i].size, rules), published[i].ssk);
        snprintf(rules, sizeof(rules), "nssk,suicide=%s", published[i].suicide);
        assert_int_equal(games_of(published[i].size, rules), published[i].nssk);
    }
}

#define PATH_MAX_POSITIONS 64

struct path {
    const struct graph *graph;
    bool suicide;
    struct position boards[PATH_MAX_POSITIONS];
    int length;
};

static bool on_path(const struct path *path, const struct position *board)
{
    for (int i = 0; i < path->length; i++)
        if (position_equal(path->graph, &path->boards[i], board))
            return true;
    return false;
}

/* Simple paths that begin with path: each is a game. Either player makes the next colouring. */
static long count_paths(struct path *path)
{
    long paths = 1;
    for (int p = 0; p < path->graph->points; p++) {
        for (int player = 0; player < 2; player++) {
            struct position next = path->boards[path->length - 1];
            struct capture capture;
            if (next.cells[p] != POINT_EMPTY)
                continue;
            capture_play(path->graph, &next, p, player, true, &capture);
            if (on_path(path, &next) || (capture.suicidal && !path->suicide))
                continue;
            assert_true(path->length < PATH_MAX_POSITIONS);
            path->boards[path->length++] = next;
            paths += count_paths(path);
            path->length--;
        }
    }
    return paths;
}

static void test_paths(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x1", "1x2", "1x3"};
    static const long published[] = {1, 9, 907};
    for (size_t i = 0; i < 3; i++) {
        struct graph *graph = must_graph(sizes[i]);
        struct path path = {.graph = graph, .length = 1};
        assert_int_equal(count_paths(&path), published[i]);
        path.suicide = true;
        assert_int_equal(count_paths(&path), published[i]);
        assert_int_equal(games_of(sizes[i], "psk"), published[i]);
        assert_int_equal(games_of(sizes[i], "psk,suicide=yes"), published[i]);
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
