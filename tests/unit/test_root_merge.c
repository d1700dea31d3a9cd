/*
 * Records of one position, merged and looked at under the rules. What is proved stays, in whatever
 * order records come; what cannot be true together, or at all, is refused.
 */
#include "common/check.h"

#include <errno.h>
#include <stdlib.h>

#include "store/roots/root_check.h"

static uint64_t seed = 1;

static int chance(int below)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((seed >> 33) % (unsigned)below);
}

/* --- what is true: 1x4 under psk, as the search finds it --- */

#define PLAYS 5
static const struct bounds wide = {-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE,
                                   MARGIN_INFINITE};
static const int play_values[PLAYS] = {-4, 4, 4, -4, -4};

static struct bounds exactly(int value)
{
    return (struct bounds){value, value, value, value};
}

static struct root_facts truth(void)
{
    struct root_facts facts = {
        .analysis = {.bounds = exactly(4), .nodes = 9, .cycle_from = -1, .pv_complete = true},
        .flags = ROOT_FINAL};
    struct analysis *analysis = &facts.analysis;
    analysis->moves = calloc(PLAYS, sizeof(*analysis->moves));
    analysis->pv = calloc(4, sizeof(*analysis->pv));
    assert_non_null(analysis->moves);
    assert_non_null(analysis->pv);
    for (int i = 0; i < PLAYS; i++)
        analysis->moves[analysis->move_count++] = (struct analysis_move){
            .move = i < 4 ? move_stone(i) : move_pass(MOVE_PASS),
            .bounds = exactly(play_values[i]),
            .same_as = i == 2   ? 1
                       : i == 3 ? 0
                                : i,
            .best = play_values[i] == 4,
        };
    analysis->pv[0] = move_stone(1);
    analysis->pv[1] = move_pass(MOVE_PASS);
    analysis->pv[2] = move_pass(MOVE_PASS);
    analysis->pv_count = 3;
    return facts;
}

static int clamp(int margin)
{
    return margin < -4 ? -4 : margin > 4 ? 4 : margin;
}

static void widen(struct bounds *bounds)
{
    bounds->lower_min = clamp(bounds->lower_min - chance(3));
    bounds->lower_max = clamp(bounds->lower_max + chance(3));
    bounds->upper_min = clamp(bounds->upper_min - chance(3));
    bounds->upper_max = clamp(bounds->upper_max + chance(3));
    if (chance(3) == 0)
        *bounds = wide;
}

/* What a run that was stopped somewhere may have proved of it. */
static struct root_facts part_of_truth(void)
{
    struct root_facts facts = truth();
    struct analysis *analysis = &facts.analysis;
    bool knows = chance(2) == 0;
    if (!knows)
        widen(&analysis->bounds);
    knows = bounds_known(&analysis->bounds);
    analysis->pv_complete = knows && chance(2);
    if (!analysis->pv_complete)
        analysis->pv_count = (size_t)chance(3);
    facts.flags = (knows && analysis->pv_complete && chance(2) ? ROOT_FINAL : 0) |
                  (knows && chance(3) == 0 ? ROOT_STRATEGY : 0) | (chance(2) ? ROOT_IMPORTED : 0) |
                  (chance(2) ? ROOT_MOVES_IMPORTED : 0);
    analysis->nodes = (uint64_t)chance(100);
    for (int i = 0; i < PLAYS; i++) {
        if (chance(2))
            widen(&analysis->moves[i].bounds);
        analysis->moves[i].best = root_move_is_best(analysis, (size_t)i, 0);
    }
    if (chance(4) == 0 && !(facts.flags & ROOT_FINAL))
        analysis->move_count = 0;
    return facts;
}

static void release(struct root_facts *facts)
{
    analysis_release(&facts->analysis);
}

static bool equal(const struct root_facts *a, const struct root_facts *b)
{
    return root_same(a, b) && a->flags == b->flags && a->analysis.nodes == b->analysis.nodes;
}

static bool is_inside(const struct bounds *inner, const struct bounds *outer)
{
    return inner->lower_min >= outer->lower_min && inner->lower_max <= outer->lower_max &&
           inner->upper_min >= outer->upper_min && inner->upper_max <= outer->upper_max;
}

