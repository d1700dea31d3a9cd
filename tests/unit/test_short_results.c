/*
 * What is proved is told where memory lacks afterwards: for the values of moves, the line, the game
 * of the answer or the certificate. If all calls from one on fail, and the value is told, it was
 * proved before that call; so it is told, too, if any later one fails.
 */
#include "common/check.h"

#include <errno.h>

#include "base/bounds.h"
#include "certificate/write/written_certificate.h"
#include "common/failing_memory.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "solve/analysis.h"

static long calls, fails_at;
static bool lasting;

static bool fails(void)
{
    calls++;
    return lasting ? calls >= fails_at : calls == fails_at;
}

/* What came of runs. */
struct tally {
    long told, short_lines, uncertified;
};

static void check_told(const struct game *game, const struct analysis *found,
                       const struct written_certificate *made, struct tally *tally)
{
    assert_true(found->pv_complete || found->pv_stopped != STOP_NONE ||
                found->stopped != STOP_NONE);
    assert_int_equal(found->game.count, game->count + found->pv_count);
    tally->told++;
    tally->short_lines += !found->pv_complete;
    if (made == NULL)
        return;
    assert_true(made->claim_count > 0 || made->missing > 0);
    tally->uncertified += made->claim_count == 0;
}

/* Solves with failing calls. Returns whether the value is told; *ret_failed: calls did fail. */
static bool run(const struct game *game, long failing, bool value_only, bool certified,
                struct tally *tally, bool *ret_failed)
{
    struct written_certificate made = {0};
    const struct analysis_options options = {.limits = {.max_bytes = (size_t)1 << 24},
                                             .threads = 1,
                                             .value_only = value_only,
                                             .certificate = certified ? &made : NULL};
    struct analysis found;
    calls = 0;
    fails_at = failing;
    failing_memory = fails;
    int r = analysis_run(game, &options, &found);
    failing_memory = NULL;
    assert_true(r == 0 || r == -ENOMEM);
    bool known = r == 0 && bounds_known(&found.bounds);
    if (known)
        check_told(game, &found, options.certificate, tally);
    if (r == 0)
        analysis_release(&found);
    written_certificate_release(&made);
    *ret_failed = calls >= failing;
    return known;
}

/* The first call without which, and all after it, the value is told. */
static long first_needless(const struct game *game, bool value_only, bool certified)
{
    struct tally tally = {0};
    bool failed;
    long failing = 1;
    lasting = true;
    while (!run(game, failing, value_only, certified, &tally, &failed))
        failing++;
    return failing;
}

static void check_runs(const struct game *game, bool value_only, bool certified)
{
    long first = first_needless(game, value_only, certified);
    for (int i = 0; i < 2; i++) {
        struct tally tally = {0};
        bool failed = true;
        lasting = i == 0;
        for (long failing = first; failed; failing++)
            if (!run(game, failing, value_only, certified, &tally, &failed))
                fail_msg("%s: the value is lost with call %ld of %ld", show_game(game), failing,
                         calls);
        assert_true(tally.told > 2 && tally.short_lines > 0);
        assert_true(tally.uncertified > 0 || !certified);
    }
}

static void check(const struct ruleset *rules, void *arg)
{
    const struct position empty = {{0}};
    struct graph *graph = arg;
    struct game game;
    assert_int_equal(game_init(&game, graph, rules, &empty, BLACK), 0);
    for (int i = 0; i < 4; i++)
        check_runs(&game, i % 2 != 0, i >= 2);
    game_release(&game);
}

static void test_results(void **state)
{
    struct graph *graph = must_graph("1x3");
    (void)state;
    for_rulesets("psk simple kee2013 kee-v6 ljrg ing-spight", check, graph);
    graph_free(graph);
}

/* What could not be made lacked memory only where that is what making it said. */
static void test_why_not(void **state)
{
    (void)state;
    assert_int_equal(analysis_why_not(0, STOP_TIME), STOP_NONE);
    assert_int_equal(analysis_why_not(-ENOMEM, STOP_TIME), STOP_MEMORY);
    assert_int_equal(analysis_why_not(-EAGAIN, STOP_TIME), STOP_TIME);
    assert_int_equal(analysis_why_not(-EINTR, STOP_INTERRUPT), STOP_INTERRUPT);
    assert_int_equal(analysis_why_not(-EINVAL, STOP_BUDGET), STOP_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_results),
                                       cmocka_unit_test(test_why_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
