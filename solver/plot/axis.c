/* Marks and labels along axes. */
#include "plot/axis.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Labels that touch: from first on, count of them, the first at y. */
struct block {
    int first, count;
    double y;
};

/* The place of the first label at which all of the block are nearest to where they should be. */
static double best_place(const double *y, const struct block *block, double apart, double low,
                         double high)
{
    double sum = 0, most = high - (block->count - 1) * apart;
    for (int i = 0; i < block->count; i++)
        sum += y[block->first + i] - i * apart;
    sum /= block->count;
    sum = sum > most ? most : sum;
    return sum < low ? low : sum;
}

int axis_spread(double *y, int count, double apart, double low, double high)
{
    struct block *blocks = calloc((size_t)count + 1, sizeof(*blocks));
    int used = 0;
    if (blocks == NULL)
        return -ENOMEM;
    for (int i = 0; i < count; i++) {
        struct block last = {i, 1, 0};
        last.y = best_place(y, &last, apart, low, high);
        /* What touches the block before becomes one with it. */
        while (used > 0 && blocks[used - 1].y + blocks[used - 1].count * apart > last.y) {
            last = (struct block){blocks[used - 1].first, last.count + blocks[used - 1].count, 0};
            last.y = best_place(y, &last, apart, low, high);
            used--;
        }
        blocks[used++] = last;
    }
    for (int b = 0; b < used; b++)
        for (int i = 0; i < blocks[b].count; i++)
            y[blocks[b].first + i] = blocks[b].y + i * apart;
    free(blocks);
    return 0;
}
