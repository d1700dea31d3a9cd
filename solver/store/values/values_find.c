/* Looking into tables of positions. */
#include "store/values/values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dense/answers.h"
#include "result/analysis.h"
#include "store/dense/dense_name.h"
#include "store/file/environment.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"

static int open_in(MDB_txn *txn, const char *name, struct values_table *table)
{
    char database[TABLE_NAME_MAX + sizeof(DB_VALUES)];
    struct values_key key = values_key(&table->shape, VALUES_HEAD, NULL, 0);
    MDB_val data;
    snprintf(database, sizeof(database), "%s%s", DB_VALUES, name);
    int r = mdb_dbi_open(txn, database, 0, &table->dbi);
    if (r == 0)
        r = values_get(txn, table->dbi, &table->shape, &key, &data);
    if (r == 0 && (!values_read_head(&table->shape, data.mv_data, data.mv_size, &table->head) ||
                   (table->head.layers == BOUNDS_LAYERS) != (table->kind == TABLE_BOUNDS)))
        r = MDB_NOTFOUND;
    return r;
}

int values_open(struct store *store, const struct game *game, struct values_table *ret_table)
{
    char name[TABLE_NAME_MAX];
    struct values_table table = {.store = store, .kind = board_table_kind(&game->rules)};
    MDB_txn *txn = NULL;
    if (store->env == NULL || table.kind == TABLE_NONE)
        return 0;
    identity_name(game->graph, &game->rules, name);
    if (identity_shape(name, &table.shape) < 0)
        return 0;
    pthread_mutex_lock(&store->dbi_lock);
    pthread_rwlock_rdlock(&store->map_lock);
    int r = environment_read(store->env, &txn);
    if (r == 0) {
        r = open_in(txn, name, &table);
        /* The handle is to outlive the transaction. */
        if (r == 0)
            r = mdb_txn_commit(txn);
        else
            mdb_txn_abort(txn);
    }
    pthread_rwlock_unlock(&store->map_lock);
    pthread_mutex_unlock(&store->dbi_lock);
    if (r == 0)
        *ret_table = table;
    return r == 0 ? 1 : r == MDB_NOTFOUND ? 0 : -EIO;
}

