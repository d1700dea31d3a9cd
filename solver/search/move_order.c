/*
 * Move ordering: in what order the moves of a node are tried. Their first proof numbers are in
 * initial_numbers.c.
 *
 * What tables say comes first: attractors know in how many moves a player forces a margin if the
 * history forbids nothing (tables/attractor.h), energies how much of an advantage in passes he
 * needs (tables/energy.h). A guide, which knows small proofs, goes before them.
 */
#include "search/internal.h"

/* Orders of moves about which the attractor says nothing, between its yes and its no. */
#define ORDER_UNKNOWN 1000
#define ORDER_HOPELESS 2000
/* A unit of energy; of moves that are as good a pass is tried last. */
#define ORDER_ENERGY 2
/* Of moves with a guide: before all others, 256 to each doubling of the proof's size. */
#define ORDER_GUIDED (-10000)

int search_move_rank(const struct search *search, struct state state, int n, enum colour attacker)
{
    const struct attractor *attractor = search->attractors[attacker];
    if (attractor != NULL)
        return attractor_move_rank(attractor, state, n, attacker);
    if (!foresight_is_seen(&search->outlook))
        return RANK_NONE;
    struct stone_move move = positions_move(search->positions, state.board, state.mover, n);
    const struct state child = {.board = move.child, .mover = !state.mover};
    return foresight_rank(&search->outlook, search->positions, child, move.ko, attacker);
}

int search_state_rank(const struct search *search, struct state state, enum colour attacker)
{
    const struct attractor *attractor = search->attractors[attacker];
    if (attractor != NULL)
        return attractor_rank(attractor, state, attacker);
    if (!foresight_is_seen(&search->outlook))
        return RANK_NONE;
    return foresight_rank(&search->outlook, search->positions, state, 0, attacker);
}

bool search_ranks_are_plies(const struct search *search, enum colour attacker)
{
    if (search->attractors[attacker] != NULL)
        return true;
    const struct dense_outcomes *outcomes = search->outlook.outcomes;
    return search->outlook.bounds == NULL && outcomes != NULL && outcomes->plies.data != NULL;
}

/* The rank of the state after the edge, for attacker. n: the number of a stone move, else -1. */
static int edge_rank(const struct search *search, const struct search_frame *frame,
                     const struct edge *edge, int n, enum colour attacker)
{
    if (edge->gain != 0)
        return RANK_NONE;
    return n >= 0 ? search_move_rank(search, frame->state, n, attacker)
                  : search_state_rank(search, edge->move.child, attacker);
}

/* What attacker needs in the state after the edge; 0 if that is not known. */
static int edge_need(const struct search *search, const struct search_frame *frame,
                     const struct edge *edge, int n, enum colour attacker)
{
    const struct energy *energy = search->energies[attacker];
    if (energy == NULL || edge->gain != 0)
        return 0;
    return n >= 0 ? energy_move_need(energy, frame->state, n, attacker)
                  : energy_need(energy, edge->move.child, attacker);
}

struct edge_ranks search_edge_ranks(const struct search *search, const struct search_frame *frame,
                                    const struct edge *edge, int n)
{
    enum colour mover = frame->state.mover;
    return (struct edge_ranks){
        .own = edge_rank(search, frame, edge, n, mover),
        .opponents = edge_rank(search, frame, edge, n, !mover),
    };
}

/*
 * First come the moves that win by the attractor, the quickest first, and last those that lose, the
 * slowest first; between them first what needs least energy and leaves the opponent in need of
 * most.
 */
void search_order_edge(const struct search *search, const struct search_frame *frame,
                       struct edge *edge, int n, struct edge_ranks ranks)
{
    enum colour mover = frame->state.mover;
    if (ranks.own != RANK_NONE) {
        edge->order = (int16_t)ranks.own;
    } else if (ranks.opponents != RANK_NONE) {
        edge->order = (int16_t)(ORDER_HOPELESS - ranks.opponents);
    } else {
        int need =
            edge_need(search, frame, edge, n, mover) - edge_need(search, frame, edge, n, !mover);
        bool pass = edge->move.kind == MOVE_PASS;
        edge->order = (int16_t)(ORDER_UNKNOWN + ORDER_ENERGY * need + pass);
    }
    if (edge->move.kind == MOVE_REFRESH)
        edge->order = (int16_t)(edge->order + 300);
}

/* The logarithm of a size to the base 2, times 256, rounded down: without floating point, which
 * might differ from machine to machine. */
static int log_size(uint32_t size)
{
    int exponent = 31 - __builtin_clz(size);
    return exponent * 256 + (int)((size << (31 - exponent)) >> 23 & 255);
}

void search_order_guided(struct edge *edge, uint32_t size)
{
    edge->order = (int16_t)(ORDER_GUIDED + log_size(size));
}
