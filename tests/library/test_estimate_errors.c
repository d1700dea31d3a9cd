/* Are the errors of estimates honest? About 95 of 100 should contain the number. */
#include <math.h>
#include <stdio.h>

#include "made.h"

struct row {
    const char *board, *rules;
    double games;
    double within;
    uint64_t seeds;
    int contained_min; /* fewer than that happens once in a thousand times */
};

static int count_contained(const struct row *row)
{
    int contained = 0;
    struct solve_error err = {""};
    struct solve_request *request = make_request();
    struct solve_game *game = make_game(row->board, row->rules, "");
    for (uint64_t seed = 1; seed <= row->seeds; seed++) {
        struct solve_estimate found;
        assert_int_equal(solve_request_estimate(request, game, row->within, seed, &found, &err), 0);
        assert_true(found.error <= row->within && !found.doubtful);
        contained += fabs(pow(10, found.log10) / row->games - 1) <= found.error;
    }
    solve_game_free(game);
    solve_request_free(request);
    printf("%s, %s: %d of %d contain the number\n", row->board, row->rules, contained,
           (int)row->seeds);
    return contained;
}

static void errors_are_honest(void **state)
{
    static const struct row rows[] = {
        {"1x3", "ssk,suicide=yes", 19207, 0.002, 300, 273},
        /* Some games are hard to meet there. */
        {"1x3", "nssk,suicide=yes", 275115, 0.05, 200, 180},
        {"1x3", "nssk,suicide=yes", 275115, 0.01, 200, 180},
        {"1x4", "psk", 719178893.0, 0.05, 100, 88},
        {"2x2", "psk", 386356909593.0, 0.05, 100, 88},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(count_contained(&rows[i]) >= rows[i].contained_min);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_honest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
