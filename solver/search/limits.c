/* When a search stops, and what it shows until then. */
#include "base/clock.h"
#include "search/internal.h"
#include "search/persistence.h"
#include "search/proof_trace.h"

/* limits.max_bytes is what they leave. */
static size_t dense_bytes(const struct search *search)
{
    return search->foresight != NULL ? foresight_bytes(search->foresight) : 0;
}

void search_show_progress(const struct search *search)
{
    const struct strategy_progress *strategy = search->strategy;
    if (search->limits.progress == NULL)
        return;
    struct run_progress progress = {
        .stage = search->nodes == 0 ? PROGRESS_TABLES : PROGRESS_SEARCH,
        .nodes = search->nodes,
        .boards = search->positions->orbit_count,
        .lemmas = search->lemmas->count,
        .depth = search->frame_count,
        .bytes = search_bytes(search) + dense_bytes(search),
        .attacker = search->model.pairs ? search->attacker : BLACK,
        .strategy = strategy,
    };
    if (search->sweep != NULL) {
        progress.stage = PROGRESS_SWEEPS;
        progress.sweep = search->sweep->sweep;
        progress.swept = search->sweep->done;
        progress.boards = search->sweep->boards;
    }
    progress.margin = progress.attacker == BLACK ? search->asked : search->asked - 1;
    if (strategy != NULL && search->sweep == NULL)
        progress.stage = strategy->games != NULL ? PROGRESS_LEARNING : PROGRESS_STRATEGY;
    if (progress.stage == PROGRESS_STRATEGY) {
        progress.boards = strategy->states;
        progress.sweep = strategy->states > 0 ? strategy->round : 0;
    }
    search->limits.progress(&progress, search->limits.progress_arg);
}

bool search_interrupted(struct search *search)
{
    const struct limits *limits = &search->limits;
    search_show_progress(search);
    if (limits->interrupted != NULL && *limits->interrupted)
        search->stopped = STOP_INTERRUPT;
    else if (search->persistence != NULL && atomic_load(&search->persistence->failed))
        search->stopped = STOP_SAVING;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        search->stopped = STOP_TIME;
    else
        return false;
    return true;
}

/* Is the budget of the present query used up, and that of the other search that works on it? */
static bool is_spent(struct search *search)
{
    bool nodes = search->last_node != 0 && search->nodes >= search->last_node;
    bool work = search->last_work != 0 && search->work >= search->last_work;
    if (!nodes && !work)
        return false;
    search->spent = true;
    return search->other_spent == NULL || *search->other_spent;
}

bool search_within_limits(struct search *search)
{
    const struct limits *limits = &search->limits;
    if (limits->max_nodes != 0 && search->nodes >= limits->max_nodes)
        search->stopped = STOP_NODES;
    else if (is_spent(search))
        search->stopped = STOP_BUDGET;
    else if (proof_trace_is_full(search))
        search->stopped = STOP_MEMORY;
    else if (search->cancelled != NULL && *search->cancelled)
        search->stopped = STOP_CANCELLED;
    bool check = search->nodes >= search->next_check;
    if (!check && search->work < search->next_look)
        return search->stopped == STOP_NONE;
    search->next_look = search->work + (uint64_t)SEARCH_CHECK_INTERVAL * SEARCH_NODE_WORK;
    if (check)
        search->next_check = search->nodes + SEARCH_CHECK_INTERVAL;
    /* Memory is looked at by nodes alone: what a full table forgets hangs on when. */
    if (!search_interrupted(search) && check && !search_has_memory(search))
        search->stopped = STOP_MEMORY;
    return search->stopped == STOP_NONE;
}
