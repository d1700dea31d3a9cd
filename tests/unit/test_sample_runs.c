/* When runs of a sample end, and why: of runs that come out as they are told to. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "count/sample/sample_runs.h"

/* Runs that find 1 - spread and 1 + spread games in turn. */
struct made {
    struct sample_method method;
    double spread;
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

static int play(struct sample_method *method, int thread, uint64_t stream,
                struct population_sum *ret_sum)
{
    struct made *made = (struct made *)method;
    (void)thread;
    if (made->room == made->stops_at) {
        atomic_store(&made->interrupted, true);
        return -EINTR;
    }
    *ret_sum = (struct population_sum){
        .log_games = log(1 + (stream % 2 == 0 ? made->spread : -made->spread)), .mean_length = 1};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
