/* Like assert(), but never compiled out: what a test that stands alone says must hold. */
#ifndef TESTS_COMMON_MUST_H
#define TESTS_COMMON_MUST_H

#include <stdio.h>
#include <stdlib.h>

/* Where the condition does not hold the line says so, and the program aborts. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
