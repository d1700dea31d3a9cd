/*
 * Cycles of board plays against a plain search: every board of a size, every play, with no bound on
 * the way back, plays made by the rules of capture. It is slow, so boards are small.
 */
#include "common/check.h"

#include <stdio.h>
#include <string.h>

#include "common/games.h"
#include "rules/capture.h"
#include "rules/play_cycles.h"

/* A path that is looked for plainly. */
struct plain {
    const struct play_cycles *cycles;
    int first, count;
    struct position boards[PLAY_CYCLE_MAX + 1];
    struct board_play plays[PLAY_CYCLE_MAX];
    long odd; /* cycles found */
};

static bool make(const struct play_cycles *cycles, const struct position *before, int player,
                 int point, struct position *ret_after)
{
    struct capture capture;
    *ret_after = *before;
    if (before->cells[point] != POINT_EMPTY)
        return false;
    capture_play(cycles->graph, ret_after, point, player, false, &capture);
    return !capture.suicidal || cycles->suicide == SUICIDE_YES ||
           (cycles->suicide == SUICIDE_MULTI && capture.own_size > 1);
}

/* Are the plays of the cycle at the bits of chosen, from its board at on, an odd cycle? */
static bool is_odd(const struct plain *path, int at, unsigned chosen)
{
    struct position board = path->boards[at];
    int last = -1, count = 0;
    for (int i = 0; i < path->count; i++) {
        const struct board_play *play = &path->plays[(at + i) % path->count];
        struct position after;
        struct board_play made;
        if (!(chosen >> i & 1))
            continue;
        if (play->player == last || !make(path->cycles, &board, play->player, play->point, &after))
            return false;
        play_cycles_read(path->cycles->graph, &board, &after, play->player, play->point, &made);
        if (!play_cycles_equal(&made, play))
            return false;
        board = after;
        last = play->player;
        count++;
    }
    return count % 2 == 1 && position_equal(path->cycles->graph, &board, &path->boards[at]);
}

static bool holds_odd(const struct plain *path)
{
    for (int at = 0; at < path->count; at++)
        for (unsigned chosen = 1; chosen < 1u << path->count; chosen++)
            if (is_odd(path, at, chosen))
                return true;
    return false;
}

/* Goes on with so many plays left. Returns whether there is a ko; counts odd cycles. */
static bool go_on(struct plain *path, int left)
{
    const struct graph *graph = path->cycles->graph;
    const struct position *board = &path->boards[path->count];
    int player = (path->first + path->count) % 2;
    if (path->count > 0 && position_equal(graph, board, &path->boards[0])) {
        path->odd += path->count % 2;
        if (path->count % 2 == 0 && !holds_odd(path))
            return true;
    }
    for (int p = 0; p < graph->points && left > 0; p++) {
        if (!make(path->cycles, board, player, p, &path->boards[path->count + 1]))
            continue;
        play_cycles_read(graph, board, board + 1, player, p, &path->plays[path->count]);
        path->count++;
        bool found = go_on(path, left - 1);
        path->count--;
        if (found)
            return true;
    }
    return false;
}

static bool plainly_in_ko(const struct play_cycles *cycles, const struct position *board,
                          int player, int point)
{
    struct plain path = {.cycles = cycles, .first = player, .count = 1, .boards = {*board}};
    assert_true(make(cycles, board, player, point, &path.boards[1]));
    play_cycles_read(cycles->graph, board, &path.boards[1], player, point, &path.plays[0]);
    return go_on(&path, cycles->longest - 1);
}

/* --- odd cycles --- */

/* All odd cycles; a ko on the way does not end the walk. */
static void count_odd(struct plain *path, int left)
{
    const struct graph *graph = path->cycles->graph;
    const struct position *board = &path->boards[path->count];
    path->odd += path->count % 2 == 1 && position_equal(graph, board, &path->boards[0]);
    for (int p = 0; p < graph->points && left > 0; p++) {
        if (!make(path->cycles, board, (path->first + path->count) % 2, p,
                  &path->boards[path->count + 1]))
            continue;
        path->count++;
        count_odd(path, left - 1);
        path->count--;
    }
}

