/* Saying what is wrong with a query. */
#ifndef SOLVER_JSON_QUERY_FAULT_H
#define SOLVER_JSON_QUERY_FAULT_H

#include "json/query_json.h"

/* Sets the fault of key, whose value (may be NULL) it quotes. Returns r, or -ENOMEM: then
 * the fault is that. */
int query_fault_set(struct query_fault *fault, int r, const char *key, const json_t *value,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Sets the fault of a query that the library refused (why) for its rules, or for want of memory.
 * Returns as above. */
int query_fault_set_rules(struct query_fault *fault, int r, const struct solve_rules *rules,
                          const struct solve_error *why);

#endif
