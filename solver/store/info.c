/* What a store holds: lists, counts, gaps; and compacting it. */
#include "store/manage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/free_all.h"
#include "store/counts/counts_record.h"
#include "store/file/environment.h"
#include "store/file/folder.h"
#include "store/file/head.h"
#include "store/file/seal.h"
#include "store/halts/halts_record.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/lemmas/lemma_record.h"
#include "store/roots/root_find.h"
#include "store/searches/searches.h"
#include "store/strategies/strategies.h"
#include "store/values/values.h"
#include "store/walk/walk.h"

struct info_maker {
    struct store_info *info;
    char name[DATABASE_NAME_MAX];           /* of the last sub-table */
    struct values_cover cover;              /* of the last table of positions */
    uint8_t identity[COUNT_STORE_IDENTITY]; /* of the last count */
    struct {
        size_t tables, values, strategies, searches, roots;
    } room;      /* of the lists of info: how many fit */
    bool failed; /* memory ran out */
};

/* Makes room for one more in a list. Returns the new one, all zero, or NULL. */
static void *extend(struct info_maker *maker, void **list, size_t *count, size_t *room, size_t size)
{
    maker->failed = array_reserve(list, *count + 1, room, size) < 0;
    return maker->failed ? NULL : memset((char *)*list + (*count)++ * size, 0, size);
}

/* Splits a sub-table's name into rules, as short as they can be written, and board. */
static void split_name(const char *name, size_t length, char *rules, char *board)
{
    char copy[TABLE_NAME_MAX];
    struct ruleset parsed;
    snprintf(copy, sizeof(copy), "%.*s", (int)length, name);
    char *blank = strchr(copy, ' ');
    snprintf(board, 64, "%s", blank != NULL ? blank + 1 : "");
    if (blank != NULL)
        *blank = '\0';
    if (identity_rules(copy, &parsed) == 0)
        ruleset_format(&parsed, rules);
    else
        snprintf(rules, RULESET_TEXT_MAX, "%.200s", copy);
}

static void add_state(struct info_maker *maker, const char *name, const MDB_val *key,
                      const MDB_val *value)
{
    struct store_info *info = maker->info;
    if (strcmp(maker->name, name) != 0) {
        struct store_table *table = extend(maker, (void **)&info->tables, &info->table_count,
                                           &maker->room.tables, sizeof(*table));
        if (table == NULL)
            return;
        snprintf(maker->name, sizeof(maker->name), "%s", name);
        name += strlen(DB_LEMMAS);
        split_name(name, strlen(name), table->rules, table->board);
    }
    struct store_table *table = &info->tables[info->table_count - 1];
    struct lemma_entry entries[ENTRIES_MAX];
    struct record_shape shape;
    size_t count = 0;
    if (identity_shape(maker->name + strlen(DB_LEMMAS), &shape) == 0)
        lemma_record_read(&shape, key->mv_data, value->mv_data, value->mv_size, entries, &count);
    table->states++;
    table->entries += count;
    for (size_t i = 0; i < count; i++)
        table->imported += (entries[i].flags & ENTRY_IMPORTED) != 0;
    table->bytes += key->mv_size + value->mv_size;
}

static void add_values(struct info_maker *maker, const char *name, const MDB_val *key,
                       const MDB_val *value)
{
    struct store_info *info = maker->info;
    struct ruleset rules;
    if (strcmp(maker->name, name) != 0) {
        struct store_values *added = extend(maker, (void **)&info->values, &info->value_count,
                                            &maker->room.values, sizeof(*added));
        if (added == NULL)
            return;
        maker->cover = (struct values_cover){0};
        snprintf(maker->name, sizeof(maker->name), "%s", name);
        name += strlen(DB_VALUES);
        split_name(name, strlen(name), added->rules, added->board);
        added->bounds =
            identity_rules(name, &rules) == 0 && board_table_kind(&rules) == TABLE_BOUNDS;
    }
    struct store_values *values = &info->values[info->value_count - 1];
    values_cover_add(&maker->cover, key, value);
    values->boards = maker->cover.boards;
    values->bytes += key->mv_size + value->mv_size;
    values->made = maker->cover.head;
    values->imported = maker->cover.head && maker->cover.said.imported;
    if (values->made && maker->cover.said.boards > values->boards)
        values->missing = maker->cover.said.boards - values->boards;
}

