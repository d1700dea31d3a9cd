/*
 * Tables of positions against the search, which here has no tables:
 *
 *     values BOARD RULES POSITIONS PASSES
 *
 * makes the table of BOARD under RULES with one thread and with two, which must give the same
 * records, and compares every legal position with both players to move (POSITIONS 0), or so many
 * random ones, with what the search proves. PASSES of the positions are reached by passing first.
 * Under RULES with a memory the table has bounds, which must hold the value that is proved; of
 * positions that are symmetric one is compared. RULES may be several, separated by blanks. Prints
 * how many were compared, and how many the search did not decide; of bounds also in how many they
 * are the value itself, and how often each was as the search had it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/position.h"
#include "common/games.h"
#include "search/solver.h"
#include "states/interning.h"
#include "store/file/seal.h"
#include "store/handle/look.h"
#include "store/store.h"
#include "store/values/values.h"
#include "store/values/values_make.h"

#define NODES_MOST 300000

static struct graph *graph;
static struct ruleset rules;
static struct values_table table;
static struct positions *symmetric; /* to tell which are */
static long compared, undecided, known, lower_exact, upper_exact;

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
    must(values_make(store, &game, &options, &result, &err) == 0, err.text);
    must(!result.was_there && !result.resumed, "a new table was there already");
    game_release(&game);
    return store;
}

/* Writes the records of the table's database to a file in the order of their keys. */
static char *records_of(struct store *store, size_t *ret_size)
{
    char *text = NULL;
    MDB_txn *txn = NULL;
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

/* Does what the table says of a number, from low to high, contradict what is proved of it? */
static bool contradicts(int low, int high, int proved_min, int proved_max)
{
    return low > proved_max || high < proved_min || (low == high && low < proved_min);
}

static void count_exact(const struct bounds *found, const struct bounds *proved)
{
    known += bounds_known(found);
    lower_exact += found->lower_min == proved->lower_min;
    upper_exact += found->upper_max == proved->upper_max;
}

static void compare(const struct game *game)
{
    struct solver solver;
    struct bounds found = {-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE, MARGIN_INFINITE};
    struct bounds proved;
    const struct limits limits = {.max_nodes = NODES_MOST, .max_bytes = (size_t)256 << 20};
    must(solver_init(&solver, game, &limits) == 0, "no solver");
    must(values_bounds(&table, &solver, &found), "the table does not have the position");
    must(table.kind == TABLE_BOUNDS || bounds_known(&found), "no value");
    if (table.kind == TABLE_VALUES)
        solver.tables->enumerated = false; /* no attractors: a search, nothing else */
    must(solver_first_bounds(&solver, &proved) == 0, "no memory");
    if (bounds_known(&proved) || solver_value(&solver, 0, &proved) == 0) {
        compared++;
        count_exact(&found, &proved);
    } else {
        undecided++;
    }
    if (contradicts(found.lower_min, found.lower_max, proved.lower_min, proved.lower_max) ||
        contradicts(found.upper_min, found.upper_max, proved.upper_min, proved.upper_max)) {
        print_game(game);
        fprintf(stderr, "table %d..%d, %d..%d, search %d..%d, %d..%d\n", found.lower_min,
                found.lower_max, found.upper_min, found.upper_max, proved.lower_min,
                proved.lower_max, proved.upper_min, proved.upper_max);
        exit(1);
    }
    solver_release(&solver);
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

/* A move that takes a stone may leave a ko: positions after each such move. */
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

/* Is the position the first of those that are symmetric to it? */
static bool is_first(const struct position *position)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - STONE_OF(0)] |= 1ull << p;
    struct stones least = interning_canonical(symmetric, stones).canonical;
    return least.of[BLACK] == stones.of[BLACK] && least.of[WHITE] == stones.of[WHITE];
}

static void compare_all(int passes, bool with_kos)
{
    struct position position = {{0}};
    do {
        if (position_check(graph, &position, NULL) < 0 ||
            (table.kind == TABLE_BOUNDS && !is_first(&position)))
            continue;
        compare_position(&position, passes);
        if (with_kos)
            compare_kos(&position);
    } while (next_colouring(graph, &position));
}

static void compare_some(long count, int passes)
{
    struct position empty = {{0}};
    srand(1);
    compare_position(&empty, passes);
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
        if (folder_path(dir, files[i], path) == 0)
            unlink(path);
    rmdir(dir);
}

static void check_rules(const char *board, const char *text, long wanted, int passes)
{
    char one[] = "/tmp/solve-values-XXXXXX", two[] = "/tmp/solve-values-XXXXXX";
    struct history_model model;
    struct positions positions;
    size_t size, other_size;
    rules = open_rules(text);
    must(mkdtemp(one) != NULL && mkdtemp(two) != NULL, "no folder");
    must(positions_init(&positions, graph, &rules) == 0, "no memory");
    symmetric = &positions;
    compared = undecided = known = lower_exact = upper_exact = 0;
    struct store *store = make(one, 1), *again = make(two, 2);
    open_table(again);
    char *other = records_of(again, &other_size);
    values_close(&table);
    open_table(store);
    char *records = records_of(store, &size);
    must(size == other_size && memcmp(records, other, size) == 0,
         "one thread and two give different tables");
    rules.family->describe(&rules, &model);
    if (wanted == 0)
        compare_all(passes, table.kind == TABLE_VALUES && !model.cycle_ends);
    else
        compare_some(wanted, passes);
    printf("%s %s: %ld compared, %ld not decided by the search", board, text, compared, undecided);
    if (table.kind == TABLE_BOUNDS)
        printf("; bounds: %ld meet, %ld and %ld exact", known, lower_exact, upper_exact);
    printf("\n");
    fflush(stdout);
    must(compared > 0, "nothing was compared");
    values_close(&table);
    store_close(store, NULL);
    store_close(again, NULL);
    remove_folder(one);
    remove_folder(two);
    positions_release(&positions);
    free(records);
    free(other);
}

int main(int argc, char **argv)
{
    must(argc == 5, "usage: values BOARD RULES POSITIONS PASSES");
    graph = open_board(argv[1]);
    for (char *text = strtok(argv[2], " "); text != NULL; text = strtok(NULL, " "))
        check_rules(argv[1], text, atol(argv[3]), atoi(argv[4]));
    graph_free(graph);
    return 0;
}
