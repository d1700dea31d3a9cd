/*
 * One position, asked of both: the naive solver answers every threshold query once, and the
 * engine must give the same answers in every way that it can be run.
 */
#ifndef TESTS_NAIVE_COMPARE_H
#define TESTS_NAIVE_COMPARE_H

#include "search/solver.h"

/* Decided positions are counted by the nodes that the naive solver took: up to SPREAD[i]. */
#define SPREAD_COUNT 5
extern const long SPREAD[SPREAD_COUNT];

struct tally {
    long decided[SPREAD_COUNT]; /* positions */
    long skipped_positions;     /* with a query that the naive solver could not decide */
    long skipped;               /* such queries */
    long queries;               /* that both answered, each way of the engine counted */
    long unanswered;            /* by the engine, in a way that is not meant for every ruleset */
    long failed;
};

/* The ways of solving: a bit set. */
enum {
    WAY_DEPTH_FIRST = 1,
    WAY_NO_ATTRACTOR = 2,
    WAY_NO_SOLO_LEAF = 4,
    WAY_LITTLE_MEMORY = 8, /* lemmas are forgotten all the time */
    WAY_COUNT = 16,
};

/* Both attackers, thresholds beyond all margins. */
#define QUERIES_MAX 256

struct query {
    int attacker, t;
    int naive; /* as naive_force(): 1, 0, or -1 where it is not known */
};

/* What the naive solver says about a game. */
struct asked {
    struct query queries[QUERIES_MAX];
    int count;
    bool decided; /* all of them */
    long nodes;   /* that it took in all */
};

/* Opens a solver on game, of the way. */
void open_solver(struct solver *solver, const struct game *game, int way);

/*
 * Asks the naive solver everything about game, each query with budget nodes; with give_up no
 * more once it could not decide one. What a player can force is a row of thresholds up to some
 * margin: where the answers to others tell an answer it is not asked for. Where play just goes on
 * after a recurrence, game must have no moves.
 */
void ask_naive(struct game *game, long budget, bool give_up, struct asked *ret_asked,
               struct tally *tally);

/* Asks the engine, which stands at game, the same; prints every difference. */
void compare_answers(struct solver *solver, const struct asked *asked, int way,
                     struct tally *tally);

/* Prints a line: name, what was compared, skipped and failed. */
void print_tally(const char *name, const struct tally *tally);

void add_tally(struct tally *total, const struct tally *tally);

#endif
