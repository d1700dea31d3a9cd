/*
 * Legal positions, counted by looking at every colouring of the board, against the published
 * numbers (Tromp and Farneback, Combinatorics of Go; OEIS A094777, A102620, A266278), and against
 * the count that does not list them.
 */
#include "common/check.h"
#include "common/games.h"
#include "common/repeats.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "board/legal/count.h"

#define MEMORY ((size_t)16 << 20)
/* A random graph: so many points, each pair of which is joined with a chance of one in so many. */
#define GRAPHS (200 / TESTS_SHARE)
#define GRAPH_POINTS_MAX 8
#define GRAPH_SPARSEST 5

static long legal_positions(const struct graph *graph)
{
    struct position position = {{0}};
    long legal = 0;
    do
        legal += position_check(graph, &position, NULL) == 0;
    while (next_colouring(graph, &position));
    return legal;
}

static void test_legal(void **state)
{
    (void)state;
    static const struct {
        const char *size;
        long legal;
    } published[] = {
        {"1x1", 1},    {"1x2", 5},     {"1x3", 15},   {"1x4", 41},  {"1x5", 113},
        {"1x6", 313},  {"1x7", 867},   {"1x8", 2401}, {"2x2", 57},  {"2x3", 489},
        {"2x4", 4125}, {"3x3", 12675}, {"8x1", 2401}, {"3x2", 489},
    };
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        struct graph *graph = must_graph(published[i].size);
        assert_int_equal(legal_positions(graph), published[i].legal);
        graph_free(graph);
    }
}

/* Is the count of graph, with these limits, the number? */
static void must_count(const struct graph *graph, const struct limits *limits, const char *wanted)
{
    mpz_t counted, number;
    mpz_init_set_si(counted, -1);
    assert_int_equal(mpz_init_set_str(number, wanted, 10), 0);
    assert_int_equal(legal_count(graph, limits, NULL, counted), 0);
    if (mpz_cmp(counted, number) != 0)
        fail_msg("%s: not %s", graph->name, wanted);
    mpz_clears(counted, number, NULL);
}

static const struct limits plenty = {.max_bytes = MEMORY};

/* Each rectangle is counted as any other graph, too, with other states and in another order. */
static void test_published(void **state)
{
    (void)state;
    static const char *const published[][2] = {
        {"1x1", "1"},
        {"1x8", "2401"},
        {"8x1", "2401"},
        {"2x2", "57"},
        {"2x4", "4125"},
        {"3x3", "12675"},
        {"3x4", "321689"},
        {"4x4", "24318165"},
        {"4x5", "1840058693"},
        {"5x4", "1840058693"},
        {"5x5", "414295148741"},
        {"6x6", "62567386502084877"},
        {"7x7", "83677847847984287628595"},
        {"8x8", "990966953618170260281935463385"},
    };
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        struct graph *graph = must_graph(published[i][0]);
        must_count(graph, &plenty, published[i][1]);
        graph->rows = graph->cols = 0;
        if (graph->points <= 49)
            must_count(graph, &plenty, published[i][1]);
        graph_free(graph);
    }
}

/*
 * The number of legal positions of 1xn and 2xn follows from that of shorter boards (Tromp and
 * Farneback; C. Barker in OEIS A266278): a(n) is the sum of factors[i] * a(n - 1 - i). The shorter
 * ones and the longest are counted, or all.
 */
struct recurrence {
    int rows, order;
    long factors[7], first[7];
};

