/* Saying what is wrong with a query. */
#ifndef SOLVER_JSON_QUERY_FAULT_H
#define SOLVER_JSON_QUERY_FAULT_H

#include "json/query_json.h"

/* Sets the fault of key, whose value (may be NULL) it quotes. Returns r, or -ENOMEM: then
 * the fault is that. */
int query_fault_set(struct query_fault *fault, int r, const char *key, const json_t *value,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
