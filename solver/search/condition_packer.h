/*
 * The conditions of a lemma as bytes: a tenth to a fourth of what they take one by one.
 *
 * Most conditions of a lemma ask the same, that an item of one kind is absent, and differ in the
 * board alone; under Kee's rules there are some ten or twenty such demands. And the boards of a
 * proof are alike, so that their numbers are close together. So conditions with the same demand
 * make a group, whose boards ascend, and each board is told by its distance from the one before.
 *
 *     group      head, boards
 *     head       kind << 2 | form; where the form is open, lowest 2 and highest 2; how many boards
 *     board      less the one before it in the group, the first less 0
 *
 * Numbers are in as many bytes as they need, seven bits each, the lowest first; all but the last
 * byte have the eighth bit. Groups ascend, so equal sets are equal bytes.
 */
#ifndef SOLVER_SEARCH_CONDITION_PACKER_H
#define SOLVER_SEARCH_CONDITION_PACKER_H

#include "search/condition.h"

/* What a group's conditions say of the counter. */
enum packed_form {
    PACKED_ABSENT,  /* The item must be absent. */
    PACKED_PRESENT, /* It must be there, with any counter. */
    PACKED_OPEN,    /* It must be there, with a counter between bounds that follow. */
    PACKED_OPEN_OK, /* The same, or it is absent. */
};

/* Packs sets of conditions, one after the other. */
struct condition_packer {
    uint8_t *bytes; /* the set that was packed last */
    size_t size;    /* bytes of it */
    uint32_t count; /* conditions of it */
    size_t capacity;

    /* The groups of the set at hand: what they demand, and how many boards they have. */
    struct packed_group *groups;
    size_t group_count, group_capacity;

    uint32_t *group_of; /* by condition: its group */
    uint32_t *boards;   /* by group, and as much room for sorting */
    size_t condition_capacity;
};

/* An empty packer is all zero. */
void condition_packer_release(struct condition_packer *packer);

/* Returns the bytes that the packer holds. */
size_t condition_packer_bytes(const struct condition_packer *packer);

/* Packs a set into packer->bytes. Returns 0 or -ENOMEM. */
int condition_packer_pack(struct condition_packer *packer, const struct condition_set *set);

#endif
