/*
 * Export. The last line has the hash of all lines before it, so that a reader of the text knows
 * that it is what was written.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include "store/file/environment.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/roots/root_check.h"
#include "store/text/exchange.h"
#include "store/text/text.h"
#include "store/walk/walk.h"

struct exporting {
    struct store *store;
    FILE *out;
    char name[TABLE_NAME_MAX]; /* of the sub-table that the lines are of */
    struct record_shape shape;
    int failed; /* -ENOMEM or -EIO: a record was not written, for other reasons than its own */
};

/* Writes the lines of the graph file that `tables` has of the sub-table. */
static void export_graph(struct exporting *exporting, MDB_txn *txn)
{
    MDB_val key = {strlen(exporting->name), exporting->name}, value;
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

/* Begins a sub-table; name is without the prefix. */
static void begin_table(struct exporting *exporting, const char *name)
{
    MDB_txn *txn = NULL;
    snprintf(exporting->name, sizeof(exporting->name), "%s", name);
    identity_shape(name, &exporting->shape);
    fprintf(exporting->out, "table %s\n", name);
    if (look_begin(exporting->store, &txn) != 0) {
        exporting->failed = -EIO;
        return;
    }
    export_graph(exporting, txn);
    look_end(exporting->store, txn);
}

/* Describes a graph file's board before its roots, as it cannot be made from its name. */
static void begin_board(struct exporting *exporting, const char *text, size_t length)
{
    char name[TABLE_NAME_MAX];
    snprintf(name, sizeof(name), "%.*s", (int)root_key_name_length(text, length), text);
    const char *board = strchr(name, ' ');
    if (board != NULL && strncmp(board, " graph:", 7) == 0 && strcmp(exporting->name, name) != 0)
        begin_table(exporting, name);
}

static void export_root(struct exporting *exporting, const MDB_val *key, const MDB_val *value)
{
    struct root_record record;
    int r = root_record_read(key->mv_data, value->mv_data, value->mv_size, &record);
    if (r == -ENOMEM)
        exporting->failed = r;
    if (r < 0)
        return;
    begin_board(exporting, record.text, record.length);
    text_write_root(exporting->out, &record);
    analysis_release(&record.facts.analysis);
}

static void export_counts(struct exporting *exporting, const MDB_val *key, const MDB_val *value)
{
    struct counts_record record;
    if (counts_read(key, value, &record))
        text_write_counts(exporting->out, key->mv_data, &record);
}

static bool export_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                          bool sound)
{
    struct exporting *exporting = arg;
    struct lemma_entry entries[ENTRIES_MAX];
    size_t count = 0;
    if (!sound)
        return true;
    if (strcmp(name, DB_COUNTS) == 0) {
        export_counts(exporting, key, value);
    } else if (strcmp(name, DB_ROOTS) == 0) {
        export_root(exporting, key, value);
    } else if (strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0) {
        if (strcmp(exporting->name, name + strlen(DB_LEMMAS)) != 0)
            begin_table(exporting, name + strlen(DB_LEMMAS));
        if (lemma_record_read(&exporting->shape, key->mv_data, value->mv_data, value->mv_size,
                              entries, &count))
            text_write_state(exporting->out, &exporting->shape,
                             (const uint8_t *)value->mv_data + CHECKSUM);
        for (size_t i = 0; i < count; i++)
            text_write_entry(exporting->out, &exporting->shape, &entries[i]);
    } else if (strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0) {
        if (strcmp(exporting->name, name + strlen(DB_VALUES)) != 0)
            begin_table(exporting, name + strlen(DB_VALUES));
        text_write_values(exporting->out, key, value);
    }
    return exporting->failed == 0 && !ferror(exporting->out) &&
           !patience_over(&exporting->store->patience);
}

/* --- the hash --- */

struct hashing {
    FILE *out;
    XXH3_state_t *state;
};

static ssize_t hash_and_write(void *cookie, const char *data, size_t size)
{
    struct hashing *hashing = cookie;
    XXH3_128bits_update(hashing->state, data, size);
    return fwrite(data, 1, size, hashing->out) == size ? (ssize_t)size : 0;
}

static int write_lines(struct store *store, FILE *out, struct error *err)
{
    struct exporting exporting = {.store = store, .out = out};
    struct walk_result walked;
    fprintf(out, "%s %d proofs %d\n", TEXT_HEAD, TEXT_VERSION, STORE_PROOFS);
    walk_store(store->env, export_record, &exporting, &walked);
    if (patience_over(&store->patience))
        return error_set(err, -EINTR, "interrupted");
    if (exporting.failed < 0)
        return error_set(err, exporting.failed, "cannot read it: %s", strerror(-exporting.failed));
    if (walked.code != 0 && walked.code != -ENODATA)
        return error_set(err, -EIO, "cannot read it: %s", environment_text(walked.code));
    return 0;
}

int text_export(struct store *store, FILE *out, struct error *err)
{
    const cookie_io_functions_t functions = {.write = hash_and_write};
    struct hashing hashing = {out, XXH3_createState()};
    char sum[TEXT_SUM_MAX];
    FILE *hashed = hashing.state != NULL ? fopencookie(&hashing, "w", functions) : NULL;
    if (hashed == NULL) {
        XXH3_freeState(hashing.state);
        return error_set(err, -ENOMEM, "out of memory");
    }
    XXH3_128bits_reset(hashing.state);
    int r = write_lines(store, hashed, err);
    bool written = fclose(hashed) == 0 && !ferror(out);
    text_sum(hashing.state, sum);
    XXH3_freeState(hashing.state);
    if (r < 0)
        return r;
    fprintf(out, TEXT_END " %s\n", sum);
    return written && !ferror(out) ? 0 : error_set(err, -EIO, "cannot write the export");
}
