/* Are the errors of estimates honest? About 95 of 100 should contain the number. */
#include <math.h>
#include <stdio.h>

#include "made.h"

#define SEEDS 100
/* Fewer than that happens once in a thousand times. */
#define CONTAINED_MIN 88

static int count_contained(const char *board, double games)
{
    int contained = 0;
    struct solve_error err = {""};
    struct solve_request *request = make_request();
    struct solve_game *game = make_game(board, "psk", "");
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct solve_estimate found;
        assert_int_equal(solve_request_estimate(request, game, 0.05, seed, &found, &err), 0);
        contained += fabs(pow(10, found.log10) / games - 1) <= found.error;
    }
    solve_game_free(game);
    solve_request_free(request);
    printf("%s: %d of %d contain the number\n", board, contained, SEEDS);
    return contained;
}

static void errors_are_honest(void **state)
{
    (void)state;
    assert_true(count_contained("1x4", 719178893.0) >= CONTAINED_MIN);
    assert_true(count_contained("2x2", 386356909593.0) >= CONTAINED_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_honest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
