/*
 * Numbering the boards that are new in a batch, with several threads. A board's number tells where
 * it is met first, in the order of the lists and of their moves. So each board is first put into
 * the slots with the least place at which it is met, in any order; then the places that are left
 * are counted, which gives the first number of each chunk, and the boards are written. At last the
 * lists are, since now every board that they lead to has its number.
 */
#include "states/batch.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* A slot of a board that has no number yet: this, and its place in the batch. Numbers are
 * smaller, as an id has at least one bit for the element. */
#define PLACE_BIT 0x80000000u
/* Boards by which the fetching of slots is ahead. */
#define AHEAD 32

/* The places of a chunk's missing boards. */
struct span {
    uint32_t first, end;
};

static struct span places_of(const struct batch *batch, uint32_t chunk)
{
    uint32_t first = batch_place(batch, chunk);
    return (struct span){first, first + batch->chunks[chunk].missing};
}

static void fetch_ahead(const struct batch *batch, struct span span, uint32_t place)
{
    const struct positions *positions = batch->positions;
    if (place + AHEAD < span.end)
        __builtin_prefetch(
            &positions->index.slots[batch->missing[place + AHEAD].hash & positions->index.mask], 1);
}

static bool same_board(const struct lookup *a, const struct lookup *b)
{
    return memcmp(&a->canonical, &b->canonical, sizeof(a->canonical)) == 0;
}

/* The board of place counts among those that its chunk adds, or no longer. */
static void set_own(const struct batch *batch, uint32_t place, bool own)
{
    uint32_t *added = &batch->chunks[place / batch_chunk_room(batch)].added;
    if (own) {
        __atomic_add_fetch(added, 1, __ATOMIC_RELAXED);
        return;
    }
    batch->missing[place].own = false;
    __atomic_sub_fetch(added, 1, __ATOMIC_RELAXED);
}

/*
 * Takes the slot for the board of place, if it is empty or holds a later place of the same board.
 * False if it holds another board. The threads meet here: a place is marked as its board's own
 * before others can see it in the slot, and who takes the slot away unmarks it.
 */
