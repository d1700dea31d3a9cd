/*
 * The general engine: numbers that are published or that other engines find, too, with little
 * memory as with much; that it stops when it must; and numbers beyond a machine word.
 */
#include "common/check.h"

#include <gmp.h>

#include "base/clock.h"
#include "common/games.h"
#include "count/histories/histories.h"
#include "count/histories/history_sums.h"
#include "count/histories/returns_memo.h"
#include "count/longest/longest.h"

static int count_games(const char *size, const char *rules, const struct limits *limits,
                       struct count_run *run, struct tally *ret_tally)
{
    struct graph *graph = must_graph(size);
    struct ruleset ruleset = must_rules(rules);
    struct position empty = {{0}};
    struct game game;
    assert_int_equal(game_init(&game, graph, &ruleset, &empty, 0), 0);
    run->limits = limits;
    int r = histories_count(&game, run, ret_tally);
    game_release(&game);
    graph_free(graph);
    return r;
}

/* The same number from every way of counting, with room for all results and for few. */
static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *size, *rules;
        unsigned long games;
    } known[] = {
        {"1x3", "psk", 907},         {"1x3", "psk,suicide=yes", 907},
        {"1x3", "ssk", 959},         {"1x3", "ssk,suicide=yes", 19207},
        {"1x3", "nssk", 959},        {"1x3", "nssk,suicide=yes", 275115},
        {"1x2", "kee2013", 9154},    {"1x3", "kee2013,refresh=no", 3731},
        {"1x2", "kee-v6", 101861},   {"1x3", "spight", 1543992106},
        {"1x4", "psk", 719178893ul},
    };
    static const size_t sizes[] = {(size_t)1 << 21, (size_t)1 << 26};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        for (size_t m = 0; m < 2; m++) {
            bool large = known[i].games == 719178893ul;
            for (int lengths = 0; lengths < 2; lengths++) {
                if (large && (m == 0 || lengths > 0))
                    continue;
                const struct limits limits = {.max_bytes = sizes[m]};
                struct count_run run = {.lengths = lengths > 0, .measure = ARENA_TURNS};
                struct tally tally;
                assert_int_equal(count_games(known[i].size, known[i].rules, &limits, &run, &tally),
                                 0);
                assert_int_equal(mpz_cmp_ui(tally.games, known[i].games), 0);
                tally_release(&tally);
            }
        }
    }
}

/* It stops soon, each way of counting, and leaves nothing behind. */
static void test_stops(void **state)
{
    (void)state;
    static const char *const rules[] = {"spight", "fixed-ko", "kee2013,players=3", "ljrg"};
    const atomic_bool interrupted = true;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        const struct limits at_once = {.interrupted = &interrupted};
        const struct limits late = {.deadline = clock_now() + 0.05};
        struct count_run first = {.lengths = false}, second = {.lengths = false};
        struct tally tally;
        assert_int_equal(count_games("1x5", rules[i], &at_once, &first, &tally), -EINTR);
        assert_int_equal(first.stop, STOP_INTERRUPT);
        double began = clock_now();
        int r = count_games("1x4", rules[i], &late, &second, &tally);
        assert_int_equal(r, -EINTR);
        assert_true(second.stop == STOP_TIME || second.stop == STOP_LENGTH);
        assert_true(clock_now() - began < 20);
    }
}

/* A line of play that grows too long is given up, however little stack there is. */
static void test_long_line(void **state)
{
    (void)state;
    const struct limits limits = {.max_bytes = (size_t)1 << 30};
    struct count_run run = {.lengths = false};
    struct tally tally;
    assert_int_equal(count_games("1x2", "ljrg", &limits, &run, &tally), -EINTR);
    assert_int_equal(run.stop, STOP_LENGTH);
    struct graph *graph;
    struct game game;
    struct longest_game longest;
    graph = start_empty(&game, "1x2", "ljrg");
    assert_int_equal(longest_find(&game, 1, &run, &longest), 0);
    assert_true(longest.moves != NULL && longest.at_most == LONGEST_UNBOUNDED);
    longest_game_release(&longest);
    game_release(&game);
    graph_free(graph);
}

