/* Opening and closing a store. */
#include "store/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/child.h"
#include "store/copy.h"
#include "store/lock_file.h"
#include "store/manage.h"
#include "store/seal.h"
#include "store/walk.h"

#define PROBE_SECONDS 60

void store_note(struct store *store, const char *format, ...)
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
        store_note(store, "%llu damaged records were left out", (unsigned long long)damaged);
    uint64_t dropped = atomic_exchange(&store->contradicted, 0);
    if (dropped > 0)
        store_note(store, "%llu records were dropped: others of the same position contradict them",
                   (unsigned long long)dropped);
    if (atomic_exchange(&store->contradicts, false))
        store_note(store,
                   "what it told cannot all be true and was left alone: 'store check "
                   "--deep --all' looks for what is false");
    if (atomic_exchange(&store->leans, false))
        store_note(store,
                   "the answer rests on what was imported and is not proved here: 'store "
                   "check --deep --all' proves it");
    return store->notices_told < store->notice_count ? store->notices[store->notices_told++] : NULL;
}

void store_fail(struct store *store, const char *doing, int code)
{
    pthread_mutex_lock(&store->lock);
    if (store->failure.text[0] == '\0')
        error_set(&store->failure, 0, "%s: %s", doing, environment_text(code));
    pthread_mutex_unlock(&store->lock);
    atomic_store(&store->memory.failed, true);
}

const char *store_failure(struct store *store)
{
    return atomic_load(&store->memory.failed) ? store->failure.text : NULL;
}

/* --- the folder --- */

/* Another process may be making the store at this moment: its files are not foreign. */
static int is_foreign(const struct dirent *entry)
{
    static const char *const own[] = {".", "..", STORE_DATA, STORE_LOCK, STORE_USERS, STORE_SEAL};
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(entry->d_name, own[i]) == 0)
            return false;
    return true;
}

/* A folder that is no store yet must be empty: a slip of the user's must not litter his home. */
static int check_empty(const char *dir, struct error *err)
{
    char path[PATH_BYTES];
    struct dirent **entries;
    if (store_path(dir, STORE_DATA, path) < 0 || access(path, F_OK) == 0 ||
        store_path(dir, STORE_USERS, path) < 0 || access(path, F_OK) == 0)
        return 0;
    int count = scandir(dir, &entries, is_foreign, NULL);
    if (count < 0)
        return error_set(err, -errno, "cannot read the folder: %s", strerror(errno));
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return count == 0 ? 0
                      : error_set(err, -EINVAL,
                                  "it has files but no store: wanted a store, or an empty or new "
                                  "folder");
}

static int make_folder(const char *dir, unsigned flags, struct error *err)
{
    struct stat info;
    if (strlen(dir) + 32 > PATH_BYTES || dir[0] == '\0')
        return error_set(err, -EINVAL, "wanted the name of a folder");
    if (stat(dir, &info) == 0) {
        if (!S_ISDIR(info.st_mode))
            return error_set(err, -EINVAL, "it is a file: wanted a folder");
        return check_empty(dir, err);
    }
    if (errno != ENOENT)
        return error_set(err, -EINVAL, "%s: wanted a folder", strerror(errno));
    if (!(flags & STORE_MAKE))
        return error_set(err, -EINVAL, "there is no such folder: wanted a store");
    if (mkdir(dir, 0777) < 0 && errno != EEXIST)
        return errno == ENOENT
                   ? error_set(err, -EINVAL, "there is no folder to make it in: wanted one")
                   : error_set(err, -errno, "cannot make the folder: %s", strerror(errno));
    return 0;
}

/* Is there anything in the data file? */
static bool has_data(const char *dir)
{
    char path[PATH_BYTES];
    struct stat info;
    return store_path(dir, STORE_DATA, path) == 0 && stat(path, &info) == 0 && info.st_size > 0;
}

/* --- looking at the store in a child --- */

struct probe {
    const char *dir;
    unsigned flags;              /* of the environment */
    const struct root_key *root; /* or NULL */
};

struct probe_reply {
    int code;
    struct store_head head;
};

static int probe_root(MDB_txn *txn, const struct root_key *root, struct bytes *reply)
{
    MDB_dbi dbi;
    MDB_val key = {STORE_KEY, (void *)root->hash}, data;
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
    answer.code = environment_open(probe->dir, MDB_RDONLY | probe->flags, &env);
    if (answer.code == 0)
        answer.code = mdb_txn_begin(env, NULL, MDB_RDONLY, &txn);
    if (answer.code == 0)
        answer.code = head_read(txn, &answer.head);
    if (answer.code == 0 && probe->root != NULL && head_check(&answer.head, NULL) == 0)
        answer.code = probe_root(txn, probe->root, &record);
    bytes_put(reply, &answer, sizeof(answer));
    bytes_put(reply, record.data, record.size);
}

