/* store check. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "cli/verbs/store_dense.h"
#include "store/file/folder.h"
#include "json/json.h"

/* What a check tells: text as it goes, or JSON at the end. */
struct telling {
    const struct store_verb *asked;
    json_t *deep;    /* what was looked at again, by kind; NULL: text */
    char wrong[512]; /* what is wrong, for JSON; or "" */
    struct progress progress;
    const char *doing; /* for progress */
};

/* A kind of entries that are proved again. */
struct deep_kind {
    const char *names, *name, *how, *key, *doing;
    int (*prove)(struct store *, const struct verify_options *, struct verify_result *,
                 struct error *);
};

static const struct deep_kind lemmas = {
    "lemmas", "lemma", "proved", "lemmas", "proving lemmas again", verify_lemmas};
static const struct deep_kind positions = {
    "positions", "position", "solved", "positions", "solving positions again", verify_roots};
static const struct deep_kind tables = {
    "tables of positions", "table of positions", "made", "tables",
    "making tables again", verify_tables};

static void tell_json(struct telling *telling, const char *key, uint64_t tried, uint64_t right,
                      uint64_t undecided, uint64_t wrong, const char *first)
{
    json_t *object = json_with(json_object(), "tried", json_digits(tried));
    object = json_with(object, "right", json_digits(right));
    object = json_with(object, "undecided", json_digits(undecided));
    object = json_with(object, "wrong", json_digits(wrong));
    telling->deep = json_with(telling->deep, key, object);
    if (wrong > 0)
        snprintf(telling->wrong, sizeof(telling->wrong), "%.511s", first);
}

static void tell_progress(void *arg, uint64_t done, uint64_t all)
{
    struct telling *telling = arg;
    progress_show_many(&telling->progress, telling->doing, done, all);
}

/* Proves the entries of a kind again, and adds to *undecided how many were not decided. */
static int check_kind(struct telling *telling, struct store *store, const struct deep_kind *kind,
                      uint64_t *undecided, struct error *err)
{
    const struct store_verb *asked = telling->asked;
    struct verify_options options = asked->verify_options;
    struct verify_result result;
    struct error why;
    options.tell = asked->quiet ? NULL : tell_progress;
    options.tell_arg = telling;
    telling->doing = kind->doing;
    int r = kind->prove(store, &options, &result, &why);
    progress_stop(&telling->progress);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    if (telling->deep != NULL)
        tell_json(telling, kind->key, result.tried, result.proved, result.undecided, result.refuted,
                  result.first);
    else if (result.tried > 0 || kind == &lemmas)
        printf("%s %s again, %" PRIu64 " not decided, %" PRIu64 " refuted\n",
               human_count(result.proved, kind->name, kind->names), kind->how, result.undecided,
               result.refuted);
    *undecided += result.undecided;
    if (result.refuted > 0) {
        error_set(err, 0, "store '%.60s': a %s is wrong: %.200s", asked->dir, kind->name,
                  result.first);
        return EXIT_FAILED;
    }
    if (!atomic_load(&interrupt_requested))
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped: %s\n", interrupt_text());
    return EXIT_STOPPED;
}

/* What of tables was compared, as text. */
static void print_compared(const struct verify_values_result *result)
{
    if (result->tried == 0 && result->skipped == 0)
        return;
    printf("%s of tables compared with their plays, %" PRIu64 " wrong",
           human_count(result->tried, "position", "positions"), result->wrong);
    if (result->skipped > 0)
        printf(", %" PRIu64 " not told as boards are missing", result->skipped);
    printf("\n");
}

/* A kind of tables, whose positions are compared with their plays. */
struct compared_kind {
    const char *key; /* in JSON */
    int (*look)(struct store *, uint64_t sample, uint64_t seed, struct verify_values_result *,
                struct error *);
};

static const struct compared_kind lists = {"table_positions", verify_values};
static const struct compared_kind dense_tables = {"dense_positions", verify_dense};

