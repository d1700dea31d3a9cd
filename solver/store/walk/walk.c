/* Walking a whole store: databases, records, keys. */
#include "store/walk/walk.h"

#include <errno.h>
#include <string.h>

#include "store/counts/counts_record.h"
#include "store/file/child.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/file/seal.h"
#include "store/halts/halts_record.h"
#include "store/handle/identity.h"
#include "store/lemmas/lemma_record.h"
#include "store/roots/root_check.h"
#include "store/searches/searches.h"
#include "store/strategies/strategies.h"
#include "store/values/values_record.h"

/* A walk reads at least a few MiB a second. */
#define WALK_SECONDS 7200

struct store_walk {
    MDB_txn *txn;
    walk_visit visit;
    void *arg;
    struct walk_result *result;
};

/* Notes where something is wrong, if it is the first place. */
static void note(struct store_walk *walk, const char *where)
{
    char *to = walk->result->where;
    size_t length = strnlen(where, sizeof(walk->result->where) - 1);
    if (to[0] == '\0')
        memcpy(to, where, length);
}

static int go_wrong(struct store_walk *walk, int code, const char *where)
{
    note(walk, where);
    walk->result->code = code;
    return code;
}

static bool table_is_sound(const MDB_val *key, const MDB_val *value)
{
    return key->mv_size < TABLE_NAME_MAX &&
           record_is_sealed(value->mv_data, value->mv_size,
                            record_seed(key->mv_data, key->mv_size));
}

static bool counts_are_sound(const MDB_val *key, const MDB_val *value, size_t *ret_results)
{
    struct counts_record record;
    bool sound = counts_read(key, value, &record);
    if (sound && ret_results != NULL)
        *ret_results = record.results;
    return sound;
}

/* *ret_lemmas receives how many lemmas are in it. */
static bool search_is_sound(const char *name, const MDB_val *key, const MDB_val *value,
                            size_t *ret_lemmas)
{
    struct record_shape shape;
    enum searches_kind kind;
    uint64_t count;
    bool sound = identity_shape(name + strlen(DB_SEARCHES), &shape) == 0 &&
                 searches_is_sound(&shape, key, value, &kind, &count);
    if (sound && ret_lemmas != NULL)
        *ret_lemmas = kind == SEARCHES_LEMMAS ? count : 0;
    return sound;
}

bool walk_is_sound(const char *name, const MDB_val *key, const MDB_val *value, size_t *ret_entries)
{
    struct lemma_entry entries[ENTRIES_MAX];
    struct record_shape shape;
    size_t count = 0;
    bool sound;
    if (strcmp(name, DB_TABLES) == 0)
        return table_is_sound(key, value);
    if (strcmp(name, DB_COUNTS) == 0)
        return counts_are_sound(key, value, ret_entries);
    if (strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0)
        return identity_shape(name + strlen(DB_VALUES), &shape) == 0 &&
               values_is_sound(&shape, key, value, ret_entries);
    if (strncmp(name, DB_STRATEGIES, strlen(DB_STRATEGIES)) == 0)
        return strategies_shape(name + strlen(DB_STRATEGIES), &shape) == 0 &&
               strategies_is_sound(&shape, key, value, ret_entries);
    if (strncmp(name, DB_SEARCHES, strlen(DB_SEARCHES)) == 0)
        return search_is_sound(name, key, value, ret_entries);
    if (strncmp(name, DB_HALTS, strlen(DB_HALTS)) == 0)
        return identity_shape(name + strlen(DB_HALTS), &shape) == 0 &&
               halts_is_sound(&shape, key, value);
    if (key->mv_size != STORE_KEY)
        return false;
    sound =
        identity_shape(name + strlen(DB_LEMMAS), &shape) == 0 &&
        lemma_record_read(&shape, key->mv_data, value->mv_data, value->mv_size, entries, &count);
    if (ret_entries != NULL)
        *ret_entries = count;
    return sound;
}

/*
 * Plays a position's record under its rules, on the board that `tables` describes. Returns 1 or 0,
 * or -ENOMEM: nobody knows.
 */
static int root_is_sound(struct store_walk *walk, const MDB_val *key, const MDB_val *value)
{
    MDB_dbi tables;
    if (key->mv_size != STORE_KEY)
        return 0;
    bool described = mdb_dbi_open(walk->txn, DB_TABLES, 0, &tables) == 0;
    return root_check_read(walk->txn, described ? &tables : NULL, key->mv_data, value, NULL);
}

