/*
 * What near ranks hold of a dense table (ranks/near.h), mapped so that this one reads it: the mates
 * of dense/mates.h.
 */
#ifndef SOLVER_DENSE_SPREAD_SEEN_H
#define SOLVER_DENSE_SPREAD_SEEN_H

#include "dense/mates.h"
#include "dense/memory.h"

/* What this rank lends: where it can be lent (dense_memory.lent). */
struct seen_lent {
    const struct dense_index *index;
    const struct dense_kos *kos; /* of the index; NULL: kos do not count */
    const struct dense_array *lines, *codes, *ko_codes;
    size_t width, ko_width; /* bytes of an entry, powers of two */
};

struct spread_seen;

/*
 * Maps what near ranks lend, of which lines and kos are complete. Collective. Returns 0; or a
 * negative errno: the connection is lost, or there is no memory. spread_seen_free() it; NULL is
 * allowed.
 */
int spread_seen_new(struct spread_seen **ret_seen, const struct seen_lent *lent);
void spread_seen_free(struct spread_seen *seen);

/* Returns the mates; NULL where nobody is near, or what they lend cannot be read. */
const struct dense_mates *spread_seen_mates(const struct spread_seen *seen);

#endif
