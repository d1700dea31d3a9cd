/* Opening and closing a store. */
#include "base/human.h"
#include "store/inside.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/copy.h"
#include "store/folder.h"
#include "store/lock_file.h"
#include "store/manage.h"
#include "store/seal.h"
#include "store/walk.h"

void handle_note(struct store *store, const char *format, ...)
{
    va_list arguments;
    if (store->notice_count == NOTICES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(store->notices[store->notice_count++], sizeof(store->notices[0]), format, arguments);
    va_end(arguments);
}

const char *store_notice(struct store *store)
{
    uint64_t damaged = atomic_exchange(&store->damaged, 0);
    if (damaged > 0)
        handle_note(store, "%s left out",
                    human_count(damaged, "damaged record was", "damaged records were"));
    uint64_t dropped = atomic_exchange(&store->contradicted, 0);
    if (dropped > 0)
        handle_note(store, "%s dropped: others of the same position contradict what they say",
                    human_count(dropped, "record was", "records were"));
    if (atomic_exchange(&store->contradicts, false))
        handle_note(store,
                    "what it told cannot all be true and was left alone: 'store check "
                    "--deep --all' looks for what is false");
    if (atomic_exchange(&store->leans, false))
        handle_note(store,
                    "the answer rests on what was imported and is not proved here: 'store "
                    "check --deep --all' proves it");
    return store->notices_told < store->notice_count ? store->notices[store->notices_told++] : NULL;
}

void handle_fail(struct store *store, const char *doing, int code)
{
    pthread_mutex_lock(&store->lock);
    if (store->failure.text[0] == '\0')
        error_set(&store->failure, 0, "%s: %s", doing, environment_text(code));
    pthread_mutex_unlock(&store->lock);
    atomic_store(&store->persistence.failed, true);
}

const char *store_failure(struct store *store)
{
    return atomic_load(&store->persistence.failed) ? store->failure.text : NULL;
}

/* --- trust --- */

/* Nor can store_compact() read it. */
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

/* Copies what is sound; tells what was dropped. */
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

/* Says what 'store compact' is to mend. Returns -EBADMSG. */
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

/* Looks at all of it, unless it is as it was sealed; if others use it they have done so. */
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
    /* While others write, what is free changes under the walk. */
    if (walked.bad == 0 && (walked.pages == PAGES_SOUND || !alone) && seal != SEAL_BROKEN)
        return 0;
    if (!alone)
        return error_set(err, -EBUSY, "damaged, and in use by another process: %s wrong",
                         human_count(walked.bad, "record is", "records are"));
    return flags & STORE_READ ? say_mendable(&walked, err) : rebuild(store, err);
}

/* --- opening --- */

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

bool store_answers(struct store *store, const struct game *asked,
                   const struct analysis_options *options)
{
    struct root_facts known;
    if (store->answer.size == 0 ||
        root_find(store, asked, &store->answer_key, options->komi_half_points, &known) != 1)
        return false;
    bool whole = root_answers(asked, &known.analysis, known.flags, options);
    analysis_release(&known.analysis);
    return whole;
}

/*
 * Takes the door, when whoever comes or goes at the moment is done. He may be looking through a
 * large store; so what can be answered at once is. Returns 1 if it was, 0, or as users_take().
 */
static int enter(struct store *store, const struct game *asked,
                 const struct analysis_options *options, struct error *err)
{
    struct error ignored;
    int r = users_try(&store->users, USERS_DOOR);
    if (r == -EAGAIN && asked != NULL && folder_has_data(store->dir) &&
        store_probe(store, false, &ignored) == 0 && store_answers(store, asked, options))
        return 1;
    store->answer.size = 0;
    return r == 0 ? 0 : users_take(&store->users, USERS_DOOR, err);
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

static int say_unopened(int code, struct error *err)
{
    return error_set(err, code == ENVIRONMENT_HELD ? -EAGAIN : -EIO, "cannot open it: %s",
                     environment_text(code));
}

/*
 * On a full disk there may be no room for LMDB's lock file. Who only reads does without it where
 * nobody else uses the store, and lets nobody in meanwhile: the door stays shut until he leaves.
 */
static int open_alone(struct store *store)
{
    store->read_only = true;
    int r = environment_open(store->dir, MDB_RDONLY | MDB_NOLOCK, NULL, &store->env);
    return r == 0 ? handle_open_databases(store) : r;
}

static int open_environment(struct store *store, struct error *err)
{
    /* Without a lock file nobody can be writing, as nobody could make one. */
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

static int open_steps(struct store *store, unsigned flags, const struct game *asked,
                      const struct analysis_options *options, struct error *err)
{
    struct error why;
    if (!folder_is_writable(store->dir))
        store->read_only = true;
    int r = folder_check(store->dir, err);
    if (r == 0)
        r = open_users(store, err);
    if (r == 0)
        r = store_check_readers(store, err); /* not when others wait at the door for us */
    if (r < 0)
        return r;
    r = enter(store, asked, options, err);
    if (r == -EAGAIN) {
        why = *err;
        return store_open_outside(store, flags, asked, options, &why, err);
    }
    if (r != 0)
        return r < 0 ? r : 0;
    bool alone = users_alone(&store->users);
    if (alone && !store->read_only) {
        folder_clean(store->dir);
        r = environment_clear(store->dir);
        if (r < 0)
            return error_set(err, r, "cannot write: %s", strerror(-r));
    }
    if (!folder_has_data(store->dir)) {
        if (store->read_only)
            return error_set(err, -EACCES, "it is empty, and nothing can be written to it");
        r = seal_remove(store->dir);
        return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r))
                     : open_environment(store, err);
    }
    r = store_probe(store, alone, err);
    if (r == 0 && asked != NULL && store_answers(store, asked, options))
        return 0;
    if (r < 0 && r != -EBADMSG)
        return r;
    if (r == -EBADMSG && !alone)
        return error_set(err, r, "damaged, and in use by another process");
    /* If others use it, the first of them has looked through it. */
    r = r != 1 && (alone || (flags & STORE_LOOK)) ? look_through(store, flags, alone, err) : 0;
    if (r == 0 && store->read_only && store->held.text[0] == '\0')
        handle_note(store, "read only: what is proved is not kept");
    return r == 0 ? open_environment(store, err) : r;
}

