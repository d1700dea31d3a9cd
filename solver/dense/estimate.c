/* What dense tables take. */
#include "dense/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/hash.h"
#include "dense/acyclic.h"
#include "dense/index.h"
#include "dense/kos.h"
#include "dense/margins.h"
#include "dense/moves.h"
#include "dense/outcomes.h"

/* Boards of the sample, and boards that are tried for one that is legal. */
#define SAMPLE 2000
#define TRIES 100000
/* The least time of so many counts: another process may have had the core in between. */
#define ROUNDS 7
/* Measured on 4x4 and 4x5: how many times all plays are looked at, until all margins are decided,
 * and until one threshold is; and how much longer a play takes where the tables do not fit into
 * the cache of the processor. Ranks take 12 times as long as the margins besides: measured on 2x7,
 * 3x5 and 4x4; on 3x4 six times. */
#define TIMES_MARGINS 7.5
#define TIMES_RANKED 93.0
#define TIMES_THRESHOLD 3.0
#define TIMES_LOOKUP 2.6
/* The part of that time that is left where plays are listed once (dense_sweeps.list_bytes):
 * measured on 3x5, 2x8 and 4x4, of both kinds of bounds. */
#define LISTED_MARGINS 0.45
#define LISTED_THRESHOLD 0.6
/* Seconds for each place of the index, of one thread. */
#define PLACE_SECONDS 25e-9

/* Bytes of the file for each board, with a simple ko, without, of ranks: measured on 2x7 to 2x9,
 * 3x5, 4x4 and 4x5, of which none is more than a tenth off. */
#define FILE_BYTES_KO 0.54
#define FILE_BYTES 0.9
#define FILE_BYTES_RANKED 1.04

/* What a sample of legal boards shows. */
struct dense_sample {
    double boards, kos, plays; /* kos: states with a ko */
    double seconds;            /* for listing the plays */
};

/* A random board, more often full than empty. */
static struct stones random_board(const struct dense_codes *codes, uint64_t *seed)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < codes->points; p++) {
        *seed += 0x9e3779b97f4a7c15ull;
        uint64_t digit = hash_mix(*seed) % 3;
        if (digit > 0)
            stones.of[digit - 1] |= 1ull << p;
    }
    return stones;
}

static void take_sample(const struct dense_codes *codes, struct dense_sample *sample)
{
    struct dense_children children;
    struct stones *boards = malloc(SAMPLE * sizeof(*boards));
    uint64_t seed = 1;
    int count = 0;
    for (int i = 0; boards != NULL && i < TRIES && count < SAMPLE; i++) {
        boards[count] = random_board(codes, &seed);
        count += dense_codes_is_legal(codes, boards[count]);
    }
    *sample = (struct dense_sample){.boards = count};
    for (int i = 0; i < count; i++) {
        struct stones kos = dense_moves_kos(codes, boards[i]);
        sample->kos += __builtin_popcountll(kos.of[BLACK]) + __builtin_popcountll(kos.of[WHITE]);
    }
    sample->seconds = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double began = clock_now(), plays = 0;
        for (int i = 0; i < count; i++) {
            dense_moves_list(codes, boards[i], &children);
            plays += children.count[BLACK] + children.count[WHITE];
        }
        sample->plays = plays;
        sample->seconds = fmin(sample->seconds, clock_now() - began);
    }
    free(boards);
}

double dense_estimate_lists(double boards, double plays)
{
    return 8 * boards + 4 * plays;
}

double dense_estimate_listed(double bytes, double lists, double with)
{
    double listed = fmin(fmax(bytes / 2, 0) / lists, 1);
    return 1 - listed * (1 - with);
}

int dense_estimate_make(struct dense_estimate *ret_estimate, const struct dense_estimate_of *of)
{
    struct dense_estimate made = {0};
    struct dense_sample sample;
    struct dense_codes codes;
    int r = dense_codes_init(&codes, of->graph, of->suicide);
    if (r < 0)
        return r;
    take_sample(&codes, &sample);
    double lines = (double)dense_index_lines(&codes, dense_share_whole());
    made.places = (double)codes.places;
    dense_codes_release(&codes);
    if (of->simple_ko && sample.boards > 0)
        made.kos = sample.kos / sample.boards * of->boards;
    made.index = lines * sizeof(struct dense_line);
    uint64_t boards = (uint64_t)of->boards, kos = (uint64_t)made.kos;
    if (of->simple_ko)
        made.index += (double)dense_kos_bytes(boards, kos);
    made.margins = (double)dense_margins_bytes(boards, kos);
    made.threshold = (double)dense_outcomes_bytes(boards, kos, false);
    made.plies = (double)dense_outcomes_bytes(boards, kos, true) - made.threshold;
    if (of->ranked)
        made.margins += (double)dense_acyclic_bytes(boards, DENSE_ACYCLIC_WIDTH_MIN);
    made.file = of->boards * (of->ranked      ? FILE_BYTES_RANKED
                              : of->simple_ko ? FILE_BYTES_KO
                                              : FILE_BYTES);
    made.play = sample.plays > 0 ? sample.seconds / sample.plays * TIMES_LOOKUP : 0;
    made.seconds_index = made.places * PLACE_SECONDS / of->threads;
    double once = of->plays * made.play / of->threads, ranks = of->ranked ? TIMES_RANKED : 0;
    double left = of->max_bytes - made.index - made.margins;
    double lists = dense_estimate_lists(of->boards, of->plays);
    made.seconds_margins =
        (TIMES_MARGINS * dense_estimate_listed(left, lists, LISTED_MARGINS) + ranks) * once;
    made.seconds_threshold =
        TIMES_THRESHOLD * dense_estimate_listed(left, lists, LISTED_THRESHOLD) * once;
    *ret_estimate = made;
    return 0;
}
