/*
 * Dense tables that order the moves on boards whose lists do not fit: for a threshold, what each
 * player forces if the history forbids nothing, and how soon (dense/outcomes.h). They say what
 * attractors of lists say (tables/attractor.h), and like these prove nothing.
 *
 * All solvers of a run share them, also those that number the boards they meet for themselves.
 */
#ifndef SOLVER_SEARCH_FORESIGHT_H
#define SOLVER_SEARCH_FORESIGHT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/limits.h"
#include "dense/margins.h"
#include "dense/outcomes.h"
#include "rules/game.h"
#include "rules/history_model.h"
#include "states/state.h"
#include "tables/table_size.h"

/* Thresholds that are kept. */
#define FORESEEN_MAX (DENSE_POINTS_MAX + 1)

/* What is foreseen of a threshold and its denial. */
struct foreseen {
    struct dense_outcomes outcomes;
    bool made;
    bool whole;         /* Else a run that was stopped has left it, to be gone on with. */
    atomic_int users;   /* searches that look at it now */
    uint64_t last_used; /* foresight.uses at its last use */
};

/* What margins say of the present rules. */
enum foresight_margins {
    MARGINS_LIKELY, /* what is forced if the history forbids nothing but a simple ko: a guess */
    MARGINS_VALUES, /* the same, and the rules remember no more */
    MARGINS_BOUNDS, /* what is forced without ko: by strategies that need no history
                       (tables/history_free.h) */
};

struct foresight {
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_game game;
    struct dense_memory memory;
    int threads; /* that make them */
    struct foreseen list[FORESEEN_MAX];
    int most; /* thresholds that there is memory for */
    uint64_t uses;
    /* What each player forces at best from each position, of all thresholds at once; or, where they
     * are enough and not whole, not all of it. */
    enum foresight_margins kind; /* what margins say */
    struct dense_margins margins;
    bool margins_begun;
    bool margins_enough; /* Nearly nothing is missing. */
    bool margins_whole;
    pthread_mutex_t lock; /* of list and margins; held while any of these is made */
};

/* What they would take. */
struct foresight_size {
    bool possible;  /* The board has codes. */
    double boards;  /* up to symmetry and colours */
    double base;    /* bytes of the index and the states with a ko */
    double outcome; /* bytes of one threshold */
    double margins; /* bytes of the margins */
    double lists;   /* bytes of lists while they are made: dense_sweeps.list_bytes */
    double seconds; /* until the first threshold is there without lists, roughly, on a quiet
                       machine */
};

/* Predicts that for threads. Returns 0 or -ENOMEM. */
int foresight_predict(struct foresight_size *ret_size, const struct positions *positions,
                      const struct game *game, int threads);

/* Do they fit into a run's memory, beside the search? */
static inline bool foresight_fits(const struct foresight_size *size, size_t max_bytes)
{
    double bytes = size->base + size->margins + size->outcome;
    return size->possible && bytes <= (double)max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/* Returns the seconds until the first threshold is there, with the lists that half of the memory
 * has room for that the tables leave. */
double foresight_seconds(const struct foresight_size *size, size_t max_bytes);

/*
 * Do they go before lists that fit, too? Where they are of bounds (free_margins.h) their leaves
 * often decide the root in a fraction of the time that lists take to make. Small boards have lists
 * at once.
 */
bool foresight_precedes_lists(const struct positions *positions, const struct ruleset *rules,
                              const struct history_model *model, const struct limits *limits);

/*
 * Makes the index of game's board; the rest is made when it is asked for. positions, of the board
 * and the rules, is only looked at. max_bytes: of the run. Returns 0; -EINTR when stop of the work
 * returned true; or -ENOMEM. foresight_free() it.
 */
int foresight_new(struct foresight **ret_foresight, const struct positions *positions,
                  const struct game *game, size_t max_bytes, const struct dense_work *how);
void foresight_free(struct foresight *foresight);

/* Returns the bytes that are held, and the most that will be. Without the lock. */
size_t foresight_bytes(const struct foresight *foresight);
size_t foresight_bytes_most(const struct foresight *foresight);

/*
 * Returns what is foreseen of a threshold, made if need be, for foresight_give(). The caller holds
 * the lock. Threads of how are not looked at. NULL: there is no memory, or stop returned true.
 */
struct foreseen *foresight_take(struct foresight *foresight, int threshold,
                                const struct dense_sweeps *how);

/*
 * Makes the margins if need be. The caller holds the lock. NULL: there is no memory, or stop
 * returned true.
 *
 * Bounds that are made in part are bounds, too, and the last sweeps, which are many, change few of
 * them: without whole they are left out. Then a strategy that needs no history (free_margins.h) is
 * one whose lines keep to states from which the margins made so far say that the owner forces as
 * much; all that is said there holds of these states, as an entry is written after those that it
 * rests on, and both movers' entries of a board in one look. So nothing may be added while a search
 * goes by them, and less may not be there than when a lemma was found: whole is for runs that keep
 * lemmas, or write certificates. It must be the same in all searches of a run.
 */
const struct dense_margins *foresight_all_margins(struct foresight *foresight, bool whole,
                                                  const struct dense_sweeps *how);

/* Begins the margins, unless that has been done: they are to be filled. The caller holds the lock.
 * NULL: there is no memory, or they have been begun. */
struct dense_margins *foresight_begin_margins(struct foresight *foresight);

/* Gives it back; the lock is not needed. */
void foresight_give(struct foreseen *foreseen);

/* What a search sees: both players' claims. All zero: nothing. */
struct outlook {
    const struct dense_outcomes *outcomes;
    bool denies[2]; /* by attacker: he wants 1 - outcomes->threshold */
    /* Or these, where they are MARGINS_BOUNDS: they serve all thresholds. They order the moves also
     * under rules where they make no leaves (free_margins.h). */
    const struct dense_margins *bounds;
    int claims[2]; /* by attacker: what he wants */
};

static inline bool foresight_is_seen(const struct outlook *outlook)
{
    return outlook->outcomes != NULL || outlook->bounds != NULL;
}

/* Returns what is seen for Black's threshold t, and 1 - t for White. */
static inline struct outlook foresight_outlook(const struct foreseen *foreseen, int t)
{
    bool black_denies = foreseen->outcomes.threshold != t;
    return (struct outlook){.outcomes = &foreseen->outcomes,
                            .denies = {black_denies, !black_denies}};
}

/* The threshold that is made for Black's t: that of t or of 1 - t, whichever is positive. */
static inline int foresight_threshold(int t)
{
    return t > 0 ? t : 1 - t;
}

/* Returns the rank of a state for attacker, as attractor_rank(): the less the better. By bounds it
 * is an order only, and counts no plies. ko: where the mover must not play, as in struct
 * stone_move. */
int foresight_rank(const struct outlook *outlook, const struct positions *positions,
                   struct state state, uint8_t ko, enum colour attacker);

#endif
