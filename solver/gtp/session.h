/* What a client and its engine have agreed on: board, rules, komi, the game so far. */
#ifndef SOLVER_GTP_SESSION_H
#define SOLVER_GTP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gtp/clock.h"
#include "gtp/input.h"
#include "report/request_limits.h"
#include "solve.h"

/* What a command of the client did to the game, for undo. */
struct gtp_step {
    int turns; /* that it made: 0 (a pass of who may not play), 1, or 2 with a pass put in */
};

struct gtp_session {
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_rules_facts facts;      /* of rules */
    struct solve_game *game;             /* the game so far */
    char start[SOLVE_POSITION_TEXT_MAX]; /* where it began */
    struct gtp_step *steps;              /* since then */
    size_t step_count, step_room;
    int komi; /* half points */
    struct gtp_clock clock;
    double received; /* clock_now() when the command came */

    struct request_limits limits; /* of an answer */
    bool resign;                  /* a lost game is resigned */
    struct solve_store *store;
    struct solve_cache *cache;          /* what was proved while the session lasted */
    const struct solve_interrupt *stop; /* the signals */
    struct solve_interrupt *work;       /* stops the command that runs */
    struct gtp_input *input;
    FILE *log; /* what people are told */

    struct solve_result *found; /* of the game as it stands; NULL: none yet */
    bool quit;                  /* the client said so */
};

/* Starts a new game on the board: empty, or at position (text). first is to move. Returns 0,
 * -EINVAL (err; the session is as it was) or -ENOMEM. */
int gtp_session_restart(struct gtp_session *session, struct solve_board *board,
                        struct solve_rules *rules, const char *position, int first,
                        struct solve_error *err);

/* The same game under other rules. Returns as above; -EPERM: a move of it is not legal then. */
int gtp_session_set_rules(struct gtp_session *session, struct solve_rules *rules,
                          struct solve_error *err);

/* The game is another one now: what was found does not hold. */
void gtp_session_changed(struct gtp_session *session);

/* A command begins. */
void gtp_session_begin(struct gtp_session *session);

/*
 * Puts the game aside, with all that belongs to it, and starts another one. Then either
 * gtp_session_drop() what was put aside, or gtp_session_bring_back() it. Returns as
 * gtp_session_restart(), with nothing put aside if it fails.
 */
int gtp_session_put_aside(struct gtp_session *session, struct solve_board *board,
                          struct solve_rules *rules, const char *position, int first,
                          struct gtp_session *ret_aside, struct solve_error *err);
void gtp_session_drop(struct gtp_session *aside);
void gtp_session_bring_back(struct gtp_session *session, struct gtp_session *aside);

void gtp_session_release(struct gtp_session *session);

#endif
