/*
 * A dense table in a file against the lists' table of the same game, state by state: each board
 * with either player to move, each state with a ko, for both players.
 *
 *     dense_equal FILE BOARD RULES
 *
 * Prints how many entries were compared, and exits with 1 where one differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/must.h"
#include "dense/file.h"
#include "tables/board_table.h"

struct both {
    struct board_table lists;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    uint8_t *boards;    /* of the file: four bytes a board, by 2 * mover + attacker */
    uint8_t *ko_states; /* two a state */
    uint64_t compared;
};

static const struct dense_work work = {.threads = 2};

static void read_file(struct both *both, const char *path, bool kos)
{
    struct dense_file file;
    struct dense_file_loaded loaded;
    both->boards = calloc(both->index.count + 1, 4);
    both->ko_states = calloc(both->kos.count + 1, 2);
    MUST(both->boards != NULL && both->ko_states != NULL);
    MUST(dense_file_open(&file, path) == 0);
    MUST(file.head.whole && file.head.boards == both->index.count &&
         file.head.kos == both->kos.count);
    const struct dense_file_data data = {
        .index = &both->index,
        .kos = kos ? &both->kos : NULL,
        .parts = {both->boards, kos ? both->ko_states : NULL},
    };
    MUST(dense_file_load(&file, &data, &work, &loaded) == 0);
    MUST(loaded.damaged == 0);
    dense_file_close(&file);
}

static void open_both(struct both *both, const char *path, const struct graph *graph,
                      const struct ruleset *rules)
{
    const struct table_work how = {.threads = 2, .max_bytes = SIZE_MAX};
    bool kos = board_table_simple_ko(rules);
    MUST(board_table_init(&both->lists, graph, rules, &how) == 0);
    MUST(dense_codes_init(&both->codes, graph, ruleset_suicide(rules)) == 0);
    MUST(dense_index_init(&both->index, &both->codes, dense_share_whole(), NULL, &work) == 0);
    if (kos)
        MUST(dense_kos_init(&both->kos, &both->index, &work) == 0);
    read_file(both, path, kos);
    MUST(both->index.count == both->lists.positions.orbit_count);
}

static void close_both(struct both *both)
{
    free(both->boards);
    free(both->ko_states);
    dense_kos_release(&both->kos);
    dense_index_release(&both->index);
    dense_codes_release(&both->codes);
    board_table_release(&both->lists);
}

/* Compares a state's two entries, colours as the lists' canonical board shows them. */
static bool same(struct both *both, const struct dense_image *image,
                 const struct table_entry *lists, uint64_t number)
{
    unsigned mover = lists->mover ^ image->swaps;
    const uint8_t *codes = both->boards + 4 * number + 2 * mover;
    if (lists->ko != 0) {
        unsigned point = both->codes.images[image->symmetry][lists->ko - 1];
        codes = both->ko_states + 2 * dense_kos_number(&both->kos, number, mover, 1 + point);
    }
    both->compared += 2;
    return codes[image->swaps] == lists->codes[BLACK] &&
           codes[!image->swaps] == lists->codes[WHITE];
}

static bool same_board(struct both *both, uint32_t orbit)
{
    const struct positions *positions = &both->lists.positions;
    struct table_entry kos[TABLE_KOS_MAX];
    struct dense_image image =
        dense_codes_canonical(&both->codes, positions->orbits[orbit].canonical);
    uint64_t number = dense_index_number(&both->index, image.code);
    for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
        struct state state = {.board = orbit << positions->shift, .mover = mover};
        struct table_entry entry = {.mover = mover};
        for (int attacker = BLACK; attacker <= WHITE; attacker++)
            entry.codes[attacker] = (uint8_t)table_margin_code(
                attractor_margin(&both->lists.every, state, (enum colour)attacker),
                positions->points);
        if (!same(both, &image, &entry, number))
            return false;
    }
    int count = both->kos.index != NULL ? board_table_kos(&both->lists, orbit, kos) : 0;
    for (int i = 0; i < count; i++)
        if (!same(both, &image, &kos[i], number))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    struct both both = {0};
    struct graph *graph;
    struct ruleset rules;
    struct error err = {""};
    if (argc != 4 || graph_parse(argv[2], &graph, &err) < 0 ||
        ruleset_parse(argv[3], &rules, &err) < 0) {
        fprintf(stderr, "usage: dense_equal FILE BOARD RULES %s\n", err.text);
        return 2;
    }
    open_both(&both, argv[1], graph, &rules);
    uint32_t differ = 0;
    for (uint32_t orbit = 0; orbit < both.lists.positions.orbit_count; orbit++)
        differ += !same_board(&both, orbit);
    printf("%llu entries, %u boards differ\n", (unsigned long long)both.compared, differ);
    close_both(&both);
    graph_free(graph);
    return differ > 0;
}
