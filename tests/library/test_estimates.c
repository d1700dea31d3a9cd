/* The number of complete games, estimated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"

/* The program's arguments. */
static double within = 0.15;
static uint64_t seeds = 1;
static bool few = false; /* where each estimate takes many seconds */

/* What known_numbers_are_met() found last. */
static struct solve_estimate last_found;

/* The games that the progress of the last estimate told of. */
static uint64_t games_told;
/* And how often it did. */
static int times_told;

static void note_games(const struct solve_progress *progress, void *arg)
{
    (void)arg;
    assert_int_equal(progress->phase, SOLVE_COUNTING);
    times_told++;
    games_told = progress->nodes > games_told ? progress->nodes : games_told;
}

static int estimate(const char *board, const char *rules, double wanted, uint64_t seed,
                    struct solve_estimate *ret_estimate)
{
    struct solve_error err = {""};
    struct solve_request *request = make_request();
    struct solve_game *game = make_game(board, rules, "");
    games_told = 0;
    assert_int_equal(solve_request_set_progress(request, note_games, NULL), 0);
    int r = solve_request_estimate(request, game, wanted, seed, ret_estimate, &err);
    solve_game_free(game);
    solve_request_free(request);
    return r;
}

/* Where all walks are kept nothing is left to chance. */
static void small_boards_are_exact(void **state)
{
    static const struct {
        const char *board, *rules;
        double games;
        size_t longest;
    } rows[] = {{"1x1", "psk", 1, 0},
                {"1x2", "psk", 9, 2},
                {"1x3", "psk", 907, 14},
                {"1x3", "ssk", 959, 14}};
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct solve_estimate found;
        assert_int_equal(estimate(rows[i].board, rows[i].rules, 0.1, 1, &found), 0);
        assert_true(fabs(pow(10, found.log10) / rows[i].games - 1) < 1e-9);
        assert_true(found.error < 1e-9);
        assert_int_equal(found.longest, rows[i].longest);
    }
}

/* A few seeds: their errors, each of 95 %, allow for twice as much. Progress is told on the way. */
static void known_numbers_are_met(void **state)
{
    static const struct {
        const char *board, *rules;
        double games;
    } rows[] = {{"1x4", "psk", 719178893.0}, {"1x4", "psk,suicide=yes", 2098407841.0}};
    (void)state;
    for (size_t i = 0; i < (few || seeds == 1 ? 1 : sizeof(rows) / sizeof(rows[0])); i++)
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            struct solve_estimate found;
            assert_int_equal(estimate(rows[i].board, rows[i].rules, within, seed, &found), 0);
            last_found = found;
            assert_true(found.error <= within);
            assert_true(found.error > 0);
            assert_true(found.runs >= 8);
            assert_true(found.samples > 0);
            assert_true(games_told >= found.samples / 2);
            assert_true(found.mean_length > 20 && found.mean_length < found.longest);
            assert_true(fabs(pow(10, found.log10) / rows[i].games - 1) < 2 * found.error);
        }
}

/* Rules that remember more, and more players: 1x2 as it is counted. */
static void any_ruleset(void **state)
{
    static const char *const rules[] = {"kee2013,refresh=no", "kee2013,players=3,refresh=no",
                                        "spight", "none"};
    (void)state;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        struct solve_estimate found;
        struct solve_count *count;
        struct solve_error err = {""};
        struct solve_request *request = make_request();
        struct solve_game *game = make_game("1x2", rules[i], "");
        assert_int_equal(solve_request_count(request, game, SOLVE_LENGTH_NONE, &count, &err), 0);
        const char *games = solve_count_games(count);
        int r = solve_request_estimate(request, game, 0.05, 1, &found, &err);
        if (games != NULL) {
            assert_int_equal(r, 0);
            assert_true(fabs(pow(10, found.log10) / atof(games) - 1) < 2 * found.error + 1e-9);
        } else {
            assert_int_equal(solve_count_verdict(count), SOLVE_COUNT_ENDLESS);
            assert_int_equal(r, -ERANGE);
        }
        solve_count_free(count);
        solve_game_free(game);
        solve_request_free(request);
    }
}

