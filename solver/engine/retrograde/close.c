/*
 * Interning all boards, a batch at a time in the order of their numbers. All threads list the plays
 * of the batch and look up where they lead, which is most of the work; then the boards that are new
 * are numbered in the order in which positions_plays() would have met them: by one thread here, by
 * several in number.c. So the numbers are the same whatever the number of threads.
 *
 * The batches are large, as after each the threads wait for each other, busily, and that takes long
 * on a machine that others use, too.
 */
#include "engine/retrograde/batch.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A batch is this part of the boards known by then, within limits. */
#define BATCH_SHARE 8
#define BATCH_LEAST 256u
#define BATCH_MOST 32768u
/* Lists by which the fetching is ahead of the numbering. */
#define BUCKETS_AHEAD 8
#define BOARDS_AHEAD 4

static void batch_release(struct batch *batch)
{
    free(batch->chunks);
    free(batch->lists);
    free(batch->plays);
    free(batch->children);
}

size_t positions_batch_bytes(int points, uint32_t boards)
{
    size_t play = sizeof(struct play) + sizeof(struct lookup);
    size_t room = boards / BATCH_SHARE;
    room = room < BATCH_LEAST ? BATCH_LEAST : room > BATCH_MOST ? BATCH_MOST : room;
    return room * 2 * (sizeof(struct list) + (size_t)points * play) +
           batch_chunks((uint32_t)room) * sizeof(struct chunk);
}

static int batch_grow(struct batch *batch, uint32_t room)
{
    size_t lists = 2 * (size_t)room, plays = lists * (size_t)batch->positions->points;
    batch_release(batch);
    batch->room = room;
    batch->chunks = malloc(batch_chunks(room) * sizeof(*batch->chunks));
    batch->lists = malloc(lists * sizeof(*batch->lists));
    batch->plays = malloc(plays * sizeof(*batch->plays));
    batch->children = malloc(plays * sizeof(*batch->children));
    return batch->chunks == NULL || batch->lists == NULL || batch->plays == NULL ||
                   batch->children == NULL
               ? -ENOMEM
               : 0;
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

static struct list fill_list(const struct batch *batch, uint32_t orbit, enum colour mover)
{
    const struct positions *positions = batch->positions;
    size_t at = 2 * (size_t)(orbit - batch->first) + mover;
    struct play *plays = &batch->plays[at * (size_t)positions->points];
    struct lookup *missing = &batch->children[at * (size_t)positions->points];
    struct lookup children[SOLVER_MAX_POINTS];
    struct list list = {.wanted = positions->orbits[orbit].play_count[mover] == PLAYS_UNKNOWN};
    if (list.wanted)
        list.count = (uint8_t)positions_list_plays(positions, positions->orbits[orbit].canonical,
                                                   mover, plays, children);
    for (uint8_t i = 0; i < list.count; i++)
        positions_fetch(positions, &children[i]);
    for (uint8_t i = 0; i < list.count; i++) {
        if (positions_find_canonical(positions, &children[i], &plays[i].child))
            continue;
        missing[list.missing] = children[i];
        missing[list.missing++].play = i;
    }
    return list;
}

static int fill_chunk(const struct batch *batch, uint32_t chunk)
{
    uint32_t first = chunk * BATCH_CHUNK, end = first + BATCH_CHUNK;
    struct chunk sums = {0};
    for (uint32_t i = first; i < (end < batch->count ? end : batch->count); i++) {
        for (enum colour mover = BLACK; mover <= WHITE; mover++) {
            struct list *list = &batch->lists[2 * i + mover];
            *list = fill_list(batch, batch->first + i, mover);
            sums.plays += list->count;
            sums.missing += list->missing;
        }
    }
    batch->chunks[chunk] = sums;
    return 0;
}

/* Numbers the new boards that a list leads to, and writes it. */
static int keep_list(const struct batch *batch, uint32_t orbit, enum colour mover)
{
    struct positions *positions = batch->positions;
    size_t at = 2 * (size_t)(orbit - batch->first) + mover;
    const struct lookup *missing = &batch->children[at * (size_t)positions->points];
    struct play *plays = &batch->plays[at * (size_t)positions->points];
    uint32_t count = batch->lists[at].count;
    int r = positions_reserve_plays(positions, (size_t)positions->play_count + count);
    for (uint32_t i = 0; i < batch->lists[at].missing && r == 0; i++)
        r = positions_add_canonical(positions, &missing[i], &plays[missing[i].play].child);
    if (r < 0)
        return r;
    memcpy(&positions->plays[positions->play_count], plays, count * sizeof(*plays));
    positions->orbits[orbit].first_play[mover] = positions->play_count;
    positions->orbits[orbit].play_count[mover] = (uint8_t)count;
    positions->play_count += count;
    positions->bytes += count * sizeof(*plays);
    return 0;
}

void batch_fetch_list(const struct batch *batch, uint32_t at, bool buckets)
{
    const struct positions *positions = batch->positions;
    size_t first = at * (size_t)positions->points;
    if (at >= 2 * batch->count)
        return;
    for (size_t i = first; i < first + batch->lists[at].missing; i++) {
        if (buckets)
            __builtin_prefetch(
                &positions->buckets[batch->children[i].hash & positions->bucket_mask], 1);
        else
            positions_fetch(positions, &batch->children[i]);
    }
}

static int keep_lists(const struct batch *batch, size_t max_bytes)
{
    for (uint32_t orbit = batch->first; orbit < batch->first + batch->count; orbit++) {
        uint32_t at = 2 * (orbit - batch->first);
        for (uint32_t i = at; i < at + 2; i++) {
            batch_fetch_list(batch, i + BUCKETS_AHEAD, true);
            batch_fetch_list(batch, i + BOARDS_AHEAD, false);
        }
        for (enum colour mover = BLACK; mover <= WHITE; mover++) {
            int r = 0;
            if (batch->lists[at + mover].wanted)
                r = keep_list(batch, orbit, mover);
            if (r < 0)
                return r;
        }
        if (batch->positions->bytes > max_bytes)
            return -ENOSPC;
    }
    return 0;
}

/* Numbers the new boards of the batch and writes its lists. */
static int keep_batch(const struct batch *batch, size_t max_bytes)
{
    int r = batch_is_shared(batch) ? batch_number(batch, max_bytes) : -EAGAIN;
    if (r == 0)
        return positions_spread_buckets(batch->positions);
    return r == -EAGAIN ? keep_lists(batch, max_bytes) : r;
}

static void set_margins(struct positions *positions, int threads)
{
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)                                                          \
    num_threads(threads) if (positions->orbit_count >= BATCH_SHARED_LEAST)
#endif
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++)
        positions_set_margin(positions, orbit);
}

int positions_close(struct positions *positions, const struct closing *how)
{
    struct batch batch = {.positions = positions, .threads = how->threads};
    int r = 0;
    assert(how->threads >= 1);
    for (uint32_t next = 0; next < positions->orbit_count && r == 0; next += batch.count) {
        r = how->stop != NULL && how->stop(how->arg) ? -EINTR : batch_start(&batch, next);
        if (r < 0)
            break;
        batch_share(&batch, fill_chunk);
        r = keep_batch(&batch, how->max_bytes);
    }
    set_margins(positions, how->threads);
    batch_release(&batch);
    positions->closed = r == 0;
    return r;
}
