/*
 * The interface of what outlasts a run. Through it the search saves what it has proved and loads
 * what an earlier run proved. The search does not know how lemmas are stored (store/ does).
 *
 * All solvers of a run share one persistence, also from different threads; each solver opens a
 * session of its own. Everything that a persistence returns must be proved: conditions are those of
 * search/condition.h, in the view of the canonical state.
 */
#ifndef SOLVER_SEARCH_PERSISTENCE_H
#define SOLVER_SEARCH_PERSISTENCE_H

#include <stdatomic.h>

#include "rules/game.h"
#include "search/search.h"

struct bounds;
struct cycle_search;
struct prover;
struct solver;
struct strategy_draft;

struct persistence {
    /* Opens a session for a solver of game's board and ruleset. NULL: the solver goes without. */
    void *(*open)(struct persistence *persistence, const struct game *game);
    /* Ends the session. It may still look at what search knows. */
    void (*close)(void *session, const struct search *search);

    /*
     * Saves a lemma that was just proved. nodes is the work that its proof took, as far as the
     * node's last visit goes. Never fails: what cannot be saved is left out.
     */
    void (*save)(void *session, const struct search *search, struct lemma *lemma, uint64_t nodes);

    /*
     * Puts what is stored of the canonical state key into search->lemmas. Returns how many lemmas
     * it put there.
     */
    int (*load)(void *session, struct search *search, uint64_t key);

    /* Sets search->halt->from to where a run was stopped that began at the same node, and puts the
     * proof numbers that it left into search->numbers. close() saves the same. NULL: none ever is.
     */
    void (*load_halt)(void *session, struct search *search);

    /*
     * Loads into a new prover what is stored of the query for attacker's margin on a board
     * (strategy/checkpoint.h); saves what a prover has. Both are called while none of the prover's
     * threads is at work. NULL: nothing of provers is stored.
     */
    void (*load_prover)(struct persistence *persistence, const struct graph *graph,
                        enum colour attacker, struct prover *prover);
    void (*save_prover)(struct persistence *persistence, const struct graph *graph,
                        enum colour attacker, struct prover *prover);

    /* Loads into a draft (strategy/draft.h) the strategy that was made for the prover's query of
     * that name, and returns true; false: it is not there as a whole. Saves one under the name
     * that it has: without replies it is there no more. Other queries keep theirs. NULL: as above.
     */
    bool (*load_strategy)(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover, uint64_t name,
                          struct strategy_draft *ret_strategy);
    void (*save_strategy)(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover,
                          const struct strategy_draft *strategy);

    /* Narrows *bounds of the present node of solver by what a table of all positions tells of it.
     * Returns false if none is stored, or it tells nothing. NULL: none ever is. */
    bool (*table_bounds)(struct persistence *persistence, const struct solver *solver,
                         struct bounds *bounds);

    /* Sets what each player forces from the present node, in his view, if nothing is forbidden but
     * a simple ko: as a stored table tells, for a guess. Returns false if there is none. NULL as
     * above. */
    bool (*table_likely)(struct persistence *persistence, const struct solver *solver,
                         int ret_margins[2]);

    /*
     * Fills margins of game's board, which have been begun, with those of a stored table: what is
     * forced under a simple ko (likely), or what the rules' own table has. Returns true if all of
     * them are there now; else some may be (dense_margins_run() makes the rest). NULL as above.
     */
    bool (*load_margins)(struct persistence *persistence, const struct game *game, bool likely,
                         const struct dense_work *how, struct dense_margins *margins);

    /* Is there a stored table for load_margins(), of the rules' own, which is not damaged? Reads
     * all of it, unless stop of how returns true. NULL as above. */
    bool (*has_margins)(struct persistence *persistence, const struct game *game,
                        const struct dense_work *how);

    /*
     * Loads into a new search under rules that remove cycles what is stored of its board and rules
     * (cycles/checkpoint.h), and returns 0 or -ENOMEM; saves what a search has. While it is saved
     * other threads may search on. NULL: nothing of such searches is stored.
     */
    int (*load_cycles)(struct persistence *persistence, const struct game *game,
                       struct cycle_search *search);
    void (*save_cycles)(struct persistence *persistence, const struct game *game,
                        struct cycle_search *search);

    /* Nothing can be saved any more: the search is to stop. */
    atomic_bool failed;

    double opened; /* by clock_now(): with its address, this tells it from all others */
};

/* Opens a session for search. persistence may be NULL. */
void search_attach(struct search *search, struct persistence *persistence, const struct game *game);

/* Closes the session if there is one. */
void search_detach(struct search *search);

#endif
