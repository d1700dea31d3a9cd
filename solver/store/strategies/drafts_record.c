/* The records of drafts and of strategies that were made: their replies, two bytes each, behind the
 * query's name, or their hash, and a byte: whether the graph is whole, and twice how often it was
 * made anew. */
#include "store/strategies/strategies.h"

void strategies_put_draft(struct bytes *to, const struct strategy_draft *draft, uint64_t name,
                          size_t *place)
{
    size_t left = draft->count - *place;
    if (left == 0)
        return;
    left = left < STRATEGIES_CHUNK_REPLIES ? left : STRATEGIES_CHUNK_REPLIES;
    record_begin(to);
    bytes_put_number(to, name, 8);
    bytes_put_number(to, draft->whole | 2u * draft->anew, 1);
    for (; left > 0; left--, ++*place) {
        bytes_put_number(to, draft->replies[*place].point, 1);
        bytes_put_number(to, draft->replies[*place].check, 1);
    }
}

bool strategies_read_draft(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, struct strategy_draft *draft)
{
    struct bytes_reader reader;
    if (!strategies_open(shape, key, value, &reader))
        return false;
    uint64_t name = bytes_read_number(&reader, 8), made = bytes_read_number(&reader, 1);
    if (reader.bad || name == 0 || reader.left % 2 != 0)
        return false;
    while (reader.left > 0 && draft != NULL) {
        uint8_t point = (uint8_t)bytes_read_number(&reader, 1);
        uint8_t check = (uint8_t)bytes_read_number(&reader, 1);
        if (draft_add(draft, (struct draft_reply){point, check}) < 0)
            return false;
    }
    if (draft != NULL) {
        draft->name = name;
        draft->whole = made % 2 != 0;
        draft->anew = (uint8_t)(made / 2);
    }
    return true;
}