/* Sums grow as they must: 2^300, by lengths that are longer each time. */
static void test_sums(void **state)
{
    (void)state;
    struct history_sums sums;
    struct tally tally;
    mpz_t power;
    history_sums_init(&sums);
    assert_int_equal(history_sums_reserve(&sums, 2, 1), 0);
    assert_int_equal(history_sums_add_one(&sums, 0, 3), 0);
    for (int i = 0; i < 150; i++) {
        size_t from = (size_t)i % 2, to = 1 - from;
        history_sums_clear(&sums, to);
        for (int times = 0; times < 4; times++)
            assert_int_equal(history_sums_move(&sums, from, to, 1), 0);
    }
    tally_init(&tally);
    assert_int_equal(history_sums_tell(&sums, 0, true, &tally), 0);
    mpz_init(power);
    mpz_ui_pow_ui(power, 2, 300);
    assert_int_equal(mpz_cmp(tally.games, power), 0);
    assert_int_equal(tally.lengths, 154);
    assert_int_equal(mpz_cmp(tally.of_length[153], power), 0);
    mpz_clear(power);
    tally_release(&tally);
    history_sums_release(&sums);
}

/* Sums that may hold no more say so, and are as they were. */
static void test_sums_within(void **state)
{
    (void)state;
    struct history_sums sums;
    struct tally tally;
    history_sums_init(&sums);
    assert_int_equal(history_sums_reserve(&sums, 2, 1), 0);
    assert_int_equal(history_sums_add_one(&sums, 1, 0), 0);
    sums.max_bytes = 4 * history_sums_bytes(&sums);
    assert_int_equal(history_sums_add_one(&sums, 1, 1), 0);
    assert_int_equal(history_sums_add_one(&sums, 1, 100), -ENOSPC);
    assert_int_equal(history_sums_reserve(&sums, 1000, 1), -ENOSPC);
    tally_init(&tally);
    assert_int_equal(history_sums_tell(&sums, 1, true, &tally), 0);
    assert_int_equal(mpz_cmp_ui(tally.games, 2), 0);
    assert_int_equal(tally.lengths, 2);
    tally_release(&tally);
    history_sums_release(&sums);
}

/* What is kept comes back: large numbers, shifts either way, and nothing of other sets. */
static void test_memo(void **state)
{
    (void)state;
    struct returns_memory memory = {.most = (size_t)1 << 30};
    struct returns_memo memo = {.words = 2, .memory = &memory, .most = memory.most};
    struct returns_result kept, found;
    const uint64_t numbers[] = {1, 127, 128, UINT64_MAX, 0, 1ull << 63};
    returns_memo_init_result(&kept, &memory);
    returns_memo_init_result(&found, &memory);
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t set[] = {i, ~(uint64_t)i};
        const struct returns_row row = {.low = -(int32_t)(i % 90), .count = 6, .numbers = numbers};
        returns_memo_clear_result(&kept);
        mpz_ui_pow_ui(kept.games, 3, i % 200);
        assert_int_equal(returns_memo_add_term(&kept, i, &row, i % 2 != 0), 0);
        assert_int_equal(returns_memo_keep(&memo, i % 7, set, &kept), 0);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t set[] = {i, ~(uint64_t)i};
        int32_t low = -(int32_t)(i % 90);
        bool mirrored = i % 2 != 0;
        assert_int_equal(returns_memo_find(&memo, (i + 1) % 7, set, &found), 0);
        assert_int_equal(returns_memo_find(&memo, i % 7, set, &found), 1);
        mpz_ui_pow_ui(kept.games, 3, i % 200);
        assert_int_equal(mpz_cmp(found.games, kept.games), 0);
        assert_int_equal(found.term_count, 1);
        assert_int_equal(found.terms[0].arrival, i);
        assert_int_equal(found.terms[0].low, mirrored ? -low - 5 : low);
        for (int n = 0; n < 6; n++)
            assert_true(found.numbers[n] == numbers[mirrored ? 5 - n : n]);
    }
    returns_memo_release_result(&kept);
    returns_memo_release_result(&found);
    returns_memo_release(&memo);
}

