/* Tables of all boards are the same however many threads make them. */
#include <stdlib.h>

#include "properties/property.h"
#include "tables/attractor.h"

static void open_positions(struct positions *ret_positions, const struct graph *graph,
                           const struct ruleset *rules)
{
    uint32_t id;
    assert_int_equal(positions_init(ret_positions, graph, rules), 0);
    assert_int_equal(positions_intern(ret_positions, (struct stones){{1, 0}}, &id), 0);
    assert_true(positions_moves(ret_positions, id, WHITE) >= 0);
}

/* Board after board and move after move, as the search itself would meet them. */
static void close_slowly(struct positions *positions, size_t max_bytes)
{
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++) {
        for (enum colour mover = BLACK; mover <= WHITE; mover++)
            assert_true(positions_moves(positions, orbit << positions->shift, mover) >= 0);
        if (positions->bytes > max_bytes)
            return;
    }
}

static void check_same_orbit(const struct positions *a, const struct positions *b, uint32_t i)
{
    const struct orbit *one = &a->orbits[i], *other = &b->orbits[i];
    const struct stabiliser *fixing = &a->group.stabilisers[one->stabiliser];
    assert_memory_equal(&one->canonical, &other->canonical, sizeof(one->canonical));
    assert_memory_equal(fixing, &b->group.stabilisers[other->stabiliser], sizeof(*fixing));
    assert_int_equal(one->margin, other->margin);
    assert_memory_equal(one->move_count, other->move_count, sizeof(one->move_count));
    for (enum colour mover = BLACK; mover <= WHITE; mover++)
        if (one->move_count[mover] != MOVES_UNKNOWN)
            assert_int_equal(one->first_move[mover], other->first_move[mover]);
}

static void check_same_positions(const struct positions *a, const struct positions *b)
{
    assert_int_equal(a->orbit_count, b->orbit_count);
    assert_int_equal(a->move_count, b->move_count);
    assert_int_equal(a->bytes, b->bytes);
    assert_memory_equal(a->moves, b->moves, a->move_count * sizeof(*a->moves));
    for (uint32_t i = 0; i < a->orbit_count; i++)
        check_same_orbit(a, b, i);
}

static void check_same_attractor(const struct reverse_moves *a, const struct reverse_moves *b,
                                 int margin, int threads)
{
    struct attractor_work how = {.margin = margin, .passes_to_end = 2, .threads = 1};
    struct attractor one, other;
    assert_int_equal(attractor_init(&one, a, &how), 0);
    how.threads = threads;
    assert_int_equal(attractor_init(&other, b, &how), 0);
    assert_memory_equal(one.ranks, other.ranks, (size_t)a->node_count * 2 * 2);
    assert_memory_equal(one.ko_ranks, other.ko_ranks, (size_t)a->ko_count * 2);
    attractor_release(&one);
    attractor_release(&other);
}

static void check_same_tables(const struct positions *a, const struct positions *b, int threads)
{
    struct reverse_moves one, other;
    size_t offsets = ((size_t)a->orbit_count * 2 + 1) * sizeof(uint32_t);
    assert_int_equal(reverse_moves_init(&one, a, true, 1), 0);
    assert_int_equal(reverse_moves_init(&other, b, true, threads), 0);
    assert_int_equal(one.ko_count, other.ko_count);
    assert_memory_equal(one.first, other.first, offsets);
    assert_memory_equal(one.ko_first, other.ko_first, offsets);
    assert_memory_equal(one.ko_owned, other.ko_owned, offsets);
    assert_memory_equal(one.ko_list, other.ko_list, one.ko_count * sizeof(*one.ko_list));
    for (uint32_t i = 0; i < one.first[one.node_count]; i++) {
        assert_int_equal(one.arrivals[i].owner, other.arrivals[i].owner);
        assert_int_equal(one.arrivals[i].point, other.arrivals[i].point);
        assert_int_equal(one.arrivals[i].swaps, other.arrivals[i].swaps);
    }
    check_same_attractor(&one, &other, MARGIN_EVERY, threads);
    check_same_attractor(&one, &other, 1, threads);
    reverse_moves_release(&one);
    reverse_moves_release(&other);
}

/* Closes the board with threads, up to max_bytes, and compares. */
static void check_closing(const char *board, const char *rules, size_t max_bytes, int threads)
{
    struct graph *graph = must_graph(board);
    struct ruleset parsed = must_rules(rules);
    struct positions slow, fast;
    const struct enumeration how = {.max_bytes = max_bytes, .threads = threads};
    open_positions(&slow, graph, &parsed);
    open_positions(&fast, graph, &parsed);
    close_slowly(&slow, max_bytes);
    int r = positions_enumerate(&fast, &how);
    assert_int_equal(r, max_bytes == SIZE_MAX ? 0 : -ENOSPC);
    check_same_positions(&slow, &fast);
    if (r == 0)
        check_same_tables(&slow, &fast, threads);
    positions_release(&slow);
    positions_release(&fast);
    graph_free(graph);
}

