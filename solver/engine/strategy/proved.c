/* The table of what is known of states. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "board/array.h"
#include "engine/strategy/kept.h"
#include "engine/strategy/pages.h"
#include "engine/strategy/worker.h"

#define WAY_COUNT 4
#define TAG_KO 0xffu
#define TAG_OWN_MOVE 0x100u
#define TAG_USED 0x200u
#define TAG_STRICT 0x400u
#define TAG_STATE 0x7ffu /* all of the above: which state it is */
/* Above them the greatest work of a visit, by its binary logarithm: what is kept goes by that. */
#define TAG_MOST_SHIFT 11
#define TAG_MOST 31u
#define ENTRIES_LEAST 1024
/* Looks at a lock before the thread lets another have its place: its holder may be waiting. */
#define SPINS 200

static void *room_of_zeroes(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    pages_large(room, bytes);
    return room;
}

int proved_open(struct prover *prover, size_t bytes)
{
    size_t count = ENTRIES_LEAST;
    while (2 * count * sizeof(*prover->entries) <= bytes)
        count *= 2;
    prover->entry_mask = ENTRIES_LEAST - 1;
    prover->entry_most = count - 1;
    prover->entries = room_of_zeroes(count * sizeof(*prover->entries));
    return prover->entries == NULL ? -ENOMEM : 0;
}

void proved_close(struct prover *prover)
{
    if (prover->entries != NULL)
        munmap(prover->entries, (prover->entry_most + 1) * sizeof(*prover->entries));
}

unsigned proved_tag(const struct prover *prover, const struct spot_key *key)
{
    return TAG_USED | key->ko | (key->own_move ? TAG_OWN_MOVE : 0) |
           (prover->strict ? TAG_STRICT : 0);
}

uint64_t proved_hash(const struct prover *prover, const struct spot_key *key)
{
    return hash_of(key->own, key->other, proved_tag(prover, key));
}

static struct proved_entry *set_of(const struct prover *prover, uint64_t hash)
{
    return &prover->entries[hash & prover->entry_mask & ~(size_t)(WAY_COUNT - 1)];
}

/* Of the set's first entry the lock is used. */
static void lock(const struct prover *prover, struct proved_entry *set)
{
    if (!prover->in_region)
        return;
    while (atomic_exchange_explicit(&set->lock, 1, memory_order_acquire) != 0)
        for (int i = 0; atomic_load_explicit(&set->lock, memory_order_relaxed) != 0; i++)
            if (i >= SPINS)
                sched_yield();
}

static void unlock(const struct prover *prover, struct proved_entry *set)
{
    if (prover->in_region)
        atomic_store_explicit(&set->lock, 0, memory_order_release);
}

static struct proved_entry *find_in(struct proved_entry *set, const struct spot_key *key,
                                    unsigned tag)
{
    for (int i = 0; i < WAY_COUNT; i++)
        if ((set[i].tag & TAG_STATE) == tag && set[i].own == key->own && set[i].other == key->other)
            return &set[i];
    return NULL;
}

static struct proved_entry *find(const struct prover *prover, const struct spot_key *key,
                                 unsigned tag)
{
    return find_in(set_of(prover, hash_of(key->own, key->other, tag)), key, tag);
}

const struct proved_entry *prover_find(const struct prover *prover, const struct spot_key *key)
{
    return find(prover, key, proved_tag(prover, key));
}

void prover_fetch(const struct prover *prover, const struct spot_key *key)
{
    proved_fetch(prover, proved_hash(prover, key));
}

void proved_fetch(const struct prover *prover, uint64_t hash)
{
    const char *set = (const char *)set_of(prover, hash);
    for (size_t i = 0; i < WAY_COUNT * sizeof(struct proved_entry); i += CACHE_LINE)
        __builtin_prefetch(set + i);
}

bool proved_look(const struct prover *prover, const struct spot_key *key, uint64_t hash,
                 struct proved_numbers *ret_numbers)
{
    struct proved_entry *set = set_of(prover, hash);
    lock(prover, set);
    const struct proved_entry *entry = find_in(set, key, proved_tag(prover, key));
    if (entry != NULL)
        *ret_numbers = (struct proved_numbers){entry->proof, entry->disproof};
    unlock(prover, set);
    return entry != NULL;
}

bool proved_is_crowded(const struct prover *prover)
{
    return prover->entry_mask < prover->entry_most &&
           atomic_load_explicit(&prover->entry_count, memory_order_relaxed) >
               (prover->entry_mask + 1) / 2;
}