/* Splits such a name, too. Its rules are no ruleset, but what strategies depend on. */
static void split_strategies_name(const char *name, struct store_strategies *table)
{
    size_t length = strcspn(name, " ");
    snprintf(table->rules, sizeof(table->rules), "%.*s", (int)length, name);
    snprintf(table->board, sizeof(table->board), "%s",
             name[length] != '\0' ? name + length + 1 : "");
}

/* Adds a chunk, or the head, of the table for a query. */
static void add_strategies(struct info_maker *maker, const char *name, const MDB_val *key,
                           const MDB_val *value)
{
    struct store_info *info = maker->info;
    struct strategies_id id;
    size_t count = info->strategies_count, states = 0;
    struct store_strategies *table = count > 0 ? &info->strategies[count - 1] : NULL;
    strategies_read_key(key, &id);
    if (table == NULL || strcmp(maker->name, name) != 0 || table->attacker != id.attacker ||
        table->margin != id.margin) {
        table = extend(maker, (void **)&info->strategies, &info->strategies_count,
                       &maker->room.strategies, sizeof(*table));
        if (table == NULL)
            return;
        *table = (struct store_strategies){.attacker = id.attacker, .margin = id.margin};
        snprintf(maker->name, sizeof(maker->name), "%s", name);
        split_strategies_name(name + strlen(DB_STRATEGIES), table);
    }
    walk_is_sound(maker->name, key, value, &states);
    table->states += states;
    table->bytes += key->mv_size + value->mv_size;
}

/* Adds a chunk, or the head, of a search. */
static void add_search(struct info_maker *maker, const char *name, const MDB_val *key,
                       const MDB_val *value)
{
    struct store_info *info = maker->info;
    struct record_shape shape;
    enum searches_kind kind;
    uint64_t count;
    if (strcmp(maker->name, name) != 0) {
        struct store_search *added = extend(maker, (void **)&info->searches, &info->search_count,
                                            &maker->room.searches, sizeof(*added));
        if (added == NULL)
            return;
        snprintf(maker->name, sizeof(maker->name), "%s", name);
        name += strlen(DB_SEARCHES);
        split_name(name, strlen(name), added->rules, added->board);
    }
    struct store_search *search = &info->searches[info->search_count - 1];
    if (identity_shape(maker->name + strlen(DB_SEARCHES), &shape) < 0 ||
        !searches_is_sound(&shape, key, value, &kind, &count))
        return; /* not of a record that is sound */
    search->situations += kind == SEARCHES_SITUATIONS ? count : 0;
    search->lemmas += kind == SEARCHES_LEMMAS ? count : 0;
    search->numbers += kind == SEARCHES_NUMBERS ? count : 0;
    search->bytes += key->mv_size + value->mv_size;
}

static bool fill_root(struct store_root *root, const struct root_record *record)
{
    struct root_key_lines lines;
    if (!root_key_split(record->text, record->length, &lines))
        return false; /* not of a record that is sound */
    split_name(lines.at[ROOT_KEY_NAME], lines.length[ROOT_KEY_NAME], root->rules, root->board);
    root->position = strndup(lines.at[ROOT_KEY_POSITION], lines.length[ROOT_KEY_POSITION]);
    root->moves = strndup(lines.at[ROOT_KEY_MOVES], lines.length[ROOT_KEY_MOVES]);
    root->to_move = lines.at[ROOT_KEY_MOVER][0];
    char *komi = strndup(lines.at[ROOT_KEY_KOMI], lines.length[ROOT_KEY_KOMI]);
    bool good = komi != NULL && root->position != NULL && root->moves != NULL;
    root->komi_half_points = komi != NULL ? atoi(komi) : 0;
    free(komi);
    return good;
}

