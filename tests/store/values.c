/*
 * Tables of positions against the search, which here has no tables:
 *
 *     values BOARD RULES POSITIONS PASSES
 *
 * makes the table of BOARD under RULES with one thread and with two, which must give the same
 * records, and compares every legal position with both players to move (POSITIONS 0), or so many
 * random ones, with what the search proves. PASSES of the positions are reached by passing first.
 * Prints how many were compared, and how many the search did not decide.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/position.h"
#include "store/inside.h"
#include "store/seal.h"
#include "store/values.h"

#define NODES_MOST 300000

static struct graph *graph;
static struct ruleset rules;
static struct values_table table;
static long compared, undecided;

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "values: %s\n", what);
    exit(1);
}

static struct store *make(const char *dir, int threads)
{
    struct position empty = {{0}};
    struct game game;
    struct store *store;
    struct error err = {""};
    struct values_result result;
    const struct values_options options = {threads, SIZE_MAX, 0, NULL};
    must(game_init(&game, graph, &rules, &empty, 0) == 0, "no game");
    must(store_open(dir, STORE_MAKE, NULL, NULL, &store, &err) == 0, err.text);
    must(store_make_values(store, &game, &options, &result, &err) == 0, err.text);
    must(!result.was_there && !result.resumed, "a new table was there already");
    game_release(&game);
    return store;
}

/* Writes the records of the table's database to a file in the order of their keys. */
static char *records_of(struct store *store, size_t *ret_size)
{
    char *text = NULL;
    MDB_txn *txn;
    MDB_cursor *cursor;
    MDB_val key, value;
    FILE *out = open_memstream(&text, ret_size);
    must(out != NULL, "no memory");
    must(look_begin(store, &txn) == 0, "cannot read");
    must(mdb_cursor_open(txn, table.dbi, &cursor) == 0, "cannot read");
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        must(values_is_sound(&table.shape, &key, &value, NULL), "a record is not sound");
        must(*(uint8_t *)key.mv_data == VALUES_CHUNK || *(uint8_t *)key.mv_data == VALUES_HEAD,
             "what it was made with is still there");
        fwrite(key.mv_data, 1, key.mv_size, out);
        fwrite(value.mv_data, 1, value.mv_size, out);
    }
    mdb_cursor_close(cursor);
    look_end(store, txn);
    fclose(out);
    return text;
}

static void open_table(struct store *store)
{
    struct position empty = {{0}};
    struct game game;
    must(game_init(&game, graph, &rules, &empty, 0) == 0, "no game");
    must(values_open(store, &game, &table) == 1, "no table");
    game_release(&game);
}

static void print_game(const struct game *game)
{
    for (int p = 0; p < graph->points; p++)
        fputc(".XO"[game->turns[0].board.cells[p]], stderr);
    fprintf(stderr, ", %s to move, %zu turns\n", game->turns[0].next == 0 ? "black" : "white",
            game->count - 1);
}

static void compare(const struct game *game)
{
    struct solver solver;
    struct bounds found, proved;
    const struct limits limits = {.max_nodes = NODES_MOST, .max_bytes = (size_t)256 << 20};
    must(solver_open(&solver, game, &limits) == 0, "no solver");
    must(values_bounds(&table, &solver, &found), "the table does not have the position");
    solver.tables->closed = false; /* no attractors: a search, nothing else */
    must(solver_first_bounds(&solver, &proved) == 0, "no memory");
    if (bounds_known(&proved) || solver_value(&solver, 0, &proved) == 0)
        compared++;
    else
        undecided++;
    if (found.lower_min < proved.lower_min || found.lower_min > proved.lower_max ||
        found.upper_min < proved.upper_min || found.upper_min > proved.upper_max) {
        print_game(game);
        fprintf(stderr, "table %d..%d, search %d..%d, %d..%d\n", found.lower_min, found.upper_min,
                proved.lower_min, proved.lower_max, proved.upper_min, proved.upper_max);
        exit(1);
    }
    solver_close(&solver);
}

static void compare_position(const struct position *position, int passes)
{
    for (int mover = 0; mover < 2; mover++) {
        struct game game;
        must(game_init(&game, graph, &rules, position, mover) == 0, "no game");
        for (int i = 0; i <= passes; i++) {
            struct verdict verdict;
            compare(&game);
            must(i == passes || (game_play(&game, move_pass(MOVE_PASS), &verdict) == 0 &&
                                 verdict.legal && !game_over(&game)),
                 "no pass");
        }
        game_release(&game);
    }
}

/* A play that takes a stone may leave a ko: positions after each such play. */
static void compare_kos(const struct position *position)
{
    for (int mover = 0; mover < 2; mover++) {
        for (int point = 0; point < graph->points; point++) {
            struct game game;
            struct verdict verdict;
            must(game_init(&game, graph, &rules, position, mover) == 0, "no game");
            must(game_play(&game, move_stone(point), &verdict) == 0, "no memory");
            if (verdict.legal && game_now(&game)->lost[!mover] == 1 && !game_over(&game))
                compare(&game);
            game_release(&game);
        }
    }
}

static bool next_colouring(struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        if (position->cells[p] < STONE_OF(1)) {
            position->cells[p]++;
            return true;
        }
        position->cells[p] = POINT_EMPTY;
    }
    return false;
}

static void compare_all(int passes, bool with_kos)
{
    struct position position = {{0}};
    do {
        if (position_check(graph, &position, NULL) < 0)
            continue;
        compare_position(&position, passes);
        if (with_kos)
            compare_kos(&position);
    } while (next_colouring(&position));
}

static void compare_some(long count, int passes)
{
    srand(1);
    while (count > 0) {
        struct position position = {{0}};
        for (int p = 0; p < graph->points; p++)
            position.cells[p] = (uint8_t)(rand() % 3);
        if (position_check(graph, &position, NULL) < 0)
            continue;
        compare_position(&position, passes);
        count--;
    }
}

static void remove_folder(const char *dir)
{
    static const char *const files[] = {STORE_DATA, STORE_LOCK, STORE_USERS, STORE_SEAL};
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (store_path(dir, files[i], path) == 0)
            unlink(path);
    rmdir(dir);
}

int main(int argc, char **argv)
{
    char one[] = "/tmp/solve-values-XXXXXX", two[] = "/tmp/solve-values-XXXXXX";
    struct error err = {""};
    size_t size, other_size;
    must(argc == 5, "usage: values BOARD RULES POSITIONS PASSES");
    must(graph_parse(argv[1], &graph, &err) == 0 && ruleset_parse(argv[2], &rules, &err) == 0,
         err.text);
    must(mkdtemp(one) != NULL && mkdtemp(two) != NULL, "no folder");
    struct store *store = make(one, 1), *again = make(two, 2);
    open_table(again);
    char *other = records_of(again, &other_size);
    values_close(&table);
    open_table(store);
    char *records = records_of(store, &size);
    must(size == other_size && memcmp(records, other, size) == 0,
         "one thread and two give different tables");
    struct history_model model;
    rules.family->describe(&rules, &model);
    if (atol(argv[3]) == 0)
        compare_all(atoi(argv[4]), !model.cycle_ends);
    else
        compare_some(atol(argv[3]), atoi(argv[4]));
    printf("%s %s: %ld compared, %ld not decided by the search\n", argv[1], argv[2], compared,
           undecided);
    values_close(&table);
    store_close(store, NULL);
    store_close(again, NULL);
    remove_folder(one);
    remove_folder(two);
    free(records);
    free(other);
    graph_free(graph);
    return compared == 0;
}
