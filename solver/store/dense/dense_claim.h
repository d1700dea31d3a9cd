/* Who makes a dense table: one process at a time. The others wait until he is done, or gone. */
#ifndef SOLVER_STORE_DENSE_DENSE_CLAIM_H
#define SOLVER_STORE_DENSE_DENSE_CLAIM_H

#include "base/error.h"
#include "store/file/folder.h"
#include "store/file/patience.h"

struct dense_claim {
    int file;
    char path[PATH_BYTES];
};

/*
 * Takes the claim at path, a file that holds nothing but the number of the process. Who has it is
 * told, and waited for. Returns 0; -EINTR: the run is to end; -EAGAIN: he is stopped; or another
 * negative errno; with err. dense_claim_leave() it.
 */
int dense_claim_take(struct dense_claim *ret_claim, const char *path,
                     const struct store_patience *patience, struct error *err);
void dense_claim_leave(struct dense_claim *claim);

/* Is somebody's claim at path? */
bool dense_claim_is_taken(const char *path);

#endif
