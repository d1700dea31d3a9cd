/* Tables of all boards are the same however many threads make them. */
#include "property.h"

static void open_positions(struct positions *ret_positions, const struct graph *graph,
                           const struct ruleset *rules)
{
    uint32_t id;
    assert_int_equal(positions_init(ret_positions, graph, rules), 0);
    assert_int_equal(positions_intern(ret_positions, (struct stones){{1, 0}}, &id), 0);
    assert_true(positions_plays(ret_positions, id, WHITE) >= 0);
}

/* Board after board and play after play, as the search itself would meet them. */
static void close_slowly(struct positions *positions, size_t max_bytes)
{
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++) {
        for (enum colour mover = BLACK; mover <= WHITE; mover++)
            assert_true(positions_plays(positions, orbit << positions->shift, mover) >= 0);
        if (positions->bytes > max_bytes)
            return;
    }
}

static void check_same_orbit(const struct positions *a, const struct positions *b, uint32_t i)
{
    const struct orbit *one = &a->orbits[i], *other = &b->orbits[i];
    const struct stabiliser *fixing = &a->stabilisers[one->stabiliser];
    assert_memory_equal(&one->canonical, &other->canonical, sizeof(one->canonical));
    assert_memory_equal(fixing, &b->stabilisers[other->stabiliser], sizeof(*fixing));
    assert_int_equal(one->margin, other->margin);
    assert_memory_equal(one->play_count, other->play_count, sizeof(one->play_count));
    for (enum colour mover = BLACK; mover <= WHITE; mover++)
        if (one->play_count[mover] != PLAYS_UNKNOWN)
            assert_int_equal(one->first_play[mover], other->first_play[mover]);
}

static void check_same_positions(const struct positions *a, const struct positions *b)
{
    assert_int_equal(a->orbit_count, b->orbit_count);
    assert_int_equal(a->play_count, b->play_count);
    assert_int_equal(a->bytes, b->bytes);
    assert_memory_equal(a->plays, b->plays, a->play_count * sizeof(*a->plays));
    for (uint32_t i = 0; i < a->orbit_count; i++)
        check_same_orbit(a, b, i);
}

static void check_same_attractor(const struct reverse_plays *a, const struct reverse_plays *b,
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
    struct reverse_plays one, other;
    size_t offsets = ((size_t)a->orbit_count * 2 + 1) * sizeof(uint32_t);
    assert_int_equal(reverse_plays_init(&one, a, true, 1), 0);
    assert_int_equal(reverse_plays_init(&other, b, true, threads), 0);
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
    reverse_plays_release(&one);
    reverse_plays_release(&other);
}

/* Closes the board with threads, up to max_bytes, and compares. */
static void check_closing(const char *board, const char *rules, size_t max_bytes, int threads)
{
    struct graph *graph = must_graph(board);
    struct ruleset parsed = must_rules(rules);
    struct positions slow, fast;
    const struct closing how = {.max_bytes = max_bytes, .threads = threads};
    open_positions(&slow, graph, &parsed);
    open_positions(&fast, graph, &parsed);
    close_slowly(&slow, max_bytes);
    int r = positions_close(&fast, &how);
    assert_int_equal(r, max_bytes == SIZE_MAX ? 0 : -ENOSPC);
    check_same_positions(&slow, &fast);
    if (r == 0)
        check_same_tables(&slow, &fast, threads);
    positions_release(&slow);
    positions_release(&fast);
    graph_free(graph);
}

static const char *const rules[] = {"psk", "psk,suicide=yes,scoring=stone",
                                    "psk,suicide=multi,scoring=territory"};

static void test_small_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"1x1", "2x2", "2x3", "1x7", "3x3"};
    for (size_t b = 0; b < sizeof(boards) / sizeof(boards[0]); b++)
        for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++)
            for (int threads = 1; threads <= 3; threads++)
                check_closing(boards[b], rules[r], SIZE_MAX, threads);
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_large_board),
        cmocka_unit_test(test_too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
