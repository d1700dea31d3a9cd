/* A search by components from its beginning: all threads together. */
#ifndef SOLVER_COUNT_COMPONENT_SEARCH_H
#define SOLVER_COUNT_COMPONENT_SEARCH_H

#include "count/components/component_worker.h"

/* Returns the bytes that may be held; SIZE_MAX: there is no limit. */
size_t component_search_max_bytes(const struct count_run *run);

/* Returns the shape of cells: numbers have so many limbs. Only run->lengths counts of run. */
struct cell_shape component_search_shape(const struct component_graph *graph,
                                         const struct count_run *run, enum cell_kind kind,
                                         size_t limbs);

/* Returns 0, -E2BIG (walks may be too long), -ENOSPC (the memory is too small to begin) or -ENOMEM.
 * component_search_release() it in any case. graph and run are borrowed. */
int component_search_init(struct component_search *search, const struct component_graph *graph,
                          struct count_run *run, struct cell_shape shape);
void component_search_release(struct component_search *search);

/* Sets ret_set to the nodes that can be arrived at, as far as the items at the root go. */
void component_search_alive(const struct component_graph *graph, uint64_t *ret_set);

/*
 * Sets ret_cells, a cell for each node, to what arrives at each node of set after an arrival at
 * from. Returns 0, -EINTR, -EOVERFLOW (a number is too large for the cells), -ENOSPC (max_bytes) or
 * -ENOMEM.
 */
int component_search_arrivals(struct component_search *search, uint32_t from, const uint64_t *set,
                              uint64_t *ret_cells);

#endif