static const char *const rulesets[] = {"psk", "psk,suicide=yes,scoring=stone",
                                       "psk,suicide=multi,scoring=territory"};

static void test_small_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"1x1", "2x2", "2x3", "1x7", "3x3"};
    for (size_t b = 0; b < sizeof(boards) / sizeof(boards[0]); b++)
        for (size_t r = 0; r < sizeof(rulesets) / sizeof(rulesets[0]); r++)
            for (int threads = 1; threads <= 3; threads++)
                check_closing(boards[b], rulesets[r], SIZE_MAX, threads);
}

/* Large enough that every part of the work is shared. */
static void test_large_board(void **state)
{
    (void)state;
    check_closing("1x12", "psk", SIZE_MAX, 2);
}

static void test_too_little_memory(void **state)
{
    (void)state;
    for (size_t bytes = 50000; bytes < 200000; bytes += 7919)
        check_closing("3x3", "psk", bytes, 2);
    /* Where batches are numbered by both threads, until one might take too much. */
    for (size_t bytes = 1 << 20; bytes < 3 << 20; bytes += 777777)
        check_closing("1x12", "psk", bytes, 2);
}

/* A run that was stopped after a margin, and what it had decided. */
struct stopped {
    int margin;
    size_t ranks, ko_ranks;
    uint8_t *kept, *ko_kept;
};

static int stop_after(void *arg, const struct attractor *so_far, int margin)
{
    struct stopped *stopped = arg;
    if (margin != stopped->margin)
        return 0;
    memcpy(stopped->kept, so_far->ranks, stopped->ranks);
    memcpy(stopped->ko_kept, so_far->ko_ranks, stopped->ko_ranks);
    return -EINTR;
}

static void check_resumed(const struct reverse_moves *reverse, const struct attractor *whole,
                          struct stopped *stopped)
{
    struct attractor_work how = {
        .margin = MARGIN_EVERY,
        .passes_to_end = whole->layers,
        .threads = 2,
        .stage = stop_after,
        .arg = stopped,
    };
    struct attractor attractor;
    assert_int_equal(attractor_init(&attractor, reverse, &how), -EINTR);
    const struct attractor_start start = {stopped->margin, stopped->kept, stopped->ko_kept};
    how.start = &start;
    how.stage = NULL;
    assert_int_equal(attractor_init(&attractor, reverse, &how), 0);
    assert_memory_equal(attractor.ranks, whole->ranks, stopped->ranks);
    assert_memory_equal(attractor.ko_ranks, whole->ko_ranks, stopped->ko_ranks);
    attractor_release(&attractor);
    /* What does not follow from what was decided is refused. */
    memset(stopped->kept, 0, stopped->ranks);
    stopped->kept[0] = whole->ranks[0];
    if (stopped->margin == -reverse->positions->points)
        assert_int_equal(attractor_init(&attractor, reverse, &how), -EBADMSG);
}

static void check_resuming(const char *board, const char *rules, int passes)
{
    struct graph *graph = must_graph(board);
    struct ruleset parsed = must_rules(rules);
    struct positions positions;
    struct reverse_moves reverse;
    struct attractor whole;
    const struct attractor_work how = {
        .margin = MARGIN_EVERY, .passes_to_end = passes, .threads = 1};
    open_positions(&positions, graph, &parsed);
    assert_int_equal(
        positions_enumerate(&positions, &(struct enumeration){SIZE_MAX, 1, NULL, NULL}), 0);
    assert_int_equal(reverse_moves_init(&reverse, &positions, true, 1), 0);
    assert_int_equal(attractor_init(&whole, &reverse, &how), 0);
    struct stopped stopped = {
        .ranks = (size_t)reverse.node_count * 2 * (size_t)passes,
        .ko_ranks = (size_t)reverse.ko_count * 2,
    };
    stopped.kept = malloc(stopped.ranks + 1);
    stopped.ko_kept = malloc(stopped.ko_ranks + 1);
    for (int margin = -graph->points; margin <= graph->points; margin++) {
        stopped.margin = margin;
        check_resumed(&reverse, &whole, &stopped);
    }
    free(stopped.kept);
    free(stopped.ko_kept);
    attractor_release(&whole);
    reverse_moves_release(&reverse);
    positions_release(&positions);
    graph_free(graph);
}

static void test_resuming(void **state)
{
    (void)state;
    check_resuming("2x3", "psk", 2);
    check_resuming("1x6", "psk,scoring=stone", 3);
    check_resuming("3x3", "psk,suicide=multi", 2);
}

/* Larger still: even the quickest parts of the work are shared. */
static void test_very_large_board(void **state)
{
    (void)state;
    check_closing("2x7", "psk", SIZE_MAX, 2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest long_tests[] = {cmocka_unit_test(test_very_large_board)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_large_board),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_resuming),
    };
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(long_tests, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