static void add_root(struct info_maker *maker, const MDB_val *key, const MDB_val *value)
{
    struct store_info *info = maker->info;
    struct root_record record;
    const struct analysis *analysis = &record.facts.analysis;
    int r = root_record_read(key->mv_data, value->mv_data, value->mv_size, &record);
    maker->failed = r == -ENOMEM;
    if (r < 0)
        return;
    unsigned flags = record.facts.flags;
    struct store_root *root =
        extend(maker, (void **)&info->roots, &info->root_count, &maker->room.roots, sizeof(*root));
    if (root != NULL) {
        *root = (struct store_root){
            .solved = root_is_whole(analysis, flags, true),
            .moves_known = root_is_whole(analysis, flags & ~(unsigned)ROOT_STRATEGIES_DONE, false),
            .value_imported = (flags & ROOT_IMPORTED) != 0,
            .moves_imported = (flags & ROOT_MOVES_IMPORTED) != 0,
            .bounds = analysis->bounds,
            .nodes = analysis->nodes,
        };
        maker->failed = !fill_root(root, &record);
    }
    analysis_release(&record.facts.analysis);
}

static void add_counts(struct info_maker *maker, const MDB_val *key, const MDB_val *value)
{
    struct store_counted *counted = &maker->info->counted;
    struct counts_record record;
    if (!counts_read(key, value, &record))
        return; /* not of a record that is sound */
    if (counted->counts == 0 || memcmp(maker->identity, key->mv_data, COUNT_STORE_IDENTITY) != 0)
        counted->counts++;
    memcpy(maker->identity, key->mv_data, COUNT_STORE_IDENTITY);
    counted->results += record.results;
    counted->imported += record.imported ? record.results : 0;
    counted->bytes += key->mv_size + value->mv_size;
}

static void add_halt(struct store_halts *halts, const MDB_val *key, const MDB_val *value)
{
    uint64_t nodes = halts_count_nodes(key, value);
    halts->searches += nodes == 0;
    halts->numbers += nodes;
    halts->bytes += key->mv_size + value->mv_size;
}

static bool add_record(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                       bool sound)
{
    struct info_maker *maker = arg;
    if (sound && strcmp(name, DB_ROOTS) == 0)
        add_root(maker, key, value);
    else if (sound && strncmp(name, DB_LEMMAS, strlen(DB_LEMMAS)) == 0)
        add_state(maker, name, key, value);
    else if (sound && strncmp(name, DB_VALUES, strlen(DB_VALUES)) == 0)
        add_values(maker, name, key, value);
    else if (sound && strcmp(name, DB_COUNTS) == 0)
        add_counts(maker, key, value);
    else if (sound && strncmp(name, DB_STRATEGIES, strlen(DB_STRATEGIES)) == 0)
        add_strategies(maker, name, key, value);
    else if (sound && strncmp(name, DB_SEARCHES, strlen(DB_SEARCHES)) == 0)
        add_search(maker, name, key, value);
    else if (sound && strncmp(name, DB_HALTS, strlen(DB_HALTS)) == 0)
        add_halt(&maker->info->halts, key, value);
    return !maker->failed;
}

static int read_head(struct store *store, struct store_info *info)
{
    struct store_head head;
    MDB_txn *txn = NULL;
    int r = look_begin(store, &txn);
    if (r != 0)
        return r;
    r = head_read(txn, &head);
    look_end(store, txn);
    if (r == -ENODATA) { /* new: nothing was written yet */
        head = (struct store_head){STORE_FORMAT, STORE_PROOFS, SOLVE_VERSION};
        r = 0;
    }
    info->format = head.format;
    info->proofs = head.proofs;
    memcpy(info->version, head.version, sizeof(info->version));
    return r;
}

int store_info(struct store *store, struct store_info *ret_info, struct error *err)
{
    struct info_maker maker = {.info = ret_info};
    struct walk_result walked;
    struct stat file;
    char path[PATH_BYTES];
    *ret_info = (struct store_info){0};
    int r = read_head(store, ret_info);
    if (r == 0) {
        walk_store(store->env, add_record, &maker, &walked);
        r = walked.code == -ENODATA ? 0 : walked.code;
    }
    if (folder_path(store->dir, STORE_DATA, path) == 0 && stat(path, &file) == 0)
        ret_info->file_bytes = (uint64_t)file.st_size;
    int listed = dense_list_read(store->dir, false, &store->patience, &ret_info->dense);
    if (r == 0 && !maker.failed && listed == 0)
        return 0;
    store_info_release(ret_info);
    return r != 0 ? error_set(err, -EIO, "cannot read it: %s", environment_text(r))
                  : error_set(err, -ENOMEM, "out of memory");
}

