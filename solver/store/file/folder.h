/*
 * The folder of a store and its files. They may come from anybody; so what is written through must
 * be a plain file, no link to something else, and what is read must not make the reader wait.
 */
#ifndef SOLVER_STORE_FILE_FOLDER_H
#define SOLVER_STORE_FILE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Puts the name of a file of the store into buffer of PATH_BYTES. Returns 0 or -ENAMETOOLONG. */
#define PATH_BYTES 4352
int folder_path(const char *dir, const char *file, char *buffer);

/* Makes what was renamed, made or removed in dir last. Returns 0 or a negative errno. */
int folder_sync(const char *dir);

/*
 * Makes the folder, if there is none and `make`. One that is no store yet must be empty: a slip of
 * the user's must not litter his home. Returns 0; -EINVAL: it cannot be a store; or another
 * negative errno; with err.
 */
int folder_make(const char *dir, bool make, struct error *err);

/* Are the files that are opened for writing plain files, where they are there? Returns 0 or a
 * negative errno and err. */
int folder_check(const char *dir, struct error *err);

/* Is there anything in the data file? Can folder and data file be written? */
bool folder_has_data(const char *dir);
bool folder_is_writable(const char *dir);

/* Removes what runs that were killed left of files that they were writing. Only for the store's
 * only user. */
void folder_clean(const char *dir);

/* How many files in the folder are none of a store; the first one's name, cut to what fits. */
#define FOLDER_NAME_MAX 64
size_t folder_foreign(const char *dir, char first[FOLDER_NAME_MAX]);

#endif