/* Is all that was proved before still there? */
static void must_keep(const struct root_facts *merged, const struct root_facts *before)
{
    const struct analysis *now = &merged->analysis, *old = &before->analysis;
    assert_true(is_inside(&now->bounds, &old->bounds));
    assert_true(now->move_count >= old->move_count);
    for (size_t i = 0; i < old->move_count; i++) {
        assert_true(is_inside(&now->moves[i].bounds, &old->moves[i].bounds));
        assert_true(now->moves[i].best || !old->moves[i].best);
    }
    assert_true(now->pv_complete || !old->pv_complete);
    assert_true(now->pv_complete || now->pv_count >= old->pv_count);
    assert_true(now->nodes >= old->nodes);
    unsigned lost = before->flags & ~merged->flags;
    assert_int_equal(lost & (ROOT_FINAL | ROOT_STRATEGIES_DONE | ROOT_STRATEGY), 0);
}

static struct root_facts merge(const struct root_facts *a, const struct root_facts *b)
{
    struct root_facts merged;
    assert_int_equal(root_merge(a, b, 0, &merged), 0);
    return merged;
}

static void test_parts(void **state)
{
    (void)state;
    struct root_facts all = truth();
    for (int round = 0; round < 3000; round++) {
        struct root_facts one = part_of_truth(), two = part_of_truth();
        struct root_facts first = merge(&one, &two), second = merge(&two, &one);
        struct root_facts again = merge(&first, &two), itself = merge(&one, &one);
        assert_true(equal(&first, &second));
        assert_true(equal(&again, &first));
        assert_true(equal(&itself, &one));
        must_keep(&first, &one);
        must_keep(&first, &two);
        struct root_facts whole = merge(&first, &all);
        assert_true(is_inside(&all.analysis.bounds, &whole.analysis.bounds));
        must_keep(&whole, &all);
        release(&one);
        release(&two);
        release(&first);
        release(&second);
        release(&again);
        release(&itself);
        release(&whole);
    }
    release(&all);
}

static unsigned marks_of_merged(const struct root_facts *a, const struct root_facts *b)
{
    struct root_facts merged = merge(a, b);
    unsigned marks = merged.flags & ROOT_IMPORTS;
    release(&merged);
    return marks;
}

/* Whoever proved it himself is not said to have it from others; who has it from them is. */
static void test_marks(void **state)
{
    (void)state;
    struct root_facts own = truth(), imported = truth(), begun = truth();
    imported.flags |= ROOT_IMPORTS;
    begun.analysis.bounds.upper_max = MARGIN_INFINITE;
    begun.analysis.pv_complete = false;
    begun.flags = 0;
    assert_int_equal(marks_of_merged(&own, &imported), 0);
    assert_int_equal(marks_of_merged(&imported, &imported), ROOT_IMPORTS);
    assert_int_equal(marks_of_merged(&begun, &imported), ROOT_IMPORTED);
    begun.analysis.moves[0].bounds = wide;
    assert_int_equal(marks_of_merged(&begun, &imported), ROOT_IMPORTS);
    begun.flags = ROOT_IMPORTS;
    assert_int_equal(marks_of_merged(&own, &begun), 0);
    own.analysis.moves[1].bounds = wide;
    assert_int_equal(marks_of_merged(&own, &begun), ROOT_MOVES_IMPORTED);
    release(&own);
    release(&imported);
    release(&begun);
}

static void test_contradictions(void **state)
{
    (void)state;
    struct root_facts one = truth(), two = truth(), merged = {.flags = 77};
    two.analysis.bounds = exactly(3);
    assert_int_equal(root_merge(&one, &two, 0, &merged), -EBADMSG);
    two.analysis.bounds = one.analysis.bounds;
    two.analysis.moves[3].bounds = exactly(2);
    assert_int_equal(root_merge(&one, &two, 0, &merged), -EBADMSG);
    two.analysis.moves[3].bounds = one.analysis.moves[3].bounds;
    assert_int_equal(root_merge(&one, &two, 0, &merged), 0);
    release(&merged);
    merged.flags = 77;
    two.analysis.move_count--;
    assert_int_equal(root_merge(&one, &two, 0, &merged), -EBADMSG);
    two.analysis.move_count++;
    two.analysis.moves[0].move = move_stone(3);
    assert_int_equal(root_merge(&one, &two, 0, &merged), -EBADMSG);
    /* What Black can force is not more than what White lets him. */
    one.analysis.move_count = two.analysis.move_count = 0;
    one.analysis.bounds = (struct bounds){2, 4, -4, 4};
    two.analysis.bounds = (struct bounds){-4, 4, -4, 1};
    assert_int_equal(root_merge(&one, &two, 0, &merged), -EBADMSG);
    assert_int_equal(merged.flags, 77);
    release(&one);
    release(&two);
}