int values_open_dense(struct store *store, const struct game *game, struct values_table *ret_table)
{
    char path[PATH_BYTES], name[DENSE_FILE_NAME_MAX];
    const struct ruleset *rules = &game->rules;
    struct values_table table = {.store = store, .kind = board_table_kind(rules)};
    if (table.kind == TABLE_NONE)
        return 0;
    dense_name_of(game->graph, rules, name);
    if (dense_name_path(store->dir, name, DENSE_NAME_WHOLE, path) < 0)
        return 0;
    const struct dense_answers_wanted wanted = {
        .path = path,
        .name = name,
        .graph = game->graph,
        .suicide = ruleset_suicide(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
        .layers = board_table_work_layers(rules),
        .simple_ko = board_table_simple_ko(rules),
    };
    table.dense = malloc(sizeof(*table.dense));
    int r = table.dense != NULL ? dense_answers_open(table.dense, &wanted) : -ENOMEM;
    if (r == 0) {
        *ret_table = table;
        return 1;
    }
    free(table.dense);
    if (r == -EBADMSG)
        atomic_fetch_add(&store->damaged, 1);
    return r == -ENOMEM ? r : 0;
}

int values_open_any(struct store *store, const struct game *game, struct values_table *ret_table)
{
    int r = values_open(store, game, ret_table);
    return r != 0 ? r : values_open_dense(store, game, ret_table);
}

void values_close(struct values_table *table)
{
    if (table->dense != NULL) {
        atomic_fetch_add(&table->store->damaged, table->dense->damaged);
        dense_answers_close(table->dense);
        free(table->dense);
    }
    bytes_release(&table->chunk);
}

/* What a dense table tells, colours as in the state. */
static bool dense_state(struct values_table *table, struct stones stones, struct state state,
                        int ret_margins[2])
{
    const struct dense_state wanted = {stones, state.mover, state.passes, state.ko};
    unsigned codes[2];
    if (state.ko == KO_SELF || state.passes >= table->dense->game.layers ||
        (table->kind == TABLE_BOUNDS && state.passes > 0) ||
        dense_answers_find(table->dense, &wanted, codes) != 1)
        return false;
    for (unsigned attacker = BLACK; attacker <= WHITE; attacker++)
        ret_margins[attacker] = table_code_margin(codes[attacker], table->dense->codes.points);
    return true;
}

static int cover_all(const struct values_table *table, MDB_cursor *cursor,
                     struct values_cover *cover)
{
    MDB_val key, value;
    int r;
    while ((r = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0)
        if (values_is_sound(&table->shape, &key, &value, NULL))
            values_cover_add(cover, &key, &value);
    return r == MDB_NOTFOUND ? 0 : -EIO;
}

int values_cover(const struct values_table *table, struct values_cover *ret_cover)
{
    struct values_cover cover = {0};
    MDB_txn *txn = NULL;
    MDB_cursor *cursor;
    if (look_begin(table->store, &txn) != 0)
        return -EIO;
    int r = mdb_cursor_open(txn, table->dbi, &cursor) == 0 ? 0 : -EIO;
    if (r == 0) {
        r = cover_all(table, cursor, &cover);
        mdb_cursor_close(cursor);
    }
    look_end(table->store, txn);
    if (r == 0)
        *ret_cover = cover;
    return r;
}

/* Moves to the last chunk that begins with the key or before it. */
static int find_chunk(MDB_cursor *cursor, const struct values_key *wanted, MDB_val *key,
                      MDB_val *data)
{
    *key = (MDB_val){wanted->size, (void *)wanted->bytes};
    int r = mdb_cursor_get(cursor, key, data, MDB_SET_RANGE);
    if (r == 0 && key->mv_size == wanted->size &&
        memcmp(key->mv_data, wanted->bytes, wanted->size) == 0)
        return 0;
    return mdb_cursor_get(cursor, key, data, r == 0 ? MDB_PREV : MDB_LAST);
}

/* Copies the chunk in which the board would be. */
static bool fetch_chunk(struct values_table *table, struct stones board)
{
    struct values_key wanted = values_key(&table->shape, VALUES_CHUNK, &board, 0);
    MDB_txn *txn = NULL;
    MDB_cursor *cursor;
    MDB_val key, data;
    if (look_begin(table->store, &txn) != 0)
        return false;
    int r = mdb_cursor_open(txn, table->dbi, &cursor);
    if (r == 0) {
        r = find_chunk(cursor, &wanted, &key, &data);
        table->chunk.size = 0;
        if (r == 0 && values_is_sound(&table->shape, &key, &data, NULL))
            bytes_put(&table->chunk, data.mv_data, data.mv_size);
        mdb_cursor_close(cursor);
    }
    look_end(table->store, txn);
    return r == 0 && table->chunk.size > 0 && !table->chunk.failed;
}

/* The chunk with a board, and its number there. */
static bool find_board(struct values_table *table, struct stones board,
                       struct values_chunk *ret_chunk, int *ret_number)
{
    const struct record_shape *shape = &table->shape;
    if (table->chunk.size > 0 &&
        values_read_chunk(shape, table->chunk.data, table->chunk.size, ret_chunk)) {
        *ret_number = values_find_board(shape, ret_chunk, board);
        if (*ret_number >= 0 && ret_chunk->layers == table->head.layers)
            return true;
    }
    if (!fetch_chunk(table, board) ||
        !values_read_chunk(shape, table->chunk.data, table->chunk.size, ret_chunk))
        return false;
    *ret_number = values_find_board(shape, ret_chunk, board);
    return *ret_number >= 0 && ret_chunk->layers == table->head.layers;
}

bool values_state(struct values_table *table, const struct positions *positions, struct state state,
                  int ret_margins[2])
{
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, state.board)];
    const struct stabiliser *same = &positions->group.stabilisers[orbit->stabiliser];
    int to_canonical = positions->group.inverse[position_element(positions, state.board)];
    struct values_chunk chunk;
    int number;
    if (table->dense != NULL)
        return dense_state(table, positions_stones(positions, state.board), state, ret_margins);
    if (!find_board(table, orbit->canonical, &chunk, &number))
        return false;
    struct state seen = state_map(positions, to_canonical, state);
    /* A ko may be there as a symmetry of the board shows it. */
    for (int i = 0; i < same->count; i++) {
        int g = same->elements[i];
        struct table_entry entry = {
            .mover = seen.mover ^ (uint8_t)group_swaps(g),
            .passes = seen.passes,
            .ko = position_map_ko(positions, g, seen.ko),
        };
        if (!values_codes(&table->shape, &chunk, (unsigned)number, &entry))
            continue;
        unsigned swap = (unsigned)group_swaps(to_canonical) ^ (unsigned)group_swaps(g);
        for (unsigned attacker = BLACK; attacker <= WHITE; attacker++)
            ret_margins[attacker] =
                table_code_margin(entry.codes[attacker ^ swap], table->shape.points);
        return true;
    }
    return false;
}

