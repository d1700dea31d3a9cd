/*
 * Who controls what, by the Logical Japanese Rules of Go (Pauli, 2004, popular version), rules 14
 * to 16: a player controls a location if it is in a set that he has bordered and on which he cannot
 * be prevented from building a two-eye formation, although all around becomes the opponent's, who
 * moves first. Which sets are looked at, and why no other matters, stands in bordered.h; how the
 * game on a set is solved, in two_eyes.h.
 */
#ifndef SOLVER_RULES_CONTROL_CONTROL_H
#define SOLVER_RULES_CONTROL_CONTROL_H

#include <stddef.h>
#include <stdint.h>

#include "board/graph.h"
#include "board/move.h"
#include "board/position.h"

/* The largest board: a set of locations is one 64-bit word. */
#define CONTROL_MAX_POINTS 64

/* Is a location that a ko capture cleared prohibited in the next turn [9, 12]? */
enum control_ko { CONTROL_KO_PROHIBITED, CONTROL_KO_FREE };

/* Who may pass in the game on a set. A builder who may not and has no other play has failed. */
enum control_passing { CONTROL_PASS_BOTH, CONTROL_PASS_OPPONENT };

/* Are locations that are prohibited because a removed cycle used them [9] so in that game, too? */
enum control_permanent { CONTROL_PERMANENT_FORGOTTEN, CONTROL_PERMANENT_KEPT };

/* The choices that the game on a set leaves. Zeroed: as the text has it. */
struct control_choice {
    enum control_ko ko;
    enum control_passing passing;
    enum control_permanent permanent;
};

/* What control_find() writes for a location besides a player's number. */
#define CONTROL_NOBODY (-1)
#define CONTROL_UNKNOWN (-2) /* only where it returns -ERANGE */
#define CONTROL_BOTH 2       /* both control it: never seen */

/* Everything solved so far on one board under one choice. Not thread-safe. */
struct control;

/* The graph is borrowed. Returns 0, -ENOMEM, or -ERANGE: more than CONTROL_MAX_POINTS points. */
int control_new(const struct graph *graph, const struct control_choice *choice,
                struct control **ret_control);

/* The most states that a game on a set has before it is given up as not decided, unless
 * control_limit() says otherwise. */
#define CONTROL_STATES_MAX ((size_t)1 << 21)
/* States have numbers of 32 bits. */
#define CONTROL_STATES_LIMIT ((size_t)1 << 30)
/* Bytes that a state takes at most, with what waits for it and the room that arrays grow by. */
#define CONTROL_STATE_BYTES 160

/* Sets that number, CONTROL_STATES_LIMIT at most; positions that were asked before stay as
 * they were answered. */
void control_limit(struct control *control, size_t states);

/* On boards of more points than this a position is given up as not decided after so many times
 * that number, of all its sets together. */
#define CONTROL_ALL_POINTS 12
#define CONTROL_SETS_WORTH 8

/* A position is tried with so many states a game first, and with all that may be only where that
 * does not decide it. */
void control_try_first(struct control *control, size_t states);

/*
 * Holds so many bytes at most, nearly (0: any number): what is known is forgotten where it takes
 * more; where one game does, control_find() and control_find_prohibited() return -ENOSPC.
 */
void control_hold(struct control *control, size_t bytes);

/* Bytes held. */
size_t control_bytes(const struct control *control);

/* States looked at between two times that stop is asked. */
#define CONTROL_STATES_ASKED 1024

/* stop (may be NULL) is asked with arg now and then; when it says true control_find() and
 * control_find_prohibited() return -EINTR, and nothing of the position is kept. */
void control_watch(struct control *control, bool (*stop)(void *), void *arg);

/*
 * Sets of so many locations or more are tried with a builder first who does not fill his eyes
 * (two_eyes.h). It changes no answer; call it before the first question.
 */
#define CONTROL_CAREFUL_FROM 13
void control_careful_from(struct control *control, int locations);

/* Frees control; NULL is allowed. */
void control_free(struct control *control);

/*
 * Who controls each location of position: ret_owner[p] is 0 (Black), 1 (White) or one of the
 * constants above. Returns 0, -ENOMEM, or -ERANGE: not all is decided, the sets or the games on
 * them being too large; then CONTROL_UNKNOWN stands where it is not, and the others are right.
 */
int control_find(struct control *control, const struct position *position, signed char *ret_owner);

/*
 * The same where the locations of prohibited (bit p: location p) are permanently prohibited, which
 * matters if they are kept.
 */
int control_find_prohibited(struct control *control, const struct position *position,
                            uint64_t prohibited, signed char *ret_owner);

/* A play in the game on a set, and the board after it. */
struct control_step {
    struct move move;
    struct position board;
};

/*
 * Why a player controls a location. The steps are the longest play against his strategy: step i is
 * the opponent's where i is even. There are none where the formation is there from the start.
 */
struct control_proof {
    uint64_t set;          /* bit p: location p is in the set */
    struct position start; /* the board of the game on the set, after the removal of stones */
    struct control_step *steps;
    size_t step_count;
};

/*
 * The smallest set by which player controls point. Returns 1, 0 (there is none), -ENOMEM, or
 * -ERANGE (none was found, and not all is decided). Release with control_proof_release().
 */
int control_prove(struct control *control, const struct position *position, uint64_t prohibited,
                  int player, int point, struct control_proof *ret_proof);

void control_proof_release(struct control_proof *proof);

#endif
