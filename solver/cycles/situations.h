/*
 * The situations that a search has met: each has a number, and a score once that was asked for.
 *
 * Several threads may share them. A situation never moves and, once it has a number, never changes.
 * A number reaches another thread by what a lock guards (this index, or the table of lemmas), so
 * its situation is there for that thread, too. Scores are functions of a situation: whoever has one
 * first writes it, and a second writes the same.
 */
#ifndef SOLVER_CYCLES_SITUATIONS_H
#define SOLVER_CYCLES_SITUATIONS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/control/control.h"
#include "rules/game.h"

/* What stands on the board, what is prohibited, and who is to move. */
struct cycle_situation {
    uint64_t stones[2]; /* Black's, White's */
    uint64_t temporary; /* locations that are prohibited for the next move */
    uint64_t permanent; /* locations that are prohibited for good */
    uint8_t mover;      /* 0 Black, 1 White */
    uint8_t needed;     /* passes that end the game: 1 .. 3 */
};

/* One that was met. */
struct cycle_met {
    struct cycle_situation situation;
    atomic_int score; /* of the board, Black's view, captives not counted */
    uint32_t next;    /* of the same bucket, its number + 1; 0: none */
};

/* Block i holds CYCLE_BLOCK_FIRST << i situations, so that none ever moves. */
#define CYCLE_BLOCK_BITS 10
#define CYCLE_BLOCK_FIRST ((size_t)1 << CYCLE_BLOCK_BITS)
#define CYCLE_BLOCKS 22
/* A bucket's lock is that of the last bits of its number, so that it stays when the index grows. */
#define CYCLE_SITUATION_LOCKS 256

struct cycle_situations {
    int points;
    _Atomic(struct cycle_met *) blocks[CYCLE_BLOCKS];
    atomic_uint_least32_t count; /* numbers given */
    atomic_size_t bytes;         /* of blocks and index */
    atomic_bool missing;         /* a number was given and there was no memory for its situation */
    uint32_t *heads;             /* buckets: the number of their first situation + 1 */
    size_t mask;                 /* the number of buckets less 1 */
    pthread_spinlock_t locks[CYCLE_SITUATION_LOCKS];
    pthread_mutex_t growing; /* of who grows the index; taken before all locks */
    pthread_mutex_t making;  /* of who makes a block; taken after a lock */
    pthread_mutex_t scoring; /* of who uses control, which serves one thread at a time */
    struct control *control;
};

/* Returns NULL if there is no memory. The graph of game is borrowed. */
struct cycle_situations *cycle_situations_new(const struct game *game);
void cycle_situations_free(struct cycle_situations *situations);

static inline int cycle_block_of(uint32_t number)
{
    return 63 - CYCLE_BLOCK_BITS - __builtin_clzll(number + CYCLE_BLOCK_FIRST);
}

static inline struct cycle_met *cycle_situations_met(const struct cycle_situations *situations,
                                                     uint32_t number)
{
    int block = cycle_block_of(number);
    struct cycle_met *first =
        atomic_load_explicit(&situations->blocks[block], memory_order_acquire);
    return &first[number + CYCLE_BLOCK_FIRST - (CYCLE_BLOCK_FIRST << block)];
}

static inline const struct cycle_situation *
cycle_situations_at(const struct cycle_situations *situations, uint32_t number)
{
    return &cycle_situations_met(situations, number)->situation;
}

/* Writes the number of a situation, a new one if it has none. Returns 0 or -ENOMEM. */
int cycle_situations_number(struct cycle_situations *situations, const struct cycle_situation *s,
                            uint32_t *ret_number);

/*
 * Returns how many numbers were given to situations that are all there, while other threads may
 * give more; 0 if one is missing, as there was no memory for it.
 */
uint32_t cycle_situations_count(struct cycle_situations *situations);

/* Tells the score of a situation, if it was found. */
bool cycle_situations_known_score(const struct cycle_situations *situations, uint32_t number,
                                  int *ret_score);

/* Sets the score of a situation, as an earlier run found it. */
void cycle_situations_set_score(struct cycle_situations *situations, uint32_t number, int score);

/*
 * The score of a situation's board in Black's view, captives not counted. Returns 0, -ENOMEM,
 * -ERANGE (who controls what is not decided) or -EINTR (who watches control said so).
 */
int cycle_situations_score(struct cycle_situations *situations, uint32_t number, int *ret_score);

/* Bytes held, but for control. */
size_t cycle_situations_bytes(const struct cycle_situations *situations);

#endif
