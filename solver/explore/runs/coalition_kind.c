/* Runs that ask what each coalition of a game's players gets. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "explore/runs/kind.h"
#include "json/coalition_json.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"
#include "json/query_fault.h"

struct coalition_job {
    struct query query;
    struct request_limits used;
    struct coalition_list list;
    double seconds;
    bool is_found; /* the list was asked for, to the end or until something stopped it */
};

static void free_job(void *arg)
{
    struct coalition_job *job = arg;
    if (job == NULL)
        return;
    if (job->is_found)
        coalition_list_release(&job->list);
    query_json_release(&job->query);
    free(job);
}

static json_t *make_query(const struct solve_game *game)
{
    json_t *object = game_json_set_board(json_object(), solve_game_board(game));
    object = json_with(object, "rules", json_string(solve_rules_text(solve_game_rules(game))));
    return game_json_set_start(object, game);
}

static int read_job(const json_t *request, struct kind_asked *ret_asked, struct query_fault *fault)
{
    static const char *const not_taken[] = {"action", "ask", "living", NULL};
    struct kind_asked asked = {0};
    struct coalition_job *job = calloc(1, sizeof(*job));
    if (job == NULL)
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    json_t *copy = kind_query_of(request, "action");
    int r = query_json_check(copy, not_taken, fault);
    if (r == 0)
        r = query_json_read(copy, QUERY_COALITIONS, &job->query, fault);
    json_decref(copy);
    if (r < 0) {
        free(job);
        return r;
    }
    const struct solve_game *game = job->query.game;
    kind_title(asked.title, solve_game_board(game), solve_rules_text(solve_game_rules(game)));
    asked.query = make_query(game);
    asked.key =
        json_was_incomplete() ? NULL : json_dumps(asked.query, JSON_COMPACT | JSON_SORT_KEYS);
    asked.job = job;
    *ret_asked = asked;
    return 0;
}

/* Passes on how far it is. */
static void tell(const struct solve_progress *progress, void *arg)
{
    const struct kind_turn *turn = arg;
    struct kind_told told = {
        .seconds = progress->seconds,
        .nodes = progress->nodes,
        .entries = progress->entries,
    };
    int length = snprintf(told.text, sizeof(told.text), "can");
    for (int k = 0, any = 0; k < SOLVE_PLAYERS_MAX; k++)
        if (progress->attacker >> k & 1)
            length += snprintf(told.text + length, sizeof(told.text) - (size_t)length, "%s %s",
                               any++ > 0 ? " and" : "", player_name(k));
    snprintf(told.text + length, sizeof(told.text) - (size_t)length, " get %d?", progress->margin);
    turn->tell(turn->arg, &told, NULL);
}

static int ask(struct coalition_job *job, const struct kind_turn *turn, struct solve_error *why)
{
    struct solve_request *request;
    int r = request_limits_make(&job->used, turn->interrupt, &request);
    if (r < 0)
        return r;
    solve_request_set_progress(request, tell, (void *)turn);
    r = coalition_list_ask(&job->list, request, job->query.limits.max_nodes, why);
    solve_request_free(request);
    return r;
}

static int work(void *arg, const struct kind_turn *turn, struct query_fault *fault)
{
    struct coalition_job *job = arg;
    struct solve_error why = {"out of memory"};
    struct kind_told told = {.text = "looking for what coalitions get"};
    double started = clock_now();
    if (job->is_found)
        coalition_list_release(&job->list);
    job->is_found = true;
    job->used = kind_limits(&job->query.limits, turn);
    job->used.threads = 1;
    coalition_list_make(&job->list, job->query.game, 0, job->query.value_only);
    turn->tell(turn->arg, &told, NULL);
    int r = ask(job, turn, &why);
    job->seconds = clock_now() - started;
    if (r < 0)
        return query_fault_set_rules(fault, r, solve_game_rules(job->query.game), &why);
    return coalition_json_stop(&job->list) != SOLVE_STOP_INTERRUPT;
}

static json_t *make_result(void *arg)
{
    const struct coalition_job *job = arg;
    if (!job->is_found)
        return NULL;
    return coalition_json_set(json_head("solve coalitions"), &job->list, &job->used, job->seconds);
}

static bool is_complete(void *arg)
{
    const struct coalition_job *job = arg;
    return job->is_found && coalition_json_stop(&job->list) == SOLVE_STOP_NONE;
}

const struct run_kind kind_coalitions = {"coalitions", read_job, work,    make_result,
                                         is_complete,  NULL,     free_job};
