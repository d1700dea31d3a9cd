/*
 * Deriving states of dense tables again, from what the tables say of the states that their stone
 * plays and passes lead to. The plays are those of the lists (states/positions.h), not those that
 * the table was made with.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "dense/answers.h"
#include "store/dense/dense_list.h"
#include "store/dense/dense_name.h"
#include "store/handle/handle.h"
#include "store/verify/verify.h"
#include "tables/table_size.h"

/* A table and its board. */
struct dense_bench {
    const struct dense_listed *listed;
    struct graph *graph;
    struct positions positions;
    struct dense_answers answers;
    bool simple_ko;
    bool ranked; /* it may say less than is derived (tables/acyclic.h) */
};

static void bench_release(struct dense_bench *bench)
{
    dense_answers_close(&bench->answers);
    positions_release(&bench->positions);
    graph_free(bench->graph);
}

/* The board of a table. Returns 0 or a negative errno. */
static int read_graph(const char *path, const char *board, struct graph **ret_graph)
{
    struct dense_file file;
    int r = dense_file_open(&file, path);
    if (r < 0)
        return r;
    const char *text = file.head.graph;
    r = text[0] != '\0' ? graph_parse_file_text("graph", text, strlen(text), ret_graph, NULL)
                        : graph_parse(board, ret_graph, NULL);
    dense_file_close(&file);
    return r;
}

/* What the name of a table says. */
struct table_name {
    char board[128];
    struct ruleset rules; /* their suicide and scoring */
    int layers;
    bool simple_ko;
    bool ranked; /* struct dense_bench */
};

/* Returns false where the table is none of all positions, or none that this version knows. */
static bool read_name(const char *name, struct table_name *ret_name)
{
    char ko[8] = "no", of[16] = "", suicide[16], scoring[16], rules[96];
    ret_name->layers = 2;
    if (sscanf(name, "%127s values passes=%d ko=%7s suicide=%15s scoring=%15s", ret_name->board,
               &ret_name->layers, ko, suicide, scoring) != 5 &&
        sscanf(name, "%127s bounds of=%15s suicide=%15s scoring=%15s", ret_name->board, of, suicide,
               scoring) != 4)
        return false;
    ret_name->simple_ko = strcmp(ko, "yes") == 0;
    ret_name->ranked = strcmp(of, "boards") == 0;
    snprintf(rules, sizeof(rules), "none,suicide=%s,scoring=%s", suicide, scoring);
    return ret_name->layers >= DENSE_LAYERS_MIN && ret_name->layers <= DENSE_LAYERS_MAX &&
           ruleset_parse(rules, &ret_name->rules, NULL) == 0;
}

/* Opens the table at path, with its board. After an error bench_release() is to follow, too. */
static int open_bench(struct dense_bench *bench, const char *path, const struct table_name *name)
{
    int r = read_graph(path, name->board, &bench->graph);
    if (r == 0)
        r = positions_init(&bench->positions, bench->graph, &name->rules);
    if (r < 0)
        return r;
    const struct dense_answers_wanted wanted = {
        .path = path,
        .name = bench->listed->name,
        .graph = bench->graph,
        .suicide = ruleset_suicide(&name->rules),
        .scoring = (enum scoring)ruleset_value(&name->rules, &field_scoring),
        .layers = name->layers,
        .simple_ko = name->simple_ko,
    };
    return dense_answers_open(&bench->answers, &wanted);
}

/* Opens a table. Returns 0; -EINVAL: none of all positions, or none that this version knows; or
 * another negative errno. */
static int bench_init(const char *dir, const struct dense_listed *listed,
                      struct dense_bench *ret_bench)
{
    char path[PATH_BYTES];
    struct table_name name;
    if (!read_name(listed->name, &name) ||
        dense_name_path(dir, listed->name, DENSE_NAME_WHOLE, path) < 0)
        return -EINVAL;
    *ret_bench =
        (struct dense_bench){.listed = listed, .simple_ko = name.simple_ko, .ranked = name.ranked};
    int r = open_bench(ret_bench, path, &name);
    if (r < 0)
        bench_release(ret_bench);
    return r;
}