/* Nor can store_compact() read it. */
static int say_damaged(struct error *err)
{
    return error_set(err, -EBADMSG,
                     "damaged beyond what can be read: restore it from a copy or delete it");
}

/*
 * Reads the head and the root's record. Returns 1 if the store is new and empty still, 0 with the
 * record in store->answer, or -EBADMSG (damaged, err not set), or another error.
 */
static int probe(struct store *store, unsigned env_flags, struct error *err)
{
    struct probe asked = {store->dir, env_flags,
                          store->answer_key.text.data != NULL ? &store->answer_key : NULL};
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
    else if (environment_is_damage(answer.code))
        r = -EBADMSG;
    else
        r = error_set(err, -EIO, "cannot open it: %s", environment_text(answer.code));
    if (r == 0 && reply.size > sizeof(answer))
        bytes_put(&store->answer, reply.data + sizeof(answer), reply.size - sizeof(answer));
    bytes_release(&reply);
    return r;
}

/* --- trust --- */

static void note_gaps(struct store *store, const struct walk_gaps *gaps)
{
    char text[GAP_TEXT_MAX];
    if (gaps->count == 0)
        return;
    store_gap_text(&gaps->first[0], text);
    store_note(store, "%s", text);
    if (gaps->count > 1)
        store_note(store, "of %u other tables something is missing: see 'solve store check'",
                   gaps->count - 1);
}

/* Copies what is sound; tells what was dropped. */
static int rebuild(struct store *store, struct error *err)
{
    struct copy_result copied;
    struct error why;
    if (store->read_only) {
        store_note(store, "damaged records are left out; nothing can be written to mend it");
        return 0;
    }
    int r = copy_sound(store->dir, &store->patience, &copied, &why);
    if (r == -EBADMSG)
        return say_damaged(err);
    if (r < 0)
        return error_set(err, r, "damaged, and cannot rebuild it: %s", why.text);
    store->changed = true;
    store_note(store, "it was damaged: %llu records were dropped, %llu kept",
               (unsigned long long)copied.dropped, (unsigned long long)copied.kept);
    note_gaps(store, &copied.gaps);
    return 0;
}

/* Says what 'store compact' is to mend. Returns -EBADMSG. */
static int say_mendable(const struct walk_result *walked, struct error *err)
{
    static const char advice[] = "'solve store compact' mends it";
    if (walked->bad > 0)
        return error_set(err, -EBADMSG, "damaged: %llu records are wrong, the first in %s: %s",
                         (unsigned long long)walked->bad, walked->where, advice);
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
    int r = walk_in_child(store->dir, !alone && !store->read_only, &store->patience, &walked, &why);
    if (r == -EBADMSG || (r == 0 && environment_is_damage(walked.code)))
        return say_damaged(err);
    if (r < 0)
        return error_set(err, r, "cannot look through it: %s", why.text);
    if (walked.code != 0)
        return error_set(err, -EIO, "cannot look through it: %s", environment_text(walked.code));
    store->walked = walked;
    store->changed = alone && seal == SEAL_MISSING; /* to be sealed at the end */
    /* While others write, what is free changes under the walk. */
    if (walked.bad == 0 && (walked.pages == PAGES_SOUND || !alone) && seal != SEAL_BROKEN)
        return 0;
    if (!alone)
        return error_set(err, -EBUSY,
                         "damaged, and in use by another process: %llu records are wrong",
                         (unsigned long long)walked.bad);
    return flags & STORE_READ ? say_mendable(&walked, err) : rebuild(store, err);
}

/* --- opening --- */

static int open_users(struct store *store, struct error *err)
{
    store->users = users_open(store->dir);
    bool full = store->reading && lock_file_is_full(-store->users);
    if (store->users == -EROFS || store->users == -EACCES || full) {
        store->users = -1; /* a store that was copied without the file, where none can be made */
        store->read_only = true;
    }
    return store->users < -1
               ? error_set(err, store->users, "cannot open its lock: %s", strerror(-store->users))
               : 0;
}