/* The same seed, the same estimate, on any number of threads; another seed, another one. With one
 * seed it is the estimate that was found last. */
static void seeds_decide(void **state)
{
    struct solve_error err = {""};
    struct solve_estimate one, two, other;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x4", "psk", "");
    const bool known = few || seeds == 1;
    const double wanted = known ? within : 0.5;
    const uint64_t seed = known ? seeds : 7;
    (void)state;
    if (known) {
        one = last_found;
    } else {
        assert_int_equal(solve_request_set_threads(request, 1), 0);
        assert_int_equal(solve_request_estimate(request, game, wanted, seed, &one, &err), 0);
        assert_int_equal(solve_request_estimate(request, game, wanted, seed + 1, &other, &err), 0);
        assert_true(one.log10 != other.log10);
    }
    assert_int_equal(solve_request_set_threads(request, known ? 3 : 2), 0);
    assert_int_equal(solve_request_estimate(request, game, wanted, seed, &two, &err), 0);
    assert_true(one.log10 == two.log10 && one.error == two.error && one.runs == two.runs);
    solve_game_free(game);
    solve_request_free(request);
}

static void stops_and_refusals(void **state)
{
    struct solve_error err = {""};
    struct solve_estimate found = {.log10 = -7};
    struct solve_interrupt *interrupt;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x3", "psk", "");
    (void)state;
    assert_int_equal(solve_request_estimate(request, NULL, 0.1, 1, &found, &err), -EINVAL);
    assert_int_equal(solve_request_estimate(request, game, 0, 1, &found, &err), -EINVAL);
    assert_int_equal(solve_request_estimate(request, game, NAN, 1, &found, &err), -EINVAL);
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    solve_interrupt_request(interrupt);
    assert_int_equal(solve_request_estimate(request, game, 0.1, 1, &found, &err), -EINTR);
    assert_true(found.log10 == -7);
    assert_int_equal(estimate("1x3", "none", 0.1, 1, &found), -ERANGE);
    assert_true(found.log10 == -7);
    solve_request_free(request);
    solve_interrupt_free(interrupt);
    solve_game_free(game);
}

/* Where games are limited their number ends it, and neither time nor threads change what is found;
 * another seed does. */
static void games_may_be_limited(void **state)
{
    static const struct {
        int threads;
        double seconds;
    } ways[] = {{1, 0}, {2, 200}, {3, 0}};
    const uint64_t most = few ? 1000 : 4000;
    struct solve_error err = {""};
    struct solve_estimate first, found;
    struct solve_game *game = make_game("1x4", "kee2013,refresh=no", "");
    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct solve_request *request = make_request();
        assert_int_equal(solve_request_set_threads(request, ways[i].threads), 0);
        assert_int_equal(solve_request_set_seconds(request, ways[i].seconds), 0);
        assert_int_equal(solve_request_set_max_nodes(request, most), 0);
        assert_int_equal(solve_request_estimate(request, game, 1e-6, 1, &found, &err), 0);
        assert_true(found.samples <= most && found.samples > 0 && found.error > 1e-6);
        if (i == 0)
            first = found;
        assert_true(found.log10 == first.log10 && found.error == first.error);
        assert_true(found.samples == first.samples && found.runs == first.runs);
        solve_request_set_max_nodes(request, 1);
        assert_int_equal(solve_request_estimate(request, game, 1e-6, 1, &found, &err), -ENODATA);
        assert_non_null(strstr(err.text, "wanted 800 or more"));
        solve_request_free(request);
    }
    struct solve_request *request = make_request();
    assert_int_equal(solve_request_set_max_nodes(request, most), 0);
    assert_int_equal(solve_request_estimate(request, game, 1e-6, 2, &found, &err), 0);
    assert_true(found.log10 != first.log10);
    solve_request_free(request);
    solve_game_free(game);
}

