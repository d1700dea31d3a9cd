/*
 * Deriving states of tables of positions again, from what the tables say of the states that their
 * stone moves and passes lead to.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/handle/handle.h"
#include "store/handle/identity.h"
#include "store/values/values.h"
#include "store/verify/sample.h"
#include "store/verify/stage.h"
#include "store/walk/walk.h"

/* A board of a table that was chosen. */
struct chosen_board {
    char name[TABLE_NAME_MAX];
    struct stones board;
};

struct board_choice {
    struct sample sample;
    struct chosen_board *list; /* of sample.most places */
};

static bool choose(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                   bool sound)
{
    struct board_choice *choice = arg;
    struct record_shape shape;
    struct values_chunk chunk;
    const char *own = name + strlen(DB_VALUES);
    if (!sound || strncmp(name, DB_VALUES, strlen(DB_VALUES)) != 0 ||
        *(const uint8_t *)key->mv_data != VALUES_CHUNK || identity_shape(own, &shape) < 0 ||
        !values_read_chunk(&shape, value->mv_data, value->mv_size, &chunk))
        return true;
    for (unsigned n = 0; n < chunk.boards; n++) {
        uint64_t at = sample_place(&choice->sample);
        if (at == UINT64_MAX)
            continue;
        struct chosen_board *chosen = &choice->list[at];
        snprintf(chosen->name, sizeof(chosen->name), "%s", own);
        chosen->board = values_board(&shape, &chunk, n);
    }
    return true;
}

/* The table at hand and its board. */
struct table_bench {
    struct stage stage;
    struct history_model model;
    struct positions positions;
    struct values_table table;
    bool acyclic;
    bool open;  /* there is a table that was made */
    bool whole; /* it has lost no boards */
};

static void bench_release(struct table_bench *bench)
{
    if (bench->open)
        values_close(&bench->table);
    if (bench->stage.graph != NULL) {
        positions_release(&bench->positions);
        stage_release(&bench->stage);
    }
    *bench = (struct table_bench){0};
}

/* Returns 1, 0 if there is no table that was made, or a negative errno. */
static int open_table(struct store *store, struct table_bench *bench)
{
    struct values_cover cover;
    int r = values_open(store, &bench->stage.game, &bench->table);
    if (r != 1)
        return r;
    bench->open = true;
    r = values_cover(&bench->table, &cover);
    bench->whole = r == 0 && values_cover_state(&cover) == VALUES_WHOLE;
    return r < 0 ? r : 1;
}

/* Makes board and ruleset from what the store says of the sub-table. */
static int bench_init(struct store *store, const char *name, struct table_bench *bench)
{
    bench_release(bench);
    int r = stage_init(store, name, &bench->stage);
    if (r < 0)
        return r == -EINVAL ? 0 : r; /* none that this version knows */
    const struct game *game = &bench->stage.game;
    game->rules.family->describe(&game->rules, &bench->model);
    bench->acyclic = board_table_is_acyclic(&game->rules);
    r = positions_init(&bench->positions, bench->stage.graph, &game->rules);
    if (r < 0) {
        stage_release(&bench->stage);
        return r;
    }
    r = open_table(store, bench);
    return r < 0 ? r : 0;
}

static int better(int one, int other, bool own)
{
    return own == (one > other) ? one : other;
}

/* Takes the worth of a successor into that of the state. */
static void take(const int successor[2], uint8_t mover, int margins[2])
{
    for (int attacker = BLACK; attacker <= WHITE; attacker++)
        margins[attacker] = better(successor[attacker], margins[attacker], attacker == mover);
}

/* Takes in the pass that ends the game. */
static void take_end(struct table_bench *bench, struct state state, int margins[2])
{
    int worth[2];
    worth[BLACK] = positions_margin(&bench->positions, state.board);
    worth[WHITE] = -worth[BLACK];
    take(worth, state.mover, margins);
}

static int best_of_plays(struct table_bench *bench, struct state state, int margins[2]);

/*
 * Derives the margins of a board after a pass, which tables of bounds do not have: from its stone
 * moves, and from the pass that ends the game.
 */
static bool derive_passed(struct table_bench *bench, struct state state, int margins[2])
{
    if (best_of_plays(bench, state, margins) < 0)
        return false;
    take_end(bench, state, margins);
    return true;
}

static bool take_pass(struct table_bench *bench, struct state state, int margins[2])
{
    struct state after = {
        .board = state.board, .mover = !state.mover, .passes = (uint8_t)(state.passes + 1)};
    int worth[2];
    bool bounds = bench->table.kind == TABLE_BOUNDS;
    if (!bounds && after.passes == bench->model.passes_to_end) {
        take_end(bench, state, margins);
        return true;
    }
    if (bounds ? !derive_passed(bench, after, worth)
               : !values_state(&bench->table, &bench->positions, after, worth))
        return false;
    take(worth, state.mover, margins);
    return true;
}

