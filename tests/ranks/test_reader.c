/*
 * Entries that other ranks hold, read in batches, are those that a table of this process alone has.
 *
 * usage: test_reader BOARD RULES BATCH THREADS
 *
 * Each rank goes over its boards and asks for all of their children. A made-up table tells what was
 * asked: its entries follow from the state. Batches of two slots are on their way at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dense/moves.h"
#include "dense/spread/reader.h"
#include "ranks/ranks.h"

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ranks_abort(1, #condition);                                                            \
    } while (0)

#define WIDTH 3

static void made_entry(const struct dense_lookup *lookup, uint8_t *ret_entry)
{
    uint64_t mixed = (lookup->code * 64 + lookup->ko) * 2 + lookup->mover;
    mixed *= UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < WIDTH; i++)
        ret_entry[i] = (uint8_t)(mixed >> (40 + 8 * i));
}

static void made_answers(const void *table, const struct dense_lookup *lookups, size_t count,
                         uint8_t *ret_answers)
{
    const struct dense_index *index = table;
    for (size_t i = 0; i < count; i++) {
        MUST(dense_index_has(index, lookups[i].code));
        made_entry(&lookups[i], ret_answers + i * WIDTH);
    }
}

struct batch {
    struct dense_lookup *lookups;
    uint8_t *answers;
    size_t count;
};

/* Fills a batch with children of boards, from where the walk is. */
static void fill(struct batch *batch, struct dense_walk *walk, size_t room)
{
    struct dense_children children;
    batch->count = 0;
    while (batch->count + 2 * DENSE_POINTS_MAX <= room && dense_walk_next(walk)) {
        struct stones stones = dense_codes_stones(walk->index->codes, walk->code);
        dense_moves_list(walk->index->codes, stones, &children);
        for (unsigned mover = 0; mover < 2; mover++)
            for (int i = 0; i < children.count[mover]; i++) {
                const struct dense_child *child = &children.of[mover][i];
                uint64_t line = dense_index_line(walk->index->codes, child->code);
                batch->lookups[batch->count++] =
                    (struct dense_lookup){child->code, (uint8_t)(!mover ^ child->swaps), child->ko,
                                          dense_share_owner(walk->index->share, line)};
            }
    }
}

static void check(const struct batch *batch)
{
    uint8_t wanted[WIDTH];
    for (size_t i = 0; i < batch->count; i++) {
        made_entry(&batch->lookups[i], wanted);
        MUST(memcmp(wanted, batch->answers + i * WIDTH, WIDTH) == 0);
    }
}

/* Returns how many lookups this rank made. */
static uint64_t go_over_all(const struct dense_index *index, const struct dense_reader *reader,
                            size_t room)
{
    struct batch batches[2];
    struct dense_walk walk;
    uint64_t asked = 0, left = 1;
    for (int i = 0; i < 2; i++)
        batches[i] =
            (struct batch){malloc(room * sizeof(struct dense_lookup)), malloc(room * WIDTH), 0};
    dense_walk_start(&walk, index, 0, index->line_count);
    for (int round = 0; left > 0; round++) {
        struct batch *own = &batches[round % 2], *other = &batches[1 - round % 2];
        fill(own, &walk, room);
        asked += left = own->count;
        MUST(reader->ask(reader->arg, round % 2, own->lookups, own->count) == 0);
        if (round > 0) {
            MUST(reader->take(reader->arg, 1 - round % 2, other->answers) == 0);
            check(other);
        }
        MUST(reader->sum(reader->arg, &left, 1) == 0);
        if (left == 0)
            MUST(reader->take(reader->arg, round % 2, own->answers) == 0);
    }
    for (int i = 0; i < 2; i++) {
        free(batches[i].lookups);
        free(batches[i].answers);
    }
    return asked;
}

static int compare(const struct graph *graph, const struct ruleset *rules, size_t room, int threads)
{
    struct dense_codes codes;
    struct dense_index index;
    struct spread_reader *reader;
    const struct dense_work how = {.threads = threads};
    struct dense_share share = {(uint32_t)ranks_size(), (uint32_t)ranks_rank()};
    MUST(dense_codes_init(&codes, graph, ruleset_suicide(rules)) == 0);
    MUST(dense_index_init(&index, &codes, share, NULL, &how) == 0);
    const struct spread_source source = {&index, &index, WIDTH, made_answers, threads};
    MUST(spread_reader_new(&reader, &source) == 0);
    struct dense_reader calls = spread_reader_calls(reader);
    uint64_t asked = go_over_all(&index, &calls, room);
    struct spread_traffic traffic = spread_reader_traffic(reader);
    MUST(traffic.lookups <= asked && (traffic.lookups > 0) == (ranks_size() > 1 && asked > 0));
    uint64_t all[] = {asked, index.count, traffic.lookups, traffic.bytes};
    MUST(ranks_reduce(all, 4, RANKS_SUM) == 0);
    if (ranks_rank() == 0)
        printf("%llu plays of %llu boards; %d ranks: %llu asked of others, %llu bytes\n",
               (unsigned long long)all[0], (unsigned long long)all[1], ranks_size(),
               (unsigned long long)all[2], (unsigned long long)all[3]);
    spread_reader_free(reader);
    dense_index_release(&index);
    dense_codes_release(&codes);
    return 0;
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct ruleset rules;
    struct error err;
    MUST(argc == 5);
    if (ranks_begin(&err) < 0 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0)
        ranks_abort(1, err.text);
    compare(graph, &rules, (size_t)atol(argv[3]), atoi(argv[4]));
    graph_free(graph);
    ranks_end();
    return 0;
}
