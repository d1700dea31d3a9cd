/*
 * Interning all boards, a batch at a time in the order of their numbers. All threads list the plays
 * of the batch and look up where they lead, which is nearly all of the work; then one thread
 * numbers the boards that are new, in the order in which positions_plays() would have met them. So
 * the numbers are the same whatever the number of threads.
 *
 * The batches are large, as after each the threads wait for each other, busily, and that takes long
 * on a machine that others use, too.
 */
#include "engine/retrograde/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A batch is this part of the boards known by then, within limits. */
#define BATCH_SHARE 8
#define BATCH_LEAST 256u
#define BATCH_MOST 32768u
/* Boards that a thread takes at a time. */
#define CHUNK 64
/* Fewer boards are not worth another thread. */
#define SHARED_LEAST (32 * CHUNK)
/* Lists by which the fetching is ahead of the numbering. */
#define BUCKETS_AHEAD 8
#define BOARDS_AHEAD 4
#define UNKNOWN_ID UINT32_MAX

/* The plays of one mover on a board of the batch. */
struct list {
    bool wanted; /* they were not known before */
    int count;
};

struct batch {
    struct positions *positions;
    int threads;
    uint32_t first, count, room; /* orbits */
    struct list *lists;          /* [2 * orbit + mover] */
    struct play *plays;          /* of each list, room for as many as there are points */
    struct lookup *children;
};

static void batch_release(struct batch *batch)
{
    free(batch->lists);
    free(batch->plays);
    free(batch->children);
}

size_t positions_batch_bytes(int points, uint32_t boards)
{
    size_t play = sizeof(struct play) + sizeof(struct lookup);
    size_t room = boards / BATCH_SHARE;
    room = room < BATCH_LEAST ? BATCH_LEAST : room > BATCH_MOST ? BATCH_MOST : room;
    return room * 2 * (sizeof(struct list) + (size_t)points * play);
}

static int batch_grow(struct batch *batch, uint32_t room)
{
    size_t lists = 2 * (size_t)room, plays = lists * (size_t)batch->positions->points;
    batch_release(batch);
    batch->room = room;
    batch->lists = malloc(lists * sizeof(*batch->lists));
    batch->plays = malloc(plays * sizeof(*batch->plays));
    batch->children = malloc(plays * sizeof(*batch->children));
    return batch->lists == NULL || batch->plays == NULL || batch->children == NULL ? -ENOMEM : 0;
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

static void fill_list(const struct batch *batch, uint32_t orbit, enum colour mover)
{
    const struct positions *positions = batch->positions;
    size_t at = 2 * (size_t)(orbit - batch->first) + mover;
    struct play *plays = &batch->plays[at * (size_t)positions->points];
    struct lookup *children = &batch->children[at * (size_t)positions->points];
    struct list list = {.wanted = positions->orbits[orbit].play_count[mover] == PLAYS_UNKNOWN};
    if (list.wanted)
        list.count = positions_list_plays(positions, positions->orbits[orbit].canonical, mover,
                                          plays, children);
    for (int i = 0; i < list.count; i++)
        positions_fetch(positions, &children[i]);
    for (int i = 0; i < list.count; i++)
        if (!positions_find_canonical(positions, &children[i], &plays[i].child))
            plays[i].child = UNKNOWN_ID;
    batch->lists[at] = list;
}

static void fill_lists(const struct batch *batch)
{
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, CHUNK)                                                  \
    num_threads(batch->threads) if (batch->count >= SHARED_LEAST)
#endif
    for (uint32_t i = 0; i < batch->count; i++)
        for (enum colour mover = BLACK; mover <= WHITE; mover++)
            fill_list(batch, batch->first + i, mover);
}

/* Numbers the new boards that a list leads to, and writes it. */
static int keep_list(const struct batch *batch, uint32_t orbit, enum colour mover)
{
    struct positions *positions = batch->positions;
    size_t at = 2 * (size_t)(orbit - batch->first) + mover;
    const struct lookup *children = &batch->children[at * (size_t)positions->points];
    struct play *plays = &batch->plays[at * (size_t)positions->points];
    uint32_t count = (uint32_t)batch->lists[at].count;
    int r = positions_reserve_plays(positions, (size_t)positions->play_count + count);
    for (uint32_t i = 0; i < count && r == 0; i++)
        if (plays[i].child == UNKNOWN_ID)
            r = positions_add_canonical(positions, &children[i], &plays[i].child);
    if (r < 0)
        return r;
    memcpy(&positions->plays[positions->play_count], plays, count * sizeof(*plays));
    positions->orbits[orbit].first_play[mover] = positions->play_count;
    positions->orbits[orbit].play_count[mover] = (uint8_t)count;
    positions->play_count += count;
    positions->bytes += count * sizeof(*plays);
    return 0;
}

/* Fetches what numbering the new boards of a list will need: first the buckets, later the boards
 * that are in them. */
static void fetch_list(const struct batch *batch, uint32_t at, bool buckets)
{
    const struct positions *positions = batch->positions;
    size_t first = at * (size_t)positions->points;
    if (at >= 2 * batch->count)
        return;
    for (size_t i = first; i < first + (size_t)batch->lists[at].count; i++) {
        if (batch->plays[i].child != UNKNOWN_ID)
            continue;
        if (buckets)
            __builtin_prefetch(
                &positions->buckets[batch->children[i].hash & positions->bucket_mask]);
        else
            positions_fetch(positions, &batch->children[i]);
    }
}

static int keep_lists(const struct batch *batch, size_t max_bytes)
{
    for (uint32_t orbit = batch->first; orbit < batch->first + batch->count; orbit++) {
        uint32_t at = 2 * (orbit - batch->first);
        for (uint32_t i = at; i < at + 2; i++) {
            fetch_list(batch, i + BUCKETS_AHEAD, true);
            fetch_list(batch, i + BOARDS_AHEAD, false);
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

static void set_margins(struct positions *positions, int threads)
{
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)                                                          \
    num_threads(threads) if (positions->orbit_count >= SHARED_LEAST)
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
        fill_lists(&batch);
        r = keep_lists(&batch, how->max_bytes);
    }
    set_margins(positions, how->threads);
    batch_release(&batch);
    positions->closed = r == 0;
    return r;
}
