/*
 * Sweep k gives rank k to the states whose attacker has a play into rank k - 1, or all of whose
 * plays by the other side lead to ranks below k. Repeated until nothing changes.
 */
#include "engine/attractor.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t rank_count(const struct positions *positions, int layers)
{
    return (size_t)positions->orbit_count * 4 * (size_t)layers;
}

size_t attractor_size(const struct positions *positions, int passes_to_end)
{
    return rank_count(positions, passes_to_end) + (size_t)positions->play_count * 2;
}

static uint8_t *slot(const struct attractor *attractor, uint32_t board, enum colour mover,
                     enum colour attacker, int passes)
{
    const struct positions *positions = attractor->positions;
    unsigned swap = (unsigned)element_swaps(position_element(positions, board));
    size_t index = (size_t)position_orbit(positions, board) * 2 + (mover ^ swap);
    index = (index * 2 + (attacker ^ swap)) * (size_t)attractor->layers + (size_t)passes;
    return &attractor->ranks[index];
}

int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker)
{
    return *slot(attractor, state.board, state.mover, attacker, state.passes);
}

/* Of play index (in the table, by canonical mover on the canonical board). */
static int play_rank(const struct attractor *attractor, uint32_t index, enum colour mover,
                     enum colour attacker)
{
    const struct play *play = &attractor->positions->plays[index];
    if (play->ko != 0)
        return attractor->ko_ranks[(size_t)index * 2 + attacker];
    return *slot(attractor, play->child, !mover, attacker, 0);
}

int attractor_play_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker)
{
    const struct positions *positions = attractor->positions;
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, state.board)];
    unsigned swap = (unsigned)element_swaps(position_element(positions, state.board));
    return play_rank(attractor, orbit->first_play[state.mover ^ swap] + (uint32_t)n,
                     state.mover ^ swap, attacker ^ swap);
}

/* Collects the outcomes of a node's plays. */
struct tally {
    bool own; /* the attacker is to move */
    bool all; /* every play so far leads into the attractor */
    bool any;
    int least, most;
};

static void count_play(struct tally *tally, int rank, int below)
{
    if (rank == RANK_NONE || rank >= below) {
        tally->all = false;
        return;
    }
    tally->any = true;
    if (rank < tally->least)
        tally->least = rank;
    if (rank > tally->most)
        tally->most = rank;
}

/*
 * Does sweep number `sweep` decide the node: mover on the board, after so many passes, not
 * playing on the point that ko forbids?
 */
static bool decides(const struct attractor *attractor, uint32_t board, enum colour mover,
                    enum colour attacker, int passes, int ko, int sweep)
{
    const struct positions *positions = attractor->positions;
    int g = position_element(positions, board);
    unsigned swap = (unsigned)element_swaps(g);
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, board)];
    uint32_t first = orbit->first_play[mover ^ swap];
    int canonical_ko = position_map_ko(positions, positions->inverse[g], (uint8_t)ko);
    struct tally tally = {.own = mover == attacker, .all = true, .least = RANK_MAX + 1};

    if (passes + 1 < attractor->layers) {
        count_play(&tally, *slot(attractor, board, !mover, attacker, passes + 1), sweep);
    } else {
        int margin = positions_margin(positions, board);
        bool good = (attacker == BLACK ? margin : -margin) >= attractor->margin;
        count_play(&tally, good ? 1 : RANK_NONE, sweep + 1);
    }
    for (int n = 0; n < orbit->play_count[mover ^ swap]; n++) {
        const struct play *play = &positions->plays[first + (uint32_t)n];
        if (canonical_ko == play->point + 1)
            continue;
        if (tally.own ? tally.any : !tally.all)
            break;
        count_play(&tally, play_rank(attractor, first + (uint32_t)n, mover ^ swap, attacker ^ swap),
                   sweep);
    }
    return tally.own ? tally.any : tally.all;
}

static bool sweep_orbit(struct attractor *attractor, uint32_t orbit, int sweep)
{
    const struct positions *positions = attractor->positions;
    uint32_t board = orbit << positions->shift;
    bool changed = false;
    for (int combination = 0; combination < 4; combination++) {
        enum colour mover = combination >> 1 & 1, attacker = combination & 1;
        for (int passes = 0; passes < attractor->layers; passes++) {
            uint8_t *rank = slot(attractor, board, mover, attacker, passes);
            if (*rank != RANK_NONE || !decides(attractor, board, mover, attacker, passes, 0, sweep))
                continue;
            *rank = (uint8_t)sweep;
            changed = true;
        }
        uint32_t first = positions->orbits[orbit].first_play[mover];
        for (int n = 0; n < positions->orbits[orbit].play_count[mover]; n++) {
            const struct play *play = &positions->plays[first + (uint32_t)n];
            uint8_t *rank = &attractor->ko_ranks[((size_t)first + (size_t)n) * 2 + attacker];
            if (play->ko == 0 || *rank != RANK_NONE ||
                !decides(attractor, play->child, !mover, attacker, 0, play->ko, sweep))
                continue;
            *rank = (uint8_t)sweep;
            changed = true;
        }
    }
    return changed;
}

int attractor_init(struct attractor *ret_attractor, const struct positions *positions, int margin,
                   int passes_to_end, bool (*stop)(void *), void *arg)
{
    struct attractor attractor = {
        .positions = positions,
        .margin = margin,
        .layers = passes_to_end,
        .bytes = attractor_size(positions, passes_to_end),
    };
    attractor.ranks = calloc(rank_count(positions, passes_to_end), 1);
    attractor.ko_ranks = calloc((size_t)positions->play_count * 2 + 1, 1);
    int r = attractor.ranks == NULL || attractor.ko_ranks == NULL ? -ENOMEM : 0;
    bool changed = true;
    for (int sweep = 1; sweep <= RANK_MAX && changed && r == 0; sweep++) {
        changed = false;
        for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++)
            changed |= sweep_orbit(&attractor, orbit, sweep);
        if (stop != NULL && stop(arg))
            r = -EINTR;
    }
    if (r < 0)
        attractor_release(&attractor);
    else
        *ret_attractor = attractor;
    return r;
}

void attractor_release(struct attractor *attractor)
{
    free(attractor->ranks);
    free(attractor->ko_ranks);
    memset(attractor, 0, sizeof(*attractor));
}
