/*
 * What runs leave in memory for later runs: the tables of a board under a ruleset (solver.h), with
 * the lemmas that were proved on them.
 *
 * Why they may be used again. Positions, reverse moves, attractors and energies are functions of
 * the board and of the ruleset. A lemma is one of these and of its conditions on the history: by
 * the claim of condition.h it holds from its state under every history that fulfils them, whichever
 * run it was proved in. Within a run the root, its moves and the principal variation have as many
 * different histories, and share one table in the same way. What else a run is told does not touch
 * it:
 *
 * - Prisoners so far are no part of it: a bound counts from its state on, and thresholds are asked
 *   without them (solver_query()).
 * - Passes in a row and the ko are part of the state; who is banned ends the search (NODE_SOLO);
 *   prohibited points belong to rules with cycles, which have another engine.
 * - Komi chooses thresholds. Nodes, seconds and memory say when to stop: a lemma is stored when it
 *   is proved, so what a stopped run leaves is as good as the rest. What was forgotten is not
 * there.
 * - The attacker and the visits allowed are looked at for each lemma (lemma_decides() in probe.c).
 * - What a store has enters with its lemmas, and it is noted in the store what rests on an import.
 *   So tables that have lemmas of a store serve runs with this store only.
 * - A certificate needs the proof of each lemma, which others do not keep: such runs go without.
 *
 * So the same are: the board, as a graph with numbered points, and the ruleset's family with the
 * values of all its fields, as in the store (store/handle/identity.h).
 *
 * Tables are lent to one run at a time; a second run of the same board meanwhile has tables of its
 * own, and both come back. Any number of threads may take and give back at once.
 */
#ifndef SOLVER_SEARCH_WARM_H
#define SOLVER_SEARCH_WARM_H

#include <stdint.h>

#include "search/solver.h"

struct warm;

/* An empty one. What waits in it has at most max_bytes: what was used longest ago goes first.
 * Returns NULL if there is no memory. */
struct warm *warm_new(size_t max_bytes);

/* Frees it with all that waits in it. Nothing may be lent. NULL is allowed. */
void warm_free(struct warm *warm);

/* Tables that are lent or wait. */
struct warm_tables {
    struct solver_tables *tables;
    bool used; /* An earlier run left them. */

    /* What they are for. */
    struct warm_board *board;
    const struct family *family;
    uint8_t values[FIELDS_MAX];
    const struct persistence *store; /* whose lemmas they have; NULL: no store's */
    double store_opened;             /* as an address is used again */

    struct warm_tables *next; /* that waits longer */
    size_t bytes;
    uint64_t forgotten; /* of the warm when they were taken */
};

/*
 * Tables for a run that solves game within limits: those that an earlier run left, or else new
 * ones. persistence: what outlasts the run, or NULL. Returns NULL if there is no memory. They are
 * to be given back.
 */
struct warm_tables *warm_take(struct warm *warm, const struct game *game,
                              const struct limits *limits, const struct persistence *persistence);

/* Gives tables back, which nobody uses any more. sound: other runs may use them. */
void warm_give(struct warm *warm, struct warm_tables *tables, bool sound);

/* Some lemmas of a store are false: forgets all that has any, also what is still lent. */
void warm_forget_store(struct warm *warm, const struct persistence *store);

#endif
