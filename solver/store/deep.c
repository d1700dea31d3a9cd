/*
 * Proving lemmas again. A lemma claims something for every history that fulfils its conditions; it
 * is tried under the least of them: what must be there is there, with a counter within its bounds,
 * and nothing else but what the state itself brings along. A search of its own, without the store,
 * is asked whether the winner gets the bound.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store/identity.h"
#include "store/inside.h"
#include "store/manage.h"
#include "store/text.h"

#define DEEP_BYTES ((size_t)512 << 20)

/* One lemma of the sample: a record's copy and which of its entries. */
struct sampled {
    char *name; /* of the sub-table */
    uint8_t key[STORE_KEY];
    struct bytes value;
    size_t entry;
};

struct sampling {
    struct sampled *list;
    uint64_t count, most, seen;
    uint64_t random;
    bool failed;
};

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    return mix64(*state += 0x9e3779b97f4a7c15ull);
}

static void take(struct sampling *sampling, struct sampled *into, const char *name,
                 const MDB_val *key, const MDB_val *value, size_t entry)
{
    free(into->name);
    into->value.size = 0;
    into->name = strdup(name);
    memcpy(into->key, key->mv_data, STORE_KEY);
    bytes_put(&into->value, value->mv_data, value->mv_size);
    into->entry = entry;
    sampling->failed = sampling->failed || into->name == NULL || into->value.failed;
}

/* Every lemma is equally likely to be in the sample: the n-th replaces one with chance most / n. */
static bool sample_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                          bool sound)
{
    struct sampling *sampling = arg;
    size_t entries = 0;
    if (!sound || strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) != 0 ||
        !walk_is_sound(name, key, value, &entries))
        return true;
    for (size_t i = 0; i < entries; i++) {
        uint64_t at = sampling->seen++;
        if (sampling->count < sampling->most)
            at = sampling->count++;
        else
            at = next_random(&sampling->random) % (at + 1);
        if (at < sampling->most)
            take(sampling, &sampling->list[at], name + strlen(DB_LEMMAS), key, value, i);
    }
    return !sampling->failed;
}

static void sampling_release(struct sampling *sampling)
{
    for (uint64_t i = 0; i < sampling->count; i++) {
        free(sampling->list[i].name);
        bytes_release(&sampling->list[i].value);
    }
    free(sampling->list);
}

/* --- one sub-table's game and solver --- */

struct bench {
    char name[TABLE_NAME_MAX];
    struct graph *graph;
    struct game game;
    struct solver *solver; /* NULL: none could be had */
};

static void bench_release(struct bench *bench)
{
    if (bench->solver != NULL)
        solver_close(bench->solver);
    free(bench->solver);
    game_release(&bench->game);
    graph_free(bench->graph);
    *bench = (struct bench){0};
}

static int graph_text(struct store *store, const char *name, struct bytes *ret_text)
{
    MDB_txn *txn = NULL;
    MDB_val key = {strlen(name), (void *)name}, value;
    int r = look_begin(store, &txn);
    if (r != 0)
        return -EIO;
    if (atomic_load(&store->made) && mdb_get(txn, store->tables_dbi, &key, &value) == 0 &&
        value.mv_size > CHECKSUM)
        bytes_put(ret_text, (const uint8_t *)value.mv_data + CHECKSUM, value.mv_size - CHECKSUM);
    look_end(store, txn);
    return 0;
}

static int bench_init(struct store *store, const char *name, const struct limits *limits,
                      struct bench *ret_bench)
{
    struct bytes text = {0};
    struct ruleset rules;
    struct position empty;
    bench_release(ret_bench);
    memset(&empty, 0, sizeof(empty));
    snprintf(ret_bench->name, sizeof(ret_bench->name), "%s", name);
    int r = graph_text(store, name, &text);
    if (r == 0)
        r = identity_parse(name, (const char *)text.data, text.size, &rules, &ret_bench->graph);
    bytes_release(&text);
    if (r == 0)
        r = game_init(&ret_bench->game, ret_bench->graph, &rules, &empty, BLACK);
    struct solver *solver = r == 0 ? calloc(1, sizeof(*solver)) : NULL;
    if (solver == NULL)
        return r < 0 ? r : -ENOMEM;
    r = solver_open(solver, &ret_bench->game, limits);
    if (r == 0 || r == -EAGAIN)
        ret_bench->solver = solver;
    else
        free(solver);
    return r == -EAGAIN ? 0 : r;
}

