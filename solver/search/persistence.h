/*
 * What outlasts a run: an interface through which the search hands on what it has proved and asks
 * for what an earlier run proved. The engine does not know how lemmas are kept (store/ does).
 *
 * A memory is shared by all solvers of a run, which may be in different threads; each opens a
 * session of its own. Everything a memory returns must be proved: conditions are those of
 * search/condition.h, in the frame of the canonical state.
 */
#ifndef SOLVER_SEARCH_PERSISTENCE_H
#define SOLVER_SEARCH_PERSISTENCE_H

#include <stdatomic.h>

#include "rules/game.h"
#include "search/search.h"

struct prover;

struct memory {
    /* A session for a solver of game's board and ruleset, or NULL: the solver goes without. */
    void *(*open)(struct memory *memory, const struct game *game);
    /* Ends the session; it may still look at what search knows. */
    void (*close)(void *session, const struct search *search);

    /*
     * Takes note of a lemma that was just proved; nodes is the work that its proof took, as far as
     * the node's last visit goes. Must not fail: what cannot be kept is left out.
     */
    void (*keep)(void *session, const struct search *search, struct lemma *lemma, uint64_t nodes);

    /*
     * Puts what is kept of the canonical state key into search->lemmas-> Returns how many lemmas
     * were put there.
     */
    int (*recall)(void *session, struct search *search, uint64_t key);

    /*
     * What outlasts a run of a prover that was asked of attacker's margin on a board
     * (strategy/checkpoint.h): puts what is kept into a new one, where there is any; keeps what it
     * has, about so many states at most. Called while no thread of the prover's is at work. NULL:
     * nothing of provers is kept.
     */
    void (*load_prover)(struct memory *memory, const struct graph *graph, enum colour attacker,
                        struct prover *prover);
    void (*save_prover)(struct memory *memory, const struct graph *graph, enum colour attacker,
                        const struct prover *prover, size_t most);

    atomic_bool failed; /* keeping is not possible any more: the search is to stop */
};

/* Opens a session for search. memory may be NULL. */
void search_attach(struct search *search, struct memory *memory, const struct game *game);

/* Closes the session if there is one. */
void search_detach(struct search *search);

#endif
