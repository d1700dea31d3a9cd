/* The sub-tables that a handle knows. */
#include "store/handle/subtable.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"

static struct subtable *find(struct store *store, const char *name)
{
    struct subtable *table = store->tables;
    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

struct subtable *subtable_of_game(struct store *store, const struct game *game)
{
    char name[TABLE_NAME_MAX];
    identity_name(game->graph, &game->rules, name);
    pthread_mutex_lock(&store->lock);
    struct subtable *table = find(store, name);
    if (table == NULL && (table = calloc(1, sizeof(*table))) != NULL) {
        memcpy(table->name, name, sizeof(table->name));
        table->graph_text = identity_graph_text(game->graph);
        if (table->graph_text == NULL || identity_shape(name, &table->shape) < 0) {
            free(table->graph_text);
            free(table);
            table = NULL;
        } else {
            table->next = store->tables;
            store->tables = table;
        }
    }
    pthread_mutex_unlock(&store->lock);
    return table;
}

int subtable_describe(MDB_txn *txn, MDB_dbi tables, const char *name, const char *graph_text,
                      size_t graph_length)
{
    struct bytes value = {0};
    MDB_val key = {strlen(name), (void *)name};
    record_begin(&value);
    bytes_put(&value, graph_text, graph_length);
    record_seal(&value, 0, record_seed(name, strlen(name)));
    MDB_val data = {value.size, value.data};
    int r = value.failed ? ENOMEM : mdb_put(txn, tables, &key, &data, 0);
    bytes_release(&value);
    return r;
}

/* Are there so many sub-tables that one more could not be opened? */
static int check_capacity(MDB_txn *txn)
{
    MDB_dbi names;
    MDB_stat stat;
    int r = mdb_dbi_open(txn, NULL, 0, &names);
    if (r == 0)
        r = mdb_stat(txn, names, &stat);
    return r != 0 ? r : stat.ms_entries >= TABLES_MAX ? MDB_DBS_FULL : 0;
}

int subtable_open_in(struct store *store, MDB_txn *txn, struct subtable *table, bool create)
{
    char name[TABLE_NAME_MAX + sizeof(DB_LEMMAS)];
    MDB_stat stat;
    snprintf(name, sizeof(name), "%s%s", DB_LEMMAS, table->name);
    int r = mdb_dbi_open(txn, name, 0, &table->dbi);
    if (r == MDB_NOTFOUND && create) {
        r = check_capacity(txn);
        if (r == 0)
            r = mdb_dbi_open(txn, name, MDB_CREATE, &table->dbi);
        if (r == 0)
            r = subtable_describe(txn, store->tables_dbi, table->name, table->graph_text,
                                  strlen(table->graph_text));
    }
    if (r == 0)
        r = mdb_stat(txn, table->dbi, &stat);
    if (r == 0)
        table->had_entries = stat.ms_entries > 0;
    return r;
}

int subtable_open(struct store *store, struct subtable *table)
{
    MDB_txn *txn;
    pthread_mutex_lock(&store->dbi_lock);
    pthread_rwlock_rdlock(&store->map_lock);
    int r = atomic_load(&table->open) ? 0 : environment_read(store->env, &txn);
    if (r == 0 && !atomic_load(&table->open)) {
        r = subtable_open_in(store, txn, table, false);
        if (r == 0)
            r = mdb_txn_commit(txn);
        else
            mdb_txn_abort(txn);
        if (r == 0)
            atomic_store(&table->open, true);
    }
    pthread_rwlock_unlock(&store->map_lock);
    pthread_mutex_unlock(&store->dbi_lock);
    return r;
}

int subtable_graph_text(struct store *store, const char *name, struct bytes *ret_text)
{
    MDB_txn *txn = NULL;
    MDB_val key = {strlen(name), (void *)name}, value;
    if (look_begin(store, &txn) != 0)
        return -EIO;
    if (atomic_load(&store->made) && mdb_get(txn, store->tables_dbi, &key, &value) == 0 &&
        value.mv_size > CHECKSUM)
        bytes_put(ret_text, (const uint8_t *)value.mv_data + CHECKSUM, value.mv_size - CHECKSUM);
    look_end(store, txn);
    return ret_text->failed ? -ENOMEM : 0;
}

void subtable_release_all(struct store *store)
{
    while (store->tables != NULL) {
        struct subtable *next = store->tables->next;
        free(store->tables->graph_text);
        free(store->tables);
        store->tables = next;
    }
}
