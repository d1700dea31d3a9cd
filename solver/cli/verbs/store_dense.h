/* Dense tables of a store, as `store info` and `store check` tell them. */
#ifndef SOLVER_CLI_VERBS_STORE_DENSE_H
#define SOLVER_CLI_VERBS_STORE_DENSE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "store/dense/dense_list.h"

/* Prints a grid of them. Returns 0 or -ENOMEM. */
int store_dense_print(const struct dense_list *list);

/* A list of objects. looked: their blocks were looked at. */
json_t *store_dense_json(const struct dense_list *list, bool looked);

/* Prints a line for each table, and one for what else is there. */
void store_dense_print_check(const struct dense_list *list);

/* Is a file damaged? Then err has a line that names the first, and dir. */
bool store_dense_is_damaged(const struct dense_list *list, const char *dir, struct error *err);

#endif
