/*
 * Opening a store: who may come in, whether the data file can be trusted, and what is looked at
 * first.
 */
#include "store/opening.h"

#include <errno.h>
#include <string.h>

#include "base/human.h"
#include "store/file/environment.h"
#include "store/file/folder.h"
#include "store/file/lock_file.h"
#include "store/file/seal.h"
#include "store/manage.h"
#include "store/roots/root_find.h"
#include "store/walk/copy.h"
#include "store/walk/walk.h"

/* store_compact() cannot read such a file, either. */
static int say_damaged(struct error *err)
{
    return error_set(err, -EBADMSG,
                     "damaged beyond what can be read: restore it from a copy or delete it");
}

static void note_gaps(struct store *store, const struct walk_gaps *gaps)
{
    char text[GAP_TEXT_MAX];
    if (gaps->count == 0)
        return;
    store_gap_text(&gaps->first[0], text);
    handle_note(store, "%s", text);
    if (gaps->count > 1)
        handle_note(store, "of %u other tables something is missing: see 'solve store check'",
                    gaps->count - 1);
}

/* Copies what is sound, and notes what was dropped. */
static int rebuild(struct store *store, struct error *err)
{
    struct copy_result copied;
    struct error why;
    if (store->read_only) {
        handle_note(store, "damaged records are left out; nothing can be written to mend it");
        return 0;
    }
    int r = copy_sound(store->dir, &store->patience, &copied, &why);
    if (r == -EBADMSG)
        return say_damaged(err);
    if (r < 0)
        return error_set(err, r, "damaged, and cannot rebuild it: %s", why.text);
    store->changed = true;
    handle_note(store, "it was damaged: %s dropped, %llu kept",
                human_count(copied.dropped, "record was", "records were"),
                (unsigned long long)copied.kept);
    note_gaps(store, &copied.gaps);
    return 0;
}

/* Says what 'store compact' would mend. Returns -EBADMSG. */
static int say_mendable(const struct walk_result *walked, struct error *err)
{
    static const char advice[] = "'solve store compact' mends it";
    if (walked->bad > 0)
        return error_set(err, -EBADMSG, "damaged: %s wrong, the first in %s: %s",
                         human_count(walked->bad, "record is", "records are"), walked->where,
                         advice);
    if (walked->pages != PAGES_SOUND)
        return error_set(err, -EBADMSG, "damaged: %s: %s", pages_text(walked->pages), advice);
    return error_set(err, -EBADMSG, "damaged: not as it was left: %s", advice);
}

/* Looks at all of the file, unless it is as it was sealed. Others who use it have done so. */
static int look_through(struct store *store, unsigned flags, bool alone, struct error *err)
{
    struct walk_result walked = {0};
    struct error why;
    enum seal_state seal = alone ? seal_check(store->dir) : SEAL_MISSING;
    if (seal == SEAL_WHOLE && !(flags & STORE_LOOK))
        return 0;
    struct users *users = alone || store->read_only ? NULL : &store->users;
    int r = walk_in_child(store->dir, users, &store->patience, &walked, &why);
    if (r == -EBADMSG || (r == 0 && environment_is_damage(walked.code)))
        return say_damaged(err);
    if (r < 0)
        return error_set(err, r, "cannot look through it: %s", why.text);
    if (walked.code != 0)
        return error_set(err, walked.code == ENVIRONMENT_HELD ? -EAGAIN : -EIO,
                         "cannot look through it: %s", environment_text(walked.code));
    store->walked = walked;
    if (seal == SEAL_FOREIGN && !store->read_only && seal_remove(store->dir) == 0)
        seal = SEAL_MISSING;
    store->changed = alone && seal == SEAL_MISSING; /* to be sealed at the end */
    /* While others write, the list of free pages changes under the walk. */
    if (walked.bad == 0 && (walked.pages == PAGES_SOUND || !alone) && seal != SEAL_BROKEN)
        return 0;
    if (!alone)
        return error_set(err, -EBUSY, "damaged, and in use by another process: %s wrong",
                         human_count(walked.bad, "record is", "records are"));
    return flags & STORE_READ ? say_mendable(&walked, err) : rebuild(store, err);
}

static int open_users(struct store *store, struct error *err)
{
    int r = users_open(store->dir, &store->patience, &store->users);
    bool full = store->reading && lock_file_is_full(-r);
    if (r == -EROFS || r == -EACCES || full) {
        r = 0; /* a store that was copied without the file, where none can be made */
        store->read_only = true;
    }
    return r < 0 ? error_set(err, r, "cannot open its lock: %s", strerror(-r)) : 0;
}

