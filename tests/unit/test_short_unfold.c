/* Under the Ing-Spight Ko Rule what is proved is told where memory lacks at some time, and what was
 * known before wherever a limit ends the run. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certificate/check/check.h"
#include "certificate/write/written_certificate.h"
#include "common/failing_memory.h"
#include "common/games.h"
#include "unfold/analysis.h"

static long calls, fails_at;

static bool fails(void)
{
    return ++calls == fails_at;
}

/* What came of runs. */
struct tally {
    long told, stopped, uncertified, short_lines;
    long lost; /* after one that was told */
};

static bool is_accepted(const struct written_certificate *made)
{
    struct certificate proof;
    struct error why;
    assert_int_equal(certificate_parse(made->file.data, made->file.size, &proof, &why), 0);
    int r = check_certificate(&proof, 0, &why);
    certificate_release(&proof);
    return r == 0;
}

static void check_told(const struct analysis *analysis, const struct written_certificate *made,
                       int value, struct tally *tally)
{
    assert_true(analysis->bounds.lower_min <= value && value <= analysis->bounds.upper_max);
    bool known = bounds_known(&analysis->bounds);
    bool all = known && analysis_moves_complete(analysis) && made->claim_count > 0;
    /* A line that is cut says so itself: what is proved was not stopped. */
    assert_int_equal(analysis->stopped, all ? STOP_NONE : STOP_MEMORY);
    assert_int_equal(analysis->pv_stopped,
                     known && !analysis->pv_complete ? STOP_MEMORY : STOP_NONE);
    assert_true(made->claim_count == 0 || is_accepted(made));
    assert_true(made->claim_count > 0 || made->missing > 0);
    tally->stopped += !known;
    tally->short_lines += known && !analysis->pv_complete;
    tally->uncertified += known && made->claim_count == 0;
    tally->told++;
}

/* Solves with one failing call. Returns whether there are so many. */
static bool run(const struct game *game, long failing, int value, struct tally *tally)
{
    struct written_certificate made = {0};
    const struct analysis_options options = {
        .limits = {.max_bytes = (size_t)1 << 30}, .threads = 1, .certificate = &made};
    struct analysis analysis;
    calls = 0;
    fails_at = failing;
    failing_memory = fails;
    int r = unfold_analyse(game, &options, &analysis);
    failing_memory = NULL;
    assert_true(r == 0 || r == -ENOMEM);
    if (r == 0 && calls >= failing)
        check_told(&analysis, &made, value, tally);
    if (r == 0)
        analysis_release(&analysis);
    tally->lost += r < 0 && tally->told > 0;
    written_certificate_release(&made);
    return calls >= failing;
}

static void check_board(const char *board, int value)
{
    struct game game;
    struct graph *graph = start_empty(&game, board, "ing-spight");
    struct tally tally = {0};
    long failing = 1;
    while (run(&game, failing, value, &tally))
        failing++;
    /* Lost is only what failed before anything was proved. */
    assert_int_equal(tally.lost, 0);
    assert_true(tally.stopped > 5 && tally.uncertified > 5 && tally.short_lines > 2);
    game_release(&game);
    graph_free(graph);
}

static void test_memory_lacks(void **state)
{
    (void)state;
    check_board("1x4", 4);
    check_board("1x5", 0);
}

/* Whatever stops a run, and before anything is done, what was known before is told. */
static void test_known_stays(void **state)
{
    static const struct move line[] = {{.point = 1}, {.kind = MOVE_PASS}, {.kind = MOVE_PASS}};
    static atomic_bool interrupted = true;
    static const struct {
        struct limits limits;
        enum stop_reason stop;
    } rows[] = {
        {{.max_bytes = (size_t)1 << 30, .deadline = 1e-9}, STOP_TIME},
        {{.max_bytes = (size_t)1 << 30, .interrupted = &interrupted}, STOP_INTERRUPT},
        {{.max_bytes = 1}, STOP_MEMORY},
        {{.max_bytes = (size_t)1 << 30, .max_nodes = 1}, STOP_NODES},
    };
    const struct bounds known = bounds_pair(4, 4);
    struct game game;
    struct graph *graph = start_empty(&game, "1x4", "ing-spight");
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct analysis analysis;
        const struct analysis_options options = {.limits = rows[i].limits,
                                                 .threads = 1,
                                                 .known = &known,
                                                 .known_pv = line,
                                                 .known_pv_count = 3};
        assert_int_equal(unfold_analyse(&game, &options, &analysis), 0);
        assert_int_equal(analysis.stopped, rows[i].stop);
        assert_true(analysis.bounds.lower_min == 4 && analysis.bounds.upper_max == 4);
        assert_true(analysis.pv_complete && analysis.pv_count == 3);
        analysis_release(&analysis);
    }
    game_release(&game);
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_lacks),
        cmocka_unit_test(test_known_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
