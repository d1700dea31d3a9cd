/* The first look at a store, in a child: its head, and the record of the game that is asked for. */
#include "store/opening.h"

#include <errno.h>
#include <string.h>

#include "store/file/child.h"
#include "store/file/environment.h"
#include "store/file/head.h"

#define PROBE_SECONDS 60

struct probe {
    const char *dir;
    struct users *users; /* NULL: without locks */
    const uint8_t *root; /* the key of its record; or NULL */
};

struct probe_reply {
    int code;
    struct store_head head;
};

static int probe_root(MDB_txn *txn, const uint8_t *root, struct bytes *reply)
{
    MDB_dbi dbi;
    MDB_val key = {STORE_KEY, (void *)root}, data;
    int r = mdb_dbi_open(txn, DB_ROOTS, 0, &dbi);
    if (r == 0)
        r = mdb_get(txn, dbi, &key, &data);
    if (r == 0)
        bytes_put(reply, data.mv_data, data.mv_size);
    return r == MDB_NOTFOUND ? 0 : r;
}

static void probe_work(void *arg, struct bytes *reply)
{
    const struct probe *probe = arg;
    struct probe_reply answer = {0};
    struct bytes record = {0};
    MDB_env *env;
    MDB_txn *txn;
    unsigned flags = MDB_RDONLY | (probe->users != NULL ? 0 : MDB_NOLOCK);
    answer.code = environment_open(probe->dir, flags, probe->users, &env);
    if (answer.code == 0)
        answer.code = environment_read(env, &txn);
    if (answer.code == 0)
        answer.code = head_read(txn, &answer.head);
    if (answer.code == 0 && probe->root != NULL && head_check(&answer.head, NULL) == 0)
        answer.code = probe_root(txn, probe->root, &record);
    bytes_put(reply, &answer, sizeof(answer));
    bytes_put(reply, record.data, record.size);
}

int opening_probe(struct store *store, bool alone, struct error *err)
{
    struct probe asked = {store->dir, alone || store->read_only ? NULL : &store->users,
                          store->asked ? store->answer_key : NULL};
    struct probe_reply answer;
    struct bytes reply = {0};
    struct error why;
    int r = child_run(probe_work, &asked, PROBE_SECONDS, &store->patience, &reply, &why);
    if (r == 0 && reply.size < sizeof(answer))
        r = -EBADMSG;
    if (r < 0) {
        bytes_release(&reply);
        return r == -EBADMSG ? r : error_set(err, r, "cannot look at it: %s", why.text);
    }
    memcpy(&answer, reply.data, sizeof(answer));
    if (answer.code == 0)
        r = head_check(&answer.head, err);
    else if (answer.code == -ENODATA)
        r = 1;
    else if (answer.code == -EINVAL)
        r = error_set(err, -EPROTO, "an LMDB file, but not a store of solve");
    else if (answer.code == ENVIRONMENT_HELD)
        r = error_set(err, -EAGAIN, "%s", environment_text(answer.code));
    else if (environment_is_damage(answer.code))
        r = -EBADMSG;
    else
        r = error_set(err, -EIO, "cannot open it: %s", environment_text(answer.code));
    if (r == 0 && reply.size > sizeof(answer))
        bytes_put(&store->answer, reply.data + sizeof(answer), reply.size - sizeof(answer));
    bytes_release(&reply);
    return r;
}
