/*
 * The run of one file of cases: what the commands and the expectations work on. A handler returns
 * RUN_OK, or what run_fail() or run_reject() returned, or a negative errno.
 */
#ifndef TESTS_CASES_RUN_H
#define TESTS_CASES_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rules/game.h"

enum {
    RUN_OK = 0,
    RUN_FAILED = 1, /* an expectation was not met: the next case goes on */
};

struct run {
    const char *file;
    FILE *out;
    char **lines;
    size_t line_count;
    size_t at;   /* the next line to read */
    size_t line; /* the line of the present command, from 1 */

    char name[64]; /* of the case */
    bool has_case, has_rules, started;
    struct ruleset rules;
    struct graph *graph; /* of the case; NULL before board or graph */
    bool has_board;
    struct position start;
    int to_move;
    struct point_set prohibited; /* for the first turn */
    struct game game;            /* once started */
    bool ban_unsaid; /* the last move prohibited a player, which no expectation has said yet */
    bool end_unsaid; /* the last move ended the game, which no expectation has said yet */
};

/* A word of the language; args is the rest of its line, without blanks at either end. */
struct word {
    const char *name;
    int (*handle)(struct run *run, char *args);
    const char *usage; /* the arguments */
};

/* The words that a line may begin with, and those that may follow expect; ended by a NULL name. */
extern const struct word case_commands[];
extern const struct word case_expectations[];

/* Expectations that need the engine (expect_value.c). */
int expect_value(struct run *run, char *args);
int expect_best(struct run *run, char *args);

/* Expectations about cycles (expect_cycles.c). */
int expect_needed(struct run *run, char *args);
int expect_cycles(struct run *run, char *args);
int expect_cycle(struct run *run, char *args);
int expect_permanent(struct run *run, char *args);

/* Who controls what (expect_control.c). */
int expect_control(struct run *run, char *args);

/* Finds the word that line begins with; *ret_args is what follows it. Rejects an unknown word. */
int run_find_word(struct run *run, const struct word *words, char *line,
                  const struct word **ret_word, char **ret_args);

/* Starts the game if it has not started. */
int run_start(struct run *run);

/* Releases what the case holds. */
void run_end_case(struct run *run);

/* The case fails. Writes the line to run->out; returns RUN_FAILED. */
int run_fail(const struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The file is wrong. Writes the line to run->out; returns -EINVAL. */
int run_reject(const struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Reads the drawn rows that follow the present line, each a line that begins with a blank, into
 * position text. text has POSITION_TEXT_MAX bytes. Returns the number of rows and the length of the
 * first, or rejects.
 */
int run_read_rows(struct run *run, char *text, int *ret_rows, int *ret_cols);

/* The next word of *args, cut off and zero-ended; NULL at the end. */
char *run_next_arg(char **args);

/* The player called name, or -1; his name. */
int run_find_player(const char *name);
const char *run_player_name(int player);

/* Reads a whole number; returns false where text is none. */
bool run_read_number(const char *text, int *ret_number);

#endif
