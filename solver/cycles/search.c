/* A search for proofs, and its threads. */
#include "cycles/search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cycles/numbers.h"
#include "cycles/worker.h"
#include "search/persistence.h"

/* Fewer nodes are not worth a thread. */
#define PARALLEL_BUDGET 2000

enum stop_reason cycle_search_reason(const struct cycle_search *search)
{
    const struct limits *limits = &search->limits;
    const struct persistence *persistence = search->saving.persistence;
    if (persistence != NULL && atomic_load(&persistence->failed))
        return STOP_SAVING;
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        return STOP_INTERRUPT;
    return limits->deadline != 0 && clock_now() >= limits->deadline ? STOP_TIME : STOP_NONE;
}

/* A callback: who controls what may take long. */
static bool must_stop(void *arg)
{
    const struct cycle_search *search = arg;
    return (search->in_region && search->over) || cycle_search_reason(search) != STOP_NONE;
}

void cycle_search_watch(struct cycle_search *search)
{
    control_watch(search->game.situations->control, must_stop, search);
}

/* Makes workers for so many threads. Returns 0 or -ENOMEM. */
static int call_workers(struct cycle_search *search, int threads)
{
    if (search->worker_count >= threads)
        return 0;
    struct cycle_worker **workers =
        realloc(search->workers, (size_t)threads * sizeof(*search->workers));
    if (workers == NULL)
        return -ENOMEM;
    search->workers = workers;
    while (search->worker_count < threads) {
        workers[search->worker_count] = cycle_worker_new(search);
        if (workers[search->worker_count] == NULL)
            return -ENOMEM;
        search->worker_count++;
    }
    return 0;
}

int cycle_search_init(struct cycle_search *ret_search, const struct game *game,
                      const struct limits *limits)
{
    struct cycle_search *search = ret_search;
    memset(search, 0, sizeof(*search));
    search->limits = *limits;
    search->started = clock_now();
    search->threads_used = 1;
    int r = cycle_lemmas_init(&search->lemmas);
    if (r == 0)
        r = cycle_game_init(&search->game, game);
    if (r < 0)
        return r;
    cycle_search_watch(search);
    cycle_numbers_init(&search->numbers, game->graph->points, limits->max_bytes);
    return call_workers(search, 1);
}

void cycle_search_release(struct cycle_search *search)
{
    for (int i = 0; i < search->worker_count; i++)
        cycle_worker_free(search->workers[i]);
    free(search->workers);
    free(search->marks);
    cycle_game_release(&search->game);
    cycle_lemmas_release(&search->lemmas);
    cycle_table_release(&search->table);
    dfpn_table_release(&search->numbers);
}

int cycle_search_reopen(struct cycle_search *search, const struct game *game,
                        const struct limits *limits)
{
    search->limits = *limits;
    search->started = clock_now();
    search->stopped = STOP_NONE;
    search->nodes = 0;
    search->threads_used = 1;
    cycle_numbers_init(&search->numbers, game->graph->points, limits->max_bytes);
    return cycle_game_restart(&search->game, game);
}

size_t cycle_search_shrink(struct cycle_search *search)
{
    dfpn_table_release(&search->numbers);
    size_t bytes = sizeof(*search) + cycle_game_bytes(&search->game) +
                   control_bytes(search->game.situations->control) + search->lemmas.bytes +
                   cycle_table_bytes(&search->table);
    for (int i = 0; i < search->worker_count; i++)
        bytes += cycle_worker_bytes(search->workers[i]);
    return bytes;
}

/* --- queries --- */

/* On how many threads is the query to be answered? */
static int threads_wanted(const struct cycle_search *search, uint64_t max_nodes)
{
#ifdef _OPENMP
    const struct limits *limits = &search->limits;
    uint64_t least = limits->parallel_nodes != 0 ? limits->parallel_nodes : PARALLEL_BUDGET;
    bool worth = max_nodes == 0 || max_nodes >= least;
    return worth && !limits->recording && limits->max_nodes == 0 ? limits->threads : 1;
#else
    (void)search;
    (void)max_nodes;
    return 1;
#endif
}

/* Makes what several threads share, and no marks. Returns 0 or -ENOMEM. */
static int enter_region(struct cycle_search *search, int threads)
{
    int r = call_workers(search, threads);
    if (r == 0 && search->numbers.entries == NULL)
        r = dfpn_table_open(&search->numbers);
    if (search->marks == NULL)
        search->marks = malloc(CYCLE_MARKS * sizeof(*search->marks));
    if (r < 0 || search->marks == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < CYCLE_MARKS; i++)
        atomic_init(&search->marks[i], 0);
    search->in_region = true;
    search->threads_used = threads > search->threads_used ? threads : search->threads_used;
    return 0;
}

static void run_all(struct cycle_search *search, int threads, int wanted)
{
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
#endif
    for (int i = 0; i < threads; i++)
        cycle_worker_run(search->workers[i], wanted);
    search->in_region = false;
}

/* What the workers together have found: a proof, or that there is none, or why they stopped. */
static int take_result(struct cycle_search *search, int threads)
{
    int result = -EAGAIN;
    for (int i = 0; i < threads; i++) {
        const struct cycle_worker *worker = search->workers[i];
        if (worker->result == 1)
            search->proved = worker->proved;
        if (worker->result > result)
            result = worker->result;
        if (worker->result < 0 && worker->stopped != STOP_CANCELLED)
            search->stopped = worker->stopped;
    }
    if (result >= 0)
        search->stopped = STOP_NONE;
    return result;
}

int cycle_search_prove(struct cycle_search *search, int attacker, int margin, int visits,
                       uint64_t max_nodes, int *ret_margin)
{
    struct cycle_game *game = &search->game;
    int gained = attacker == 0 ? cycle_game_now(game)->gain : -cycle_game_now(game)->gain;
    int wanted = margin - gained, threads = threads_wanted(search, max_nodes);
    search->attacker = attacker;
    search->visits = visits;
    search->stopped = STOP_NONE;
    search->last_node = max_nodes > 0 ? search->nodes + max_nodes : 0;
    search->over = false;
    cycle_game_update(game);
    search->proved = cycle_lemmas_find(&search->lemmas, game, attacker, wanted);
    if (search->proved == NULL) {
        if (threads > 1 && enter_region(search, threads) < 0)
            threads = 1;
        run_all(search, threads, wanted);
        int r = take_result(search, threads);
        if (r <= 0)
            return r;
    }
    *ret_margin = search->proved->bound + gained;
    return 1;
}
