/* Eight threads with handles of their own at once. Boards and rulesets are shared. */
#include "made.h"
#include "solve-check.h"

#include <pthread.h>

#define THREADS 8
#define ROUNDS 3

static struct solve_board *board;
static struct solve_rules *rules;
static int values[2]; /* of 2x3 without moves and after one */

/* Solves with threads of its own, too, and has the certificate checked. */
static void solve_one(int thread, int round)
{
    struct solve_game *game;
    struct solve_result *result;
    struct solve_certificate certificate;
    struct solve_check *check;
    struct solve_request *request;
    int after = (thread + round) % 2;
    bool certified = thread % 3 == 0;
    bool made = solve_game_new(board, rules, NULL, 0, &game, NULL) == 0 &&
                solve_game_play_text(game, after ? "B1" : "", NULL) == 0 &&
                solve_request_new(&request) == 0 &&
                solve_request_set_threads(request, 1 + thread % 2) == 0 &&
                solve_request_set_certificate(request, certified) == 0 &&
                solve_request_run(request, game, &result, NULL) == 0;
    if (!made)
        abort();
    struct solve_bounds bounds;
    if (solve_result_bounds(result, &bounds) < 0 || !solve_bounds_known(&bounds) ||
        bounds.lower_min != values[after])
        abort();
    if (certified &&
        (solve_result_certificate(result, &certificate) < 0 || solve_check_new(&check) < 0 ||
         solve_check_read(check, certificate.bytes, certificate.size) < 0 ||
         solve_check_run(check) < 0))
        abort();
    if (certified)
        solve_check_free(check);
    solve_result_free(result);
    solve_request_free(request);
    solve_game_free(game);
}

/* Other rooms: errors with texts, endless play, predictions, control. */
static void do_the_rest(void)
{
    struct solve_error err;
    struct solve_endless endless;
    struct solve_prediction prediction;
    struct solve_control *control;
    struct solve_board *none;
    struct solve_game *game;
    struct solve_request *request;
    if (solve_board_parse("0x0", &none, &err) != -EINVAL ||
        solve_game_new(board, rules, "X../...", 1, &game, &err) < 0 ||
        solve_request_new(&request) < 0 ||
        solve_request_endless(request, game, &endless, &err) < 0 ||
        solve_request_predict(request, game, &prediction, &err) < 0 ||
        solve_control_find(board, NULL, &control, &err) < 0)
        abort();
    solve_control_free(control);
    solve_endless_release(&endless);
    solve_request_free(request);
    solve_game_free(game);
}

static void *work(void *arg)
{
    int thread = *(const int *)arg;
    struct solve_board *own = solve_board_ref(board);
    for (int round = 0; round < ROUNDS; round++) {
        solve_one(thread, round);
        if (round == 0)
            do_the_rest();
    }
    solve_board_unref(own);
    return NULL;
}

static void eight_threads_use_eight_handles(void **state)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct solve_game *game = make_game("2x3", "psk", i == 0 ? "" : "B1");
        struct solve_request *request = make_request();
        struct solve_result *result = make_result(request, game);
        values[i] = value_of(result);
        solve_result_free(result);
        solve_request_free(request);
        solve_game_free(game);
    }
    assert_int_equal(solve_board_parse("2x3", &board, NULL), 0);
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    solve_board_unref(board);
    solve_rules_unref(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(eight_threads_use_eight_handles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
