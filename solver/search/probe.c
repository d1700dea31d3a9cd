/*
 * The look-up in the transposition table: is a lemma there whose conditions the present history
 * fulfils?
 */
#include "search/internal.h"
#include "search/proof_trace.h"

void search_canonical(const struct search *search, struct state state,
                      struct canonical *ret_canonical)
{
    const struct positions *positions = search->positions;
    int back = positions->group.inverse[position_element(positions, state.board)];
    const struct stabiliser *stabiliser = position_stabiliser(positions, state.board);
    ret_canonical->count = 0;
    for (int i = 0; i < stabiliser->count; i++) {
        int g = group_product(&positions->group, stabiliser->elements[i], back);
        if (state.unpassed && group_swaps(g)) /* to the canonical board with the colours swapped */
            g = group_product(&positions->group, GROUP_SWAP, g);
        uint64_t key = state_key(state_map(positions, g, state));
        if (ret_canonical->count > 0 && key > ret_canonical->key)
            continue;
        if (ret_canonical->count > 0 && key < ret_canonical->key)
            ret_canonical->count = 0;
        ret_canonical->key = key;
        ret_canonical->elements[ret_canonical->count++] = (uint8_t)g;
    }
}

/* Does the present history fulfil a lemma's condition, which g takes to our view? */
static bool fulfils(const struct search *search, struct condition condition, int g)
{
    if (!history_may_have(&search->history, condition_item(&condition)))
        return (condition.item & CONDITION_ABSENT_OK) != 0;
    condition = condition_map(search->positions, &search->model, g, condition);
    return condition_holds(&search->history, condition_item(&condition), &condition);
}

/* Does it fulfil all of them? The lemma is of table; its bucket is locked. */
static bool lemma_holds(const struct search *search, const struct lemma_table *table,
                        struct lemma *lemma, int g)
{
    if (lemma->failing.item != NONE_FAILED && !fulfils(search, lemma->failing, g))
        return false;
    struct condition_walk walk = lemma_conditions(table, lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL;) {
        if (fulfils(search, *next, g))
            continue;
        lemma->failing = *next;
        return false;
    }
    return true;
}

/* Is the lemma strong enough to decide a node with Black's threshold t? winner: in our view. */
static bool lemma_decides(const struct search *search, const struct lemma *lemma,
                          enum colour winner, int t)
{
    if (lemma->denies && (winner == search->attacker || lemma->visits != search->visits))
        return false;
    return lemma->bound >= (winner == BLACK ? t : 1 - t) &&
           (lemma->below == BELOW_ANY || search->on_record[winner] < lemma->below);
}

/* Does the lemma decide a node with threshold t, seen through one of the elements of canonical?
 * *ret_map takes its view to the node's. */
static bool try_lemma(const struct search *search, const struct canonical *canonical, int t,
                      struct lemma *lemma, int *ret_map)
{
    for (int i = 0; i < canonical->count; i++) {
        int to = canonical->elements[i], from = search->positions->group.inverse[to];
        enum colour winner = lemma->winner ^ (enum colour)group_swaps(to);
        if (!lemma_decides(search, lemma, winner, t) ||
            !lemma_holds(search, search->lemmas, lemma, from))
            continue;
        *ret_map = from;
        return true;
    }
    return false;
}

struct lemma *search_probe(struct search *search, struct state state, int t, int *ret_map)
{
    struct lemma_table *table = search->lemmas;
    struct canonical canonical;
    struct lemma *found = NULL;
    search_canonical(search, state, &canonical);
    lemma_lock(table, canonical.key);
    struct lemma **bucket = lemma_bucket(table, canonical.key);
    for (struct lemma **link = bucket; *link != NULL; link = &(*link)->next) {
        struct lemma *lemma = *link;
        if (lemma->key != canonical.key || !try_lemma(search, &canonical, t, lemma, ret_map))
            continue;
        *link = lemma->next; /* to the front */
        lemma->next = *bucket;
        *bucket = lemma;
        lemma->hits += lemma->hits < 255;
        lemma->references++;
        found = lemma;
        break;
    }
    lemma_unlock(table, canonical.key);
    return found;
}

uint32_t search_guided_size(const struct search *search, const struct search_frame *frame,
                            const struct edge *edge)
{
    struct canonical canonical;
    uint32_t least = 0;
    search_canonical(search, edge->move.child, &canonical);
    struct lemma *lemma = *lemma_bucket(search->guide, canonical.key);
    for (; lemma != NULL; lemma = lemma->next) {
        /* Of two without a record the one with fewer conditions is likely to have the smaller
         * proof.
         */
        uint32_t size = lemma->trace != NULL ? lemma->trace->size : 1 + lemma->count;
        if (lemma->key != canonical.key)
            continue;
        for (int i = 0; i < canonical.count; i++) {
            int to = canonical.elements[i], from = search->positions->group.inverse[to];
            enum colour winner = lemma->winner ^ (enum colour)group_swaps(to);
            if (winner == frame->state.mover && (least == 0 || size < least) &&
                lemma_decides(search, lemma, winner, frame->t - edge->gain) &&
                lemma_holds(search, search->guide, lemma, from))
                least = size;
        }
    }
    return least;
}
