/* How long the tables of all boards would take. */
#include "tables/table_timing.h"

#include <math.h>
#include <time.h>

#include "states/interning.h"

/* The measurement ends after so many seconds, or moves; where a board has few, whose tables take no
 * time to speak of, after so many more. */
#define PROBE_SECONDS 0.02
#define PROBE_PLAYS 2000000u
#define PROBE_PLAYS_LEAST 50000u
#define PROBE_BOARDS 256
/*
 * Seconds of each phase for a move of the tables, in units of the probe's move: measured on 3x4,
 * 2x7, 3x5 and 4x4 (results/benchmarks.md), where they differ by half. What a second thread saves.
 */
#define CLOSING_COST 1.5
#define REVERSE_COST 0.25
#define ATTRACTOR_COST 0.4
#define EVERY_COST 0.9
#define THREAD_GAIN 0.7

/* Processor time of this thread: what others do on the machine is left out. */
static double thread_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Lists the moves of some boards. Returns how many. */
static uint64_t list_some(const struct positions *positions, const struct stones *boards, int count)
{
    struct stone_move moves[SOLVER_MAX_POINTS];
    struct lookup children[SOLVER_MAX_POINTS];
    uint64_t listed = 0;
    for (int i = 0; i < count; i++)
        for (enum colour mover = BLACK; mover <= WHITE; mover++)
            listed += (uint64_t)interning_list_moves(positions, boards[i], mover, moves, children);
    return listed;
}

/* Of a board that has so many moves in all, about. */
static double time_of_play(const struct positions *positions, double all)
{
    double enough = fmin(PROBE_PLAYS_LEAST + all, PROBE_PLAYS);
    struct stones boards[PROBE_BOARDS];
    uint64_t seed = 1, moves = 0, looked = 0;
    double listing = 0, started = thread_clock(), now = started;
    while (now - started < PROBE_SECONDS && (double)(moves + looked) < enough) {
        int count = 0;
        while (count < PROBE_BOARDS && table_size_random_board(positions, &seed, &boards[count]))
            count++;
        double before = thread_clock();
        moves += list_some(positions, boards, count);
        looked += (uint64_t)count;
        now = thread_clock();
        listing += now - before;
    }
    return moves > 0 ? listing / (double)moves : 0;
}

void table_timing_measure(struct table_timing *ret_times, const struct table_size *size,
                          const struct positions *positions, int threads)
{
    double started = thread_clock();
    double move = time_of_play(positions, size->moves);
    double all = move * size->moves / (1 + THREAD_GAIN * (threads - 1));
    *ret_times = (struct table_timing){
        .measuring = thread_clock() - started,
        .move = move,
        .enumeration = CLOSING_COST * all,
        .reverse = REVERSE_COST * all,
        .attractor = ATTRACTOR_COST * all,
        .every = EVERY_COST * all,
    };
}