/* Where a run meets all games there are no error is to be told, and one run is enough. */
static void few_games_may_be_all(void **state)
{
    static const struct {
        const char *board;
        uint64_t most;
        double games; /* 0: no error can be told */
    } rows[] = {{"1x1", 1, 1}, {"1x2", 1000, 9},  {"1x2", 4000, 9}, {"1x2", 9, 9},
                {"1x2", 1, 0}, {"1x3", 999, 907}, {"1x3", 3, 0},    {"1x4", 799, 0}};
    struct solve_error err = {""};
    struct solve_request *request = make_request();
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct solve_estimate found = {.log10 = -7};
        struct solve_game *game = make_game(rows[i].board, "psk", "");
        assert_int_equal(solve_request_set_max_nodes(request, rows[i].most), 0);
        int r = solve_request_estimate(request, game, 0.1, 1, &found, &err);
        assert_int_equal(r, rows[i].games > 0 ? 0 : -ENODATA);
        if (r == 0) {
            assert_true(fabs(pow(10, found.log10) / rows[i].games - 1) < 1e-9);
            assert_true(found.error <= 0 && !found.doubtful);
            assert_int_equal(found.stop, SOLVE_STOP_NONE);
        } else {
            assert_true(found.log10 == -7);
        }
        solve_game_free(game);
    }
    solve_request_free(request);
}

/* What ended it: games, time, or that the error is what was wanted. */
static void estimates_say_why_they_end(void **state)
{
    static const struct {
        uint64_t games;
        double seconds, within;
        enum solve_stop stop;
    } rows[] = {{1000, 0, 1e-6, SOLVE_STOP_NODES},
                {1000, 300, 1e-6, SOLVE_STOP_NODES},
                {0, 1, 1e-6, SOLVE_STOP_TIME},
                {100000000, 1, 1e-6, SOLVE_STOP_TIME},
                {0, 0, 0.2, SOLVE_STOP_NONE}};
    struct solve_error err = {""};
    struct solve_game *game = make_game("1x2", "kee2013,refresh=no", "");
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct solve_estimate found;
        struct solve_request *request = make_request();
        assert_int_equal(solve_request_set_max_nodes(request, rows[i].games), 0);
        assert_int_equal(solve_request_set_seconds(request, rows[i].seconds), 0);
        assert_int_equal(solve_request_estimate(request, game, rows[i].within, 1, &found, &err), 0);
        assert_int_equal(found.stop, rows[i].stop);
        solve_request_free(request);
    }
    solve_game_free(game);
}

/* The estimate of 1x4 with the fewest games of which an error can be told. */
static struct solve_estimate of_few_runs;

/* Where there are too few games to tell an error nothing is learned for it: each of eleven rounds
 * would tell its progress. They are as many where games are played in a graph as where there is
 * none. */
static void too_few_games_end_at_once(void **state)
{
    static const uint64_t limits[] = {800, 799, 100, 1};
    struct solve_error err = {""};
    struct solve_estimate found;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x4", "psk", "");
    int most = 0;
    (void)state;
    assert_int_equal(solve_request_set_progress(request, note_games, NULL), 0);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        assert_int_equal(solve_request_set_max_nodes(request, limits[i]), 0);
        times_told = 0;
        int r = solve_request_estimate(request, game, 1e-6, 1, &found, &err);
        assert_int_equal(r, i == 0 ? 0 : -ENODATA);
        if (i > 0) {
            assert_true(times_told + 11 < most);
            continue;
        }
        of_few_runs = found;
        most = times_told;
    }
    assert_non_null(strstr(err.text, "of so few games no error can be told: wanted 800 or more"));
    solve_game_free(game);
    solve_request_free(request);
}

/* Where games and time are limited learning leaves time for the games: on 1x5 it takes far longer
 * than that. */
