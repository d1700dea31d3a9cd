/* Numbers among the words of a command. */
#include "gtp/word.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 1e9

int gtp_word_number(const char *word, int low, int high, int *ret_number)
{
    const char *digits = *word == '-' ? word + 1 : word;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 9 || digits[length] != '\0')
        return -EINVAL;
    long number = strtol(word, NULL, 10);
    if (number < low || number > high)
        return -EINVAL;
    *ret_number = (int)number;
    return 0;
}

/* Is the word a decimal number, with a sign perhaps? Exponents are none of GTP's. */
static int is_decimal(const char *word)
{
    size_t digits = 0, points = 0;
    if (*word == '-' || *word == '+')
        word++;
    for (; *word != '\0'; word++) {
        digits += isdigit((unsigned char)*word) != 0;
        points += *word == '.';
        if (!isdigit((unsigned char)*word) && *word != '.')
            return 0;
    }
    return digits > 0 && points <= 1;
}

int gtp_word_seconds(const char *word, double *ret_seconds)
{
    if (!is_decimal(word))
        return -EINVAL;
    double seconds = strtod(word, NULL);
    if (!(seconds >= 0 && seconds <= SECONDS_MAX))
        return -EINVAL;
    *ret_seconds = seconds;
    return 0;
}

int gtp_word_half_points(const char *word, int limit, int *ret_half_points)
{
    if (!is_decimal(word))
        return -EINVAL;
    double halves = strtod(word, NULL) * 2;
    if (!(halves >= -limit && halves <= limit) || halves != (double)(int)halves)
        return -EINVAL;
    *ret_half_points = (int)halves;
    return 0;
}
