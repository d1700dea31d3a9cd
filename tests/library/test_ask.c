/* A claim that is asked alone is answered as the value says, whatever the rules. */
#include "../common/repeats.h"
#include "made.h"
#include "solve-check.h"

#include <stdio.h>

/* Beyond what the boards have, so that some claims are so, too. */
#define MARGIN_MOST 6
/* One of so many claims is asked for with its certificate, which uses no cache. */
#define CERTIFIED_PART 23
#define NODES_MOST 500000
#define MEMORY (16u << 20)

/* The first of them are asked in the normal tests, all by "alone". */
static const char *const rules_asked[] = {
    "psk", "kee2013", "kee-v6", "simple", "button", "ljrg", "none", "migos", "3-plays", "kee2020",
};
#define RULES_FIRST 6

/*
 * What the runs of a board leave for each other, so that they are quick; whole runs leave nothing
 * for those of claims. Run as "alone" the test has none: each claim is decided from nothing.
 */
static bool alone;
static struct solve_cache *whole_cache, *claim_cache;

static uint64_t nodes_most = NODES_MOST; /* of one claim */

/* Of the positions every other one is asked about, but where all is repeated. */
static int position_step(void)
{
    return alone || repeats_all() ? 1 : 2;
}

/* What a whole run says of a claim: nothing where it does not know. */
static enum solve_answer answer_by_value(const struct solve_bounds *value, int player, int margin)
{
    int low = player == 0 ? value->lower_min : value->upper_min;
    int high = player == 0 ? value->lower_max : value->upper_max;
    if (player == 0 ? low >= margin : high <= margin)
        return SOLVE_ANSWER_YES;
    return (player == 0 ? high < margin : low > margin) ? SOLVE_ANSWER_NO : SOLVE_ANSWER_OPEN;
}

/* A game on a board of at most four points, its position number in base 3. Returns NULL where a
 * chain has no liberty. */
static struct solve_game *make_position(struct solve_board *board, struct solve_rules *rules,
                                        int number, int to_move)
{
    char text[16];
    struct solve_game *game;
    int rows = solve_board_rows(board), cols = solve_board_columns(board), at = 0;
    for (int row = 0; row < rows; row++) {
        if (row > 0)
            text[at++] = '/';
        for (int col = 0; col < cols; col++, number /= 3)
            text[at++] = ".XO"[number % 3];
    }
    text[at] = '\0';
    return solve_game_new(board, rules, text, to_move, &game, NULL) == 0 ? game : NULL;
}

/* What is counted, so that it is known that the tests test something. */
static struct counts {
    int yes, no, open, denied, certified, lines;
} counts;

/* One of the certificate's claims decides what was asked. */
static void check_certificate(const struct solve_result *result, const struct solve_claim *claim,
                              enum solve_answer answer, int half)
{
    struct solve_certificate made;
    struct solve_check *check;
    struct solve_check_claim proved;
    int margin = (claim->half_points - half) / 2;
    bool decided = false;
    assert_int_equal(solve_result_certificate(result, &made), 0);
    if (made.claims == 0)
        return; /* the game is over, or one player alone is left */
    assert_int_equal(made.missing, 0);
    assert_int_equal(solve_check_new(&check), 0);
    assert_int_equal(solve_check_read(check, made.bytes, made.size), 0);
    if (solve_check_run(check) < 0)
        fail_msg("%s", solve_check_reason(check));
    for (size_t i = 0; solve_check_claim(check, i, &proved) == 0; i++) {
        bool yes = answer == SOLVE_ANSWER_YES, black = (claim->player == 0) == yes;
        int least = margin + (claim->player == 1); /* that Black has, or has not */
        assert_string_equal(proved.move, "");
        if (proved.player != (black ? 0 : 1))
            continue;
        decided = decided || (black ? proved.margin + proved.denies >= least
                                    : proved.margin - proved.denies < least);
        counts.denied += proved.denies;
    }
    assert_true(decided);
    counts.certified++;
    solve_check_free(check);
}

