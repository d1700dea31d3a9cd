/* Which states were asked for. */
#include "search/asked_keys.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/hash.h"

/* It gets this part of the memory, between these bounds. */
#define PART 64
#define SLOTS_LEAST ((size_t)1 << 12)
#define SLOTS_MOST ((size_t)1 << 26)

int asked_keys_init(struct asked_keys *ret_asked, size_t max_bytes)
{
    size_t count = SLOTS_LEAST;
    while (count < SLOTS_MOST && 2 * count * sizeof(*ret_asked->slots) <= max_bytes / PART)
        count *= 2;
    *ret_asked = (struct asked_keys){.mask = count - 1};
    /* Nothing of it is touched before it is used. */
    void *slots = mmap(NULL, count * sizeof(*ret_asked->slots), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slots == MAP_FAILED)
        return -ENOMEM;
    ret_asked->slots = slots;
    return 0;
}

void asked_keys_release(struct asked_keys *asked)
{
    if (asked->slots != NULL)
        munmap((void *)asked->slots, (asked->mask + 1) * sizeof(*asked->slots));
    asked->slots = NULL;
}

size_t asked_keys_bytes(const struct asked_keys *asked)
{
    return atomic_load(&asked->used) ? (asked->mask + 1) * sizeof(*asked->slots) : 0;
}

void asked_keys_are_for(struct asked_keys *asked, uint64_t mark)
{
    uint64_t before = atomic_load_explicit(&asked->mark, memory_order_relaxed);
    if (before == mark || !atomic_compare_exchange_strong(&asked->mark, &before, mark))
        return;
    for (size_t i = 0; i <= asked->mask && atomic_load(&asked->used); i++)
        atomic_store_explicit(&asked->slots[i], 0, memory_order_relaxed);
}

bool asked_keys_add(struct asked_keys *asked, uint64_t key)
{
    _Atomic uint64_t *slot = &asked->slots[hash_mix(key) & asked->mask];
    if (atomic_load_explicit(slot, memory_order_relaxed) == key + 1)
        return false;
    atomic_store_explicit(slot, key + 1, memory_order_relaxed);
    if (!atomic_load_explicit(&asked->used, memory_order_relaxed))
        atomic_store(&asked->used, true);
    return true;
}
