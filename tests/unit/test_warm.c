/* What waits for later runs: what goes first, what is refused, what is forgotten. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search/persistence.h"
#include "search/warm.h"

#define SIZE ((size_t)10000) /* of what a run leaves here */

static int made, freed;

static void *make(const struct game *game, const struct limits *limits)
{
    (void)game;
    (void)limits;
    int *number = malloc(sizeof(*number));
    assert_non_null(number);
    *number = ++made;
    return number;
}

static void free_content(void *content)
{
    freed++;
    free(content);
}

static bool suits(const void *content, size_t bytes, const struct game *game,
                  const struct limits *limits)
{
    (void)content;
    (void)game;
    return bytes <= limits->max_bytes;
}

static int reopen(void *content, const struct game *game, const struct limits *limits)
{
    (void)content;
    (void)game;
    (void)limits;
    return 0;
}

static size_t shrink(void *content, size_t max_bytes)
{
    (void)content;
    (void)max_bytes;
    return SIZE;
}

static const struct warm_kind kind = {make, free_content, suits, reopen, shrink};
static const struct limits limits = {.max_bytes = 1 << 20};

/* Games on boards of 1 to 4 points in a row. */
static struct graph *graphs[4];
static struct game games[4];

static int make_games(void **state)
{
    static const char *const boards[] = {"1x1", "1x2", "1x3", "1x4"};
    static const struct position empty;
    struct ruleset rules;
    (void)state;
    assert_int_equal(ruleset_parse("psk", &rules, NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(graph_parse(boards[i], &graphs[i], NULL), 0);
        assert_int_equal(game_init(&games[i], graphs[i], &rules, &empty, 0), 0);
    }
    return 0;
}

static int free_games(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        game_release(&games[i]);
        graph_free(graphs[i]);
    }
    return 0;
}

static struct warm_loan *take(struct warm *warm, int game, const struct persistence *store)
{
    struct warm_loan *loan = warm_take(warm, &kind, &games[game], &limits, store);
    assert_non_null(loan);
    return loan;
}

/* Takes and gives back at once. Returns the number of what it was. */
static int use(struct warm *warm, int game, const struct persistence *store)
{
    struct warm_loan *loan = take(warm, game, store);
    int number = *(int *)loan->content;
    warm_give(warm, loan, true);
    return number;
}

static struct warm *make_warm(size_t max_bytes)
{
    made = freed = 0;
    struct warm *warm = warm_new(max_bytes);
    assert_non_null(warm);
    return warm;
}

static void what_was_used_longest_ago_goes_first(void **state)
{
    struct warm *warm = make_warm(3 * SIZE + SIZE / 2);
    (void)state;
    assert_int_equal(use(warm, 0, NULL), 1);
    assert_int_equal(use(warm, 1, NULL), 2);
    assert_int_equal(use(warm, 2, NULL), 3);
    assert_int_equal(use(warm, 0, NULL), 1); /* 1x2 waits longest now */
    assert_int_equal(use(warm, 3, NULL), 4);
    assert_int_equal(freed, 1);
    assert_int_equal(use(warm, 0, NULL), 1);
    assert_int_equal(use(warm, 2, NULL), 3);
    assert_int_equal(use(warm, 1, NULL), 5);
    warm_free(warm);
    assert_int_equal(freed, made);
}

static void what_is_too_large_does_not_wait(void **state)
{
    struct warm *warm = make_warm(SIZE - 1);
    struct limits little = {.max_bytes = SIZE / 2};
    (void)state;
    assert_int_equal(use(warm, 0, NULL), 1);
    assert_int_equal(freed, 1);
    assert_int_equal(use(warm, 0, NULL), 2);
    warm_free(warm);

    warm = make_warm(4 * SIZE);
    use(warm, 0, NULL);
    /* A run with less memory has its own. */
    struct warm_loan *loan = warm_take(warm, &kind, &games[0], &little, NULL);
    assert_false(loan->used);
    warm_give(warm, loan, true);
    assert_int_equal(freed, 0);
    warm_free(warm);
}

