/* Export and import. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/identity.h"
#include "store/inside.h"
#include "store/manage.h"
#include "store/text.h"
#include "store/values.h"

struct exporting {
    struct store *store;
    FILE *out;
    char name[TABLE_NAME_MAX + sizeof(DB_LEMMAS)];
    struct record_shape shape;
};

/* The lines of the graph file whose description `tables` has. */
static void export_graph(struct exporting *exporting, MDB_txn *txn)
{
    const char *name = exporting->name + strlen(DB_LEMMAS);
    MDB_val key = {strlen(name), (void *)name}, value;
    if (!atomic_load(&exporting->store->made) ||
        mdb_get(txn, exporting->store->tables_dbi, &key, &value) != 0 || value.mv_size <= CHECKSUM)
        return;
    const char *text = (const char *)value.mv_data + CHECKSUM;
    size_t left = value.mv_size - CHECKSUM;
    while (left > 0) {
        const char *end = memchr(text, '\n', left);
        size_t length = end != NULL ? (size_t)(end - text) : left;
        fprintf(exporting->out, "graph %.*s\n", (int)length, text);
        length += end != NULL;
        text += length;
        left -= length;
    }
}

static void begin_table(struct exporting *exporting, const char *name)
{
    MDB_txn *txn = NULL;
    snprintf(exporting->name, sizeof(exporting->name), "%s", name);
    identity_shape(name + strlen(DB_LEMMAS), &exporting->shape);
    fprintf(exporting->out, "table %s\n", name + strlen(DB_LEMMAS));
    if (look_begin(exporting->store, &txn) == 0) {
        export_graph(exporting, txn);
        look_end(exporting->store, txn);
    }
}

static void export_root(FILE *out, const MDB_val *key, const MDB_val *value)
{
    struct analysis analysis;
    const char *text;
    size_t length;
    unsigned flags;
    if (root_record_read(key->mv_data, value->mv_data, value->mv_size, &analysis, &flags, &text,
                         &length)) {
        text_write_root(out, text, length, &analysis, flags);
        analysis_release(&analysis);
    }
}

static bool export_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                          bool sound)
{
    struct exporting *exporting = arg;
    struct entry entries[ENTRIES_MAX];
    size_t count = 0;
    if (!sound)
        return true;
    if (strcmp(name, DB_ROOTS) == 0) {
        export_root(exporting->out, key, value);
    } else if (strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0) {
        if (strcmp(exporting->name, name) != 0)
            begin_table(exporting, name);
        if (record_read(&exporting->shape, key->mv_data, value->mv_data, value->mv_size, entries,
                        &count))
            text_write_state(exporting->out, &exporting->shape,
                             (const uint8_t *)value->mv_data + CHECKSUM);
        for (size_t i = 0; i < count; i++)
            text_write_entry(exporting->out, &exporting->shape, &entries[i]);
    } else if (strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0) {
        if (strcmp(exporting->name, name) != 0)
            begin_table(exporting, name);
        values_export(exporting->out, key, value);
    }
    return !ferror(exporting->out) && !patience_over(&exporting->store->patience);
}

int store_export(struct store *store, FILE *out, struct error *err)
{
    struct exporting exporting = {.store = store, .out = out};
    struct walk_result walked;
    fprintf(out, "%s %d proofs %d\n", TEXT_HEAD, TEXT_VERSION, STORE_PROOFS);
    walk_store(store->env, export_record, &exporting, &walked);
    if (patience_over(&store->patience))
        return error_set(err, -EINTR, "interrupted");
    if (walked.code != 0 && walked.code != -ENODATA)
        return error_set(err, -EIO, "cannot read it: %s", environment_text(walked.code));
    fputs("end\n", out);
    return ferror(out) ? error_set(err, -EIO, "cannot write the export") : 0;
}

struct importing {
    struct store *store;
    struct batch
        *batch; /* the second time through, when all lines are known to be right; or NULL */
    uint64_t line;
    bool ended;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    struct bytes graph;     /* the lines of the graph file */
    struct bytes state;     /* packed; empty: none yet */
    bool settled;           /* ruleset and board are known to be some */
    struct subtable *table; /* where batch is not NULL */
    int failed;             /* what LMDB returned */
};

static int put(struct importing *importing, struct subtable *table, const uint8_t key[STORE_KEY],
               const struct bytes *a, const struct bytes *b)
{
    size_t size = a->size + (b != NULL ? b->size : 0);
    struct pending *pending = malloc(sizeof(*pending) + size);
    if (pending == NULL)
        return -ENOMEM;
    pending->table = table;
    pending->slab = NULL;
    pending->size = size;
    memcpy(pending->key, key, STORE_KEY);
    memcpy(pending->data, a->data, a->size);
    if (b != NULL)
        memcpy(pending->data + a->size, b->data, b->size);
    importing->failed = batch_put(importing->batch, pending);
    free(pending);
    return importing->failed != 0 ? -EIO : 0;
}

