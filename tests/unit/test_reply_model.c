/* The model of replies: its frequencies are those of the formulas, and it learns. */
#include "common/check.h"

#include <math.h>

#include "board/graph.h"
#include "certificate/packed/reply_model.h"

struct fixture {
    struct graph *graph;
    struct strategy_board board;
    struct reply_model model;
};

static void begin(struct fixture *fixture)
{
    struct ruleset rules;
    assert_int_equal(graph_parse("3x3", &fixture->graph, NULL), 0);
    assert_int_equal(ruleset_parse("psk", &rules, NULL), 0);
    assert_int_equal(strategy_board_init(&fixture->board, fixture->graph, &rules), 0);
    assert_int_equal(reply_model_init(&fixture->model, &fixture->board), 0);
}

static void end(struct fixture *fixture)
{
    reply_model_release(&fixture->model);
    strategy_board_release(&fixture->board);
    graph_free(fixture->graph);
}

/* A part of the greatest frequency is what the formula says, on every machine. */
static void test_parts(void **state)
{
    struct fixture fixture;
    (void)state;
    begin(&fixture);
    for (int i = 0; i < REPLY_MODEL_PARTS; i++)
        assert_int_equal(fixture.model.parts[i], lround(16384 * exp2(-i / 256.0)));
    end(&fixture);
}

/* The points at most so many steps from the middle of 3x3, from a corner, from the pass. */
static void test_reaches(void **state)
{
    static const uint64_t middle[] = {0020, 0272, 0777, 0777}, corner[] = {0001, 0013, 0137, 0377};
    struct fixture fixture;
    (void)state;
    begin(&fixture);
    for (int reach = 0; reach < REPLY_MODEL_REACHES; reach++) {
        assert_int_equal(fixture.model.around[4][reach], middle[reach]);
        assert_int_equal(fixture.model.around[0][reach], corner[reach]);
        assert_int_equal(fixture.model.around[9][reach], 0);
    }
    end(&fixture);
}

/* What is always the reply becomes likely; on another board nothing is known yet. */
static void test_learns(void **state)
{
    struct fixture fixture;
    struct reply_play plays[4] = {
        {.point = 2}, {.point = 4}, {.point = 8, .met = true}, {.point = 9}};
    (void)state;
    begin(&fixture);
    uint32_t total = reply_model_guess(&fixture.model, 1, 2, plays, 4);
    assert_int_equal(total, 4 * (16384 + 1));
    for (int i = 0; i < 100; i++) {
        reply_model_learn(&fixture.model, plays, 4, total, 1);
        total = reply_model_guess(&fixture.model, 1, 2, plays, 4);
    }
    assert_true(plays[1].frequency > total / 100 * 95);
    plays[1].met = true;
    total = reply_model_guess(&fixture.model, 1, 2, plays, 4);
    assert_true(plays[1].frequency < total / 2 + 16384);
    for (size_t i = 0; i < (size_t)4 << 16; i++)
        assert_in_range(fixture.model.weights[i] + (1 << 20), 0, 1 << 21);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_reaches),
        cmocka_unit_test(test_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
