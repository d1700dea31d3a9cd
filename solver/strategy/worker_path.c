/* The path of a worker. */
#include "strategy/worker_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Boards that are taken off the path before the filter is made anew. */
#define FILTER_STEPS 16

static uint64_t hash_of(struct stone_pair stones)
{
    return entry_key_hash_stones(stones.own, stones.other);
}

/* Returns which bit of the filter a board has: for each move of each state, so it must be quick. */
static unsigned filter_of(struct stone_pair stones)
{
    return (unsigned)((stones.own * 0x9e3779b97f4a7c15ull ^ stones.other * 0xc2b2ae3d27d4eb4full) >>
                      54);
}

static void add_to_filter(struct worker_path *path, struct stone_pair stones)
{
    unsigned bit = filter_of(stones);
    path->filter[bit >> 6] |= 1ull << (bit & 63);
}

static bool is_in_filter(const struct worker_path *path, struct stone_pair stones)
{
    unsigned bit = filter_of(stones);
    return (path->filter[bit >> 6] >> (bit & 63) & 1) != 0;
}

void worker_path_clear(struct worker_path *path)
{
    path->count = 0;
    path->hash = 0;
    memset(path->filter, 0, sizeof(path->filter));
}

void worker_path_release(struct worker_path *path)
{
    free(path->boards);
    free(path->movers);
    memset(path, 0, sizeof(*path));
}

static int push(struct worker_path *path, struct stone_pair stones, unsigned movers)
{
    size_t wanted = path->count + 1;
    int r = array_reserve(&path->boards, wanted, &path->board_room, sizeof(*path->boards));
    if (r == 0)
        r = array_reserve(&path->movers, wanted, &path->mover_room, sizeof(*path->movers));
    if (r < 0)
        return r;
    path->boards[path->count] = stones;
    path->movers[path->count++] = (uint8_t)movers;
    path->hash ^= hash_of(stones);
    add_to_filter(path, stones);
    return 0;
}

/* The filter keeps the bits of boards that were taken off: it is made anew now and then. */
static void pop(struct worker_path *path)
{
    path->hash ^= hash_of(path->boards[--path->count]);
    if (path->count % FILTER_STEPS != 0)
        return;
    memset(path->filter, 0, sizeof(path->filter));
    for (size_t i = 0; i < path->count; i++)
        add_to_filter(path, path->boards[i]);
}

int worker_path_begin(struct worker_path *path, struct stone_pair stones)
{
    return push(path, stones, WORKER_PATH_OPPONENT | WORKER_PATH_ATTACKER);
}

int worker_path_enter(struct worker_path *path, const struct prover_state *state,
                      struct worker_path_mark *ret_mark)
{
    struct stone_pair stones = state->stones;
    unsigned mover = state->own_move ? WORKER_PATH_ATTACKER : WORKER_PATH_OPPONENT;
    if (path->count > 0) {
        size_t last = path->count - 1;
        if (path->boards[last].own == stones.own && path->boards[last].other == stones.other) {
            *ret_mark = (struct worker_path_mark){false, path->movers[last]};
            path->movers[last] |= (uint8_t)mover;
            return 0;
        }
    }
    *ret_mark = (struct worker_path_mark){true, 0};
    return push(path, stones, mover);
}

void worker_path_leave(struct worker_path *path, const struct worker_path_mark *mark)
{
    if (mark->pushed)
        pop(path);
    else
        path->movers[path->count - 1] = mark->movers;
}

size_t worker_path_find_repetition(const struct worker_path *path, const struct prover_state *state)
{
    if (!is_in_filter(path, state->stones))
        return WORKER_PATH_NONE;
    for (size_t i = path->count; i-- > 0;)
        if (path->boards[i].own == state->stones.own &&
            path->boards[i].other == state->stones.other &&
            (!state->own_move || (path->movers[i] & WORKER_PATH_ATTACKER) != 0))
            return i;
    return WORKER_PATH_NONE;
}
