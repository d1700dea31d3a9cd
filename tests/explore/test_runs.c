/* Runs in the background: shared, cancelled, taking turns, stopped with a full queue. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "explore/runs/runs.h"
#include "json/json.h"

/* More than anybody waits for. */
#define FOREVER 100
/* What takes longer than any test. */
#define ENDLESS_WORK "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"ssk\"}"

static const struct runs_options small = {.threads = 2, .memory = 256 << 20, .first_turn = 0.1};

static struct explore_runs *start(const struct runs_options *options)
{
    struct explore_runs *runs;
    assert_int_equal(runs_new(options, &runs), 0);
    return runs;
}

static void ask(struct explore_runs *runs, const char *request, char id[RUNS_ID_MAX])
{
    struct query_fault fault = {.key = ""};
    json_t *object = json_loads(request, 0, NULL);
    assert_non_null(object);
    int r = runs_ask(runs, object, id, &fault);
    json_decref(object);
    if (r < 0)
        fail_msg("%s: %s: %s", request, fault.key, fault.why.text);
}

static void assert_refused(struct explore_runs *runs, const char *request, const char *key)
{
    char id[RUNS_ID_MAX];
    struct query_fault fault = {.key = "?"};
    json_t *object = json_loads(request, JSON_DECODE_ANY, NULL);
    assert_int_equal(runs_ask(runs, object, id, &fault), -EINVAL);
    assert_string_equal(fault.key, key);
    json_decref(object);
}

static struct run_watch *watch(struct explore_runs *runs, const char *id)
{
    struct run_watch *made;
    assert_int_equal(run_watch_new(runs, id, NULL, NULL, &made), 0);
    return made;
}

/* Takes events until the last; returns that, and counts the others. */
static json_t *last_event(struct run_watch *of, const char *wanted, size_t *ret_progress)
{
    const char *event;
    char *data;
    size_t progress = 0;
    for (;;) {
        assert_true(run_watch_wait(of, FOREVER));
        int r = run_watch_next(of, &event, &data);
        assert_true(r >= 0);
        if (r == 0)
            continue;
        json_t *object = json_loads(data, 0, NULL);
        free(data);
        assert_non_null(object);
        if (strcmp(event, "progress") != 0) {
            assert_string_equal(event, wanted);
            assert_int_equal(run_watch_next(of, &event, &data), -ENOENT);
            if (ret_progress != NULL)
                *ret_progress = progress;
            return object;
        }
        progress++;
        json_decref(object);
    }
}

/* What a request finds. */
static json_t *find(struct explore_runs *runs, const char *request)
{
    char id[RUNS_ID_MAX];
    ask(runs, request, id);
    struct run_watch *of = watch(runs, id);
    json_t *result = last_event(of, "result", NULL);
    run_watch_free(of);
    return result;
}

