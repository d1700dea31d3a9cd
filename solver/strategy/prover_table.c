/* The table of what is known of states. */
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/large_pages.h"
#include "strategy/prover_table.h"
#include "strategy/share.h"

#define ENTRIES_LEAST 1024
/* More sets have no number of 32 bits. */
#define SETS_MOST ((size_t)UINT32_MAX)
/* More than any work, in which entries are compared. */
#define PROVED_WORTH 256
/* Looks at a lock before the thread lets another have its place: its holder may be waiting. */
#define SPINS 200

/* What is not touched takes no memory, so that there may be less of it than a run is allowed. */
static void *room_of_zeroes(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    large_pages_advise(room, bytes);
    return room;
}

int prover_table_init(struct prover *prover, size_t bytes)
{
    size_t sets = bytes / (WAY_COUNT * sizeof(*prover->entries));
    sets = sets < SETS_MOST ? sets : SETS_MOST;
    size_t count = sets * WAY_COUNT;
    count = count > ENTRIES_LEAST ? count : ENTRIES_LEAST;
    prover->entry_used = ENTRIES_LEAST;
    prover->entry_most = prover->entry_room = count;
    prover->entries = room_of_zeroes(count * sizeof(*prover->entries));
    return prover->entries == NULL ? -ENOMEM : 0;
}

void prover_table_release(struct prover *prover)
{
    if (prover->entries != NULL)
        munmap(prover->entries, prover->entry_room * sizeof(*prover->entries));
}

/*
 * A state's place in a table of any size, as a part of 2^64: sets are in the order of places, so
 * that a table that grows in its own room moves each entry to where it is, or behind. States that
 * share a set of a table of 2^n share the lower bits of their hashes.
 */
static uint64_t place_of(uint64_t own, uint64_t other, unsigned tag)
{
    uint64_t bits = prover_table_reverse_bits(entry_key_hash_tagged(own, other, tag));
    return bits << 2 | bits >> 62;
}

uint64_t prover_table_hash(const struct prover *prover, const struct entry_key *key)
{
    return place_of(key->own, key->other, prover_table_tag(prover, key));
}

static struct prover_entry *set_of(const struct prover *prover, uint64_t place)
{
    uint64_t sets = prover->entry_used / WAY_COUNT;
    return &prover->entries[((place >> 32) * sets >> 32) * WAY_COUNT];
}

/* Of the set's first entry the lock is used. */
static void lock(const struct prover *prover, struct prover_entry *set)
{
    if (!prover->in_region)
        return;
    while (atomic_exchange_explicit(&set->lock, 1, memory_order_acquire) != 0)
        for (int i = 0; atomic_load_explicit(&set->lock, memory_order_relaxed) != 0; i++)
            if (i >= SPINS)
                sched_yield();
}

static void unlock(const struct prover *prover, struct prover_entry *set)
{
    if (prover->in_region)
        atomic_store_explicit(&set->lock, 0, memory_order_release);
}

static struct prover_entry *find_in(struct prover_entry *set, const struct entry_key *key,
                                    unsigned tag)
{
    for (int i = 0; i < WAY_COUNT; i++)
        if ((set[i].tag & TAG_STATE) == tag && set[i].own == key->own && set[i].other == key->other)
            return &set[i];
    return NULL;
}

struct prover_entry *prover_table_entry(const struct prover *prover, const struct entry_key *key,
                                        unsigned tag)
{
    return find_in(set_of(prover, place_of(key->own, key->other, tag)), key, tag);
}

const struct prover_entry *prover_find(const struct prover *prover, const struct entry_key *key)
{
    return prover_table_entry(prover, key, prover_table_tag(prover, key));
}

void prover_prefetch(const struct prover *prover, const struct entry_key *key)
{
    prover_table_prefetch(prover, prover_table_hash(prover, key));
}

void prover_table_prefetch(const struct prover *prover, uint64_t hash)
{
    const char *set = (const char *)set_of(prover, hash);
    for (size_t i = 0; i < WAY_COUNT * sizeof(struct prover_entry); i += CACHE_LINE)
        __builtin_prefetch(set + i);
}

bool prover_table_look_up(const struct prover *prover, const struct entry_key *key, uint64_t hash,
                          struct dfpn_numbers *ret_numbers)
{
    struct prover_entry *set = set_of(prover, hash);
    lock(prover, set);
    const struct prover_entry *entry = find_in(set, key, prover_table_tag(prover, key));
    if (entry != NULL)
        *ret_numbers = (struct dfpn_numbers){entry->proof, entry->disproof};
    unlock(prover, set);
    return entry != NULL;
}

bool prover_table_is_full(const struct prover *prover)
{
    return prover->entry_used < prover->entry_most &&
           atomic_load_explicit(&prover->entry_count, memory_order_relaxed) >
               prover->entry_used / 2;
}

