/*
 * The group under which boards are the same: the symmetries of the board times the swap of the
 * colours. Element g is symmetry g / 2, and swaps the colours if g is odd; 0 is the identity.
 */
#ifndef SOLVER_STATES_GROUP_H
#define SOLVER_STATES_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/bit_images.h"
#include "board/position.h"
#include "board/symmetry.h"

#define GROUP_MAX (2 * SYMMETRY_MAX)
/* The element that only swaps the colours. */
#define GROUP_SWAP 1

/* Stones by colour; bit p is point p. */
struct stones {
    uint64_t of[2];
};

/* A set of group elements: bit g. */
struct group_set {
    uint64_t bits[(GROUP_MAX + 63) / 64];
};

/* The group elements that leave a board as it is: a subgroup. */
struct stabiliser {
    struct group_set set;
    int count;
    uint8_t elements[GROUP_MAX]; /* ascending; [0] is the identity, 0 */
    uint8_t leader[GROUP_MAX];   /* of g: the least of g composed with the elements */
};

struct group {
    int size;
    struct bit_images images;       /* by symmetry: where words and points go */
    uint8_t *compose;               /* [a * size + b]: a after b */
    uint8_t *inverse;               /* by element */
    struct stabiliser *stabilisers; /* those that were met; [0] is that of no symmetry */
    size_t stabiliser_count, stabiliser_room;
};

/* Makes the group of a graph of at most SOLVER_MAX_POINTS points, which is only looked at. Returns
 * 0 or -ENOMEM. */
int group_init(struct group *ret_group, const struct graph *graph);
void group_release(struct group *group);

/* Returns the bytes that the group holds, by and large. */
static inline size_t group_bytes(const struct group *group)
{
    return (size_t)group->images.count * sizeof(*group->images.words);
}

/* Does the element swap the colours? */
static inline int group_swaps(int g)
{
    return g & 1;
}

/* Returns element a after element b. */
static inline uint8_t group_product(const struct group *group, int a, int b)
{
    return group->compose[a * group->size + b];
}

/* Returns where element g takes a board. */
static inline struct stones group_apply(const struct group *group, int g, struct stones stones)
{
    uint64_t black = bit_images_word(&group->images, g / 2, stones.of[BLACK]);
    uint64_t white = bit_images_word(&group->images, g / 2, stones.of[WHITE]);
    if (group_swaps(g))
        return (struct stones){{white, black}};
    return (struct stones){{black, white}};
}

/* Orders boards: -1, 0 or 1 as a is less than, equal to or more than b. */
static inline int group_compare(struct stones a, struct stones b)
{
    if (a.of[BLACK] != b.of[BLACK])
        return a.of[BLACK] < b.of[BLACK] ? -1 : 1;
    if (a.of[WHITE] != b.of[WHITE])
        return a.of[WHITE] < b.of[WHITE] ? -1 : 1;
    return 0;
}

/*
 * Returns the index of a board's stabiliser in group->stabilisers, where it is added if it is new;
 * or -ENOMEM. Several threads may ask, while none looks into that list.
 */
int group_stabiliser(struct group *group, struct stones stones);

#endif
