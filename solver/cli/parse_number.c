/* Strict reading of numbers. */
#include "cli/parse_number.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define BILLION 1000000000u

/* Reads the digits at *text, at least one, and moves *text behind them. */
static int read_digits(const char **text, uint64_t *ret_value)
{
    uint64_t value = 0;
    if (!isdigit((unsigned char)**text))
        return -EINVAL;
    int r = 0;
    for (; isdigit((unsigned char)**text); (*text)++) {
        unsigned digit = (unsigned)(**text - '0');
        if (value > (UINT64_MAX - digit) / 10)
            r = -ERANGE; /* but read on: what follows may be no number at all */
        else
            value = value * 10 + digit;
    }
    *ret_value = value;
    return r;
}

int parse_number_unsigned(const char *text, uint64_t low, uint64_t high, uint64_t *ret_value)
{
    uint64_t value;
    int r = read_digits(&text, &value);
    if (*text != '\0')
        return -EINVAL;
    if (r < 0)
        return r;
    if (value < low || value > high)
        return -ERANGE;
    *ret_value = value;
    return 0;
}

/* Reads a unit of bytes: nothing or B; K, M, G or T, perhaps with B or iB. Returns the shift that
 * it stands for, or -EINVAL. */
static int read_unit(const char *text)
{
    static const char units[] = "KMGT";
    text += strspn(text, " ");
    if (*text == '\0' || strcasecmp(text, "B") == 0)
        return 0;
    const char *unit = strchr(units, toupper((unsigned char)*text));
    text++;
    if (unit == NULL ||
        (*text != '\0' && strcasecmp(text, "B") != 0 && strcasecmp(text, "iB") != 0))
        return -EINVAL;
    return 10 * ((int)(unit - units) + 1);
}

/* Reads what stands behind a point, in 1/10^9: 1 to 9 digits. */
static int read_fraction(const char **text, uint64_t *ret_billionths)
{
    const char *digits = *text;
    uint64_t value;
    if (read_digits(text, &value) < 0 || *text - digits > 9)
        return -EINVAL;
    for (ptrdiff_t i = *text - digits; i < 9; i++)
        value *= 10;
    *ret_billionths = value;
    return 0;
}

int parse_number_size(const char *text, uint64_t low, uint64_t high, uint64_t *ret_bytes)
{
    uint64_t value, billionths = 0;
    int r = read_digits(&text, &value);
    if (r == -EINVAL)
        return r;
    bool point = *text == '.';
    if (point) {
        text++;
        if (read_fraction(&text, &billionths) < 0)
            return -EINVAL;
    }
    int shift = read_unit(text);
    if (shift < 0 || (point && shift == 0)) /* half a byte is no size */
        return -EINVAL;
    if (r < 0 || value > UINT64_MAX >> shift)
        return -ERANGE;
    value <<= shift;
    /* unit * billionths / BILLION, in two steps that do not overflow. */
    uint64_t unit = (uint64_t)1 << shift;
    uint64_t part = unit / BILLION * billionths + unit % BILLION * billionths / BILLION;
    if (part > UINT64_MAX - value || value + part < low || value + part > high)
        return -ERANGE;
    *ret_bytes = value + part;
    return 0;
}

int parse_number_half_points(const char *text, int limit, int *ret_half_points)
{
    int negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    uint64_t whole, half = 0;
    int r = read_digits(&text, &whole);
    if (r == -EINVAL)
        return r;
    if (*text == '.') {
        if ((text[1] != '0' && text[1] != '5') || text[2] != '\0')
            return -EINVAL;
        half = text[1] == '5';
    } else if (*text != '\0') {
        return -EINVAL;
    }
    if (r < 0 || whole > (uint64_t)limit || 2 * whole + half > (uint64_t)limit)
        return -ERANGE;
    int value = (int)(2 * whole + half);
    *ret_half_points = negative ? -value : value;
    return 0;
}

int parse_number_seconds(const char *text, double high, double *ret_seconds)
{
    uint64_t whole, fraction = 0;
    double seconds, unit = 1;
    int r = read_digits(&text, &whole);
    if (r == -EINVAL)
        return r;
    if (*text == '.') {
        const char *digits = ++text;
        if (read_digits(&text, &fraction) < 0 || text - digits > 9)
            return -EINVAL;
        for (; digits < text; digits++)
            unit /= 10;
    }
    if (*text != '\0')
        return -EINVAL;
    seconds = (double)whole + (double)fraction * unit;
    if (r < 0 || !(seconds > 0) || seconds > high)
        return -ERANGE;
    *ret_seconds = seconds;
    return 0;
}