/* All but the lock. */
static void copy(struct proved_entry *to, const struct proved_entry *from)
{
    to->own = from->own;
    to->other = from->other;
    to->proof = from->proof;
    to->disproof = from->disproof;
    to->order = from->order;
    to->tag = from->tag;
    to->work = from->work;
}

/*
 * In the room that is there: an entry stays in its set, or goes to the one that is as far behind
 * as there were entries.
 */
void proved_widen(struct prover *prover)
{
    size_t old = prover->entry_mask + 1;
    prover->entry_mask = 2 * old - 1;
    for (size_t i = 0; i < old; i++) {
        struct proved_entry *entry = &prover->entries[i];
        uint64_t hash = hash_of(entry->own, entry->other, entry->tag & TAG_STATE);
        if (entry->tag == 0 || set_of(prover, hash) < &prover->entries[old])
            continue;
        copy(&prover->entries[i + old], entry);
        entry->tag = 0;
    }
}

/* Four times the binary logarithm of a number of nodes, roughly. */
static uint8_t size_of_work(uint64_t nodes)
{
    int high = 63 - __builtin_clzll(nodes | 1);
    unsigned rest = high >= 2 ? (unsigned)(nodes >> (high - 2)) & 3 : 0;
    return (uint8_t)(4 * (unsigned)high + rest);
}

static unsigned logarithm(uint64_t nodes)
{
    unsigned high = 63 - (unsigned)__builtin_clzll(nodes | 1);
    return high < TAG_MOST ? high : TAG_MOST;
}

static unsigned most_of(const struct proved_entry *entry)
{
    return (unsigned)entry->tag >> TAG_MOST_SHIFT;
}

/* A new state's place in a set: an empty one, or of a full set, where the least work is lost. */
static struct proved_entry *place_in(struct proved_entry *set)
{
    struct proved_entry *least = &set[0];
    for (int i = 0; i < WAY_COUNT; i++)
        if (set[i].tag == 0)
            return &set[i];
    for (int i = 1; i < WAY_COUNT; i++)
        if (set[i].work < least->work)
            least = &set[i];
    return least;
}

bool proved_keep(struct prover *prover, const struct spot_key *key, uint64_t hash,
                 struct proved_numbers numbers, uint64_t work)
{
    struct proved_entry entry = {
        .own = key->own,
        .other = key->other,
        .proof = numbers.proof,
        .disproof = numbers.disproof,
        .work = size_of_work(work),
        .tag = (uint16_t)proved_tag(prover, key),
    };
    struct proved_entry *set = set_of(prover, hash);
    bool grows = false;
    lock(prover, set);
    struct proved_entry *into = find_in(set, key, entry.tag);
    unsigned most = logarithm(work);
    if (into != NULL && most_of(into) > most)
        most = most_of(into);
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
    if (!was_decided || is_decided(numbers))
        copy(into, &entry);
    unlock(prover, set);
    return grows;
}

void prover_forget(struct prover *prover, const struct spot_key *key)
{
    unsigned tag = proved_tag(prover, key) & ~TAG_STRICT;
    for (int strict = 0; strict < 2; strict++) {
        struct proved_entry *entry = find(prover, key, tag | (strict ? TAG_STRICT : 0));
        if (entry != NULL) {
            entry->tag = 0;
            prover->entry_count--;
        }
    }
}

void prover_forget_open(struct prover *prover)
{
    size_t count = 0;
    for (size_t i = 0; i <= prover->entry_mask; i++) {
        struct proved_entry *entry = &prover->entries[i];
        if (entry->proof != 0 && entry->disproof != 0)
            entry->tag = 0;
        count += entry->tag != 0;
    }
    prover->entry_count = count;
}

/* --- what is kept --- */

static struct kept_state as_kept(const struct proved_entry *entry)
{
    return (struct kept_state){
        .key = {entry->own, entry->other, (uint8_t)(entry->tag & TAG_KO),
                (entry->tag & TAG_OWN_MOVE) != 0},
        .strict = (entry->tag & TAG_STRICT) != 0,
        .most = (uint8_t)most_of(entry),
        .proof = entry->proof,
        .disproof = entry->disproof,
        .order = entry->order,
    };
}

/* The least greatest work of states that are kept for their own. */
static unsigned least_work(const struct prover *prover, size_t most)
{
    size_t counts[TAG_MOST + 1] = {0}, sum = 0;
    unsigned least = TAG_MOST + 1;
    if (prover->entry_count <= most)
        return 0;
    for (size_t i = 0; i <= prover->entry_mask; i++)
        counts[most_of(&prover->entries[i])] += prover->entries[i].tag != 0;
    most /= KEPT_PLAYS;
    while (least > logarithm(KEPT_NODES) && sum + counts[least - 1] <= most)
        sum += counts[--least];
    return least;
}

