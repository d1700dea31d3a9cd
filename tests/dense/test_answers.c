/* Finished tables in files say of every state what the lists say (tables/board_table.h). */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dense/answers.h"
#include "dense/folder.h"
#include "dense/margins.h"
#include "tables/board_table.h"

/* Boards of so many points are compared in every image. */
#define SMALL_POINTS 6

static const struct dense_work alone = {.threads = 1};

/* Makes the file of a table. */
static void write_table(const struct graph *graph, const struct ruleset *rules)
{
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos = {0};
    struct dense_margins margins;
    struct dense_memory memory = {.max_bytes = SIZE_MAX};
    const struct dense_sweeps how = {.work = alone};
    bool simple_ko = board_table_simple_ko(rules);
    assert_int_equal(dense_codes_init(&codes, graph, ruleset_suicide(rules)), 0);
    assert_int_equal(dense_index_init(&index, &codes, dense_share_whole(), NULL, &alone), 0);
    if (simple_ko)
        assert_int_equal(dense_kos_init(&kos, &index, &alone), 0);
    const struct dense_game game = {
        .index = &index,
        .kos = simple_ko ? &kos : NULL,
        .layers = board_table_work_layers(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
    };
    assert_int_equal(dense_margins_init(&margins, &game, &memory), 0);
    assert_int_equal(dense_margins_run(&margins, &how), 0);
    uint8_t opposite = (uint8_t)(2 * (codes.points + 1));
    const struct dense_file_head head = {
        .name = (char *)"the table",
        .graph = (char *)"",
        .whole = true,
        .share = index.share,
        .lines = index.all_lines,
        .boards = index.count,
        .kos = kos.count,
        .part_count = simple_ko ? 2 : 1,
        .parts = {{.width = 4, .opposite = opposite},
                  {.width = 2, .of_kos = 1, .opposite = opposite}},
    };
    const struct dense_file_data data = {
        .index = &index,
        .kos = simple_ko ? &kos : NULL,
        .parts = {margins.codes.data, simple_ko ? margins.ko_codes.data : NULL},
    };
    assert_int_equal(dense_file_save(path, &head, &data, 3, &alone), 0);
    dense_margins_release(&margins);
    dense_kos_release(&kos);
    dense_index_release(&index);
    dense_codes_release(&codes);
}

static struct dense_answers_wanted wanted_of(const struct graph *graph, const struct ruleset *rules)
{
    return (struct dense_answers_wanted){
        .path = path,
        .name = "the table",
        .graph = graph,
        .suicide = ruleset_suicide(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
        .layers = board_table_work_layers(rules),
        .simple_ko = board_table_simple_ko(rules),
    };
}

/* One state, seen through each image of its board. */
static void compare_state(struct dense_answers *answers, const struct board_table *lists,
                          const struct dense_state *seen, const int margins[2], uint64_t *compared)
{
    unsigned codes[2];
    int points = lists->positions.points;
    assert_int_equal(dense_answers_find(answers, seen, codes), 1);
    for (unsigned attacker = BLACK; attacker <= WHITE; attacker++)
        assert_int_equal(table_code_margin(codes[attacker], points), margins[attacker]);
    ++*compared;
}

static void compare_board(struct dense_answers *answers, const struct board_table *lists,
                          uint32_t orbit, uint64_t *compared)
{
    const struct positions *positions = &lists->positions;
    struct table_entry kos[TABLE_KOS_MAX];
    /* Every image of a small board; of another one always the next two. */
    int first = 0, end = positions->group.size;
    if (positions->points > SMALL_POINTS) {
        first = (int)(orbit % (uint32_t)(end / 2)) * 2;
        end = first + 2;
    }
    for (int g = first; g < end; g++) {
        uint32_t board = position_map(positions, g, orbit << positions->shift);
        struct dense_state seen = {.stones = positions_stones(positions, board)};
        for (seen.mover = BLACK; seen.mover <= WHITE; seen.mover++) {
            for (seen.passes = 0; seen.passes < lists->every.layers; seen.passes++) {
                const struct state state = {
                    .board = board, .mover = seen.mover, .passes = seen.passes};
                const int margins[2] = {attractor_margin(&lists->every, state, BLACK),
                                        attractor_margin(&lists->every, state, WHITE)};
                compare_state(answers, lists, &seen, margins, compared);
            }
        }
    }
    int count = lists->kind == TABLE_VALUES ? board_table_kos(lists, orbit, kos) : 0;
    for (int i = 0; i < count; i++) {
        for (int g = first; g < end; g++) {
            unsigned swap = (unsigned)group_swaps(g);
            uint32_t board = position_map(positions, g, orbit << positions->shift);
            const struct dense_state seen = {
                .stones = positions_stones(positions, board),
                .mover = kos[i].mover ^ (uint8_t)swap,
                .ko = position_map_ko(positions, g, kos[i].ko),
            };
            const int margins[2] = {
                table_code_margin(kos[i].codes[BLACK ^ swap], positions->points),
                table_code_margin(kos[i].codes[WHITE ^ swap], positions->points)};
            /* The image of the canonical board by g may be that of another element, too. */
            compare_state(answers, lists, &seen, margins, compared);
        }
    }
}

static void compare(const char *board, const char *rules_text)
{
    struct graph *graph;
    struct ruleset rules;
    struct board_table lists;
    struct dense_answers answers;
    const struct table_work work = {.threads = 1, .max_bytes = SIZE_MAX};
    uint64_t compared = 0;
    assert_int_equal(graph_parse(board, &graph, NULL), 0);
    assert_int_equal(ruleset_parse(rules_text, &rules, NULL), 0);
    assert_int_equal(board_table_init(&lists, graph, &rules, &work), 0);
    write_table(graph, &rules);
    const struct dense_answers_wanted wanted = wanted_of(graph, &rules);
    assert_int_equal(dense_answers_open(&answers, &wanted), 0);
    for (uint32_t orbit = 0; orbit < lists.positions.orbit_count; orbit++)
        compare_board(&answers, &lists, orbit, &compared);
    assert_true(compared >= lists.positions.orbit_count * 4);
    dense_answers_close(&answers);
    board_table_release(&lists);
    graph_free(graph);
}

static void test_values(void **state)
{
    (void)state;
    compare("2x3", "simple");
    compare(TESTS_SHARE > 1 ? "2x4" : "3x3", "simple");
    compare("1x7", "simple");
    compare("1x1", "simple");
    compare("2x3", "none");
    compare("2x3", "none,suicide=yes");
    compare("2x3", "simple,suicide=multi");
    compare("2x3", "pauli-original");
    compare("2x3", "chinese");
}

static void test_bounds(void **state)
{
    (void)state;
    compare("2x4", "psk");
    compare("2x3", "kee2013");
}

/* What is refused: another table, one that is not finished, a ko that there is not. */
static void test_refusals(void **state)
{
    struct graph *graph;
    struct ruleset rules;
    struct dense_answers answers;
    unsigned codes[2];
    (void)state;
    assert_int_equal(graph_parse("2x3", &graph, NULL), 0);
    assert_int_equal(ruleset_parse("simple", &rules, NULL), 0);
    write_table(graph, &rules);
    struct dense_answers_wanted wanted = wanted_of(graph, &rules);
    assert_int_equal(dense_answers_open(&answers, &wanted), 0);
    const struct dense_state no_ko = {.ko = 1};
    assert_int_equal(dense_answers_find(&answers, &no_ko, codes), 0);
    dense_answers_close(&answers);
    wanted.name = "another table";
    assert_int_equal(dense_answers_open(&answers, &wanted), -EBADMSG);
    wanted.name = "the table";
    wanted.simple_ko = false;
    assert_int_equal(dense_answers_open(&answers, &wanted), -EBADMSG);
    wanted.path = "/nowhere";
    assert_int_equal(dense_answers_open(&answers, &wanted), -ENOENT);
    dense_answers_close(&answers);
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
}
