/*
 * A dense table that many ranks make is that which one makes: every entry, and the file byte for
 * byte. Checkpoints of the ranks are gone on with.
 *
 * usage: test_spread BOARD RULES THREADS FILE [measure]
 *
 * Each rank makes the whole table, too, and compares its share. FILE: where rank 0 writes; the
 * table of one is beside it, as FILE.alone. measure: no comparison, but what it took.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "dense/margins.h"
#include "dense/outcomes.h"
#include "dense/spread/files.h"
#include "dense/spread/reader.h"
#include "dense/spread/seen.h"
#include "ranks/near.h"
#include "ranks/ranks.h"
#include "tables/board_table.h"

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ranks_abort(1, #condition);                                                            \
    } while (0)

/* A share of a board, and the memory of its tables. */
struct made_share {
    struct dense_codes codes;
    struct dense_array lines;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_game game;
    struct dense_memory memory;
};

static void make_share(struct made_share *ret, const struct graph *graph,
                       const struct ruleset *rules, struct dense_share share, int threads)
{
    const struct dense_work how = {.threads = threads};
    bool simple_ko = board_table_simple_ko(rules);
    ret->memory = (struct dense_memory){.max_bytes = SIZE_MAX, .lent = share.ranks > 1};
    MUST(dense_codes_init(&ret->codes, graph, ruleset_suicide(rules)) == 0);
    size_t bytes = (size_t)dense_index_lines(&ret->codes, share) * sizeof(struct dense_line);
    MUST(dense_memory_take(&ret->memory, bytes, &ret->lines) == 0);
    MUST(dense_index_init(&ret->index, &ret->codes, share, ret->lines.data, &how) == 0);
    memset(&ret->kos, 0, sizeof(ret->kos));
    if (simple_ko)
        MUST(dense_kos_init(&ret->kos, &ret->index, &how) == 0);
    if (simple_ko && share.ranks > 1)
        MUST(dense_kos_lend(&ret->kos, &ret->memory) == 0);
    ret->game = (struct dense_game){
        .index = &ret->index,
        .kos = simple_ko ? &ret->kos : NULL,
        .layers = board_table_work_layers(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
    };
}

static void release_share(struct made_share *share)
{
    dense_kos_release(&share->kos);
    dense_index_release(&share->index);
    dense_memory_give(&share->memory, &share->lines);
    dense_codes_release(&share->codes);
}

static void answer_margins(const void *table, const struct dense_lookup *lookups, size_t count,
                           uint8_t *ret_answers)
{
    dense_margins_answer(table, lookups, count, ret_answers);
}

static void answer_outcomes(const void *table, const struct dense_lookup *lookups, size_t count,
                            uint8_t *ret_answers)
{
    dense_outcomes_answer(table, lookups, count, ret_answers);
}

/* Calls run with a reader for the table. */
struct run_of {
    struct made_share *share;
    void *table;
    int width;
    void (*answer)(const void *, const struct dense_lookup *, size_t, uint8_t *);
    int (*run)(void *table, const struct dense_sweeps *how);
    const struct dense_mates *mates; /* or NULL: all are asked */
};

static struct dense_progress last;

static int note(void *arg, const struct dense_progress *progress)
{
    (void)arg;
    last = *progress;
    return 0;
}

static void run_spread(const struct run_of *what, int threads, const char *name)
{
    struct spread_reader *reader;
    const struct spread_source source = {&what->share->index, what->table, what->width,
                                         what->answer, threads};
    MUST(spread_reader_new(&reader, &source) == 0);
    struct dense_reader calls = spread_reader_calls(reader);
    const struct dense_sweeps how = {.work = {.threads = threads},
                                     .report = note,
                                     .reader = what->share->index.share.ranks > 1 ? &calls : NULL,
                                     .mates = what->mates};
    double start = clock_now();
    MUST(ranks_barrier() == 0);
    MUST(what->run(what->table, &how) == 0);
    MUST(ranks_barrier() == 0);
    struct spread_traffic traffic = spread_reader_traffic(reader);
    uint64_t all[] = {what->share->index.count, last.plays, traffic.lookups, traffic.bytes};
    MUST(ranks_reduce(all, 4, RANKS_SUM) == 0);
    if (ranks_rank() == 0)
        printf("%s: %" PRIu64 " boards, %d sweeps, %" PRIu64 " plays, %" PRIu64
               " asked of others, %" PRIu64 " bytes, %.2f s\n",
               name, all[0], last.sweep, all[1], all[2], all[3], clock_now() - start);
    spread_reader_free(reader);
}

static int run_margins(void *table, const struct dense_sweeps *how)
{
    return dense_margins_run(table, how);
}

static int run_outcomes(void *table, const struct dense_sweeps *how)
{
    return dense_outcomes_run(table, true, how);
}

/* Are the entries of a share, size bytes a board, those of the whole? */
static void compare(const struct made_share *share, const struct made_share *whole,
                    const uint8_t *entries, const uint8_t *wanted, size_t size)
{
    for (uint64_t i = 0; i < share->index.count; i++) {
        uint64_t number = dense_index_number(&whole->index, dense_index_code(&share->index, i));
        MUST(memcmp(entries + i * size, wanted + number * size, size) == 0);
    }
}

static void compare_kos(const struct made_share *share, const struct made_share *whole,
                        const uint8_t *entries, const uint8_t *wanted, size_t size)
{
    for (uint64_t i = 0; share->game.kos != NULL && i < share->kos.count; i++) {
        struct dense_ko ko = dense_kos_at(&share->kos, i);
        uint64_t board =
            dense_index_number(&whole->index, dense_index_code(&share->index, ko.number));
        uint64_t number = dense_kos_number(&whole->kos, board, ko.mover, ko.point + 1u);
        MUST(memcmp(entries + i * size, wanted + number * size, size) == 0);
    }
}

static void try_outcomes(struct made_share *share, struct made_share *whole, int threshold,
                         bool plies, int threads)
{
    struct dense_outcomes own, alone;
    const struct dense_sweeps how = {.work = {.threads = threads}};
    MUST(dense_outcomes_init(&own, &share->game, threshold, plies, &share->memory) == 0);
    const struct run_of what = {share,           &own,         dense_outcomes_width(&own),
                                answer_outcomes, run_outcomes, NULL};
    run_spread(&what, threads, plies ? "plies" : "outcomes");
    if (whole != NULL) {
        MUST(dense_outcomes_init(&alone, &whole->game, threshold, plies, &whole->memory) == 0);
        MUST(dense_outcomes_run(&alone, true, &how) == 0);
        compare(share, whole, own.codes.data, alone.codes.data, 1);
        compare_kos(share, whole, own.ko_codes.data, alone.ko_codes.data, 1);
        if (plies) {
            compare(share, whole, own.plies.data, alone.plies.data, 4);
            compare_kos(share, whole, own.ko_plies.data, alone.ko_plies.data, 2);
        }
        dense_outcomes_release(&alone);
    }
    dense_outcomes_release(&own);
}

/* How a file of margins is laid out. */
static void describe(const struct made_share *share, const struct dense_margins *margins,
                     struct dense_file_head *ret_head, struct dense_file_data *ret_data)
{
    uint8_t opposite = (uint8_t)(2 * (share->codes.points + 1));
    bool kos = share->game.kos != NULL;
    static char name[] = "a test";
    *ret_head = (struct dense_file_head){
        .name = name,
        .graph = name + sizeof(name) - 1,
        .whole = true,
        .share = share->index.share,
        .lines = share->index.all_lines,
        .boards = share->index.count,
        .kos = kos ? share->kos.count : 0,
        .part_count = kos ? 2 : 1,
        .parts = {{.width = 4, .opposite = opposite},
                  {.width = 2, .of_kos = 1, .opposite = opposite}},
    };
    *ret_data = (struct dense_file_data){
        .index = &share->index,
        .kos = share->game.kos,
        .parts = {margins->codes.data, kos ? margins->ko_codes.data : NULL},
    };
}

/* Makes margins with what near ranks lend. */
static void run_seen(struct made_share *share, struct dense_margins *margins, int threads)
{
    struct spread_seen *seen;
    const struct seen_lent lent = {
        .index = &share->index,
        .kos = share->game.kos,
        .lines = &share->lines,
        .codes = &margins->codes,
        .ko_codes = &margins->ko_codes,
        .width = DENSE_MARGINS_BOARD_BYTES,
        .ko_width = DENSE_MARGINS_KO_BYTES,
    };
    MUST(spread_seen_new(&seen, &lent) == 0);
    const struct dense_mates *mates = spread_seen_mates(seen);
    MUST(ranks_size() == 1 || (mates != NULL) == (near_count() > 1));
    MUST(mates == NULL || mates->all == (near_count() == ranks_size()));
    const struct run_of what = {share,          margins,     dense_margins_width(),
                                answer_margins, run_margins, mates};
    run_spread(&what, threads, "margins, near");
    spread_seen_free(seen);
}

static void try_margins(struct made_share *share, struct made_share *whole, int threads,
                        const char *file)
{
    struct dense_margins own, near, alone;
    struct dense_file_head head;
    struct dense_file_data data;
    uint64_t boards, kos;
    char beside[300];
    struct error err = {""};
    const struct dense_sweeps how = {.work = {.threads = threads}};
    const struct dense_work work = {.threads = threads};
    MUST(dense_margins_init(&own, &share->game, &share->memory) == 0);
    const struct run_of what = {share,          &own,        dense_margins_width(),
                                answer_margins, run_margins, NULL};
    run_spread(&what, threads, "margins");
    MUST(dense_margins_init(&near, &share->game, &share->memory) == 0);
    run_seen(share, &near, threads);
    MUST(memcmp(own.codes.data, near.codes.data, own.codes.bytes) == 0);
    MUST(memcmp(own.ko_codes.data, near.ko_codes.data, own.ko_codes.bytes) == 0);
    dense_margins_release(&near);
    describe(share, &own, &head, &data);
    if (spread_files_save(file, &head, &data, DENSE_FILE_LEVEL, &work, &boards, &kos, &err) < 0)
        ranks_abort(1, err.text);
    if (whole != NULL) {
        MUST(boards == whole->index.count && kos == (whole->game.kos ? whole->kos.count : 0));
        MUST(dense_margins_init(&alone, &whole->game, &whole->memory) == 0);
        MUST(dense_margins_run(&alone, &how) == 0);
        compare(share, whole, own.codes.data, alone.codes.data, 4);
        compare_kos(share, whole, own.ko_codes.data, alone.ko_codes.data, 2);
        describe(whole, &alone, &head, &data);
        snprintf(beside, sizeof(beside), "%s.alone", file);
        if (ranks_rank() == 0)
            MUST(dense_file_save(beside, &head, &data, DENSE_FILE_LEVEL, &work) == 0);
        dense_margins_release(&alone);
    }
    dense_margins_release(&own);
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct ruleset rules;
    struct error err;
    struct made_share share, whole;
    MUST(argc == 5 || argc == 6);
    bool measured = argc == 6;
    int threads = atoi(argv[3]);
    if (ranks_begin(&err) < 0 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0)
        ranks_abort(1, err.text);
    make_share(&share, graph, &rules,
               (struct dense_share){(uint32_t)ranks_size(), (uint32_t)ranks_rank()}, threads);
    if (!measured)
        make_share(&whole, graph, &rules, dense_share_whole(), threads);
    try_outcomes(&share, measured ? NULL : &whole, 3, false, threads);
    if (!measured)
        try_outcomes(&share, &whole, 3, true, threads);
    try_margins(&share, measured ? NULL : &whole, threads, argv[4]);
    if (!measured)
        release_share(&whole);
    release_share(&share);
    graph_free(graph);
    ranks_end();
    return 0;
}
