/* Openings of which only bounds are known: what that says of the second and the third best. */
#include "common/check.h"

#include "report/verdict_openings.c"

/* 3x6 as strategies leave it: one opening takes the board, of the others none does. */
static void test_places(void **state)
{
    (void)state;
    struct solve_root_move moves[] = {
        {.bounds = {-18, 17, -18, 17},
         .same_as = 0,
         .move = {.kind = SOLVE_MOVE_STONE, .point = 0}},
        {.bounds = {18, 18, 18, 18}, .same_as = 1, .move = {.kind = SOLVE_MOVE_STONE, .point = 8}},
        {.bounds = {18, 18, 18, 18}, .same_as = 1, .move = {.kind = SOLVE_MOVE_STONE, .point = 9}},
        {.bounds = {2, 5, 2, 5}, .same_as = 3, .move = {.kind = SOLVE_MOVE_STONE, .point = 1}},
    };
    const struct solved solved = {
        .bounds = {.lower_min = 18, .lower_max = 18, .upper_min = 18, .upper_max = 18},
        .moves = moves,
        .move_count = sizeof(moves) / sizeof(*moves),
    };
    struct openings openings;
    list_openings(&solved, &openings);
    assert_false(openings.complete);
    assert_int_equal(openings.place_count, 3);
    assert_int_equal(openings.places[1].least, 2);
    assert_int_equal(openings.places[1].most, 17);
    assert_int_equal(openings.places[2].least, -18);
    assert_int_equal(openings.places[2].most, 5);
    static const struct {
        size_t place;
        int value;
        enum verdict_kind verdict;
    } cases[] = {
        {0, 18, VERDICT_VERIFIED}, {0, 17, VERDICT_WRONG}, {1, 18, VERDICT_WRONG},
        {1, 17, VERDICT_OPEN},     {1, 2, VERDICT_OPEN},   {1, 1, VERDICT_WRONG},
        {2, 6, VERDICT_WRONG},     {2, 5, VERDICT_OPEN},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct claimed_opening claimed = {.given = true, .value = cases[i].value};
        assert_int_equal(place_verdict(&solved, &openings, cases[i].place, &claimed),
                         cases[i].verdict);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
