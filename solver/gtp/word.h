/* Numbers among the words of a command: the whole word must be one. */
#ifndef SOLVER_GTP_WORD_H
#define SOLVER_GTP_WORD_H

/* All return 0 or -EINVAL. */

/* A whole number, low .. high. */
int gtp_word_number(const char *word, int low, int high, int *ret_number);

/* Seconds, as a decimal number: 0 .. 10^9. */
int gtp_word_seconds(const char *word, double *ret_seconds);

/* A decimal number that is a whole number of halves, "6.5" or "-7.00", as half points; at most
 * limit of them, either way. */
int gtp_word_half_points(const char *word, int limit, int *ret_half_points);

#endif
