/* The dense tables of a store: what there is, and what of it is damaged. */
#ifndef SOLVER_STORE_DENSE_DENSE_LIST_H
#define SOLVER_STORE_DENSE_DENSE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dense/file.h"
#include "store/file/patience.h"

/* A file of a table. */
struct dense_listed {
    char file[256];                 /* within DIR/tables */
    char name[DENSE_FILE_NAME_MAX]; /* dense_name.h; empty: the file cannot be read at all */
    int error;                      /* of the opening: 0 or a negative errno */
    bool whole;                     /* finished; else what is decided so far */
    uint64_t boards, kos;           /* that it has, up to symmetry and colours */
    uint64_t bytes;                 /* of the file */
    uint64_t blocks;
    uint64_t damaged; /* blocks, if they were looked at */
};

/* All zero: none. */
struct dense_list {
    struct dense_listed *all;
    size_t count, room;
    size_t leftovers; /* files that runs left that were killed */
    size_t foreign;   /* files that are none of the store, */
    char first[64];   /* and the first one's name, cut to what fits */
};

/*
 * Lists the tables of the store in dir by the names of their files. look: reads each block, until
 * patience (may be NULL) is over. Returns 0; -EINTR; or another negative errno.
 * dense_list_release() it.
 */
int dense_list_read(const char *dir, bool look, const struct store_patience *patience,
                    struct dense_list *ret_list);
void dense_list_release(struct dense_list *list);

/* Removes what runs left that were killed and no process uses. Returns how many files. */
size_t dense_list_clean(const char *dir);

#endif
