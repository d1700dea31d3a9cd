/* The board graph turned round. */
#include "tables/reverse_moves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

static const struct stone_move *plays_of(const struct reverse_moves *reverse, uint32_t node,
                                         uint32_t *ret_count)
{
    const struct orbit *orbit = &reverse->positions->orbits[node / 2];
    *ret_count = orbit->move_count[node & 1];
    return &reverse->positions->moves[orbit->first_move[node & 1]];
}

static bool swaps(const struct reverse_moves *reverse, const struct stone_move *move)
{
    return group_swaps(position_element(reverse->positions, move->child));
}

/* The node at which a move of node arrives. */
static uint32_t target(const struct reverse_moves *reverse, const struct stone_move *move,
                       uint32_t node)
{
    uint32_t mover = (node & 1) ^ 1u ^ (uint32_t)swaps(reverse, move);
    return position_orbit(reverse->positions, move->child) * 2 + mover;
}

/* Fewer nodes are not worth another thread. */
#define SHARED_LEAST 4096

/* Nodes: a thread's share. */
struct node_range {
    uint32_t first, end;
};

static struct node_range share_of(const struct reverse_moves *reverse, int thread, int threads)
{
    uint64_t count = reverse->node_count, part = (unsigned)thread, parts = (unsigned)threads;
    return (struct node_range){(uint32_t)(count * part / parts),
                               (uint32_t)(count * (part + 1) / parts)};
}

static bool is_within(struct node_range range, uint32_t node)
{
    return node >= range.first && node < range.end;
}

static void share_out(struct reverse_moves *reverse, int threads,
                      void (*work)(struct reverse_moves *, struct node_range))
{
    (void)threads;
#ifdef _OPENMP
    if (threads > 1 && reverse->node_count >= SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int i = 0; i < threads; i++)
            work(reverse, share_of(reverse, i, threads));
        return;
    }
#endif
    work(reverse, share_of(reverse, 0, 1));
}

/* Counts the own moves with a ko of each node of range, a place up. */
static void count_own_kos(struct reverse_moves *reverse, struct node_range range)
{
    for (uint32_t node = range.first; node < range.end; node++) {
        uint32_t count, kos = 0;
        const struct stone_move *moves = plays_of(reverse, node, &count);
        for (uint32_t n = 0; n < count; n++)
            kos += reverse_moves_has_ko(reverse, &moves[n]);
        reverse->ko_owned[node + 1] = kos;
    }
}

/* Where each node's own moves with a ko begin. */
static void count_kos(struct reverse_moves *reverse, int threads)
{
    share_out(reverse, threads, count_own_kos);
    for (uint32_t node = 0; node < reverse->node_count; node++)
        reverse->ko_owned[node + 1] += reverse->ko_owned[node];
    reverse->ko_count = reverse->ko_owned[reverse->node_count];
}

/* Counts the arrivals of both kinds at each node of range, two places up. Each thread looks at all
 * moves and takes its own, so that arrivals are in the order of their owners. */
static void count_arrivals(struct reverse_moves *reverse, struct node_range range)
{
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        uint32_t count;
        const struct stone_move *moves = plays_of(reverse, node, &count);
        for (uint32_t n = 0; n < count; n++) {
            uint32_t to = target(reverse, &moves[n], node);
            if (!is_within(range, to))
                continue;
            if (reverse_moves_has_ko(reverse, &moves[n]))
                reverse->ko_first[to + 2]++;
            else
                reverse->first[to + 2]++;
        }
    }
}

static void add_up(struct reverse_moves *reverse)
{
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        reverse->first[node + 2] += reverse->first[node + 1];
        reverse->ko_first[node + 2] += reverse->ko_first[node + 1];
    }
}

static void place_ko_move(struct reverse_moves *reverse, const struct stone_move *move,
                          uint32_t node, uint32_t index)
{
    const struct positions *positions = reverse->positions;
    int back = positions->group.inverse[position_element(positions, move->child)];
    reverse->ko_list[reverse->ko_first[target(reverse, move, node) + 1]++] = index;
    reverse->ko_moves[index] = (struct ko_move){
        .owner = node,
        .point = move->point,
        .swaps = swaps(reverse, move),
        .ko = position_map_ko(positions, back, move->ko),
    };
}

static void place_arrivals(struct reverse_moves *reverse, struct node_range range)
{
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        uint32_t count, index = reverse->ko_owned[node];
        const struct stone_move *moves = plays_of(reverse, node, &count);
        for (uint32_t n = 0; n < count; n++) {
            uint32_t to = target(reverse, &moves[n], node);
            bool ko = reverse_moves_has_ko(reverse, &moves[n]), own = is_within(range, to);
            if (own && ko)
                place_ko_move(reverse, &moves[n], node, index);
            else if (own)
                reverse->arrivals[reverse->first[to + 1]++] =
                    (struct arrival){node, moves[n].point, swaps(reverse, &moves[n])};
            index += ko;
        }
    }
}

static uint32_t *offsets(uint32_t count)
{
    return calloc((size_t)count + 2, sizeof(uint32_t));
}

int reverse_moves_init(struct reverse_moves *ret_reverse, const struct positions *positions,
                       bool simple_ko, int threads)
{
    struct reverse_moves reverse = {
        .positions = positions,
        .simple_ko = simple_ko,
        .node_count = positions->orbit_count * 2,
    };
    int r = -ENOMEM;
    reverse.first = offsets(reverse.node_count);
    reverse.ko_first = offsets(reverse.node_count);
    reverse.ko_owned = offsets(reverse.node_count);
    if (reverse.first != NULL && reverse.ko_first != NULL && reverse.ko_owned != NULL) {
        count_kos(&reverse, threads);
        share_out(&reverse, threads, count_arrivals);
        add_up(&reverse);
        size_t kos = (size_t)reverse.ko_count + 1;
        size_t moves = (size_t)positions->move_count - reverse.ko_count + 1;
        reverse.arrivals = malloc(moves * sizeof(*reverse.arrivals));
        reverse.ko_moves = malloc(kos * sizeof(*reverse.ko_moves));
        reverse.ko_list = malloc(kos * sizeof(*reverse.ko_list));
        reverse.bytes = 3 * ((size_t)reverse.node_count + 2) * sizeof(uint32_t) +
                        moves * sizeof(*reverse.arrivals) +
                        kos * (sizeof(*reverse.ko_moves) + sizeof(*reverse.ko_list));
        if (reverse.arrivals != NULL && reverse.ko_moves != NULL && reverse.ko_list != NULL)
            r = 0;
    }
    if (r < 0) {
        reverse_moves_release(&reverse);
        return r;
    }
    share_out(&reverse, threads, place_arrivals);
    *ret_reverse = reverse;
    return 0;
}

void reverse_moves_release(struct reverse_moves *reverse)
{
    FREE_ALL(reverse->first, reverse->arrivals, reverse->ko_moves, reverse->ko_owned,
             reverse->ko_first, reverse->ko_list);
    memset(reverse, 0, sizeof(*reverse));
}

uint32_t reverse_moves_ko_index(const struct reverse_moves *reverse, uint32_t node, int n)
{
    uint32_t count, index = reverse->ko_owned[node];
    const struct stone_move *moves = plays_of(reverse, node, &count);
    for (int i = 0; i < n; i++)
        index += reverse_moves_has_ko(reverse, &moves[i]);
    return index;
}
