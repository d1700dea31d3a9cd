/* Kinds of runs: what can be asked for that takes time. */
#ifndef SOLVER_EXPLORE_RUNS_KIND_H
#define SOLVER_EXPLORE_RUNS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "solve.h"
#include "json/query_json.h"

/* How far a run is, for those who watch it. */
struct kind_told {
    double seconds; /* of work */
    uint64_t nodes, entries;
    size_t moves_proved;
    char text[160]; /* what it is doing, for people */
};

/* What a run may use while it is at work, which it may be several times. */
struct kind_turn {
    struct solve_interrupt *interrupt; /* Once it is requested the run is to stop soon. */
    struct solve_store *store;         /* NULL: none */
    const char *store_name;            /* its folder; NULL: none */
    struct solve_cache *cache;
    int threads;
    uint64_t memory; /* bytes */
    /* To be called now and then, from one thread at a time. value is what is proved by now, owned
     * by the callee; NULL: what was told before. */
    void (*tell)(void *arg, const struct kind_told *told, json_t *value);
    /* A kind may request the interrupt itself. Then this says whether the run may go on: the wish
     * is taken back; or not: somebody else wants it to stop. */
    bool (*goes_on)(void *arg);
    void *arg;
};

/* A run that was asked for. */
struct kind_asked {
    void *job;               /* of its kind; owned */
    char *key;               /* the same for the same question; NULL: no other is the same; owned */
    char title[160];         /* for people */
    json_t *query;           /* the board, as a query has it; or NULL; owned */
    struct solve_game *game; /* of a run about the value of a state: that, borrowed; or NULL */
    int komi_half_points;    /* of that state */
    size_t bytes;            /* that are held until it is over, if they are many; else 0 */
    char *state;             /* as question_key() has it; owned; or NULL */
};

struct run_kind {
    const char *name;

    /* Reads what is asked for. Returns 0, -EINVAL or -ENOMEM (fault). */
    int (*read)(const json_t *request, struct kind_asked *ret_asked, struct query_fault *fault);

    /* Works. Returns 1: done; 0: interrupted, and it can be called again; -ENOMEM or another
     * negative errno (fault). */
    int (*work)(void *job, const struct kind_turn *turn, struct query_fault *fault);

    /* What is found by now, as the program prints it. NULL: nothing, or no memory. */
    json_t *(*result)(void *job);

    /* Is the result all that was asked for, so that it need not be asked for again? */
    bool (*is_complete)(void *job);

    /* The run is over and its result made: frees what is not needed any more. The game of struct
     * kind_asked stays. NULL: nothing. */
    void (*shrink)(void *job);

    void (*free)(void *job);
};

extern const struct run_kind kind_solve, kind_find, kind_endless, kind_coalitions, kind_check;

/* What a run that was asked for with limits may use now: no more threads and memory than the turn
 * has. */
struct request_limits kind_limits(const struct request_limits *asked, const struct kind_turn *turn);

/* The first part of a title: the board and the rules, "2x3, psk". */
void kind_title(char title[160], const struct solve_board *board, const char *rules);

/* What a solving run is doing, for people. */
void kind_progress_text(const struct solve_progress *progress, char text[160]);

/* Makes what a request asks for a query: its keys but "kind" and those listed. NULL: no memory. */
json_t *kind_query_of(const json_t *request, const char *but);

/* Asks for a check of a certificate, whose bytes are copied; name is its name, or "". No other
 * check is the same: a file may have changed. Returns 0 or -ENOMEM. */
int kind_check_asked(const char *name, const void *bytes, size_t size,
                     struct kind_asked *ret_asked);

#endif
