/* Strict reading of numbers: the whole text must be the number, and nothing overflows silently. */
#ifndef SOLVER_CLI_PARSE_NUMBER_H
#define SOLVER_CLI_PARSE_NUMBER_H

#include <stdint.h>

/* All return 0, -EINVAL if text is no such number, or -ERANGE if it is out of range. */

/* Decimal digits only; low .. high. */
int parse_number_unsigned(const char *text, uint64_t low, uint64_t high, uint64_t *ret_value);

/* A size in bytes: digits, then nothing, B, or K, M, G or T (1024-fold each), perhaps with B or iB
 * behind it and a blank before it; with a unit perhaps a point and up to 9 digits, rounded down:
 * "1.5G", "512 MiB". Any case. low .. high bytes. */
int parse_number_size(const char *text, uint64_t low, uint64_t high, uint64_t *ret_bytes);

/* A whole or half number, as half points ("-6.5" gives -13); at most limit half points. */
int parse_number_half_points(const char *text, int limit, int *ret_half_points);

/* Seconds: digits, perhaps a point and up to 9 digits; above 0 and at most high. */
int parse_number_seconds(const char *text, double high, double *ret_seconds);

#endif
