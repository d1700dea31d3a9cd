/* What was known before a run, in its analysis. */
#include "common/check.h"

#include <stdlib.h>

#include "result/analysis.h"

/* A line that goes round for ever keeps the place where its cycle begins; one to an end has none,
 * whatever the analysis had. */
static void test_known_pv(void **state)
{
    static const struct move moves[] = {
        {.kind = MOVE_STONE, .point = 0}, {.kind = MOVE_STONE, .point = 1}, {.kind = MOVE_STONE}};
    static const long places[] = {1, 0, -1};
    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const struct analysis_options options = {
            .known_pv = moves, .known_pv_count = 3, .known_pv_cycle = places[i]};
        struct analysis analysis = {.cycle_from = places[i] < 0 ? 2 : -1};
        assert_int_equal(analysis_use_known_pv(&analysis, &options), 0);
        assert_int_equal(analysis.pv_count, 3);
        assert_true(analysis.pv_complete && move_equal(analysis.pv[1], moves[1]));
        assert_int_equal(analysis.cycle_from, places[i]);
        free(analysis.pv);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known_pv)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
