/*
 * Lemmas under rules with cycles: proofs with the conditions on the past under which they hold.
 *
 * When does a proof hold under another history? A move and what it leads to depend on the past by
 * nothing but the cycles that may be removed, and cycles that begin within the tree are the same
 * under any history. Of the situations of the tree, look at those at which the opponent may remove
 * a cycle; those since the last removal within the tree do not matter, as nothing from before it
 * comes back. The proof holds if at each of them he has no cycle from before the tree that the
 * proof did not look at, and if the cycles from before the tree that the attacker removes are
 * there. Fewer cycles for the opponent never hurt the attacker.
 *
 * Why threads may share lemmas. A lemma says nothing of the path on which it was proved, but what
 * its conditions say. They speak of numbers of situations, which are the same for all threads
 * (situations.h), and of sets of points. Who uses a lemma tests them on a path of his own, whoever
 * proved it. So that a path of another thread has cycles in progress, which this one has not, does
 * not matter. A lemma rests on others that were there before it. It is put into the table when it
 * is complete, does not change any more, and stays until the end: who has found one may read it
 * without a lock. A bucket, with the order of its lemmas, belongs to who holds its lock.
 */
#ifndef SOLVER_CYCLES_LEMMA_H
#define SOLVER_CYCLES_LEMMA_H

#include <pthread.h>
#include <stdatomic.h>

#include "cycles/game.h"

/* That a situation stood before, and the locations used since. */
struct cycle_condition {
    uint64_t used;
    uint32_t situation;
};

struct cycle_lemma;

/* A move of a proof, if proofs are recorded: the winner's, or one of the opponent's. */
struct cycle_trace_move {
    struct cycle_play play;
    struct cycle_lemma *child; /* NULL: The game is over then. */
};

/* A fact: from a situation on the attacker forces at least bound, under conditions on the past. */
struct cycle_lemma {
    struct cycle_lemma *next; /* of the same bucket */
    uint32_t situation;
    int bound; /* the attacker's view, captives up to here not counted */
    uint8_t attacker;

    /* Where one of these situations stood before, what was used since must be in allowed. */
    uint32_t *watched; /* ascending */
    uint32_t watched_count;
    struct cycle_condition *allowed;
    uint32_t allowed_count;

    /* These situations must have stood, with that use. */
    struct cycle_condition *wanted;
    uint32_t wanted_count;

    struct cycle_trace_move *trace; /* what proved it, owned; NULL: not recorded */
    uint32_t trace_count;
    uint32_t number; /* of its node in the certificate + 1; 0: none yet */
};

/* A bucket's lock is that of the last bits of its number, so that it stays when the table grows. */
#define CYCLE_LEMMA_LOCKS 256

struct cycle_lemmas {
    struct cycle_lemma **buckets; /* by situation and attacker */
    size_t mask;                  /* the number of buckets less 1 */
    atomic_size_t count;          /* of lemmas */
    atomic_size_t bytes;          /* of lemmas and buckets */
    pthread_spinlock_t locks[CYCLE_LEMMA_LOCKS];
    pthread_mutex_t growing; /* of who makes more buckets; taken before all locks */
};

/* Returns 0 or -ENOMEM; cycle_lemmas_release() it in any case. */
int cycle_lemmas_init(struct cycle_lemmas *lemmas);
void cycle_lemmas_release(struct cycle_lemmas *lemmas);

/* Returns a lemma that proves at least bound for attacker where the game stands, updated; or NULL.
 */
struct cycle_lemma *cycle_lemmas_find(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                      int attacker, int bound);

/* A lemma with room for so many conditions; only the lists and their lengths are set. NULL: no
 * memory. */
struct cycle_lemma *cycle_lemma_new(uint32_t watched, uint32_t allowed, uint32_t wanted);

/* Takes in a lemma, which is malloc()ed and owned from now on; all of it is set. */
void cycle_lemmas_add(struct cycle_lemmas *lemmas, struct cycle_lemma *lemma);

/*
 * Calls visit for all lemmas that are there, those of a bucket in the reverse of their order. Other
 * threads may look for lemmas and add some meanwhile. Returns 0; what visit returned, as soon as
 * that is not 0; or -ENOMEM.
 */
int cycle_lemmas_visit(struct cycle_lemmas *lemmas,
                       int (*visit)(void *arg, const struct cycle_lemma *lemma), void *arg);

/* Is the situation with that use in the list? */
bool cycle_lemma_has(const struct cycle_condition *list, uint32_t count, uint32_t situation,
                     uint64_t used);

/* Frees a lemma that is in no table; NULL is allowed. */
void cycle_lemma_free(struct cycle_lemma *lemma);

#endif
