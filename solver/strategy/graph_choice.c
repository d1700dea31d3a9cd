/*
 * Which of the attacker's moves a strategy graph takes. What was proved says one at least. Others
 * may do as well: where the graph knows the attacker's reply to all that the opponent can do after
 * it, or that is proved, or assumed won. The graph takes the move by which it grows least. That is
 * a guess: it may come to a state whose assumption fails, or to a board that comes back. Then the
 * move is excluded, and its state is left to what was proved.
 */
#include "strategy/graph_builder.h"
#include "strategy/prover_table.h"
#include "strategy/successors.h"

#define UNKNOWN UINT64_MAX

bool strategy_graph_goes_back(const struct strategy_graph *graph, struct stone_pair stones)
{
    const struct stone_pair *before = graph->root.before;
    for (size_t i = 0; i < graph->root.before_count; i++)
        if (before[i].own == stones.own && before[i].other == stones.other)
            return true;
    return false;
}

bool strategy_graph_bars(const struct strategy_graph *graph, const struct prover *prover,
                         const struct prover_successor *successor)
{
    return successor->point == prover->board->bits.points
               ? prover_bars_pass(prover, &successor->to)
               : strategy_graph_goes_back(graph, successor->to.stones);
}

/* --- by what was proved --- */

/* What a move that may be chosen leads to. */
struct graph_reply {
    bool safe;      /* it was proved before the state where the move is made: does not rest on it */
    uint32_t order; /* of its proof; 0: won on sight, or assumed won */
    uint32_t size;  /* about by how much the graph grows */
};

/* Is a successor won, as far as is known? */
static bool is_won(const struct strategy_graph *graph, const struct prover *prover,
                   const struct prover_successor *successor, struct graph_reply *ret_reply)
{
    const struct prover_entry *entry = prover_find(prover, &successor->key);
    const struct prover_state *to = &successor->to;
    struct graph_reply found = {0};
    if (entry != NULL && entry->proof != 0)
        return false;
    /* What is won on sight or assumed won has no entry. */
    if (entry != NULL) {
        found = (struct graph_reply){false, entry->order, 1u << prover_table_most_work(entry)};
    } else if (!prover_won(prover, to)) {
        if (prover->strict || !prover_assumes(prover, to, &successor->key))
            return false;
        found.size = prover_plain_size(prover->board, to);
    }
    if (strategy_graph_find(graph, &successor->key) >= 0)
        found.size = 0;
    *ret_reply = found;
    return true;
}

static bool is_better(const struct graph_reply *a, const struct graph_reply *b)
{
    if (a->safe != b->safe)
        return a->safe;
    return a->safe || a->order == b->order ? a->size < b->size : a->order < b->order;
}

/* Chooses a move of those whose successors were proved before the attacker's own state, if it is
 * proved (order: when). Where there is none such it is the one whose successor was proved first.
 * Returns its number, or -1 if none is proved. */
static int choose_proved(const struct strategy_graph *graph, const struct prover *prover,
                         const struct entry_key *key, uint32_t order,
                         const struct prover_successor *successors, int count)
{
    struct graph_reply best = {0}, found;
    int chosen = -1;
    for (int i = 0; i < count; i++) {
        if (prover_excludes(prover, key, &successors[i].key) ||
            strategy_graph_bars(graph, prover, &successors[i]) ||
            !is_won(graph, prover, &successors[i], &found))
            continue;
        found.safe = found.order < order;
        if (chosen >= 0 && !is_better(&found, &best))
            continue;
        best = found;
        chosen = i;
    }
    return chosen;
}

/* --- by what the graph grows --- */

/* Returns about by how much the graph grows if it comes to a state of the attacker's; UNKNOWN if
 * that is not known to be won, or was proved no earlier than order. */
static uint64_t growth_by(const struct strategy_graph *graph, const struct prover *prover,
                          const struct prover_successor *successor, uint32_t order)
{
    if (strategy_graph_bars(graph, prover, successor))
        return UNKNOWN;
    long at = strategy_graph_find(graph, &successor->key);
    if (at >= 0)
        return graph->states[at].first_link == GRAPH_OPEN ? UNKNOWN : 0;
    const struct prover_entry *entry = prover_find(prover, &successor->key);
    if (entry != NULL)
        return entry->proof == 0 && entry->order < order
                   ? 1 + (UINT64_C(1) << prover_table_most_work(entry))
                   : UNKNOWN;
    return prover_assumes(prover, &successor->to, &successor->key)
               ? prover_plain_size(prover->board, &successor->to)
               : UNKNOWN;
}

/* The opponent's moves that refuted one of the attacker's: they may well refute another. They are
 * looked at first, as it is of no account in which order moves are. */
struct refutations {
    uint64_t last, all; /* points, as bits */
};

/* The opponent's next move: the last refutation, another, another move. Returns false at the end.
 */
static bool next_move(struct successors_walk *walk, const struct refutations *refutations,
                      struct prover_successor *ret_successor)
{
    return successors_take(walk, refutations->last, ret_successor) ||
           successors_take(walk, refutations->all, ret_successor) ||
           successors_take(walk, UINT64_MAX, ret_successor) || successors_pass(walk, ret_successor);
}

