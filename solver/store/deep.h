/* Proving again what a store holds: what the files of `check --deep` share. */
#ifndef SOLVER_STORE_DEEP_H
#define SOLVER_STORE_DEEP_H

#include "store/inside.h"
#include "store/manage.h"

/* Of each search and of each table that is made. */
#define DEEP_BYTES ((size_t)512 << 20)

static inline bool verify_must_stop(const struct deep_options *options)
{
    return options->interrupted != NULL && atomic_load(options->interrupted);
}

/*
 * Chooses some of many that come one after the other, each as likely: the n-th takes a place with
 * chance most / n. `all` of the options takes each.
 */
struct deep_choice {
    uint64_t count, most, seen, random;
    bool all;
};

struct deep_choice verify_choice_begin(const struct deep_options *options);

/* Where the next one goes: a place below count, which may have grown; or UINT64_MAX: nowhere. */
uint64_t verify_choose(struct deep_choice *choice);

/* Appends the text of a graph file that `tables` has of a sub-table. Returns 0 or -EIO. */
int subtable_graph_text(struct store *store, const char *name, struct bytes *ret_text);

/* A list with room for one more at place. Returns NULL, and leaves the list, if there is no memory.
 */
void *deep_extend(void *list, uint64_t place, size_t size);

#endif
