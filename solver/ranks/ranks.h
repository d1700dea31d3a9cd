/*
 * Ranks: processes that work on one question together, on one machine or on many. They are numbered
 * from 0; rank 0 speaks for all. Without mpirun, and before ranks_begin(), there is one: then all
 * of this does what there is to do alone, at no cost.
 *
 * What is called collective here every rank calls, in the same order. Functions return 0 or a
 * negative errno: -EIO when the connection fails, -ENOMEM. A rank that fails alone tells the others
 * at the next ranks_agree(); one that cannot come so far ends all by ranks_abort().
 *
 * Any thread may call, but collective functions and exchanges only one at a time. The ranks belong
 * to the process: there is one set of them.
 */
#ifndef SOLVER_RANKS_RANKS_H
#define SOLVER_RANKS_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Bytes of one message. */
#define RANKS_MESSAGE_MAX ((size_t)1 << 30)

/* Did mpirun (or srun, or another launcher that speaks PMIx) start this process? Needs no
 * ranks_begin(). ranks_launched_size() is how many it started, 0: not known yet; and
 * ranks_launched_rank() which of them this is. Without a launcher 1 and 0. */
bool ranks_launched(void);
int ranks_launched_size(void);
int ranks_launched_rank(void);

/* How many of them run on this machine, as far as the launcher says: 1 or more. */
int ranks_launched_here(void);

/*
 * Joins the others that the launcher started; without one it does nothing. Collective. May be
 * called again, which does nothing. Returns 0; -ENOENT where this build or this machine has no MPI
 * and there are others; -EIO where they cannot be reached. Then err has the line.
 */
int ranks_begin(struct error *err);

/* Leaves. Collective, at the end of the process. */
void ranks_end(void);

int ranks_rank(void);
int ranks_size(void); /* at least 1 */

/* What this process prints from now on goes nowhere, as rank 0 says it, but for the line of
 * ranks_abort(), and that of ranks_begin() where this rank alone has no MPI. */
void ranks_hush(void);

/* Ends all ranks with that exit code (not 0), after a line on stderr: "solve: rank 2: TEXT". Does
 * not return. */
_Noreturn void ranks_abort(int exit_code, const char *text);

/*
 * Do all agree that it goes on? r is this rank's own result. Returns 0 if that is 0 everywhere,
 * else that of the first rank whose is not; err (may be NULL) then has its text, on each rank.
 * Collective.
 */
int ranks_agree(int r, struct error *err);

enum ranks_fold { RANKS_SUM, RANKS_LEAST, RANKS_GREATEST, RANKS_OR };

/* Folds values[0 .. count - 1] of all ranks, place by place; each rank gets the result. Collective.
 */
int ranks_reduce(uint64_t *values, size_t count, enum ranks_fold fold);

/* Rank 0's bytes, for all. Collective. */
int ranks_broadcast(void *bytes, size_t size);

/* Returns when all have called it. Collective. */
int ranks_barrier(void);

/*
 * Exchange: each rank sends each other one a message, empty or not. Several may be under way, each
 * in a slot of its own. Collective in each slot: a rank begins again only after its end.
 */
#define RANKS_SLOTS 8

/* What came from a rank. */
struct ranks_bytes {
    const uint8_t *bytes; /* aligned for any number */
    size_t size;
};

/* Begins one: out_sizes[to] bytes at out[to] go to each other rank, at most RANKS_MESSAGE_MAX. They
 * stay as they are until the end; the two lists may go. What there is for the rank itself is not
 * looked at. */
int ranks_exchange_begin(int slot, const void *const *out, const size_t *out_sizes);

/* Moves on what is under way in the slot; returns 1 if it is done, 0 if not. Where nobody polls,
 * large messages wait for the end. */
int ranks_exchange_poll(int slot);

/* Waits until everything has come, and is sent. Sets *ret_in to what each rank sent, of this one
 * nothing; it stays until the slot's next begin. */
int ranks_exchange_end(int slot, const struct ranks_bytes **ret_in);

/* Bytes that this rank sent to others so far: messages and exchanges. */
uint64_t ranks_bytes_sent(void);

/*
 * Messages: from any rank to any, itself included, with a tag from 0 to RANKS_TAG_MAX that means
 * what sender and receiver like. Those of one sender arrive in order.
 */
#define RANKS_TAG_MAX 1000

struct ranks_message {
    int from, tag;
    void *bytes; /* the receiver's, free(); NULL if there are none */
    size_t size;
};

/* Sends a copy of bytes and does not wait. Returns 0, -EMSGSIZE, -ENOMEM or -EIO. */
int ranks_send(int to, int tag, const void *bytes, size_t size);

/*
 * Waits for a message of anybody for at most so many seconds (0: does not wait), without taking the
 * core's time. Returns 1 and sets *ret_message, 0 if none came, or -ENOMEM or -EIO.
 */
int ranks_receive(double seconds, struct ranks_message *ret_message);

#endif
