/*
 * Copying what is sound in a store to a new data file, in order, which then replaces the old one:
 * drops damaged records, gets rid of a damaged list of free pages and gives free pages back to the
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
 * The caller is the store's only user, has one thread, and has not opened the environment. Returns
 * 0; -EBADMSG if the old file cannot be walked; or another negative errno and err. The old file is
 * as it was unless 0 is returned. patience may be NULL.
 */
int copy_sound(const char *dir, const struct store_patience *patience,
               struct copy_result *ret_result, struct error *err);

#endif
