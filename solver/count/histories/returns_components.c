/* Tarjan's algorithm (1972) on sets in words. */
#include "count/histories/returns_components.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Arrays by item, with one more element. */
#define ARRAYS 5

int returns_components_init(struct returns_components *ret_components, uint32_t items)
{
    struct returns_components made = {.words = items / 64 + 1, .items = items};
    size_t room = (size_t)items + 1;
    made.members = calloc(ARRAYS * room, sizeof(*made.members));
    if (made.members == NULL)
        return -ENOMEM;
    made.first = made.members + room;
    made.number = made.first + room;
    made.low = made.number + room;
    made.stack = made.low + room;
    *ret_components = made;
    return 0;
}

size_t returns_components_bytes(uint32_t items)
{
    return ARRAYS * ((size_t)items + 1) * sizeof(uint32_t);
}

void returns_components_release(struct returns_components *components)
{
    free(components->members);
    *components = (struct returns_components){.members = NULL};
}

/* Takes the component of the item from the stack, where it lies on top. */
static void take(struct returns_components *components, uint32_t item)
{
    uint32_t taken, end = components->first[components->count];
    do {
        taken = components->stack[--components->stacked];
        components->low[taken] = UINT32_MAX; /* it is in a component */
        components->members[end++] = taken;
    } while (taken != item);
    components->first[++components->count] = end;
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
    components->first[0] = 0;
    memset(components->number, 0, components->items * sizeof(*components->number));
    for (size_t w = 0; w < components->words; w++) {
        for (uint64_t left = start[w]; left != 0; left &= left - 1) {
            uint32_t item = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            if (components->number[item] == 0)
                visit(components, leads, within, item);
        }
    }
}

void returns_components_set(const struct returns_components *components, uint32_t component,
                            uint64_t *ret_set)
{
    memset(ret_set, 0, components->words * sizeof(*ret_set));
    for (uint32_t i = components->first[component]; i < components->first[component + 1]; i++) {
        uint32_t item = components->members[i];
        ret_set[item / 64] |= UINT64_C(1) << (item % 64);
    }
}
