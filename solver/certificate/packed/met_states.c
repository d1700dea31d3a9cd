/* The states that a walk has met. */
#include "certificate/packed/met_states.h"

#include <errno.h>
#include <stdlib.h>

#define ROOM_LEAST 1024
/* Of so many slots one stays free, at least. */
#define FREE_PART 4

void met_states_release(struct met_states *met)
{
    met->budget->bytes += met->room * sizeof(*met->slots);
    free(met->slots);
    met->slots = NULL;
    met->count = met->room = 0;
}

/* Where a hash is, or would be. */
static size_t slot_of(const uint64_t *slots, size_t room, uint64_t hash)
{
    size_t at = hash & (room - 1);
    while (slots[at] != 0 && slots[at] != hash)
        at = (at + 1) & (room - 1);
    return at;
}

bool met_states_have(const struct met_states *met, uint64_t hash)
{
    return met->room > 0 && met->slots[slot_of(met->slots, met->room, hash)] != 0;
}

static int grow(struct met_states *met)
{
    size_t room = met->room > 0 ? 2 * met->room : ROOM_LEAST, bytes = room * sizeof(*met->slots);
    if (bytes > met->budget->bytes)
        return BUDGET_SPENT;
    uint64_t *slots = calloc(room, sizeof(*slots));
    if (slots == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < met->room; i++)
        if (met->slots[i] != 0)
            slots[slot_of(slots, room, met->slots[i])] = met->slots[i];
    met->budget->bytes += met->room * sizeof(*slots);
    met->budget->bytes -= bytes;
    free(met->slots);
    met->slots = slots;
    met->room = room;
    return 0;
}

int met_states_add(struct met_states *met, uint64_t hash)
{
    if (met->count + met->count / (FREE_PART - 1) >= met->room) {
        int r = grow(met);
        if (r < 0)
            return r;
    }
    size_t at = slot_of(met->slots, met->room, hash);
    if (met->slots[at] != 0)
        return 0;
    met->slots[at] = hash;
    met->count++;
    return 1;
}
