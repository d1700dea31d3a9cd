/*
 * Interning all boards, a batch at a time in the order of their numbers. All threads list the moves
 * of the batch and look up where they lead, which is most of the work; then the boards that are new
 * are numbered in the order in which positions_moves() would have met them: by one thread here, by
 * several in enumerate_parallel.c. So the numbers are the same whatever the number of threads.
 *
 * The batches are large, as after each the threads wait for each other, busily, and that takes long
 * on a machine that others use, too.
 */
#include "states/batch.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

/* A batch is this part of the boards known by then, within limits. */
#define BATCH_SHARE 8
#define BATCH_LEAST 256u
#define BATCH_MOST 32768u
/* Boards by which the fetching is ahead of the numbering. */
#define SLOTS_AHEAD 32
#define BOARDS_AHEAD 16

static void batch_release(struct batch *batch)
{
    FREE_ALL(batch->chunks, batch->lists, batch->moves, batch->missing);
}

/* The room for so many boards, in whole chunks. */
static size_t moves_room(int points, uint32_t boards)
{
    return (size_t)batch_chunks(boards) * BATCH_CHUNK * 2 * (size_t)points;
}

size_t positions_batch_bytes(int points, uint32_t boards)
{
    size_t move = sizeof(struct stone_move) + sizeof(struct lookup);
    uint32_t room = boards / BATCH_SHARE;
    room = room < BATCH_LEAST ? BATCH_LEAST : room > BATCH_MOST ? BATCH_MOST : room;
    return room * 2 * sizeof(struct move_list) + batch_chunks(room) * sizeof(struct chunk) +
           moves_room(points, room) * move;
}

static int batch_grow(struct batch *batch, uint32_t room)
{
    size_t moves = moves_room(batch->positions->points, room);
    batch_release(batch);
    batch->room = room;
    batch->lists = malloc(2 * (size_t)room * sizeof(*batch->lists));
    batch->chunks = malloc(batch_chunks(room) * sizeof(*batch->chunks));
    batch->moves = malloc(moves * sizeof(*batch->moves));
    batch->missing = malloc(moves * sizeof(*batch->missing));
    bool failed = batch->lists == NULL || batch->chunks == NULL || batch->moves == NULL ||
                  batch->missing == NULL;
    return failed ? -ENOMEM : 0;
}

/* Takes the boards from first on into the batch. */
static int batch_start(struct batch *batch, uint32_t first)
{
    uint32_t known = batch->positions->orbit_count, count = known / BATCH_SHARE;
    count = count < BATCH_LEAST ? BATCH_LEAST : count > BATCH_MOST ? BATCH_MOST : count;
    batch->first = first;
    batch->count = known - first < count ? known - first : count;
    if (count <= batch->room)
        return 0;
    uint32_t room = 2 * batch->room > count ? 2 * batch->room : count;
    return batch_grow(batch, room < BATCH_MOST ? room : BATCH_MOST);
}

/* The moves of a board on their way into the batch: they are looked up when the memory that this
 * needs has been fetched, while others are listed. */
struct waiting {
    struct move_list lists[2];
    struct stone_move moves[2][SOLVER_MAX_POINTS];
    struct lookup children[2][SOLVER_MAX_POINTS];
};

static void list_moves(const struct positions *positions, uint32_t orbit, struct waiting *waiting)
{
    const struct orbit *own = &positions->orbits[orbit];
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        struct move_list list = {.wanted = own->move_count[mover] == MOVES_UNKNOWN};
        if (list.wanted)
            list.count = (uint8_t)interning_list_moves(
                positions, own->canonical, mover, waiting->moves[mover], waiting->children[mover]);
        waiting->lists[mover] = list;
    }
}

static void fetch_boards(const struct positions *positions, const struct waiting *waiting)
{
    for (enum colour mover = BLACK; mover <= WHITE; mover++)
        for (uint8_t i = 0; i < waiting->lists[mover].count; i++)
            interning_fetch(positions, &waiting->children[mover][i]);
}

/* Looks up where the moves of the batch's i-th board lead, and appends them to those of the chunk
 * from place on. */
static void append_lists(const struct batch *batch, uint32_t i, struct waiting *waiting,
                         uint32_t place, struct chunk *sums)
{
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        struct move_list *list = &waiting->lists[mover];
        for (uint8_t n = 0; n < list->count; n++, sums->moves++) {
            struct lookup *child = &waiting->children[mover][n];
            struct stone_move *move = &batch->moves[place + sums->moves];
            *move = waiting->moves[mover][n];
            if (interning_find(batch->positions, child, &move->child))
                continue;
            child->move = sums->moves & 0x7fff;
            batch->missing[place + sums->missing++] = *child;
            list->missing++;
        }
        batch->lists[2 * i + mover] = *list;
    }
}

_Static_assert(2 * BATCH_CHUNK * SOLVER_MAX_POINTS <= 1 << 15, "lookup.move holds any move");

