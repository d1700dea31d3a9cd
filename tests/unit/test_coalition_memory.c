/* Values by coalition keep to the memory allowed with the certificate that is made beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/games.h"
#include "players/coalition.h"

#define MIB ((size_t)1 << 20)

/* Solves for the first player alone with so much memory, and a certificate of which so many bytes
 * are there already. Returns why it stopped. */
static enum stop_reason solve_beside(size_t memory, size_t there, int *ret_bounds)
{
    struct game game;
    struct graph *graph = start_empty(&game, "1x5", "kee2013,players=3");
    struct proof proof = {0};
    uint8_t *zeros = calloc(there + 1, 1);
    assert_non_null(zeros);
    bytes_put(&proof.body, zeros, there);
    free(zeros);
    const struct limits limits = {.max_bytes = memory};
    const struct coalition_query query = {
        .members = 1, .payoff = CERTIFICATE_POINTS, .value_only = true, .proof = &proof};
    struct coalition found;
    assert_int_equal(
        coalition_solve(&game, &query, &limits, (struct force_listener){NULL, NULL}, &found), 0);
    enum stop_reason stop = found.stop;
    *ret_bounds = found.upper - found.lower;
    coalition_release(&found);
    proof_release(&proof);
    game_release(&game);
    graph_free(graph);
    return stop;
}

static void test_alone(void **state)
{
    (void)state;
    int open;
    assert_int_equal(solve_beside(32 * MIB, 0, &open), STOP_NONE);
    assert_int_equal(open, 0);
}

/* The body is held, and a second time in the file: 12 MiB are 24 of the 32. */
static void test_beside_certificate(void **state)
{
    (void)state;
    int open;
    assert_int_equal(solve_beside(32 * MIB, 12 * MIB, &open), STOP_MEMORY);
    assert_true(open > 0);
    assert_int_equal(solve_beside(64 * MIB, 12 * MIB, &open), STOP_NONE);
    assert_int_equal(open, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_beside_certificate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
