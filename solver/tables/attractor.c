/* Making and reading attractors; the levels are those of attractor_levels.c. */
#include "tables/attractor.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tables/attractor_levels.h"

static size_t rank_count(const struct reverse_moves *reverse, int layers)
{
    return (size_t)reverse->node_count * 2 * (size_t)layers;
}

size_t attractor_size(const struct reverse_moves *reverse, int passes_to_end)
{
    return rank_count(reverse, passes_to_end) + ((size_t)reverse->ko_count + 1) * 2;
}

struct attractor_sizes attractor_sizes(int layers)
{
    /* A state stands in one frontier once; the next one is filled while the last is handed on. At
     * the worst a layer of both attackers is in both of them. */
    size_t states = 2 * sizeof(uint64_t);
    return (struct attractor_sizes){
        .node = 2 * (size_t)layers,
        .ko = 2,
        .node_work = sizeof(struct node_record) + 1 + states,
        .ko_work = sizeof(struct ko_record),
    };
}

/* Every margin, the greatest first. */
static int run_stages(struct attractor_levels *levels, struct attractor *so_far)
{
    const struct attractor_work *how = levels->how;
    int points = levels->reverse->positions->points, most = points, r = 0;
    levels->rank = 1;
    if (how->start != NULL) {
        r = attractor_levels_restore(levels, how->start);
        most = how->start->margin - 1;
    }
    for (; most >= -points && r == 0; most--) {
        levels->rank = (uint8_t)(most + MARGIN_OFFSET);
        r = attractor_levels_end(levels, most, most);
        if (r == 0)
            r = attractor_levels_run(levels);
        if (r == 0 && how->stage != NULL) {
            attractor_levels_copy(levels, so_far);
            r = how->stage(how->arg, so_far, most);
        }
    }
    return r;
}

static int run(struct attractor_levels *levels, struct attractor *so_far)
{
    if (levels->how->margin == MARGIN_EVERY)
        return run_stages(levels, so_far);
    levels->rank = 1;
    int r = attractor_levels_end(levels, levels->how->margin, INT_MAX);
    return r < 0 ? r : attractor_levels_run(levels);
}

int attractor_init(struct attractor *ret_attractor, const struct reverse_moves *reverse,
                   const struct attractor_work *how)
{
    struct attractor_levels levels = {
        .reverse = reverse,
        .how = how,
        .layers = how->passes_to_end,
        .base = (uint64_t)reverse->node_count << 3,
    };
    struct attractor attractor = {
        .reverse = reverse,
        .margin = how->margin,
        .layers = how->passes_to_end,
        .ranks = malloc(rank_count(reverse, how->passes_to_end)),
        .ko_ranks = malloc(((size_t)reverse->ko_count + 1) * 2),
    };
    assert(how->passes_to_end >= 2 && how->passes_to_end <= LAYERS_MAX && how->threads >= 1);
    int r = attractor_levels_init(&levels);
    if (attractor.ranks == NULL || attractor.ko_ranks == NULL)
        r = -ENOMEM;
    if (r == 0)
        r = run(&levels, &attractor);
    if (r == 0)
        attractor_levels_copy(&levels, &attractor);
    attractor_levels_release(&levels);
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

int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker)
{
    const struct positions *positions = attractor->reverse->positions;
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    size_t node = (size_t)position_orbit(positions, state.board) * 2 + (state.mover ^ swap);
    return attractor
        ->ranks[(node * 2 + (attacker ^ swap)) * (size_t)attractor->layers + state.passes];
}

int attractor_move_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker)
{
    const struct positions *positions = attractor->reverse->positions;
    uint32_t orbit = position_orbit(positions, state.board);
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    unsigned mover = state.mover ^ swap;
    const struct stone_move *move =
        &positions->moves[positions->orbits[orbit].first_move[mover] + (uint32_t)n];
    if (reverse_moves_has_ko(attractor->reverse, move)) {
        size_t index = reverse_moves_ko_index(attractor->reverse, orbit * 2 + mover, n);
        return attractor->ko_ranks[index * 2 + (attacker ^ swap)];
    }
    struct state child = {.board = move->child, .mover = (uint8_t)!mover};
    return attractor_rank(attractor, child, attacker ^ swap);
}

int attractor_margin(const struct attractor *attractor, struct state state, enum colour attacker)
{
    int rank = attractor_rank(attractor, state, attacker);
    return rank == RANK_NONE ? NEVER_FORCED : rank - MARGIN_OFFSET;
}

int attractor_ko_margin(const struct attractor *attractor, uint32_t index, unsigned attacker)
{
    int rank = attractor->ko_ranks[(size_t)index * 2 + attacker];
    return rank == RANK_NONE ? NEVER_FORCED : rank - MARGIN_OFFSET;
}
