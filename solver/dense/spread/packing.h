/*
 * Lookups as messages: what of a batch goes to which rank, in how few bytes, and how the answers
 * are put in the order of the lookups again. Private to the reader.
 *
 * A message is the number of its states, 8 bytes; the states, each a number of so many bytes: from
 * its lowest bit on, whether a ko is told, the mover, the rest of the code, and the rank of its
 * prefix (dense/codes.h); and the points of the kos, a byte each.
 */
#ifndef SOLVER_DENSE_SPREAD_PACKING_H
#define SOLVER_DENSE_SPREAD_PACKING_H

#include "dense/index.h"
#include "dense/sweep.h"
#include "ranks/ranks.h"

/* How a state is told. */
struct packing_code {
    const struct dense_index *index;
    int bytes; /* of a state */
    uint32_t ranks;
};

void packing_code_init(struct packing_code *ret_code, const struct dense_index *index);

/* A batch that is taken apart. Lists by rank have a place for each. */
struct packing {
    const struct packing_code *code;
    int parts, parts_used;              /* threads do one each: at most, and of this batch */
    uint8_t **messages;                 /* by rank */
    size_t *sizes;                      /* by rank: bytes of it */
    size_t *room;                       /* by rank */
    const struct dense_lookup *lookups; /* of the batch */
    size_t *states, *kos;               /* [part * ranks + rank]: how many are before that part's */
    size_t *at;              /* [2 * part * ranks + rank]: of a part at work: states, then kos */
    const uint8_t **answers; /* by rank */
    struct dense_lookup *own;
    size_t own_count, own_room;
};

/* Returns 0 or -ENOMEM; packing_release() it in both cases. */
int packing_init(struct packing *ret_packing, const struct packing_code *code, int threads);
void packing_release(struct packing *packing);

/* Takes a batch apart. Returns 0 or -ENOMEM. */
int packing_pack(struct packing *packing, const struct dense_lookup *lookups, size_t count);

/* Puts answers of width bytes in order: in[] by rank, and own ones. Returns 0; -EIO: a rank has
 * sent another number of them. */
int packing_merge(struct packing *packing, size_t count, size_t width, const struct ranks_bytes *in,
                  const uint8_t *own, uint8_t *ret_answers);

/* Sets *ret_count to the number of states in a message. Returns 0 or -EIO: it is none. */
int packing_count(const struct packing_code *code, const uint8_t *bytes, size_t size,
                  size_t *ret_count);

/* Unpacks so many lookups. Returns 0 or -EIO: it is no such message. */
int packing_unpack(const struct packing_code *code, const uint8_t *bytes, size_t size,
                   struct dense_lookup *ret_lookups);

/* Returns where a part of count things begins. */
static inline size_t packing_part(size_t count, int parts, int part)
{
    return count / (size_t)parts * (size_t)part +
           count % (size_t)parts * (size_t)part / (size_t)parts;
}

#endif
