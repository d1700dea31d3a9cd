/* Legal positions, counted. */
#include "made.h"

#include <stdio.h>

static struct solve_board *make_board(const char *text)
{
    struct solve_board *board;
    assert_int_equal(solve_board_parse(text, &board, NULL), 0);
    return board;
}

static void must_count(const struct solve_request *request, struct solve_board *board,
                       const char *wanted)
{
    struct solve_error err = {""};
    char *digits = NULL;
    if (solve_request_count_legal(request, board, &digits, &err) < 0)
        fail_msg("%s", err.text);
    assert_string_equal(digits, wanted);
    free(digits);
}

static void published_numbers(void **state)
{
    static const char *const published[][2] = {
        {"1x1", "1"},
        {"2x2", "57"},
        {"5x4", "1840058693"},
        {"8x8", "990966953618170260281935463385"},
    };
    struct solve_request *request = make_request();
    (void)state;
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        struct solve_board *board = make_board(published[i][0]);
        must_count(request, board, published[i][1]);
        solve_board_unref(board);
    }
    solve_request_free(request);
}

/* A triangle, a board of two parts, a point without neighbours. */
static void any_graph_is_counted(void **state)
{
    static const char *const graphs[][2] = {
        {"a b c\na b\nb c\nc a\n", "19"},
        {"a b c d\na b\nc d\n", "25"},
        {"a\n", "1"},
    };
    struct solve_request *request = make_request();
    (void)state;
    for (size_t i = 0; i < sizeof(graphs) / sizeof(graphs[0]); i++) {
        struct solve_board *board;
        const char *text = graphs[i][0];
        assert_int_equal(solve_board_parse_graph("g", text, strlen(text), &board, NULL), 0);
        must_count(request, board, graphs[i][1]);
        solve_board_unref(board);
    }
    solve_request_free(request);
}

struct seen {
    int calls;
    uint64_t nodes;
    struct solve_interrupt *interrupt; /* requested when something was done */
};

static void look(const struct solve_progress *progress, void *arg)
{
    struct seen *seen = arg;
    assert_int_equal(progress->phase, SOLVE_COUNTING);
    assert_true(progress->nodes >= seen->nodes);
    assert_true(progress->bytes > 0 && progress->entries > 0 && progress->seconds >= 0);
    assert_true(progress->points_wanted >= 169 && progress->points_done < progress->points_wanted);
    seen->nodes = progress->nodes;
    seen->calls++;
    if (seen->interrupt != NULL && progress->nodes > 0)
        solve_interrupt_request(seen->interrupt);
}

static void must_refuse(const struct solve_request *request, struct solve_board *board, int r,
                        const char *why)
{
    struct solve_error err = {""};
    char *digits = UNTOUCHED;
    assert_int_equal(solve_request_count_legal(request, board, &digits, &err), r);
    assert_ptr_equal(digits, UNTOUCHED);
    assert_string_equal(err.text, why);
}

static void limits_stop_a_count(void **state)
{
    struct solve_board *board = make_board("13x13");
    struct solve_request *request = make_request();
    struct seen seen = {0};
    (void)state;
    assert_int_equal(solve_request_set_threads(request, 2), 0);
    assert_int_equal(solve_request_set_progress(request, look, &seen), 0);
    assert_int_equal(solve_request_set_seconds(request, 0.3), 0);
    must_refuse(request, board, -EINTR,
                "counting the legal positions of 13x13: stopped before the end");
    assert_true(seen.calls > 0 && seen.nodes > 0);
    assert_int_equal(solve_request_set_seconds(request, 0), 0);
    assert_int_equal(solve_interrupt_new(&seen.interrupt), 0);
    assert_int_equal(solve_request_set_interrupt(request, seen.interrupt), 0);
    seen.nodes = 0;
    must_refuse(request, board, -EINTR,
                "counting the legal positions of 13x13: stopped before the end");
    solve_interrupt_clear(seen.interrupt);
    seen.nodes = 0;
    assert_int_equal(solve_request_set_progress(request, NULL, NULL), 0);
    assert_int_equal(solve_request_set_memory(request, 1 << 20), 0);
    must_refuse(request, board, -ENOSPC,
                "counting the legal positions of 13x13: the memory allowed is too small");
    solve_interrupt_free(seen.interrupt);
    solve_request_free(request);
    solve_board_unref(board);
}

static void wrong_use_is_refused(void **state)
{
    static const char why[] = "counting positions wants a request and a board";
    struct solve_board *board = make_board("2x2");
    struct solve_request *request = make_request();
    (void)state;
    must_refuse(NULL, board, -EINVAL, why);
    must_refuse(request, NULL, -EINVAL, why);
    assert_int_equal(solve_request_count_legal(request, board, NULL, NULL), -EINVAL);
    solve_request_free(request);
    solve_board_unref(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_numbers),
        cmocka_unit_test(any_graph_is_counted),
        cmocka_unit_test(limits_stop_a_count),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