/* Compares positions of tables of a kind with their plays. */
static int check_values(struct telling *telling, struct store *store,
                        const struct compared_kind *kind, struct error *err)
{
    const struct store_verb *asked = telling->asked;
    struct verify_values_result result;
    struct error why;
    int r =
        kind->look(store, asked->verify_options.sample, asked->verify_options.seed, &result, &why);
    if (r == -EINTR) {
        fprintf(stderr, "solve: stopped: %s\n", interrupt_text());
        return EXIT_STOPPED;
    }
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    if (telling->deep != NULL)
        tell_json(telling, kind->key, result.tried + result.skipped, result.tried - result.wrong,
                  result.skipped, result.wrong, result.first);
    else
        print_compared(&result);
    if (result.wrong == 0)
        return EXIT_SOLVED;
    error_set(err, 0, "store '%.60s': a table is wrong: %.200s", asked->dir, result.first);
    return EXIT_FAILED;
}

/* Says of what only checksums and form were looked at. */
static void tell_not_tried(struct telling *telling, struct store *store)
{
    const struct {
        const char *key, *name, *names;
        uint64_t count;
    } kinds[] = {
        {"search_lemmas", "lemma of cycles", "lemmas of cycles", store_count_search_lemmas(store)},
        {"strategies", "state of strategies", "states of strategies",
         store_count_strategies(store)},
        {"counts", "result of counts", "results of counts", store_count_results(store)},
    };
    json_t *object = telling->deep != NULL ? json_object() : NULL;
    bool any = false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (telling->deep != NULL) {
            object = json_with(object, kinds[i].key, json_digits(kinds[i].count));
        } else if (kinds[i].count > 0) {
            printf("%s%s", any ? ", " : "not proved again: ",
                   human_count(kinds[i].count, kinds[i].name, kinds[i].names));
            any = true;
        }
    }
    if (telling->deep != NULL)
        telling->deep = json_with(telling->deep, "not_tried", object);
    else if (any)
        printf(" (their checksums and form are right)\n");
}

static int check_deep(struct telling *telling, struct store *store, struct error *err)
{
    const struct store_verb *asked = telling->asked;
    static const struct run_limits no_limits;
    uint64_t undecided = 0;
    progress_start(&telling->progress, NULL, &no_limits);
    int code = check_kind(telling, store, &lemmas, &undecided, err);
    if (code == EXIT_SOLVED)
        code = check_kind(telling, store, &positions, &undecided, err);
    if (code == EXIT_SOLVED)
        code = asked->verify_options.all ? check_kind(telling, store, &tables, &undecided, err)
                                         : check_values(telling, store, &lists, err);
    if (code == EXIT_SOLVED)
        code = check_values(telling, store, &dense_tables, err);
    tell_not_tried(telling, store);
    if (code != EXIT_SOLVED || !asked->verify_options.all || undecided == 0)
        return code;
    fprintf(stderr, "solve: store %s: not all of it is proved again: %" PRIu64 " not decided\n",
            asked->dir, undecided);
    return EXIT_STOPPED;
}

/* Prints files that are not of the store. They stay: nobody knows whose they are. */
static void print_foreign(const char *dir)
{
    char first[FOLDER_NAME_MAX];
    size_t count = folder_foreign(dir, first);
    if (count > 0)
        printf("%zu %s in the folder %s not of the store, the first '%s'\n", count,
               human_noun(count, "file", "files"), human_noun(count, "is", "are"), first);
}

static void print_sound(const struct store_verb *asked, struct store *store,
                        const struct dense_list *dense)
{
    uint64_t states, entries, roots;
    store_counts(store, &states, &entries, &roots);
    printf("%s: sound: %s, %s, %s", asked->dir, human_count(states, "state", "states"),
           human_count(entries, "lemma", "lemmas"), human_count(roots, "position", "positions"));
    if (store_count_boards(store) > 0)
        printf(", %s with all positions",
               human_count(store_count_boards(store), "board", "boards"));
    if (store_count_strategies(store) > 0)
        printf(", %s of strategies", human_count(store_count_strategies(store), "state", "states"));
    if (store_count_search_lemmas(store) > 0)
        printf(", %s of cycles", human_count(store_count_search_lemmas(store), "lemma", "lemmas"));
    if (store_count_results(store) > 0)
        printf(", %s of counts", human_count(store_count_results(store), "result", "results"));
    printf("\n");
    store_verb_print_gaps(store_gaps(store));
    store_dense_print_check(dense);
    print_foreign(asked->dir);
}

