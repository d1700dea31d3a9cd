/* Making the group of a board: products, inverses, stabilisers. */
#include "states/group.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Returns the symmetry that does b first, then a; they are a group, so it is there. */
static int product_of(const struct symmetries *symmetries, int a, int b)
{
    for (int s = 0; s < symmetries->count; s++) {
        int p = 0;
        while (p < symmetries->points &&
               symmetries_apply(symmetries, s, p) ==
                   symmetries_apply(symmetries, a, symmetries_apply(symmetries, b, p)))
            p++;
        if (p == symmetries->points)
            return s;
    }
    assert(!"the symmetries are a group");
    return 0;
}

static void fill_products(struct group *group, const struct symmetries *symmetries)
{
    for (int a = 0; a < group->size; a++) {
        for (int b = 0; b < group->size; b++) {
            int g = 2 * product_of(symmetries, a / 2, b / 2) + ((a ^ b) & 1);
            group->compose[a * group->size + b] = (uint8_t)g;
            if (g == 0)
                group->inverse[a] = (uint8_t)b;
        }
    }
}

static struct group_set elements_fixing(const struct group *group, struct stones stones)
{
    struct group_set set = {{0}};
    for (int g = 0; g < group->size; g++)
        if (group_compare(group_apply(group, g, stones), stones) == 0)
            set.bits[g / 64] |= 1ull << g % 64;
    return set;
}

static struct stabiliser list_elements(const struct group *group, struct group_set set)
{
    struct stabiliser own = {.set = set};
    for (int g = 0; g < group->size; g++)
        if (set.bits[g / 64] >> g % 64 & 1)
            own.elements[own.count++] = (uint8_t)g;
    for (int g = 0; g < group->size; g++) {
        own.leader[g] = UINT8_MAX;
        for (int i = 0; i < own.count; i++) {
            uint8_t product = group_product(group, g, own.elements[i]);
            if (product < own.leader[g])
                own.leader[g] = product;
        }
    }
    return own;
}

/* Returns the index of the stabiliser that consists of the set, added if new; or -ENOMEM. */
static int find_stabiliser(struct group *group, struct group_set set)
{
    for (size_t i = 0; i < group->stabiliser_count; i++)
        if (memcmp(&group->stabilisers[i].set, &set, sizeof(set)) == 0)
            return (int)i;
    int r = array_reserve(&group->stabilisers, group->stabiliser_count + 1, &group->stabiliser_room,
                          sizeof(*group->stabilisers));
    if (r < 0)
        return r;
    group->stabilisers[group->stabiliser_count] = list_elements(group, set);
    return (int)group->stabiliser_count++;
}

int group_stabiliser(struct group *group, struct stones stones)
{
    struct group_set set = elements_fixing(group, stones);
    int stabiliser;
#ifdef _OPENMP
#pragma omp critical(stabilisers)
#endif
    stabiliser = find_stabiliser(group, set);
    return stabiliser;
}

int group_init(struct group *ret_group, const struct graph *graph)
{
    struct group group = {0};
    struct symmetries symmetries;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    group.size = 2 * symmetries.count;
    group.compose = calloc((size_t)group.size, (size_t)group.size);
    group.inverse = calloc((size_t)group.size, 1);
    r = group.compose == NULL || group.inverse == NULL
            ? -ENOMEM
            : bit_images_init(&group.images, &symmetries);
    if (r == 0) {
        fill_products(&group, &symmetries);
        /* The first one is that of boards without symmetry: nearly all. */
        r = find_stabiliser(&group, (struct group_set){{1}});
    }
    symmetries_release(&symmetries);
    if (r < 0)
        group_release(&group);
    else
        *ret_group = group;
    return r;
}

void group_release(struct group *group)
{
    bit_images_release(&group->images);
    free(group->compose);
    free(group->inverse);
    free(group->stabilisers);
    *group = (struct group){0};
}
