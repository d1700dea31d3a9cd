/*
 * A store that another process keeps shut: it was stopped while it holds a lock (file/users.h). The
 * store is read all the same.
 *
 * If the lock is the door, this process becomes a reader for LMDB, but no user. That harms nobody:
 * a file that is rebuilt or compacted meanwhile is another one, and the old one stays as it was.
 *
 * If the lock stands for LMDB's table of readers, this process reads without LMDB's lock. Meanwhile
 * readers hold the turn to write, so that nobody writes over what they read. Only a process that
 * reads and is done soon does that.
 */
#include "store/opening.h"

#include <errno.h>

#include "store/file/environment.h"
#include "store/file/folder.h"
#include "store/file/seal.h"
#include "store/walk/walk.h"

/* Nobody knows what the process that keeps it shut has done: looks at all, unless it is sealed.
 */
static int look_from_outside(struct store *store, unsigned flags, const struct error *why,
                             struct error *err)
{
    struct walk_result walked = {0};
    struct error damage;
    if (!(flags & STORE_LOOK) && seal_check(store->dir) == SEAL_WHOLE)
        return 0;
    struct users *users = store->read_only ? NULL : &store->users;
    int r = walk_in_child(store->dir, users, &store->patience, &walked, &damage);
    if (r < 0 && r != -EBADMSG)
        return error_set(err, r, "%s; cannot look through it: %s", why->text, damage.text);
    if (r == 0 && walked.code == ENVIRONMENT_HELD)
        return error_set(err, -EAGAIN, "%s", why->text);
    if (r < 0 || walked.code != 0 || walked.bad > 0)
        return error_set(err, -EAGAIN, "%s, and it may be damaged", why->text);
    store->walked = walked;
    return 0;
}

int opening_check_readers(struct store *store, struct error *err)
{
    struct error why;
    if (store->read_only)
        return 0; /* without LMDB's lock as it is */
    int r = users_take(&store->users, USERS_READERS, &why);
    if (r == 0) {
        users_leave(&store->users, USERS_READERS);
        return 0;
    }
    if (r != -EAGAIN || !store->reading || users_take_together(&store->users, USERS_TURN, NULL) < 0)
        return error_set(err, r, "%s", why.text);
    store->read_only = true;
    store->held = why;
    handle_note(store, "%s: read as it is", why.text);
    return 0;
}

int opening_from_outside(const struct store_opening *opening, const struct error *why,
                         struct error *err)
{
    struct store *store = opening->store;
    if (!folder_has_data(store->dir))
        return error_set(err, -EAGAIN, "%s", why->text);
    int r = opening_probe(store, false, err);
    if (r == 0 && opening_is_answered(opening))
        return 0;
    if (r == -EINTR)
        return error_set(err, r, "%s", why->text);
    if (r < 0 && r != -EBADMSG)
        return r;
    r = r == 0 ? look_from_outside(store, opening->flags, why, err)
               : error_set(err, -EAGAIN, "%s, and there is nothing to read", why->text);
    if (r < 0)
        return r;
    unsigned lock = store->read_only ? MDB_RDONLY | MDB_NOLOCK : MDB_RDONLY;
    r = environment_open(store->dir, lock, &store->users, &store->env);
    if (r == 0)
        r = handle_open_databases(store);
    if (r != 0)
        return error_set(err, -EAGAIN, "%s; cannot open it: %s", why->text, environment_text(r));
    store->read_only = true;
    if (store->held.text[0] == '\0')
        handle_note(store, "%s: %s", why->text,
                    store->reading ? "read as it is" : "what is proved is not saved");
    store->held = *why;
    return 0;
}

void opening_give_up(struct store *store, const struct error *why)
{
    if (store->env != NULL)
        mdb_env_close(store->env);
    store->env = NULL;
    store->read_only = true;
    store->held = *why;
    store->answer.size = 0;
    handle_note(store, "%s: going on without it, what is proved is not saved", why->text);
}