/* Bounds, and values where cycles end the game, are of positions without history. */
static bool applies(enum board_table_kind kind, const struct solver *solver)
{
    return solver->game.count == 1 || (kind == TABLE_BOUNDS && solver_is_without_history(solver)) ||
           (kind == TABLE_VALUES && !solver->search.model.cycle_ends);
}

bool values_bounds(struct values_table *table, const struct solver *solver, struct bounds *bounds)
{
    const struct solver_node *now = solver_now(solver);
    int margins[2];
    if (now->kind != NODE_OPEN || !applies(table->kind, solver) ||
        !values_state(table, solver->positions, now->state, margins))
        return false;
    const struct bounds said = table_margin_bounds(table->kind, margins);
    if (table->kind == TABLE_VALUES)
        *bounds = said;
    else
        bounds_narrow(bounds, &said);
    return true;
}

static bool table_bounds(struct persistence *persistence, const struct solver *solver,
                         struct bounds *bounds)
{
    struct values_table table;
    /* Opening takes longer than all else. */
    if (!applies(board_table_kind(&solver->game.rules), solver) ||
        values_open_any((struct store *)persistence, &solver->game, &table) != 1)
        return false;
    bool found = values_bounds(&table, solver, bounds);
    values_close(&table);
    return found;
}

/* The rule that forbids nothing but a simple ko, of the same suicide and scoring. Returns false if
 * there is none. */
static bool likely_rules(const struct ruleset *rules, struct ruleset *ret_simple)
{
    char text[100];
    snprintf(text, sizeof(text), "simple,suicide=%s,scoring=%s",
             field_suicide.values[ruleset_suicide(rules)],
             field_scoring.values[ruleset_value(rules, &field_scoring)]);
    return ruleset_parse(text, ret_simple, NULL) == 0;
}

static bool table_likely(struct persistence *persistence, const struct solver *solver,
                         int ret_margins[2])
{
    const struct game *game = &solver->game;
    struct game simple = {.graph = game->graph};
    struct values_table table;
    if (!likely_rules(&game->rules, &simple.rules) ||
        values_open_any((struct store *)persistence, &simple, &table) != 1)
        return false;
    bool found = values_state(&table, solver->positions, solver_now(solver)->state, ret_margins);
    values_close(&table);
    return found;
}

/* Opens the dense table of game's own rules. Returns false if there is none that is whole. */
static bool open_margins(struct persistence *persistence, const struct game *game,
                         struct values_table *ret_table)
{
    return !board_table_is_acyclic(&game->rules) &&
           values_open_dense((struct store *)persistence, game, ret_table) == 1;
}

static bool has_margins(struct persistence *persistence, const struct game *game,
                        const struct dense_work *how)
{
    struct values_table table;
    if (!open_margins(persistence, game, &table))
        return false;
    int r = dense_file_check(&table.dense->file, how);
    table.dense->damaged += r == -EBADMSG;
    values_close(&table);
    return r == 0;
}

/* The same passes and kos must count in the table as in the margins. */
static bool load_margins(struct persistence *persistence, const struct game *game, bool likely,
                         const struct dense_work *how, struct dense_margins *margins)
{
    struct game of = {.graph = game->graph, .rules = game->rules};
    struct values_table table;
    struct dense_file_loaded loaded = {0};
    if ((likely && !likely_rules(&game->rules, &of.rules)) ||
        board_table_work_layers(&of.rules) != margins->game.layers ||
        board_table_simple_ko(&of.rules) != (margins->game.kos != NULL) ||
        !open_margins(persistence, &of, &table))
        return false;
    const struct dense_file_data data = {
        .index = margins->game.index,
        .kos = margins->game.kos,
        .parts = {margins->codes.data, margins->game.kos != NULL ? margins->ko_codes.data : NULL},
    };
    int r = table.dense->file.head.boards == margins->game.index->count
                ? dense_file_load(&table.dense->file, &data, how, &loaded)
                : -EBADMSG;
    table.dense->damaged += loaded.damaged;
    values_close(&table);
    return r == 0 && loaded.damaged == 0;
}

void values_init(struct store *store)
{
    store->persistence.table_likely = table_likely;
    store->persistence.table_bounds = table_bounds;
    store->persistence.load_margins = load_margins;
    store->persistence.has_margins = has_margins;
}
