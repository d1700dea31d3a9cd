/* What is kept of a proved node. */
#include "cycles/prove.h"

#include <errno.h>
#include <stdlib.h>

/* What is proved of a child in the attacker's view, from the node on. */
static int child_bound(struct cycle_worker *worker, const struct cycle_child *child)
{
    int score;
    if (!child->edge.over)
        return child->lemma->bound + cycle_worker_gain(worker, &child->edge);
    cycle_game_score(&worker->game, &score); /* it is known since the child was judged */
    return worker->search->attacker == 0 ? score : -score;
}

/* Keeps the turns of the proof with the lemma, if the search is recorded. */
static int record_trace(struct cycle_worker *worker, const struct cycle_search_node *node,
                        struct cycle_lemma *lemma)
{
    if (!worker->search->limits.recording)
        return 0;
    lemma->trace = calloc(node->count, sizeof(*lemma->trace));
    if (lemma->trace == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < node->count; i++) {
        const struct cycle_child *child = &worker->children[node->first + i];
        if (node->attacks && (child->numbers.proof != 0 || lemma->trace_count > 0))
            continue;
        lemma->trace[lemma->trace_count++] =
            (struct cycle_trace_move){child->edge.play, child->lemma};
    }
    return 0;
}

/* Gathers the conditions of a proved node, and what is proved of it. Returns 0 or -ENOMEM. */
static int gather(struct cycle_worker *worker, const struct cycle_search_node *node, int *ret_bound)
{
    struct cycle_gathering *gathering = &worker->gathering;
    int bound = node->attacks ? 0 : INT16_MAX, r = 0;
    bool chosen = false;
    cycle_gathering_begin(gathering);
    if (!node->attacks)
        r = cycle_gathering_watch(gathering, &worker->game);
    for (size_t i = 0; i < node->count && r == 0 && !chosen; i++) {
        const struct cycle_child *child = &worker->children[node->first + i];
        if (node->attacks && child->numbers.proof != 0)
            continue;
        int own = child_bound(worker, child);
        chosen = node->attacks;
        bound = node->attacks || own < bound ? own : bound;
        r = cycle_gathering_add(gathering, &worker->game, &child->edge, node->attacks,
                                child->lemma);
    }
    *ret_bound = bound;
    return r;
}

int cycle_prove(struct cycle_worker *worker, const struct cycle_search_node *node)
{
    struct cycle_search *search = worker->search;
    struct cycle_lemma *lemma = NULL;
    int bound;
    cycle_game_update(&worker->game);
    int r = gather(worker, node, &bound);
    if (r == 0)
        lemma = cycle_gathering_end(&worker->gathering, &worker->game, search->attacker, bound);
    if (lemma == NULL || record_trace(worker, node, lemma) < 0) {
        cycle_lemma_free(lemma);
        return -ENOMEM;
    }
    cycle_lemmas_add(&search->lemmas, lemma);
    worker->proved = lemma;
    if (search->in_region)
        dfpn_table_store(&search->numbers, node->name, node->numbers);
    return 0;
}
