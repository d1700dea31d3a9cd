/* Complete games, counted. */
#include "made.h"

static struct solve_count *make_count(const struct solve_request *request,
                                      const struct solve_game *game, enum solve_length lengths)
{
    struct solve_error err = {""};
    struct solve_count *count;
    if (solve_request_count(request, game, lengths, &count, &err) < 0)
        fail_msg("%s", err.text);
    return count;
}

/* Tromp and Farneback; Tromp 2005. */
static void published_numbers(void **state)
{
    static const struct {
        const char *board, *rules, *number;
    } rows[] = {
        {"1x1", "psk,suicide=yes", "1"},
        {"1x1", "nssk,suicide=yes", "5"},
        {"1x2", "psk,suicide=yes", "9"},
        {"1x2", "ssk,suicide=yes", "21"},
        {"1x2", "nssk,suicide=yes", "105"},
        {"1x3", "psk,suicide=yes", "907"},
        {"1x3", "psk", "907"},
        {"1x3", "ssk,suicide=yes", "19207"},
    };
    struct solve_request *request = make_request();
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct solve_game *game = make_game(rows[i].board, rows[i].rules, "");
        struct solve_count *count = make_count(request, game, SOLVE_LENGTH_NONE);
        assert_int_equal(solve_count_verdict(count), SOLVE_COUNT_EXACT);
        assert_int_equal(solve_count_stop(count), SOLVE_STOP_NONE);
        assert_string_equal(solve_count_games(count), rows[i].number);
        assert_null(solve_count_games_of_length(count, 0));
        solve_count_free(count);
        solve_game_free(game);
    }
    solve_request_free(request);
}

/* All lengths together are all games. On 1x2 a stone is put on one of the points, by either, and
 * the other may capture it. */
static void lengths_add_up(void **state)
{
    static const char *const by_plays[] = {"1", "4", "4"};
    size_t shortest, longest;
    struct solve_count_work work;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x2", "psk", "");
    struct solve_count *plays = make_count(request, game, SOLVE_LENGTH_PLAYS);
    struct solve_count *turns = make_count(request, game, SOLVE_LENGTH_TURNS);
    long sum = 0, least;
    (void)state;
    assert_string_equal(solve_count_games(plays), "9");
    assert_int_equal(solve_count_extremes(plays, &shortest, &longest), 0);
    assert_int_equal(shortest, 0);
    assert_int_equal(longest, 2);
    for (size_t i = 0; i <= longest; i++)
        assert_string_equal(solve_count_games_of_length(plays, i), by_plays[i]);
    assert_string_equal(solve_count_games_of_length(plays, 3), "0");
    assert_int_equal(solve_count_extremes(turns, &shortest, &longest), 0);
    least = strtol(solve_count_games_of_length(turns, shortest), NULL, 10);
    assert_int_equal(shortest, 2);
    assert_int_equal(least, 1);
    assert_int_equal(longest, 5); /* a pass, two plays, a pass or two */
    for (size_t i = 0; i <= longest; i++)
        sum += strtol(solve_count_games_of_length(turns, i), NULL, 10);
    assert_int_equal(sum, 9);
    assert_int_equal(solve_count_work(turns, &work), 0);
    assert_true(work.nodes > 0 && work.method != NULL && work.threads == 1);
    solve_count_free(plays);
    solve_count_free(turns);
    solve_game_free(game);
    solve_request_free(request);
}

/* The numbers after each first move add up to the number before it. */
static void the_history_counts(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "ssk", "A1");
    struct solve_count *count = make_count(request, game, SOLVE_LENGTH_NONE);
    long all = strtol(solve_count_games(count), NULL, 10), sum = 0;
    struct solve_move *moves;
    size_t move_count;
    (void)state;
    solve_count_free(count);
    assert_int_equal(solve_game_legal_moves(game, &moves, &move_count), 0);
    assert_true(move_count > 1);
    for (size_t i = 0; i < move_count; i++) {
        assert_int_equal(solve_game_play(game, moves[i], NULL), 0);
        count = make_count(request, game, SOLVE_LENGTH_NONE);
        sum += strtol(solve_count_games(count), NULL, 10);
        solve_count_free(count);
        solve_game_undo(game);
    }
    assert_true(all > 1);
    assert_int_equal(sum, all);
    free(moves);
    solve_game_free(game);
    solve_request_free(request);
}