static int import_root(struct importing *importing, char *words, struct error *err)
{
    struct root_key key;
    struct bytes value = {0};
    int r = text_read_root(words, &key, &value, err);
    if (r < 0)
        return r;
    if (!root_record_is_sound(key.hash, value.data, value.size))
        r = error_set(err, -EINVAL, "this is no root");
    if (r == 0 && importing->batch != NULL)
        r = put(importing, NULL, key.hash, &value, NULL);
    bytes_release(&value);
    root_key_release(&key);
    return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
}

/* Once its graph is read: the sub-table that the lines are for. */
static int settle_table(struct importing *importing, struct error *err)
{
    struct ruleset rules;
    struct graph *graph;
    struct game game;
    struct position empty;
    if (importing->settled)
        return 0;
    memset(&empty, 0, sizeof(empty));
    int r = identity_parse(importing->name, (const char *)importing->graph.data,
                           importing->graph.size, &rules, &graph);
    if (r < 0)
        return error_set(err, r, "'%.80s' is no ruleset and board of this version",
                         importing->name);
    r = game_init(&game, graph, &rules, &empty, BLACK);
    if (r == 0) {
        if (importing->batch != NULL)
            importing->table = table_of_game(importing->store, &game);
        game_release(&game);
    }
    graph_free(graph);
    if (importing->batch != NULL && importing->table == NULL)
        r = -ENOMEM;
    importing->settled = r == 0;
    return r == 0 ? 0 : error_set(err, -ENOMEM, "out of memory");
}

static int import_table(struct importing *importing, const char *words, struct error *err)
{
    importing->table = NULL;
    importing->settled = false;
    importing->graph.size = importing->state.size = 0;
    snprintf(importing->name, sizeof(importing->name), "%s", words);
    return identity_shape(words, &importing->shape) == 0
               ? 0
               : error_set(err, -EINVAL, "'%.80s' is no ruleset and board", words);
}

static int import_lemma(struct importing *importing, char *words, struct error *err)
{
    struct bytes entry = {0};
    uint8_t key[STORE_KEY];
    if (importing->state.size == 0)
        return error_set(err, -EINVAL, "a lemma without a state before it");
    int r = text_read_entry(words, &importing->shape, &entry, err);
    if (r == 0 && entry.size > ENTRY_BYTES_MAX)
        r = error_set(err, -EINVAL, "too many conditions");
    if (r == 0 && importing->batch != NULL) {
        state_hash(importing->state.data, importing->state.size, key);
        r = put(importing, importing->table, key, &importing->state, &entry);
    }
    bytes_release(&entry);
    return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
}

static int import_values(struct importing *importing, char *words, struct error *err)
{
    struct values_record record = {0};
    int r = values_import(words, &importing->shape, &record, err);
    if (r == 0 && importing->batch != NULL) {
        importing->failed = values_put(importing->batch, importing->table, &record);
        r = importing->failed != 0 ? -EIO : 0;
    }
    bytes_release(&record.value);
    return r;
}

static int import_line(struct importing *importing, char *line, struct error *err)
{
    char *words = strchr(line, ' ');
    if (words == NULL && strcmp(line, "end") == 0) {
        importing->ended = true;
        return 0;
    }
    if (words == NULL || importing->ended)
        return error_set(err, -EINVAL, "'%.40s' is not expected here", line);
    *words++ = '\0';
    if (strcmp(line, "root") == 0)
        return import_root(importing, words, err);
    if (strcmp(line, "table") == 0)
        return import_table(importing, words, err);
    if (importing->name[0] == '\0')
        return error_set(err, -EINVAL, "'%.40s' without a table before it", line);
    if (strcmp(line, "graph") == 0 && !importing->settled) {
        bytes_put(&importing->graph, words, strlen(words));
        bytes_put(&importing->graph, "\n", 1);
        return 0;
    }
    int r = settle_table(importing, err);
    if (r < 0)
        return r;
    if (strcmp(line, "state") == 0) {
        importing->state.size = 0;
        return text_read_state(words, &importing->shape, &importing->state, err);
    }
    if (strcmp(line, "lemma") == 0)
        return import_lemma(importing, words, err);
    if (strcmp(line, "values") == 0)
        return import_values(importing, words, err);
    return error_set(err, -EINVAL, "'%.40s' is no kind of line", line);
}