/* Asks one claim. certified: for a certificate, too. */
static void ask(const struct solve_game *game, const struct solve_claim *claim, bool certified,
                enum solve_answer expected, const char *what)
{
    char text[SOLVE_CLAIM_TEXT_MAX];
    struct solve_bounds bounds;
    struct solve_request *request = make_request();
    const struct solve_rules *rules = solve_game_rules(game);
    assert_int_equal(solve_request_set_ask(request, claim), 0);
    assert_int_equal(solve_request_set_max_nodes(request, nodes_most), 0);
    assert_int_equal(solve_request_set_memory(request, MEMORY), 0);
    assert_int_equal(solve_request_set_certificate(request, certified), 0);
    assert_int_equal(solve_request_set_cache(request, claim_cache), 0);
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    enum solve_answer answer = solve_claim_answer(claim, &bounds, rules);
    /* What the value leaves open a claim may decide, but not the other way round. */
    if (expected != SOLVE_ANSWER_OPEN && answer != expected)
        fail_msg("%s: %s: %d, not %d (%d..%d/%d..%d)", what, solve_claim_format(claim, text),
                 answer, expected, bounds.lower_min, bounds.lower_max, bounds.upper_min,
                 bounds.upper_max);
    if (certified && answer != SOLVE_ANSWER_OPEN)
        check_certificate(result, claim, answer, solve_rules_half_points(rules));
    counts.yes += answer == SOLVE_ANSWER_YES;
    counts.no += answer == SOLVE_ANSWER_NO;
    counts.open += answer == SOLVE_ANSWER_OPEN;
    counts.lines += solve_result_pv_complete(result);
    solve_result_free(result);
    solve_request_free(request);
}

/* All claims of a position. */
static void ask_all(const struct solve_game *game, int number, const char *what)
{
    struct solve_bounds value;
    struct solve_request *request = make_request();
    int half = solve_rules_half_points(solve_game_rules(game));
    assert_int_equal(solve_request_set_value_only(request, true), 0);
    assert_int_equal(solve_request_set_cache(request, whole_cache), 0);
    assert_int_equal(solve_request_set_max_nodes(request, NODES_MOST), 0);
    assert_int_equal(solve_request_set_memory(request, MEMORY), 0);
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_bounds(result, &value), 0);
    for (int player = 0; player < 2; player++) {
        for (int margin = -MARGIN_MOST; margin <= MARGIN_MOST; margin++) {
            const struct solve_claim claim = {player, 2 * margin + half};
            ask(game, &claim, (number + 5 * margin) % CERTIFIED_PART == 0,
                answer_by_value(&value, player, margin), what);
        }
    }
    solve_result_free(result);
    solve_request_free(request);
}

static void ask_board(const char *board_text, const char *rules_text)
{
    char what[64];
    struct solve_board *board;
    struct solve_rules *rules;
    int games = 0, step = position_step();
    assert_int_equal(solve_board_parse(board_text, &board, NULL), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, NULL), 0);
    if (!alone) {
        assert_int_equal(solve_cache_new(MEMORY, &whole_cache), 0);
        assert_int_equal(solve_cache_new(MEMORY, &claim_cache), 0);
    }
    for (int number = 0; number < 81; number += step) {
        for (int to_move = 0; to_move < 2; to_move++) {
            struct solve_game *game = make_position(board, rules, number, to_move);
            if (game == NULL)
                continue;
            snprintf(what, sizeof(what), "%s %s %d %d", board_text, rules_text, number, to_move);
            ask_all(game, number, what);
            games++;
            solve_game_free(game);
        }
    }
    assert_true(games > 70 / step);
    solve_cache_free(whole_cache);
    solve_cache_free(claim_cache);
    whole_cache = claim_cache = NULL;
    solve_board_unref(board);
    solve_rules_unref(rules);
}

