/* Strongly connected components of a set of items. */
#ifndef SOLVER_COUNT_RETURNS_COMPONENTS_H
#define SOLVER_COUNT_RETURNS_COMPONENTS_H

#include <stddef.h>
#include <stdint.h>

struct returns_components {
    uint32_t *members; /* the items of all components: each comes before those that lead to it */
    uint32_t *first;   /* by component, and one more: where its members begin */
    uint32_t count;    /* of components */
    size_t words;      /* of a set */
    uint32_t items;
    uint32_t *number, *low, *stack; /* by item; by place */
    uint32_t numbered, stacked;
};

/* Returns 0 or -ENOMEM. */
int returns_components_init(struct returns_components *ret_components, uint32_t items);
void returns_components_release(struct returns_components *components);

/* Returns the bytes that components of so many items hold. */
size_t returns_components_bytes(uint32_t items);

/* Finds the components of what can be reached within a set from the items of start, which are in
 * it. leads[item * words] are the items to which an item leads. */
void returns_components_find(struct returns_components *components, const uint64_t *leads,
                             const uint64_t *start, const uint64_t *within);

/* Sets ret_set to the items of a component. */
void returns_components_set(const struct returns_components *components, uint32_t component,
                            uint64_t *ret_set);

#endif
