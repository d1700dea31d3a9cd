/*
 * One position, asked of both: the naive solver answers every threshold question once, and the
 * engine must give the same answers in every way that it can be run.
 */
#ifndef TESTS_NAIVE_COMPARE_H
#define TESTS_NAIVE_COMPARE_H

#include "engine/solver.h"

struct tally {
    long positions, questions; /* questions that both answered, each way of the engine counted */
    long skipped;              /* questions that the naive solver could not decide */
    long skipped_positions;    /* positions with at least one such */
    long unanswered;           /* by the engine, in a way that is not meant for every ruleset */
    long failed;
};

/* The ways of solving: a bit set. */
enum {
    WAY_DEPTH_FIRST = 1,
    WAY_NO_ATTRACTOR = 2,
    WAY_NO_LONE_LEAF = 4,
    WAY_LITTLE_MEMORY = 8, /* lemmas are forgotten all the time */
    WAY_COUNT = 16,
};

/* Both attackers, thresholds beyond all margins. */
#define QUESTIONS_MAX 256

struct question {
    int attacker, t;
    int naive; /* naive_force() */
};

/* Opens a solver on game, of the way. */
void open_solver(struct solver *solver, const struct game *game, int way);

/*
 * Asks the naive solver everything about game, each question with budget nodes; with give_up no
 * more once it could not decide one. Where play just goes on after a recurrence, game must have no
 * moves. Returns the number of questions.
 */
int ask_naive(struct game *game, long budget, bool give_up,
              struct question questions[QUESTIONS_MAX], struct tally *tally);

/* Asks the engine, which stands at game, the same; prints every difference. */
void compare_answers(struct solver *solver, const struct question *questions, int count, int way,
                     struct tally *tally);

/* Ends the program: the test itself is wrong. */
void die(const char *what);

#endif