/* Takes into codes what the mover can choose. */
static void take(unsigned codes[2], unsigned mover, const unsigned offered[2])
{
    if (offered[mover] > codes[mover])
        codes[mover] = offered[mover];
    if (offered[!mover] < codes[!mover])
        codes[!mover] = offered[!mover];
}

/* Derives a state without ko and passes. Returns 1 and the codes; 0 if the table lacks a successor;
 * or a negative errno. */
static int derive(struct dense_bench *bench, uint32_t id, uint8_t mover, unsigned ret_codes[2])
{
    const struct dense_state passed = {
        .stones = positions_stones(&bench->positions, id), .mover = !mover, .passes = 1};
    unsigned offered[2];
    int r = dense_answers_find(&bench->answers, &passed, ret_codes);
    int count = r == 1 ? positions_moves(&bench->positions, id, mover) : 0;
    for (int n = 0; n < count && r == 1; n++) {
        struct stone_move move = positions_move(&bench->positions, id, mover, n);
        const struct dense_state after = {
            .stones = positions_stones(&bench->positions, move.child),
            .mover = !mover,
            .ko = bench->simple_ko && move.ko != KO_SELF ? move.ko : 0,
        };
        r = dense_answers_find(&bench->answers, &after, offered);
        if (r == 1)
            take(ret_codes, mover, offered);
    }
    return count < 0 ? count : r;
}

static void describe(const struct dense_bench *bench, const struct dense_state *state,
                     struct verify_values_result *result)
{
    char text[SOLVER_MAX_POINTS + 1] = "";
    for (int p = 0; p < bench->positions.points; p++)
        text[p] = state->stones.of[BLACK] >> p & 1   ? 'X'
                  : state->stones.of[WHITE] >> p & 1 ? 'O'
                                                     : '.';
    snprintf(result->first, sizeof(result->first), "%.300s, %s, %s to move", bench->listed->name,
             text, state->mover == BLACK ? "black" : "white");
}

/* Derives a random board for both players. */
static int try_board(struct dense_bench *bench, uint64_t *seed, struct verify_values_result *result)
{
    struct stones stones;
    uint32_t id;
    if (!table_size_random_board(&bench->positions, seed, &stones))
        return 0;
    int r = positions_intern(&bench->positions, stones, &id);
    for (uint8_t mover = BLACK; mover <= WHITE && r == 0; mover++) {
        const struct dense_state state = {.stones = stones, .mover = mover};
        unsigned derived[2], said[2];
        int found = derive(bench, id, mover, derived);
        if (found == 1)
            found = dense_answers_find(&bench->answers, &state, said);
        result->tried += found == 1;
        result->skipped += found == 0;
        if (found == 1 &&
            (said[BLACK] > derived[BLACK] || said[WHITE] > derived[WHITE] ||
             (!bench->ranked && memcmp(said, derived, sizeof(said)) != 0)) &&
            result->wrong++ == 0)
            describe(bench, &state, result);
        r = found < 0 ? found : 0;
    }
    return r;
}

int verify_dense(struct store *store, uint64_t sample, uint64_t seed,
                 struct verify_values_result *ret_result, struct error *err)
{
    struct dense_list list;
    *ret_result = (struct verify_values_result){0};
    int r = dense_list_read(store->dir, false, &store->patience, &list);
    for (size_t i = 0; i < list.count && r == 0; i++) {
        struct dense_bench bench;
        if (list.all[i].error < 0 || !list.all[i].whole)
            continue;
        int open = bench_init(store->dir, &list.all[i], &bench);
        if (open == -EINVAL || open == -EBADMSG)
            continue;
        r = open;
        for (uint64_t n = 0; n < sample && r == 0; n++)
            r = patience_over(&store->patience) ? -EINTR : try_board(&bench, &seed, ret_result);
        if (open == 0)
            bench_release(&bench);
    }
    dense_list_release(&list);
    return r < 0 ? error_set(err, r, "cannot derive positions again: %s", strerror(-r)) : 0;
}