static json_int_t value_min(const json_t *result)
{
    return json_integer_value(json_object_get(json_object_get(result, "value"), "min"));
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

static void every_kind_answers(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    json_t *result = find(runs, "{\"kind\":\"solve\",\"board\":\"2x3\",\"rules\":\"psk\"}");
    assert_true(is_true(result, "proven") && is_true(result, "moves_complete"));
    json_decref(result);
    result = find(runs, "{\"kind\":\"endless\",\"board\":\"2x2\",\"rules\":\"none\"}");
    assert_string_equal(text(result, "verdict"), "endless");
    json_decref(result);
    result = find(runs,
                  "{\"kind\":\"endless\",\"board\":\"2x2\",\"rules\":\"psk\","
                  "\"history\":[\"A1\"]}");
    assert_string_equal(text(result, "verdict"), "finite");
    assert_string_equal(text(result, "position"), "../X.");
    json_decref(result);
    result = find(runs, "{\"kind\":\"find\",\"board\":\"1x3\",\"rulesets\":[\"psk\",\"simple\"]}");
    assert_true(is_true(json_object_get(result, "find"), "found") ||
                is_true(json_object_get(result, "find"), "complete"));
    json_decref(result);
    runs_free(runs);
}

static void two_at_once(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    char a[RUNS_ID_MAX], b[RUNS_ID_MAX];
    ask(runs, "{\"kind\":\"solve\",\"board\":\"3x3\",\"rules\":\"psk\"}", a);
    ask(runs, "{\"kind\":\"solve\",\"board\":\"3x3\",\"rules\":\"ssk\"}", b);
    struct run_watch *one = watch(runs, a), *other = watch(runs, b);
    json_t *first = last_event(one, "result", NULL), *second = last_event(other, "result", NULL);
    assert_int_equal(value_min(first), 9);
    assert_int_equal(value_min(second), 9);
    json_decref(first);
    json_decref(second);
    run_watch_free(one);
    run_watch_free(other);
    runs_free(runs);
}

/* The same question is one run, however it is spelled; another komi is another. */
static void the_same_question_is_one_run(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    char a[RUNS_ID_MAX], b[RUNS_ID_MAX], c[RUNS_ID_MAX];
    ask(runs, ENDLESS_WORK, a);
    ask(runs, "{\"rules\":\"SSK\",\"board\":\"5x5\",\"kind\":\"solve\",\"history\":[]}", b);
    ask(runs, "{\"rules\":\"ssk\",\"board\":\"5x5\",\"kind\":\"solve\",\"komi\":1}", c);
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    ask(runs, "{\"rules\":\"ssk\",\"board\":\"5x5\",\"kind\":\"solve\",\"living\":true}", b);
    assert_string_not_equal(a, b);
    json_t *result = find(runs, "{\"kind\":\"solve\",\"board\":\"1x3\",\"rules\":\"psk\"}");
    json_decref(result);
    ask(runs, "{\"kind\":\"solve\",\"board\":\"1x3\",\"rules\":\"psk\"}", a);
    assert_string_equal(runs_state(runs, a), "done");
    runs_free(runs);
}

/* A cancelled run says what it found and that it was stopped, and can be asked for again. */
static void cancelled(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    char id[RUNS_ID_MAX], again[RUNS_ID_MAX];
    ask(runs, ENDLESS_WORK, id);
    struct run_watch *of = watch(runs, id);
    assert_true(run_watch_wait(of, FOREVER));
    assert_int_equal(runs_cancel(runs, id), 0);
    json_t *result = last_event(of, "result", NULL);
    assert_string_equal(text(result, "stopped"), "interrupted");
    assert_false(is_true(result, "proven"));
    json_decref(result);
    run_watch_free(of);
    assert_string_equal(runs_state(runs, id), "done");
    assert_int_equal(runs_cancel(runs, id), 0);
    assert_int_equal(runs_cancel(runs, "nobody"), -ENOENT);
    ask(runs, ENDLESS_WORK, again);
    assert_string_not_equal(id, again);
    runs_free(runs);
}

/* More runs wait than there are threads: what is watched comes before what is not, and those that
 * wait are cancelled, too. */
static void watched_runs_come_first(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    char id[RUNS_ID_MAX], request[160];
    for (int i = 1; i <= 6; i++) {
        snprintf(request, sizeof(request),
                 "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"ssk\",\"komi\":%d}", i);
        ask(runs, request, id);
    }
    assert_int_equal(runs_cancel(runs, id), 0);
    struct run_watch *of = watch(runs, id);
    json_t *result = last_event(of, "result", NULL);
    assert_string_equal(text(result, "stopped"), "interrupted");
    json_decref(result);
    run_watch_free(of);
    double before = clock_now();
    result = find(runs, "{\"kind\":\"solve\",\"board\":\"2x3\",\"rules\":\"psk\"}");
    assert_true(is_true(result, "proven"));
    assert_true(clock_now() - before < 30);
    json_decref(result);
    runs_free(runs);
}

/* Runs that nobody watches give way at once to what somebody waits for, and go on afterwards. */
static void unwatched_runs_give_way(void **state)
{
    (void)state;
    struct runs_options patient = small;
    char work[2][RUNS_ID_MAX];
    patient.first_turn = FOREVER;
    patient.grace = 1e-3;
    struct explore_runs *runs = start(&patient);
    ask(runs, ENDLESS_WORK, work[0]);
    ask(runs, "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"psk\"}", work[1]);
    for (int i = 0; i < 2; i++)
        while (strcmp(runs_state(runs, work[i]), "running") != 0)
            usleep(1000);
    for (int komi = 0; komi < 3; komi++) {
        char request[160];
        snprintf(request, sizeof(request),
                 "{\"kind\":\"solve\",\"board\":\"2x3\",\"rules\":\"psk\",\"komi\":%d}", komi);
        json_t *result = find(runs, request);
        assert_true(is_true(result, "proven"));
        json_decref(result);
    }
    for (int i = 0; i < 2; i++)
        while (strcmp(runs_state(runs, work[i]), "running") != 0)
            usleep(1000);
    runs_free(runs);
}

/* What is too little memory is said: in the result, or instead of it. */
static void too_little_memory(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    json_t *result = find(runs,
                          "{\"kind\":\"solve\",\"board\":\"3x4\",\"rules\":\"psk,suicide=multi\","
                          "\"limits\":{\"memory\":65536}}");
    assert_false(is_true(result, "proven"));
    assert_string_equal(text(result, "stopped"), "memory");
    json_decref(result);
    runs_free(runs);
}

static void progress_is_told(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    char id[RUNS_ID_MAX];
    size_t progress;
    ask(runs,
        "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"ssk\",\"limits\":"
        "{\"max_seconds\":0.8}}",
        id);
    struct run_watch *of = watch(runs, id);
    json_t *result = last_event(of, "result", &progress);
    assert_string_equal(text(result, "stopped"), "time");
    assert_true(progress >= 2);
    json_decref(result);
    run_watch_free(of);
    runs_free(runs);
}

/* What a run found is known to views. */
static void ended_runs_are_known(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    assert_int_equal(solve_board_parse("2x3", &board, NULL), 0);
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
    assert_null(runs_look_up(runs, game, 0, false));
    json_decref(find(runs, "{\"kind\":\"solve\",\"board\":\"2x3\",\"rules\":\"psk\"}"));
    json_t *known = runs_look_up(runs, game, 0, true);
    assert_string_equal(text(known, "from"), "run");
    assert_true(is_true(known, "proven"));
    json_decref(known);
    assert_null(runs_look_up(runs, game, 1, false));
    assert_int_equal(solve_game_play_text(game, "B1", NULL), 0);
    assert_null(runs_look_up(runs, game, 0, false));
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    runs_free(runs);
}

/* What is no certificate is refused or fails, and says why. */
static void wrong_certificates(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    struct query_fault fault;
    char id[RUNS_ID_MAX];
    assert_int_equal(runs_ask_check(runs, "nothing.cert", "no certificate", 14, id, &fault), 0);
    struct run_watch *of = watch(runs, id);
    json_t *result = last_event(of, "result", NULL);
    assert_false(is_true(result, "accepted"));
    assert_string_equal(text(result, "verdict"), "not accepted");
    assert_true(strlen(text(result, "reason")) > 0);
    json_decref(result);
    run_watch_free(of);
    runs_free(runs);
}

/* Certificates that wait hold no more than is allowed; when they are checked others can come. */
static void certificates_are_bounded(void **state)
{
    (void)state;
    struct runs_options patient = small;
    struct query_fault fault;
    char work[2][RUNS_ID_MAX], id[RUNS_ID_MAX];
    size_t size = (size_t)100 << 20;
    char *bytes = calloc(1, size);
    assert_non_null(bytes);
    patient.first_turn = FOREVER;
    struct explore_runs *runs = start(&patient);
    ask(runs, ENDLESS_WORK, work[0]);
    ask(runs, "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"psk\"}", work[1]);
    struct run_watch *busy[2] = {watch(runs, work[0]), watch(runs, work[1])};
    for (int i = 0; i < 2; i++)
        while (strcmp(runs_state(runs, work[i]), "running") != 0)
            usleep(1000);
    assert_int_equal(runs_ask_check(runs, "", bytes, size, id, &fault), 0);
    assert_int_equal(runs_ask_check(runs, "", bytes, size, id, &fault), 0);
    struct run_watch *last = watch(runs, id);
    assert_int_equal(runs_ask_check(runs, "", bytes, size, id, &fault), -EBUSY);
    assert_non_null(strstr(fault.why.text, "certificates"));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(runs_cancel(runs, work[i]), 0);
        json_decref(last_event(busy[i], "result", NULL));
        run_watch_free(busy[i]);
    }
    json_decref(last_event(last, "result", NULL));
    run_watch_free(last);
    assert_int_equal(runs_ask_check(runs, "", bytes, size, id, &fault), 0);
    free(bytes);
    runs_free(runs);
}

