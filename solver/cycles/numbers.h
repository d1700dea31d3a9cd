/*
 * Proof numbers of nodes under rules with cycles. They only steer.
 *
 * A node is known by its situation, what is wanted, and the past since the last removal. There are
 * far more pasts than situations, so a node is mostly new although its situation was searched under
 * another past. Its numbers begin with what was found there last. Where the situation is new, too,
 * the side that has to answer all moves begins with as many as there are empty points.
 */
#ifndef SOLVER_CYCLES_NUMBERS_H
#define SOLVER_CYCLES_NUMBERS_H

#include "cycles/worker.h"

/* Makes the table, empty, for a board of so many points and a run with so many bytes. */
void cycle_numbers_init(struct dfpn_table *ret_table, int points, size_t max_bytes);

/* The name of the node at which the game stands, updated, where so much is wanted. */
uint64_t cycle_numbers_name(const struct cycle_worker *worker, int wanted);

/* The numbers with which that node, called name, begins. */
struct dfpn_numbers cycle_numbers_first(const struct cycle_worker *worker, uint64_t name,
                                        int wanted);

/* Saves what was found of the node called name, at which the game stands. Returns 0 or -ENOMEM. */
int cycle_numbers_save(const struct cycle_worker *worker, uint64_t name, int wanted,
                       struct dfpn_numbers numbers);

#endif
