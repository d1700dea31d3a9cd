/*
 * Copying what is sound in a store, in order, to a new data file, which then replaces the old one.
 * This drops damaged records and a damaged list of free pages, and gives free pages back to the
 * file system.
 */
#ifndef SOLVER_STORE_WALK_COPY_H
#define SOLVER_STORE_WALK_COPY_H

#include <stdint.h>

#include "store/handle/walk_result.h"

#include "base/error.h"
#include "store/file/patience.h"

struct copy_result {
    int code;               /* 0; an LMDB error of the old or the new file */
    uint64_t kept, dropped; /* records */
    struct walk_gaps gaps;  /* what is missing of tables of positions, dropped now or before */
};

/*
 * Copies. The caller must be the store's only user, have one thread, and not have opened the
 * environment. patience may be NULL. Returns 0; -EBADMSG if the old file cannot be walked; or
 * another negative errno and err. Unless it returns 0 the old file stays as it was.
 */
int copy_sound(const char *dir, const struct store_patience *patience,
               struct copy_result *ret_result, struct error *err);

#endif
