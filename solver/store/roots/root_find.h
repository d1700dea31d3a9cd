/* Finding and saving what is known of a position. */
#ifndef SOLVER_STORE_ROOTS_ROOT_FIND_H
#define SOLVER_STORE_ROOTS_ROOT_FIND_H

#include "store/handle/handle.h"
#include "store/roots/root_merge.h"

/* Is what a record says all that a run would find? */
bool root_is_whole(const struct analysis *analysis, unsigned flags, bool value_only);

/*
 * Finds what the store has of a root, and plays its principal variation. Returns 1, 0 if the store
 * has nothing (or what it has is damaged), or a negative errno. ret_facts->analysis is to be
 * released.
 */
int root_find(struct store *store, const struct game *game, const struct root_key *key,
              int komi_half_points, struct root_facts *ret_facts);

/*
 * Queues for writing what a run with these options has come to, marked where it rests on what was
 * imported. at_end: the run is over, so that the record may be final.
 */
void root_save(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct analysis *analysis,
               bool at_end);

/* The same of what was proved of a game elsewhere: its bounds, and nothing else. */
void root_save_bounds(struct store *store, const struct game *game, const struct root_key *key,
                      const struct bounds *bounds);

#endif
