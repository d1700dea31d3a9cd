/* Queries to a prover, and the threads that answer them. */
#include "strategy/prover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "strategy/checkpoint.h"
#include "strategy/prover_table.h"
#include "strategy/share.h"
#include "strategy/worker.h"

/* The nodes of a query that one thread looks at first: fewer are not worth calling others. */
#define FIRST_NODES 4096
/* Of a prover's bytes, the part for its estimate. */
#define ESTIMATE_SHARE(bytes) ((bytes) / 4)
/* And for what it learns of the effort of proofs. */
#define EFFORT_SHARE(bytes) ((bytes) / 8)
/* With a smaller part of its table a strategy graph takes far more nodes. */
#define TABLE_LEAST 4

int prover_exclude(struct prover *prover, const struct entry_key *from, const struct entry_key *to)
{
    if (prover->share != NULL)
        share_tell_pair(prover->share, SHARE_EXCLUDE, from, to);
    prover_forget(prover, from);
    return state_pairs_add(&prover->excluded, from, to);
}

/* Forgets what failed on its path only, and may have failed for want of a move. */
static void forget_failures(struct prover *prover)
{
    for (int i = 0; i < prover->worker_count; i++)
        worker_forget_failures(prover->workers[i]);
}

void prover_exclude_none(struct prover *prover)
{
    const struct entry_key none = {0};
    if (prover->share != NULL)
        share_tell_pair(prover->share, SHARE_EXCLUDE_NONE, &none, &none);
    state_pairs_release(&prover->excluded);
    prover_forget_failed(prover);
    forget_failures(prover);
    if (prover->share != NULL)
        share_drop_news(prover->share);
}

bool prover_excludes(const struct prover *prover, const struct entry_key *from,
                     const struct entry_key *to)
{
    return state_pairs_have(&prover->excluded, from, to);
}

bool prover_bars_pass(const struct prover *prover, const struct prover_state *to)
{
    return prover->bars_pass && !to->own_move && to->stones.own == prover->passed.own &&
           to->stones.other == prover->passed.other;
}

/* --- queries --- */

static int call_workers(struct prover *prover, int count)
{
    if (count <= prover->worker_count)
        return 0;
    void *grown = realloc(prover->workers, (size_t)count * sizeof(*prover->workers));
    if (grown == NULL)
        return -ENOMEM;
    prover->workers = grown;
    int r = 0;
    for (; prover->worker_count < count && r == 0; prover->worker_count += r == 0)
        r = worker_new(&prover->workers[prover->worker_count], prover, prover->worker_count == 0);
    return r;
}

static bool is_open(const struct prover *prover)
{
    return !prover->over && !prover->stopped;
}

/* Makes workers for all threads, and no marks. Returns 0 or -ENOMEM. */
static int prepare_region(struct prover *prover)
{
    int r = call_workers(prover, prover->threads);
    if (prover->marks == NULL)
        prover->marks = malloc(MARK_COUNT * sizeof(*prover->marks));
    if (r < 0 || prover->marks == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < MARK_COUNT; i++)
        atomic_init(&prover->marks[i], 0);
    return 0;
}

/* Lets the workers that have begun search until there is an answer or a limit stops them. */
static void run_all(struct prover *prover)
{
    int threads = prover->threads;
    while (is_open(prover)) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
#endif
        for (int i = 0; i < threads; i++)
            worker_run(prover->workers[i], UINT64_MAX);
        if (prover->meet && prover_table_is_full(prover))
            prover_table_widen(prover);
        if (prover->meet && is_open(prover) && prover->save != NULL && prover->is_due(prover->arg))
            prover->save(prover->arg);
        prover->meet = false;
    }
}

/* Where a limit has stopped the query the workers leave their paths, one after the other, so that
 * the table has the numbers of all states on them: the root's, too. */
static void leave_paths(struct prover *prover)
{
    if (!prover->stopped || prover->halts || prover->no_memory)
        return;
    for (int i = 0; i < prover->threads; i++)
        worker_run(prover->workers[i], UINT64_MAX);
}

/* Lets all threads and ranks search: the first worker has begun, the others begin now, or go where
 * those of an earlier run were. Returns 0 or -ENOMEM. */
