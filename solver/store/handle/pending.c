/* Making and freeing what waits to be written. */
#include "store/handle/pending.h"

#include <stdlib.h>
#include <string.h>

struct pending *pending_new(const struct pending_kind *kind, struct subtable *table,
                            const uint8_t key[STORE_KEY], size_t size)
{
    struct pending *pending = malloc(sizeof(*pending) + size);
    if (pending == NULL)
        return NULL;
    *pending = (struct pending){.kind = kind, .table = table, .size = size};
    memcpy(pending->key, key, STORE_KEY);
    return pending;
}

struct pending *pending_new_in(struct slab **slab, size_t size)
{
    struct slab *now = *slab;
    size = (sizeof(struct pending) + size + 7) & ~(size_t)7;
    if (size > SLAB_BYTES / 4) {
        struct pending *pending = malloc(size);
        if (pending != NULL)
            pending->slab = NULL;
        return pending;
    }
    if (now == NULL || now->used + size > SLAB_BYTES) {
        pending_leave_slab(now);
        *slab = now = malloc(sizeof(*now));
        if (now == NULL)
            return NULL;
        atomic_init(&now->users, 1);
        now->used = 0;
    }
    struct pending *pending = (struct pending *)(void *)(now->data + now->used);
    pending->slab = now;
    now->used += size;
    atomic_fetch_add(&now->users, 1);
    return pending;
}

void pending_leave_slab(struct slab *slab)
{
    if (slab != NULL && atomic_fetch_sub(&slab->users, 1) == 1)
        free(slab);
}

void pending_free(struct pending *pending)
{
    if (pending != NULL && pending->slab != NULL)
        pending_leave_slab(pending->slab);
    else
        free(pending);
}
