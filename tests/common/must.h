/* What must hold in the C tests of the store; where it does not the test ends, and says where. */
#ifndef TESTS_STORE_MUST_H
#define TESTS_STORE_MUST_H

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#endif
