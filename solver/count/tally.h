/* Numbers of complete games, of any size. */
#ifndef SOLVER_COUNT_TALLY_H
#define SOLVER_COUNT_TALLY_H

#include <gmp.h>
#include <stddef.h>

struct tally {
    mpz_t games;      /* all of them */
    mpz_t *of_length; /* by length, if lengths are wanted; else NULL */
    size_t lengths;   /* lengths are 0 .. lengths - 1; the last one has games */
};

void tally_init(struct tally *tally);
void tally_release(struct tally *tally);

/* Makes of_length longer, with zeros, if it has fewer than lengths entries. Returns 0 or -ENOMEM.
 */
int tally_reserve(struct tally *tally, size_t lengths);

#endif
