/* Ways to spoil a node of a certificate. */
#ifndef TESTS_CERTIFICATES_SPOIL_WAYS_H
#define TESTS_CERTIFICATES_SPOIL_WAYS_H

#include "certificate/format.h"

struct spoil_way {
    const char *name;
    /* Spoils the node, which has this number. Returns false where there is nothing to spoil. */
    bool (*spoil)(struct certificate_node *node, uint32_t number);
    /* What is spoilt so must be refused; else it may be accepted with claims that are true. */
    bool strict;
};

/* All of them, *ret_count many. */
const struct spoil_way *spoil_ways(size_t *ret_count);

#endif
