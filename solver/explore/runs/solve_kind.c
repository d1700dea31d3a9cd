/*
 * Runs that solve a state. They work in slices of growing length, so that what is proved by now can
 * be told after each: the next goes on from the cache, and from the store. A slice does not end
 * while tables are made or strategies looked for, which would begin anew.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "explore/runs/kind.h"
#include "explore/view/question.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/result_json.h"
#include "json/value_json.h"

#define FIRST_SLICE 0.5 /* seconds */
#define SLICE_FACTOR 2
#define TELL_SECONDS 0.1

struct solve_job {
    struct query query;
    struct solve_result *best;  /* of all slices, what says most; NULL: there was none */
    double slice;               /* seconds of the next one */
    double seconds;             /* that all slices took */
    uint64_t nodes;             /* of all slices */
    bool without_store;         /* nothing can be written to it any more */
    const char *store_name;     /* the store that was used last; NULL: none */
    struct request_limits used; /* what the last slice might use */
};

/* Whom a slice tells. */
struct solve_listener {
    const struct solve_job *job;
    const struct kind_turn *turn;
    double told_at;
    double searching_since; /* when the search was met first; 0: not yet */
    bool over;              /* the slice is, and has been interrupted */
    size_t moves_proved;
};

/* The claim that is to be decided; NULL: the value is looked for. */
static const struct solve_claim *ask_of(const struct solve_job *job)
{
    return job->query.asks ? &job->query.asked : NULL;
}

static void free_job(void *arg)
{
    struct solve_job *job = arg;
    if (job == NULL)
        return;
    query_json_release(&job->query);
    solve_result_free(job->best);
    free(job);
}

/* The key: the question, and what else an answer depends on. */
static char *make_key(const char *state, const json_t *query, const struct solve_job *job)
{
    struct strbuf key = {0};
    const json_t *limits = json_object_get(query, "limits");
    char *text = limits != NULL ? json_dumps(limits, JSON_ENCODE_ANY | JSON_SORT_KEYS) : NULL;
    if (state == NULL || (limits != NULL && text == NULL))
        return NULL;
    char claim[SOLVE_CLAIM_TEXT_MAX];
    const char *wanted = job->query.value_only ? "value" : "all";
    if (job->query.asks)
        wanted = solve_claim_format(&job->query.asked, claim);
    strbuf_add(&key, "%s %s %s", state, wanted, job->query.living ? "living " : "");
    strbuf_add(&key, "%s", text != NULL ? text : "null");
    free(text);
    return strbuf_take(&key);
}

/* The query as it was understood. */
static json_t *make_query(const struct query *query)
{
    json_t *object = game_json_set_board(json_object(), solve_game_board(query->game));
    object =
        json_with(object, "rules", json_string(solve_rules_text(solve_game_rules(query->game))));
    object = game_json_set_start(object, query->game);
    object = game_json_set_history(object, query->game);
    char claim[SOLVE_CLAIM_TEXT_MAX];
    if (query->asks)
        object =
            json_with(object, "ask", json_text_or_null(solve_claim_format(&query->asked, claim)));
    if (query->living)
        object = json_with(object, "living", json_true());
    return json_with(object, "komi", value_json_half_points(query->komi_half_points));
}

static int read_job(const json_t *request, struct kind_asked *ret_asked, struct query_fault *fault)
{
    static const char *const not_taken[] = {"action", NULL};
    struct kind_asked asked = {0};
    struct solve_job *job = calloc(1, sizeof(*job));
    json_t *query = kind_query_of(request, "action");
    if (job == NULL || query == NULL) {
        free(job);
        json_decref(query);
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    }
    job->slice = FIRST_SLICE;
    int r = query_json_check(query, not_taken, fault);
    if (r == 0)
        r = query_json_read(query, QUERY_SOLVE, &job->query, fault);
    if (r < 0) {
        json_decref(query);
        free(job);
        return r;
    }
    const struct solve_game *game = job->query.game;
    kind_title(asked.title, solve_game_board(game), solve_rules_text(solve_game_rules(game)));
    asked.job = job;
    asked.game = job->query.game;
    asked.komi_half_points = job->query.komi_half_points;
    asked.state = question_key(asked.game, asked.komi_half_points);
    asked.key = make_key(asked.state, query, job);
    asked.query = make_query(&job->query);
    json_decref(query);
    *ret_asked = asked;
    return 0;
}