/* Has the record what a run with these options would find? */
static bool answers(struct store *store, const struct game *asked,
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
 * Enters, when whoever comes or goes at the moment is done. He may be looking through a large
 * store; so what can be answered at once is. Returns 1 if it was, 0, or a negative errno and err.
 */
static int enter(struct store *store, const struct game *asked,
                 const struct analysis_options *options, struct error *err)
{
    struct error ignored;
    int r = users_enter(store->users, false);
    if (r == -EAGAIN && asked != NULL && has_data(store->dir) &&
        probe(store, store->read_only ? MDB_NOLOCK : 0, &ignored) == 0 &&
        answers(store, asked, options))
        return 1;
    store->answer.size = 0;
    if (r == -EAGAIN)
        r = users_enter(store->users, true);
    return r < 0 ? error_set(err, r, "cannot lock it: %s", strerror(-r)) : 0;
}

static bool is_writable(const char *dir)
{
    char path[PATH_BYTES];
    if (access(dir, W_OK) < 0 || store_path(dir, STORE_DATA, path) < 0)
        return false;
    return access(path, F_OK) < 0 || access(path, W_OK) == 0;
}

/* In a new store there are none yet: they come with what is written first. */
static int open_databases(struct store *store)
{
    MDB_txn *txn;
    int r = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
    if (r != 0)
        return r;
    r = databases_open(store, txn, false);
    if (r == 0)
        r = mdb_txn_commit(txn);
    else
        mdb_txn_abort(txn);
    atomic_store(&store->made, r == 0);
    return r == -ENODATA ? 0 : r;
}

/*
 * On a full disk there may be no room for LMDB's lock file. Who only reads does without it where
 * nobody else uses the store, and lets nobody in meanwhile: the door stays shut until he leaves.
 */
static int open_alone(struct store *store)
{
    store->read_only = true;
    int r = environment_open(store->dir, MDB_RDONLY | MDB_NOLOCK, &store->env);
    return r == 0 ? open_databases(store) : r;
}

static int open_environment(struct store *store, struct error *err)
{
    /* Without a lock file nobody can be writing, as nobody could make one. */
    unsigned flags = store->read_only ? MDB_RDONLY | MDB_NOLOCK : 0;
    int dead;
    int r = users_share(store->users);
    if (r < 0)
        return error_set(err, r, "cannot lock it: %s", strerror(-r));
    r = environment_open(store->dir, flags, &store->env);
    if (lock_file_is_full(r) && store->reading && has_data(store->dir) &&
        users_alone(store->users)) {
        r = open_alone(store);
        return r == 0 ? 0 : error_set(err, -EIO, "cannot open it: %s", environment_text(r));
    }
    if (r == 0)
        r = open_databases(store);
    if (r == 0 && !store->read_only)
        mdb_reader_check(store->env, &dead);
    users_pass(store->users);
    return r == 0 ? 0 : error_set(err, -EIO, "cannot open it: %s", environment_text(r));
}

static int open_steps(struct store *store, unsigned flags, const struct game *asked,
                      const struct analysis_options *options, struct error *err)
{
    if (!is_writable(store->dir))
        store->read_only = true;
    int r = open_users(store, err);
    if (r == 0)
        r = enter(store, asked, options, err);
    if (r != 0)
        return r < 0 ? r : 0;
    bool alone = users_alone(store->users);
    if (!has_data(store->dir)) {
        if (store->read_only)
            return error_set(err, -EACCES, "it is empty, and nothing can be written to it");
        r = seal_remove(store->dir);
        return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r))
                     : open_environment(store, err);
    }
    r = probe(store, alone || store->read_only ? MDB_NOLOCK : 0, err);
    if (r == 0 && asked != NULL && answers(store, asked, options))
        return 0;
    if (r < 0 && r != -EBADMSG)
        return r;
    if (r == -EBADMSG && !alone)
        return error_set(err, r, "damaged, and in use by another process");
    /* If others use it, the first of them has looked through it. */
    r = r != 1 && (alone || (flags & STORE_LOOK)) ? look_through(store, flags, alone, err) : 0;
    if (r == 0 && store->read_only)
        store_note(store, "read only: what is proved is not kept");
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
    store->users = -1;
    store->last = &store->first;
    pthread_rwlock_init(&store->map_lock, NULL);
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->dbi_lock, NULL);
    init_conditions(store);
    session_init(store);
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
    if (store->users >= 0)
        close(store->users);
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
    int r = make_folder(dir, flags, err);
    if (r < 0)
        return r;
    struct store *store = store_new(dir);
    if (store == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    store->reading = (flags & STORE_READ) != 0;
    if (patience != NULL)
        store->patience = *patience;
    signal(SIGXFSZ, SIG_IGN); /* a limit of the file's size is an error like a full disk */
    if (asked != NULL && root_key_make(asked, options->komi_half_points, &store->answer_key) < 0)
        r = error_set(err, -ENOMEM, "out of memory");
    if (r == 0)
        r = open_steps(store, flags, asked, options, err);
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
    int r = store->env == NULL || !store->changed ? 0 : mdb_env_sync(store->env, 1);
    if (store->env != NULL)
        mdb_env_close(store->env);
    store->env = NULL;
    if (r != 0 || !sound || store->read_only || !store->changed)
        return -r;
    r = users_enter(store->users, true);
    return r == 0 && users_alone(store->users) ? seal_write(store->dir) : r;
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