static bool take_slot(const struct batch *batch, uint32_t *slot, uint32_t place)
{
    struct lookup *child = &batch->missing[place];
    uint32_t held = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    child->own = true;
    do {
        if (held == 0)
            continue;
        if (!(held & PLACE_BIT) || !same_board(&batch->missing[held & ~PLACE_BIT], child))
            return false;
        if ((held & ~PLACE_BIT) < place) {
            child->own = false;
            return true;
        }
    } while (!__atomic_compare_exchange_n(slot, &held, PLACE_BIT | place, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    set_own(batch, place, true);
    if (held != 0)
        set_own(batch, held & ~PLACE_BIT, false);
    return true;
}

/* None of the missing boards has a number yet, so slots with numbers are passed by. Stabilisers
 * are added here, where memory may still be lacking. */
static int enter_boards(const struct batch *batch, uint32_t chunk)
{
    struct positions *positions = batch->positions;
    struct span span = places_of(batch, chunk);
    for (uint32_t place = span.first; place < span.end; place++) {
        struct lookup *board = &batch->missing[place];
        uint32_t at = board->hash & positions->index.mask;
        fetch_ahead(batch, span, place);
        if (interning_stabiliser(positions, board) < 0)
            return -ENOMEM;
        while (!take_slot(batch, &positions->index.slots[at], place))
            at = (at + 1) & positions->index.mask;
        board->hash = at;
    }
    return 0;
}

/* Where each chunk's boards and moves go. Returns 0 or -ENOMEM. */
static int add_up(const struct batch *batch)
{
    struct positions *positions = batch->positions;
    uint32_t boards = positions->orbit_count, moves = positions->move_count;
    for (uint32_t i = 0; i < batch_chunks(batch->count); i++) {
        struct chunk *chunk = &batch->chunks[i];
        chunk->first_added = boards;
        chunk->first_move = moves;
        boards += chunk->added;
        moves += chunk->moves;
    }
    int r = interning_reserve_boards(positions, boards);
    if (r == 0)
        r = interning_reserve_moves(positions, moves);
    if (r < 0)
        return r;
    positions->bytes += (boards - positions->orbit_count) * interning_board_bytes() +
                        (moves - positions->move_count) * sizeof(struct stone_move);
    positions->orbit_count = boards;
    positions->move_count = moves;
    return 0;
}

/* Writes the boards that are met first in the chunk, into the tables and the slots. */
static int write_boards(const struct batch *batch, uint32_t chunk)
{
    struct positions *positions = batch->positions;
    struct span span = places_of(batch, chunk);
    uint32_t next = batch->chunks[chunk].first_added;
    for (uint32_t place = span.first; place < span.end; place++) {
        const struct lookup *board = &batch->missing[place];
        fetch_ahead(batch, span, place);
        if (!board->own)
            continue;
        int stabiliser = interning_stabiliser(positions, board);
        assert(stabiliser >= 0);
        interning_write(positions, board, next, stabiliser);
        positions->index.slots[board->hash] = ++next;
    }
    return 0;
}

static int write_lists(const struct batch *batch, uint32_t chunk)
{
    struct positions *positions = batch->positions;
    struct span span = places_of(batch, chunk);
    struct stone_move *moves = &batch->moves[span.first];
    uint32_t next = batch->chunks[chunk].first_move;
    for (uint32_t place = span.first; place < span.end; place++) {
        const struct lookup *board = &batch->missing[place];
        fetch_ahead(batch, span, place);
        moves[board->move].child =
            interning_id(positions, positions->index.slots[board->hash] - 1, board);
    }
    memcpy(&positions->moves[next], moves, batch->chunks[chunk].moves * sizeof(*moves));
    for (uint32_t i = 2 * chunk * BATCH_CHUNK; i < 2 * batch_end(batch, chunk); i++) {
        struct orbit *orbit = &positions->orbits[batch->first + i / 2];
        if (!batch->lists[i].wanted)
            continue;
        orbit->first_move[i % 2] = next;
        orbit->move_count[i % 2] = batch->lists[i].count;
        next += batch->lists[i].count;
    }
    return 0;
}

/* Is there room whatever boards turn out to be the same? */
static bool has_room(const struct batch *batch, size_t max_bytes)
{
    const struct positions *positions = batch->positions;
    uint64_t moves = 0, missing = 0;
    for (uint32_t i = 0; i < batch_chunks(batch->count); i++) {
        moves += batch->chunks[i].moves;
        missing += batch->chunks[i].missing;
    }
    uint64_t boards = positions->orbit_count + missing, slots = positions->index.mask;
    uint64_t bytes = missing * interning_board_bytes() + moves * sizeof(struct stone_move);
    return positions->bytes <= max_bytes && bytes <= max_bytes - positions->bytes &&
           boards <= slots - slots / 8 && boards < UINT32_MAX >> positions->shift &&
           moves + positions->move_count <= UINT32_MAX;
}

/* The slots as they were before the batch. */
static void clear_places(const struct batch *batch)
{
    struct positions *positions = batch->positions;
    for (size_t i = 0; i <= positions->index.mask; i++)
        if (positions->index.slots[i] & PLACE_BIT)
            positions->index.slots[i] = 0;
}

int batch_share(const struct batch *batch, int (*work)(const struct batch *, uint32_t chunk))
{
    uint32_t chunks = batch_chunks(batch->count);
    int r = 0;
#ifdef _OPENMP
    if (batch_is_shared(batch)) {
#pragma omp parallel for schedule(dynamic) num_threads(batch->threads) reduction(min : r)
        for (uint32_t chunk = 0; chunk < chunks; chunk++) {
            int failed = work(batch, chunk);
            r = failed < r ? failed : r;
        }
        return r;
    }
#endif
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        int failed = work(batch, chunk);
        r = failed < r ? failed : r;
    }
    return r;
}

int batch_number(const struct batch *batch, size_t max_bytes)
{
    if (!has_room(batch, max_bytes))
        return -EAGAIN;
    int r = batch_share(batch, enter_boards);
    if (r == 0)
        r = add_up(batch);
    if (r < 0) {
        clear_places(batch);
        return r;
    }
    batch_share(batch, write_boards);
    return batch_share(batch, write_lists);
}
