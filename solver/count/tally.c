/* Numbers of complete games. */
#include "count/tally.h"

#include <errno.h>
#include <stdlib.h>

void tally_init(struct tally *tally)
{
    mpz_init(tally->games);
    tally->of_length = NULL;
    tally->lengths = 0;
}

void tally_release(struct tally *tally)
{
    mpz_clear(tally->games);
    for (size_t i = 0; i < tally->lengths; i++)
        mpz_clear(tally->of_length[i]);
    free(tally->of_length);
    tally->of_length = NULL;
    tally->lengths = 0;
}

int tally_reserve(struct tally *tally, size_t lengths)
{
    if (lengths <= tally->lengths)
        return 0;
    mpz_t *grown = realloc(tally->of_length, lengths * sizeof(*grown));
    if (grown == NULL)
        return -ENOMEM;
    tally->of_length = grown;
    while (tally->lengths < lengths)
        mpz_init(tally->of_length[tally->lengths++]);
    return 0;
}
