/*
 * How far one threshold of a large board comes in some time, with little memory:
 *
 *     bench_disk BOARD RULES THREADS MARGIN MEMORY FOLDER SECONDS
 *
 * decides who can force the margin, all boards, both players (dense/outcomes.h). The index and the
 * entries take MEMORY, bytes or with K, M or G; what does not fit lies in files without names in
 * FOLDER, which are gone at the end. (An index that would take half of MEMORY lies there, too: the
 * more is left for a window, the less often plays are listed.) After so many seconds it stops. Some
 * times a minute, at the end of each sweep and at the end of all it tells in a line: seconds,
 * processor time, the sweep, its boards gone over, looked at and changed, plays since the
 * beginning, and what this process has read from disks and written to them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dense/outcomes.h"
#include "tables/board_table.h"

#define TELL_SECONDS 20.0

struct disk_bench {
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_memory memory;
    struct dense_array lines;
    struct dense_outcomes outcomes;
    int threads, margin;
    double began, told, seconds;
    struct dense_progress last;
};

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double elapsed(const struct disk_bench *bench)
{
    return read_clock(CLOCK_MONOTONIC) - bench->began;
}

/* Bytes of disks, as the kernel counts them for this process. */
static void read_io(unsigned long long *ret_read, unsigned long long *ret_written)
{
    char line[128];
    FILE *io = fopen("/proc/self/io", "r");
    *ret_read = *ret_written = 0;
    while (io != NULL && fgets(line, sizeof(line), io) != NULL) {
        (void)sscanf(line, "read_bytes: %llu", ret_read);
        (void)sscanf(line, "write_bytes: %llu", ret_written);
    }
    if (io != NULL)
        fclose(io);
}

static void tell(struct disk_bench *bench, const char *what)
{
    const struct dense_progress *now = &bench->last;
    unsigned long long read, written;
    read_io(&read, &written);
    printf(
        "%s seconds %.1f processor %.1f sweep %d done %llu of %llu looked %llu changed %llu "
        "plays %llu read %llu written %llu\n",
        what, elapsed(bench), read_clock(CLOCK_PROCESS_CPUTIME_ID), now->sweep,
        (unsigned long long)now->done, (unsigned long long)bench->index.count,
        (unsigned long long)now->looked, (unsigned long long)now->changed,
        (unsigned long long)now->plays, read, written);
    fflush(stdout);
    bench->told = elapsed(bench);
}

static int note(void *arg, const struct dense_progress *progress)
{
    struct disk_bench *bench = arg;
    bool ended = bench->last.sweep != 0 && progress->sweep != bench->last.sweep;
    if (ended)
        tell(bench, "swept");
    bench->last = *progress;
    if (elapsed(bench) - bench->told >= TELL_SECONDS)
        tell(bench, "at");
    return 0;
}

static bool is_over(void *arg)
{
    const struct disk_bench *bench = arg;
    return elapsed(bench) >= bench->seconds;
}

/* Bytes, or with K, M or G; 0 if it is none of it. */
static size_t parse_bytes(const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    int shift = *end == 'G' ? 30 : *end == 'M' ? 20 : *end == 'K' ? 10 : 0;
    return *end == '\0' || (shift > 0 && end[1] == '\0') ? (size_t)number << shift : 0;
}

static int run(struct disk_bench *bench, const struct graph *graph, const struct ruleset *rules)
{
    const struct dense_work work = {bench->threads, is_over, bench};
    const struct dense_sweeps how = {.work = work, .report = note, .report_arg = bench};
    bool kos = board_table_simple_ko(rules);
    int r = dense_codes_init(&bench->codes, graph, ruleset_suicide(rules));
    if (r < 0)
        return r;
    uint64_t lines = dense_index_lines(&bench->codes, dense_share_whole());
    size_t bytes = lines * sizeof(struct dense_line), max_bytes = bench->memory.max_bytes;
    bench->memory.max_bytes = bytes < max_bytes / 2 ? max_bytes : 0;
    r = dense_memory_take(&bench->memory, bytes, &bench->lines);
    bench->memory.max_bytes = max_bytes;
    if (r == 0)
        r = dense_index_init(&bench->index, &bench->codes, dense_share_whole(), bench->lines.data,
                             &work);
    if (r == 0 && kos)
        r = dense_kos_init(&bench->kos, &bench->index, &work);
    tell(bench, "index");
    const struct dense_game game = {
        .index = &bench->index,
        .kos = kos ? &bench->kos : NULL,
        .layers = board_table_work_layers(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
    };
    if (r == 0)
        r = dense_outcomes_init(&bench->outcomes, &game, bench->margin, false, &bench->memory);
    printf("memory %zu files %zu\n", bench->memory.held, bench->memory.mapped);
    if (r == 0)
        r = dense_outcomes_run(&bench->outcomes, false, &how);
    tell(bench, r == 0 ? "decided" : r == -EINTR ? "stopped" : strerror(-r));
    return r;
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct ruleset rules;
    struct error err = {""};
    size_t bytes = argc == 8 ? parse_bytes(argv[5]) : 0;
    if (bytes == 0 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0 || board_table_kind(&rules) == TABLE_NONE) {
        fprintf(stderr, "usage: bench_disk BOARD RULES THREADS MARGIN MEMORY FOLDER SECONDS %s\n",
                err.text);
        return 2;
    }
    struct disk_bench bench = {
        .memory = {.max_bytes = bytes, .folder = argv[6]},
        .threads = atoi(argv[3]),
        .margin = atoi(argv[4]),
        .began = read_clock(CLOCK_MONOTONIC),
        .seconds = atof(argv[7]),
    };
    int r = run(&bench, graph, &rules);
    dense_outcomes_release(&bench.outcomes);
    dense_kos_release(&bench.kos);
    dense_index_release(&bench.index);
    dense_memory_give(&bench.memory, &bench.lines);
    dense_codes_release(&bench.codes);
    graph_free(graph);
    return r < 0 && r != -EINTR;
}