static int ask_all(struct prover *prover, const struct prover_query *query,
                   const struct halted *halted)
{
    int r = prepare_region(prover);
    for (int i = 1; i < prover->threads && r == 0; i++) {
        r = worker_begin(prover->workers[i], query);
        if (r < 0 || (size_t)i >= halted->path_count)
            continue;
        worker_take_failures(prover->workers[i], &halted->paths[i]);
        r = worker_go_again(prover->workers[i], &halted->paths[i]);
    }
    if (r < 0)
        return r;
    prover->in_region = true;
    prover->asking = prover->threads;
    for (int i = 0; i < prover->threads; i++)
        worker_mark(prover->workers[i]);
    if (prover->share != NULL)
        share_ask(prover->share, query);
    run_all(prover);
    prover->in_region = false;
    leave_paths(prover);
    if (prover->share != NULL)
        share_end(prover->share);
    return 0;
}

int prover_help(struct prover *prover, const struct prover_query *query)
{
    prover->max_nodes = UINT64_MAX;
    prover->answer = PROVER_STOPPED;
    prover->over = prover->meet = prover->stopped = prover->no_memory = false;
    int r = prepare_region(prover);
    prover->in_region = r == 0;
    for (int i = 0; i < prover->threads && r == 0; i++)
        r = worker_begin(prover->workers[i], query);
    if (r == 0)
        run_all(prover);
    prover->in_region = false;
    return r < 0 || prover->no_memory ? -ENOMEM : 0;
}

uint64_t prover_name(const struct prover *prover, const struct prover_query *query)
{
    const struct prover_state *state = &query->state;
    const struct stone_pair *before = query->before;
    uint64_t hash =
        hash_mix(state->ko ^ (uint64_t)state->own_move << 62 ^ (uint64_t)prover->strict << 63);
    hash = hash_mix(hash ^ entry_key_hash_stones(state->stones.own, state->stones.other));
    for (size_t i = 0; i < query->before_count; i++)
        hash = hash_mix(hash ^ entry_key_hash_stones(before[i].own, before[i].other));
    return hash | 1;
}

uint64_t prover_nodes_before(const struct prover *prover, const struct prover_query *query)
{
    return prover->halted.name == prover_name(prover, query) ? prover->halted.nodes : 0;
}

bool prover_note(struct prover *prover)
{
    bool inside = prover->asking > 0;
    if (!inside && prover->halted.name != 0)
        return false; /* it has not come to the query that an earlier run was stopped in */
    halted_release(&prover->halted);
    size_t count = inside ? (size_t)prover->asking : 1;
    count = count < HALTED_THREADS_MOST ? count : HALTED_THREADS_MOST;
    struct halted noted = {0};
    if (inside)
        noted = (struct halted){prover->ask_name, prover->nodes - prover->ask_from, NULL, 0};
    noted.paths = calloc(count, sizeof(*noted.paths));
    int r = noted.paths != NULL ? 0 : -ENOMEM;
    for (; r == 0 && noted.path_count < count; noted.path_count += r == 0)
        r = worker_note(prover->workers[noted.path_count], inside, &noted.paths[noted.path_count]);
    if (r == 0)
        prover->halted = noted;
    else
        halted_release(&noted);
    return r == 0;
}

void prover_take_failures(struct prover *prover)
{
    if (prover->halted.path_count > 0)
        worker_take_failures(prover->workers[0], &prover->halted.paths[0]);
}

/* Prepares for a query of so many nodes. */
static void begin_ask(struct prover *prover, uint64_t name, uint64_t max_nodes)
{
    prover->max_nodes = prover->nodes + max_nodes;
    prover->run_ends = prover->most_nodes != 0 && prover->max_nodes > prover->most_nodes;
    if (prover->run_ends)
        prover->max_nodes = prover->most_nodes;
    prover->answer = PROVER_STOPPED;
    prover->over = prover->meet = prover->stopped = prover->halts = false;
    prover->ask_name = name;
    prover->ask_from = prover->nodes;
    prover->asking = 1;
}

/* Takes from the prover where an earlier run was stopped in the query. */
static struct halted take_halted(struct prover *prover)
{
    struct halted taken = {0};
    if (prover->halted.name != prover->ask_name)
        return taken;
    taken = prover->halted;
    prover->halted = (struct halted){0};
    prover->ask_from -= taken.nodes;
    return taken;
}

