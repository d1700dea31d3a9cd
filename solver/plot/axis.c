/* Marks and labels along axes. */
#include "plot/axis.h"

#include <stdio.h>

int axis_step(double unit, double apart)
{
    static const int digits[] = {1, 2, 5};
    for (int power = 1; power < 100000000; power *= 10)
        for (int i = 0; i < 3; i++)
            if (digits[i] * power * unit >= apart)
                return digits[i] * power;
    return 100000000;
}

int axis_multiple(int number, int step)
{
    int rest = number % step;
    return number - (rest < 0 ? rest + step : rest);
}

const char *axis_power_text(int exponent, char text[AXIS_TEXT_MAX])
{
    static const char *const units[] = {"", " thousand", " million", " billion"};
    static const char *const digits[] = {"1", "10", "100"};
    if (exponent < 4)
        snprintf(text, AXIS_TEXT_MAX, "1%.*s", exponent, "000");
    else if (exponent < 6)
        snprintf(text, AXIS_TEXT_MAX, "%s,000", digits[exponent - 3]);
    else if (exponent < 12)
        snprintf(text, AXIS_TEXT_MAX, "%s%s", digits[exponent % 3], units[exponent / 3]);
    else
        snprintf(text, AXIS_TEXT_MAX, "1e%d", exponent);
    return text;
}

void axis_spread(double *y, int count, double apart, double low, double high)
{
    for (int i = 0; i < count; i++) {
        double least = i == 0 ? low : y[i - 1] + apart;
        if (y[i] < least)
            y[i] = least;
    }
    for (int i = count - 1; i >= 0; i--) {
        double most = i == count - 1 ? high : y[i + 1] - apart;
        if (y[i] > most)
            y[i] = most;
    }
}
