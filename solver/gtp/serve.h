/* A GTP 2 engine: answers the commands of a client. */
#ifndef SOLVER_GTP_SERVE_H
#define SOLVER_GTP_SERVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "solve.h"

/* GTP names no more columns and rows. */
#define GTP_SIDE_MAX 25

struct gtp_settings {
    struct solve_board *board; /* at the start; a rectangle */
    struct solve_rules *rules; /* of two players */
    int komi;                  /* half points */
    int threads;
    uint64_t memory;                    /* bytes, for runs and for what they leave */
    double max_seconds;                 /* of an answer; 0: no limit */
    bool resign;                        /* a lost game is resigned */
    struct solve_store *store;          /* NULL: none */
    const struct solve_interrupt *stop; /* ends it; NULL: nobody does */
};

/* Reads commands from fd, answers them on out, and tells people on log, until the client quits, its
 * input ends or stop is requested. Returns 0; or a negative errno and err. */
int gtp_serve(const struct gtp_settings *settings, int fd, FILE *out, FILE *log, struct error *err);

#endif
