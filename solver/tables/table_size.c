/* What the tables of all boards would take. */
#include "tables/table_size.h"

#include <errno.h>
#include <math.h>

#include "board/legal/count.h"
#include "states/interning.h"
#include "tables/attractor.h"

/* Memory for counting legal boards, and colourings that are tried for one symmetry. */
#define COUNT_BYTES ((size_t)1 << 20)
#define COLOURINGS_MOST 600000
/* Boards of the sample, the fewest that tell something, and colourings tried for all of them and for
 * one. On boards such as 1x64 few colourings are legal. */
#define SAMPLE 4000
#define SAMPLE_LEAST 100
#define SAMPLE_TRIES 150000
#define TRIES 2000
/* Points that are coloured before a look whether the board may become a legal one. */
#define CHECK_POINTS 16

/* Has each chain of own a liberty? */
static bool has_liberties(const struct bits_board *board, uint64_t own, uint64_t empty)
{
    return bits_flood(board, bits_spread(board, empty) & own, own) == own;
}

static bool is_legal(const struct positions *positions, struct stones stones)
{
    const struct bits_board *board = &positions->board;
    uint64_t empty = board->full & ~(stones.of[BLACK] | stones.of[WHITE]);
    return has_liberties(board, stones.of[BLACK], empty) &&
           has_liberties(board, stones.of[WHITE], empty);
}

/* The numbers of a seed can be had in any order: number n is the mix of seed + n * SEED_STEP. */
#define SEED_STEP 0x9e3779b97f4a7c15ull

static uint64_t seed_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* Colours points at random. Returns false if no board begins like this: a chain has no liberty,
 * whatever the other points are. On long boards most colourings end soon. */
static bool colour_points(const struct positions *positions, uint64_t seed,
                          struct stones *ret_stones)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < positions->points; p++) {
        seed += SEED_STEP;
        uint64_t colour = (seed_mix(seed) >> 32) * 3 >> 32; /* 2: empty */
        stones.of[BLACK] |= (uint64_t)(colour == BLACK) << p;
        stones.of[WHITE] |= (uint64_t)(colour == WHITE) << p;
        if (p % CHECK_POINTS == CHECK_POINTS - 1 && !is_legal(positions, stones))
            return false;
    }
    *ret_stones = stones;
    return is_legal(positions, stones);
}

int table_size_random_board(const struct positions *positions, uint64_t *seed,
                            struct stones *ret_stones)
{
    for (int tries = 1; tries <= TRIES; tries++) {
        uint64_t from = *seed;
        *seed += (uint64_t)positions->points * SEED_STEP;
        if (colour_points(positions, from, ret_stones))
            return tries;
    }
    return 0;
}

/* The points of a cycle that have the one colour, and those that have the other. */
struct cycle_parts {
    uint64_t of[2];
};

/* The cycles of a symmetry: the points at an even distance from the first one, and those at an odd
 * distance. A swap of the colours leaves cycles of odd length empty. Returns how many. */
static int list_cycles(const struct positions *positions, int g,
                       struct cycle_parts cycles[SOLVER_MAX_POINTS])
{
    uint64_t seen = 0;
    int count = 0;
    for (int p = 0; p < positions->points; p++) {
        struct cycle_parts parts = {{0, 0}};
        int length = 0;
        for (int q = p; !(seen >> q & 1);
             q = position_map_point(positions, g, (uint8_t)q), length++) {
            seen |= 1ull << q;
            parts.of[group_swaps(g) ? length & 1 : 0] |= 1ull << q;
        }
        if (length == 0 || (group_swaps(g) && length % 2 == 1))
            continue;
        cycles[count++] = parts;
    }
    return count;
}

/* The legal boards where some stones stand and each of count cycles is empty or has either colour
 * of its points. Where none stands yet, as many have the one colour as the other. */
static long count_coloured(const struct positions *positions, const struct cycle_parts *cycles,
                           int count, struct stones stones)
{
    if (count == 0)
        return is_legal(positions, stones);
    const uint64_t *last = cycles[count - 1].of;
    struct stones as_is = {{stones.of[BLACK] | last[0], stones.of[WHITE] | last[1]}};
    struct stones swapped = {{stones.of[BLACK] | last[1], stones.of[WHITE] | last[0]}};
    long empty = count_coloured(positions, cycles, count - 1, stones);
    long one = count_coloured(positions, cycles, count - 1, as_is);
    bool bare = (stones.of[BLACK] | stones.of[WHITE]) == 0;
    return empty + one + (bare ? one : count_coloured(positions, cycles, count - 1, swapped));
}

/* The legal boards that group element g leaves as they are; -1 if those are too many to try. */
static long count_fixed(const struct positions *positions, int g)
{
    struct cycle_parts cycles[SOLVER_MAX_POINTS];
    int count = list_cycles(positions, g, cycles);
    double colourings = pow(3.0, count);
    if (colourings > COLOURINGS_MOST)
        return -1;
    return count_coloured(positions, cycles, count, (struct stones){{0, 0}});
}

