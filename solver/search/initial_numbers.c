/*
 * The first proof numbers of a move that goes on: what tables say of it, or the proof of a guide;
 * before both go the numbers that an earlier visit left in the table of proof numbers.
 */
#include "search/internal.h"

/* By rank where the attractor agrees, else these. Found by trial. */
#define NUMBER_UNKNOWN 100
#define NUMBER_FAR 400
#define NUMBER_REFRESH 16

void search_initial_numbers(struct edge *edge, struct edge_ranks ranks)
{
    edge->numbers = (struct dfpn_numbers){NUMBER_UNKNOWN, NUMBER_UNKNOWN};
    if (ranks.own != RANK_NONE)
        edge->numbers = (struct dfpn_numbers){1 + (uint32_t)ranks.own, NUMBER_FAR};
    else if (ranks.opponents != RANK_NONE)
        edge->numbers = (struct dfpn_numbers){NUMBER_FAR, 1 + (uint32_t)ranks.opponents};
    if (edge->move.kind == MOVE_REFRESH)
        edge->numbers.proof += NUMBER_REFRESH;
}

void search_guided_numbers(struct edge *edge, uint32_t size)
{
    uint32_t digits = 32 - (uint32_t)__builtin_clz(size);
    edge->numbers = (struct dfpn_numbers){digits, NUMBER_FAR};
}

void search_recall_numbers(const struct search *search, const struct search_frame *frame,
                           struct edge *edge)
{
    uint64_t hash = search_hash(search, edge->move.child, frame->t - edge->gain);
    struct dfpn_numbers numbers;
    if (dfpn_table_find(&search->numbers, hash, &numbers))
        edge->numbers = dfpn_swap(numbers);
}