/* --- one lemma --- */

enum verdict_of_lemma { PROVED, UNDECIDED, REFUTED };

static int find_board(struct positions *positions, struct stones stones, uint32_t *ret_id)
{
    if (positions->closed)
        return positions_find(positions, stones, ret_id) ? 0 : -ENOENT;
    return positions_intern(positions, stones, ret_id);
}

static int item_of(struct search *search, const struct stored_condition *stored, uint64_t *ret_item)
{
    uint32_t board = 0;
    bool game = !(stored->kind & ITEM_CYCLE) &&
                search->model.classes[stored->kind >> 1 & 3].identity == ITEM_GAME;
    int r = game ? 0 : find_board(search->positions, stored->board, &board);
    *ret_item = item_make(board, stored->kind);
    return r;
}

/* A search that knows nothing and stands at state without any moves before. */
static int start_afresh(struct solver *solver, struct state state)
{
    struct search *search = &solver->search;
    struct history_change change;
    struct lemma_table *lemmas = lemma_table_new(search->limits.max_bytes / 2);
    if (lemmas == NULL)
        return -ENOMEM;
    lemma_table_free(search->lemmas);
    search->lemmas = solver->tables->lemmas = lemmas;
    history_release(&search->history);
    memset(search->numbers, 0, (search->number_mask + 1) * sizeof(*search->numbers));
    int r = history_init(&search->history, &search->model);
    return r < 0 ? r : history_start(&search->history, state, &change);
}

/* Makes the least history that the conditions ask for. Returns 0; -ENOENT: it cannot be made. */
static int make_history(struct search *search, const struct record_shape *shape,
                        const struct entry *entry)
{
    int counter;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < entry->count; i++) {
            struct stored_condition stored;
            condition_unpack(shape, entry, i, &stored);
            struct condition condition = {(stored.flags & MAY_BE_ABSENT ? CONDITION_ABSENT_OK : 0),
                                          stored.low, stored.high};
            uint64_t item;
            int r = item_of(search, &stored, &item);
            if (r < 0)
                return r;
            bool there = history_find(&search->history, item, &counter);
            counter = stored.low > 0 ? stored.low : stored.high < 0 ? stored.high : 0;
            if (pass == 0 && !there && !(stored.flags & MAY_BE_ABSENT))
                r = history_plant(&search->history, item, counter);
            if (r < 0)
                return r;
            condition.item |= item;
            if (pass == 1 && !condition_holds(&search->history, item, &condition))
                return -ENOENT;
        }
    }
    return 0;
}

static int state_of(struct positions *positions, const struct stored_state *stored,
                    struct state *ret_state)
{
    *ret_state = (struct state){.mover = stored->mover, .passes = stored->passes, .ko = stored->ko};
    return find_board(positions, stored->board, &ret_state->board);
}

/*
 * Does a denial rest on states that it leads back to? They are good for the defender because they
 * are proved together with it (engine/condition.h, "Endless play"); put there without that they
 * may be what no search would leave on its line, so that nothing follows if the attacker wins.
 */
static bool rests_on_line(const struct record_shape *shape, const struct entry *entry)
{
    struct stored_condition stored;
    for (uint32_t i = 0; i < entry->count && (entry->flags & ENTRY_AVOIDS); i++) {
        condition_unpack(shape, entry, i, &stored);
        if ((stored.kind & ITEM_CYCLE) && !(stored.flags & MAY_BE_ABSENT))
            return true;
    }
    return false;
}

static enum verdict_of_lemma ask(struct solver *solver, struct state state,
                                 const struct entry *entry, uint64_t max_nodes)
{
    struct search *search = &solver->search;
    enum colour winner = entry->flags & ENTRY_WHITE ? WHITE : BLACK;
    bool avoids = (entry->flags & ENTRY_AVOIDS) != 0;
    struct answer answer;
    /* Of a bound beyond all margins, what the greatest margin would be is asked. */
    int most = solver->positions->points + 1;
    int bound = entry->bound > most && avoids ? most : entry->bound;
    int t = winner == BLACK ? bound : 1 - bound;
    solver_set_attractors(solver, t);
    search->nodes = 0;
    int r = search_question(search, state, t, avoids ? !winner : winner, max_nodes, &answer);
    if (r < 0)
        return UNDECIDED;
    if (answer.winner == winner)
        return PROVED;
    /* What denies an attacker whose history goes on growing is no proof (unbounded.c). */
    return search->model.unbounded && !answer.forced ? UNDECIDED : REFUTED;
}

