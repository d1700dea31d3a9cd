/*
 * The answer to a user: the value of a node, of every move from it, which moves are best, and the
 * principal variation. Made by solve/analysis.h.
 */
#ifndef SOLVER_RESULT_ANALYSIS_H
#define SOLVER_RESULT_ANALYSIS_H

#include "base/bounds.h"
#include "base/limits.h"
#include "rules/game.h"

struct persistence;
struct warm;
struct written_certificate;
struct analysis;

/* What is known of a root move before the run. */
struct known_move {
    struct move move;
    struct bounds bounds;
};

struct analysis_options {
    struct limits limits; /* max_bytes is for all threads together */
    int komi_half_points; /* Margins between lower and upper count as this. */
    bool value_only;      /* The values of the other root moves are left out. */
    bool asks;            /* Only claim is to be decided, and nothing is asked of root moves: then
                             value_only is set, too. */
    struct bounds_claim claim;
    int threads;        /* at least 1 */
    double share_after; /* seconds of search after which root moves are shared among threads */
    struct persistence *persistence; /* what outlasts the run (search/persistence.h); NULL: none */
    struct warm *warm; /* what is left in memory for later runs (search/warm.h); NULL: nothing */

    /* What was proved before the run, of the root (or NULL) and of root moves. */
    const struct bounds *known;
    const struct known_move *known_moves;
    size_t known_move_count;
    bool known_by_strategy;      /* The root's value was proved by strategies (strategy/). */
    const struct move *known_pv; /* a principal variation that is complete, or NULL */
    size_t known_pv_count;
    long known_pv_cycle; /* where its cycle begins; -1: it goes to the end of the game */

    /* Called as soon as strategies, or the search under rules with cycles, prove something of the
     * root or a root move; or NULL. */
    void (*note)(void *arg, const struct analysis *analysis);
    void *note_arg;

    /* Receives the certificate of what is proved, with one thread (certify.h). NULL: none is
     * wanted. */
    struct written_certificate *certificate;
};

/* Returns the claim that is to be decided; NULL: the value is looked for. */
static inline const struct bounds_claim *analysis_asked(const struct analysis_options *options)
{
    return options->asks ? &options->claim : NULL;
}

/* A root move: a legal move of the root. */
struct analysis_move {
    struct move move;
    struct bounds bounds;
    int same_as; /* the index of the first root move that a symmetry takes to this one */
    bool best;   /* It is proved to be one of the best. */
};

/* A principal variation has at most so many moves. */
#define ANALYSIS_PV_MAX 1000

struct analysis {
    struct bounds bounds; /* of the root */
    struct analysis_move *moves;
    size_t move_count;
    struct move *pv; /* the principal variation */
    size_t pv_count;
    bool pv_complete;            /* It goes to the end of the game, or to a recurring state. */
    enum stop_reason pv_stopped; /* Why it ends before that; STOP_NONE: it does not, or it was not
                                    looked for. */
    long cycle_from;             /* the index in pv at which its cycle begins; -1: it has none */
    bool by_strategy;            /* The root's value is proved by strategies. */
    bool strategies_done;        /* Strategies have nothing left to say of the root moves. */
    enum stop_reason stopped;
    uint64_t nodes;   /* expanded */
    uint64_t entries; /* lemmas in the transposition table at the end */
    int threads;      /* that searched */
    struct game game; /* the root's game with pv played */
    size_t root_turn; /* the root's turn in game */
};

/* Frees what analysis holds and sets all to zero. */
void analysis_release(struct analysis *analysis);

/* Copies game into analysis->game before a run, so that memory that lacks at the end loses no
 * result. Returns 0 or -ENOMEM. */
int analysis_begin(const struct game *game, struct analysis *analysis);

/*
 * Plays the principal variation in analysis->game, which is copied if analysis_begin() did not do
 * so. Where memory lacks for the variation it is cut. Returns 0, or -ENOMEM: there is no copy.
 */
int analysis_replay(const struct game *game, struct analysis *analysis);

/* Cuts the principal variation to its first count moves, as memory lacks. */
void analysis_cut_pv(struct analysis *analysis, size_t count);

/*
 * Says why what was to be made of a result, as a certificate, was not: r is what making it
 * returned, and search what stopped the search, if that stopped it. STOP_NONE: it was made, or
 * there is no limit that it met.
 */
enum stop_reason analysis_why_not(int r, enum stop_reason search);

/* Puts what is known beforehand into the bounds of the root and its moves. */
void analysis_use_known(struct analysis *analysis, const struct analysis_options *options);

/* Takes the principal variation that is known beforehand; there must be one. Returns 0 or -ENOMEM.
 */
int analysis_use_known_pv(struct analysis *analysis, const struct analysis_options *options);

/* Takes into a root move's bounds that it cannot be better for the mover than the root. */
void analysis_limit_by_root(struct bounds *bounds, const struct bounds *root, enum colour mover);

/* Gives symmetric root moves equal bounds and marks the best ones. */
void analysis_finish_moves(struct analysis *analysis, const struct analysis_options *options);

/*
 * What is proved of a root move: it is one of the best at a komi, or worse than those, or neither
 * is proved. The best are those whose median(lower, komi, upper) is the root's; so what neither
 * side can end better counts as the komi.
 */
enum move_rating { RATED_BEST, RATED_WORSE, RATED_OPEN };

enum move_rating analysis_rate_move(const struct analysis *analysis, size_t i,
                                    int komi_half_points);

/* Marks the root moves that are proved best at a komi. */
void analysis_mark_best(struct analysis *analysis, int komi_half_points);

/* Is every root move proved to be one of the best at the komi, or proved not to be?
 * Then those marked are all. True also of a game that is over: it has none. */
bool analysis_best_complete(const struct analysis *analysis, int komi_half_points);

/* Is every legal move of the root listed, with a value that is proved? */
bool analysis_moves_complete(const struct analysis *analysis);

/* Are lower and upper of the root, or of a root move, proved to differ? Only then may another komi
 * have other best moves. */
bool analysis_komi_matters(const struct analysis *analysis);

#endif