static void learning_leaves_time(void **state)
{
    const double seconds = few ? 20 : 5;
    struct solve_error err = {""};
    struct solve_estimate found;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x5", "psk,suicide=yes", "");
    (void)state;
    assert_int_equal(solve_request_set_max_nodes(request, 4000), 0);
    assert_int_equal(solve_request_set_seconds(request, seconds), 0);
    assert_int_equal(solve_request_estimate(request, game, 1e-6, 1, &found, &err), 0);
    assert_true(found.samples == 4000 && found.seconds < seconds);
    assert_true(found.log10 > 29.5 && found.log10 < 32);
    solve_game_free(game);
    solve_request_free(request);
}

/* Of few runs no error is believed, however near they are to each other; another seed has others.
 */
static void few_runs_are_doubtful(void **state)
{
    struct solve_error err = {""};
    struct solve_estimate found;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x4", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_max_nodes(request, 4000), 0);
    assert_int_equal(solve_request_estimate(request, game, 1e-6, 2, &found, &err), 0);
    assert_true(found.runs < 8 && found.error < 0.2 && found.doubtful);
    assert_true(of_few_runs.samples > 0 && found.log10 != of_few_runs.log10); /* of seed 1 */
    assert_int_equal(solve_request_set_max_nodes(request, seeds == 1 ? 36000 : 100000), 0);
    assert_int_equal(solve_request_estimate(request, game, 1e-6, 1, &found, &err), 0);
    assert_true(found.runs > 32 && found.error < 0.2 && !found.doubtful);
    solve_game_free(game);
    solve_request_free(request);
}

/* Where the guide thinks far too little of some games a run that meets one of them is not many
 * times the others: 1x3 has 275115. */
static void wrong_guesses_do_no_harm(void **state)
{
    struct solve_error err = {""};
    struct solve_estimate found;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "nssk,suicide=yes", "");
    (void)state;
    assert_int_equal(solve_request_set_max_nodes(request, 60000), 0);
    for (uint64_t seed = 1; seed <= (few ? 1 : 3); seed++) {
        assert_int_equal(solve_request_estimate(request, game, 1e-6, seed, &found, &err), 0);
        assert_int_equal(found.runs, 60);
        assert_true(found.error < 0.025);
        assert_true(fabs(pow(10, found.log10) / 275115 - 1) < 2 * found.error);
    }
    solve_game_free(game);
    solve_request_free(request);
}

/* Without any limit an error that is out of reach is not looked for for ever. */
static void ends_by_itself(void **state)
{
    struct solve_error err = {""};
    struct solve_estimate found;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "kee2013", "");
    (void)state;
    assert_int_equal(solve_request_estimate(request, game, 1e-6, 1, &found, &err), 0);
    assert_true(found.seconds > SOLVE_ESTIMATE_SECONDS - 5);
    assert_true(found.seconds < SOLVE_ESTIMATE_SECONDS + 15);
    solve_game_free(game);
    solve_request_free(request);
}

/* WITHIN SEEDS [few]: how near known numbers are to be met, with how many seeds; or "ends": only
 * what takes a minute. */
int main(int argc, char **argv)
{
    if (argc >= 3) {
        within = atof(argv[1]);
        seeds = strtoull(argv[2], NULL, 10);
        few = argc > 3;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_exact),
        cmocka_unit_test(known_numbers_are_met),
        cmocka_unit_test(any_ruleset),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(stops_and_refusals),
        cmocka_unit_test(games_may_be_limited),
        cmocka_unit_test(few_games_may_be_all),
        cmocka_unit_test(estimates_say_why_they_end),
        cmocka_unit_test(too_few_games_end_at_once),
        cmocka_unit_test(learning_leaves_time),
        cmocka_unit_test(few_runs_are_doubtful),
        cmocka_unit_test(wrong_guesses_do_no_harm),
    };
    const struct CMUnitTest long_tests[] = {cmocka_unit_test(ends_by_itself)};
    if (argc == 2 && strcmp(argv[1], "ends") == 0)
        return cmocka_run_group_tests(long_tests, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
