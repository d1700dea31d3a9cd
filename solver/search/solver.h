/*
 * A solver: a game under the executable rules, and beside it the engine's view of the same node.
 * Plays are made and taken back on both; what is legal and how the game ends is decided by the
 * rules, what it is worth by the engine.
 */
#ifndef SOLVER_SEARCH_SOLVER_H
#define SOLVER_SEARCH_SOLVER_H

#include "base/bounds.h"
#include "rules/game.h"
#include "search/search.h"

/* What a node of the game is to the engine. */
enum node_kind {
    NODE_OPEN,      /* play goes on */
    NODE_SCORED,    /* the game is over: margin */
    NODE_NO_RESULT, /* the game is over without a result */
    NODE_SOLO,      /* one player is left: margin is the best he can get */
    NODE_SOLO_OPEN, /* one player is left: he gets least, perhaps more, at best margin */
};

struct solver_node {
    enum node_kind kind;
    struct state state;
    int gain;                     /* prisoners so far, Black's view: part of every margin */
    int least;                    /* of NODE_SOLO_OPEN, Black's view */
    int margin;                   /* of NODE_SCORED and NODE_SOLO, Black's view, all counted */
    struct state_move move;       /* by which NODE_OPEN was reached */
    struct history_change change; /* of NODE_OPEN */
};

/* Attractors for margins that were asked for. */
#define ATTRACTORS_MAX 8
struct cached_attractor {
    struct attractor attractor;
    struct energy energy; /* for the same margin; needs are NULL if it was not made */
    uint64_t last_used;
    int users; /* searches that look at it now */
    bool made;
    bool judged; /* whether an energy pays: it was made if so, and if there was memory */
};

struct attractor_cache {
    struct cached_attractor list[ATTRACTORS_MAX];
    uint64_t uses;
    struct attractor every; /* MARGIN_EVERY */
    bool has_every;
};

/* What all solvers of a game share, in whatever thread. */
struct solver_tables {
    struct positions positions;
    struct reverse_moves reverse; /* of closed positions */
    bool enumerated;              /* All boards have numbers: attractors can be had. */
    struct lemma_table *lemmas;
    struct attractor_cache cache;
    pthread_mutex_t cache_lock;
    atomic_size_t bytes; /* of reverse and cache */
};

struct solver {
    struct game game; /* owned; graph borrowed */
    struct solver_tables *tables;
    bool borrows_tables;
    struct positions *positions; /* those of tables */
    struct search search;
    struct cached_attractor *held[2]; /* behind search.attractors, or NULL */
    bool portfolio;                   /* try depth first, too (value.c), */
    unsigned depth_divisor;           /* with this part of the nodes */
    bool energies;                    /* order plays by them, too, where they pay (energy.h) */
    struct solver *beside;            /* answers questions together with this one, or NULL */
    bool keeps_line; /* also where play just goes on, states of the line count as recurring */
    struct solver_node *nodes; /* one a turn of game, but for those before the start of solving */
    size_t node_count, node_room;
};

/*
 * Prepares to solve from where game stands; its turns so far are the history. The game is
 * copied; its graph must outlive the solver and have at most SOLVER_MAX_POINTS points, its players
 * be two, and its rules without cycles. Returns 0; -ENOMEM; -EAGAIN if a limit stopped the
 * preparation (search.stopped). *ret_solver must not be moved afterwards. solver_close() it, also
 * after -EAGAIN.
 */
int solver_open(struct solver *ret_solver, const struct game *game, const struct limits *limits);

/* The same in two steps, for what can be done before the tables are made. The first returns 0 or
 * -ENOMEM (then nothing is to be closed), the second 0, also if they do not fit, or -EAGAIN. */
int solver_open_bare(struct solver *ret_solver, const struct game *game,
                     const struct limits *limits);
int solver_make_tables(struct solver *solver);

/*
 * The same beside another solver of the game, for a thread of its own: it shares the other's
 * tables, which must be closed, and what is proved. To be closed before the other.
 */
int solver_open_beside(struct solver *ret_solver, const struct solver *other,
                       const struct game *game, const struct limits *limits);
void solver_close(struct solver *solver);

static inline const struct solver_node *solver_now(const struct solver *solver)
{
    return &solver->nodes[solver->node_count - 1];
}

/* Plays a move if it is legal (verdict). Returns 0 or -ENOMEM. */
int solver_play(struct solver *solver, struct move move, struct verdict *ret_verdict);

/* Takes back a move that solver_play() made. */
void solver_undo(struct solver *solver);

/*
 * Does Black get at least t from here? Where play can be endless: can attacker force it so (Black),
 * or force less (White)? Returns 0, or -EAGAIN (solver->search.stopped).
 */
int solver_query(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                 struct answer *ret_answer);

/*
 * The same in every order of search that may pay: depth first, which leaves many lemmas, then best
 * first, which uses them; each with max_nodes, depth first with its part of them. forced_only: a
 * denial is no answer of depth first.
 */
int solver_query_in_turn(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                         bool forced_only, struct answer *ret_answer);

static inline int solver_clamp(int number, int low, int high)
{
    if (number < low)
        return low;
    return number > high ? high : number;
}

/* Sets the search's attractors and energies for threshold t, prisoners so far not counted
 * (attractor_cache.c). */
void solver_set_attractors(struct solver *solver, int t);

/* Lets go of them. */
void solver_drop_attractors(struct solver *solver);

/* The attractor of every margin; NULL if there is no room. */
const struct attractor *solver_every_margin(struct solver *solver);
void attractor_cache_release(struct attractor_cache *cache);

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

/* The value of the present node by retrograde analysis, where that is exact. Else false. */
bool solver_table_value(struct solver *solver, struct bounds *ret_bounds);

/* Looks at the clock and the interrupt flag; sets search.stopped if it is time. A callback. */
bool solver_interrupted(void *solver);

/* Bounds that hold for any node, found without search. Returns 0, -ENOMEM. */
int solver_first_bounds(struct solver *solver, struct bounds *ret_bounds);

/*
 * Narrows *bounds by threshold questions until lower and upper are known, starting near guess. What
 * is proved is written to *bounds at once, so that it holds what is known whenever a limit stops
 * the search. Returns 0 or -EAGAIN.
 */
int solver_value(struct solver *solver, int guess, struct bounds *bounds);

#endif
