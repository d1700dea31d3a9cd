/* The guess that steers the search for strategies: what it learns, and that it can be relied on. */
#include "common/check.h"

#include "strategy/estimate.h"

#include <stdio.h>
#include <string.h>

static const struct stone_pair EMPTY = {0, 0};

struct ground {
    struct graph *graph;
    struct bitboard board;
};

static void set_up(struct ground *ret_ground, const char *size)
{
    struct ruleset rules;
    struct error err;
    ret_ground->graph = must_graph(size);
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    assert_int_equal(bitboard_init(&ret_ground->board, ret_ground->graph, &rules), 0);
}

static void tear_down(struct ground *ground)
{
    bitboard_release(&ground->board);
    graph_free(ground->graph);
}

/* Lots of boards, always the same. */
static struct stone_pair some_board(const struct bitboard *board, uint64_t number)
{
    uint64_t x = (number + 1) * 0x9e3779b97f4a7c15ull;
    uint64_t own = (x ^ x >> 29) & board->bits.full;
    x *= 0xbf58476d1ce4e5b9ull;
    return (struct stone_pair){own, (x ^ x >> 32) & board->bits.full & ~own};
}

/* Without a goal what one player gets the opponent pays, whoever is called the attacker. */
static void test_players_are_alike(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x14", "2x7", "3x5", "5x3", "4x4", "7x2"};
    for (size_t b = 0; b < sizeof(sizes) / sizeof(*sizes); b++) {
        struct ground ground;
        struct estimate estimate;
        set_up(&ground, sizes[b]);
        assert_int_equal(estimate_init(&estimate, &ground.board, NULL, SIZE_MAX), 0);
        assert_int_equal(estimate_train(&estimate, EMPTY, true, 300, 1, NULL, NULL), 0);
        float most = 0;
        for (uint64_t n = 0; n < 1000; n++) {
            struct stone_pair own = some_board(&ground.board, n), turned = {own.other, own.own};
            float value = estimate_value(&estimate, own, n % 2 == 0);
            assert_true(value == -estimate_value(&estimate, turned, n % 2 != 0));
            most = value > most ? value : most;
        }
        assert_true(most > 0);
        estimate_release(&estimate);
        tear_down(&ground);
    }
}

/* Where all windows are images of one, and share all weights, what is learned stays within reason.
 */
static void test_images(void **state)
{
    (void)state;
    struct ruleset rules;
    struct bitboard board;
    struct error err;
    struct estimate estimate;
    const int points = 24;
    char text[512] = "";
    for (int p = 0; p < points; p++)
        sprintf(text + strlen(text), "p%d%s", p, p + 1 < points ? " " : "\n");
    for (int p = 0; p < points; p++)
        sprintf(text + strlen(text), "p%d p%d\n", p, (p + 1) % points);
    struct graph *graph = must_graph_file(text);
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    assert_int_equal(bitboard_init(&board, graph, &rules), 0);
    assert_int_equal(estimate_init(&estimate, &board, &points, SIZE_MAX), 0);
    assert_int_equal(estimate_train(&estimate, EMPTY, true, 1000, 1, NULL, NULL), 0);
    for (uint64_t n = 0; n < 1000; n++) {
        float value = estimate_value(&estimate, some_board(&board, n), n % 2 == 0);
        assert_true(value > -10 * points && value < 10 * points);
    }
    estimate_release(&estimate);
    bitboard_release(&board);
    graph_free(graph);
}

/* It learns the same in one go and in several, by one thread and by more, and does not learn from
 * fewer games than before. */
static void test_goes_on(void **state)
{
    (void)state;
    struct ground ground;
    struct estimate once, often;
    const int goal = 5;
    set_up(&ground, "3x4");
    assert_int_equal(estimate_init(&once, &ground.board, &goal, SIZE_MAX), 0);
    assert_int_equal(estimate_init(&often, &ground.board, &goal, SIZE_MAX), 0);
    assert_int_equal(estimate_train(&once, EMPTY, true, 1000, 1, NULL, NULL), 0);
    for (uint32_t games = 100; games <= 1000; games += 100)
        assert_int_equal(
            estimate_train(&often, EMPTY, true, games, (int)(games / 100 % 3) + 1, NULL, NULL), 0);
    assert_int_equal(estimate_train(&often, EMPTY, true, 10, 1, NULL, NULL), 0);
    assert_int_equal(once.games, 1024); /* whole batches */
    assert_int_equal(often.games, 1024);
    for (uint64_t n = 0; n < 1000; n++) {
        struct stone_pair stones = some_board(&ground.board, n);
        assert_true(estimate_value(&once, stones, true) == estimate_value(&often, stones, true));
        assert_true(estimate_value(&once, stones, false) == estimate_value(&often, stones, false));
    }
    estimate_release(&once);
    estimate_release(&often);
    tear_down(&ground);
}

/* On 3x3 it finds out that the first to move takes the board from the middle, and not without. */
static void test_learns(void **state)
{
    (void)state;
    struct ground ground;
    struct estimate estimate;
    const int goal = 9;
    set_up(&ground, "3x3");
    assert_int_equal(estimate_init(&estimate, &ground.board, &goal, SIZE_MAX), 0);
    assert_true(estimate_lacking(&estimate, estimate_value(&estimate, EMPTY, true)) == 9 + 18);
    assert_int_equal(estimate_train(&estimate, EMPTY, true, 5000, 1, NULL, NULL), 0);
    const struct stone_pair middle = {1 << 4, 0}, corner = {1 << 0, 0}, other = {0, 1 << 4};
    float by_middle = estimate_lacking(&estimate, estimate_value(&estimate, middle, false));
    assert_true(by_middle < estimate_lacking(&estimate, estimate_value(&estimate, corner, false)));
    assert_true(by_middle < estimate_lacking(&estimate, estimate_value(&estimate, other, true)));
    estimate_release(&estimate);
    tear_down(&ground);
}