static void wrong_requests(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    assert_refused(runs, "{}", "kind");
    assert_refused(runs, "{\"kind\":\"dance\"}", "kind");
    assert_refused(runs, "{\"kind\":\"solve\",\"board\":\"2x3\"}", "rules");
    assert_refused(runs, "{\"kind\":\"solve\",\"board\":\"9x9\",\"rules\":\"psk\"}", "board");
    assert_refused(runs, "{\"kind\":\"find\",\"board\":\"2x3\",\"rulesets\":[\"psk\"]}",
                   "rulesets");
    assert_refused(runs, "{\"kind\":\"find\",\"board\":\"2x3\",\"rulesets\":[\"psk\",1]}", "rules");
    assert_null(runs_state(runs, "nobody"));
    runs_free(runs);
}

/* No more runs are kept than were allowed; what is watched stays. */
static void kept_runs_are_bounded(void **state)
{
    (void)state;
    struct runs_options few = small;
    char first[RUNS_ID_MAX], request[160];
    few.kept = 4;
    struct explore_runs *runs = start(&few);
    ask(runs, "{\"kind\":\"solve\",\"board\":\"1x2\",\"rules\":\"psk\"}", first);
    struct run_watch *of = watch(runs, first);
    json_decref(last_event(of, "result", NULL));
    for (int i = 1; i <= 12; i++) {
        snprintf(request, sizeof(request),
                 "{\"kind\":\"solve\",\"board\":\"1x2\",\"rules\":\"psk\",\"komi\":%d}", i);
        json_decref(find(runs, request));
    }
    json_t *list = runs_list(runs);
    assert_int_equal(json_array_size(json_object_get(list, "runs")), 4);
    json_decref(list);
    assert_string_equal(runs_state(runs, first), "done");
    run_watch_free(of);
    runs_free(runs);
}

