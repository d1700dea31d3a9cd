/*
 * Times dense tables, step by step, for scripts/bench --dense:
 *
 *     bench_dense BOARD RULES THREADS MARGIN [STEP...]
 *
 * STEP is outcomes (of the threshold MARGIN), plies (the same with them), margins (all of them) or
 * ranked (boards ranked for all margins); without, all but the last. Prints a line for each, and
 * for the index before: the seconds of wall clock and of all threads' processor time, the bytes of
 * the arrays, the sweeps, the boards and the plays that these looked at.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dense/acyclic.h"
#include "dense/outcomes.h"
#include "tables/board_table.h"

struct bench {
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_memory memory;
    struct dense_game game;
    int threads, margin;
    struct dense_progress last;
    uint64_t looked;
};

/* Wall clock, and all threads' processor time. */
struct moment {
    double wall, processor;
};

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct moment now(void)
{
    return (struct moment){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)};
}

/* Called after each sweep, and between: the last one of each sweep tells all of it. */
static int note(void *arg, const struct dense_progress *progress)
{
    struct bench *bench = arg;
    if (progress->sweep == bench->last.sweep)
        bench->looked -= bench->last.looked;
    bench->looked += progress->looked;
    bench->last = *progress;
    return 0;
}

static void tell(const struct bench *bench, const char *step, struct moment since, size_t bytes)
{
    struct moment at = now();
    printf(
        "%s seconds %.3f processor %.3f bytes %zu sweeps %d looked %llu plays %llu boards %llu\n",
        step, at.wall - since.wall, at.processor - since.processor, bytes, bench->last.sweep,
        (unsigned long long)bench->looked, (unsigned long long)bench->last.plays,
        (unsigned long long)bench->index.count);
    fflush(stdout);
}

static int make_game(struct bench *bench, const struct graph *graph, const struct ruleset *rules)
{
    const struct dense_work work = {.threads = bench->threads};
    bool kos = board_table_simple_ko(rules);
    struct moment began = now();
    int r = dense_codes_init(&bench->codes, graph, ruleset_suicide(rules));
    if (r == 0)
        r = dense_index_init(&bench->index, &bench->codes, dense_share_whole(), NULL, &work);
    if (r == 0 && kos)
        r = dense_kos_init(&bench->kos, &bench->index, &work);
    if (r < 0)
        return r;
    bench->memory.max_bytes = SIZE_MAX;
    bench->game = (struct dense_game){
        .index = &bench->index,
        .kos = kos ? &bench->kos : NULL,
        .layers = board_table_work_layers(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
    };
    tell(bench, "index", began,
         bench->index.line_count * sizeof(struct dense_line) +
             (kos ? dense_kos_bytes(bench->index.count, bench->kos.count) : 0));
    return 0;
}

static struct dense_sweeps sweeps_of(struct bench *bench)
{
    bench->last = (struct dense_progress){0};
    bench->looked = 0;
    return (struct dense_sweeps){
        .work = {.threads = bench->threads},
        .report = note,
        .report_arg = bench,
        .list_bytes = SIZE_MAX,
    };
}

static int time_outcomes(struct bench *bench, const char *step, bool plies)
{
    struct dense_outcomes outcomes = {0};
    const struct dense_sweeps how = sweeps_of(bench);
    struct moment began = now();
    int r = dense_outcomes_init(&outcomes, &bench->game, bench->margin, plies, &bench->memory);
    if (r == 0)
        r = dense_outcomes_run(&outcomes, plies, &how);
    tell(bench, step, began, bench->memory.held);
    dense_outcomes_release(&outcomes);
    return r;
}

static int time_margins(struct bench *bench, const char *step, bool ranked)
{
    struct dense_margins margins = {0};
    struct dense_acyclic acyclic = {0};
    struct dense_sweeps how = sweeps_of(bench);
    struct moment began = now();
    int r = dense_margins_init(&margins, &bench->game, &bench->memory);
    if (r == 0)
        r = dense_margins_run(&margins, &how);
    if (r == 0 && ranked) {
        how = sweeps_of(bench);
        began = now();
        r = dense_acyclic_init(&acyclic, &margins, DENSE_ACYCLIC_WIDTH_MIN, &bench->memory);
    }
    if (r == 0 && ranked)
        r = dense_acyclic_run(&acyclic, &how);
    tell(bench, step, began, bench->memory.held);
    dense_acyclic_release(&acyclic);
    dense_margins_release(&margins);
    return r;
}

static int time_step(struct bench *bench, const char *step)
{
    if (strcmp(step, "outcomes") == 0 || strcmp(step, "plies") == 0)
        return time_outcomes(bench, step, strcmp(step, "plies") == 0);
    if (strcmp(step, "ranked") == 0 && (bench->game.kos != NULL || bench->game.layers != 2)) {
        fprintf(stderr, "bench_dense: ranked: wanted rules with bounds\n");
        return -EINVAL;
    }
    return time_margins(bench, step, strcmp(step, "ranked") == 0);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"outcomes", "plies", "margins"};
    struct graph *graph;
    struct ruleset rules;
    struct error err = {""};
    if (argc < 5 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0 || board_table_kind(&rules) == TABLE_NONE) {
        fprintf(stderr, "usage: bench_dense BOARD RULES THREADS MARGIN [STEP...] %s\n", err.text);
        return 2;
    }
    struct bench bench = {.threads = atoi(argv[3]), .margin = atoi(argv[4])};
    int r = make_game(&bench, graph, &rules);
    for (int i = 5; i < argc && r == 0; i++)
        r = time_step(&bench, argv[i]);
    for (int i = 0; i < 3 && argc == 5 && r == 0; i++)
        r = time_step(&bench, usual[i]);
    dense_kos_release(&bench.kos);
    dense_index_release(&bench.index);
    dense_codes_release(&bench.codes);
    graph_free(graph);
    return r < 0;
}