enum prover_answer prover_ask(struct prover *prover, const struct prover_query *query,
                              uint64_t max_nodes)
{
    struct prover_worker *first = prover->workers[0];
#ifdef _OPENMP
    bool solo = prover->threads <= 1 && prover->share == NULL;
#else
    bool solo = prover->share == NULL;
#endif
    begin_ask(prover, prover_name(prover, query), max_nodes);
    struct halted halted = take_halted(prover);
    int r = worker_begin(first, query);
    if (r == 0 && halted.path_count > 0)
        r = worker_go_again(first, &halted.paths[0]);
    if (r == 0 && (solo || halted.path_count <= 1))
        worker_run(first, solo ? UINT64_MAX : FIRST_NODES);
    if (r == 0 && is_open(prover))
        r = ask_all(prover, query, &halted);
    if (r < 0)
        prover->no_memory = prover->stopped = true;
    if (!prover->stopped || !prover->halts)
        prover->asking = 0;
    halted_release(&halted);
    return (enum prover_answer)prover->answer;
}

enum prover_answer prover_ask_without(struct prover *prover, const struct prover_query *query,
                                      const struct entry_key *to, uint64_t max_nodes)
{
    struct entry_key key = prover_key(prover->board, &query->state);
    struct prover_entry entries[2];
    void (*save)(void *) = prover->save;
    struct share *share = prover->share;
    int threads = prover->threads;
    if (state_pairs_add(&prover->excluded, &key, to) < 0) {
        prover->no_memory = prover->stopped = true;
        return PROVER_STOPPED;
    }
    int count = prover_table_take(prover, &key, entries);
    halted_release(&prover->halted);
    prover->save = NULL;
    prover->share = NULL;
    prover->threads = 1;
    enum prover_answer answer = prover_ask(prover, query, max_nodes);
    prover->save = save;
    prover->share = share;
    prover->threads = threads;
    prover->asking = 0;
    if (answer == PROVER_FAILED)
        forget_failures(prover);
    state_pairs_take_back(&prover->excluded);
    prover_table_take(prover, &key, NULL);
    for (int i = 0; i < count; i++)
        prover_table_put(prover, &entries[i], 0);
    return answer;
}

static size_t estimates_bytes(const struct prover *prover)
{
    return estimate_bytes(&prover->estimate) + estimate_bytes(&prover->effort);
}

int prover_init(struct prover *ret_prover, const struct bitboard *board,
                const struct strategy_rules *rules, int margin, size_t bytes)
{
    memset(ret_prover, 0, sizeof(*ret_prover));
    ret_prover->board = board;
    ret_prover->rules = *rules;
    ret_prover->margin = margin;
    ret_prover->threads = 1;
    int r = estimate_init(&ret_prover->estimate, board, &margin, ESTIMATE_SHARE(bytes));
    if (r == 0)
        r = estimate_init(&ret_prover->effort, board, &margin, EFFORT_SHARE(bytes));
    if (r == 0)
        r = prover_table_init(ret_prover, bytes - estimates_bytes(ret_prover));
    return r < 0 ? r : call_workers(ret_prover, 1);
}

size_t prover_entries_in(const struct prover *prover, size_t bytes)
{
    size_t taken = estimates_bytes(prover);
    return bytes > taken ? (bytes - taken) / sizeof(*prover->entries) : 0;
}

size_t prover_bytes(const struct prover *prover)
{
    return prover->entry_used * sizeof(*prover->entries) + estimates_bytes(prover);
}

void prover_leave_room(struct prover *prover, size_t bytes)
{
    size_t taken = estimates_bytes(prover) + bytes;
    size_t left = prover->bytes > taken ? prover->bytes - taken : 0;
    size_t most = left / sizeof(*prover->entries);
    bool fits = most >= prover->entry_room / TABLE_LEAST && most < prover->entry_room;
    prover_table_limit(prover, fits && bytes > 0 ? most : prover->entry_room);
}

void prover_release(struct prover *prover)
{
    share_free(prover->share);
    for (int i = 0; i < prover->worker_count; i++)
        worker_free(prover->workers[i]);
    free(prover->workers);
    free(prover->marks);
    prover_table_release(prover);
    estimate_release(&prover->estimate);
    estimate_release(&prover->effort);
    lesson_release(&prover->lesson);
    state_pairs_release(&prover->excluded);
    state_pairs_release(&prover->retracted);
    halted_release(&prover->halted);
    draft_release(&prover->draft);
    free(prover->queries);
    memset(prover, 0, sizeof(*prover));
}
