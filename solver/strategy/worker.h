/*
 * What the files of prover.h share: the table of states, and a thread's part of a search.
 *
 * In a region, between the start of several threads and their meeting, only these change and are
 * seen by others: entries, each set of them under its own lock; the atomic fields of struct prover;
 * and the marks. What else struct prover holds stands still then, so that it is read without ado.
 */
#ifndef SOLVER_STRATEGY_WORKER_H
#define SOLVER_STRATEGY_WORKER_H

#include "strategy/prover.h"

/* Marks of who is where; a power of two. Two states may have the same one. */
#define MARK_COUNT ((size_t)1 << 15)
#define NEVER 0x3fffffffu /* a proof number: it cannot be proved */

struct prover_numbers {
    uint32_t proof, disproof;
};

static inline bool prover_numbers_decided(struct prover_numbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

/* --- the table (prover_table.c) --- */

/* Of at most bytes. Returns 0 or -ENOMEM. */
int prover_table_init(struct prover *prover, size_t bytes);
void prover_table_release(struct prover *prover);

unsigned prover_table_tag(const struct prover *prover, const struct entry_key *key);
uint64_t prover_table_hash(const struct prover *prover, const struct entry_key *key);

/* Lets a set be fetched while something else is done. */
void prover_table_prefetch(const struct prover *prover, uint64_t hash);

/* What is known of a state; hash is the key's. */
bool prover_table_look_up(const struct prover *prover, const struct entry_key *key, uint64_t hash,
                          struct prover_numbers *ret_numbers);

/* Keeps what was found with so many nodes. Returns whether the table holds one state more. */
bool prover_table_store(struct prover *prover, const struct entry_key *key, uint64_t hash,
                        struct prover_numbers numbers, uint64_t work);

/* Is it time for more sets? */
bool prover_table_is_full(const struct prover *prover);

/* Twice as many sets, or as many as there may be; outside of regions. */
void prover_table_widen(struct prover *prover);

/* Has so many entries at most from now on; outside of regions. */
void prover_table_limit(struct prover *prover, size_t most);

/* --- states nobody has looked at (initial_numbers.c) --- */

/*
 * What a state nobody has looked at is taken for; around: the board that the play comes from, for
 * the mover after it. Certain only: unconditional life of the other's takes too much, the board is
 * won and he has no stone to play, or the state is granted.
 */
struct prover_numbers initial_numbers(const struct prover *prover,
                                      const struct prover_successor *play,
                                      const struct estimate_around *around);

/* --- a thread's part (worker.c) --- */

/* asks: it asks whether to stop, as one of them does. Returns 0 or -ENOMEM. */
int worker_new(struct prover_worker **ret_worker, struct prover *prover, bool asks);
void worker_free(struct prover_worker *worker);

/* Stands at spot, where before[] stood before. Returns 0 or -ENOMEM. */
int worker_begin(struct prover_worker *worker, const struct prover_state *state,
                 const struct stone_pair *before, size_t before_count);

/* Marks the states that it is inside of, for the others. */
void worker_mark(struct prover_worker *worker);

/*
 * Searches on for so many nodes, until the question is answered or a limit stops it; in a region
 * also until all are to meet.
 */
void worker_run(struct prover_worker *worker, uint64_t nodes);

#endif
