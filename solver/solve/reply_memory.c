/* The replies of a strategy, noted. */
#include "solve/reply_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

/* A board, all of whose images are one, and the ko. */
struct noted_board {
    uint64_t stones[2];
    uint64_t ko;
};

struct noted_reply {
    struct noted_board from, to;
};

static struct noted_board board_of(const struct strategy_state *state)
{
    return (struct noted_board){{state->class.of[0], state->class.of[1]}, state->class_ko};
}

static bool is_same(const struct noted_board *a, const struct noted_board *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->ko == b->ko;
}

static uint64_t hash_board(const struct noted_board *board)
{
    return hash_mix(board->stones[0] + hash_mix(board->stones[1] + hash_mix(board->ko)));
}

static uint64_t hash_at(const void *arg, uint32_t number)
{
    const struct reply_memory *memory = arg;
    return hash_board(&memory->list[number].from);
}

/* The number of a state's reply, or HASHSET_NONE; *ret_at is where it belongs. */
static uint32_t find(const struct reply_memory *memory, const struct noted_board *from,
                     size_t *ret_at)
{
    uint32_t i = hashset_first(&memory->numbers, hash_board(from), ret_at);
    while (i != HASHSET_NONE && !is_same(&memory->list[i].from, from))
        i = hashset_next(&memory->numbers, ret_at);
    return i;
}

int reply_memory_note(struct reply_memory *memory, const struct strategy_state *state,
                      const struct strategy_state *next)
{
    const struct noted_reply noted = {board_of(state), board_of(next)};
    size_t at;
    int r =
        array_reserve(&memory->list, memory->count + 1, &memory->capacity, sizeof(*memory->list));
    if (r == 0)
        r = hashset_reserve(&memory->numbers, (uint32_t)memory->count, 1, hash_at, memory);
    if (r < 0 || find(memory, &noted.from, &at) != HASHSET_NONE)
        return r;
    hashset_put(&memory->numbers, at, (uint32_t)memory->count);
    memory->list[memory->count++] = noted;
    return 0;
}

int reply_memory_find(const struct reply_memory *memory, const struct strategy_terms *terms,
                      const struct strategy_state *state)
{
    const struct noted_board from = board_of(state);
    size_t at;
    uint32_t number = memory->count > 0 ? find(memory, &from, &at) : HASHSET_NONE;
    for (int point = terms->board->points; point >= 0 && number != HASHSET_NONE; point--) {
        struct strategy_state next;
        if (strategy_reply(terms, state, point, &next) != NULL)
            continue;
        const struct noted_board to = board_of(&next);
        if (is_same(&memory->list[number].to, &to))
            return point;
    }
    return -1;
}

void reply_memory_release(struct reply_memory *memory)
{
    free(memory->list);
    hashset_release(&memory->numbers);
    memset(memory, 0, sizeof(*memory));
}
