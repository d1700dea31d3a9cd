/*
 * A solver: a game under the executable rules, and beside it the search's view of the same node.
 * Moves are made and taken back on both. The rules say what is legal and how the game ends, the
 * search what a node is worth.
 */
#ifndef SOLVER_SEARCH_SOLVER_H
#define SOLVER_SEARCH_SOLVER_H

#include "base/bounds.h"
#include "rules/game.h"
#include "search/search.h"
#include "search/solver_tables.h"

/* What a node of the game is to the search. */
enum node_kind {
    NODE_OPEN,      /* Play goes on. */
    NODE_SCORED,    /* The game is over, with a margin. */
    NODE_NO_RESULT, /* The game is over without a result. */
    NODE_SOLO,      /* One player is left: margin is the best he can get. */
    NODE_SOLO_OPEN, /* One player is left: he gets least, perhaps more, at best margin. */
};

struct solver_node {
    enum node_kind kind;
    struct state state;
    /* Prisoners and points for the first pass so far, Black's view: part of every margin. */
    int gain;
    int least;                    /* of NODE_SOLO_OPEN, Black's view */
    int margin;                   /* of NODE_SCORED and the solo kinds, Black's view, all counted */
    struct state_move move;       /* by which NODE_OPEN was reached */
    struct history_change change; /* of NODE_OPEN */
};

struct solver {
    struct game game; /* owned; its graph is borrowed */
    struct solver_tables *tables;
    bool borrows_tables;
    struct positions *positions; /* those of tables */
    struct search search;
    struct cached_attractor *held[2]; /* behind search.attractors; NULL: none */
    struct foreseen *foreseen;        /* behind search.outlook; NULL: none */
    bool foresight_stored;            /* There is a stored table that dense tables are read from. */
    struct dense_progress sweep;      /* how far a dense table is that it makes */
    bool portfolio;                   /* Depth-first search is tried, too (value.c). */
    unsigned depth_divisor;           /* Depth-first search gets this part of the nodes. */
    bool energies;                    /* Energies order moves, too, where they pay (energy.h). */
    struct solver *beside;            /* answers queries together with this one; NULL: none */
    bool in_parallel;                 /* It has done so in a thread of its own. */
    bool margins_made_only;           /* Dense margins that are not there are not made. */
    double started;                   /* in seconds of clock_now() */
    bool keeps_path;                  /* States of the path recur also where play just goes on. */
    struct solver_node *nodes;        /* one for each turn of game from where solving began */
    size_t node_count, node_capacity;
};

/*
 * Prepares to solve from where game stands; its turns so far are the history. The game is copied;
 * its graph must outlive the solver and have at most SOLVER_MAX_POINTS points, its players must be
 * two, and its rules without cycles. Returns 0; -ENOMEM; or -EAGAIN if a limit stopped the
 * preparation (search.stopped). *ret_solver must not be moved afterwards. solver_release() it, also
 * after -EAGAIN.
 */
int solver_init(struct solver *ret_solver, const struct game *game, const struct limits *limits);

/* Does the first part of solver_init(), all but the tables. Returns 0 or -ENOMEM: then nothing is
 * to be closed. */
int solver_init_bare(struct solver *ret_solver, const struct game *game,
                     const struct limits *limits);

/* The same on tables that the caller has made and keeps, where nobody else is at work on them.
 * Where they are enumerated, the board at which game started is among them. */
int solver_init_on(struct solver *ret_solver, struct solver_tables *tables, const struct game *game,
                   const struct limits *limits);

/* Does the second part (solver_prepare.c). Returns 0, also if the tables do not fit, or -EAGAIN. */
int solver_make_tables(struct solver *solver);

/* Sets foresight_stored, where dense tables would go first. */
void solver_look_for_foresight(struct solver *solver);

/* Do dense tables go first, because lists do not fit or are worth less; do they fit, and are they
 * there soon enough for what the limits leave? */
bool solver_foresight_pays(const struct solver *solver);

/* Are there no lists yet, which fit? */
bool solver_lists_may_follow(const struct solver *solver);

/* Do dense tables of bounds fit the limits, as above? Their leaves (free_margins.h) are worth more
 * than lists. */
bool solver_bounds_fit(const struct solver *solver);

/* Makes dense tables (foresight.h), or takes those that an earlier run has left: the search goes on
 * with them. Returns 0, also if there is no memory, or -EAGAIN. */
int solver_make_foresight(struct solver *solver);

/* Lets solver, with tables of its own, look at other's dense tables, which are the other's. */
void solver_share_foresight(struct solver *solver, const struct solver *other);

/*
 * Prepares a second solver of the game: it shares the tables of the first and what is proved. Where
 * it is for a thread of its own, their boards must be enumerated. Returns as solver_init_bare(). To
 * be closed before the first.
 */
