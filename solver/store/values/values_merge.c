/* Merging records of tables of positions. */
#include "store/values/values_record.h"

#include <errno.h>
#include <string.h>

static bool same_bytes(const struct bytes *a, const struct bytes *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* The same boards, each with as many codes, and no kos? */
static bool are_alike(const struct record_shape *shape, const struct values_chunk *a,
                      const struct values_chunk *b)
{
    return a->boards == b->boards && a->layers == b->layers && a->kos == 0 && b->kos == 0 &&
           memcmp(a->stones, b->stones, a->boards * 2 * shape->set_bytes) == 0;
}

/* What either of the two tables says is forced, is. */
static struct table_entry best_of(const struct record_shape *shape, const struct values_chunk *a,
                                  const struct values_chunk *b, unsigned n,
                                  struct table_entry state)
{
    struct table_entry other = state;
    values_codes(shape, a, n, &state);
    values_codes(shape, b, n, &other);
    for (unsigned attacker = BLACK; attacker <= WHITE; attacker++)
        if (other.codes[attacker] > state.codes[attacker])
            state.codes[attacker] = other.codes[attacker];
    return state;
}

int values_merge(const struct record_shape *shape, enum board_table_kind kind,
                 const struct bytes *there, const struct bytes *added, struct bytes *ret_value)
{
    struct values_chunk a, b;
    if (same_bytes(there, added))
        return 0;
    if (kind != TABLE_BOUNDS || !values_read_chunk(shape, there->data, there->size, &a) ||
        !values_read_chunk(shape, added->data, added->size, &b) || !are_alike(shape, &a, &b))
        return -EBADMSG;
    struct bytes merged = {0};
    bytes_put(&merged, there->data, there->size);
    if (merged.failed)
        return -ENOMEM;
    for (unsigned n = 0; n < a.boards; n++)
        for (uint8_t mover = BLACK; mover <= WHITE; mover++)
            for (uint8_t passes = 0; passes < a.layers; passes++) {
                struct table_entry state = {.mover = mover, .passes = passes};
                state = best_of(shape, &a, &b, n, state);
                if (!values_set_codes(shape, merged.data, n, &state)) {
                    bytes_release(&merged);
                    return -EBADMSG;
                }
            }
    values_seal(&merged, shape);
    int r = same_bytes(there, &merged) ? 0 : 1;
    if (r == 1)
        *ret_value = merged;
    else
        bytes_release(&merged);
    return r;
}
