/* The folder of a store, and what is in it. */
#ifndef SOLVER_STORE_FOLDER_H
#define SOLVER_STORE_FOLDER_H

#include <stdbool.h>

#include "board/error.h"

/*
 * Looks whether dir is a store's folder, or could be; make: makes it if there is none. Returns 0;
 * -EINVAL (wrong usage) or another negative errno with a line in err.
 */
int folder_make(const char *dir, bool make, struct error *err);

/* Is there anything in the data file? */
bool folder_has_data(const char *dir);

/* May this process write to the store? */
bool folder_is_writable(const char *dir);

#endif