static void count_record(struct store_walk *walk, const char *name, bool sound, size_t entries)
{
    struct walk_result *result = walk->result;
    if (!sound) {
        result->bad++;
        note(walk, name);
    } else if (strcmp(name, DB_ROOTS) == 0) {
        result->roots++;
    } else if (strcmp(name, DB_COUNTS) == 0) {
        result->count_results += entries;
    } else if (strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0) {
        result->boards += entries;
    } else if (strncmp(name, DB_STRATEGIES, strlen(DB_STRATEGIES)) == 0) {
        result->strategy_states += entries;
    } else if (strncmp(name, DB_SEARCHES, strlen(DB_SEARCHES)) == 0) {
        result->search_lemmas += entries;
    } else if (strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0) {
        result->states++;
        result->entries += entries;
    }
}

static int compare_keys(const MDB_val *a, const MDB_val *b)
{
    size_t least = a->mv_size < b->mv_size ? a->mv_size : b->mv_size;
    int order = memcmp(a->mv_data, b->mv_data, least);
    return order != 0 ? order : a->mv_size < b->mv_size ? -1 : a->mv_size > b->mv_size;
}

/* Notes if records of a table of positions are missing. */
static void note_gap(struct store_walk *walk, const char *name, const struct values_cover *cover)
{
    struct walk_gaps *gaps = &walk->result->gaps;
    enum values_state state = values_cover_state(cover);
    if (state != VALUES_SHORT && state != VALUES_STUMP)
        return;
    if (gaps->count++ >= WALK_GAPS)
        return;
    struct walk_gap *gap = &gaps->first[gaps->count - 1];
    name += strlen(DB_VALUES);
    memcpy(gap->name, name, strnlen(name, sizeof(gap->name) - 1));
    gap->made = cover->head;
    gap->there = cover->head ? cover->boards : cover->parts;
    gap->wanted = cover->head ? cover->said.boards : cover->parts_said;
}