static void claims_are_answered_as_the_value_says(void **state)
{
    (void)state;
    size_t count = alone ? sizeof(rules_asked) / sizeof(rules_asked[0]) : RULES_FIRST;
    for (size_t i = 0; i < count; i++) {
        counts = (struct counts){0};
        ask_board("1x4", rules_asked[i]);
        ask_board("2x2", rules_asked[i]);
        print_message("%s: %d yes, %d no, %d open, %d certified, %d denied, %d lines\n",
                      rules_asked[i], counts.yes, counts.no, counts.open, counts.certified,
                      counts.denied, counts.lines);
        const int least = 1500 / position_step();
        assert_true(counts.yes > least && counts.no > least && 15 * counts.certified > least);
        assert_int_equal(counts.open, 0);
    }
}

/* That nobody loses more than the board is known without a search, and certified, on boards of all
 * sizes. */
static void the_board_bounds_all(void **state)
{
    static const char *const rules[] = {"psk", "kee2013", "kee-v6", "simple", "migos"};
    static const char *const boards[] = {"1x1", "2x3", "3x5", "4x5"};
    (void)state;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        for (size_t j = 0; j < sizeof(boards) / sizeof(boards[0]); j++) {
            struct solve_game *game = make_game(boards[j], rules[i], "");
            int points = solve_board_points(solve_game_board(game));
            for (int player = 0; player < 2; player++) {
                const struct solve_claim claim = {player, player == 0 ? -2 * points : 2 * points};
                counts = (struct counts){0};
                nodes_most = 1;
                ask(game, &claim, true, SOLVE_ANSWER_YES, rules[i]);
                nodes_most = NODES_MOST;
                assert_int_equal(counts.certified, 1);
            }
            solve_game_free(game);
        }
    }
}

static void claims_are_read_and_written(void **state)
{
    static const struct {
        const char *text, *written;
        int player, half_points;
    } good[] = {
        {">=24", ">=24", 0, 48},     {" <= -3 ", "<=-3", 1, -6}, {">=+0.5", ">=0.5", 0, 1},
        {"<=-0.5", "<=-0.5", 1, -1}, {">=7.0", ">=7", 0, 14},    {"<=1000", "<=1000", 1, 2000},
    };
    static const char *const bad[] = {"",         ">=",    "24",   "=24",          ">24",   ">=x",
                                      ">=2x",     ">=2.3", ">=.5", ">=1001",       "<=--1", "=>3",
                                      ">=1000.5", ">=1 2", "≥3",   ">=99999999999"};
    char text[SOLVE_CLAIM_TEXT_MAX];
    struct solve_error err;
    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct solve_claim claim;
        assert_int_equal(solve_claim_parse(good[i].text, &claim, &err), 0);
        assert_int_equal(claim.player, good[i].player);
        assert_int_equal(claim.half_points, good[i].half_points);
        assert_string_equal(solve_claim_format(&claim, text), good[i].written);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct solve_claim claim = {7, 7};
        assert_int_equal(solve_claim_parse(bad[i], &claim, &err), -EINVAL);
        assert_non_null(strstr(err.text, "is no claim: wanted one such as >=24"));
        assert_true(claim.player == 7 && claim.half_points == 7);
    }
}

