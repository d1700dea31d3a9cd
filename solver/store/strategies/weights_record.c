/* The records of an estimate's weights: most of them are 0. */
#include <math.h>
#include <string.h>

#include "store/strategies/strategies.h"

/* No guess at a margin is so large. */
#define WEIGHT_MOST 1e6f

void strategies_put_float(struct bytes *to, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof(bits));
    bytes_put_number(to, bits, 4);
}

float strategies_read_float(struct bytes_reader *reader)
{
    uint32_t bits = (uint32_t)bytes_read_number(reader, 4);
    float number;
    memcpy(&number, &bits, sizeof(bits));
    if (!(fabsf(number) <= WEIGHT_MOST))
        reader->bad = true;
    return number;
}

/* Returns how many weights follow from place on that are 0, or that are not. */
static size_t run_from(const struct estimate *estimate, size_t place, size_t end, bool zeroes)
{
    size_t at = place;
    while (at < end && (estimate->weights[at] == 0) == zeroes)
        at++;
    return at - place;
}

void strategies_put_weights(struct bytes *to, const struct estimate *estimate, size_t *place)
{
    size_t most = estimate_weights(estimate), end = *place + STRATEGIES_CHUNK_WEIGHTS;
    end = end < most ? end : most;
    if (*place == end)
        return;
    record_begin(to);
    bytes_put_number(to, end - *place, 4);
    while (*place < end) {
        size_t skipped = run_from(estimate, *place, end, true);
        size_t count = run_from(estimate, *place + skipped, end, false);
        bytes_put_number(to, skipped, 2);
        bytes_put_number(to, count, 2);
        for (size_t i = 0; i < count; i++)
            strategies_put_float(to, estimate->weights[*place + skipped + i]);
        *place += skipped + count;
    }
}

bool strategies_read_weights(const struct record_shape *shape, const MDB_val *key,
                             const MDB_val *value, struct estimate *estimate, size_t *place)
{
    struct bytes_reader reader;
    if (!strategies_open(shape, key, value, &reader))
        return false;
    size_t left = bytes_read_number(&reader, 4), at = place != NULL ? *place : 0;
    if (estimate != NULL && left > estimate_weights(estimate) - at)
        return false;
    while (left > 0 && !reader.bad) {
        size_t skipped = bytes_read_number(&reader, 2), count = bytes_read_number(&reader, 2);
        if (skipped + count == 0 || skipped + count > left)
            return false;
        at += skipped;
        left -= skipped + count;
        for (; count > 0; count--, at++) {
            float weight = strategies_read_float(&reader);
            if (estimate != NULL)
                estimate->weights[at] = weight;
        }
    }
    if (place != NULL)
        *place = at;
    return !reader.bad && reader.left == 0;
}
