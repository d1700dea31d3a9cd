/* Tarjan's algorithm (1972) on sets in words. */
#include "count/histories/returns_components.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int returns_components_init(struct returns_components *ret_components, uint32_t items)
{
    struct returns_components made = {.words = items / 64 + 1, .items = items};
    made.sets = calloc((size_t)items + 1, made.words * sizeof(*made.sets));
    made.number = calloc(3 * ((size_t)items + 1), sizeof(*made.number));
    if (made.sets == NULL || made.number == NULL) {
        free(made.sets);
        free(made.number);
        return -ENOMEM;
    }
    made.low = made.number + items + 1;
    made.stack = made.low + items + 1;
    *ret_components = made;
    return 0;
}

void returns_components_release(struct returns_components *components)
{
    free(components->sets);
    free(components->number);
    *components = (struct returns_components){.sets = NULL};
}

/* Takes the component of the item from the stack, where it lies on top. */
static void take(struct returns_components *components, uint32_t item)
{
    uint64_t *set = components->sets + components->count++ * components->words;
    uint32_t taken;
    memset(set, 0, components->words * sizeof(*set));
    do {
        taken = components->stack[--components->stacked];
        components->low[taken] = UINT32_MAX; /* it is in a component */
        set[taken / 64] |= UINT64_C(1) << (taken % 64);
    } while (taken != item);
}

static void visit(struct returns_components *components, const uint64_t *leads,
                  const uint64_t *within, uint32_t item)
{
    const uint64_t *to = leads + (size_t)item * components->words;
    components->number[item] = components->low[item] = ++components->numbered;
    components->stack[components->stacked++] = item;
    for (size_t w = 0; w < components->words; w++) {
        for (uint64_t left = to[w] & within[w]; left != 0; left &= left - 1) {
            uint32_t next = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            if (components->number[next] == 0)
                visit(components, leads, within, next);
            if (components->low[next] < components->low[item])
                components->low[item] = components->low[next];
        }
    }
    if (components->low[item] == components->number[item])
        take(components, item);
}

void returns_components_find(struct returns_components *components, const uint64_t *leads,
                             const uint64_t *start, const uint64_t *within)
{
    components->count = components->numbered = components->stacked = 0;
    memset(components->number, 0, components->items * sizeof(*components->number));
    for (size_t w = 0; w < components->words; w++) {
        for (uint64_t left = start[w]; left != 0; left &= left - 1) {
            uint32_t item = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            if (components->number[item] == 0)
                visit(components, leads, within, item);
        }
    }
}
