/* When runs of a sample end, and why: of runs that come out as they are told to. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "count/sample/generator.h"
#include "count/sample/sample_runs.h"

/* Runs that find 1 - spread and 1 + spread games, in turn or by chance, or about 1. */
struct made {
    struct sample_method method;
    double spread;
    enum { IN_TURN, BY_CHANCE, NORMAL } kind;
    uint64_t seed;
    uint32_t room;
    uint32_t stops_at; /* runs of this size are interrupted; 0: none is */
    atomic_bool interrupted;
};

static int prepare(struct sample_method *method, uint32_t room, int threads, int *ret_threads)
{
    ((struct made *)method)->room = room;
    *ret_threads = threads;
    return 0;
}

/* How many games, apart from 1, by the spread. */
static double off(const struct made *made, uint64_t stream)
{
    struct generator generator;
    double sum = 0;
    if (made->kind == IN_TURN)
        return stream % 2 == 0 ? 1 : -1;
    generator_start(&generator, made->seed, stream);
    if (made->kind == BY_CHANCE)
        return generator_unit(&generator) < 0.5 ? 1 : -1;
    /* Twelve have a variance of 1. */
    for (int i = 0; i < 12; i++)
        sum += generator_unit(&generator) - 0.5;
    return sum;
}

static int play(struct sample_method *method, int thread, uint64_t stream,
                struct population_sum *ret_sum)
{
    struct made *made = (struct made *)method;
    (void)thread;
    if (made->room == made->stops_at) {
        atomic_store(&made->interrupted, true);
        return -EINTR;
    }
    *ret_sum = (struct population_sum){.log_games = log(1 + made->spread * off(made, stream)),
                                       .mean_length = 1};
    return 0;
}

static void test_ends(void **state)
{
    static const struct {
        double spread;
        uint32_t room_last, stops_at;
        uint64_t games; /* allowed */
        double within;
        int runs;
        bool doubtful;
        enum stop_reason stop;
    } rows[] = {
        /* They are alike: as many as are believed. */
        {0, 16000, 0, 0, 0.01, 32, false, STOP_NONE},
        {0, 16000, 0, 10000, 0.01, 10, true, STOP_NODES},
        {0.1, 1000, 0, 0, 0.1, 32, false, STOP_NONE},
        /* They cannot be larger: it is for the games that they are few, not for more runs that they
         * differ. */
        {0.1, 1000, 0, 10000, 0.5, 10, true, STOP_NODES},
        {0.5, 1000, 0, 10000, 0.5, 10, true, STOP_NODES},
        {0.5, 1000, 0, 0, 0.5, 32, true, STOP_NONE},
        {0.5, 1000, 0, 100000, 0.01, 100, true, STOP_NODES},
        /* Larger ones were to come. */
        {0.5, 4000, 4000, 0, 0.5, 8, true, STOP_INTERRUPT},
        {0.5, 16000, 4000, 0, 0.5, 8, true, STOP_INTERRUPT},
        {0.5, 16000, 4000, 1000000, 0.1, 8, true, STOP_INTERRUPT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct made made = {.method = {.room_first = 1000,
                                       .room_last = rows[i].room_last,
                                       .prepare = prepare,
                                       .play = play},
                            .spread = rows[i].spread,
                            .stops_at = rows[i].stops_at};
        struct limits limits = {.max_nodes = rows[i].games, .interrupted = &made.interrupted};
        struct count_run run = {.limits = &limits};
        struct sample_estimate found;
        assert_int_equal(sample_runs_make(&made.method, &run, rows[i].within, &found), 0);
        assert_int_equal(found.runs, rows[i].runs);
        assert_int_equal(found.doubtful, rows[i].doubtful);
        assert_int_equal(found.stop, rows[i].stop);
    }
}

/* However many runs it takes: no limit ends it, and none is named. */
static void test_many(void **state)
{
    static const uint64_t games[] = {0, UINT64_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        struct made made = {
            .method = {.room_first = 1000, .room_last = 1000, .prepare = prepare, .play = play},
            .spread = 0.1,
            .kind = BY_CHANCE};
        struct limits limits = {.max_nodes = games[i]};
        struct count_run run = {.limits = &limits};
        struct sample_estimate found;
        assert_int_equal(sample_runs_make(&made.method, &run, 0.0003, &found), 0);
        assert_int_equal(found.stop, STOP_NONE);
        assert_true(found.error <= 0.0003 && !found.doubtful);
        assert_true(found.walks > 400000 * UINT64_C(1000));
        assert_true(found.walks < 1000000 * UINT64_C(1000));
        assert_true(found.runs <= 100000 && found.walks % ((uint64_t)found.runs * 1000) == 0);
        assert_true(fabs(pow(10, found.log10) - 1) < found.error);
    }
}

#define TRIALS 10000

/* Runs end when their error is small enough, and yet of 100 errors that are told 95 are large
 * enough. */
static void test_honest(void **state)
{
    /* For about 20, 50 and 200 runs. */
    static const double within[] = {0.044, 0.028, 0.014};
    (void)state;
    for (size_t i = 0; i < sizeof(within) / sizeof(within[0]); i++) {
        uint64_t contained = 0, runs = 0;
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            struct made made = {
                .method = {.room_first = 1000, .room_last = 1000, .prepare = prepare, .play = play},
                .spread = 0.1,
                .kind = NORMAL,
                .seed = seed};
            struct limits limits = {.threads = 1};
            struct count_run run = {.limits = &limits};
            struct sample_estimate found;
            assert_int_equal(sample_runs_make(&made.method, &run, within[i], &found), 0);
            double games = pow(10, found.log10);
            contained += fabs(1 - games) <= found.error * games;
            runs += (uint64_t)found.runs;
        }
        printf("within %g: %.2f %%, %.1f runs\n", within[i], 100.0 * (double)contained / TRIALS,
               (double)runs / TRIALS);
        assert_true(contained >= TRIALS / 100 * 95);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends), cmocka_unit_test(test_many),
                                       cmocka_unit_test(test_honest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
