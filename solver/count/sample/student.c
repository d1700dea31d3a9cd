/* Quantiles of Student's t. */
#include "count/sample/student.h"

#include <math.h>

/* From there on the series in powers of 1/freedom is as good as the sum, and shorter. */
#define FREEDOM_MANY 200

/* The chance that t is beyond this, either way: a finite sum for whole degrees of freedom
 * (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4). */
static double chance_beyond(double t, int freedom)
{
    double angle = atan(t / sqrt(freedom)), square = pow(cos(angle), 2), sum = 0, term;
    int odd = freedom % 2;
    term = odd ? cos(angle) : 1;
    for (int i = odd + 1; i < freedom; i += 2) {
        sum += term;
        term *= square * i / (i + 1);
    }
    sum *= sin(angle);
    return odd ? 1 - 2 / acos(-1) * (angle + sum) : 1 - sum;
}

static double normal_beyond(double z, int freedom)
{
    (void)freedom;
    return erfc(z / sqrt(2));
}

/* Where the chance, which falls, comes down to this. */
static double solve(double (*beyond)(double, int), int freedom, double chance)
{
    double low = 0, high = 1;
    while (beyond(high, freedom) > chance && high < 1e12)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (beyond(middle, freedom) > chance)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double student_quantile(double chance, int freedom)
{
    if (freedom < FREEDOM_MANY)
        return solve(chance_beyond, freedom, chance);
    /* Cornish and Fisher. */
    double z = solve(normal_beyond, 0, chance), v = freedom;
    double first = pow(z, 3) + z, second = 5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z;
    double third = 3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z;
    return z + first / (4 * v) + second / (96 * v * v) + third / (384 * v * v * v);
}
