/* Answers: what is written for a query. */
#include "batch/answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "json/coalition_json.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/replay_json.h"
#include "json/result_json.h"

/* Less than any run, and not 0, which is no limit. */
#define NO_TIME_LEFT 1e-6

/* Writes text as a line. A reader sees each answer at once. */
static void write_line(struct answers *answers, const char *text)
{
    FILE *out = answers->options->out;
    pthread_mutex_lock(&answers->mutex);
    if (atomic_load(&answers->error) == 0) {
        if (fputs(text, out) == EOF || putc('\n', out) == EOF || fflush(out) == EOF)
            atomic_store(&answers->error, errno != 0 ? -errno : -EIO);
        else
            answers->count++;
    }
    pthread_mutex_unlock(&answers->mutex);
}

/* Writes object as a line, and releases it. Where memory lacks for it, that ends the batch: a
 * reader waits for each answer. */
static void write_object(struct answers *answers, json_t *object)
{
    bool incomplete = json_was_incomplete() || object == NULL;
    char *text = incomplete ? NULL : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    if (text == NULL || json_was_incomplete())
        atomic_store(&answers->error, -ENOMEM);
    else
        write_line(answers, text);
    json_decref(object);
    free(text);
}

/* The beginning of an answer. */
static json_t *head(const char *verb, json_t *id)
{
    return json_with(json_head(verb), "id", id != NULL ? json_incref(id) : json_null());
}

void answer_cancel(struct answers *answers, json_t *id, size_t cancelled)
{
    json_t *object = json_with(head("batch", id), "action", json_string("cancel"));
    write_object(answers, json_with(object, "cancelled", json_integer((json_int_t)cancelled)));
}

void answer_version(struct answers *answers, json_t *id)
{
    write_object(answers, json_with(head("batch", id), "action", json_string("version")));
}

void answer_fault(struct answers *answers, json_t *id, size_t number,
                  const struct query_fault *fault)
{
    json_t *object = json_with(head("batch", id), "line", json_integer((json_int_t)number));
    write_object(answers, json_with(object, "error", query_json_fault(fault)));
}

void answer_no_memory(struct answers *answers, struct query_fault *fault)
{
    atomic_store(&answers->no_memory, true);
    query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
}

/* What the run may use: what is asked for, as far as there is so much. */
static void set_limits(const struct answers *answers, struct request_limits *limits)
{
    if (limits->threads == 0)
        limits->threads = 1;
    if (limits->threads > answers->options->threads)
        limits->threads = answers->options->threads;
    if (limits->memory == 0 || limits->memory > answers->memory)
        limits->memory = answers->memory;
}

/* Seconds of the run: its own, or what is left of all. */
static double seconds_left(const struct answers *answers, double asked)
{
    if (answers->deadline == 0)
        return asked;
    double left = answers->deadline - clock_now();
    if (left < NO_TIME_LEFT)
        left = NO_TIME_LEFT;
    return asked > 0 && asked < left ? asked : left;
}

/* Makes the request for a query. Returns 0 or -ENOMEM. */
static int make_request(const struct answers *answers, const struct queued *job,
                        const struct query *query, struct solve_request **ret_request)
{
    struct request_limits limits = query->limits;
    struct solve_request *request;
    limits.max_seconds = seconds_left(answers, limits.max_seconds);
    int r = request_limits_make(&limits, job->interrupt, &request);
    if (r < 0)
        return r;
    solve_request_set_komi(request, query->komi_half_points);
    solve_request_set_value_only(request, query->value_only);
    solve_request_set_ask(request, query->asks ? &query->asked : NULL);
    solve_request_set_living(request, query->living);
    solve_request_set_cache(request, answers->cache);
    solve_request_set_store(request, answers->options->store);
    *ret_request = request;
    return 0;
}

/* Solves. Returns 0, or -EINVAL or -ENOMEM (fault). */
static int run(const struct answers *answers, const struct queued *job, const struct query *query,
               struct solve_result **ret_result, struct query_fault *fault)
{
    struct solve_request *request;
    struct solve_error why = {"out of memory"};
    int r = make_request(answers, job, query, &request);
    if (r == 0) {
        r = solve_request_run(request, query->game, ret_result, &why);
        solve_request_free(request);
    }
    return r < 0 ? query_fault_set(fault, r, "", NULL, "%s", why.text) : 0;
}

