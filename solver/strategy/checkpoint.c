/* What of a table is saved, and put back. */
#include "strategy/checkpoint.h"

#include <string.h>

#include "base/array.h"

/* Sets that are saved together: some pages of memory. */
#define BLOCK_SETS 64

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
        .work = entry->work,
        .way = WAY_COUNT,
    };
}

void checkpoint_begin(struct checkpoint_states *ret_states, const struct prover *prover)
{
    *ret_states = (struct checkpoint_states){.prover = prover};
}

/*
 * Sets are gone through in blocks, and these in the order of their numbers' reversed bits. So the
 * states that come first are from all over the table, as those that come later are, and find room
 * in a table that has only begun to grow; but states that are near each other in memory come
 * together, which is quicker to save and to load.
 */
bool checkpoint_next(struct checkpoint_states *states, struct checkpoint_state *ret_state)
{
    const struct prover *prover = states->prover;
    size_t sets = prover->entry_used / WAY_COUNT, blocks = (sets - 1) / BLOCK_SETS + 1;
    int bits = blocks > 1 ? 64 - __builtin_clzll(blocks - 1) : 0;
    while (states->place / (BLOCK_SETS * WAY_COUNT) >> bits == 0) {
        uint64_t number = states->place / (BLOCK_SETS * WAY_COUNT);
        size_t block = bits > 0 ? (size_t)(prover_table_reverse_bits(number) >> (64 - bits)) : 0;
        size_t set = block * BLOCK_SETS + states->place / WAY_COUNT % BLOCK_SETS;
        if (set >= sets) {
            states->place = (number + 1) * BLOCK_SETS * WAY_COUNT;
            continue;
        }
        size_t i = set * WAY_COUNT + states->place++ % WAY_COUNT;
        if (prover->entries[i].tag == 0)
            continue;
        *ret_state = as_saved(&prover->entries[i]);
        ret_state->way = (uint8_t)(i % WAY_COUNT);
        return true;
    }
    return false;
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

void checkpoint_open(struct prover *prover, uint64_t entries)
{
    if (prover->entry_count == 0 && entries > prover->entry_used && entries <= prover->entry_most &&
        entries % WAY_COUNT == 0)
        prover->entry_used = entries;
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
        .work = state->work,
    };
    if (prover_table_is_full(prover))
        prover_table_widen(prover);
    prover_table_put(prover, &entry, state->way);
    if (prover->proofs < entry.order)
        prover->proofs = entry.order;
    return true;
}
