/*
 * The answer to a user: the value of a node, of every play from it, which plays are best, and a
 * line of best play.
 */
#ifndef SOLVER_RESULT_ANALYSIS_H
#define SOLVER_RESULT_ANALYSIS_H

#include "base/bounds.h"
#include "base/limits.h"
#include "rules/game.h"

struct persistence;
struct written_certificate;
struct analysis;

/* What is known beforehand of a first play. */
struct known_move {
    struct move move;
    struct bounds bounds;
};

struct analysis_options {
    struct limits limits; /* max_bytes is for all threads together */
    int komi_half_points; /* margins between lower and upper count as this */
    bool value_only;      /* leave out the other first plays' values */
    int threads;          /* at least 1; only first plays are shared out */
    double share_after;   /* seconds of search after which other threads are worth starting */
    /* What outlasts the run (search/persistence.h); NULL: nothing does. */
    struct persistence *persistence;
    const struct bounds *known;           /* proved of the root before, or NULL */
    const struct known_move *known_moves; /* proved of its first plays */
    size_t known_move_count;
    bool known_by_strategy;      /* the root's value, by strategies (engine/strategy) */
    const struct move *known_pv; /* to the end of the game, or NULL */
    size_t known_pv_count;
    /* Told of what strategies prove of the root and its plays, as soon as they do; or NULL. */
    void (*note)(void *arg, const struct analysis *analysis);
    void *note_arg;
    struct written_certificate *certificate; /* receives one of what is proved (certify.h), with one
                                        thread; NULL: none is wanted */
};

/* A legal play from the root. */
struct analysis_move {
    struct move move;
    struct bounds bounds;
    int same_as; /* the index of the first play that a symmetry takes to this one */
    bool best;   /* proved to be one of the best */
};

struct analysis {
    struct bounds bounds;
    struct analysis_move *moves;
    size_t move_count;
    struct move *pv;
    size_t pv_count;
    bool pv_complete;     /* to the end of the game, or to a recurring state */
    long cycle_from;      /* the index in line at which the lap begins; -1: in none of its plays */
    bool by_strategy;     /* the root's value, */
    bool strategies_done; /* and strategies have nothing left to say of the first plays */
    enum stop_reason stopped;
    uint64_t nodes, entries;
    int threads;      /* that searched */
    struct game game; /* the root's game with the line played */
    size_t root_turn; /* in game */
};

/* Frees what analysis holds and sets all to zero. */
void analysis_release(struct analysis *analysis);

/* Sets analysis->game: game with the line played. Returns 0 or -ENOMEM. */
int analysis_replay(const struct game *game, struct analysis *analysis);

/* Takes into a play's bounds that it cannot be better for the mover than the root. */
void analysis_limit_by_root(struct bounds *bounds, const struct bounds *root, enum colour mover);

/* Gives symmetric plays equal bounds and marks the best ones. */
void analysis_finish_moves(struct analysis *analysis, const struct analysis_options *options);

/*
 * What is proved of a play: it is one of the best at a komi, or worse than those, or neither is
 * proved. The best are those whose median(lower, komi, upper) is the root's; so what neither side
 * can end better counts as the komi.
 */
enum move_rating { RATED_BEST, RATED_WORSE, RATED_OPEN };

enum move_rating analysis_rate_move(const struct analysis *analysis, size_t i,
                                    int komi_half_points);

/* Marks the plays that are proved best at a komi. */
void analysis_mark_best(struct analysis *analysis, int komi_half_points);

/* Is every legal play of the root proved to be one of the best at the komi, or proved not to be?
 * Then those marked are all. True also of a game that is over: it has none. */
bool analysis_best_complete(const struct analysis *analysis, int komi_half_points);

/* Is every legal play of the root listed, with a value that is proved? */
bool analysis_moves_complete(const struct analysis *analysis);

/* Are lower and upper of the root, or of a play, proved to differ? Only then may another komi have
 * other best plays. */
bool analysis_komi_matters(const struct analysis *analysis);

#endif
