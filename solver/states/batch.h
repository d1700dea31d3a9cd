/*
 * Boards whose moves are listed and numbered together (enumerate.c), and their numbering by several
 * threads (enumerate_parallel.c).
 */
#ifndef SOLVER_STATES_BATCH_H
#define SOLVER_STATES_BATCH_H

#include "states/interning.h"

/* Boards that a thread takes at a time. */
#define BATCH_CHUNK 64
/* Fewer boards are not worth another thread. */
#define BATCH_SHARED_LEAST (32 * BATCH_CHUNK)

/* The moves of one mover on a board of the batch. */
struct move_list {
    bool wanted;     /* the moves were not known before */
    uint8_t count;   /* of the moves */
    uint8_t missing; /* moves to boards that have no number yet */
};

/* What the lists of BATCH_CHUNK boards come to, and where they go. */
struct chunk {
    uint32_t moves;       /* of all lists */
    uint32_t missing;     /* moves to boards that have no number yet */
    uint32_t added;       /* boards that are met here first */
    uint32_t first_move;  /* the number of the first move */
    uint32_t first_added; /* the number of the first board that is met here first */
};

struct batch {
    struct positions *positions;
    int threads;
    uint32_t first;           /* the first orbit of the batch */
    uint32_t count;           /* orbits of the batch */
    uint32_t room;            /* orbits that there is room for */
    struct move_list *lists;  /* [2 * (orbit - first) + mover] */
    struct chunk *chunks;     /* of BATCH_CHUNK orbits each */
    struct stone_move *moves; /* of each chunk from batch_place() on, one list after the other */
    struct lookup *missing;   /* the same for where the missing moves lead */
};

static inline uint32_t batch_chunks(uint32_t boards)
{
    return (boards + BATCH_CHUNK - 1) / BATCH_CHUNK;
}

static inline bool batch_is_shared(const struct batch *batch)
{
    return batch->threads > 1 && batch->count >= BATCH_SHARED_LEAST;
}

static inline uint32_t batch_end(const struct batch *batch, uint32_t chunk)
{
    uint32_t end = (chunk + 1) * BATCH_CHUNK;
    return end < batch->count ? end : batch->count;
}

/* The moves of a chunk have this room. */
static inline uint32_t batch_chunk_room(const struct batch *batch)
{
    return 2 * BATCH_CHUNK * (uint32_t)batch->positions->points;
}

static inline uint32_t batch_place(const struct batch *batch, uint32_t chunk)
{
    return chunk * batch_chunk_room(batch);
}

/* Does the work on each chunk, by several threads if the batch is worth it. Returns 0 or the least
 * that work returned. */
int batch_share(const struct batch *batch, int (*work)(const struct batch *, uint32_t chunk));

/*
 * Numbers the missing boards of the batch and writes its lists, all threads together; it comes out
 * as if one thread had done it. Returns 0 or -ENOMEM; or, having done nothing, -EAGAIN if the batch
 * might take more than max_bytes, or too many of the slots.
 */
int batch_number(const struct batch *batch, size_t max_bytes);

#endif
