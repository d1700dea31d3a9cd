/* Views of games: every choice is judged as the library judges it, and comes out as it plays; what
 * runs say of themselves. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "explore/runs/kind.h"
#include "explore/view/choices.h"
#include "explore/view/view.h"

static json_t *view(const char *query)
{
    const struct view_source nobody = {0};
    struct query_fault fault;
    json_t *object = json_loads(query, 0, NULL), *made;
    assert_non_null(object);
    int r = view_make(&nobody, object, &made, &fault);
    json_decref(object);
    if (r < 0)
        fail_msg("%s: %s: %s", query, fault.key, fault.why.text);
    return made;
}

static void assert_refused(const char *query, const char *key)
{
    const struct view_source nobody = {0};
    struct query_fault fault = {.key = "?"};
    json_t *object = json_loads(query, JSON_DECODE_ANY, NULL), *made;
    assert_int_equal(view_make(&nobody, object, &made, &fault), -EINVAL);
    assert_string_equal(fault.key, key);
    assert_true(strlen(fault.why.text) > 0);
    json_decref(object);
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static json_t *choice(const json_t *made, const char *move)
{
    json_t *choices = json_object_get(made, "choices");
    for (size_t i = 0; i < json_array_size(choices); i++)
        if (strcmp(text(json_array_get(choices, i), "move"), move) == 0)
            return json_array_get(choices, i);
    fail_msg("no choice %s", move);
    return NULL;
}

static void every_point_is_a_choice(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"2x3\",\"rules\":\"kee2013\",\"history\":[\"B2\"]}");
    assert_int_equal(json_array_size(json_object_get(made, "choices")), 6 + 2);
    assert_true(json_is_false(json_object_get(choice(made, "B2"), "legal")));
    assert_string_equal(text(choice(made, "B2"), "rule"), "occupied");
    assert_true(json_is_true(json_object_get(choice(made, "refresh"), "legal")));
    assert_string_equal(text(made, "stones"), ".X....");
    json_decref(made);
    made = view("{\"board\":\"2x3\",\"rules\":\"psk\",\"history\":[\"pass\",\"pass\"]}");
    assert_int_equal(json_array_size(json_object_get(made, "choices")), 0);
    assert_true(json_is_null(json_object_get(made, "repeats")));
    json_decref(made);
}

/* Black took C1 with D1: White may not take back, for the board after move 2 would come back. */
static void a_ko_says_what_comes_back(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"1x4\",\"rules\":\"psk\",\"history\":[\"B1\",\"C1\",\"D1\"]}");
    json_t *taken = choice(made, "C1"), *repeats = json_object_get(made, "repeats");
    assert_true(json_is_false(json_object_get(taken, "legal")));
    assert_string_equal(text(taken, "rule"), "psk");
    assert_int_equal(json_integer_value(json_object_get(taken, "back_to")), 2);
    assert_true(json_is_null(json_object_get(taken, "board")));
    assert_string_equal(text(repeats, "text"), "C1: recreates the board after move 2");
    assert_int_equal(json_array_size(json_object_get(repeats, "banned")), 1);
    json_decref(made);
}

static void reasons_name_a_turn(void **state)
{
    (void)state;
    assert_int_equal(choices_turn("recreates the board after move 17"), 17);
    assert_int_equal(choices_turn("retakes the ko at once: recreates the board after move 7"), 7);
    assert_int_equal(choices_turn("recreates the start position, and nobody has passed since"), 0);
    assert_int_equal(choices_turn("A1 is occupied"), -1);
}

static void moves_that_take_say_what(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"1x4\",\"rules\":\"psk\",\"history\":[\"B1\",\"C1\"]}");
    json_t *captures = json_object_get(choice(made, "D1"), "captures");
    assert_int_equal(json_array_size(captures), 1);
    assert_string_equal(json_string_value(json_array_get(captures, 0)), "C1");
    assert_string_equal(text(choice(made, "D1"), "board"), ".X.X");
    json_decref(made);
}

/* The value of a choice that ends the game is its score. */
static void ends_are_known(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"2x3\",\"rules\":\"psk\",\"history\":[\"B1\",\"pass\"]}");
    json_t *known = json_object_get(made, "known_moves");
    assert_int_equal(json_array_size(known), 1);
    assert_string_equal(text(json_array_get(known, 0), "move"), "pass");
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(json_array_get(known, 0), "value"), "min")),
                     6);
    json_decref(made);
}

