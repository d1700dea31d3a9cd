/*
 * The states of which it was asked already what outlasts the run knows (persistence.h). What it has
 * of them is in the table of lemmas since, so that asking again would only take time: a record can
 * have thousands of conditions, and a node is looked up again and again.
 *
 * All searches on one table of lemmas share it. Each state has one place, and one that comes later
 * takes it over: it does no harm to ask twice.
 */
#ifndef SOLVER_SEARCH_ASKED_KEYS_H
#define SOLVER_SEARCH_ASKED_KEYS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct asked_keys {
    _Atomic uint64_t *slots; /* keys, each plus 1; 0: empty */
    size_t mask;             /* the number of slots, a power of two, less 1 */
    _Atomic uint64_t mark;   /* asked_keys_are_for() */
    atomic_bool used;        /* Its memory is taken: before, nothing has touched it. */
};

/* Prepares an empty set for a run with max_bytes. Returns 0 or -ENOMEM. */
int asked_keys_init(struct asked_keys *ret_asked, size_t max_bytes);
void asked_keys_release(struct asked_keys *asked);

/* Returns the bytes that it holds. */
size_t asked_keys_bytes(const struct asked_keys *asked);

/* Empties it unless it is for the same mark as before: one that tells who was asked, and for what
 * table. */
void asked_keys_are_for(struct asked_keys *asked, uint64_t mark);

/* Adds key. Returns false if it was there. */
bool asked_keys_add(struct asked_keys *asked, uint64_t key);

#endif