/* All but the lock. */
static void copy(struct prover_entry *to, const struct prover_entry *from)
{
    to->own = from->own;
    to->other = from->other;
    to->proof = from->proof;
    to->disproof = from->disproof;
    to->order = from->order;
    to->tag = from->tag;
    to->work = from->work;
}

/* Four times the binary logarithm of a number of nodes, roughly. */
static uint8_t size_of_work(uint64_t nodes)
{
    int high = 63 - __builtin_clzll(nodes | 1);
    unsigned rest = high >= 2 ? (unsigned)(nodes >> (high - 2)) & 3 : 0;
    return (uint8_t)(4 * (unsigned)high + rest);
}

/* A new state's place in a set: an empty one, or of a full set, where the least work is lost. */
static struct prover_entry *place_in(struct prover_entry *set)
{
    struct prover_entry *least = &set[0];
    for (int i = 0; i < WAY_COUNT; i++)
        if (set[i].tag == 0)
            return &set[i];
    for (int i = 1; i < WAY_COUNT; i++)
        if (set[i].work < least->work)
            least = &set[i];
    return least;
}

/* Returns what an entry is worth: what is proved is worth most, as a graph needs it; then by work.
 */
static unsigned worth(const struct prover_entry *entry)
{
    return entry->tag == 0 ? 0 : 1u + entry->work + (entry->proof == 0 ? PROVED_WORTH : 0);
}

/* Keeps what is in an entry in a set, in the way that is preferred if that is empty, unless all
 * that is there is worth more. */
static void keep_in(struct prover *prover, struct prover_entry *set, int preferred,
                    const struct prover_entry *entry)
{
    struct prover_entry *into = &set[preferred];
    for (int i = 0; i < WAY_COUNT && into->tag != 0; i++)
        if (worth(&set[i]) < worth(into))
            into = &set[i];
    if (worth(into) > worth(entry))
        return;
    prover->entry_count += into->tag == 0;
    copy(into, entry);
}

void prover_table_put(struct prover *prover, const struct prover_entry *entry, int way)
{
    unsigned tag = entry->tag & TAG_STATE;
    const struct entry_key key = {entry->own, entry->other, 0, false};
    struct prover_entry *set = set_of(prover, place_of(entry->own, entry->other, tag));
    struct prover_entry *into = find_in(set, &key, tag);
    if (into != NULL)
        copy(into, entry);
    else
        keep_in(prover, set, way < WAY_COUNT ? way : 0, entry);
}

/* Entries of a set go to where they belong now. If the table grows, the sets behind it have been
 * moved; else those before it. */
static void move_set(struct prover *prover, struct prover_entry *set)
{
    struct prover_entry from[WAY_COUNT];
    for (int i = 0; i < WAY_COUNT; i++) {
        copy(&from[i], &set[i]);
        set[i].tag = 0;
        prover->entry_count -= from[i].tag != 0;
    }
    for (int i = 0; i < WAY_COUNT; i++)
        if (from[i].tag != 0)
            keep_in(prover,
                    set_of(prover, place_of(from[i].own, from[i].other, from[i].tag & TAG_STATE)),
                    i, &from[i]);
}

/* At last the table has as many sets as it may, which need not be twice as many. */
void prover_table_widen(struct prover *prover)
{
    size_t old = prover->entry_used;
    prover->entry_used = old <= prover->entry_most / 2 ? 2 * old : prover->entry_most;
    for (size_t i = old; i > 0; i -= WAY_COUNT)
        move_set(prover, &prover->entries[i - WAY_COUNT]);
}

/* Gives the memory of what is not in use back. */
static void give_back(const struct prover *prover)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = (uintptr_t)(prover->entries + prover->entry_used);
    uintptr_t end = (uintptr_t)(prover->entries + prover->entry_room);
    from = (from + page - 1) / page * page;
    if (from < end)
        (void)madvise((void *)from, end - from, MADV_DONTNEED);
}

void prover_table_limit(struct prover *prover, size_t most)
{
    size_t old = prover->entry_used;
    most = most / WAY_COUNT * WAY_COUNT;
    prover->entry_most = most > ENTRIES_LEAST ? most : ENTRIES_LEAST;
    if (old <= prover->entry_most)
        return;
    prover->entry_used = prover->entry_most;
    for (size_t i = 0; i < old; i += WAY_COUNT)
        move_set(prover, &prover->entries[i]);
    give_back(prover);
}

