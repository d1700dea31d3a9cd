/*
 * Reading a cell of a published table: a value, moves by row and column, the result of an opening.
 */
#ifndef SOLVER_REPORT_CLAIM_H
#define SOLVER_REPORT_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "solve.h"

/* "" or "?" claims nothing; "4", "+4", "-2"; "draw" and "tie" are 0; "-1..1" is a pair. */
struct claimed_value {
    bool given, pair;
    int lower, upper; /* equal unless pair */
};

/* Returns 0, or -EINVAL (err says what was wanted). */
int claim_value(const char *text, struct claimed_value *ret_value, struct error *err);

/* A value with "p" behind it where the opening is a pass; "-" claims nothing, like "?". */
struct claimed_opening {
    bool given, pass;
    int value;
};

int claim_opening(const char *text, struct claimed_opening *ret_opening, struct error *err);

/*
 * Reads moves separated by commas or blanks: ROW-COLUMN counted from the top left (1-2 is the first
 * row's second point), pass or refresh. Only rectangles. *ret_moves is the caller's to free(), NULL
 * if there are none. Returns 0, -EINVAL (err names the move) or -ENOMEM.
 */
int claim_moves(const struct solve_board *board, const char *text, struct solve_move **ret_moves,
                size_t *ret_count, struct error *err);

/* Is text a whole number above 0, of any size, without zeros in front of it? Two of them are equal
 * if their texts are. Returns 0 or -EINVAL. */
int claim_number(const char *text, struct error *err);

/* Does the cell claim anything: is it neither empty nor "?"? */
bool claim_is_made(const char *text);

/* Nothing, a number such as 48, or bounds such as 199..424. */
struct claimed_range {
    bool given;
    uint64_t low, high; /* equal unless it is bounds */
};

/* Returns 0 or -EINVAL (err). */
int claim_range(const char *text, struct claimed_range *ret_range, struct error *err);

/* Nothing, or a number that is known about: "1e86" is a power of ten, "3.86e11" is exact to half
 * its last digit. */
struct claimed_estimate {
    bool given;
    double log10;
    double tolerance; /* of log10, either way */
};

/* Reads how many games at random an estimate may take: a whole number above 0; "": 0, no limit.
 * Returns 0 or -EINVAL (err). */
int claim_games(const char *text, uint64_t *ret_games, struct error *err);

/* Returns 0 or -EINVAL (err). */
int claim_estimate(const char *text, struct claimed_estimate *ret_estimate, struct error *err);

/* Bytes that claim_format_move() needs at most. */
#define CLAIM_MOVE_MAX 16

/* Writes move as tables do: "1-2", "pass". */
void claim_format_move(const struct solve_board *board, struct solve_move move, char *buffer);

#endif