static int check_head(const char *line, struct error *err)
{
    int version = 0, proofs = 0, used = 0;
    if (sscanf(line, TEXT_HEAD " %d proofs %d%n", &version, &proofs, &used) != 2 ||
        line[used] != '\0')
        return error_set(err, -EINVAL, "wanted '%s %d proofs %d'", TEXT_HEAD, TEXT_VERSION,
                         STORE_PROOFS);
    if (version != TEXT_VERSION || proofs != STORE_PROOFS)
        return error_set(err, -EINVAL,
                         "version %d with proofs %d: this version reads %d with proofs %d only",
                         version, proofs, TEXT_VERSION, STORE_PROOFS);
    return 0;
}

static int import_all(struct importing *importing, FILE *in, struct error *err)
{
    struct error why = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int r = 0;
    while (r == 0 && (length = getline(&line, &room, in)) >= 0) {
        importing->line++;
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        if (importing->store != NULL && patience_over(&importing->store->patience))
            r = error_set(&why, -EINTR, "interrupted");
        else if (memchr(line, '\0', (size_t)length) != NULL)
            r = error_set(&why, -EINVAL, "a zero byte");
        else
            r = importing->line == 1 ? check_head(line, &why) : import_line(importing, line, &why);
    }
    if (r == 0 && !importing->ended) {
        importing->line++;
        r = error_set(&why, -EINVAL, "the end is missing");
    }
    free(line);
    if (r < 0)
        error_set(err, r, "standard input, line %llu: %s", (unsigned long long)importing->line,
                  why.text);
    return r;
}

/* Once through the text: to check it, or (batch) to store it. *ret_failed: what LMDB returned. */
static int import_pass(struct store *store, FILE *in, struct batch *batch, uint64_t *ret_lines,
                       int *ret_failed, struct error *err)
{
    struct importing importing = {.store = store, .batch = batch};
    rewind(in);
    int r = import_all(&importing, in, err);
    bytes_release(&importing.graph);
    bytes_release(&importing.state);
    *ret_lines = importing.line;
    *ret_failed = importing.failed;
    return r;
}

/* All of it in one transaction: what is not written to the end is not there at all. */
static int import_write(struct store *store, FILE *in, uint64_t *ret_lines, struct error *err)
{
    struct batch batch;
    int failed;
    do {
        int r = 0;
        failed = batch_begin(store, true, &batch);
        if (failed == 0) {
            r = import_pass(store, in, &batch, ret_lines, &failed, err);
            failed = batch_end(&batch, failed != 0 || r == 0 ? failed : MDB_BAD_TXN);
        }
        if (r < 0 && r != -EIO)
            return r; /* out of memory */
    } while (failed != 0 && map_change(store, failed) == 0);
    return failed == 0 ? 0 : error_set(err, -EIO, "cannot write: %s", environment_text(failed));
}

int store_import_check(FILE *in, uint64_t *ret_lines, struct error *err)
{
    int ignored;
    return import_pass(NULL, in, NULL, ret_lines, &ignored, err);
}

/* Between two looks whether the run is to end. */
#define LOOK_MS 50

/* Reads what there is, as soon as there is something. Returns its size, 0 at the end, or -errno. */
static ssize_t read_some(int fd, const struct store_patience *patience, char *block, size_t size)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    while (!patience_over(patience)) {
        if (poll(&wanted, 1, LOOK_MS) <= 0)
            continue;
        ssize_t n = read(fd, block, size);
        if (n >= 0 || errno != EINTR)
            return n < 0 ? -errno : n;
    }
    return -EINTR;
}

int store_import_copy(int fd, const struct store_patience *patience, FILE **ret_copy,
                      struct error *err)
{
    static char block[65536];
    ssize_t n;
    int r = 0;
    FILE *copy = tmpfile();
    if (copy == NULL)
        return error_set(err, -EIO, "cannot make a copy of the export: %s", strerror(errno));
    while (r == 0 && (n = read_some(fd, patience, block, sizeof(block))) != 0)
        if (n < 0)
            r = error_set(err, (int)n, "cannot read the export: %s", strerror((int)-n));
        else if (fwrite(block, 1, (size_t)n, copy) != (size_t)n)
            r = error_set(err, -EIO, "cannot copy the export: %s", strerror(errno));
    if (r == 0 && fflush(copy) != 0)
        r = error_set(err, -EIO, "cannot copy the export: %s", strerror(errno));
    if (r < 0)
        fclose(copy);
    else
        *ret_copy = copy;
    return r;
}

int store_import(struct store *store, FILE *in, uint64_t *ret_lines, struct error *err)
{
    if (store->read_only)
        return error_set(err, -EROFS, "read only: nothing can be imported");
    return import_write(store, in, ret_lines, err);
}
