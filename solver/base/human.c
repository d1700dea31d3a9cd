/* Numbers with their nouns and units. */
#include "base/human.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT_MAX 96

#define MINUTE 60.0
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define YEAR (365.25 * DAY)

static char *next_text(void)
{
    static _Thread_local char texts[HUMAN_TEXTS][TEXT_MAX];
    static _Thread_local unsigned next;
    return texts[next++ % HUMAN_TEXTS];
}

const char *human_count(uint64_t count, const char *one, const char *many)
{
    char *text = next_text();
    snprintf(text, TEXT_MAX, "%" PRIu64 " %s", count, human_noun(count, one, many));
    return text;
}

const char *human_signed(int number)
{
    char *text = next_text();
    snprintf(text, TEXT_MAX, number > 0 ? "+%d" : "%d", number);
    return text;
}

const char *human_half_points(int half_points)
{
    char *text = next_text();
    snprintf(text, TEXT_MAX, "%s%d%s", half_points < 0 ? "-" : "", abs(half_points) / 2,
             half_points % 2 != 0 ? ".5" : "");
    return text;
}

const char *human_signed_half_points(int half_points)
{
    char *text = next_text();
    snprintf(text, TEXT_MAX, "%s%s", half_points > 0 ? "+" : "", human_half_points(half_points));
    return text;
}

const char *human_size(double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    char *text = next_text();
    for (; bytes >= 1024 && unit < sizeof(units) / sizeof(units[0]) - 1; unit++)
        bytes /= 1024;
    if (bytes > 1024) /* of the largest unit */
        return "more than 1000 EiB";
    snprintf(text, TEXT_MAX,
             unit == 0      ? "%.0f %s"
             : bytes < 1000 ? "%.1f %s"
                            : "%.4g %s",
             bytes, units[unit]);
    return text;
}

const char *human_time(double seconds)
{
    char *text = next_text();
    if (seconds < 100 * MINUTE)
        snprintf(text, TEXT_MAX, "%.2f s", seconds);
    else if (seconds < 3 * DAY)
        snprintf(text, TEXT_MAX, "%.1f h", seconds / HOUR);
    else if (seconds < 2 * YEAR)
        snprintf(text, TEXT_MAX, "%.0f days", seconds / DAY);
    else if (seconds < 1e6 * YEAR)
        snprintf(text, TEXT_MAX, "%.0f years", seconds / YEAR);
    else
        return "more than a million years";
    return text;
}
