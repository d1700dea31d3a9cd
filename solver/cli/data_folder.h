/* What comes with the program besides itself: published tables, certificates. */
#ifndef SOLVER_CLI_DATA_FOLDER_H
#define SOLVER_CLI_DATA_FOLDER_H

#include "base/error.h"

/*
 * Finds the folder NAME ("tables") of what comes with the program, the first of these that is a
 * folder: in the build folder that the program lies in; installed, seen from where the program is
 * now, so that an installation may be moved; installed where it was configured to be. Returns 0 and
 * a string to be freed, -ENOENT if there is none (err says where it was looked for), or -ENOMEM.
 */
int data_folder_find(const char *name, char **ret_folder, struct error *err);

#endif
