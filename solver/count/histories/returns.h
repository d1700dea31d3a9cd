/*
 * Complete games counted without walking through them, where every look-up is final
 * (count/histories/returns_graph.h): what a move means that returns to an item may depend on the
 * counter.
 *
 * A game is then a path that arrives at no item twice, and an end: a way to end where the path
 * stands, or a return to an item of the path. Take a set C of items that a path may still arrive
 * at, and a path that stands at arrival v of C and stays in C. It never comes back to v's item, and
 * without that item C falls into strongly connected components; the path goes through them in one
 * direction and never comes back to one it left. So the paths from v to x in C follow from those
 * within each component, from each arrival by which it is entered: they multiply. A return to v's
 * item has the counter that the path from v on adds up to: therefore paths are counted by what they
 * add to the counter. What is known of (v, C) holds whatever came before, and for its images under
 * the symmetries.
 */
#ifndef SOLVER_COUNT_RETURNS_H
#define SOLVER_COUNT_RETURNS_H

#include "count/histories/history_walk.h"

/*
 * Counts the games that go on from where level 0 of walk stands, which is started anew for it if
 * games alone must be counted. Returns 0 with *games set, which the caller initialised;
 * -EOPNOTSUPP: not a game of this kind, or too large a one; -ERANGE: numbers of paths grow too
 * large; -ENOSPC: more than the walk's max_bytes would be held; -EINTR (run->stop says why); or
 * -ENOMEM.
 */
int returns_count(struct history_walk *walk, mpz_t games);

#endif