/* What is over: the margin, and the goal's worth. */
static void test_final(void **state)
{
    (void)state;
    struct ground ground;
    struct estimate plain, wanted;
    const int goal = 2;
    set_up(&ground, "2x2");
    assert_int_equal(estimate_init(&plain, &ground.board, NULL, SIZE_MAX), 0);
    assert_int_equal(estimate_init(&wanted, &ground.board, &goal, SIZE_MAX), 0);
    const struct stone_pair alone = {1, 0}, both = {1, 8};
    assert_true(estimate_final(&plain, alone) == 4 && estimate_final(&plain, both) == 0);
    assert_true(estimate_final(&wanted, alone) == 4 + 8 && estimate_final(&wanted, both) == 0 - 8);
    estimate_release(&plain);
    estimate_release(&wanted);
    tear_down(&ground);
}

/* It keeps to its bytes, with smaller windows or none, and still learns who is to win at all. */
static void test_bytes(void **state)
{
    (void)state;
    struct ground ground;
    const int goal = 20;
    size_t before = SIZE_MAX;
    set_up(&ground, "4x5");
    static const size_t limits[] = {SIZE_MAX, 1 << 20, 1 << 10, 0};
    for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
        struct estimate estimate;
        assert_int_equal(estimate_init(&estimate, &ground.board, &goal, limits[i]), 0);
        assert_true(estimate_bytes(&estimate) <= limits[i]);
        assert_true(estimate_bytes(&estimate) < before || before == 0);
        before = estimate_bytes(&estimate);
        assert_int_equal(estimate_train(&estimate, EMPTY, true, 50, 1, NULL, NULL), 0);
        assert_true(estimate_value(&estimate, EMPTY, true) < 20);
        estimate_release(&estimate);
    }
    tear_down(&ground);
}

static bool at_once(void *arg)
{
    (*(int *)arg)++;
    return true;
}

static void test_stops(void **state)
{
    (void)state;
    struct ground ground;
    struct estimate estimate;
    int asked = 0;
    set_up(&ground, "2x4");
    assert_int_equal(estimate_init(&estimate, &ground.board, NULL, SIZE_MAX), 0);
    assert_int_equal(estimate_train(&estimate, EMPTY, true, 100000, 1, at_once, &asked), 0);
    assert_int_equal(asked, 1);
    assert_int_equal(estimate.games, 0);
    estimate_release(&estimate);
    tear_down(&ground);
}

/* A stone that captures is found, and played as any other. Returns whether it captures. */
static bool check_taking(const struct bitboard *board, struct stone_pair stones, uint64_t bit,
                         bool own_move, const struct bitboard_places *places)
{
    struct stone_pair after, taken;
    uint64_t ko, taken_ko;
    bool legal = bitboard_play(board, stones, bit, own_move, &after, &ko);
    bool takes = legal && (own_move ? after.other != stones.other : after.own != stones.own);
    assert_true(takes == ((places->taking & bit) != 0));
    if (!takes)
        return false;
    bitboard_take(board, stones, bit, own_move, places, &taken, &taken_ko);
    assert_true(taken.own == after.own && taken.other == after.other && taken_ko == ko);
    return true;
}

/* Guesses from a board a stone away are the same but for the last digits, captures and the stone
 * alone included. */
static void test_near(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x14", "2x7", "3x5", "4x4", "5x5"};
    for (size_t b = 0; b < sizeof(sizes) / sizeof(*sizes); b++) {
        struct ground ground;
        struct estimate estimate;
        const int goal = 3;
        int seen = 0, plain = 0, takings = 0;
        set_up(&ground, sizes[b]);
        assert_int_equal(estimate_init(&estimate, &ground.board, &goal, SIZE_MAX), 0);
        assert_int_equal(estimate_train(&estimate, EMPTY, true, 300, 1, NULL, NULL), 0);
        for (uint64_t n = 0; n < 200; n++) {
            struct estimate_around around;
            struct stone_pair stones = some_board(&ground.board, n), after = {0, 0};
            bool own_move = n % 2 == 0;
            uint64_t ko;
            struct bitboard_places places = bitboard_find_places(&ground.board, stones, own_move);
            estimate_look_around(&estimate, stones, !own_move, &around);
            for (uint64_t left = ground.board.bits.full & ~(stones.own | stones.other); left != 0;
                 left &= left - 1) {
                uint64_t bit = left & -left;
                bool is_plain = (places.plain & bit) != 0;
                bool legal = bitboard_play(&ground.board, stones, bit, own_move, &after, &ko);
                bool adds = after.own == (stones.own | (own_move ? bit : 0)) &&
                            after.other == (stones.other | (own_move ? 0 : bit));
                assert_true(is_plain == (legal && adds));
                takings += check_taking(&ground.board, stones, bit, own_move, &places);
                if (!legal)
                    continue;
                float value = estimate_value(&estimate, after, !own_move);
                float near = estimate_near(&estimate, &around, after), off = near - value;
                assert_true(off < 0.001f && off > -0.001f);
                seen++;
                if (!is_plain)
                    continue;
                assert_true(ko == 0);
                assert_true(near == estimate_near_stone(&estimate, &around, __builtin_ctzll(bit)));
                plain++;
            }
            float off = estimate_near(&estimate, &around, stones) -
                        estimate_value(&estimate, stones, !own_move);
            assert_true(off < 0.001f && off > -0.001f);
        }
        assert_true(seen > 200 && plain > 100 && takings > 10 && plain + takings == seen);
        estimate_release(&estimate);
        tear_down(&ground);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players_are_alike),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_final),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