static void must_follow(const struct recurrence *recurrence)
{
    mpz_t of[BOARD_MAX_POINTS + 1];
    int most = BOARD_MAX_POINTS / recurrence->rows;
    for (int n = 1; n <= most; n++) {
        bool given = n <= recurrence->order, counted = n <= 12 || n == most || repeats_all();
        char size[16], *digits;
        mpz_init_set_si(of[n], given ? recurrence->first[n - 1] : 0);
        for (int i = 0; i < recurrence->order && !given; i++) {
            long factor = recurrence->factors[i];
            if (factor > 0)
                mpz_addmul_ui(of[n], of[n - 1 - i], (unsigned long)factor);
            else
                mpz_submul_ui(of[n], of[n - 1 - i], (unsigned long)-factor);
        }
        digits = mpz_get_str(NULL, 10, of[n]);
        if (n % 2 == 0)
            snprintf(size, sizeof(size), "%dx%d", recurrence->rows, n);
        else
            snprintf(size, sizeof(size), "%dx%d", n, recurrence->rows);
        if (counted) {
            struct graph *graph = must_graph(size);
            must_count(graph, &plenty, digits);
            graph_free(graph);
        }
        free(digits);
    }
    for (int n = 1; n <= most; n++)
        mpz_clear(of[n]);
}

static void test_long_boards(void **state)
{
    (void)state;
    static const struct recurrence one = {1, 3, {3, -1, 1}, {1, 5, 15}};
    static const struct recurrence two = {
        2, 7, {10, -16, 31, -13, 20, 2, -1}, {5, 57, 489, 4125, 35117, 299681, 2557605}};
    must_follow(&one);
    must_follow(&two);
}

static void must_count_as_listed(const struct graph *graph)
{
    char listed[32];
    snprintf(listed, sizeof(listed), "%ld", legal_positions(graph));
    must_count(graph, &plenty, listed);
}

static struct graph *random_graph(void)
{
    char text[1024];
    size_t length = 0;
    unsigned points = 1 + random_below(GRAPH_POINTS_MAX), chance = 1 + random_below(GRAPH_SPARSEST);
    for (unsigned p = 0; p < points; p++)
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%c ", 'a' + (int)p);
    length += (size_t)snprintf(text + length, sizeof(text) - length, "\n");
    for (unsigned p = 0; p < points; p++)
        for (unsigned q = 0; q < p; q++)
            if (random_below(chance) == 0)
                length += (size_t)snprintf(text + length, sizeof(text) - length, "%c %c\n",
                                           'a' + (int)p, 'a' + (int)q);
    return must_graph_file(text);
}

/* The largest star: in the centre nobody, or one who has a liberty. */
static void test_star(void)
{
    char text[16 * BOARD_MAX_POINTS];
    size_t length = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        length += (size_t)snprintf(text + length, sizeof(text) - length, "p%d ", p);
    for (int p = 1; p < BOARD_MAX_POINTS; p++)
        length += (size_t)snprintf(text + length, sizeof(text) - length, "\np0 p%d", p);
    struct graph *graph = must_graph_file(text);
    mpz_t number, stones;
    mpz_inits(number, stones, NULL);
    mpz_ui_pow_ui(number, 3, BOARD_MAX_POINTS - 1);
    mpz_ui_pow_ui(stones, 2, BOARD_MAX_POINTS - 1);
    mpz_sub_ui(stones, stones, 1);
    mpz_addmul_ui(number, stones, 2);
    char *digits = mpz_get_str(NULL, 10, number);
    must_count(graph, &plenty, digits);
    free(digits);
    mpz_clears(number, stones, NULL);
    graph_free(graph);
}

static void test_graphs(void **state)
{
    (void)state;
    static const char *const graphs[] = {
        "a b c\na b\nb c\nc a\n",
        "a b c d e\na b\na c\na d\na e\n",
        "a b c d e f\na b\nb c\nc a\nd e\nc d\na f\nf e\n",
        "a b c d\na b\n",
    };
    for (size_t i = 0; i < sizeof(graphs) / sizeof(graphs[0]); i++) {
        struct graph *graph = must_graph_file(graphs[i]);
        must_count_as_listed(graph);
        graph_free(graph);
    }
    test_star();
    random_seed(20);
    for (int i = 0; i < GRAPHS; i++) {
        struct graph *graph = random_graph();
        must_count_as_listed(graph);
        graph_free(graph);
    }
}

