/*
 * Files of a dense table that many ranks hold (dense/file.h). The finished one is written by rank
 * 0, from blocks that each rank packs: the same bytes as if one had held everything. What is
 * decided so far each rank saves for itself, in a file of its own share; any number of ranks can
 * read them.
 */
#ifndef SOLVER_DENSE_SPREAD_FILES_H
#define SOLVER_DENSE_SPREAD_FILES_H

#include "base/error.h"
#include "dense/file.h"

/*
 * Writes the whole table to path, which rank 0 alone uses. head and data are those of this rank's
 * share; the sums over all ranks go into the file, and into *ret_boards and *ret_kos. Collective.
 * Returns 0 or a negative errno, on all ranks the same, and err (may be NULL) the text; -EINTR when
 * stop returned true on any.
 */
int spread_files_save(const char *path, const struct dense_file_head *head,
                      const struct dense_file_data *data, int level, const struct dense_work *how,
                      uint64_t *ret_boards, uint64_t *ret_kos, struct error *err);

#endif
