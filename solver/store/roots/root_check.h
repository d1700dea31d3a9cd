/*
 * Can a record be one of its position?
 *
 * A checksum says that the bytes are those that were written, not that they make sense: an import
 * may have said anything, and a file may be made by anybody. So whoever reads a record plays it
 * under the rules first: what it says is legal, complete and consistent, if not true.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_CHECK_H
#define SOLVER_STORE_ROOTS_ROOT_CHECK_H

#include <lmdb.h>

#include "store/roots/root_merge.h"

/*
 * Is this what could be proved of the position at which game stands? Its first plays are the legal
 * ones, each once, in their order, or none are listed; its line is legal and ends where it says;
 * bounds are margins of the board, in order, and a play's agree with the root's; plays are marked
 * as best where the bounds say so. Returns 0, -EBADMSG (*ret_why says what is wrong, in words that
 * last) or -ENOMEM.
 */
int root_check(const struct game *game, int komi_half_points, const struct root_facts *facts,
               const char **ret_why);

/* The position that a key text tells. */
struct root_game {
    struct graph *graph;
    struct game game;
    int komi_half_points;
};

/*
 * Makes it. graph_text is that of a graph file's board as `tables` has it, empty for a rectangle.
 * Returns 1; 0 if the ruleset is none of this version or the board is not told; -EBADMSG: there is
 * no such position, with *ret_why; or -ENOMEM. root_game_release() it if 1.
 */
int root_game_make(const char *text, size_t length, const char *graph_text, size_t graph_length,
                   struct root_game *ret_root, const char **ret_why);
void root_game_release(struct root_game *root);

/* The name of the sub-table that a key text begins with: how many bytes. */
size_t root_name_length(const char *text, size_t length);

/* The text of the graph file of a key text's board, as the database `tables` has it; empty if it
 * has none. */
MDB_val root_graph_text(MDB_txn *txn, MDB_dbi tables, const char *text, size_t length);

/*
 * All of that for a value: *ret_facts (may be NULL) receives it, its analysis to be released, and
 * *ret_text, *ret_length (may be NULL) its key text. Where the position cannot be made (0 above)
 * only what can be seen without it is looked at. Returns 1, 0 if it is not sound, with *ret_why, or
 * -ENOMEM.
 */
int root_read(const uint8_t *hash, const uint8_t *value, size_t size, const char *graph_text,
              size_t graph_length, struct root_facts *ret_facts, const char **ret_text,
              size_t *ret_length, const char **ret_why);

#endif