/* All rectangles that can be listed, in both directions. */
static void test_rectangles(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 9; rows++) {
        for (int columns = 1; rows * columns <= 9; columns++) {
            char size[16];
            snprintf(size, sizeof(size), "%dx%d", rows, columns);
            struct graph *graph = must_graph(size);
            must_count_as_listed(graph);
            graph_free(graph);
        }
    }
}

struct seen {
    int residues, reports; /* the most that were known; how often it was told */
};

static void look(const struct legal_progress *progress, void *arg)
{
    struct seen *seen = arg;
    assert_in_range(progress->done, 0, progress->points - 1);
    assert_in_range(progress->residues, 0, progress->residues_wanted - 1);
    seen->residues = progress->residues > seen->residues ? progress->residues : seen->residues;
    seen->reports++;
}

/* Short memory takes more passes, and gives the same number; or there is no number at all. */
static void test_memory(void **state)
{
    (void)state;
    struct graph *graph = must_graph("7x7");
    bool once = false, several = false;
    size_t bytes = MEMORY / 8;
    int r = 0;
    for (; r == 0; bytes -= bytes / 4) {
        struct limits limits = {.max_bytes = bytes, .threads = 2};
        struct seen seen = {0};
        const struct legal_watch watch = {look, &seen};
        mpz_t counted;
        mpz_init_set_si(counted, -1);
        r = legal_count(graph, &limits, &watch, counted);
        char *digits = mpz_get_str(NULL, 10, counted);
        assert_string_equal(digits, r == 0 ? "83677847847984287628595" : "-1");
        once = once || (r == 0 && seen.residues == 0);
        several = several || (r == 0 && seen.residues > 0);
        assert_true(seen.reports > 0);
        free(digits);
        mpz_clear(counted);
    }
    assert_int_equal(r, -ENOSPC);
    assert_true(once);
    assert_true(several);
    graph_free(graph);
}

/* The number of threads changes nothing. */
static void test_threads(void **state)
{
    (void)state;
    struct graph *graph = must_graph("8x8");
    struct limits limits = {.max_bytes = MEMORY, .threads = 3};
    must_count(graph, &limits, "990966953618170260281935463385");
    graph_free(graph);
}

/* The largest boards are more than any memory: that is said, and soon. */
static void test_too_large(void **state)
{
    (void)state;
    static const char *const sizes[] = {"12x12", "16x16", "17x17", "19x19"};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct graph *graph = must_graph(sizes[i]);
        struct limits limits = {.max_bytes = (size_t)1 << 17};
        mpz_t counted;
        mpz_init_set_si(counted, -1);
        assert_int_equal(legal_count(graph, &limits, NULL, counted), -ENOSPC);
        assert_int_equal(mpz_cmp_si(counted, -1), 0);
        mpz_clear(counted);
        graph_free(graph);
    }
}

/* Who wants it to stop does not wait. */
static void test_stop(void **state)
{
    (void)state;
    struct graph *graph = must_graph("13x13");
    atomic_bool stop = true;
    struct limits limits = {.max_bytes = MEMORY << 5, .interrupted = &stop, .threads = 2};
    mpz_t counted;
    mpz_init_set_si(counted, -1);
    double before = clock_now();
    assert_int_equal(legal_count(graph, &limits, NULL, counted), -EINTR);
    limits.interrupted = NULL;
    limits.deadline = clock_now() + 0.2;
    assert_int_equal(legal_count(graph, &limits, NULL, counted), -EINTR);
    assert_true(clock_now() - before < 2);
    assert_int_equal(mpz_cmp_si(counted, -1), 0);
    mpz_clear(counted);
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),       cmocka_unit_test(test_published),
        cmocka_unit_test(test_long_boards), cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_rectangles),  cmocka_unit_test(test_memory),
        cmocka_unit_test(test_threads),     cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
