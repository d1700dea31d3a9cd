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
 * imported. at_end: the run is over, so that the record may be final, and where
 * memory lacks for it the store has failed.
 */
void root_save(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct analysis *analysis,
               bool at_end);

/*
 * Queues bounds of the game's value for writing that were proved elsewhere, by a certificate that
 * was checked, as proved here; what the store knows already stays (root_merge.h). The store is open
 * to write. Returns 0; -EBADMSG: they can be none of it (*ret_why is a constant text that says what
 * is wrong); or -ENOMEM.
 */
int root_add(struct store *store, const struct game *game, int komi_half_points,
             const struct bounds *bounds, const char **ret_why);

#endif