static void select_entry(struct kept_states *states, const struct proved_entry *entry)
{
    size_t i = (size_t)(entry - states->prover->entries);
    states->selected[i / 64] |= 1ull << i % 64;
}

/* What its plays lead to, where that is known. */
static void select_plays(struct kept_states *states, const struct proved_entry *entry)
{
    const struct prover *prover = states->prover;
    struct kept_state kept = as_kept(entry);
    const struct spot spot = {{entry->own, entry->other},
                              kept.key.ko == 0 ? 0 : 1ull << (kept.key.ko - 1),
                              kept.key.own_move};
    struct play_to plays[PLAYS_MAX];
    int count = prover_plays(prover, &spot, plays);
    for (int i = 0; i < count; i++) {
        unsigned tag = TAG_USED | plays[i].key.ko | (plays[i].key.own_move ? TAG_OWN_MOVE : 0) |
                       (kept.strict ? TAG_STRICT : 0);
        const struct proved_entry *there = find(prover, &plays[i].key, tag);
        if (there != NULL)
            select_entry(states, there);
    }
}

int kept_begin(struct kept_states *ret_states, const struct prover *prover, size_t most)
{
    unsigned least = least_work(prover, most);
    *ret_states = (struct kept_states){.prover = prover};
    ret_states->selected = calloc(prover->entry_mask / 64 + 1, sizeof(uint64_t));
    if (ret_states->selected == NULL)
        return -ENOMEM;
    for (size_t i = 0; i <= prover->entry_mask; i++) {
        const struct proved_entry *entry = &prover->entries[i];
        if (entry->tag == 0 || most_of(entry) < least)
            continue;
        select_entry(ret_states, entry);
        if (least > 0 && entry->proof != 0 && entry->disproof != 0)
            select_plays(ret_states, entry);
    }
    return 0;
}

bool kept_next(struct kept_states *states, struct kept_state *ret_state)
{
    while (states->place <= states->prover->entry_mask) {
        uint64_t left = states->selected[states->place / 64] >> states->place % 64;
        if (left == 0) {
            states->place = (states->place / 64 + 1) * 64;
            continue;
        }
        states->place += (size_t)__builtin_ctzll(left);
        *ret_state = as_kept(&states->prover->entries[states->place++]);
        return true;
    }
    return false;
}

void kept_end(struct kept_states *states)
{
    free(states->selected);
    states->selected = NULL;
}

struct kept_question *kept_question(struct prover *prover, uint64_t hash)
{
    for (size_t i = 0; i < prover->question_count; i++)
        if (prover->questions[i].hash == hash)
            return &prover->questions[i];
    if (prover->question_count == KEPT_QUESTIONS_MAX)
        memmove(prover->questions, prover->questions + 1,
                --prover->question_count * sizeof(*prover->questions));
    if (array_reserve((void **)&prover->questions, prover->question_count + 1,
                      &prover->question_room, sizeof(*prover->questions)) < 0)
        return NULL;
    struct kept_question *added = &prover->questions[prover->question_count++];
    *added = (struct kept_question){.hash = hash};
    return added;
}

bool kept_restore(struct prover *prover, const struct kept_state *state)
{
    const struct spot_key *key = &state->key;
    if ((key->own & key->other) != 0 || ((key->own | key->other) & ~prover->board->full) != 0 ||
        key->ko > prover->board->points || state->most > TAG_MOST || state->proof > NEVER ||
        state->disproof > NEVER)
        return false;
    unsigned tag = (proved_tag(prover, key) & ~TAG_STRICT) | (state->strict ? TAG_STRICT : 0);
    struct proved_entry entry = {
        .own = key->own,
        .other = key->other,
        .proof = state->proof,
        .disproof = state->disproof,
        .order = state->order,
        .tag = (uint16_t)(tag | (unsigned)state->most << TAG_MOST_SHIFT),
        .work = (uint8_t)(4 * state->most),
    };
    if (proved_is_crowded(prover))
        proved_widen(prover);
    struct proved_entry *set = set_of(prover, hash_of(entry.own, entry.other, tag));
    struct proved_entry *into = find_in(set, key, tag);
    if (into == NULL)
        into = place_in(set);
    if (into->tag == 0)
        prover->entry_count++;
    copy(into, &entry);
    if (prover->proofs < entry.order)
        prover->proofs = entry.order;
    return true;
}