static int prove(struct bench *bench, const struct sampled *sampled, uint64_t max_nodes,
                 enum verdict_of_lemma *ret_verdict)
{
    struct entry entries[ENTRIES_MAX];
    struct record_shape shape;
    struct stored_state stored;
    struct state state;
    size_t count;
    *ret_verdict = UNDECIDED;
    if (bench->solver == NULL || identity_shape(sampled->name, &shape) < 0 ||
        !record_read(&shape, sampled->key, sampled->value.data, sampled->value.size, entries,
                     &count) ||
        sampled->entry >= count)
        return 0;
    state_unpack(&shape, sampled->value.data + CHECKSUM, &stored);
    int r = state_of(bench->solver->positions, &stored, &state);
    if (r == 0)
        r = start_afresh(bench->solver, state);
    if (r == 0)
        r = make_history(&bench->solver->search, &shape, &entries[sampled->entry]);
    if (r == 0)
        *ret_verdict = ask(bench->solver, state, &entries[sampled->entry], max_nodes);
    if (*ret_verdict == REFUTED && rests_on_line(&shape, &entries[sampled->entry]))
        *ret_verdict = UNDECIDED;
    return r == -ENOENT ? 0 : r;
}

/* The refuted lemma as export would write it, cut to what fits. */
static void describe(const struct sampled *sampled, char *buffer, size_t size)
{
    struct entry entries[ENTRIES_MAX];
    struct record_shape shape;
    size_t count;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return;
    if (identity_shape(sampled->name, &shape) == 0 &&
        record_read(&shape, sampled->key, sampled->value.data, sampled->value.size, entries,
                    &count)) {
        fprintf(out, "%s: ", sampled->name);
        text_write_state(out, &shape, sampled->value.data + CHECKSUM);
        text_write_entry(out, &shape, &entries[sampled->entry]);
    }
    fclose(out);
    snprintf(buffer, size, "%s", text);
    for (char *at = buffer; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    free(text);
}

static int prove_all(struct store *store, const struct sampling *sampling,
                     const struct deep_options *options, struct deep_result *result)
{
    struct limits limits = {.max_bytes = DEEP_BYTES, .interrupted = options->interrupted};
    struct bench bench = {0};
    int r = 0;
    for (uint64_t i = 0; i < sampling->count && r == 0; i++) {
        const struct sampled *sampled = &sampling->list[i];
        enum verdict_of_lemma verdict;
        if (options->interrupted != NULL && atomic_load(options->interrupted))
            break;
        if (strcmp(bench.name, sampled->name) != 0)
            r = bench_init(store, sampled->name, &limits, &bench);
        if (r == -EINVAL)
            r = 0; /* a ruleset that this version does not know: not decided */
        if (r == 0)
            r = prove(&bench, sampled, options->max_nodes, &verdict);
        if (r < 0)
            break;
        result->tried++;
        result->proved += verdict == PROVED;
        result->undecided += verdict == UNDECIDED;
        if (verdict == REFUTED && result->refuted++ == 0)
            describe(sampled, result->first, sizeof(result->first));
    }
    bench_release(&bench);
    return r;
}

static int compare_sampled(const void *a, const void *b)
{
    const struct sampled *one = a, *two = b;
    int order = strcmp(one->name, two->name);
    return order != 0 ? order : memcmp(one->key, two->key, STORE_KEY);
}

int store_deep_check(struct store *store, const struct deep_options *options,
                     struct deep_result *ret_result, struct error *err)
{
    struct sampling sampling = {.most = options->sample, .random = options->seed};
    struct walk_result walked;
    *ret_result = (struct deep_result){0};
    sampling.list = calloc(options->sample + 1, sizeof(*sampling.list));
    if (sampling.list == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    walk_store(store->env, sample_record, &sampling, &walked);
    int r = sampling.failed ? -ENOMEM : walked.code != 0 ? -EIO : 0;
    if (r == 0) {
        qsort(sampling.list, sampling.count, sizeof(*sampling.list), compare_sampled);
        r = prove_all(store, &sampling, options, ret_result);
    }
    sampling_release(&sampling);
    return r < 0 ? error_set(err, r, "cannot prove the lemmas again: %s", strerror(-r)) : 0;
}
