/*
 * Complete games counted by strongly connected components.
 *
 * A walk through the arena (arena.h) enters each guarded node at most once. What it can still do
 * depends on the nodes that are left. These fall into strongly connected components, and a walk
 * that has left a component never comes back: what happens in different components is independent,
 * and counts multiply. So
 *
 *     P(v, C)[x] = how many walks within component C arrive at v first and end at x
 *
 * is enough to know, and takes few sets C: take what the arrival at v removes from C, cut the rest
 * into components, go through them in order. P is remembered by (v, C) up to symmetry (memo.h).
 * Counting games one by one takes as many steps as there are games; remembering what can be done
 * from a state with the nodes that can still be reached takes far fewer, and this fewer still: it
 * also shares components between games that differ in all the rest.
 */
#ifndef SOLVER_COUNT_COMPONENTS_H
#define SOLVER_COUNT_COMPONENTS_H

#include "count/run.h"
#include "count/tally.h"

/*
 * Counts the complete games of the arena, with their lengths if run->lengths. Returns 0 with
 * *ret_tally, tally_release() it; -EINTR: run->stop says why; -E2BIG: the arena has more than
 * 4096 nodes; -ELOOP: play need never end; -ERANGE: numbers of more than 2048 bits; -ENOSPC: the
 * memory that is allowed is too small; or -ENOMEM.
 */
int components_count(const struct arena *arena, struct count_run *run, struct tally *ret_tally);

/*
 * Sets *ret_longest to the length of the longest complete game of the arena, in its measure, and
 * *ret_edges (the caller frees) to the edges of such a game's walk from the root, as numbers of
 * arena->edges, *ret_count of them, with room for one more. The game then ends by passes, unless
 * *ret_closing is an edge that leads to a node that closes; else it is ARENA_NO_ITEM. Returns as
 * components_count().
 */
int components_longest(const struct arena *arena, struct count_run *run, size_t *ret_longest,
                       uint32_t **ret_edges, size_t *ret_count, uint32_t *ret_closing);

#endif
