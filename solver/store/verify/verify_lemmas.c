/*
 * Proving lemmas again. A lemma claims something for every history that fulfils its conditions. It
 * is tried under the smallest such history: the items that must be there are there, with counters
 * that are allowed, and nothing else but what the state itself adds. A search that knows nothing of
 * the store decides whether the winner gets the bound. If he does not, and the lemma asks what he
 * forces from what is on record, that is looked up first: it may not hold of this history, or there
 * may be no memory to find out. Then the lemma is undecided.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "search/solver.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/writer.h"
#include "store/lemmas/lemma_put.h"
#include "store/lemmas/stored_item.h"
#include "store/text/text.h"
#include "store/verify/sample.h"
#include "store/verify/stage.h"
#include "store/walk/walk.h"

/* The number that stands for all entries of a record. */
#define EVERY_ENTRY SIZE_MAX

/* One lemma of the sample, or a record with all of its lemmas. */
struct sampled {
    uint32_t name; /* of the sub-table, in the list of names */
    uint8_t key[STORE_KEY];
    size_t entry;
};

struct sampling {
    struct sample sample;
    struct sampled *list;
    size_t list_room;
    char **names;
    uint32_t name_count;
    size_t name_room;
    bool failed; /* memory ran out */
};

/* --- choosing --- */

static void note_name(struct sampling *sampling, const char *name)
{
    uint32_t count = sampling->name_count;
    if (count > 0 && strcmp(sampling->names[count - 1], name) == 0)
        return;
    char *copy = strdup(name);
    sampling->failed =
        copy == NULL || array_reserve((void **)&sampling->names, count + 1, &sampling->name_room,
                                      sizeof(*sampling->names)) < 0;
    if (sampling->failed)
        free(copy);
    else
        sampling->names[sampling->name_count++] = copy;
}

