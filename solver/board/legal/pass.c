/*
 * One pass of the count of legal positions. Threads take the shards of the table before a point one
 * by one and free them when they are through; what follows they collect for each shard of the table
 * behind it.
 */
#include "board/legal/pass.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/clock.h"
#include "board/legal/border_table.h"

/* Records that a thread collects for a shard, if memory is not short. */
#define COLLECTED 16
#define COLLECTED_LEAST 8
/* That, and the shards while they are empty, takes one part of so many of the memory at most. */
#define COLLECTED_PARTS 16
/* States between two looks at the clock. */
#define CLOCK_STATES 512
/* Fewer states than these are not worth a second thread. */
#define SHARED_STATES 16384
/* Seconds between two reports. */
#define TELL_SECONDS 0.1

/* What a thread has collected. */
struct legal_batch {
    uint64_t *records; /* room of them for each shard */
    size_t *counts;
};

struct legal_pass {
    struct legal_plan *plan;
    struct border_layout layout;
    struct legal_budget budget;
    struct border_table now, next;
    struct legal_batch *batches; /* of each thread */
    int threads;
    size_t room;    /* records that a batch holds of each shard */
    atomic_int why; /* 0, or why it cannot go on */
};

static void fail(struct legal_pass *pass, int r)
{
    int none = 0;
    atomic_compare_exchange_strong(&pass->why, &none, r);
}

static size_t shard_count(const struct legal_pass *pass)
{
    return (size_t)1 << pass->layout.shard_bits;
}

/* Bytes of the shards while they are empty. */
static size_t shard_bytes(const struct legal_pass *pass)
{
    return 2 * shard_count(pass) * sizeof(struct border_shard);
}

/* Bytes of all that the threads collect. */
static size_t batch_bytes(const struct legal_pass *pass)
{
    size_t record = (size_t)pass->layout.words * sizeof(uint64_t);
    return (size_t)pass->threads * shard_count(pass) * (pass->room * record + sizeof(size_t));
}

static void release(struct legal_pass *pass)
{
    border_table_release(&pass->now);
    border_table_release(&pass->next);
    for (int i = 0; pass->batches != NULL && i < pass->threads; i++) {
        free(pass->batches[i].records);
        free(pass->batches[i].counts);
    }
    free(pass->batches);
}

static int make_batches(struct legal_pass *pass)
{
    size_t words = (size_t)pass->layout.words;
    int r = legal_budget_take(&pass->budget, batch_bytes(pass));
    if (r < 0)
        return r;
    pass->batches = calloc((size_t)pass->threads, sizeof(*pass->batches));
    for (int i = 0; pass->batches != NULL && i < pass->threads && r == 0; i++) {
        struct legal_batch *batch = &pass->batches[i];
        batch->records = calloc(shard_count(pass) * pass->room, words * sizeof(uint64_t));
        batch->counts = calloc(shard_count(pass), sizeof(*batch->counts));
        r = batch->records == NULL || batch->counts == NULL ? -ENOMEM : 0;
    }
    return pass->batches == NULL ? -ENOMEM : r;
}

/* The empty border, which has one colouring. */
static int add_first(struct legal_pass *pass)
{
    const struct border_layout *layout = &pass->layout;
    uint64_t record[BORDER_KEY_MAX + LEGAL_RESIDUES_MAX] = {0};
    size_t shard = border_table_shard(layout, record);
    record[0] = ~record[0];
    for (int i = layout->key_words; i < layout->words; i++)
        record[i] = 1;
    return border_table_add(&pass->now, shard, record, 1);
}

/* release() it also where this fails. */
static int init(struct legal_pass *pass, struct legal_plan *plan, const uint64_t *moduli, int count)
{
    int key_words = plan->way->key_words;
    *pass = (struct legal_pass){
        .plan = plan,
        .layout = {key_words, key_words + count, BORDER_SHARD_BITS, UINT64_MAX, moduli},
        .budget = {.max_bytes = plan->limits->max_bytes},
        .threads = plan->limits->threads > 0 ? plan->limits->threads : 1,
        .room = COLLECTED,
    };
    while (shard_bytes(pass) + batch_bytes(pass) > pass->budget.max_bytes / COLLECTED_PARTS &&
           (pass->room > COLLECTED_LEAST || pass->layout.shard_bits > 0)) {
        if (pass->room > COLLECTED_LEAST)
            pass->room /= 2;
        else
            pass->layout.shard_bits--;
    }
    int r = border_table_init(&pass->now, &pass->layout, &pass->budget);
    if (r == 0)
        r = border_table_init(&pass->next, &pass->layout, &pass->budget);
    if (r == 0)
        r = make_batches(pass);
    return r < 0 ? r : add_first(pass);
}

/* Tells how far it is, if it is time to. One thread does. */
static void tell(struct legal_pass *pass, double now)
{
    struct legal_plan *plan = pass->plan;
    if (plan->watch == NULL || now < plan->told + TELL_SECONDS)
        return;
    plan->told = now;
    plan->progress.bytes = atomic_load(&pass->budget.bytes);
    plan->watch->tell(&plan->progress, plan->watch->arg);
}

