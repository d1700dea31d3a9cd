/* Making and freeing a handle, its databases, and its notes for the user. */
#include "store/handle/handle.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/handle/capacity.h"
#include "store/handle/subtable.h"

struct store *handle_new(const char *dir)
{
    struct store *store = calloc(1, sizeof(*store));
    char *copy = strdup(dir);
    if (store == NULL || copy == NULL) {
        free(copy);
        free(store);
        return NULL;
    }
    store->dir = copy;
    store->persistence.opened = clock_now();
    store->users.fd = -1;
    store->last = &store->first;
    pthread_rwlock_init(&store->map_lock, NULL);
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->dbi_lock, NULL);
    clock_init_condition(&store->wake);
    clock_init_condition(&store->emptied);
    capacity_set(store, 0);
    return store;
}

void handle_free(struct store *store)
{
    if (store->env != NULL)
        mdb_env_close(store->env);
    users_close(&store->users);
    subtable_release_all(store);
    bytes_release(&store->answer);
    pthread_rwlock_destroy(&store->map_lock);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->dbi_lock);
    pthread_cond_destroy(&store->wake);
    pthread_cond_destroy(&store->emptied);
    free(store->dir);
    free(store);
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

int handle_open_databases(struct store *store)
{
    MDB_txn *txn;
    int r = environment_read(store->env, &txn);
    if (r != 0)
        return r;
    r = handle_open_named(store, txn, false);
    if (r == 0)
        r = mdb_txn_commit(txn);
    else
        mdb_txn_abort(txn);
    atomic_store(&store->made, r == 0);
    return r == -ENODATA ? 0 : r;
}

void handle_note(struct store *store, const char *format, ...)
{
    va_list arguments;
    if (store->notice_count == HANDLE_NOTICES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(store->notices[store->notice_count++], sizeof(store->notices[0]), format, arguments);
    va_end(arguments);
}

void handle_fail(struct store *store, const char *doing, int code)
{
    pthread_mutex_lock(&store->lock);
    if (store->failure.text[0] == '\0')
        error_set(&store->failure, 0, "%s: %s", doing, environment_text(code));
    pthread_mutex_unlock(&store->lock);
    atomic_store(&store->persistence.failed, true);
}

void handle_rests_on_import(struct store *store, struct subtable *table)
{
    atomic_store(&store->rests_on_import, true);
    if (table != NULL)
        atomic_store(&table->rests_on_import, true);
}
