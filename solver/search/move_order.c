/*
 * Move ordering: in what order the moves of a node are tried, and their first proof numbers.
 *
 * What tables say comes first: attractors know in how many moves a player forces a margin if the
 * history forbids nothing (tables/attractor.h), energies how much of an advantage in passes he
 * needs (tables/energy.h). Numbers that an earlier visit left go before them, and a guide, which
 * knows small proofs, before all.
 */
#include "search/internal.h"

/* Orders of moves about which the attractor says nothing, between its yes and its no. */
#define ORDER_UNKNOWN 1000
#define ORDER_HOPELESS 2000
/* A unit of energy; of moves that are as good a pass is tried last. */
#define ORDER_ENERGY 2
/* Of moves with a guide: before all others, 256 to each doubling of the proof's size. */
#define ORDER_GUIDED (-10000)
/* First proof numbers: by rank where the attractor agrees, else these. Found by trial. */
#define NUMBER_UNKNOWN 100
#define NUMBER_FAR 400
#define NUMBER_REFRESH 16

/* The rank of the state after the edge, for attacker. n: the number of a stone move, else -1. */
static int edge_rank(const struct search *search, const struct search_frame *frame,
                     const struct edge *edge, int n, enum colour attacker)
{
    const struct attractor *attractor = search->attractors[attacker];
    if (attractor == NULL || edge->gain != 0)
        return RANK_NONE;
    return n >= 0 ? attractor_move_rank(attractor, frame->state, n, attacker)
                  : attractor_rank(attractor, edge->move.child, attacker);
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

/*
 * First come the moves that win by the attractor, the quickest first, and last those that lose, the
 * slowest first; between them first what needs least energy and leaves the opponent in need of
 * most.
 */
void search_order_edge(const struct search *search, const struct search_frame *frame,
                       struct edge *edge, int n)
{
    enum colour mover = frame->state.mover;
    int own = edge_rank(search, frame, edge, n, mover);
    int opponents = edge_rank(search, frame, edge, n, !mover);
    edge->numbers = (struct dfpn_numbers){NUMBER_UNKNOWN, NUMBER_UNKNOWN};
    if (own != RANK_NONE) {
        edge->order = (int16_t)own;
        edge->numbers = (struct dfpn_numbers){1 + (uint32_t)own, NUMBER_FAR};
    } else if (opponents != RANK_NONE) {
        edge->order = (int16_t)(ORDER_HOPELESS - opponents);
        edge->numbers = (struct dfpn_numbers){NUMBER_FAR, 1 + (uint32_t)opponents};
    } else {
        int need =
            edge_need(search, frame, edge, n, mover) - edge_need(search, frame, edge, n, !mover);
        bool pass = edge->move.kind == MOVE_PASS;
        edge->order = (int16_t)(ORDER_UNKNOWN + ORDER_ENERGY * need + pass);
    }
    if (edge->move.kind == MOVE_REFRESH) {
        edge->order = (int16_t)(edge->order + 300);
        edge->numbers.proof += NUMBER_REFRESH;
    }
}

/* Numbers that an earlier visit left for the child, whose history is the present one. */
static void recall_numbers(const struct search *search, int t, struct edge *edge)
{
    uint64_t hash = search_hash(search, edge->move.child, t);
    struct dfpn_numbers numbers;
    if (dfpn_table_find(&search->numbers, hash, &numbers))
        edge->numbers = dfpn_swap(numbers);
}

/* The logarithm of a size to the base 2, times 256, rounded down: without floating point, which
 * might differ from machine to machine. */
static int log_size(uint32_t size)
{
    int exponent = 31 - __builtin_clz(size);
    return exponent * 256 + (int)((size << (31 - exponent)) >> 23 & 255);
}

/* A move that was proved to win comes first, the one with the smallest proof. */
static void follow_guide(const struct search *search, const struct search_frame *frame,
                         struct edge *edge)
{
    uint32_t size = search_guided_size(search, frame, edge);
    if (size == 0)
        return;
    edge->order = (int16_t)(ORDER_GUIDED + log_size(size));
    edge->numbers = (struct dfpn_numbers){1 + (uint32_t)log_size(size) / 256, NUMBER_FAR};
}

void search_order_again(const struct search *search, const struct search_frame *frame,
                        struct edge *edge)
{
    if (search->guide != NULL)
        follow_guide(search, frame, edge);
    if (search->order == ORDER_BEST_FIRST)
        recall_numbers(search, frame->t - edge->gain, edge);
}
