/*
 * Dense tables are the same bytes whatever the threads, the interruptions, and the memory, that for
 * lists of plays, too.
 */
#include "common/check.h"
#include "common/repeats.h"

#include <stdlib.h>

#include "dense/margins.h"
#include "dense/outcomes.h"

/* Runs that are compared, of three. */
#define RUNS (TESTS_SHARE > 1 ? 2 : 3)
/* How many times as small the board is of which a part is looked into, and that part. */
#define PART (repeats_all() ? 1 : 10)

/* A dense board and its game, under simple ko. */
struct board {
    struct graph *graph;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_memory memory;
    struct dense_game game;
};

static void make_board(struct board *board, const char *name)
{
    const struct dense_work work = {.threads = 2};
    board->graph = must_graph(name);
    board->memory = (struct dense_memory){.max_bytes = SIZE_MAX};
    assert_int_equal(dense_codes_init(&board->codes, board->graph, SUICIDE_NO), 0);
    assert_int_equal(
        dense_index_init(&board->index, &board->codes, dense_share_whole(), NULL, &work), 0);
    assert_int_equal(dense_kos_init(&board->kos, &board->index, &work), 0);
    board->game = (struct dense_game){&board->index, &board->kos, 2, SCORING_AREA};
}

static void release_board(struct board *board)
{
    assert_true(board->memory.held == 0);
    dense_kos_release(&board->kos);
    dense_index_release(&board->index);
    dense_codes_release(&board->codes);
    graph_free(board->graph);
}

static const struct dense_sweeps *sweeps(int threads, size_t list_bytes)
{
    static struct dense_sweeps how;
    how = (struct dense_sweeps){.work = {.threads = threads}, .list_bytes = list_bytes};
    return &how;
}

static void assert_same(const struct dense_array *one, const struct dense_array *other)
{
    assert_int_equal(one->bytes, other->bytes);
    assert_memory_equal(one->data, other->data, one->bytes);
}

/* The same bytes whatever the number of threads, on a board that is large enough for them to share
 * it. */
static void test_threads(void **state)
{
    static const int threads[] = {1, 4, 2};
    static const size_t rooms[] = {0, SIZE_MAX, 1000000};
    struct dense_outcomes outcomes[RUNS];
    struct dense_margins margins[RUNS];
    struct board board;
    (void)state;
    make_board(&board, "3x4");
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(dense_outcomes_init(&outcomes[i], &board.game, 4, true, &board.memory), 0);
        assert_int_equal(dense_outcomes_run(&outcomes[i], true, sweeps(threads[i], rooms[i])), 0);
        assert_int_equal(dense_margins_init(&margins[i], &board.game, &board.memory), 0);
        assert_int_equal(dense_margins_run(&margins[i], sweeps(threads[i], rooms[i])), 0);
        assert_same(&outcomes[i].codes, &outcomes[0].codes);
        assert_same(&outcomes[i].plies, &outcomes[0].plies);
        assert_same(&outcomes[i].ko_codes, &outcomes[0].ko_codes);
        assert_same(&outcomes[i].ko_plies, &outcomes[0].ko_plies);
        assert_same(&margins[i].codes, &margins[0].codes);
        assert_same(&margins[i].ko_codes, &margins[0].ko_codes);
    }
    for (int i = 0; i < RUNS; i++) {
        dense_outcomes_release(&outcomes[i]);
        dense_margins_release(&margins[i]);
    }
    release_board(&board);
}

/* Where only a part is looked into at a time, the same comes out; and in files. */
static void test_windows(void **state)
{
    const uint64_t windows[] = {0, 0, 30000u / PART, 60000u / PART};
    struct dense_memory nowhere = {.max_bytes = 0, .folder = "/tmp"};
    struct dense_outcomes outcomes[1 + RUNS];
    struct dense_margins margins[1 + RUNS];
    struct board board;
    (void)state;
    make_board(&board, PART > 1 ? "2x5" : "3x4");
    for (int i = 0; i < 1 + RUNS; i++) {
        const struct dense_sweeps how = {.work = {.threads = 1 + i % 2}, .window = windows[i]};
        struct dense_memory *memory = i == 1 ? &nowhere : &board.memory;
        assert_int_equal(dense_outcomes_init(&outcomes[i], &board.game, 1, false, memory), 0);
        assert_int_equal(dense_outcomes_run(&outcomes[i], false, &how), 0);
        assert_int_equal(dense_margins_init(&margins[i], &board.game, memory), 0);
        assert_int_equal(dense_margins_run(&margins[i], &how), 0);
        assert_int_equal(margins[i].codes.mapped, i == 1);
        assert_same(&outcomes[i].codes, &outcomes[0].codes);
        assert_same(&outcomes[i].ko_codes, &outcomes[0].ko_codes);
        assert_same(&margins[i].codes, &margins[0].codes);
        assert_same(&margins[i].ko_codes, &margins[0].ko_codes);
    }
    for (int i = 0; i < 1 + RUNS; i++) {
        dense_outcomes_release(&outcomes[i]);
        dense_margins_release(&margins[i]);
    }
    assert_true(nowhere.mapped == 0);
    release_board(&board);
}

