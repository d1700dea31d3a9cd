/*
 * A dense table that is being made, and the files of it. Private to dense_make.c and its parts.
 */
#ifndef SOLVER_STORE_DENSE_DENSE_MAKING_H
#define SOLVER_STORE_DENSE_DENSE_MAKING_H

#include "dense/acyclic.h"
#include "dense/file.h"
#include "dense/memory.h"
#include "dense/spread/seen.h"
#include "store/dense/dense_make.h"
#include "store/file/folder.h"
#include "store/file/patience.h"

struct dense_making {
    const struct game *game;
    const struct dense_make_options *options;
    struct dense_make_result *result;
    struct dense_share share; /* of this rank */
    char name[DENSE_FILE_NAME_MAX], folder[PATH_BYTES], whole[PATH_BYTES], part[PATH_BYTES];
    char *graph_text;
    struct dense_memory memory;
    struct dense_codes codes;
    struct dense_array lines;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_margins margins;
    struct spread_seen *seen;     /* what near ranks have of it */
    struct dense_acyclic acyclic; /* where no board may come back: follows from the margins */
    uint64_t plays;               /* looked at by the steps before, */
    uint32_t sweeps;              /* and their sweeps */
    double next_save;             /* clock_now() from which on it is saved again */
    const struct store_patience *patience; /* that tells the user; NULL on ranks above 0 */
    bool unsaved;                          /* It was told that it cannot be saved. */
};

/* Threads and stop for the steps of the work. */
struct dense_work dense_making_work(struct dense_making *making);

/* Do kos count in the table? Are boards ranked in it (dense/acyclic.h)? */
bool dense_making_has_kos(const struct dense_making *making);
bool dense_making_is_ranked(const struct dense_making *making);

/* Tells how far it is. */
void dense_making_tell(const struct dense_making *making, enum dense_make_step step,
                       const struct dense_progress *progress);

/* How its file is laid out, and what it holds. */
void dense_making_describe(const struct dense_making *making, bool whole,
                           struct dense_file_head *ret_head, struct dense_file_data *ret_data);

/* Saves what is decided. Returns 0 or a negative errno. */
int dense_making_save(struct dense_making *making);

/* Tells how far it is, and saves when it is time: dense_sweeps.report. What cannot be saved for
 * want of room is told once, and the work goes on. */
int dense_making_report(void *making, const struct dense_progress *progress);

/* Tells what other ranks could not save. */
void dense_making_hear(struct dense_making *making);

/* Takes in what is sound in the file at path, if it is of this table. Returns 1 if there was one, 0
 * or a negative errno. */
int dense_making_load(struct dense_making *making, const char *path);

/* Is all of it there, and sound? Returns 1, 0 or a negative errno. */
int dense_making_look(struct dense_making *making);

/* --- many ranks (dense_ranks.c); alone they do what one process does --- */

/*
 * Makes the paths below the store's folder dir, which rank 0 knows. r and err: what came of it so
 * far on this rank; if it is not 0 somewhere, that is all. Returns what all agree on.
 */
int dense_ranks_join(struct dense_making *making, const char *dir, int r, struct error *err);

/* Takes in what runs left that were not finished, with any number of ranks. Returns 1 if there was
 * any, 0 or a negative errno. */
int dense_ranks_load(struct dense_making *making);

/* Removes all of that, and drafts of files that a run was writing when it was killed. */
void dense_ranks_remove(const struct dense_making *making);

/* Maps what near ranks hold. Returns 0 or a negative errno. */
int dense_ranks_see(struct dense_making *making);

/* Makes the margins; how has no reader. Returns as dense_margins_run(), the same on all ranks. */
int dense_ranks_run(struct dense_making *making, const struct dense_sweeps *how);

/* Writes the file of the whole table, and sums what the ranks did. Returns 0 or a negative errno,
 * the same on all. */
int dense_ranks_write(struct dense_making *making, struct error *err);

#endif