/* A memo grows within its share, and leaves the rest to what else is held; what it has stays. */
static void test_memo_share(void **state)
{
    (void)state;
    static const size_t shares[] = {(size_t)1 << 20, (size_t)3 << 20, (size_t)5 << 20};
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        struct returns_memory memory = {.most = (size_t)6 << 20};
        struct returns_memo memo = {.words = 2, .memory = &memory, .most = shares[i]};
        struct returns_result kept;
        uint32_t refused = 0, found = 0;
        returns_memo_init_result(&kept, &memory);
        for (uint32_t n = 0; n < 1u << 18; n++) {
            const uint64_t set[] = {n, ~(uint64_t)n};
            int r = returns_memo_keep(&memo, 0, set, &kept);
            assert_true(r == 0 || r == -ENOSPC);
            refused += r < 0;
            assert_true(memo.bytes <= shares[i]);
            assert_int_equal(memory.held, memo.bytes);
        }
        for (uint32_t n = 0; n < 1u << 18; n++) {
            const uint64_t set[] = {n, ~(uint64_t)n};
            found += returns_memo_find(&memo, 0, set, &kept) == 1;
        }
        assert_true(refused > 0);
        assert_int_equal(found, memo.count);
        assert_int_equal(found, (1u << 18) - refused);
        returns_memo_release_result(&kept);
        returns_memo_release(&memo);
    }
}

static void keep_one(struct returns_memo *memo, const struct returns_result *result)
{
    const uint64_t set[] = {1, 2};
    assert_int_equal(returns_memo_keep(memo, 0, set, result), 0);
    assert_int_equal(memo->count, 1);
}

/* A memo gives way to what else needs room, also to the result that is read out of it, and grows to
 * half as much then; it leaves a little, and then there is no room. */
static void test_memo_yields(void **state)
{
    (void)state;
    static const uint64_t numbers[1 << 16], set[] = {1, 2};
    const struct returns_row row = {.count = 1 << 16, .numbers = (uint64_t *)numbers};
    struct returns_memory memory = {.most = (size_t)16 << 20};
    struct returns_memo memo = {
        .words = 2, .memory = &memory, .most = (size_t)8 << 20, .least = (size_t)2 << 20};
    struct returns_result kept, found;
    memory.yields = &memo;
    returns_memo_init_result(&kept, &memory);
    returns_memo_init_result(&found, &memory);
    assert_int_equal(returns_memo_add_term(&kept, 0, &row, false), 0);

    keep_one(&memo, &kept);
    size_t room = memory.most - memory.held;
    assert_int_equal(returns_memory_take(&memory, room + 1), 0);
    assert_true(memo.count == 0 && memo.bytes == 0 && memo.most == (size_t)4 << 20);
    memory.held -= room + 1;

    keep_one(&memo, &kept);
    room = memory.most - memory.held;
    assert_int_equal(returns_memory_take(&memory, room), 0);
    assert_int_equal(returns_memo_find(&memo, 0, set, &found), 0);
    assert_true(memo.count == 0 && memo.most == memo.least);
    memory.held -= room;

    keep_one(&memo, &kept);
    room = memory.most - memory.held;
    assert_int_equal(returns_memory_take(&memory, room), 0);
    assert_int_equal(returns_memory_take(&memory, 1), -ENOSPC);
    assert_int_equal(returns_memo_find(&memo, 0, set, &found), -ENOSPC);
    memory.held -= room;
    assert_int_equal(returns_memo_find(&memo, 0, set, &found), 1);
    assert_int_equal(found.number_count, row.count);
    returns_memo_release_result(&kept);
    returns_memo_release_result(&found);
    returns_memo_release(&memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_stops),
        cmocka_unit_test(test_long_line),   cmocka_unit_test(test_sums),
        cmocka_unit_test(test_sums_within), cmocka_unit_test(test_memo),
        cmocka_unit_test(test_memo_share),  cmocka_unit_test(test_memo_yields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