/*
 * Finds what a state is worth by its stone moves alone. Returns 0; -ENOENT if the table lacks a
 * successor; or -ENOMEM.
 */
static int best_of_plays(struct table_bench *bench, struct state state, int margins[2])
{
    bool kos = bench->table.kind == TABLE_VALUES && bench->model.simple_ko;
    /* The worst for the player to move. */
    margins[state.mover] = NEVER_FORCED;
    margins[!state.mover] = INT_MAX;
    int count = positions_moves(&bench->positions, state.board, state.mover);
    for (int n = 0; n < count; n++) {
        struct stone_move move = positions_move(&bench->positions, state.board, state.mover, n);
        int worth[2];
        if (state.ko == move.point + 1)
            continue;
        struct state after = {
            .board = move.child, .mover = !state.mover, .ko = kos ? move.ko : (uint8_t)0};
        if (!values_state(&bench->table, &bench->positions, after, worth))
            return -ENOENT;
        take(worth, state.mover, margins);
    }
    return count < 0 ? count : 0;
}

/* Does the table say no more than is derived? Where boards are ranked (tables/acyclic.h) it may say
 * less. */
static bool is_derived(const struct table_bench *bench, int said, int derived)
{
    return bench->acyclic ? said <= derived : said == derived;
}

/* Derives a state from its successors. Returns 1 if the table says the same, 0; -ENOENT if it lacks
 * the state or a successor; or -ENOMEM. */
static int derive(struct table_bench *bench, struct state state)
{
    int margins[2], said[2];
    int r = best_of_plays(bench, state, margins);
    if (r < 0)
        return r;
    if (!take_pass(bench, state, margins) ||
        !values_state(&bench->table, &bench->positions, state, said))
        return -ENOENT;
    return is_derived(bench, said[BLACK], margins[BLACK]) &&
           is_derived(bench, said[WHITE], margins[WHITE]);
}

static void describe(const struct table_bench *bench, struct stones board, struct state state,
                     struct verify_values_result *result)
{
    char text[SOLVER_MAX_POINTS + 1] = "";
    for (int p = 0; p < bench->positions.points; p++)
        text[p] = board.of[BLACK] >> p & 1 ? 'X' : board.of[WHITE] >> p & 1 ? 'O' : '.';
    snprintf(result->first, sizeof(result->first), "%.300s, %s, %s to move, passes %d",
             bench->stage.name, text, state.mover == BLACK ? "black" : "white", state.passes);
}

static int derive_board(struct table_bench *bench, struct stones board,
                        struct verify_values_result *result)
{
    uint32_t id;
    int r = positions_intern(&bench->positions, board, &id);
    for (uint8_t mover = BLACK; mover <= WHITE && r == 0; mover++) {
        for (uint8_t passes = 0; passes < bench->table.head.layers && r == 0; passes++) {
            struct state state = {.board = id, .mover = mover, .passes = passes};
            int same = derive(bench, state);
            if (same == -ENOENT && !bench->whole) {
                result->skipped++;
                continue;
            }
            result->tried++;
            if ((same == 0 || same == -ENOENT) && result->wrong++ == 0)
                describe(bench, board, state, result);
            r = same == -ENOMEM ? same : 0;
        }
    }
    return r;
}

static int compare_chosen(const void *a, const void *b)
{
    return strcmp(((const struct chosen_board *)a)->name, ((const struct chosen_board *)b)->name);
}

int verify_values(struct store *store, uint64_t sample, uint64_t seed,
                  struct verify_values_result *ret_result, struct error *err)
{
    const struct verify_options options = {.sample = sample, .seed = seed};
    struct board_choice choice = {.sample = sample_begin(&options)};
    struct table_bench bench = {0};
    struct walk_result walked;
    *ret_result = (struct verify_values_result){0};
    choice.list = calloc(sample + 1, sizeof(*choice.list));
    if (choice.list == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    walk_store(store->env, choose, &choice, &walked);
    int r = walked.code != 0 && walked.code != -ENODATA ? -EIO : 0;
    qsort(choice.list, choice.sample.count, sizeof(*choice.list), compare_chosen);
    for (uint64_t i = 0; i < choice.sample.count && r == 0; i++) {
        if (strcmp(bench.stage.name, choice.list[i].name) != 0)
            r = bench_init(store, choice.list[i].name, &bench);
        if (r == 0 && bench.open)
            r = derive_board(&bench, choice.list[i].board, ret_result);
    }
    bench_release(&bench);
    free(choice.list);
    return r < 0 ? error_set(err, r, "cannot derive positions again: %s", strerror(-r)) : 0;
}