bool opening_is_answered(const struct store_opening *opening)
{
    const struct store_asked *asked = opening->asked;
    struct root_facts known;
    if (asked == NULL || opening->store->answer.size == 0 ||
        root_find(opening->store, asked->game, opening->key, asked->komi_half_points, &known) != 1)
        return false;
    bool enough = asked->is_enough(asked->arg, asked->game, &known);
    analysis_release(&known.analysis);
    return enough;
}

/*
 * Takes the door, when the process that comes or goes at the moment is done. It may be looking
 * through a large store; so a record that answers is used at once. Returns 1 if there is one, 0, or
 * as users_take().
 */
static int enter(const struct store_opening *opening, struct error *err)
{
    struct store *store = opening->store;
    struct error ignored;
    int r = users_try(&store->users, USERS_DOOR);
    if (r == -EAGAIN && opening->asked != NULL && folder_has_data(store->dir) &&
        opening_probe(store, false, &ignored) == 0 && opening_is_answered(opening))
        return 1;
    store->answer.size = 0;
    return r == 0 ? 0 : users_take(&store->users, USERS_DOOR, err);
}

static int say_unopened(int code, struct error *err)
{
    return error_set(err, code == ENVIRONMENT_HELD ? -EAGAIN : -EIO, "cannot open it: %s",
                     environment_text(code));
}

/*
 * On a full disk there may be no space for LMDB's lock file. A process that only reads does without
 * it where nobody else uses the store, and lets nobody in: the door stays shut until it leaves.
 */
static int open_alone(struct store *store)
{
    store->read_only = true;
    int r = environment_open(store->dir, MDB_RDONLY | MDB_NOLOCK, NULL, &store->env);
    return r == 0 ? handle_open_databases(store) : r;
}

static int open_environment(struct store *store, struct error *err)
{
    /* Without a lock file nobody can be writing: nobody could make one. */
    unsigned flags = store->read_only ? MDB_RDONLY | MDB_NOLOCK : 0;
    int dead;
    int r = users_share(&store->users, err);
    if (r < 0)
        return r;
    r = environment_open(store->dir, flags, &store->users, &store->env);
    if (lock_file_is_full(r) && store->reading && folder_has_data(store->dir) &&
        users_alone(&store->users)) {
        r = open_alone(store);
        return r == 0 ? 0 : say_unopened(r, err);
    }
    if (r == 0)
        r = handle_open_databases(store);
    if (r == 0 && !store->read_only && users_take(&store->users, USERS_READERS, NULL) == 0) {
        mdb_reader_check(store->env, &dead);
        users_leave(&store->users, USERS_READERS);
    }
    users_leave(&store->users, USERS_DOOR);
    return r == 0 ? 0 : say_unopened(r, err);
}

/* Makes the data file ready for who is alone in the store. */
static int prepare_alone(struct store *store, struct error *err)
{
    folder_clean(store->dir);
    int r = environment_clear(store->dir);
    return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r)) : 0;
}

/* Opens a store in which nothing was written yet. */
static int open_empty(struct store *store, struct error *err)
{
    if (store->read_only)
        return error_set(err, -EACCES, "it is empty, and nothing can be written to it");
    int r = seal_remove(store->dir);
    return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r))
                 : open_environment(store, err);
}

/* Opens what is there, unless it answers at once. */
static int open_data(const struct store_opening *opening, bool alone, struct error *err)
{
    struct store *store = opening->store;
    int r = opening_probe(store, alone, err);
    if (r == 0 && opening_is_answered(opening))
        return 0;
    if (r < 0 && r != -EBADMSG)
        return r;
    if (r == -EBADMSG && !alone)
        return error_set(err, r, "damaged, and in use by another process");
    /* If others use it, the first of them has looked through it. */
    bool look = r != 1 && (alone || (opening->flags & STORE_LOOK));
    r = look ? look_through(store, opening->flags, alone, err) : 0;
    if (r == 0 && store->read_only && store->held.text[0] == '\0')
        handle_note(store, "read only: what is proved is not saved");
    return r == 0 ? open_environment(store, err) : r;
}

int opening_run(const struct store_opening *opening, struct error *err)
{
    struct store *store = opening->store;
    struct error why;
    if (!folder_is_writable(store->dir))
        store->read_only = true;
    int r = folder_check(store->dir, err);
    if (r == 0)
        r = open_users(store, err);
    if (r == 0)
        r = opening_check_readers(store, err); /* not when others wait at the door for us */
    if (r < 0)
        return r;
    r = enter(opening, err);
    if (r == -EAGAIN) {
        why = *err;
        return opening_from_outside(opening, &why, err);
    }
    if (r != 0)
        return r < 0 ? r : 0;
    bool alone = users_alone(&store->users);
    if (alone && !store->read_only)
        r = prepare_alone(store, err);
    if (r < 0)
        return r;
    return folder_has_data(store->dir) ? open_data(opening, alone, err) : open_empty(store, err);
}
