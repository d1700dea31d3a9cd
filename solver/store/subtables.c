/* The sub-tables that a handle knows, and single look-ups. */
#include "store/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/identity.h"

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
    MDB_val key = {strlen(name), (void *)name}, data;
    bytes_put_number(&value, 0, CHECKSUM);
    bytes_put(&value, graph_text, graph_length);
    if (value.failed)
        return ENOMEM;
    bytes_encode(value.data,
                 record_checksum(value.data, value.size, record_seed(name, strlen(name))),
                 CHECKSUM);
    data = (MDB_val){value.size, value.data};
    int r = mdb_put(txn, tables, &key, &data, 0);
    bytes_release(&value);
    return r;
}

int handle_open_named(struct store *store, MDB_txn *txn, bool create)
{
    static const char *const names[] = {DB_ROOTS, DB_TABLES};
    MDB_dbi *const handles[] = {&store->roots, &store->tables_dbi};
    struct store_head head;
    int r = head_read(txn, &head);
    if (r == -ENODATA && create)
        r = head_write(txn, STORE_FORMAT_LEAST);
    for (size_t i = 0; i < 2 && r == 0; i++)
        r = mdb_dbi_open(txn, names[i], create ? MDB_CREATE : 0, handles[i]);
    return r;
}

/* Are there so many sub-tables that one more could not be opened? */
static int check_room(MDB_txn *txn)
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
        r = check_room(txn);
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

int look_begin(struct store *store, MDB_txn **txn)
{
    int r;
    do {
        pthread_rwlock_rdlock(&store->map_lock);
        r = *txn != NULL ? mdb_txn_renew(*txn) : environment_read(store->env, txn);
        if (r == 0)
            return 0;
        pthread_rwlock_unlock(&store->map_lock);
    } while (r == MDB_MAP_RESIZED && transaction_change_map(store, r) == 0);
    return r;
}

void look_end(struct store *store, MDB_txn *txn)
{
    mdb_txn_abort(txn);
    pthread_rwlock_unlock(&store->map_lock);
}

int look_get(struct store *store, MDB_dbi dbi, const uint8_t key[STORE_KEY],
             struct bytes *ret_value)
{
    MDB_txn *txn = NULL;
    MDB_val wanted = {STORE_KEY, (void *)key}, data;
    int r = look_begin(store, &txn);
    if (r != 0)
        return -EIO;
    r = mdb_get(txn, dbi, &wanted, &data);
    if (r == 0)
        bytes_put(ret_value, data.mv_data, data.mv_size);
    look_end(store, txn);
    if (ret_value->failed)
        return -ENOMEM;
    return r == 0 ? 1 : r == MDB_NOTFOUND ? 0 : -EIO;
}
