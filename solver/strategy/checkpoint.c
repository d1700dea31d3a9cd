/* What of a table is saved, and put back. */
#include "strategy/checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "strategy/prover_table.h"

static struct checkpoint_state as_saved(const struct prover_entry *entry)
{
    return (struct checkpoint_state){
        .key = {entry->own, entry->other, (uint8_t)(entry->tag & TAG_KO),
                (entry->tag & TAG_OWN_MOVE) != 0},
        .strict = (entry->tag & TAG_STRICT) != 0,
        .most = (uint8_t)prover_table_most_work(entry),
        .proof = entry->proof,
        .disproof = entry->disproof,
        .order = entry->order,
    };
}

/* Returns the least work of a greatest visit for which a state is selected. */
static unsigned least_work(const struct prover *prover, size_t most)
{
    size_t counts[TAG_MOST + 1] = {0}, sum = 0;
    unsigned least = TAG_MOST + 1;
    if (prover->entry_count <= most)
        return 0;
    for (size_t i = 0; i < prover->entry_used; i++)
        counts[prover_table_most_work(&prover->entries[i])] += prover->entries[i].tag != 0;
    most /= CHECKPOINT_SUCCESSORS;
    while (least > prover_table_logarithm(CHECKPOINT_NODES) && sum + counts[least - 1] <= most)
        sum += counts[--least];
    return least;
}

static void select_entry(struct checkpoint_states *states, const struct prover_entry *entry)
{
    size_t i = (size_t)(entry - states->prover->entries);
    states->selected[i / 64] |= 1ull << i % 64;
}

/* What its plays lead to, where that is known. */
static void select_successors(struct checkpoint_states *states, const struct prover_entry *entry)
{
    const struct prover *prover = states->prover;
    struct checkpoint_state saved = as_saved(entry);
    const struct prover_state seen = {{entry->own, entry->other},
                                      saved.key.ko == 0 ? 0 : 1ull << (saved.key.ko - 1),
                                      saved.key.own_move};
    struct prover_successor successors[SUCCESSORS_MAX];
    int count = prover_successors(prover, &seen, successors);
    for (int i = 0; i < count; i++) {
        unsigned tag = TAG_USED | successors[i].key.ko |
                       (successors[i].key.own_move ? TAG_OWN_MOVE : 0) |
                       (saved.strict ? TAG_STRICT : 0);
        const struct prover_entry *there = prover_table_entry(prover, &successors[i].key, tag);
        if (there != NULL)
            select_entry(states, there);
    }
}

int checkpoint_begin(struct checkpoint_states *ret_states, const struct prover *prover, size_t most)
{
    unsigned least = least_work(prover, most);
    *ret_states = (struct checkpoint_states){.prover = prover};
    ret_states->selected = calloc(prover->entry_used / 64 + 1, sizeof(uint64_t));
    if (ret_states->selected == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < prover->entry_used; i++) {
        const struct prover_entry *entry = &prover->entries[i];
        if (entry->tag == 0 || prover_table_most_work(entry) < least)
            continue;
        select_entry(ret_states, entry);
        if (least > 0 && entry->proof != 0 && entry->disproof != 0)
            select_successors(ret_states, entry);
    }
    return 0;
}

/*
 * Sets are gone through in the order of their numbers' reversed bits. So the states that come first
 * are from all over the table, as those that come later are, and find room in a table that has only
 * begun to grow.
 */
bool checkpoint_next(struct checkpoint_states *states, struct checkpoint_state *ret_state)
{
    const struct prover *prover = states->prover;
    size_t sets = prover->entry_used / WAY_COUNT;
    int bits = 64 - __builtin_clzll(sets - 1);
    while (states->place >> bits < WAY_COUNT) {
        size_t set = (size_t)(prover_table_reverse_bits(states->place / WAY_COUNT) >> (64 - bits));
        if (set >= sets) {
            states->place += WAY_COUNT;
            continue;
        }
        size_t i = set * WAY_COUNT + states->place++ % WAY_COUNT;
        if ((states->selected[i / 64] >> i % 64 & 1) == 0)
            continue;
        *ret_state = as_saved(&prover->entries[i]);
        return true;
    }
    return false;
}

void checkpoint_end(struct checkpoint_states *states)
{
    free(states->selected);
    states->selected = NULL;
}

struct checkpoint_query *checkpoint_query(struct prover *prover, uint64_t hash)
{
    for (size_t i = 0; i < prover->query_count; i++)
        if (prover->queries[i].hash == hash)
            return &prover->queries[i];
    if (prover->query_count == CHECKPOINT_QUERIES_MAX)
        memmove(prover->queries, prover->queries + 1,
                --prover->query_count * sizeof(*prover->queries));
    if (array_reserve(&prover->queries, prover->query_count + 1, &prover->query_room,
                      sizeof(*prover->queries)) < 0)
        return NULL;
    struct checkpoint_query *added = &prover->queries[prover->query_count++];
    *added = (struct checkpoint_query){.hash = hash};
    return added;
}

uint64_t checkpoint_lesson(const struct prover *prover)
{
    for (size_t i = 0; i < prover->query_count; i++)
        if (prover->queries[i].hash == CHECKPOINT_LESSON)
            return prover->queries[i].nodes;
    return 0;
}

bool checkpoint_restore(struct prover *prover, const struct checkpoint_state *state)
{
    const struct entry_key *key = &state->key;
    if ((key->own & key->other) != 0 ||
        ((key->own | key->other) & ~prover->board->bits.full) != 0 ||
        key->ko > prover->board->bits.points || state->most > TAG_MOST || state->proof > NEVER ||
        state->disproof > NEVER)
        return false;
    unsigned tag = (prover_table_tag(prover, key) & ~TAG_STRICT) | (state->strict ? TAG_STRICT : 0);
    struct prover_entry entry = {
        .own = key->own,
        .other = key->other,
        .proof = state->proof,
        .disproof = state->disproof,
        .order = state->order,
        .tag = (uint16_t)(tag | (unsigned)state->most << TAG_MOST_SHIFT),
        .work = (uint8_t)(4 * state->most),
    };
    if (prover_table_is_full(prover))
        prover_table_widen(prover);
    prover_table_put(prover, &entry);
    if (prover->proofs < entry.order)
        prover->proofs = entry.order;
    return true;
}
