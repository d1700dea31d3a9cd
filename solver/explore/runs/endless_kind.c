/* Runs that ask whether play can go on for ever. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "explore/runs/kind.h"
#include "json/endless_json.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/result_json.h"

struct endless_job {
    struct solve_game *game; /* from where it is asked, without moves; owned */
    struct request_limits limits, used;
    double seconds;
    struct solve_endless found; /* if is_found */
    bool is_found;
    const char *stopped; /* the word for what stopped it, or NULL */
};

static void free_job(void *arg)
{
    struct endless_job *job = arg;
    if (job == NULL)
        return;
    solve_game_free(job->game);
    if (job->is_found)
        solve_endless_release(&job->found);
    free(job);
}

/* A game that begins where game stands. */
static int start_here(const struct solve_game *game, struct solve_game **ret_start)
{
    char position[SOLVE_POSITION_TEXT_MAX];
    int r = solve_game_position(game, solve_game_turns(game), position);
    if (r < 0)
        return r;
    return solve_game_new(solve_game_board(game), solve_game_rules(game), position,
                          solve_game_to_move(game), ret_start, NULL);
}

static json_t *make_query(const struct solve_game *game)
{
    json_t *object = game_json_set_board(json_object(), solve_game_board(game));
    object = json_with(object, "rules", json_string(solve_rules_text(solve_game_rules(game))));
    return game_json_set_start(object, game);
}

static int read_job(const json_t *request, struct kind_asked *ret_asked, struct query_fault *fault)
{
    static const char *const not_taken[] = {"action", NULL};
    struct kind_asked asked = {0};
    struct query query;
    struct endless_job *job = calloc(1, sizeof(*job));
    json_t *copy = kind_query_of(request, "action");
    int r = query_json_check(copy, not_taken, fault);
    if (r == 0)
        r = query_json_read(copy, QUERY_SOLVE, &query, fault);
    json_decref(copy);
    if (r < 0) {
        free(job);
        return r;
    }
    r = -ENOMEM;
    if (job != NULL) {
        job->limits = query.limits;
        r = start_here(query.game, &job->game);
    }
    query_json_release(&query);
    if (r < 0) {
        free_job(job);
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    }
    kind_title(asked.title, solve_game_board(job->game),
               solve_rules_text(solve_game_rules(job->game)));
    asked.query = make_query(job->game);
    asked.key =
        json_was_incomplete() ? NULL : json_dumps(asked.query, JSON_COMPACT | JSON_SORT_KEYS);
    asked.job = job;
    *ret_asked = asked;
    return 0;
}

static int run(struct endless_job *job, const struct kind_turn *turn, struct solve_error *why)
{
    struct solve_request *request;
    int r = request_limits_make(&job->used, turn->interrupt, &request);
    if (r < 0)
        return r;
    r = solve_request_endless(request, job->game, &job->found, why);
    solve_request_free(request);
    return r;
}

/* Stopped before anything was known. */
static void set_nothing(struct endless_job *job, const char *reason, enum solve_stop stop)
{
    job->found = (struct solve_endless){
        .verdict = SOLVE_ENDLESS_UNDECIDED, .argument = "stopped", .reason = reason};
    job->is_found = true;
    job->stopped = result_json_stop(stop);
}

static int work(void *arg, const struct kind_turn *turn, struct query_fault *fault)
{
    struct endless_job *job = arg;
    struct solve_error why = {"out of memory"};
    struct kind_told told = {.text = "looking for a play without end"};
    double started = clock_now();
    if (job->is_found)
        solve_endless_release(&job->found);
    job->is_found = false;
    job->stopped = NULL;
    job->used = kind_limits(&job->limits, turn);
    job->used.threads = 1;
    turn->tell(turn->arg, &told, NULL);
    int r = run(job, turn, &why);
    job->seconds = clock_now() - started;
    if (r == -EINTR && solve_interrupt_is_requested(turn->interrupt)) {
        set_nothing(job, "stopped before the end", SOLVE_STOP_INTERRUPT);
        return 0;
    }
    if (r == -EINTR)
        set_nothing(job, "stopped before the end", SOLVE_STOP_TIME);
    else if (r == -ENOSPC)
        set_nothing(job, "the memory allowed is too small", SOLVE_STOP_MEMORY);
    else if (r == -EPROTO)
        return query_fault_set(fault, r, "", NULL, "the rules refuse the line that was found");
    else if (r < 0)
        return query_fault_set(fault, r, "", NULL, "%s", why.text);
    job->is_found = true;
    return 1;
}

static json_t *make_result(void *arg)
{
    const struct endless_job *job = arg;
    const struct endless_asked asked = {job->game, job->used};
    if (!job->is_found)
        return NULL;
    return endless_json_set(json_head("endless"), &job->found, &asked, job->stopped);
}

static bool is_complete(void *arg)
{
    const struct endless_job *job = arg;
    return job->is_found && job->stopped == NULL;
}

const struct run_kind kind_endless = {"endless",   read_job, work,    make_result,
                                      is_complete, NULL,     free_job};
