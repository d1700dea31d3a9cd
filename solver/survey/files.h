/* The files of a folder: what is there is read once and believed only as it was written. */
#ifndef SOLVER_SURVEY_FILES_H
#define SOLVER_SURVEY_FILES_H

#include "survey/survey.h"

#define FILES_CELLS "report.csv"
#define FILES_DIFFERENCES "differences.csv"
#define FILES_SECONDS "seconds.csv"
#define FILES_PAGE "index.html"
#define FILES_PLOT "plot.svg"
#define FILES_SUMS "checksums.csv"

/* The XXH3-128 of bytes in hexadecimal. */
#define FILES_HASH_MAX 33
void files_hash(const void *bytes, size_t size, char ret_hash[FILES_HASH_MAX]);

/* Opens the folder and locks it; it is made if it is missing. Returns the descriptor, -EBUSY or
 * another negative errno (err). */
int files_open_folder(const char *dir, struct error *err);

/*
 * Reads a file of the folder as a grid with these columns, no more and no fewer. Its checksum must
 * be in checksums.csv. Returns 1; 0: there is no such file; -EINVAL: it is not what this program
 * wrote there; or another negative errno (err). grid_release() the grid.
 */
int files_read_grid(const char *dir, const char *name, const struct grid_column *columns,
                    size_t column_count, struct grid *ret_grid, struct error *err);

/* A file to be written; bytes are owned. */
struct files_new {
    const char *name;
    char *bytes;
    size_t size;
};

/* The grid as CSV. Returns 0 or -ENOMEM. */
int files_make_csv(struct files_new *ret_file, const char *name, const struct grid *grid);

/* Writes the files, each whole or not at all, and the checksums of all of them. Whenever it is
 * killed what is there can be read again. Returns 0 or a negative errno (err). */
int files_write(const char *dir, const struct files_new *files, size_t count, struct error *err);

#endif
