/* How often tests repeat what they do at random, or on one board after the other. */
#ifndef TESTS_REPEATS_H
#define TESTS_REPEATS_H

#include <stdbool.h>
#include <stdlib.h>

/* Is all to be repeated? TESTS_ALL says so, in the suite 'slow'; a change is told by a part of it.
 */
static inline bool repeats_all(void)
{
    return getenv("TESTS_ALL") != NULL;
}

#endif