/* Ends the slice, if it has searched long enough. */
static void end_slice(struct solve_listener *listener, const struct solve_progress *progress,
                      double now)
{
    if (progress->phase != SOLVE_SEARCHING || listener->over)
        return;
    if (listener->searching_since == 0)
        listener->searching_since = now;
    if (now - listener->searching_since < listener->job->slice)
        return;
    listener->over = true;
    solve_interrupt_request(listener->turn->interrupt);
}

static void tell(const struct solve_progress *progress, void *arg)
{
    struct solve_listener *listener = arg;
    double now = clock_now();
    end_slice(listener, progress, now);
    if (now - listener->told_at < TELL_SECONDS)
        return;
    listener->told_at = now;
    struct kind_told told = {.seconds = listener->job->seconds + progress->seconds,
                             .nodes = listener->job->nodes + progress->nodes,
                             .entries = progress->entries,
                             .moves_proved = listener->moves_proved};
    kind_progress_text(progress, told.text);
    listener->turn->tell(listener->turn->arg, &told, NULL);
}

static size_t moves_proved(const struct solve_result *result)
{
    struct solve_root_move made;
    size_t count = 0;
    for (size_t i = 0; result != NULL && solve_result_move(result, i, &made) == 0; i++)
        count += solve_bounds_known(&made.bounds);
    return count;
}

/* The width of what is not known of a value. */
static long width(const struct solve_bounds *bounds)
{
    return (long)bounds->lower_max - bounds->lower_min + bounds->upper_max - bounds->upper_min;
}

/* Does a result say at least as much as one before? A run that is interrupted early may say less
 * than the one before it. */
static bool says_as_much(const struct solve_result *now, const struct solve_result *before)
{
    struct solve_bounds a, b;
    if (before == NULL)
        return true;
    solve_result_bounds(now, &a);
    solve_result_bounds(before, &b);
    if (width(&a) != width(&b))
        return width(&a) < width(&b);
    return moves_proved(now) >= moves_proved(before);
}

/* Keeps what says most, and tells it. Takes the result. */
static void take_result(struct solve_job *job, const struct kind_turn *turn,
                        struct solve_result *result)
{
    struct solve_work work;
    struct solve_bounds bounds;
    solve_result_work(result, &work);
    job->nodes += work.nodes;
    job->seconds += work.seconds;
    if (says_as_much(result, job->best)) {
        solve_result_free(job->best);
        job->best = result;
    } else {
        solve_result_free(result);
    }
    struct kind_told told = {.seconds = job->seconds,
                             .nodes = job->nodes,
                             .entries = work.entries,
                             .moves_proved = moves_proved(job->best)};
    solve_result_bounds(job->best, &bounds);
    turn->tell(turn->arg, &told,
               value_json(&bounds, solve_game_rules(solve_result_game(job->best))));
}

/* What is left of the seconds that were asked for; 0: as many as it takes. */
static double seconds_left(const struct solve_job *job)
{
    double most = job->query.limits.max_seconds;
    return most > 0 && most > job->seconds ? most - job->seconds : most > 0 ? 1e-6 : 0;
}

static uint64_t nodes_left(const struct solve_job *job)
{
    uint64_t most = job->query.limits.max_nodes;
    return most > 0 && most > job->nodes ? most - job->nodes : most > 0 ? 1 : 0;
}

static void set_used(struct solve_job *job, const struct kind_turn *turn)
{
    job->used = kind_limits(&job->query.limits, turn);
    job->store_name = job->without_store ? NULL : turn->store_name;
}