static bool count_told(void *arg, const struct board_play *plays, int count)
{
    (void)plays;
    *(long *)arg += count % 2;
    return false;
}

/* --- all boards --- */

/* Returns how many plays are in kos, and how many odd cycles there are. */
static long check_board(const struct play_cycles *cycles, const struct position *board)
{
    long found = 0;
    for (int player = 0; player < 2; player++) {
        struct plain path = {.cycles = cycles, .first = player, .boards = {*board}};
        long told = 0;
        for (int p = 0; p < cycles->graph->points; p++) {
            struct position after, plain_after;
            struct board_play play;
            bool can = play_cycles_make(cycles, board, player, p, &after, &play);
            assert_int_equal(can, make(cycles, board, player, p, &plain_after));
            if (!can)
                continue;
            assert_true(position_equal(cycles->graph, &after, &plain_after));
            bool in_ko = play_cycles_in_ko(cycles, board, player, p);
            assert_int_equal(in_ko, plainly_in_ko(cycles, board, player, p));
            found += in_ko;
        }
        count_odd(&path, cycles->longest - 1);
        play_cycles_odd(cycles, board, player, NULL, count_told, &told);
        assert_int_equal(told, path.odd);
        found += told;
    }
    return found;
}

/* One in so many of all boards. Returns as check_board(). */
static long check_all(const struct graph *graph, enum suicide suicide, int longest, long share)
{
    const struct play_cycles cycles = {.graph = graph, .suicide = suicide, .longest = longest};
    struct position board = {{0}};
    long found = 0, met = 0;
    do {
        if (position_check(graph, &board, NULL) == 0 && met++ % share == 0)
            found += check_board(&cycles, &board);
    } while (next_colouring(graph, &board));
    return found;
}

static long check_size(const char *size, enum suicide suicide, int longest, long share)
{
    struct graph *graph = open_board(size);
    long found = check_all(graph, suicide, longest, share);
    graph_free(graph);
    return found;
}

static void test_boards(void **state)
{
    (void)state;
    assert_int_equal(check_size("1x2", SUICIDE_NO, 8, 1), 4);
    assert_true(check_size("1x3", SUICIDE_YES, 8, 1) > 0);
    assert_true(check_size("1x4", SUICIDE_NO, 8, 1) > 0);
    assert_true(check_size("2x2", SUICIDE_MULTI, 6, 1) > 0);
    assert_true(check_size("1x5", SUICIDE_MULTI, 6, 3) > 0);
    assert_true(check_size("2x3", SUICIDE_NO, 6, 7) > 0);
}

/* Cycles go through parts of a board that have nothing to do with each other. */
static struct graph *parts_graph(int parts, int size)
{
    char text[4096] = "";
    struct graph *graph;
    struct error err;
    for (int i = 0; i < parts * size; i++)
        snprintf(text + strlen(text), 16, "p%d%s", i, i + 1 < parts * size ? " " : "\n");
    for (int i = 0; i < parts * size; i++)
        if (i % size != 0)
            snprintf(text + strlen(text), 32, "p%d p%d\n", i - 1, i);
    assert_int_equal(graph_parse_file_text("parts", text, strlen(text), &graph, &err), 0);
    return graph;
}

static void test_parts(void **state)
{
    (void)state;
    for (int size = 2; size <= 3; size++) {
        struct graph *graph = parts_graph(6 / size, size);
        assert_true(check_all(graph, SUICIDE_NO, 6, 13) > 0);
        graph_free(graph);
    }
}

/* Where there are many parts a search that goes into each of them would not end. */
static void test_many_parts(void **state)
{
    (void)state;
    for (int size = 2; size <= 4; size++) {
        struct graph *graph = parts_graph(64 / size, size);
        const struct play_cycles cycles = {.graph = graph, .suicide = SUICIDE_NO, .longest = 8};
        struct position board = {{0}};
        for (int p = 0; p < graph->points; p += size)
            board.cells[p] = STONE_OF(p / size % 2);
        for (int p = 0; p < 2 * size; p++) {
            struct position after;
            struct board_play play;
            for (int player = 0; player < 2; player++)
                if (play_cycles_make(&cycles, &board, player, p, &after, &play))
                    play_cycles_in_ko(&cycles, &board, player, p);
        }
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_many_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