static void a_game_that_is_over_is_one(void **state)
{
    size_t shortest = 7, longest = 7;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x2", "psk", "A1 pass pass");
    struct solve_count *count = make_count(request, game, SOLVE_LENGTH_TURNS);
    (void)state;
    assert_string_equal(solve_count_games(count), "1");
    assert_int_equal(solve_count_extremes(count, &shortest, &longest), 0);
    assert_int_equal(shortest + longest, 0);
    solve_count_free(count);
    solve_game_free(game);
    solve_request_free(request);
}

/* Without superko a lap can be played for ever; but not where the history leaves none. */
static void endless_play_has_no_number(void **state)
{
    size_t ignored;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x4", "simple", "");
    struct solve_count *count = make_count(request, game, SOLVE_LENGTH_TURNS);
    (void)state;
    assert_int_equal(solve_count_verdict(count), SOLVE_COUNT_ENDLESS);
    assert_null(solve_count_games(count));
    assert_null(solve_count_games_of_length(count, 1));
    assert_int_equal(solve_count_extremes(count, &ignored, &ignored), -ENOENT);
    solve_count_free(count);
    solve_game_free(game);
    solve_request_free(request);
}

static void three_players_are_counted(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x1", "kee2013,players=3,refresh=no", "");
    struct solve_count *count = make_count(request, game, SOLVE_LENGTH_NONE);
    (void)state;
    assert_int_equal(solve_count_verdict(count), SOLVE_COUNT_EXACT);
    assert_true(strtol(solve_count_games(count), NULL, 10) > 0);
    solve_count_free(count);
    solve_game_free(game);
    solve_request_free(request);
}

static void limits_stop_a_count(void **state)
{
    struct solve_interrupt *interrupt;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x3", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_seconds(request, 0.05), 0);
    struct solve_count *count = make_count(request, game, SOLVE_LENGTH_NONE);
    assert_int_equal(solve_count_verdict(count), SOLVE_COUNT_STOPPED);
    assert_int_equal(solve_count_stop(count), SOLVE_STOP_TIME);
    assert_null(solve_count_games(count));
    solve_count_free(count);
    assert_int_equal(solve_request_set_seconds(request, 0), 0);
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    solve_interrupt_request(interrupt);
    count = make_count(request, game, SOLVE_LENGTH_NONE);
    assert_int_equal(solve_count_stop(count), SOLVE_STOP_INTERRUPT);
    solve_count_free(count);
    solve_interrupt_free(interrupt);
    solve_game_free(game);
    solve_request_free(request);
}

static void wrong_use_is_refused(void **state)
{
    struct solve_error err = {""};
    struct solve_count *count = UNTOUCHED;
    struct solve_request *request = make_request();
    struct solve_game *large = make_game("9x9", "psk", "");
    (void)state;
    assert_int_equal(solve_request_count(request, large, SOLVE_LENGTH_NONE, &count, &err), -EINVAL);
    assert_string_equal(err.text, "9x9 has 81 points: wanted at most 64 for counting games");
    assert_int_equal(solve_request_count(NULL, large, SOLVE_LENGTH_NONE, &count, &err), -EINVAL);
    assert_int_equal(solve_request_count(request, NULL, SOLVE_LENGTH_NONE, &count, &err), -EINVAL);
    assert_int_equal(solve_request_count(request, large, 3, &count, &err), -EINVAL);
    assert_ptr_equal(count, UNTOUCHED);
    assert_int_equal(solve_count_verdict(NULL), SOLVE_COUNT_STOPPED);
    assert_null(solve_count_games(NULL));
    solve_count_free(NULL);
    solve_game_free(large);
    solve_request_free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_numbers),          cmocka_unit_test(lengths_add_up),
        cmocka_unit_test(the_history_counts),         cmocka_unit_test(a_game_that_is_over_is_one),
        cmocka_unit_test(endless_play_has_no_number), cmocka_unit_test(three_players_are_counted),
        cmocka_unit_test(limits_stop_a_count),        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