static void two_runs_have_two(void **state)
{
    struct warm *warm = make_warm(4 * SIZE);
    (void)state;
    struct warm_loan *one = take(warm, 0, NULL), *two = take(warm, 0, NULL);
    assert_ptr_not_equal(one->content, two->content);
    assert_false(one->used || two->used);
    warm_give(warm, one, true);
    warm_give(warm, two, false); /* and one that is not sound goes */
    assert_int_equal(freed, 1);
    assert_int_equal(use(warm, 0, NULL), 1);
    assert_int_equal(use(warm, 0, NULL), 1);
    warm_free(warm);
}

static void what_is_left_of_a_store_stays_with_it(void **state)
{
    static const struct persistence one = {.opened = 1.0}, other = {.opened = 2.0};
    struct persistence again = {.opened = 3.0};
    struct warm *warm = make_warm(20 * SIZE);
    (void)state;
    assert_int_equal(use(warm, 0, NULL), 1);
    assert_int_equal(use(warm, 0, &one), 1); /* what is proved here is good for all */
    assert_int_equal(use(warm, 0, NULL), 2);
    assert_int_equal(use(warm, 0, &one), 2);
    assert_int_equal(use(warm, 0, &other), 3);
    assert_int_equal(use(warm, 0, &other), 3);
    assert_int_equal(use(warm, 1, &again), 4);
    again.opened = 4.0; /* another one at the same address */
    assert_int_equal(use(warm, 1, &again), 5);
    warm_free(warm);
}

static void what_is_false_is_forgotten(void **state)
{
    static const struct persistence one = {.opened = 1.0}, other = {.opened = 2.0};
    struct warm *warm = make_warm(20 * SIZE);
    (void)state;
    use(warm, 0, &one);
    use(warm, 1, &other);
    use(warm, 2, NULL);
    struct warm_loan *lent = take(warm, 3, &one);
    warm_forget_store(warm, &one);
    assert_int_equal(freed, 1);
    warm_give(warm, lent, true); /* lent meanwhile: it goes, too */
    assert_int_equal(freed, 2);
    assert_int_equal(use(warm, 1, &other), 2);
    assert_int_equal(use(warm, 2, NULL), 3);
    assert_int_equal(use(warm, 0, &one), 5);
    assert_int_equal(use(warm, 0, &one), 5);
    warm_free(warm);
    assert_int_equal(freed, made);
}

/* The graph of a game may be gone when the next comes. */
static void a_board_outlives_its_graph(void **state)
{
    static const struct position empty;
    struct warm *warm = make_warm(4 * SIZE);
    struct ruleset rules;
    (void)state;
    assert_int_equal(ruleset_parse("psk", &rules, NULL), 0);
    for (int round = 0; round < 3; round++) {
        struct graph *graph;
        struct game game;
        assert_int_equal(graph_parse("2x2", &graph, NULL), 0);
        assert_int_equal(game_init(&game, graph, &rules, &empty, 0), 0);
        struct warm_loan *loan = warm_take(warm, &kind, &game, &limits, NULL);
        assert_int_equal(*(int *)loan->content, 1);
        assert_true(loan->used == (round > 0));
        game_release(&game);
        graph_free(graph);
        warm_give(warm, loan, true);
    }
    warm_free(warm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_used_longest_ago_goes_first),
        cmocka_unit_test(what_is_too_large_does_not_wait),
        cmocka_unit_test(two_runs_have_two),
        cmocka_unit_test(what_is_left_of_a_store_stays_with_it),
        cmocka_unit_test(what_is_false_is_forgotten),
        cmocka_unit_test(a_board_outlives_its_graph),
    };
    return cmocka_run_group_tests(tests, make_games, free_games);
}