/* --- under the rules --- */

struct board {
    struct graph *graph;
    struct game game;
};

static struct board open_board(void)
{
    struct board board = {.graph = must_graph("1x4")};
    struct position position = must_position(board.graph, "....");
    struct ruleset rules;
    struct error err;
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    assert_int_equal(game_init(&board.game, board.graph, &rules, &position, BLACK), 0);
    return board;
}

static void close_board(struct board *board)
{
    game_release(&board->game);
    graph_free(board->graph);
}

static int look(const struct board *board, const struct root_facts *facts)
{
    const char *why = NULL;
    int r = root_check(&board->game, 0, facts, &why);
    assert_true(r == 0 || (r == -EBADMSG && why != NULL));
    return r;
}

/* One thing after another is made wrong, and what was right is accepted again. */
static void test_wrong(void **state)
{
    (void)state;
    struct board board = open_board();
    struct root_facts facts = truth();
    struct analysis *analysis = &facts.analysis;
    struct analysis_move play = analysis->moves[1], last = analysis->moves[4];
    assert_int_equal(look(&board, &facts), 0);
#define WRONG(change, undo)                                                                        \
    do {                                                                                           \
        change;                                                                                    \
        assert_int_equal(look(&board, &facts), -EBADMSG);                                          \
        undo;                                                                                      \
        assert_int_equal(look(&board, &facts), 0);                                                 \
    } while (0)
    WRONG(analysis->bounds = exactly(5), analysis->bounds = exactly(4));
    WRONG(analysis->bounds = exactly(-4), analysis->bounds = exactly(4));
    WRONG(analysis->bounds.lower_min = 5, analysis->bounds = exactly(4));
    WRONG(analysis->moves[1].move = move_stone(0), analysis->moves[1] = play);
    WRONG(analysis->moves[1].move = move_stone(200), analysis->moves[1] = play);
    WRONG(analysis->moves[1].bounds = exactly(2), analysis->moves[1] = play);
    WRONG(analysis->moves[1].best = false, analysis->moves[1] = play);
    WRONG(analysis->moves[1].same_as = 4, analysis->moves[1] = play);
    WRONG(analysis->moves[4].best = true, analysis->moves[4] = last);
    WRONG(analysis->moves[4].move = move_pass(MOVE_REFRESH), analysis->moves[4] = last);
    WRONG(analysis->move_count = 4, analysis->move_count = 5);
    WRONG(analysis->move_count = 0, analysis->move_count = 5);
    WRONG(analysis->pv[0] = move_stone(9), analysis->pv[0] = move_stone(1));
    WRONG(analysis->pv[0] = move_stone(63), analysis->pv[0] = move_stone(1));
    WRONG(analysis->pv[1] = move_stone(1), analysis->pv[1] = move_pass(MOVE_PASS));
    WRONG(analysis->pv[1] = move_pass(MOVE_REFRESH), analysis->pv[1] = move_pass(MOVE_PASS));
    WRONG(analysis->pv_count = 2, analysis->pv_count = 3);
    WRONG((analysis->pv_count = 4, analysis->pv[3] = move_stone(3)), analysis->pv_count = 3);
    WRONG(analysis->pv[0] = move_pass(MOVE_PASS), analysis->pv[0] = move_stone(1));
    WRONG(analysis->cycle_from = 7, analysis->cycle_from = -1);
    WRONG(analysis->pv_count = 0, analysis->pv_count = 3);
#undef WRONG
    release(&facts);
    close_board(&board);
}

/* Whatever part of the truth is known, it is no wrong record. */
static void test_right(void **state)
{
    (void)state;
    struct board board = open_board();
    for (int round = 0; round < 500; round++) {
        struct root_facts one = part_of_truth(), two = part_of_truth();
        struct root_facts merged = merge(&one, &two);
        assert_int_equal(look(&board, &merged), 0);
        release(&one);
        release(&two);
        release(&merged);
    }
    close_board(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),          cmocka_unit_test(test_marks),
        cmocka_unit_test(test_contradictions), cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