static int fill_chunk(const struct batch *batch, uint32_t chunk)
{
    uint32_t first = chunk * BATCH_CHUNK, count = batch_end(batch, chunk) - first;
    const struct positions *positions = batch->positions;
    struct chunk sums = {0};
    struct waiting waiting[3];
    for (uint32_t i = 0; i < count + 2; i++) {
        if (i < count)
            list_moves(positions, batch->first + first + i, &waiting[i % 3]);
        if (i >= 1 && i - 1 < count)
            fetch_boards(positions, &waiting[(i - 1) % 3]);
        if (i >= 2)
            append_lists(batch, first + i - 2, &waiting[(i - 2) % 3], batch_place(batch, chunk),
                         &sums);
    }
    batch->chunks[chunk] = sums;
    return 0;
}

/* Numbers the missing boards of a list, and writes it. */
static int store_list(const struct batch *batch, uint32_t orbit, enum colour mover,
                      const struct lookup *missing, struct stone_move *chunk_moves, uint32_t first)
{
    struct positions *positions = batch->positions;
    const struct move_list *list = &batch->lists[2 * (orbit - batch->first) + mover];
    int r = interning_reserve_moves(positions, (size_t)positions->move_count + list->count);
    for (uint32_t i = 0; i < list->missing && r == 0; i++)
        r = interning_add(positions, &missing[i], &chunk_moves[missing[i].move].child);
    if (r < 0)
        return r;
    memcpy(&positions->moves[positions->move_count], &chunk_moves[first],
           list->count * sizeof(*chunk_moves));
    positions->orbits[orbit].first_move[mover] = positions->move_count;
    positions->orbits[orbit].move_count[mover] = list->count;
    positions->move_count += list->count;
    positions->bytes += list->count * sizeof(*chunk_moves);
    return 0;
}

/* Fetches what numbering the missing boards will need: first the slots, later the boards that
 * are in them. */
static void fetch_ahead(const struct batch *batch, uint32_t place, uint32_t end)
{
    const struct positions *positions = batch->positions;
    if (place + SLOTS_AHEAD < end)
        __builtin_prefetch(&positions->index.slots[batch->missing[place + SLOTS_AHEAD].hash &
                                                   positions->index.mask]);
    if (place + BOARDS_AHEAD < end)
        interning_fetch(positions, &batch->missing[place + BOARDS_AHEAD]);
}

static int store_chunk(const struct batch *batch, uint32_t chunk, size_t max_bytes)
{
    uint32_t place = batch_place(batch, chunk), end = place + batch->chunks[chunk].missing;
    struct stone_move *moves = &batch->moves[place];
    uint32_t move = 0;
    for (uint32_t i = chunk * BATCH_CHUNK; i < batch_end(batch, chunk); i++) {
        for (enum colour mover = BLACK; mover <= WHITE; mover++) {
            const struct move_list *list = &batch->lists[2 * i + mover];
            int r = 0;
            for (uint32_t n = 0; n < list->missing; n++)
                fetch_ahead(batch, place + n, end);
            if (list->wanted)
                r = store_list(batch, batch->first + i, mover, &batch->missing[place], moves, move);
            if (r < 0)
                return r;
            place += list->missing;
            move += list->count;
        }
        if (batch->positions->bytes > max_bytes)
            return -ENOSPC;
    }
    return 0;
}

static int store_chunks(const struct batch *batch, size_t max_bytes)
{
    int r = 0;
    for (uint32_t chunk = 0; chunk < batch_chunks(batch->count) && r == 0; chunk++)
        r = store_chunk(batch, chunk, max_bytes);
    return r;
}

/* Numbers the new boards of the batch and writes its lists. */
static int store_batch(const struct batch *batch, size_t max_bytes)
{
    int r = batch_is_shared(batch) ? batch_number(batch, max_bytes) : -EAGAIN;
    if (r == 0)
        return interning_reserve_index(batch->positions);
    return r == -EAGAIN ? store_chunks(batch, max_bytes) : r;
}

static void set_margins(struct positions *positions, int threads)
{
    (void)threads;
#ifdef _OPENMP
    if (threads > 1 && positions->orbit_count >= BATCH_SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(threads)
        for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++)
            interning_set_margin(positions, orbit);
        return;
    }
#endif
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++)
        interning_set_margin(positions, orbit);
}

int positions_enumerate(struct positions *positions, const struct enumeration *how)
{
    struct batch batch = {.positions = positions, .threads = how->threads};
    int r = 0;
    assert(how->threads >= 1);
    for (uint32_t next = 0; next < positions->orbit_count && r == 0; next += batch.count) {
        r = how->stop != NULL && how->stop(how->arg) ? -EINTR : batch_start(&batch, next);
        if (r < 0)
            break;
        batch_share(&batch, fill_chunk);
        r = store_batch(&batch, how->max_bytes);
    }
    set_margins(positions, how->threads);
    batch_release(&batch);
    positions->enumerated = r == 0;
    return r;
}