/* Stops at the first time that it is asked, and then at each fourth time. */
static bool stop_often(void *arg)
{
    int *asked = arg;
    return (*asked)++ % 4 == 0;
}

static int report_trouble(void *arg, const struct dense_progress *progress)
{
    assert_true(progress->sweep >= 1 && progress->done <= progress->boards);
    return *(int *)arg;
}

/* Runs that are stopped again and again. */
static int run_stopped(struct dense_outcomes *outcomes, struct dense_margins *margins)
{
    int asked = 0, stops = 0, trouble = -EFBIG, r = -EINTR;
    struct dense_sweeps how = {
        .work = {.threads = 1, .stop = stop_often, .arg = &asked},
        .report = report_trouble,
        .report_arg = &trouble,
        .list_bytes = 1000000,
    };
    assert_int_equal(dense_outcomes_run(outcomes, true, &how), -EFBIG);
    trouble = 0;
    for (; r == -EINTR; stops++)
        r = dense_outcomes_run(outcomes, true, &how);
    assert_int_equal(r, 0);
    asked = 0;
    for (r = -EINTR; r == -EINTR; stops++)
        r = dense_margins_run(margins, &how);
    assert_int_equal(r, 0);
    return stops;
}

/* Leaves some of what was entered: all of it is true, as after any interruption. */
static void forget_some(struct dense_array *array, unsigned *seed, bool bits)
{
    uint8_t *bytes = array->data;
    for (size_t i = 0; i < array->bytes; i++) {
        *seed = *seed * 1103515245u + 12345u;
        unsigned random = *seed >> 16;
        bytes[i] = (uint8_t)(bits ? bytes[i] & random : bytes[i] == 0 ? 0 : random % bytes[i]);
    }
}

/* Plies: none where nothing is decided; else at least what is true. */
static void forget_plies(const struct dense_array *codes, struct dense_array *plies,
                         unsigned states, unsigned *seed)
{
    uint8_t *bytes = plies->data;
    for (size_t i = 0; i + 1 < plies->bytes; i++) {
        unsigned code = ((const uint8_t *)codes->data)[i / states] >> 2 * (i % states) & 3;
        *seed = *seed * 1103515245u + 12345u;
        bytes[i] = (uint8_t)(code == 0 ? 0 : bytes[i] + (*seed >> 16) % 20);
    }
}

static void test_going_on(void **state)
{
    struct dense_outcomes first, second;
    struct dense_margins one, two;
    struct board board;
    unsigned seed = 1;
    (void)state;
    make_board(&board, "3x3");
    assert_int_equal(dense_outcomes_init(&first, &board.game, 1, true, &board.memory), 0);
    assert_int_equal(dense_outcomes_init(&second, &board.game, 1, true, &board.memory), 0);
    assert_int_equal(dense_margins_init(&one, &board.game, &board.memory), 0);
    assert_int_equal(dense_margins_init(&two, &board.game, &board.memory), 0);
    assert_int_equal(dense_outcomes_run(&first, true, sweeps(1, 0)), 0);
    assert_int_equal(dense_margins_run(&one, sweeps(1, 0)), 0);
    assert_true(run_stopped(&second, &two) > 6);
    for (int round = 0; round < 5; round++) {
        assert_same(&first.codes, &second.codes);
        assert_same(&first.ko_codes, &second.ko_codes);
        assert_same(&first.plies, &second.plies);
        assert_same(&first.ko_plies, &second.ko_plies);
        assert_same(&one.codes, &two.codes);
        assert_same(&one.ko_codes, &two.ko_codes);
        forget_some(&second.codes, &seed, true);
        forget_some(&second.ko_codes, &seed, true);
        forget_plies(&second.codes, &second.plies, 4, &seed);
        forget_plies(&second.ko_codes, &second.ko_plies, 2, &seed);
        forget_some(&two.codes, &seed, false);
        forget_some(&two.ko_codes, &seed, false);
        assert_int_equal(dense_outcomes_run(&second, true, sweeps(1, 0)), 0);
        assert_int_equal(dense_margins_run(&two, sweeps(1, 0)), 0);
    }
    dense_outcomes_release(&first);
    dense_outcomes_release(&second);
    dense_margins_release(&one);
    dense_margins_release(&two);
    release_board(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_going_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
