/* Packing lemmas. */
#include "store/lemmas/lemma_pack.h"

#include "store/handle/pending.h"

static struct stones item_stones(const struct search *search, uint64_t item)
{
    static const struct stones none;
    if (!item_is_cycle(item) && search->model.classes[item_class(item)].identity == ITEM_GAME)
        return none;
    return positions_stones(search->positions, item_board(item));
}

static bool is_narrow(const struct condition *condition)
{
    return condition->low > condition->high ||
           (condition->low == CONDITION_LOW && condition->high == CONDITION_HIGH);
}

static void pack_condition(const struct search *search, const struct record_shape *shape,
                           const struct condition *condition, bool wide, uint8_t *to)
{
    uint64_t item = condition_item(condition);
    bool absent = condition->low > condition->high;
    struct stored_condition stored = {
        .board = item_stones(search, item),
        .kind = (uint16_t)item_kind(item),
        .flags = (uint8_t)((condition->item & CONDITION_ABSENT_OK ? MAY_BE_ABSENT : 0) |
                           (absent ? MUST_BE_ABSENT : 0)),
        .low = absent ? 1 : condition->low,
        .high = absent ? 0 : condition->high,
    };
    lemma_pack_condition(shape, &stored, wide, to);
}

struct stored_state lemma_pack_key_state(const struct search *search, uint64_t key)
{
    return (struct stored_state){
        .board = positions_stones(search->positions, (uint32_t)(key >> 12)),
        .mover = key & 1,
        .passes = key >> 1 & 3,
        .ko = (uint8_t)(key >> 3 & 511),
    };
}

bool lemma_pack_is_wide(const struct lemma_table *table, const struct lemma *lemma)
{
    struct condition_walk walk = lemma_conditions(table, lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL;)
        if (!is_narrow(next))
            return true;
    return false;
}

void lemma_pack_into(const struct search *search, const struct record_shape *shape,
                     const struct lemma *lemma, uint64_t nodes, unsigned marks,
                     struct pending *pending)
{
    struct stored_state state = lemma_pack_key_state(search, lemma->key);
    uint8_t flags = (uint8_t)((lemma->winner == WHITE ? ENTRY_WHITE : 0) |
                              (lemma->denies ? ENTRY_DENIES : 0) | marks);
    size_t width = lemma_condition_bytes(shape, flags);
    uint8_t *to = pending->data;
    lemma_pack_state(shape, &state, to);
    record_hash(to, lemma_state_bytes(shape), pending->key);
    to += lemma_state_bytes(shape);
    to[0] = flags;
    bytes_encode(to + 1, (uint16_t)lemma->bound, 2);
    bytes_encode(to + 3, nodes, 8);
    bytes_encode(to + 11, lemma->count, 4);
    if (flags & ENTRY_BELOW)
        bytes_encode(to + ENTRY_HEAD, (uint16_t)lemma->below, 2);
    to += lemma_head_bytes(flags);
    struct condition_walk walk = lemma_conditions(search->lemmas, lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL; to += width)
        pack_condition(search, shape, next, (marks & ENTRY_WIDE) != 0, to);
    pending->size = (size_t)(to - pending->data);
}