/* Sets what a look through all records found. */
static json_t *set_sound(json_t *object, const struct store_verb *asked, struct store *store)
{
    const struct walk_gaps *gaps = store_gaps(store);
    uint64_t states, entries, roots;
    char first[FOLDER_NAME_MAX], text[GAP_TEXT_MAX];
    json_t *missing = json_array();
    size_t foreign = folder_foreign(asked->dir, first);
    store_counts(store, &states, &entries, &roots);
    for (unsigned i = 0; i < gaps->count && i < WALK_GAPS; i++) {
        store_gap_text(&gaps->first[i], text);
        missing = json_append(missing, json_text_or_null(text));
    }
    object = json_with(object, "states", json_digits(states));
    object = json_with(object, "lemmas", json_digits(entries));
    object = json_with(object, "positions", json_digits(roots));
    object = json_with(object, "boards", json_digits(store_count_boards(store)));
    object = json_with(object, "strategies", json_digits(store_count_strategies(store)));
    object = json_with(object, "search_lemmas", json_digits(store_count_search_lemmas(store)));
    object = json_with(object, "counts", json_digits(store_count_results(store)));
    object = json_with(object, "gaps", missing);
    object = json_with(object, "gaps_complete", json_boolean(gaps->count <= WALK_GAPS));
    object = json_with(object, "foreign_files", json_integer((json_int_t)foreign));
    return json_with(object, "foreign_first", json_text_or_null(foreign > 0 ? first : NULL));
}

/* Checks, and makes of it all one object. Returns the exit code. */
static int check_json(const struct store_verb *asked, struct store *store,
                      const struct dense_list *dense, struct error *err)
{
    static const char *const kinds[] = {"lemmas",          "positions",       "tables",
                                        "table_positions", "dense_positions", "not_tried"};
    struct telling telling = {.asked = asked, .deep = json_object()};
    json_t *object = json_with(json_head("store check"), "store", json_text_or_null(asked->dir));
    object = set_sound(object, asked, store);
    object = json_with(object, "dense", store_dense_json(dense, true));
    telling.deep = json_with(telling.deep, "all", json_boolean(asked->verify_options.all));
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        telling.deep = json_with(telling.deep, kinds[i], json_null());
    bool damaged = store_dense_is_damaged(dense, asked->dir, err);
    if (damaged)
        snprintf(telling.wrong, sizeof(telling.wrong), "%s", err->text);
    int code = damaged ? EXIT_FAILED : asked->deep ? check_deep(&telling, store, err) : EXIT_SOLVED;
    bool stopped = atomic_load(&interrupt_requested), wrong = telling.wrong[0] != '\0';
    object = json_with(object, "deep", asked->deep ? telling.deep : json_null());
    if (!asked->deep)
        json_decref(telling.deep);
    object = json_with(object, "sound", json_boolean(!wrong));
    object = json_with(object, "wrong", json_text_or_null(wrong ? telling.wrong : NULL));
    object = json_with(object, "stopped", json_text_or_null(stopped ? "interrupted" : NULL));
    struct error unwritten;
    if (json_print(object, &unwritten) == 0)
        return code;
    *err = unwritten;
    return EXIT_FAILED;
}

static int check_text(const struct store_verb *asked, struct store *store,
                      const struct dense_list *dense, struct error *err)
{
    struct telling telling = {.asked = asked};
    print_sound(asked, store, dense);
    if (store_dense_is_damaged(dense, asked->dir, err))
        return EXIT_FAILED;
    return asked->deep ? check_deep(&telling, store, err) : EXIT_SOLVED;
}

static int check(const struct store_verb *asked, struct store *store, struct error *err)
{
    struct dense_list dense;
    int r = store_dense(store, &dense);
    if (r == -EINTR) {
        fprintf(stderr, "solve: stopped: %s\n", interrupt_text());
        return EXIT_STOPPED;
    }
    if (r < 0)
        return store_verb_fail(asked, r, strerror(-r), err);
    int code = asked->format == GRID_JSON ? check_json(asked, store, &dense, err)
                                          : check_text(asked, store, &dense, err);
    dense_list_release(&dense);
    return code;
}

int store_check_run(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct error ignored;
    int code = store_verb_open(asked, STORE_READ | STORE_LOOK, &store, err);
    if (code != 0)
        return code;
    code = check(asked, store, err);
    int closed = store_verb_close(asked, store, code == EXIT_FAILED ? &ignored : err);
    return code != EXIT_SOLVED ? code : closed;
}
