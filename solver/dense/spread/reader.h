/*
 * Reads entries of dense tables that other ranks hold: what dense/sweep.h calls a reader, over
 * ranks/ranks.h.
 *
 * A batch takes two exchanges. First each rank gets what the others want to know of its boards:
 * of each state the code of the board, as few bytes as these take, with the player to move as one
 * of the bits. Points of a ko follow apart, as few states have one. Then the answers go back, in
 * the order of the questions. While a batch is on its way the next is made, and whoever makes one
 * answers those of others in between.
 */
#ifndef SOLVER_DENSE_SPREAD_READER_H
#define SOLVER_DENSE_SPREAD_READER_H

#include "dense/index.h"
#include "dense/sweep.h"

/* What is asked: a table of which this rank has a share. */
struct spread_source {
    const struct dense_index *index;
    const void *table;
    int width; /* bytes of an entry */
    /* Writes the entries of states whose boards are held here: dense_outcomes_answer(),
     * dense_margins_answer(). */
    void (*answer)(const void *table, const struct dense_lookup *lookups, size_t count,
                   uint8_t *ret_answers);
    int threads; /* at least 1 */
};

struct spread_reader;

/* Makes a reader; the source's table must outlive it. Returns 0 or -ENOMEM. spread_reader_free()
 * it; NULL is allowed. */
int spread_reader_new(struct spread_reader **ret_reader, const struct spread_source *source);
void spread_reader_free(struct spread_reader *reader);

/* The reader as the sweeps want it. */
struct dense_reader spread_reader_calls(struct spread_reader *reader);

/* What this rank has asked others, and what it has sent for it and in answer. */
struct spread_traffic {
    uint64_t lookups; /* of entries that others hold */
    uint64_t bytes;
};

struct spread_traffic spread_reader_traffic(const struct spread_reader *reader);

#endif
