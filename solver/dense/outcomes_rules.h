/*
 * How outcomes and plies of a board follow from those of its children. Private to outcomes*.c.
 *
 * A pair is the outcomes of one mover for both claimers: outcome << 2 * claimer. Of two pairs a
 * mover takes the better one, claimer by claimer: what he wins, else what is open.
 */
#ifndef SOLVER_DENSE_OUTCOMES_RULES_H
#define SOLVER_DENSE_OUTCOMES_RULES_H

#include "dense/outcomes.h"

/* The bits of a pair that say that Black, or White, wins: his claim is forced, or the other's is
 * denied. */
#define OUTCOMES_BLACK_WINS 9u
#define OUTCOMES_WHITE_WINS 6u
#define OUTCOMES_PAIR 15u

static inline unsigned dense_outcomes_won_by(unsigned player)
{
    return player == BLACK ? OUTCOMES_BLACK_WINS : OUTCOMES_WHITE_WINS;
}

/* The better one of two pairs, for the mover. */
static inline unsigned dense_outcomes_better(unsigned mover, unsigned one, unsigned other)
{
    unsigned won = dense_outcomes_won_by(mover);
    return ((one | other) & won) | (one & other & ~won);
}

/* The pair if the colours change places. */
static inline unsigned dense_outcomes_swapped(unsigned pair)
{
    return pair >> 2 | (pair & 3) << 2;
}

/* The pair of a mover on a board whose codes are given. */
static inline unsigned dense_outcomes_pair(unsigned codes, unsigned mover)
{
    return codes >> 4 * mover & OUTCOMES_PAIR;
}

/* Is every outcome of a board's codes decided? For a pair, with PAIR_ALL. */
#define OUTCOMES_ALL 0x55u
#define OUTCOMES_PAIR_ALL 0x5u
static inline bool dense_outcomes_decided(unsigned codes, unsigned all)
{
    return ((codes | codes >> 1) & all) == all;
}

/*
 * What players get on a board by plays, and if the game ends there.
 *
 * If the outcomes of a mover with no passes in a row are known, they will do instead of what his
 * plays lead to, for all that follows of the other mover: for each claim the score is good for one
 * player and bad for the other. The other gets what his plays lead to, with no passes and after
 * one, for passing leaves the score to the first. And the first, after a pass, ends the game with
 * that score; if it takes one pass more, he gets what the other's plays or his own lead to, which
 * is what he gets with no passes.
 */
struct outcomes_choice {
    unsigned plays[2]; /* by mover: the best pair that a play leads to */
    unsigned score;    /* the pair of the board as it stands */
};

/* The pair of an end with Black's margin. */
static inline unsigned dense_outcomes_of_margin(int margin, int threshold)
{
    return (margin >= threshold ? (unsigned)DENSE_FORCED : (unsigned)DENSE_DENIED) |
           (-margin >= threshold ? (unsigned)DENSE_FORCED : (unsigned)DENSE_DENIED) << 2;
}

/* The pair of a mover after so many passes in a row; layers: if the game has ended. */
static inline unsigned dense_outcomes_after(const struct outcomes_choice *choice, unsigned mover,
                                            int passes, int layers)
{
    unsigned pair = choice->score;
    for (int at = layers - 1; at >= passes; at--) {
        unsigned on_turn = (unsigned)(at - passes) % 2 == 0 ? mover : !mover;
        pair = dense_outcomes_better(on_turn, pair, choice->plays[on_turn]);
    }
    return pair;
}

/* More plies than any. */
#define OUTCOMES_NEVER 1000

/* Plies to the end by way of a play, by mover and claimer; or OUTCOMES_NEVER. */
struct outcomes_plies {
    int won[2][2];  /* if the mover wins, by his best play */
    int lost[2][2]; /* if he loses, by the play that puts it off longest; 0: he has no play */
};

/* Plies to the end from a state: if its mover wins, if he loses; one of them or both are
 * OUTCOMES_NEVER or more. */
struct outcomes_length {
    int won, lost;
};

/* The plies of a mover after so many passes in a row; score as in struct outcomes_choice. */
struct outcomes_length dense_outcomes_length_after(const struct outcomes_plies *plies,
                                                   unsigned score, unsigned mover, unsigned claimer,
                                                   int passes, int layers);

struct sweeper_board;
struct sweeper_entries;

/* The best pair that the mover's plays lead to, but for one on a point (none: DENSE_POINTS_MAX). */
unsigned dense_outcomes_best_play(const struct sweeper_board *board,
                                  const struct sweeper_entries *entries, unsigned mover,
                                  unsigned without);

/* Reads the entries of a board's children. */
void dense_outcomes_gather(const void *table, const struct sweeper_board *board,
                           struct sweeper_entries *ret_entries);

/* The same with plies. */
void dense_outcomes_plies_gather(const void *table, const struct sweeper_board *board,
                                 struct sweeper_entries *ret_entries);

/* What the plays of one mover come to, but for one on a point. */
void dense_outcomes_plies_of(const struct sweeper_board *board,
                             const struct sweeper_entries *entries, unsigned mover,
                             unsigned without, struct outcomes_plies *ret_plies);

/* dense_outcomes_run() with plies. */
int dense_outcomes_plies_run(struct dense_outcomes *outcomes, bool exact,
                             const struct dense_sweeps *how);

/* Of which movers a board's outcomes are not all decided: see struct sweeper_kind. */
unsigned dense_outcomes_wanted(const void *table, uint64_t number, uint64_t ko_from,
                               uint64_t ko_end);

#endif
