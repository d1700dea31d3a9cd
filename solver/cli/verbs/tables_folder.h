/* Where the published tables are. */
#ifndef SOLVER_CLI_VERBS_TABLES_FOLDER_H
#define SOLVER_CLI_VERBS_TABLES_FOLDER_H

#include "base/error.h"

/*
 * Finds the folder. That is from (--from) if it is not NULL, else what the environment variable
 * SOLVE_TABLES says, else the tables that came with the program (data_folder.h). Returns 0 and a
 * string to be freed, -EINVAL if there is none (err says where it was looked for), or -ENOMEM.
 */
int tables_folder_find(const char *from, char **ret_folder, struct error *err);

#endif
