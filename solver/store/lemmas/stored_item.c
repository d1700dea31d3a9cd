/* Finding items. */
#include "store/lemmas/stored_item.h"

#include <errno.h>

int stored_item_board(struct positions *positions, struct stones stones, uint32_t *ret_board)
{
    if (positions->enumerated)
        return positions_find(positions, stones, ret_board) ? 0 : -ENOENT;
    return positions_intern(positions, stones, ret_board);
}

int stored_item_find(struct search *search, const struct stored_condition *stored,
                     uint64_t *ret_item)
{
    uint32_t board = 0;
    bool cycle = (stored->kind & ITEM_CYCLE) != 0;
    if (!cycle && item_class(stored->kind) >= search->model.class_count)
        return -ENOENT;
    bool game = !cycle && search->model.classes[stored->kind >> 1 & 3].identity == ITEM_GAME;
    int r = game ? 0 : stored_item_board(search->positions, stored->board, &board);
    if (r == 0)
        *ret_item = item_make(board, stored->kind);
    return r;
}