/* A claim that is none, and one about half a point where margins are whole, and the other way. */
static void claims_fit_the_rules(void **state)
{
    static const struct solve_claim half = {0, 1}, whole = {0, 2}, third = {2, 0}, far = {1, 2002};
    struct solve_error err;
    struct solve_result *result = UNTOUCHED;
    struct solve_request *request = make_request();
    struct solve_game *psk = make_game("1x3", "psk", ""), *button = make_game("1x3", "button", "");
    (void)state;
    assert_int_equal(solve_request_set_ask(request, &third), -EINVAL);
    assert_int_equal(solve_request_set_ask(request, &far), -EINVAL);
    assert_int_equal(solve_request_set_ask(NULL, &whole), -EINVAL);
    assert_int_equal(solve_request_set_ask(request, &half), 0);
    assert_int_equal(solve_request_run(request, psk, &result, &err), -EINVAL);
    assert_non_null(strstr(err.text, "whole points"));
    assert_int_equal(solve_request_set_ask(request, &whole), 0);
    assert_int_equal(solve_request_run(request, button, &result, &err), -EINVAL);
    assert_non_null(strstr(err.text, "points and a half"));
    assert_ptr_equal(result, UNTOUCHED);
    assert_int_equal(solve_request_set_ask(request, NULL), 0);
    result = make_result(request, psk);
    assert_true(solve_result_moves_complete(result));
    solve_result_free(result);
    solve_game_free(psk);
    solve_game_free(button);
    solve_request_free(request);
}

static char folder[] = "/tmp/solve-ask-XXXXXX";

/* Asks a claim with a store. Returns the nodes that the answer took; text NULL: asks for the value.
 */
static uint64_t ask_with_store(const char *text, uint64_t max_nodes, enum solve_answer expected,
                               struct solve_bounds *ret_bounds)
{
    struct solve_claim claim;
    struct solve_error err = {""};
    struct solve_work work;
    struct solve_store *store;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x7", "psk", "");
    if (text != NULL) {
        assert_int_equal(solve_claim_parse(text, &claim, NULL), 0);
        assert_int_equal(solve_request_set_ask(request, &claim), 0);
    }
    const struct solve_store_options options = {
        .flags = SOLVE_STORE_MAKE, .request = request, .game = game};
    assert_int_equal(solve_request_set_max_nodes(request, max_nodes), 0);
    if (solve_store_open(folder, &options, &store, &err) < 0)
        fail_msg("%s", err.text);
    assert_int_equal(solve_request_set_store(request, store), 0);
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_bounds(result, ret_bounds), 0);
    assert_int_equal(solve_result_work(result, &work), 0);
    if (text != NULL)
        assert_int_equal(solve_claim_answer(&claim, ret_bounds, solve_game_rules(game)), expected);
    else
        assert_true(solve_result_moves_complete(result) && solve_result_pv_complete(result));
    solve_result_free(result);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
    solve_request_free(request);
    return work.nodes;
}

/* 1x7 is worth +2. */
static void what_is_proved_is_kept(void **state)
{
    struct solve_bounds bounds;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(ask_with_store(">=2", 20, SOLVE_ANSWER_OPEN, &bounds) > 0);
    assert_true(ask_with_store(">=2", 0, SOLVE_ANSWER_YES, &bounds) > 0);
    assert_true(bounds.lower_min >= 2 && bounds.upper_max > 2);
    assert_int_equal(ask_with_store(">=2", 0, SOLVE_ANSWER_YES, &bounds), 0);
    assert_int_equal(ask_with_store(">=-1", 0, SOLVE_ANSWER_YES, &bounds), 0);
    assert_int_equal(ask_with_store("<=1", 0, SOLVE_ANSWER_NO, &bounds), 0);
    assert_true(ask_with_store(">=3", 0, SOLVE_ANSWER_NO, &bounds) > 0);
    assert_int_equal(ask_with_store("<=2", 0, SOLVE_ANSWER_YES, &bounds), 0);
    assert_true(ask_with_store(NULL, 0, SOLVE_ANSWER_OPEN, &bounds) > 0);
    assert_int_equal(bounds.lower_min, 2);
    assert_true(solve_bounds_known(&bounds));
    assert_int_equal(ask_with_store(NULL, 0, SOLVE_ANSWER_OPEN, &bounds), 0);
    char command[64];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_read_and_written), cmocka_unit_test(claims_fit_the_rules),
        cmocka_unit_test(what_is_proved_is_kept), cmocka_unit_test(the_board_bounds_all),
        cmocka_unit_test(claims_are_answered_as_the_value_says)};
    alone = argc > 1 && strcmp(argv[1], "alone") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