void store_info_release(struct store_info *info)
{
    for (size_t i = 0; i < info->root_count; i++) {
        free(info->roots[i].position);
        free(info->roots[i].moves);
    }
    dense_list_release(&info->dense);
    FREE_ALL(info->roots, info->tables, info->values, info->strategies, info->searches);
    *info = (struct store_info){0};
}

int store_dense(struct store *store, struct dense_list *ret_list)
{
    return dense_list_read(store->dir, true, &store->patience, ret_list);
}

void store_counts(const struct store *store, uint64_t *ret_states, uint64_t *ret_entries,
                  uint64_t *ret_roots)
{
    *ret_states = store->walked.states;
    *ret_entries = store->walked.entries;
    *ret_roots = store->walked.roots;
}

uint64_t store_count_strategies(const struct store *store)
{
    return store->walked.strategy_states;
}

uint64_t store_count_search_lemmas(const struct store *store)
{
    return store->walked.search_lemmas;
}

uint64_t store_count_results(const struct store *store)
{
    return store->walked.count_results;
}

uint64_t store_count_boards(const struct store *store)
{
    return store->walked.boards;
}

const struct walk_gaps *store_gaps(const struct store *store)
{
    return &store->walked.gaps;
}

void store_gap_text(const struct walk_gap *gap, char text[GAP_TEXT_MAX])
{
    char rules[RULESET_TEXT_MAX], board[64];
    unsigned long long there = gap->there, wanted = gap->wanted;
    split_name(gap->name, strlen(gap->name), rules, board);
    if (!gap->made)
        snprintf(text, GAP_TEXT_MAX,
                 "%.60s, %.200s: of a table that is being made, what was decided is not all there: "
                 "'solve table' begins anew",
                 board, rules);
    else if (there < wanted)
        snprintf(text, GAP_TEXT_MAX,
                 "%.60s, %.200s: of the %llu boards of its table %llu are missing: 'solve table' "
                 "makes them again",
                 board, rules, wanted, wanted - there);
    else
        snprintf(text, GAP_TEXT_MAX,
                 "%.60s, %.200s: its table is not as its head says: 'solve table' makes it again",
                 board, rules);
}

/* Compacts. This process has the door, and keeps it. */
static int compact_inside(const char *dir, struct users *users,
                          const struct store_patience *patience, struct copy_result *ret_result,
                          struct error *err)
{
    struct error why;
    if (!users_alone(users))
        return error_set(err, -EBUSY, "in use by another process");
    folder_clean(dir);
    dense_list_clean(dir);
    int r = copy_sound(dir, patience, ret_result, &why);
    if (r == -EBADMSG)
        return error_set(err, r,
                         "damaged beyond what can be read: restore it from a copy or delete it");
    if (r < 0)
        return error_set(err, r, "cannot rebuild it: %s", why.text);
    r = seal_write(dir);
    return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r)) : 0;
}

int store_compact(const char *dir, const struct store_patience *patience,
                  struct copy_result *ret_result, struct error *err)
{
    char path[PATH_BYTES];
    struct stat info;
    struct users users;
    if (folder_path(dir, STORE_DATA, path) < 0 || stat(path, &info) < 0)
        return error_set(err, -EINVAL, "wanted the folder of a store");
    if (folder_check(dir, err) < 0)
        return -EINVAL;
    int r = users_open(dir, patience, &users);
    if (r < 0)
        error_set(err, r, "cannot open its lock: %s", strerror(-r));
    else
        r = users_take(&users, USERS_DOOR, err);
    if (r == 0)
        r = compact_inside(dir, &users, patience, ret_result, err);
    users_close(&users);
    return r;
}