/* Runs one slice. *ret_over: it was ended here. */
static int run_slice(struct solve_job *job, const struct kind_turn *turn,
                     struct solve_result **ret_result, bool *ret_over, struct solve_error *why)
{
    struct solve_listener listener = {
        .job = job, .turn = turn, .moves_proved = moves_proved(job->best)};
    struct solve_request *request;
    int r = request_limits_make(&job->used, turn->interrupt, &request);
    if (r < 0)
        return r;
    solve_request_set_komi(request, job->query.komi_half_points);
    solve_request_set_value_only(request, job->query.value_only);
    solve_request_set_ask(request, ask_of(job));
    solve_request_set_living(request, job->query.living);
    solve_request_set_max_nodes(request, nodes_left(job));
    solve_request_set_seconds(request, seconds_left(job));
    solve_request_set_cache(request, turn->cache);
    if (!job->without_store)
        solve_request_set_store(request, turn->store);
    solve_request_set_progress(request, tell, &listener);
    r = solve_request_run(request, job->query.game, ret_result, why);
    solve_request_free(request);
    *ret_over = listener.over;
    return r;
}

/* Does what stopped a slice end the run? */
static bool is_end(struct solve_job *job, enum solve_stop stop)
{
    if (stop == SOLVE_STOP_TIME &&
        (job->query.limits.max_seconds == 0 || job->seconds < job->query.limits.max_seconds)) {
        job->slice *= SLICE_FACTOR;
        return false;
    }
    /* The disk is full, or the like: it can be solved all the same. */
    if (stop == SOLVE_STOP_STORE && !job->without_store) {
        job->without_store = true;
        return false;
    }
    return true;
}

static int work(void *arg, const struct kind_turn *turn, struct query_fault *fault)
{
    struct solve_job *job = arg;
    struct solve_result *result;
    struct solve_error why = {"out of memory"};
    bool over;
    for (;;) {
        set_used(job, turn);
        int r = run_slice(job, turn, &result, &over, &why);
        if (r < 0)
            return query_fault_set(fault, r, "", NULL, "%s", why.text);
        enum solve_stop stop = solve_result_stop(result);
        bool proven = result_json_is_proven(result, job->query.value_only, ask_of(job));
        take_result(job, turn, result);
        if (proven || (stop != SOLVE_STOP_INTERRUPT && is_end(job, stop)))
            return 1;
        if ((over || stop == SOLVE_STOP_INTERRUPT) && !turn->goes_on(turn->arg))
            return 0;
        job->slice *= SLICE_FACTOR;
    }
}

static json_t *make_result(void *arg)
{
    struct solve_job *job = arg;
    if (job->best == NULL)
        return NULL;
    const struct result_asked asked = {.game = job->query.game,
                                       .komi_half_points = job->query.komi_half_points,
                                       .value_only = job->query.value_only,
                                       .ask = ask_of(job),
                                       .store = job->store_name,
                                       .limits = job->used};
    json_t *object = result_json_set(json_head("solve"), job->best, &asked, job->seconds);
    return json_with(object, "nodes", json_integer((json_int_t)job->nodes));
}

/* May another run say more? */
static bool is_complete(void *arg)
{
    const struct solve_job *job = arg;
    if (job->best == NULL)
        return false;
    enum solve_stop stop = solve_result_stop(job->best);
    return result_json_is_proven(job->best, job->query.value_only, ask_of(job)) ||
           stop == SOLVE_STOP_UNDECIDED || stop == SOLVE_STOP_SOLO || stop == SOLVE_STOP_UNSCORED ||
           stop == SOLVE_STOP_SIZE;
}

static void shrink(void *arg)
{
    struct solve_job *job = arg;
    solve_result_free(job->best);
    job->best = NULL;
}

const struct run_kind kind_solve = {"solve",     read_job, work,    make_result,
                                    is_complete, shrink,   free_job};