int solver_init_beside(struct solver *ret_solver, const struct solver *first,
                       const struct game *game, const struct limits *limits);
void solver_release(struct solver *solver);

static inline const struct solver_node *solver_now(const struct solver *solver)
{
    return &solver->nodes[solver->node_count - 1];
}

/* Makes a move if it is legal, which *ret_verdict says. Returns 0 or -ENOMEM. */
int solver_play(struct solver *solver, struct move move, struct verdict *ret_verdict);

/* Takes back a move that solver_play() made. */
void solver_undo(struct solver *solver);

/*
 * Asks one query (solver_query.c): does Black get at least t from here? Where play can be endless:
 * can attacker force that (Black), or force less (White)? At most max_nodes are expanded (0: only
 * the limits count). Returns 0, or -EAGAIN (solver->search.stopped).
 */
int solver_query(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                 struct answer *ret_answer);

/*
 * Asks the same in every order of search that may pay, in turn or in two threads: depth first,
 * which leaves many lemmas, and best first, which uses them. Each gets max_nodes, depth first its
 * part of them (depth_divisor). forced_only: a denial is no answer of depth first.
 */
int solver_query_in_turn(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                         bool forced_only, struct answer *ret_answer);

/* Turns the search's answer, which counts from the present node on, into one that counts what was
 * gained before, too. */
void solver_answer_from_root(const struct solver *solver, struct answer *answer);

/* Returns the number of low .. high that is nearest to number. */
static inline int solver_clamp(int number, int low, int high)
{
    if (number < low)
        return low;
    return number > high ? high : number;
}

/* Sets the search's attractors and energies for threshold t, prisoners so far not counted
 * (attractor_cache.c). */
void solver_set_attractors(struct solver *solver, int t);

/* Sets what dense tables say of threshold t, making them if need be (solver_outlook.c). */
void solver_foresee(struct solver *solver, int t);

/* Lets go of them. */
void solver_drop_attractors(struct solver *solver);

/* Returns the bytes that sweeps may take for lists (dense_sweeps.list_bytes): half of what is left,
 * as another search may go on meanwhile. */
size_t solver_list_bytes(const struct solver *solver);

/* Returns the attractor of every margin; NULL if there is no memory for it. */
const struct attractor *solver_every_margin(struct solver *solver);

/* Returns what dense tables say of all margins, made if need be; NULL: nothing
 * (foresight_all_margins()). */
const struct dense_margins *solver_dense_margins(struct solver *solver);

/* Can the history be in nobody's way who plays a strategy that needs none (table_value.c)? */
bool solver_is_without_history(const struct solver *solver);

/*
 * Narrows *bounds of the present node by what a player forces whatever the rules remember, where
 * dense tables say that and the history can be in nobody's way (table_value.c).
 */
void solver_dense_bounds(struct solver *solver, struct bounds *bounds);

/*
 * The margin nearest to guess that neither player's attractor contradicts: what the present node is
 * likely to be worth.
 */
int solver_guess(struct solver *solver, int guess);

/*
 * Do the rules remember nothing but the ko and the passes in a row? Then what attractors say of the
 * margins that can be forced is not a guess.
 */
bool solver_is_memoryless(const struct solver *solver);

/*
 * Is what attractors say of what a player forces, and in how many plies, so under the rules? They
 * must be memoryless, and nothing else may count but boards (table_value.c).
 */
bool solver_tables_decide(const struct solver *solver);

/* May what a table says be taken without a search? It leaves no record of a proof (value.c). */
bool solver_may_look_up(const struct solver *solver);

/* Finds the value of the present node by retrograde analysis, where that is exact. Returns whether
 * it is. */
bool solver_table_value(struct solver *solver, struct bounds *ret_bounds);

/* Looks at the clock and the interrupt flag; sets search.stopped if it is time. A callback. */
bool solver_interrupted(void *solver);

/* Returns the budget of a query, least or more, beyond which other thresholds are worth the making
 * of their attractors. */
uint64_t solver_near_budget(const struct solver *solver, uint64_t least);

/* Finds bounds of the present node without search. Returns 0 or -ENOMEM. */
int solver_first_bounds(struct solver *solver, struct bounds *ret_bounds);

/*
 * Narrows *bounds by threshold queries until lower and upper are known, starting near guess. What
 * is proved is written to *bounds at once, so that it holds what is known whenever a limit stops
 * the search. Returns 0 or -EAGAIN.
 */
int solver_value(struct solver *solver, int guess, struct bounds *bounds);

/* The same, but where asked is not NULL only until the bounds decide that claim: nothing else is
 * asked. */
int solver_decide(struct solver *solver, int guess, const struct bounds_claim *asked,
                  struct bounds *bounds);

#endif