static void look_around(struct legal_pass *pass, int thread)
{
    const struct limits *limits = pass->plan->limits;
    double now = clock_now();
    if ((limits->interrupted != NULL && atomic_load(limits->interrupted)) ||
        (limits->deadline > 0 && now > limits->deadline))
        fail(pass, -EINTR);
    else if (thread == 0)
        tell(pass, now);
}

static void hand_over(struct legal_pass *pass, struct legal_batch *batch, size_t shard)
{
    size_t words = (size_t)pass->layout.words;
    int r = border_table_add(&pass->next, shard, batch->records + shard * pass->room * words,
                             batch->counts[shard]);
    if (r < 0)
        fail(pass, r);
    batch->counts[shard] = 0;
}

/* Collects what follows a record. */
static void follow_record(struct legal_pass *pass, struct legal_batch *batch, int step,
                          const uint64_t *record)
{
    uint64_t key[BORDER_KEY_MAX], keys[BORDER_COLOURS * BORDER_KEY_MAX];
    const struct border_way *way = pass->plan->way;
    size_t words = (size_t)pass->layout.words, key_words = (size_t)way->key_words;
    memcpy(key, record, key_words * sizeof(*key));
    key[0] = ~key[0];
    int count = way->follow(way, step, key, keys);
    for (int i = 0; i < count; i++) {
        const uint64_t *after = keys + (size_t)i * key_words;
        size_t shard = border_table_shard(&pass->layout, after);
        uint64_t *to = batch->records + (shard * pass->room + batch->counts[shard]) * words;
        memcpy(to, after, key_words * sizeof(*to));
        to[0] = ~to[0];
        memcpy(to + key_words, record + key_words, (words - key_words) * sizeof(*to));
        if (++batch->counts[shard] == pass->room)
            hand_over(pass, batch, shard);
    }
}

static void follow_shard(struct legal_pass *pass, int thread, int step, size_t which)
{
    const struct border_shard *shard = &pass->now.shards[which];
    for (size_t i = 0; i < shard->capacity && atomic_load(&pass->why) == 0; i++) {
        const uint64_t *record = shard->records + i * (size_t)pass->layout.words;
        if (record[0] != 0)
            follow_record(pass, &pass->batches[thread], step, record);
        if (i % CLOCK_STATES == 0)
            look_around(pass, thread);
    }
    border_table_empty(&pass->now, which);
}

/* The part of one thread in a step; all of it where there are no threads. */
static void follow_shards(struct legal_pass *pass, int step)
{
    size_t shards = shard_count(pass);
    int thread = 0;
#ifdef _OPENMP
    thread = omp_get_thread_num();
#pragma omp for schedule(dynamic, 1)
#endif
    for (size_t i = 0; i < shards; i++)
        follow_shard(pass, thread, step, i);
    for (size_t i = 0; i < shards && atomic_load(&pass->why) == 0; i++)
        if (pass->batches[thread].counts[i] > 0)
            hand_over(pass, &pass->batches[thread], i);
}

/* Says what chooses the shards of the next table, and how much they may have to hold: as many
 * states as now, unless memory is so short that the old ones have to give way first. */
static void expect(struct legal_pass *pass, int step, size_t states)
{
    const struct border_way *way = pass->plan->way;
    uint64_t before = pass->layout.lasting;
    bool is_short = atomic_load(&pass->budget.bytes) > pass->budget.max_bytes / 3;
    if (way->lasting != NULL)
        pass->layout.lasting = way->lasting(way, step);
    for (size_t i = 0; i < shard_count(pass); i++) {
        /* Where other bits choose now it is not known which shards will be large. */
        size_t expected = pass->layout.lasting == before ? pass->now.shards[i].count
                                                         : states / shard_count(pass) / 2;
        pass->next.shards[i].expected = is_short ? expected / 2 : expected;
    }
}

static int add_point(struct legal_pass *pass, int step)
{
    struct legal_progress *progress = &pass->plan->progress;
    size_t states = border_table_count(&pass->now);
    expect(pass, step, states);
    progress->done = step;
    progress->states = states;
    look_around(pass, 0);
#ifdef _OPENMP
    int threads = states >= SHARED_STATES ? pass->threads : 1;
#pragma omp parallel num_threads(threads)
#endif
    follow_shards(pass, step);
    border_table_swap(&pass->now, &pass->next);
    progress->followed += states;
    return atomic_load(&pass->why);
}

/* After the last point there is one state left, whose key is zero. */
static void read_residues(const struct legal_pass *pass, int count, uint64_t *ret_residues)
{
    for (size_t s = 0; s < shard_count(pass); s++) {
        const struct border_shard *shard = &pass->now.shards[s];
        for (size_t i = 0; i < shard->capacity; i++) {
            const uint64_t *record = shard->records + i * (size_t)pass->layout.words;
            if (record[0] != 0)
                memcpy(ret_residues, record + pass->layout.key_words,
                       (size_t)count * sizeof(*ret_residues));
        }
    }
}

int legal_pass(struct legal_plan *plan, const uint64_t *moduli, int count, uint64_t *ret_residues)
{
    struct legal_pass *pass = malloc(sizeof(*pass));
    if (pass == NULL)
        return -ENOMEM;
    int r = init(pass, plan, moduli, count);
    for (int step = 0; step < plan->way->steps && r == 0; step++)
        r = add_point(pass, step);
    if (r == 0)
        read_residues(pass, count, ret_residues);
    release(pass);
    free(pass);
    return r;
}
