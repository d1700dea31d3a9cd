/*
 * Proving lemmas again. A lemma claims something for every history that fulfils its conditions; it
 * is tried under the least of them: what must be there is there, with a counter within its bounds,
 * and nothing else but what the state itself brings along. A search of its own, without the store,
 * is asked whether the winner gets the bound.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/solver.h"
#include "store/deep.h"
#include "store/identity.h"
#include "store/text.h"

/* All entries of a record. */
#define EVERY_ENTRY SIZE_MAX

/* One lemma of the sample, or a record with all of its lemmas. */
struct sampled {
    uint32_t name; /* of the sub-table, in the list of names */
    uint8_t key[STORE_KEY];
    size_t entry;
};

struct sampling {
    struct deep_choice choice;
    struct sampled *list;
    char **names;
    uint32_t name_count;
    bool failed;
};

/* --- choosing --- */

struct deep_choice verify_choice_begin(const struct deep_options *options)
{
    return (struct deep_choice){
        .most = options->sample, .random = options->seed, .all = options->all};
}

uint64_t verify_choose(struct deep_choice *choice)
{
    uint64_t at = choice->seen++;
    if (choice->all || choice->count < choice->most)
        return choice->count++;
    at = hash_mix(choice->random += 0x9e3779b97f4a7c15ull) % (at + 1); /* splitmix64 */
    return at < choice->most ? at : UINT64_MAX;
}

void *deep_extend(void *list, uint64_t place, size_t size)
{
    if ((place & (place - 1)) != 0)
        return list;
    return realloc(list, (place == 0 ? 1 : 2 * place) * size);
}

static void note_name(struct sampling *sampling, const char *name)
{
    uint32_t count = sampling->name_count;
    if (count > 0 && strcmp(sampling->names[count - 1], name) == 0)
        return;
    char **names = deep_extend(sampling->names, count, sizeof(*names));
    sampling->failed = names == NULL;
    if (names == NULL)
        return;
    sampling->names = names;
    names[count] = strdup(name);
    sampling->failed = names[count] == NULL;
    sampling->name_count += names[count] != NULL;
}

static void sample_one(struct sampling *sampling, const MDB_val *key, size_t entry)
{
    uint64_t before = sampling->choice.count, at = verify_choose(&sampling->choice);
    if (at == UINT64_MAX)
        return;
    if (at == before) {
        void *list = deep_extend(sampling->list, at, sizeof(*sampling->list));
        sampling->failed = list == NULL;
        if (list == NULL)
            return;
        sampling->list = list;
    }
    sampling->list[at].name = sampling->name_count - 1;
    memcpy(sampling->list[at].key, key->mv_data, STORE_KEY);
    sampling->list[at].entry = entry;
}

static bool sample_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                          bool sound)
{
    struct sampling *sampling = arg;
    size_t entries = 0;
    if (!sound || strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) != 0 ||
        !walk_is_sound(name, key, value, &entries))
        return true;
    note_name(sampling, name + strlen(DB_LEMMAS));
    if (sampling->choice.all && !sampling->failed)
        sample_one(sampling, key, EVERY_ENTRY);
    for (size_t i = 0; i < entries && !sampling->choice.all && !sampling->failed; i++)
        sample_one(sampling, key, i);
    return !sampling->failed;
}

static void sampling_release(struct sampling *sampling)
{
    for (uint32_t i = 0; i < sampling->name_count; i++)
        free(sampling->names[i]);
    free(sampling->names);
    free(sampling->list);
}

/* --- one sub-table's game and solver --- */

struct bench {
    char name[TABLE_NAME_MAX];
    struct graph *graph;
    struct game game;
    struct solver *solver; /* NULL: none could be had */
    struct subtable *table;
    uint8_t key[STORE_KEY];
    struct bytes value; /* the record at hand, under this key */
};