static void sample_one(struct sampling *sampling, const MDB_val *key, size_t entry)
{
    uint64_t at = sample_place(&sampling->sample);
    if (at == UINT64_MAX)
        return;
    sampling->failed = array_reserve((void **)&sampling->list, at + 1, &sampling->list_room,
                                     sizeof(*sampling->list)) < 0;
    if (sampling->failed)
        return;
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
    if (sampling->sample.all && !sampling->failed)
        sample_one(sampling, key, EVERY_ENTRY);
    for (size_t i = 0; i < entries && !sampling->sample.all && !sampling->failed; i++)
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

/* --- a sub-table's solver --- */

struct lemma_bench {
    struct stage stage;
    struct solver *solver; /* NULL: none could be had */
    struct subtable *table;
    uint8_t key[STORE_KEY];
    struct bytes value; /* the record at hand, under this key */
};

static void bench_release(struct lemma_bench *bench)
{
    if (bench->solver != NULL)
        solver_release(bench->solver);
    free(bench->solver);
    stage_release(&bench->stage);
    bytes_release(&bench->value);
    *bench = (struct lemma_bench){0};
}

static int bench_init(struct store *store, const char *name, const struct limits *limits,
                      struct lemma_bench *ret_bench)
{
    bench_release(ret_bench);
    int r = stage_init(store, name, &ret_bench->stage);
    if (r < 0)
        return r;
    ret_bench->table = subtable_of_game(store, &ret_bench->stage.game);
    if (ret_bench->table == NULL || subtable_open(store, ret_bench->table) != 0)
        return ret_bench->table == NULL ? -ENOMEM : -EIO;
    struct solver *solver = calloc(1, sizeof(*solver));
    if (solver == NULL)
        return -ENOMEM;
    r = solver_init(solver, &ret_bench->stage.game, limits);
    if (r == 0 || r == -EAGAIN)
        ret_bench->solver = solver;
    else
        free(solver);
    return r == -EAGAIN ? 0 : r;
}

/* --- one lemma --- */

enum verdict_of_lemma { PROVED, UNDECIDED, REFUTED };

/* Makes the search forget all, and stand at state without any moves before. */
static int start_afresh(struct solver *solver, struct state state)
{
    struct search *search = &solver->search;
    struct history_change change;
    struct lemma_table *lemmas =
        lemma_table_new(search->limits.max_bytes / 2, lemma_table_per_key(&search->model));
    if (lemmas == NULL)
        return -ENOMEM;
    lemma_table_free(search->lemmas);
    search->lemmas = solver->tables->lemmas = lemmas;
    history_release(&search->history);
    dfpn_table_clear(&search->numbers);
    int r = history_init(&search->history, &search->model, search->positions);
    return r < 0 ? r : history_start(&search->history, state, &change);
}

/* Makes the smallest history that fulfils the conditions. Returns 0; -ENOENT: there is none; or
 * another negative errno. */
static int make_history(struct search *search, const struct record_shape *shape,
                        const struct lemma_entry *entry)
{
    int counter;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < entry->count; i++) {
            struct stored_condition stored;
            lemma_unpack_condition(shape, entry, i, &stored);
            struct condition condition = {(stored.flags & MAY_BE_ABSENT ? CONDITION_ABSENT_OK : 0),
                                          stored.low, stored.high};
            uint64_t item;
            int r = stored_item_find(search, &stored, &item);
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
    return stored_item_board(positions, stored->board, &ret_state->board);
}

/*
 * Does a denial rest on states that it leads back to? They are good for the defender because they
 * are proved together with the denial (search/condition.h, "Endless play"). Without that no search
 * might leave them on its line, so that nothing follows if the attacker wins.
 */
static bool rests_on_line(const struct record_shape *shape, const struct lemma_entry *entry)
{
    struct stored_condition stored;
    for (uint32_t i = 0; i < entry->count && (entry->flags & ENTRY_DENIES); i++) {
        lemma_unpack_condition(shape, entry, i, &stored);
        if ((stored.kind & ITEM_CYCLE) && !(stored.flags & MAY_BE_ABSENT))
            return true;
    }
    return false;
}

static bool needs_items(const struct record_shape *shape, const struct lemma_entry *entry)
{
    struct stored_condition stored;
    for (uint32_t i = 0; i < entry->count; i++) {
        lemma_unpack_condition(shape, entry, i, &stored);
        if (!(stored.flags & MAY_BE_ABSENT))
            return true;
    }
    return false;
}

/*
 * Is it known that the winner forces less from what is on record than the entry wants? Where no
 * item must be there nothing is. Else dense tables tell, made for it if need be.
 */
static bool is_below(struct solver *solver, const struct record_shape *shape, struct state state,
                     const struct lemma_entry *entry)
{
    struct search *search = &solver->search;
    struct free_margins free = {.rules = free_margins_rules(&solver->game.rules, &search->model)};
    if (entry->below == BELOW_ANY)
        return true;
    if (!free.rules.suit)
        return false;
    if (!needs_items(shape, entry))
        return true;
    if (solver->tables->foresight == NULL &&
        (!solver_bounds_fit(solver) || solver_make_foresight(solver) < 0))
        return false;
    free.dense = solver_dense_margins(solver);
    return free.dense != NULL &&
           free_margins_of_history(&free, solver->positions, &search->history, state,
                                   entry->flags & ENTRY_WHITE ? WHITE : BLACK) < entry->below;
}

static enum verdict_of_lemma ask(struct solver *solver, struct state state,
                                 const struct lemma_entry *entry, uint64_t max_nodes)
{
    struct search *search = &solver->search;
    enum colour winner = entry->flags & ENTRY_WHITE ? WHITE : BLACK;
    bool denies = (entry->flags & ENTRY_DENIES) != 0;
    struct answer answer;
    /* For a bound beyond all margins the query is for the greatest margin. */
    int most = solver->positions->points + 1;
    int bound = entry->bound > most && denies ? most : entry->bound;
    int t = winner == BLACK ? bound : 1 - bound;
    solver_set_attractors(solver, t);
    search->nodes = 0;
    int r = search_query(search, state, t, denies ? !winner : winner, max_nodes, &answer);
    if (r < 0)
        return UNDECIDED;
    if (answer.winner == winner)
        return PROVED;
    /* A denial while the attacker's history goes on growing is no proof (search/unbounded.c). */
    return search->model.unbounded && !answer.forced ? UNDECIDED : REFUTED;
}

static int prove(struct lemma_bench *bench, const struct lemma_entry *entry, uint64_t max_nodes,
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
    if (*ret_verdict == REFUTED &&
        (rests_on_line(shape, entry) || !is_below(bench->solver, shape, state, entry)))
        *ret_verdict = UNDECIDED;
    return r == -ENOENT ? 0 : r;
}

/* Writes the refuted lemma as an export would, cut to what fits. */
static void describe(const struct lemma_bench *bench, const struct lemma_entry *entry, char *buffer,
                     size_t size)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return;
    fprintf(out, "%s: ", bench->stage.name);
    text_write_state(out, &bench->table->shape, bench->value.data + CHECKSUM);
    text_write_entry(out, &bench->table->shape, entry);
    fclose(out);
    snprintf(buffer, size, "%s", text);
    for (char *at = buffer; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    free(text);
}

/* Saves an imported entry, which is proved here now, without the mark. */
static void unmark(struct store *store, const struct lemma_bench *bench,
                   const struct lemma_entry *entry)
{
    size_t state = lemma_state_bytes(&bench->table->shape);
    if (!(entry->flags & ENTRY_IMPORTED) || store->read_only)
        return;
    struct pending *pending =
        pending_new(&lemma_kind, bench->table, bench->key, state + entry->size);
    if (pending == NULL)
        return;
    memcpy(pending->data, bench->value.data + CHECKSUM, state);
    memcpy(pending->data + state, entry->start, entry->size);
    pending->data[state] &= (uint8_t)~ENTRY_IMPORTED;
    writer_add(store, pending);
    writer_wait(store, clock_now() + 10);
}

static int try_entry(struct store *store, struct lemma_bench *bench,
                     const struct lemma_entry *entry, const struct verify_options *options,
                     struct verify_result *result)
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

/* Tries the lemma, or those of the record, if they are still there. */
static int try_record(struct store *store, struct lemma_bench *bench, const struct sampled *sampled,
                      const struct verify_options *options, struct verify_result *result)
{
    struct lemma_entry entries[ENTRIES_MAX];
    size_t count;
    bench->value.size = 0;
    memcpy(bench->key, sampled->key, STORE_KEY);
    int r = look_get(store, bench->table->dbi, sampled->key, &bench->value);
    if (r <= 0 || !lemma_record_read(&bench->table->shape, sampled->key, bench->value.data,
                                     bench->value.size, entries, &count))
        return r < 0 ? r : 0;
    r = 0;
    for (size_t i = 0; i < count && r == 0 && !sample_is_interrupted(options); i++)
        if (sampled->entry == EVERY_ENTRY || sampled->entry == i)
            r = try_entry(store, bench, &entries[i], options, result);
    return r;
}

static int prove_all(struct store *store, const struct sampling *sampling,
                     const struct verify_options *options, struct verify_result *result)
{
    struct limits limits = {
        .max_bytes = SAMPLE_BYTES, .interrupted = options->interrupted, .whole_margins = true};
    struct lemma_bench bench = {0};
    int r = 0;
    for (uint64_t i = 0; i < sampling->sample.count && !sample_is_interrupted(options); i++) {
        const char *name = sampling->names[sampling->list[i].name];
        sample_tell(options, i, sampling->sample.count);
        if (strcmp(bench.stage.name, name) != 0)
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

int verify_lemmas(struct store *store, const struct verify_options *options,
                  struct verify_result *ret_result, struct error *err)
{
    struct sampling sampling = {.sample = sample_begin(options)};
    struct walk_result walked;
    *ret_result = (struct verify_result){0};
    walk_store(store->env, sample_record, &sampling, &walked);
    int r = sampling.failed ? -ENOMEM : walked.code != 0 && walked.code != -ENODATA ? -EIO : 0;
    if (r == 0 && sampling.sample.count > 0) {
        qsort(sampling.list, sampling.sample.count, sizeof(*sampling.list), compare_sampled);
        r = prove_all(store, &sampling, options, ret_result);
    }
    sampling_release(&sampling);
    return r < 0 ? error_set(err, r, "cannot prove the lemmas again: %s", strerror(-r)) : 0;
}
