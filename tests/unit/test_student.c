/* Quantiles of Student's t, against tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "count/sample/student.h"

static void test_tables(void **state)
{
    static const struct {
        double chance;
        int freedom;
        double t;
    } rows[] = {
        {0.05, 1, 12.7062},        {0.05, 2, 4.30265},    {0.05, 3, 3.18245},
        {0.05, 7, 2.36462},        {0.05, 31, 2.03951},   {0.05, 120, 1.97993},
        {0.01, 4, 4.60409},        {0.01, 30, 2.75000},   {0.001, 10, 4.58689},
        {0.2, 5, 1.47588},         {0.05, 1000, 1.96234}, {0.01, 1000, 2.58075},
        {0.05, 1000000, 1.959966},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(fabs(student_quantile(rows[i].chance, rows[i].freedom) / rows[i].t - 1) < 2e-5);
}

/* Where one way of computing takes over from the other they agree. */
static void test_smooth(void **state)
{
    (void)state;
    for (double chance = 0.04; chance > 1e-6; chance /= 5)
        for (int freedom = 1; freedom < 400; freedom++) {
            double here = student_quantile(chance, freedom);
            double next = student_quantile(chance, freedom + 1);
            assert_true(next < here && here > 1.96);
            assert_true(freedom < 150 || here / next < 1.0005);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables),
                                       cmocka_unit_test(test_smooth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