/* The end comes soon, whatever is under way or waits, and those who watch are told. */
static void stopped_with_a_full_queue(void **state)
{
    (void)state;
    struct explore_runs *runs = start(&small);
    struct run_watch *of[8];
    char id[RUNS_ID_MAX], request[160];
    for (int i = 0; i < 8; i++) {
        snprintf(request, sizeof(request),
                 "{\"kind\":\"solve\",\"board\":\"5x5\",\"rules\":\"ssk\",\"komi\":%d}", i);
        ask(runs, request, id);
        of[i] = watch(runs, id);
    }
    assert_true(run_watch_wait(of[0], FOREVER));
    runs_stop(runs);
    for (int i = 0; i < 8; i++) {
        const char *event = "";
        char *data = NULL;
        while (strcmp(event, "result") != 0 && strcmp(event, "failed") != 0) {
            free(data);
            data = NULL;
            assert_true(run_watch_wait(of[i], FOREVER));
            assert_true(run_watch_next(of[i], &event, &data) >= 0);
        }
        free(data);
        run_watch_free(of[i]);
    }
    runs_free(runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_answers),
        cmocka_unit_test(two_at_once),
        cmocka_unit_test(the_same_question_is_one_run),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(watched_runs_come_first),
        cmocka_unit_test(unwatched_runs_give_way),
        cmocka_unit_test(too_little_memory),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(ended_runs_are_known),
        cmocka_unit_test(wrong_certificates),
        cmocka_unit_test(certificates_are_bounded),
        cmocka_unit_test(wrong_requests),
        cmocka_unit_test(kept_runs_are_bounded),
        cmocka_unit_test(stopped_with_a_full_queue),
    };
    json_watch_memory();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