/* Burnside: the number of orbits is the mean of the boards that each element fixes. */
static void count_boards(struct table_size *size, const struct positions *positions)
{
    long double fixed = size->legal;
    size->boards_exact = size->legal_exact;
    for (int g = 1; g < positions->group.size; g++) {
        long legal = size->legal_exact ? count_fixed(positions, g) : -1;
        size->boards_exact = size->boards_exact && legal >= 0;
        fixed += legal >= 0 ? legal : 0;
    }
    size->boards = ceill(fixed / positions->group.size);
}

static void estimate_plays(struct table_size *size, const struct positions *positions)
{
    struct stone_move moves[SOLVER_MAX_POINTS];
    struct stones stones;
    uint64_t seed = 1, move_count = 0, ko_count = 0;
    int boards = 0;
    for (int tries = 0; boards < SAMPLE && tries < SAMPLE_TRIES; boards++) {
        int more = table_size_random_board(positions, &seed, &stones);
        if (more == 0)
            break;
        tries += more;
        for (enum colour mover = BLACK; mover <= WHITE; mover++) {
            int count = interning_list_moves(positions, stones, mover, moves, NULL);
            move_count += (uint64_t)count;
            for (int i = 0; i < count; i++)
                ko_count += moves[i].ko != 0;
        }
    }
    /* Where hardly any board is legal each is taken to have every move. */
    double of_each = boards >= SAMPLE_LEAST ? 1.0 / boards : 0;
    size->moves =
        (double)size->boards * (of_each > 0 ? of_each * (double)move_count : positions->points);
    size->kos = (double)size->boards * of_each * (double)ko_count;
}

/* The slots of the index are doubled when half of them are used. */
static double slot_count(double boards)
{
    double count = 1024;
    while (boards >= count / 2 - 1)
        count *= 2;
    return count;
}

static void size_tables(struct table_size *size, const struct positions *positions, bool simple_ko,
                        int layers)
{
    double boards = (double)size->boards, nodes = 2 * boards, kos = simple_ko ? size->kos : 0;
    double slots = slot_count(boards) * sizeof(*positions->index.slots);
    struct attractor_sizes sizes = attractor_sizes(layers);
    size->positions =
        boards * sizeof(struct orbit) + slots + size->moves * sizeof(struct stone_move);
    size->enumeration = (double)positions_batch_bytes(
        positions->points, boards < UINT32_MAX ? (uint32_t)boards : UINT32_MAX);
    size->reverse = nodes * 3 * sizeof(uint32_t) + (size->moves - kos) * sizeof(struct arrival) +
                    kos * (sizeof(struct ko_move) + sizeof(uint32_t));
    size->attractor = nodes * (double)sizes.node + kos * (double)sizes.ko;
    size->work = nodes * (double)sizes.node_work + kos * (double)sizes.ko_work;
    size->addressable =
        size->moves <= (double)INTERNING_MOST && boards < UINT32_MAX >> positions->shift;
}

/* Counts the legal boards where that is quick. A number of more than 64 bits is rounded. */
static int count_legal(struct table_size *size, const struct graph *graph)
{
    const struct limits limits = {.max_bytes = COUNT_BYTES};
    mpz_t legal;
    long exponent;
    mpz_init(legal);
    int r = legal_count(graph, &limits, NULL, legal);
    if (r == 0) {
        double mantissa = mpz_get_d_2exp(&exponent, legal);
        size->legal_exact = mpz_fits_ulong_p(legal) != 0;
        size->legal = size->legal_exact ? (long double)mpz_get_ui(legal)
                                        : ldexpl((long double)mantissa, (int)exponent);
    }
    mpz_clear(legal);
    return r == -ENOSPC ? 0 : r;
}

/* What was counted before. Returns false if nothing was. */
static bool take_census(struct table_size *size, const struct positions_census *census)
{
    if (atomic_load(&census->state) != CENSUS_THERE)
        return false;
    size->legal = census->legal;
    size->boards = census->boards;
    size->legal_exact = census->legal_exact;
    size->boards_exact = census->boards_exact;
    size->moves = census->moves;
    size->kos = census->kos;
    return true;
}

static void leave_census(struct positions_census *census, const struct table_size *size)
{
    int none = CENSUS_NONE;
    if (!atomic_compare_exchange_strong(&census->state, &none, CENSUS_WRITTEN))
        return;
    census->legal = size->legal;
    census->boards = size->boards;
    census->legal_exact = size->legal_exact;
    census->boards_exact = size->boards_exact;
    census->moves = size->moves;
    census->kos = size->kos;
    atomic_store(&census->state, CENSUS_THERE);
}

int table_size_estimate(struct table_size *ret_size, const struct positions *positions,
                        const struct graph *graph, bool simple_ko, int layers)
{
    struct table_size size = {.legal = powl(3, graph->points)};
    if (!take_census(&size, positions->census)) {
        int r = count_legal(&size, graph);
        if (r < 0)
            return r;
        count_boards(&size, positions);
        estimate_plays(&size, positions);
        leave_census(positions->census, &size);
    }
    size_tables(&size, positions, simple_ko, layers);
    *ret_size = size;
    return 0;
}

double table_size_bytes(const struct table_size *size)
{
    double closing = size->positions + size->enumeration;
    double running = size->positions + size->reverse + 3 * size->attractor + size->work;
    return closing > running ? closing : running;
}
