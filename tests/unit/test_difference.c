/* Where rulesets differ: every position comes once, and pairs agree with searches of one pair. */
#include "common/check.h"

#include <stdio.h>
#include <string.h>

#include "compare/difference.h"
#include "compare/walk.h"

#define RULESETS 4

static struct solve_board *make_board(const char *name)
{
    struct solve_board *board;
    assert_int_equal(solve_board_parse(name, &board, NULL), 0);
    return board;
}

/* How many positions come, up to symmetry and colours; stones never become fewer. */
static int count_positions(const char *name)
{
    struct solve_board *board = make_board(name);
    struct solve_rules *rules;
    struct position_walk walk;
    int positions = 0, stones = 0, r;
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    assert_int_equal(walk_init(&walk, board, rules), 0);
    while ((r = walk_next(&walk)) > 0) {
        int now = 0;
        for (int p = 0; p < walk.points; p++)
            now += walk.stones[p] > 0;
        assert_true(now >= stones && now == walk.count);
        stones = now;
        positions++;
    }
    assert_int_equal(r, 0);
    walk_release(&walk);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return positions;
}

/* Those of one row are easy to count by hand. */
static void counts_positions(void **state)
{
    (void)state;
    assert_int_equal(count_positions("1x1"), 1);
    assert_int_equal(count_positions("1x2"), 3); /* .. .X .O */
    assert_int_equal(count_positions("1x4"), 23);
    assert_int_equal(count_positions("2x2"), 13);
    assert_int_equal(count_positions("1x6"), 164);
    assert_int_equal(count_positions("2x3"), 145);
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static bool at_once(void *arg)
{
    (void)arg;
    return true;
}

static void check_pair(const struct comparison *comparison, const struct difference_pair *pair)
{
    struct solve_rules *two[2] = {comparison->rulesets[pair->a], comparison->rulesets[pair->b]};
    struct comparison of_two = *comparison;
    struct found_position found;
    of_two.rulesets = two;
    of_two.count = 2;
    assert_int_equal(difference_find(&of_two, NULL, &found), 0);
    assert_int_equal(found.found.any, pair->found.any);
    assert_int_equal(found.found.complete, pair->found.complete);
    assert_int_equal(found.found.looked_at, pair->found.looked_at);
    assert_int_equal(found.found.open, pair->found.open);
    assert_int_equal(found.found.stones, pair->found.stones);
    assert_string_equal(found.position, pair->position);
    for (size_t i = 0; i < 2 && found.found.any; i++)
        assert_memory_equal(&found.list[i].bounds, &pair->values[i], sizeof(pair->values[i]));
    difference_release(&found);
}

static void check_board(const char *name, struct solve_rules *const *rulesets, int *ret_any,
                        int *ret_none)
{
    struct difference_pair pairs[RULESETS * RULESETS];
    struct difference_watch watch = {.enough = never};
    struct comparison comparison = {.board = make_board(name), .rulesets = rulesets};
    size_t count = 0;
    comparison.count = RULESETS;
    comparison.limits = (struct request_limits){.threads = 1, .memory = 1 << 28};
    assert_int_equal(solve_cache_new(1 << 28, &comparison.cache), 0);
    for (size_t a = 0; a < RULESETS; a++)
        for (size_t b = a + 1; b < RULESETS; b++)
            pairs[count++] = (struct difference_pair){.a = a, .b = b};
    assert_int_equal(difference_find_pairs(&comparison, &watch, pairs, count), 0);
    for (size_t p = 0; p < count; p++) {
        assert_true(pairs[p].found.complete);
        check_pair(&comparison, &pairs[p]);
        *ret_any += pairs[p].found.any;
        *ret_none += !pairs[p].found.any;
    }
    watch.enough = at_once;
    assert_int_equal(difference_find_pairs(&comparison, &watch, pairs, count), 0);
    for (size_t p = 0; p < count; p++) {
        assert_true(pairs[p].found.stopped && !pairs[p].found.complete && !pairs[p].found.any);
        assert_int_equal(pairs[p].found.stones, -1);
    }
    solve_cache_free(comparison.cache);
    solve_board_unref(comparison.board);
}

static void pairs_agree(void **state)
{
    static const char *const names[RULESETS] = {"psk", "ssk", "nssk", "kee2013"};
    struct solve_rules *rulesets[RULESETS];
    int any = 0, none = 0;
    (void)state;
    for (size_t i = 0; i < RULESETS; i++)
        assert_int_equal(solve_rules_parse(names[i], &rulesets[i], NULL), 0);
    check_board("1x4", rulesets, &any, &none);
    check_board("2x2", rulesets, &any, &none);
    assert_true(any > 0 && none > 0);
    for (size_t i = 0; i < RULESETS; i++)
        solve_rules_unref(rulesets[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_positions),
        cmocka_unit_test(pairs_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
