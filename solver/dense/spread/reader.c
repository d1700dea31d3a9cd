/* A reader of entries that other ranks hold. */
#include "dense/spread/reader.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "dense/spread/packing.h"
#include "ranks/ranks.h"

/* Exchanges of a batch's questions and answers. */
#define QUESTION_SLOT(slot) (slot)
#define ANSWER_SLOT(slot) (2 + (slot))

/* Lookups that a thread answers at a time. */
#define ANSWER_CHUNK 1024

/* What is on its way in a slot. */
struct spread_batch {
    const struct dense_lookup *lookups;
    size_t count;
    bool answered; /* the others' questions are; and the answers are on their way */
    struct packing packing;
    uint8_t *own_answers;
    size_t own_room;
    uint8_t **answers; /* by rank: that go there */
    size_t *answer_sizes, *answer_room;
};

struct spread_reader {
    struct spread_source source;
    struct packing_code code;
    int ranks, rank;
    struct spread_batch batches[2];
    struct dense_lookup *wanted; /* by one rank */
    size_t wanted_room;
    struct spread_traffic traffic;
};

static int init_batch(const struct spread_reader *reader, struct spread_batch *batch)
{
    size_t ranks = (size_t)reader->ranks;
    batch->answers = calloc(ranks, sizeof(*batch->answers));
    batch->answer_sizes = calloc(ranks, sizeof(*batch->answer_sizes));
    batch->answer_room = calloc(ranks, sizeof(*batch->answer_room));
    batch->answered = true;
    if (batch->answers == NULL || batch->answer_sizes == NULL || batch->answer_room == NULL)
        return -ENOMEM;
    return packing_init(&batch->packing, &reader->code, reader->source.threads);
}

static void release_batch(const struct spread_reader *reader, struct spread_batch *batch)
{
    for (int to = 0; batch->answers != NULL && to < reader->ranks; to++)
        free(batch->answers[to]);
    free(batch->answers);
    free(batch->answer_sizes);
    free(batch->answer_room);
    free(batch->own_answers);
    packing_release(&batch->packing);
}

int spread_reader_new(struct spread_reader **ret_reader, const struct spread_source *source)
{
    struct spread_reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL)
        return -ENOMEM;
    reader->source = *source;
    reader->ranks = ranks_size();
    reader->rank = ranks_rank();
    packing_code_init(&reader->code, source->index);
    int r = init_batch(reader, &reader->batches[0]);
    if (r == 0)
        r = init_batch(reader, &reader->batches[1]);
    if (r < 0) {
        spread_reader_free(reader);
        return r;
    }
    *ret_reader = reader;
    return 0;
}

void spread_reader_free(struct spread_reader *reader)
{
    if (reader == NULL)
        return;
    release_batch(reader, &reader->batches[0]);
    release_batch(reader, &reader->batches[1]);
    free(reader->wanted);
    free(reader);
}

/* Answers lookups of boards that are held here, with all threads. */
static void answer(const struct spread_source *source, const struct dense_lookup *lookups,
                   size_t count, uint8_t *ret_answers)
{
    size_t chunks = (count + ANSWER_CHUNK - 1) / ANSWER_CHUNK;
#pragma omp parallel for num_threads(source->threads) if (source->threads > 1 && chunks > 4)
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        size_t from = chunk * ANSWER_CHUNK, left = count - from;
        source->answer(source->table, lookups + from, left < ANSWER_CHUNK ? left : ANSWER_CHUNK,
                       ret_answers + from * (size_t)source->width);
    }
}

/* Answers what a rank asks. */
static int answer_rank(struct spread_reader *reader, struct spread_batch *batch, int from,
                       struct ranks_bytes asked)
{
    size_t count, width = (size_t)reader->source.width;
    int r = packing_count(&reader->code, asked.bytes, asked.size, &count);
    if (r == 0)
        r = array_reserve(&reader->wanted, count, &reader->wanted_room, sizeof(*reader->wanted));
    if (r == 0)
        r = array_reserve(&batch->answers[from], count * width, &batch->answer_room[from], 1);
    if (r == 0)
        r = packing_unpack(&reader->code, asked.bytes, asked.size, reader->wanted);
    if (r < 0)
        return r;
    batch->answer_sizes[from] = count * width;
    answer(&reader->source, reader->wanted, count, batch->answers[from]);
    return 0;
}

/* Answers what the others ask in a slot, once it is there. */
static int answer_all(struct spread_reader *reader, int slot)
{
    struct spread_batch *batch = &reader->batches[slot];
    const struct ranks_bytes *in;
    int r = ranks_exchange_end(QUESTION_SLOT(slot), &in);
    for (int i = 1; i < reader->ranks && r == 0; i++) {
        int from = (reader->rank + i) % reader->ranks;
        r = answer_rank(reader, batch, from, in[from]);
        reader->traffic.bytes += batch->answer_sizes[from];
    }
    if (r == 0)
        r = ranks_exchange_begin(ANSWER_SLOT(slot), (const void *const *)batch->answers,
                                 batch->answer_sizes);
    batch->answered = true;
    return r;
}

static int reader_ask(void *arg, int slot, const struct dense_lookup *lookups, size_t count)
{
    struct spread_reader *reader = arg;
    struct spread_batch *batch = &reader->batches[slot], *other = &reader->batches[!slot];
    batch->lookups = lookups;
    batch->count = count;
    int r = packing_pack(&batch->packing, lookups, count);
    if (r < 0)
        return r;
    for (int to = 0; to < reader->ranks; to++)
        reader->traffic.bytes += to == reader->rank ? 0 : batch->packing.sizes[to];
    reader->traffic.lookups += count - batch->packing.own_count;
    r = ranks_exchange_begin(QUESTION_SLOT(slot), (const void *const *)batch->packing.messages,
                             batch->packing.sizes);
    batch->answered = false;
    if (r < 0 || other->answered)
        return r;
    r = ranks_exchange_poll(QUESTION_SLOT(!slot));
    return r == 1 ? answer_all(reader, !slot) : r;
}

static int reader_take(void *arg, int slot, uint8_t *ret_answers)
{
    struct spread_reader *reader = arg;
    struct spread_batch *batch = &reader->batches[slot];
    const struct ranks_bytes *in;
    size_t own = batch->packing.own_count, width = (size_t)reader->source.width;
    int r = batch->answered ? 0 : answer_all(reader, slot);
    if (r == 0)
        r = array_reserve(&batch->own_answers, own * width, &batch->own_room, 1);
    if (r < 0)
        return r;
    answer(&reader->source, batch->packing.own, own, batch->own_answers);
    r = ranks_exchange_end(ANSWER_SLOT(slot), &in);
    if (r < 0)
        return r;
    return packing_merge(&batch->packing, batch->count, width, in, batch->own_answers, ret_answers);
}

static int reader_sum(void *arg, uint64_t *values, int count)
{
    (void)arg;
    return ranks_reduce(values, (size_t)count, RANKS_SUM);
}

struct dense_reader spread_reader_calls(struct spread_reader *reader)
{
    return (struct dense_reader){reader_ask, reader_take, reader_sum, reader};
}

struct spread_traffic spread_reader_traffic(const struct spread_reader *reader)
{
    return reader->traffic;
}