/* Walks the records of a database, but not of the main one. */
static int walk_records(struct store_walk *walk, const char *name, MDB_cursor *cursor,
                        uint64_t wanted)
{
    MDB_val key, value, last = {0, NULL};
    struct values_cover cover = {0};
    uint64_t count = 0;
    bool meta = strcmp(name, DB_META) == 0;
    bool values = strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0;
    int r;
    while ((r = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
        size_t entries = 0;
        if (count++ > 0 && compare_keys(&last, &key) >= 0)
            return go_wrong(walk, -EBADMSG, name);
        int sound = meta                          ? 1
                    : strcmp(name, DB_ROOTS) == 0 ? root_is_sound(walk, &key, &value)
                                                  : walk_is_sound(name, &key, &value, &entries);
        if (sound < 0)
            return go_wrong(walk, -sound, name);
        count_record(walk, name, sound, entries);
        if (values && sound)
            values_cover_add(&cover, &key, &value);
        if (walk->visit != NULL && !walk->visit(walk->arg, name, &key, &value, sound))
            return 0;
        last = key;
    }
    if (r != MDB_NOTFOUND || count != wanted)
        return go_wrong(walk, r != MDB_NOTFOUND ? r : -EBADMSG, name);
    if (values)
        note_gap(walk, name, &cover);
    return 0;
}

static bool is_known_name(const char *name)
{
    struct record_shape shape;
    return strcmp(name, DB_META) == 0 || strcmp(name, DB_ROOTS) == 0 ||
           strcmp(name, DB_TABLES) == 0 || strcmp(name, DB_COUNTS) == 0 ||
           (strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0 &&
            identity_shape(name + strlen(DB_VALUES), &shape) == 0) ||
           (strncmp(name, DB_SEARCHES, strlen(DB_SEARCHES)) == 0 &&
            identity_shape(name + strlen(DB_SEARCHES), &shape) == 0) ||
           (strncmp(name, DB_STRATEGIES, strlen(DB_STRATEGIES)) == 0 &&
            strategies_shape(name + strlen(DB_STRATEGIES), &shape) == 0) ||
           (strncmp(name, DB_HALTS, strlen(DB_HALTS)) == 0 &&
            identity_shape(name + strlen(DB_HALTS), &shape) == 0) ||
           (strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0 &&
            identity_shape(name + strlen(DB_LEMMAS), &shape) == 0);
}

/* Opens a database (NULL: that of the names), and counts its records. */
static int open_cursor(struct store_walk *walk, const char *name, MDB_cursor **ret_cursor,
                       uint64_t *ret_count)
{
    MDB_dbi dbi;
    MDB_stat stat;
    int r = mdb_dbi_open(walk->txn, name, 0, &dbi);
    if (r == 0)
        r = mdb_stat(walk->txn, dbi, &stat);
    if (r == 0)
        r = mdb_cursor_open(walk->txn, dbi, ret_cursor);
    if (r != 0)
        return go_wrong(walk, r, name != NULL ? name : "names");
    *ret_count = stat.ms_entries;
    return 0;
}

static int walk_database(struct store_walk *walk, const MDB_val *key)
{
    char name[DATABASE_NAME_MAX];
    MDB_cursor *cursor;
    uint64_t wanted;
    if (key->mv_size >= sizeof(name))
        return go_wrong(walk, -EBADMSG, "names");
    memcpy(name, key->mv_data, key->mv_size);
    name[key->mv_size] = '\0';
    if (!is_known_name(name))
        return go_wrong(walk, -EBADMSG, "names");
    walk->result->tables += strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0;
    int r = open_cursor(walk, name, &cursor, &wanted);
    if (r != 0)
        return r;
    r = walk_records(walk, name, cursor, wanted);
    mdb_cursor_close(cursor);
    return r;
}

static int walk_names(struct store_walk *walk)
{
    MDB_cursor *cursor;
    MDB_val key;
    uint64_t count = 0, wanted;
    int r = open_cursor(walk, NULL, &cursor, &wanted);
    if (r != 0)
        return r;
    while ((r = mdb_cursor_get(cursor, &key, NULL, MDB_NEXT_NODUP)) == 0 && walk->result->code == 0)
        if (count++ < wanted)
            walk_database(walk, &key);
        else
            go_wrong(walk, -EBADMSG, "names");
    mdb_cursor_close(cursor);
    if (walk->result->code == 0 && (r != MDB_NOTFOUND || count != wanted))
        go_wrong(walk, r != MDB_NOTFOUND ? r : -EBADMSG, "names");
    return walk->result->code;
}

void walk_store(MDB_env *env, walk_visit visit, void *arg, struct walk_result *ret_result)
{
    struct store_walk walk = {.visit = visit, .arg = arg, .result = ret_result};
    struct store_head head;
    *ret_result = (struct walk_result){0};
    int r = environment_read(env, &walk.txn);
    if (r != 0) {
        ret_result->code = r;
        return;
    }
    ret_result->code = head_read(walk.txn, &head);
    if (ret_result->code == 0)
        walk_names(&walk);
    mdb_txn_abort(walk.txn);
}

struct child_walk {
    const char *dir;
    struct users *users;
};

static void walk_work(void *arg, struct bytes *reply)
{
    const struct child_walk *asked = arg;
    struct walk_result result = {0};
    char path[PATH_BYTES];
    MDB_env *env;
    unsigned flags = MDB_RDONLY | (asked->users != NULL ? 0 : MDB_NOLOCK);
    result.code = environment_open(asked->dir, flags, asked->users, &env);
    if (result.code == 0)
        walk_store(env, NULL, NULL, &result);
    if (result.code == 0)
        result.code = folder_path(asked->dir, STORE_DATA, path);
    if (result.code == 0)
        result.code = -pages_check(path, &result.pages);
    bytes_put(reply, &result, sizeof(result));
}

int walk_in_child(const char *dir, struct users *users, const struct store_patience *patience,
                  struct walk_result *ret_result, struct error *err)
{
    struct child_walk asked = {dir, users};
    struct bytes reply;
    int r = child_run(walk_work, &asked, WALK_SECONDS, patience, &reply, err);
    if (r < 0)
        return r;
    if (reply.size == sizeof(*ret_result))
        memcpy(ret_result, reply.data, sizeof(*ret_result));
    else
        r = -EBADMSG;
    bytes_release(&reply);
    return r;
}
