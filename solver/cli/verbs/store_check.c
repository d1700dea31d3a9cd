/* store check, export, import, compact. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "store/file/folder.h"
#include "store/text/exchange.h"

/* A kind of entries that are proved again. */
struct deep_kind {
    const char *names, *name, *how;
    int (*prove)(struct store *, const struct verify_options *, struct verify_result *,
                 struct error *);
};

static const struct deep_kind lemmas = {"lemmas", "lemma", "proved", verify_lemmas};
static const struct deep_kind positions = {"positions", "position", "solved", verify_roots};
static const struct deep_kind tables = {"tables of positions", "table of positions", "made",
                                        verify_tables};

/* Proves the entries of a kind again, and adds to *undecided how many were not decided. */
static int check_kind(const struct store_verb *asked, struct store *store,
                      const struct deep_kind *kind, uint64_t *undecided, struct error *err)
{
    struct verify_result result;
    struct error why;
    int r = kind->prove(store, &asked->verify_options, &result, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    if (result.tried > 0 || kind == &lemmas)
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

static int check_values(const struct store_verb *asked, struct store *store, struct error *err)
{
    struct verify_values_result result;
    struct error why;
    int r = verify_values(store, asked->verify_options.sample, asked->verify_options.seed, &result,
                          &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    if (result.tried > 0 || result.skipped > 0)
        printf("%s of tables compared with their plays, %" PRIu64 " wrong",
               human_count(result.tried, "position", "positions"), result.wrong);
    if (result.skipped > 0)
        printf(", %" PRIu64 " not told as boards are missing", result.skipped);
    if (result.tried > 0 || result.skipped > 0)
        printf("\n");
    if (result.wrong == 0)
        return EXIT_SOLVED;
    error_set(err, 0, "store '%.60s': a table is wrong: %.200s", asked->dir, result.first);
    return EXIT_FAILED;
}

static int check_deep(const struct store_verb *asked, struct store *store, struct error *err)
{
    uint64_t undecided = 0;
    int code = check_kind(asked, store, &lemmas, &undecided, err);
    if (code == EXIT_SOLVED)
        code = check_kind(asked, store, &positions, &undecided, err);
    if (code == EXIT_SOLVED)
        code = asked->verify_options.all ? check_kind(asked, store, &tables, &undecided, err)
                                         : check_values(asked, store, err);
    if (code != EXIT_SOLVED || !asked->verify_options.all || undecided == 0)
        return code;
    fprintf(stderr, "solve: store %s: not all of it is proved again: %" PRIu64 " not decided\n",
            asked->dir, undecided);
    return EXIT_STOPPED;
}

/* Prints what is missing. That is not wrong. */
static void print_gaps(const struct walk_gaps *gaps)
{
    for (unsigned i = 0; i < gaps->count && i < WALK_GAPS; i++) {
        char text[GAP_TEXT_MAX];
        store_gap_text(&gaps->first[i], text);
        printf("%s\n", text);
    }
    if (gaps->count > WALK_GAPS)
        printf("of %s something is missing\n",
               human_count(gaps->count - WALK_GAPS, "other table", "other tables"));
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

int store_check_run(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct error ignored;
    uint64_t states, entries, roots;
    int code = store_verb_open(asked, STORE_READ | STORE_LOOK, &store, err);
    if (code != 0)
        return code;
    store_counts(store, &states, &entries, &roots);
    printf("%s: sound: %s, %s, %s", asked->dir, human_count(states, "state", "states"),
           human_count(entries, "lemma", "lemmas"), human_count(roots, "position", "positions"));
    if (store_count_boards(store) > 0)
        printf(", %s with all positions",
               human_count(store_count_boards(store), "board", "boards"));
    if (store_count_strategies(store) > 0)
        printf(", %s of strategies", human_count(store_count_strategies(store), "state", "states"));
    if (store_count_results(store) > 0)
        printf(", %s of counts", human_count(store_count_results(store), "result", "results"));
    printf("\n");
    print_gaps(store_gaps(store));
    print_foreign(asked->dir);
    code = asked->deep ? check_deep(asked, store, err) : EXIT_SOLVED;
    int closed = store_verb_close(asked, store, code == EXIT_FAILED ? &ignored : err);
    return code != EXIT_SOLVED ? code : closed;
}

int store_check_export(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct error why;
    int code = store_verb_open(asked, STORE_READ, &store, err);
    if (code != 0)
        return code;
    int r = text_export(store, stdout, &why);
    code = store_verb_close(asked, store, err);
    return r < 0 ? store_verb_fail(asked, r, why.text, err) : code;
}

/* Prints what is believed without proof, and how it can be proved. */
static void tell_import(const struct store_verb *asked, const struct import_result *result)
{
    printf("%s: %s imported\n", asked->dir, human_count(result->lines, "line", "lines"));
    printf("taken on the word of the text: %s, %s, %s; 'store check --deep --all' proves them\n",
           human_count(result->positions, "position", "positions"),
           human_count(result->lemmas, "lemma", "lemmas"),
           human_count(result->tables, "table", "tables"));
    if (result->count_results > 0)
        printf("on its word, too: %s of counts; a count without --store proves them\n",
               human_count(result->count_results, "result", "results"));
    if (result->parts > 0)
        printf("left out: %s not whole\n",
               human_count(result->parts, "table that is", "tables that are"));
    if (!result->has_sum)
        printf("the text has no hash: bytes that changed on its way were not seen\n");
}

/* What is wrong is the input, not the usage. */
static int import_fail(const struct store_verb *asked, int r, const struct error *why,
                       struct error *err)
{
    int code = store_verb_fail(asked, r, why->text, err);
    return code == EXIT_USAGE ? EXIT_FAILED : code;
}

static int import_checked(const struct store_verb *asked, FILE *copy,
                          const struct import_result *result, struct error *err)
{
    struct store *store;
    struct error why;
    int code = store_verb_open(asked, STORE_MAKE, &store, err);
    if (code != 0)
        return code;
    int r = text_import(store, copy, result, &why);
    code = store_verb_close(asked, store, err);
    if (r < 0)
        return import_fail(asked, r, &why, err);
    if (code == 0)
        tell_import(asked, result);
    return code;
}

/* A text that is refused makes no store. */
int store_check_import(const struct store_verb *asked, struct error *err)
{
    struct error why;
    FILE *copy;
    struct import_result result;
    struct store_patience patience = store_verb_patience(asked);
    int r = text_copy_input(STDIN_FILENO, &patience, &copy, &why);
    if (r < 0)
        return import_fail(asked, r, &why, err);
    r = text_check(copy, &result, &why);
    int code = r < 0 ? import_fail(asked, r, &why, err) : import_checked(asked, copy, &result, err);
    if (r == 0)
        text_release_result(&result);
    fclose(copy);
    return code;
}

int store_check_compact(const struct store_verb *asked, struct error *err)
{
    struct copy_result result;
    struct error why;
    struct store_patience patience = store_verb_patience(asked);
    int r = store_compact(asked->dir, &patience, &result, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    printf("%s: %s kept, %" PRIu64 " dropped as damaged\n", asked->dir,
           human_count(result.kept, "record", "records"), result.dropped);
    print_gaps(&result.gaps);
    return EXIT_SOLVED;
}