static void bench_release(struct bench *bench)
{
    if (bench->solver != NULL)
        solver_close(bench->solver);
    free(bench->solver);
    game_release(&bench->game);
    graph_free(bench->graph);
    bytes_release(&bench->value);
    *bench = (struct bench){0};
}

int subtable_graph_text(struct store *store, const char *name, struct bytes *ret_text)
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
    int r = subtable_graph_text(store, name, &text);
    if (r == 0)
        r = identity_parse(name, (const char *)text.data, text.size, &rules, &ret_bench->graph);
    bytes_release(&text);
    if (r == 0)
        r = game_init(&ret_bench->game, ret_bench->graph, &rules, &empty, BLACK);
    if (r == 0) {
        ret_bench->table = subtable_of_game(store, &ret_bench->game);
        if (ret_bench->table == NULL || subtable_open(store, ret_bench->table) != 0)
            r = ret_bench->table == NULL ? -ENOMEM : -EIO;
    }
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
    if (positions->enumerated)
        return positions_find(positions, stones, ret_id) ? 0 : -ENOENT;
    return positions_intern(positions, stones, ret_id);
}

static int item_of(struct search *search, const struct stored_condition *stored, uint64_t *ret_item)
{
    uint32_t board = 0;
    if (!(stored->kind & ITEM_CYCLE) && item_class(stored->kind) >= search->model.class_count)
        return -ENOENT;
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
            lemma_unpack_condition(shape, entry, i, &stored);
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
 * are proved together with it (search/condition.h, "Endless play"); put there without that they
 * may be what no search would leave on its line, so that nothing follows if the attacker wins.
 */
static bool rests_on_line(const struct record_shape *shape, const struct entry *entry)
{
    struct stored_condition stored;
    for (uint32_t i = 0; i < entry->count && (entry->flags & ENTRY_AVOIDS); i++) {
        lemma_unpack_condition(shape, entry, i, &stored);
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
    int r = search_query(search, state, t, avoids ? !winner : winner, max_nodes, &answer);
    if (r < 0)
        return UNDECIDED;
    if (answer.winner == winner)
        return PROVED;
    /* What denies an attacker whose history goes on growing is no proof (unbounded.c). */
    return search->model.unbounded && !answer.forced ? UNDECIDED : REFUTED;
}

static int prove(struct bench *bench, const struct entry *entry, uint64_t max_nodes,
                 enum verdict_of_lemma *ret_verdict)
{
    const struct record_shape *shape = &bench->table->shape;
    struct stored_state stored;
    struct state state;
    *ret_verdict = UNDECIDED;
    lemma_unpack_state(shape, bench->value.data + CHECKSUM, &stored);
    int r = state_of(bench->solver->positions, &stored, &state);
    if (r == 0)
        r = start_afresh(bench->solver, state);
    if (r == 0)
        r = make_history(&bench->solver->search, shape, entry);
    if (r == 0)
        *ret_verdict = ask(bench->solver, state, entry, max_nodes);
    if (*ret_verdict == REFUTED && rests_on_line(shape, entry))
        *ret_verdict = UNDECIDED;
    return r == -ENOENT ? 0 : r;
}

/* The refuted lemma as export would write it, cut to what fits. */
static void describe(const struct bench *bench, const struct entry *entry, char *buffer,
                     size_t size)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return;
    fprintf(out, "%s: ", bench->name);
    text_write_state(out, &bench->table->shape, bench->value.data + CHECKSUM);
    text_write_entry(out, &bench->table->shape, entry);
    fclose(out);
    snprintf(buffer, size, "%s", text);
    for (char *at = buffer; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    free(text);
}

/* What was imported is proved here now: it is written again, without the mark. */
static void unmark(struct store *store, const struct bench *bench, const struct entry *entry)
{
    size_t state = lemma_state_bytes(&bench->table->shape);
    if (!(entry->flags & ENTRY_IMPORTED) || store->read_only)
        return;
    struct pending *pending = malloc(sizeof(*pending) + state + entry->size);
    if (pending == NULL)
        return;
    pending->table = bench->table;
    pending->board = NULL;
    pending->slab = NULL;
    pending->size = state + entry->size;
    memcpy(pending->key, bench->key, STORE_KEY);
    memcpy(pending->data, bench->value.data + CHECKSUM, state);
    memcpy(pending->data + state, entry->start, entry->size);
    pending->data[state] &= (uint8_t)~ENTRY_IMPORTED;
    writer_add(store, pending);
    writer_wait(store, clock_now() + 10);
}

static int try_entry(struct store *store, struct bench *bench, const struct entry *entry,
                     const struct deep_options *options, struct deep_result *result)
{
    enum verdict_of_lemma verdict = UNDECIDED;
    int r = bench->solver != NULL ? prove(bench, entry, options->max_nodes, &verdict) : 0;
    if (r < 0)
        return r;
    result->tried++;
    result->proved += verdict == PROVED;
    result->undecided += verdict == UNDECIDED;
    if (verdict == PROVED)
        unmark(store, bench, entry);
    if (verdict == REFUTED && result->refuted++ == 0)
        describe(bench, entry, result->first, sizeof(result->first));
    return 0;
}

/* The lemma, or those of the record, if they are still there. */
static int try_record(struct store *store, struct bench *bench, const struct sampled *sampled,
                      const struct deep_options *options, struct deep_result *result)
{
    struct entry entries[ENTRIES_MAX];
    size_t count;
    bench->value.size = 0;
    memcpy(bench->key, sampled->key, STORE_KEY);
    int r = look_get(store, bench->table->dbi, sampled->key, &bench->value);
    if (r <= 0 || !lemma_record_read(&bench->table->shape, sampled->key, bench->value.data,
                                     bench->value.size, entries, &count))
        return r < 0 ? r : 0;
    r = 0;
    for (size_t i = 0; i < count && r == 0 && !verify_must_stop(options); i++)
        if (sampled->entry == EVERY_ENTRY || sampled->entry == i)
            r = try_entry(store, bench, &entries[i], options, result);
    return r;
}

static int prove_all(struct store *store, const struct sampling *sampling,
                     const struct deep_options *options, struct deep_result *result)
{
    struct limits limits = {.max_bytes = DEEP_BYTES, .interrupted = options->interrupted};
    struct bench bench = {0};
    int r = 0;
    for (uint64_t i = 0; i < sampling->choice.count && !verify_must_stop(options); i++) {
        const char *name = sampling->names[sampling->list[i].name];
        if (strcmp(bench.name, name) != 0)
            r = bench_init(store, name, &limits, &bench);
        if (r == -EINVAL) { /* a ruleset that this version does not know */
            result->tried++;
            result->undecided++;
            continue;
        }
        if (r == 0)
            r = try_record(store, &bench, &sampling->list[i], options, result);
        if (r < 0)
            break;
    }
    bench_release(&bench);
    return r == -EINVAL ? 0 : r;
}

static int compare_sampled(const void *a, const void *b)
{
    const struct sampled *one = a, *two = b;
    if (one->name != two->name)
        return one->name < two->name ? -1 : 1;
    return memcmp(one->key, two->key, STORE_KEY);
}

int verify_lemmas(struct store *store, const struct deep_options *options,
                  struct deep_result *ret_result, struct error *err)
{
    struct sampling sampling = {.choice = verify_choice_begin(options)};
    struct walk_result walked;
    *ret_result = (struct deep_result){0};
    walk_store(store->env, sample_record, &sampling, &walked);
    int r = sampling.failed ? -ENOMEM : walked.code != 0 && walked.code != -ENODATA ? -EIO : 0;
    if (r == 0 && sampling.choice.count > 0) {
        qsort(sampling.list, sampling.choice.count, sizeof(*sampling.list), compare_sampled);
        r = prove_all(store, &sampling, options, ret_result);
    }
    sampling_release(&sampling);
    return r < 0 ? error_set(err, r, "cannot prove the lemmas again: %s", strerror(-r)) : 0;
}
