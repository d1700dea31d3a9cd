/*
 * Times the tables of all boards, phase by phase, for scripts/bench --tables:
 *
 *     bench_tables BOARD RULES THREADS
 *
 * prints one line: seconds of wall clock and of all threads' processor time for interning the
 * boards, turning the moves round, one attractor and that of all margins; boards, moves, the bytes
 * that the tables hold with one attractor, and by how much the process grew at most. On a shared
 * machine the least of several runs is what counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "search/solver.h"
#include "tables/attractor.h"

static struct timespec wall, cpu;

static double seconds_since(clockid_t clock, struct timespec *last)
{
    struct timespec now;
    clock_gettime(clock, &now);
    double seconds =
        (double)(now.tv_sec - last->tv_sec) + (double)(now.tv_nsec - last->tv_nsec) / 1e9;
    *last = now;
    return seconds;
}

static void tell(const char *phase)
{
    double real = seconds_since(CLOCK_MONOTONIC, &wall);
    printf(" %s %.3f %.3f", phase, real, seconds_since(CLOCK_PROCESS_CPUTIME_ID, &cpu));
}

/* Not by getrusage, whose answer begins with the size of the process that started this one. */
static long peak_bytes(void)
{
    char line[256];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof(line), status) != NULL)
        if (sscanf(line, "VmHWM: %ld", &kib) == 1)
            break;
    if (status != NULL)
        fclose(status);
    return kib * 1024;
}

static size_t held_bytes(const struct reverse_moves *reverse)
{
    const struct positions *positions = reverse->positions;
    return positions->orbit_count * sizeof(struct orbit) + hashset_bytes(&positions->index) +
           positions->move_count * sizeof(struct stone_move) + reverse->bytes +
           attractor_size(reverse, 2);
}

static int time_attractor(const struct reverse_moves *reverse, int margin, int threads)
{
    const struct attractor_work how = {.margin = margin, .passes_to_end = 2, .threads = threads};
    struct attractor attractor;
    int r = attractor_init(&attractor, reverse, &how);
    if (r == 0)
        attractor_release(&attractor);
    return r;
}

static int time_tables(struct positions *positions, int threads)
{
    struct reverse_moves reverse = {0};
    uint32_t id;
    long before = peak_bytes();
    seconds_since(CLOCK_MONOTONIC, &wall);
    seconds_since(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    int r = positions_intern(positions, (struct stones){{0, 0}}, &id);
    if (r == 0)
        r = positions_enumerate(positions,
                                &(struct enumeration){.max_bytes = SIZE_MAX, .threads = threads});
    tell("close");
    if (r == 0)
        r = reverse_moves_init(&reverse, positions, true, threads);
    tell("reverse");
    if (r == 0)
        r = time_attractor(&reverse, 2, threads);
    tell("attractor");
    if (r == 0)
        r = time_attractor(&reverse, MARGIN_EVERY, threads);
    tell("every");
    if (r == 0)
        printf(" boards %u plays %u bytes %zu peak %ld\n", positions->orbit_count,
               positions->move_count, held_bytes(&reverse), peak_bytes() - before);
    reverse_moves_release(&reverse);
    return r;
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct ruleset rules;
    struct positions positions;
    struct error err = {""};
    if (argc != 4 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0) {
        fprintf(stderr, "usage: bench_tables BOARD RULES THREADS %s\n", err.text);
        return 2;
    }
    int r = positions_init(&positions, graph, &rules);
    if (r == 0) {
        r = time_tables(&positions, atoi(argv[3]));
        positions_release(&positions);
    }
    graph_free(graph);
    return r < 0;
}
