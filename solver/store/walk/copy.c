/* Rebuilding the data file. */
#include "store/walk/copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/file/child.h"
#include "store/file/seal.h"
#include "store/walk/walk.h"

#define COPY_SECONDS 7200
/* Records to a transaction. */
#define BATCH 10000

struct copy {
    MDB_env *to;
    MDB_txn *txn;
    MDB_dbi dbi;
    char name[DATABASE_NAME_MAX]; /* of dbi */
    size_t in_batch;
    struct copy_result result;
};

static int begin(struct copy *copy)
{
    copy->name[0] = '\0';
    copy->in_batch = 0;
    return mdb_txn_begin(copy->to, NULL, 0, &copy->txn);
}

static int commit(struct copy *copy)
{
    int r = mdb_txn_commit(copy->txn);
    copy->txn = NULL;
    return r;
}

static int put(struct copy *copy, const char *name, const MDB_val *key, const MDB_val *value)
{
    int r = 0;
    if (++copy->in_batch > BATCH) {
        r = commit(copy);
        if (r == 0)
            r = begin(copy);
    }
    if (r == 0 && strcmp(copy->name, name) != 0) {
        snprintf(copy->name, sizeof(copy->name), "%s", name);
        r = mdb_dbi_open(copy->txn, name, MDB_CREATE, &copy->dbi);
    }
    MDB_val own_key = *key, own_value = *value;
    return r != 0 ? r : mdb_put(copy->txn, copy->dbi, &own_key, &own_value, MDB_APPEND);
}

static bool copy_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                        bool sound)
{
    struct copy *copy = arg;
    if (!sound) {
        copy->result.dropped++;
        return true;
    }
    copy->result.kept++;
    copy->result.code = put(copy, name, key, value);
    return copy->result.code == 0;
}

/* What every store has, even if there is nothing in it: opening the copy is not to change it. */
static int make_databases(struct copy *copy)
{
    static const char *const names[] = {DB_ROOTS, DB_TABLES};
    MDB_dbi dbi;
    int r = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && r == 0; i++)
        r = mdb_dbi_open(copy->txn, names[i], MDB_CREATE, &dbi);
    return r;
}

static void copy_all(struct copy *copy, MDB_env *from)
{
    struct walk_result walked;
    copy->result.code = begin(copy);
    if (copy->result.code != 0)
        return;
    walk_store(from, copy_record, copy, &walked);
    copy->result.gaps = walked.gaps;
    /* A store without a head holds nothing, its copy neither: databases alone are not one. */
    if (copy->result.code == 0 && walked.code == 0)
        copy->result.code = make_databases(copy);
    else if (copy->result.code == 0 && walked.code != -ENODATA)
        copy->result.code = -EBADMSG;
    if (copy->result.code == 0)
        copy->result.code = commit(copy);
    if (copy->result.code == 0)
        copy->result.code = mdb_env_sync(copy->to, 1);
}

static void copy_work(void *arg, struct bytes *reply)
{
    const char *dir = arg;
    char path[PATH_BYTES];
    struct copy copy = {0};
    MDB_env *from;
    copy.result.code = environment_open(dir, MDB_RDONLY | MDB_NOLOCK, NULL, &from);
    if (copy.result.code == 0)
        copy.result.code = folder_path(dir, STORE_REBUILT, path);
    if (copy.result.code == 0) {
        unlink(path);
        copy.result.code = environment_open(path, MDB_NOSUBDIR | MDB_NOLOCK, NULL, &copy.to);
    }
    if (copy.result.code == 0) {
        copy_all(&copy, from);
        mdb_env_close(copy.to);
    }
    bytes_put(reply, &copy.result, sizeof(copy.result));
}

/* The new file takes the place of the old one; the table of readers belongs to the old one. */
static int replace(const char *dir)
{
    char from[PATH_BYTES], to[PATH_BYTES], lock[PATH_BYTES];
    int r = folder_path(dir, STORE_REBUILT, from);
    if (r == 0)
        r = folder_path(dir, STORE_DATA, to);
    if (r == 0)
        r = folder_path(dir, STORE_LOCK, lock);
    if (r == 0)
        r = seal_remove(dir);
    if (r == 0 && rename(from, to) < 0)
        r = -errno;
    if (r == 0)
        unlink(lock);
    return r < 0 ? r : folder_sync(dir);
}

int copy_sound(const char *dir, const struct store_patience *patience,
               struct copy_result *ret_result, struct error *err)
{
    char path[PATH_BYTES];
    struct bytes reply = {0};
    int r = child_run(copy_work, (void *)dir, COPY_SECONDS, patience, &reply, err);
    if (r == 0 && reply.size != sizeof(*ret_result))
        r = -EBADMSG;
    if (r == 0) {
        memcpy(ret_result, reply.data, sizeof(*ret_result));
        r = environment_is_damage(ret_result->code) ? -EBADMSG
            : ret_result->code > 0                  ? -ret_result->code
                                                    : ret_result->code;
        if (r < 0)
            error_set(err, r, "%s", environment_text(ret_result->code));
    }
    bytes_release(&reply);
    if (r == 0 && (r = replace(dir)) < 0)
        error_set(err, r, "%s", strerror(-r));
    if (r < 0 && folder_path(dir, STORE_REBUILT, path) == 0)
        unlink(path);
    return r;
}
