/* The steps of opening a store, in three files: opening.c, probe.c and outside.c. */
#ifndef SOLVER_STORE_OPENING_H
#define SOLVER_STORE_OPENING_H

#include "store/handle/handle.h"
#include "store/roots/root_record.h"
#include "store/store.h"

struct store_opening {
    struct store *store;
    unsigned flags;                  /* enum store_open_flags */
    const struct store_asked *asked; /* or NULL */
    const struct root_key *key;      /* of asked */
};

/* Opens store->dir. Returns as store_open(). */
int opening_run(const struct store_opening *opening, struct error *err);

/* Is the record of store->answer all that is asked for? */
bool opening_is_answered(const struct store_opening *opening);

/*
 * Reads, in a child, the head and the record of store->answer_key. alone: nobody else uses the
 * store. Returns 1 if it is new and empty still, 0 with the record in store->answer; -EBADMSG
 * (damaged, err not set); -EAGAIN (another process holds a lock), or another negative errno.
 */
int opening_probe(struct store *store, bool alone, struct error *err);

/*
 * Can the store be opened with LMDB's locks? If another process keeps its table of readers and this
 * one only reads, it goes without (store->read_only). Returns 0, or as users_take() with err.
 */
int opening_check_readers(struct store *store, struct error *err);

/*
 * Opens the store to be read, though its door is shut; why says by whom. Returns 0; or with err
 * -EAGAIN if it cannot be, or not be trusted, -EINTR, or another negative errno.
 */
int opening_from_outside(const struct store_opening *opening, const struct error *why,
                         struct error *err);

/* Closes it: a run that does not need the store goes on in memory. */
void opening_give_up(struct store *store, const struct error *why);

#endif