static void boards_beyond_solving_are_shown(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"19x19\",\"rules\":\"psk\",\"history\":[\"D4\"]}");
    assert_int_equal(json_array_size(json_object_get(made, "choices")), 362);
    assert_true(json_is_null(json_object_get(made, "known")));
    assert_non_null(text(made, "unsolvable"));
    json_decref(made);
}

static void illegal_moves_end_the_game_that_is_shown(void **state)
{
    (void)state;
    json_t *made = view("{\"board\":\"1x3\",\"rules\":\"psk\",\"history\":[\"A1\",\"A1\",\"B1\"]}");
    assert_true(json_is_false(json_object_get(made, "legal")));
    assert_int_equal(json_array_size(json_object_get(made, "history")), 1);
    assert_int_equal(json_array_size(json_object_get(made, "not_played")), 1);
    json_decref(made);
}

/* A graph is placed as its drawing has it, or on a circle: neighbours there are a unit apart. */
static void graphs_are_placed(void **state)
{
    (void)state;
    json_t *made = view(
        "{\"graph\":{\"points\":[\"a\",\"b\",\"c\"],\"edges\":[[\"a\",\"b\"],"
        "[\"b\",\"c\"],[\"a\",\"c\"]]},\"rules\":\"psk\"}");
    json_t *layout = json_object_get(made, "layout"), *points = json_object_get(layout, "points");
    assert_true(json_is_null(json_object_get(layout, "rows")));
    assert_int_equal(json_array_size(json_object_get(layout, "edges")), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *one = json_array_get(points, i), *other = json_array_get(points, (i + 1) % 3);
        double x = json_number_value(json_object_get(one, "x")) -
                   json_number_value(json_object_get(other, "x"));
        double y = json_number_value(json_object_get(one, "y")) -
                   json_number_value(json_object_get(other, "y"));
        assert_true(x * x + y * y > 0.98 && x * x + y * y < 1.02);
    }
    json_decref(made);
}

static void wrong_queries_are_refused(void **state)
{
    (void)state;
    assert_refused("{\"board\":\"2x3\"}", "rules");
    assert_refused("{\"rules\":\"psk\"}", "board");
    assert_refused("{\"board\":\"2x3\",\"rules\":\"psk\",\"boardd\":1}", "boardd");
    assert_refused("{\"board\":\"2x3\",\"rules\":\"psk\",\"history\":[\"Z9\"]}", "history");
    assert_refused("{\"board\":\"99x99\",\"rules\":\"psk\"}", "board");
}

/* Where a board may come back as often as it likes a game may be long, and is shown soon. */
static void long_games_are_shown(void **state)
{
    (void)state;
    enum { LAPS = 20000 };
    json_t *history = json_array(), *query = json_object();
    for (int i = 0; i < LAPS; i++) {
        json_array_append_new(history, json_string("A1"));
        json_array_append_new(history, json_string("B1"));
    }
    json_object_set_new(query, "board", json_string("1x2"));
    json_object_set_new(query, "rules", json_string("none"));
    json_object_set_new(query, "history", history);
    char *text_of_query = json_dumps(query, 0);
    double started = clock_now();
    json_t *made = view(text_of_query);
    assert_true(clock_now() - started < 10);
    assert_int_equal(json_array_size(json_object_get(made, "history")), 2 * LAPS);
    json_decref(made);
    free(text_of_query);
    json_decref(query);
}

/* What is asked is a half where the rules give half a point. */
static void progress_in_words(void **state)
{
    char words[160];
    struct solve_progress progress = {.phase = SOLVE_SEARCHING, .attacker = 0, .margin = 1};
    (void)state;
    kind_progress_text(&progress, words);
    assert_string_equal(words, "can Black get +1?");
    progress.half_points = 1;
    kind_progress_text(&progress, words);
    assert_string_equal(words, "can Black get +1.5?");
    progress.attacker = 1;
    progress.margin = -1;
    kind_progress_text(&progress, words);
    assert_string_equal(words, "can White hold Black to -0.5?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_games_are_shown),
        cmocka_unit_test(every_point_is_a_choice),
        cmocka_unit_test(a_ko_says_what_comes_back),
        cmocka_unit_test(reasons_name_a_turn),
        cmocka_unit_test(moves_that_take_say_what),
        cmocka_unit_test(ends_are_known),
        cmocka_unit_test(boards_beyond_solving_are_shown),
        cmocka_unit_test(illegal_moves_end_the_game_that_is_shown),
        cmocka_unit_test(graphs_are_placed),
        cmocka_unit_test(wrong_queries_are_refused),
        cmocka_unit_test(progress_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
