/* store export, import, compact. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/human.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "store/dense/dense_list.h"
#include "store/text/exchange.h"

/* Dense tables are files already, and no text. */
static void tell_left_out(const struct store_verb *asked)
{
    struct dense_list list;
    if (dense_list_read(asked->dir, false, NULL, &list) < 0)
        return;
    if (list.count > 0)
        fprintf(stderr,
                "solve: store %s: %s no part of the export: copy what you want of its folder "
                "'" STORE_DENSE "'\n",
                asked->dir, human_count(list.count, "dense table is", "dense tables are"));
    dense_list_release(&list);
}

int store_exchange_export(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct error why;
    int code = store_verb_open(asked, STORE_READ, &store, err);
    if (code != 0)
        return code;
    int r = text_export(store, stdout, &why);
    code = store_verb_close(asked, store, err);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    if (code == EXIT_SOLVED)
        tell_left_out(asked);
    return code;
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
int store_exchange_import(const struct store_verb *asked, struct error *err)
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

int store_exchange_compact(const struct store_verb *asked, struct error *err)
{
    struct copy_result result;
    struct error why;
    struct store_patience patience = store_verb_patience(asked);
    int r = store_compact(asked->dir, &patience, &result, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    printf("%s: %s kept, %" PRIu64 " dropped as damaged\n", asked->dir,
           human_count(result.kept, "record", "records"), result.dropped);
    store_verb_print_gaps(&result.gaps);
    return EXIT_SOLVED;
}
