/*
 * What runs leave in memory for later runs of the same board and rules: the tables of solvers with
 * the lemmas that were proved on them (solver_tables.h), and what the search under rules with
 * cycles knows (cycles/search.h).
 *
 * Why it may be used again. Positions, reverse moves, attractors and energies are functions of the
 * board and of the ruleset. A lemma is one of these and of its conditions on the history: by the
 * claim of condition.h it holds from its state under every history that fulfils them, whichever run
 * it was proved in. Within a run the root, its moves and the principal variation have as many
 * different histories, and share one table in the same way. What else a run is told does not touch
 * it:
 *
 * - Prisoners so far are no part of it: a bound counts from its state on, and thresholds are asked
 *   without them (solver_query()).
 * - Passes in a row and the ko are part of the state; who is banned ends the search (NODE_SOLO).
 * - Komi chooses thresholds. Nodes, seconds and memory say when to stop: a lemma is stored when it
 *   is proved, so what a stopped run leaves is as good as the rest. What was forgotten is missing.
 * - The attacker and the visits allowed are looked at for each lemma (lemma_decides() in probe.c).
 * - What a store has enters with its lemmas, and it is noted in the store what rests on an import.
 *   So what has lemmas of a store serves runs with this store only.
 * - A certificate needs the proof of each lemma, which others do not keep: such runs go without.
 *
 * Under rules with cycles the same is true by the argument of cycles/lemma.h: a lemma holds under
 * every past since the last removal that fulfils its conditions; prohibited points are part of the
 * situation. Scores are functions of a situation.
 *
 * So the same are: the board, as a graph with numbered points, and the ruleset's family with the
 * values of all its fields, as in the store (store/handle/identity.h).
 *
 * It is lent to one run at a time; a second run of the same board meanwhile has its own, and both
 * come back. Any number of threads may take and give back at once.
 */
#ifndef SOLVER_SEARCH_WARM_H
#define SOLVER_SEARCH_WARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "rules/game.h"

struct persistence;

/* What an engine leaves. */
struct warm_kind {
    /* Makes it for runs that start anywhere on the board of game, whose graph lasts as long. NULL:
     * no memory. */
    void *(*make)(const struct game *game, const struct limits *limits);
    void (*free)(void *content);

    /* Is a run of game within limits as free with it, which holds so many bytes, as with a new one?
     */
    bool (*suits)(const void *content, size_t bytes, const struct game *game,
                  const struct limits *limits);

    /* Prepares it for a run of game. Returns 0 or -ENOMEM. */
    int (*reopen)(void *content, const struct game *game, const struct limits *limits);

    /* After a run: gives back what waiting does not need, and forgets so much that it holds
     * max_bytes at most, if that can be. Returns the bytes that it holds. */
    size_t (*shrink)(void *content, size_t max_bytes);
};

struct warm;

/* An empty one. What waits in it has at most max_bytes: what was used longest ago goes first.
 * Returns NULL if there is no memory. */
struct warm *warm_new(size_t max_bytes);

/* Frees it with all that waits in it. Nothing may be lent. NULL is allowed. */
void warm_free(struct warm *warm);

/* What is lent, or waits. */
struct warm_loan {
    void *content; /* of the kind */
    bool used;     /* An earlier run left it. */

    /* What it is for. */
    const struct warm_kind *kind;
    struct graph *graph;
    const struct family *family;
    uint8_t values[FIELDS_MAX];
    const struct persistence *store; /* whose lemmas it has; NULL: no store's */
    double store_opened;             /* as an address is used again */

    struct warm_loan *next; /* that waits longer */
    size_t bytes;
    uint64_t forgotten; /* of the warm when it was taken */
};

/*
 * Takes what an earlier run of game's board and rules has left, or else something new. The kind
 * follows from the rules. persistence: what outlasts the run, or NULL. Returns NULL if there is no
 * memory. It is to be given back.
 */
struct warm_loan *warm_take(struct warm *warm, const struct warm_kind *kind,
                            const struct game *game, const struct limits *limits,
                            const struct persistence *persistence);

/* Gives it back; nobody uses it any more. sound: other runs may use it. */
void warm_give(struct warm *warm, struct warm_loan *loan, bool sound);

/* Some lemmas of a store are false: forgets all that has any, also what is still lent. */
void warm_forget_store(struct warm *warm, const struct persistence *store);

#endif