bool prover_table_store(struct prover *prover, const struct entry_key *key, uint64_t hash,
                        struct dfpn_numbers numbers, uint64_t work)
{
    struct prover_entry entry = {
        .own = key->own,
        .other = key->other,
        .proof = numbers.proof,
        .disproof = numbers.disproof,
        .work = size_of_work(work),
        .tag = (uint16_t)prover_table_tag(prover, key),
    };
    struct prover_entry *set = set_of(prover, hash);
    bool grows = false;
    lock(prover, set);
    struct prover_entry *into = find_in(set, key, entry.tag);
    unsigned most = prover_table_logarithm(work);
    if (into != NULL && prover_table_most_work(into) > most)
        most = prover_table_most_work(into);
    entry.tag |= (uint16_t)(most << TAG_MOST_SHIFT);
    bool was_proved = into != NULL && into->proof == 0;
    bool was_decided = was_proved || (into != NULL && into->disproof == 0);
    if (into == NULL) {
        into = place_in(set);
        grows = into->tag == 0;
    }
    if (was_proved)
        entry.order = into->order;
    else if (numbers.proof == 0)
        entry.order = atomic_fetch_add_explicit(&prover->proofs, 1, memory_order_relaxed) + 1;
    /* Another thread may have decided meanwhile what this one has not. */
    if (!was_decided || prover_numbers_decided(numbers))
        copy(into, &entry);
    unlock(prover, set);
    return grows;
}

struct prover_news prover_table_news(const struct prover *prover, const struct entry_key *key,
                                     struct dfpn_numbers numbers, uint64_t work)
{
    unsigned tag = prover_table_tag(prover, key) | prover_table_logarithm(work) << TAG_MOST_SHIFT;
    return (struct prover_news){
        .own = key->own,
        .other = key->other,
        .proof = numbers.proof,
        .disproof = numbers.disproof,
        .tag = (uint16_t)tag,
        .work = size_of_work(work),
    };
}

/* Is what the table has of a state worth more than news of it? */
static bool is_better(const struct prover_entry *entry, const struct prover_news *news)
{
    bool news_decided = news->proof == 0 || news->disproof == 0;
    return entry->proof == 0 || entry->disproof == 0 || (!news_decided && entry->work > news->work);
}

bool prover_table_learn(struct prover *prover, const struct prover_news *news)
{
    unsigned tag = news->tag & TAG_STATE;
    const struct entry_key key = {.own = news->own, .other = news->other};
    struct prover_entry entry = {.own = news->own,
                                 .other = news->other,
                                 .proof = news->proof,
                                 .disproof = news->disproof,
                                 .tag = news->tag,
                                 .work = news->work};
    struct prover_entry *set = set_of(prover, place_of(news->own, news->other, tag));
    lock(prover, set);
    struct prover_entry *into = find_in(set, &key, tag);
    bool known = into != NULL;
    if (!known)
        into = place_in(set);
    bool grows = into->tag == 0;
    bool keeps = known ? is_better(into, news) : !grows && worth(into) > worth(&entry);
    if (!keeps) {
        if (known && prover_table_most_work(into) > prover_table_most_work(&entry))
            entry.tag = (uint16_t)(tag | prover_table_most_work(into) << TAG_MOST_SHIFT);
        if (news->proof == 0)
            entry.order = atomic_fetch_add_explicit(&prover->proofs, 1, memory_order_relaxed) + 1;
        copy(into, &entry);
    }
    unlock(prover, set);
    return grows && !keeps;
}

int prover_table_take(struct prover *prover, const struct entry_key *key,
                      struct prover_entry ret_entries[2])
{
    unsigned tag = prover_table_tag(prover, key) & ~TAG_STRICT;
    int count = 0;
    for (int strict = 0; strict < 2; strict++) {
        struct prover_entry *entry =
            prover_table_entry(prover, key, tag | (strict ? TAG_STRICT : 0));
        if (entry == NULL)
            continue;
        if (ret_entries != NULL)
            copy(&ret_entries[count], entry);
        count++;
        entry->tag = 0;
        prover->entry_count--;
    }
    return count;
}

void prover_forget(struct prover *prover, const struct entry_key *key)
{
    if (prover->share != NULL)
        share_tell_pair(prover->share, SHARE_FORGET, key, key);
    halted_release(&prover->halted);
    prover_table_take(prover, key, NULL);
}

static bool is_undecided(const struct prover_entry *entry)
{
    return entry->proof != 0 && entry->disproof != 0;
}

static bool is_failed(const struct prover_entry *entry)
{
    return entry->proof != 0 && entry->disproof == 0;
}

static void forget_all(struct prover *prover, bool (*is_forgotten)(const struct prover_entry *))
{
    size_t count = 0;
    halted_release(&prover->halted);
    for (size_t i = 0; i < prover->entry_used; i++) {
        struct prover_entry *entry = &prover->entries[i];
        if (is_forgotten(entry))
            entry->tag = 0;
        count += entry->tag != 0;
    }
    prover->entry_count = count;
}

void prover_forget_undecided(struct prover *prover)
{
    if (prover->share != NULL)
        share_tell_forget_undecided(prover->share);
    forget_all(prover, is_undecided);
}

void prover_forget_failed(struct prover *prover)
{
    forget_all(prover, is_failed);
}