/* The writer waits by the clock that nobody sets. */
static void init_conditions(struct store *store)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&store->wake, &monotonic);
    pthread_cond_init(&store->emptied, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static struct store *store_new(const char *dir)
{
    struct store *store = calloc(1, sizeof(*store));
    if (store == NULL)
        return NULL;
    store->dir = strdup(dir);
    store->users.fd = -1;
    store->last = &store->first;
    pthread_rwlock_init(&store->map_lock, NULL);
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->dbi_lock, NULL);
    init_conditions(store);
    session_init(store);
    capacity_set(store, 0);
    if (store->dir == NULL) {
        free(store);
        return NULL;
    }
    return store;
}

static void store_free(struct store *store)
{
    if (store->env != NULL)
        mdb_env_close(store->env);
    users_close(&store->users);
    while (store->tables != NULL) {
        struct subtable *next = store->tables->next;
        free(store->tables->graph_text);
        free(store->tables);
        store->tables = next;
    }
    bytes_release(&store->answer);
    root_key_release(&store->answer_key);
    pthread_rwlock_destroy(&store->map_lock);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->dbi_lock);
    pthread_cond_destroy(&store->wake);
    pthread_cond_destroy(&store->emptied);
    free(store->dir);
    free(store);
}

int store_open(const char *dir, unsigned flags, const struct game *asked,
               const struct analysis_options *options, const struct store_patience *patience,
               struct store **ret_store, struct error *err)
{
    struct error why = {""};
    int r = folder_make(dir, (flags & STORE_MAKE) != 0, err);
    if (r < 0)
        return r;
    struct store *store = store_new(dir);
    if (store == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    store->reading = (flags & STORE_READ) != 0;
    if (patience != NULL)
        store->patience = *patience;
    if (asked != NULL && root_key_make(asked, options->komi_half_points, &store->answer_key) < 0)
        r = error_set(&why, -ENOMEM, "out of memory");
    if (r == 0)
        r = open_steps(store, flags, asked, options, &why);
    if ((r == -EAGAIN || r == -EINTR) && !store->reading) {
        store_go_without(store, &why);
        r = 0;
    } else if (r < 0 && err != NULL) {
        *err = why;
    }
    if (r < 0)
        store_free(store);
    else
        *ret_store = store;
    return r;
}

/* The last user seals what he leaves. */
static int seal(struct store *store)
{
    bool sound = store->failure.text[0] == '\0';
    bool wrote = store->env != NULL && store->changed && !store->read_only;
    int r = wrote ? mdb_env_sync(store->env, 1) : 0;
    if (store->env != NULL)
        mdb_env_close(store->env);
    store->env = NULL;
    if (r != 0 || !sound || store->read_only || !store->changed)
        return -r;
    r = users_take(&store->users, USERS_DOOR, NULL);
    if (r == -EAGAIN || r == -EINTR)
        return 0; /* unsealed: the next one looks through it */
    return r == 0 && users_alone(&store->users) ? seal_write(store->dir) : r;
}

void store_finish(struct store *store)
{
    if (store != NULL)
        writer_end(store);
}

int store_close(struct store *store, struct error *err)
{
    int r = 0;
    if (store == NULL)
        return 0;
    writer_end(store);
    if (store->failure.text[0] == '\0') {
        r = seal(store);
        if (r < 0 && store->reading)
            r = 0; /* without the seal the next one looks through it */
        if (r < 0)
            error_set(err, r, "cannot write: %s", strerror(-r));
    } else {
        r = error_set(err, -EIO, "%s", store->failure.text);
    }
    store_free(store);
    return r;
}