/* Asks the store. Returns as run(). */
static int look_up(const struct answers *answers, const struct query *query,
                   struct solve_result **ret_result, struct query_fault *fault)
{
    struct solve_error why = {"out of memory"};
    if (answers->options->store == NULL)
        return query_fault_set(fault, -EINVAL, "", NULL, "there is no store: wanted --store");
    int r = solve_store_query(answers->options->store, query->game, query->komi_half_points,
                              ret_result, &why);
    return r < 0 ? query_fault_set_rules(fault, r, solve_game_rules(query->game), &why) : 0;
}

/* Writes the fault for which there is no answer. */
static void answer_failure(struct answers *answers, const struct queued *job, int r,
                           struct query_fault *fault)
{
    if (r == -ENOMEM)
        answer_no_memory(answers, fault);
    answer_fault(answers, json_object_get(job->line, "id"), job->number, fault);
}

static void answer_coalitions(struct answers *answers, const struct queued *job,
                              struct query *query)
{
    struct coalition_list list;
    struct query_fault fault;
    struct solve_request *request;
    struct solve_error why = {"out of memory"};
    double started = clock_now();
    set_limits(answers, &query->limits);
    query->limits.threads = 1;
    coalition_list_make(&list, query->game, 0, query->value_only);
    int r = make_request(answers, job, query, &request);
    if (r == 0) {
        r = coalition_list_ask(&list, request, query->limits.max_nodes, &why);
        solve_request_free(request);
    }
    if (answers->deadline > 0 && clock_now() >= answers->deadline && !coalition_json_known(&list))
        atomic_store(&answers->cut, true);
    if (r < 0)
        answer_failure(answers, job,
                       query_fault_set_rules(&fault, r, solve_game_rules(query->game), &why),
                       &fault);
    else
        write_object(answers,
                     coalition_json_set(head("solve coalitions", json_object_get(job->line, "id")),
                                        &list, &query->limits, clock_now() - started));
    coalition_list_release(&list);
}

static void answer_query(struct answers *answers, const struct queued *job, struct query *query)
{
    struct solve_result *result;
    struct query_fault fault;
    json_t *id = json_object_get(job->line, "id");
    bool runs = job->action == QUERY_SOLVE;
    const struct solve_claim *ask = query->asks ? &query->asked : NULL;
    double started = clock_now();
    set_limits(answers, &query->limits);
    int r =
        runs ? run(answers, job, query, &result, &fault) : look_up(answers, query, &result, &fault);
    if (r < 0) {
        answer_failure(answers, job, r, &fault);
        return;
    }
    if (answers->deadline > 0 && clock_now() >= answers->deadline &&
        !result_json_is_proven(result, query->value_only, ask))
        atomic_store(&answers->cut, true);
    struct result_asked asked = {.game = query->game,
                                 .komi_half_points = query->komi_half_points,
                                 .value_only = query->value_only,
                                 .ask = ask,
                                 .store = answers->options->store_name,
                                 .limits = query->limits};
    if (!runs)
        asked.limits = (struct request_limits){.threads = 0};
    write_object(answers, result_json_set(head(runs ? "solve" : "store query", id), result, &asked,
                                          clock_now() - started));
    solve_result_free(result);
}

/* Makes the moves up to the first that is not legal, or comes after the end. */
static void answer_replay(struct answers *answers, const struct queued *job, struct query *query)
{
    struct solve_refusal refusal;
    struct query_fault fault;
    struct solve_game *game = query->game;
    json_t *id = json_object_get(job->line, "id");
    int r =
        solve_game_watch(game, job->interrupt, seconds_left(answers, query->limits.max_seconds));
    for (size_t i = 0; i < query->move_count && r == 0; i++)
        r = solve_game_play(game, query->moves[i], &refusal);
    if (r < 0 && r != -EPERM) {
        answer_no_memory(answers, &fault);
        answer_fault(answers, id, job->number, &fault);
        return;
    }
    const struct replay_moves moves = {
        .list = query->moves,
        .count = query->move_count,
        .refusal = r < 0 ? &refusal : NULL,
        .refused_player = solve_game_is_over(game) ? -1 : solve_game_to_move(game),
    };
    write_object(answers, replay_json_set(head("replay", id), game, &moves));
}

void answer_job(struct answers *answers, const struct queued *job)
{
    struct query query;
    struct query_fault fault;
    json_was_incomplete();
    int r = query_json_read(job->line, job->action, &query, &fault);
    if (r == -ENOMEM)
        answer_no_memory(answers, &fault);
    if (r < 0) {
        answer_fault(answers, json_object_get(job->line, "id"), job->number, &fault);
        return;
    }
    if (job->action == QUERY_REPLAY)
        answer_replay(answers, job, &query);
    else if (job->action == QUERY_COALITIONS)
        answer_coalitions(answers, job, &query);
    else
        answer_query(answers, job, &query);
    query_json_release(&query);
}