/* Going through what the opponent can do after a move. What is known of the next state is fetched
 * while something else is done. */
struct answer_walk {
    struct successors_walk walk;
    struct prover_successor next;
    bool left; /* there is a next one */
};

static void find_next(struct answer_walk *answers, const struct strategy_graph *graph,
                      const struct refutations *refutations)
{
    answers->left = next_move(&answers->walk, refutations, &answers->next);
    if (!answers->left)
        return;
    strategy_graph_prefetch_slot(graph, &answers->next.key);
    prover_prefetch(answers->walk.prover, &answers->next.key);
}

static void begin_answers(struct answer_walk *answers, const struct strategy_graph *graph,
                          const struct prover *prover, const struct prover_state *state,
                          const struct refutations *refutations)
{
    answers->left = false;
    answers->walk.prover = prover;
    if (prover_won(prover, state))
        return;
    successors_begin(&answers->walk, prover, state);
    find_next(answers, graph, refutations);
}

/* As growth_by(), of all that the opponent can do; most or more: not less than most. */
static uint64_t growth_after(const struct strategy_graph *graph, struct answer_walk *answers,
                             uint32_t order, uint64_t most, struct refutations *refutations)
{
    const struct prover *prover = answers->walk.prover;
    uint64_t sum = 0;
    while (sum < most && answers->left) {
        struct prover_successor successor = answers->next;
        find_next(answers, graph, refutations);
        uint64_t growth = growth_by(graph, prover, &successor, order);
        sum = growth == UNKNOWN ? UNKNOWN : sum + growth;
        if (growth != UNKNOWN || successor.point == prover->board->bits.points)
            continue;
        refutations->last = 1ull << successor.point;
        refutations->all |= refutations->last;
    }
    return sum;
}

/* Chooses the move by which the graph grows least. Returns its number, or -1: it is not known of
 * any what follows, or one was excluded. */
static int choose_least(const struct strategy_graph *graph, const struct prover *prover,
                        const struct entry_key *key, uint32_t order,
                        const struct prover_successor *successors, int count)
{
    struct refutations refutations = {0, 0};
    struct answer_walk answers[2]; /* of the move that is looked at, and of the next one */
    uint64_t least = UNKNOWN;
    int chosen = -1;
    for (int i = 0; i < count; i++)
        if (prover_excludes(prover, key, &successors[i].key))
            return -1;
    if (count > 0)
        begin_answers(&answers[0], graph, prover, &successors[0].to, &refutations);
    for (int i = 0; i < count && least > 0; i++) {
        if (i + 1 < count)
            begin_answers(&answers[(i + 1) % 2], graph, prover, &successors[i + 1].to,
                          &refutations);
        uint64_t growth = growth_after(graph, &answers[i % 2], order == 0 ? UINT32_MAX : order,
                                       least, &refutations);
        if (growth >= least || strategy_graph_bars(graph, prover, &successors[i]))
            continue;
        least = growth;
        chosen = i;
    }
    return chosen;
}

int strategy_graph_choose(const struct strategy_graph *graph, const struct prover *prover,
                          const struct prover_state *seen, const struct entry_key *key,
                          struct prover_successor *ret_successor)
{
    struct prover_successor successors[SUCCESSORS_MAX];
    const struct prover_entry *own = prover_find(prover, key);
    uint32_t order = own != NULL && own->proof == 0 ? own->order : 0;
    int count = prover_successors(prover, seen, successors);
    int chosen = choose_least(graph, prover, key, order, successors, count);
    for (int i = 0; i < count && chosen < 0; i++)
        prover_prefetch(prover, &successors[i].key);
    if (chosen < 0)
        chosen = choose_proved(graph, prover, key, order, successors, count);
    if (chosen >= 0)
        *ret_successor = successors[chosen];
    return chosen >= 0;
}

int strategy_graph_other_replies(const struct strategy_graph *graph, struct prover *prover,
                                 uint32_t state, uint32_t ret_to[SUCCESSORS_MAX])
{
    struct prover_successor successors[SUCCESSORS_MAX];
    struct graph_reply found;
    const struct graph_state *from = &graph->states[state];
    const struct prover_state seen = graph_builder_seen(from);
    const struct entry_key key = strategy_graph_key(from);
    int count = prover_successors(prover, &seen, successors), others = 0;
    bool strict = prover->strict;
    prover->strict = prover_assumes(prover, &seen, &key);
    for (int i = 0; i < count; i++) {
        long to = strategy_graph_find(graph, &successors[i].key);
        if (to == (long)strategy_graph_target(graph->links[from->first_link]) ||
            prover_excludes(prover, &key, &successors[i].key) ||
            strategy_graph_bars(graph, prover, &successors[i]) ||
            !is_won(graph, prover, &successors[i], &found))
            continue;
        ret_to[others++] = to < 0 ? GRAPH_OPEN : (uint32_t)to;
    }
    prover->strict = strict;
    return others;
}
