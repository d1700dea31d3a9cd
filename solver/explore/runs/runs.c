/* Runs in the background: asking for them, and what they found. */
#include "explore/runs/runs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "explore/runs/manager.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/result_json.h"

#define KEPT_DEFAULT 256
/* So long a run that was asked for counts as watched, though nobody watches it yet. */
#define GRACE_SECONDS 5
/* Bytes that certificates may hold which wait, or are being checked. */
#define HELD_MAX ((size_t)256 << 20)
/* Seconds of the first turn of a run while others wait. */
#define FIRST_TURN 2

static const struct run_kind *const kinds[] = {&kind_solve, &kind_find, &kind_endless,
                                               &kind_coalitions};

int runs_new(const struct runs_options *options, struct explore_runs **ret_runs)
{
    struct explore_runs *runs = calloc(1, sizeof(*runs));
    if (runs == NULL)
        return -ENOMEM;
    runs->options = *options;
    if (runs->options.kept == 0)
        runs->options.kept = KEPT_DEFAULT;
    if (runs->options.grace <= 0)
        runs->options.grace = GRACE_SECONDS;
    if (runs->options.first_turn <= 0)
        runs->options.first_turn = FIRST_TURN;
    if (getrandom(&runs->salt, sizeof(runs->salt), GRND_NONBLOCK) < 0)
        runs->salt = (uint32_t)(clock_now() * 1e6);
    pthread_mutex_init(&runs->mutex, NULL);
    clock_init_condition(&runs->came);
    clock_init_condition(&runs->news);
    clock_init_condition(&runs->tick);
    int r = solve_cache_new(options->memory / 4, &runs->cache);
    if (r == 0)
        r = schedule_start(runs);
    if (r < 0) {
        runs_free(runs);
        return r;
    }
    *ret_runs = runs;
    return 0;
}

void runs_stop(struct explore_runs *runs)
{
    pthread_mutex_lock(&runs->mutex);
    runs->stopping = true;
    for (struct explore_run *run = runs->all; run != NULL; run = run->next) {
        if (run->state == RUN_WORKING)
            solve_interrupt_request(run->interrupt);
        if (run->state != RUN_QUEUED)
            continue;
        query_fault_set(&run->fault, -ESHUTDOWN, "", NULL, "the server is stopping");
        run->state = RUN_FAILED;
        watch_wake(runs, run);
    }
    pthread_cond_broadcast(&runs->came);
    pthread_cond_signal(&runs->tick);
    pthread_mutex_unlock(&runs->mutex);
}

static size_t bytes_held(const struct explore_runs *runs)
{
    size_t bytes = 0;
    for (const struct explore_run *run = runs->all; run != NULL; run = run->next)
        bytes += run->asked.bytes;
    return bytes;
}

static void free_asked(const struct run_kind *kind, struct kind_asked *asked)
{
    kind->free(asked->job);
    free(asked->key);
    free(asked->state);
    json_decref(asked->query);
}

/* Frees a run, which nobody watches, and which does not work. */
static void free_run(struct explore_run *run)
{
    free_asked(run->kind, &run->asked);
    json_decref(run->value);
    json_decref(run->result);
    solve_interrupt_free(run->interrupt);
    free(run);
}

void runs_free(struct explore_runs *runs)
{
    if (runs == NULL)
        return;
    runs_stop(runs);
    schedule_join(runs);
    while (runs->all != NULL) {
        struct explore_run *run = runs->all;
        runs->all = run->next;
        free_run(run);
    }
    solve_cache_free(runs->cache);
    pthread_cond_destroy(&runs->tick);
    pthread_cond_destroy(&runs->news);
    pthread_cond_destroy(&runs->came);
    pthread_mutex_destroy(&runs->mutex);
    free(runs);
}

struct explore_run *runs_find(struct explore_runs *runs, const char *id)
{
    struct explore_run *run = runs->all;
    while (run != NULL && strcmp(run->id, id) != 0)
        run = run->next;
    return run;
}

/* The run that asks the same, if another would say no more. */
static struct explore_run *find_same(struct explore_runs *runs, const struct run_kind *kind,
                                     const char *key)
{
    for (struct explore_run *run = runs->all; run != NULL && key != NULL; run = run->next) {
        bool of_use =
            run->state == RUN_DONE ? run->complete : run->state != RUN_FAILED && !run->cancelled;
        if (run->kind == kind && of_use && run->asked.key != NULL &&
            strcmp(run->asked.key, key) == 0)
            return run;
    }
    return NULL;
}

/* Makes room for another run: the oldest goes that has ended, or else that waits, and that nobody
 * watches. Returns whether there is room. */
static bool make_room(struct explore_runs *runs)
{
    struct explore_run **ended = NULL, **waits = NULL;
    if (runs->count < runs->options.kept)
        return true;
    for (struct explore_run **at = &runs->all; *at != NULL; at = &(*at)->next) {
        if ((*at)->watches != NULL || (*at)->state == RUN_WORKING)
            continue;
        if ((*at)->state != RUN_QUEUED)
            ended = at;
        else if (!schedule_is_watched(runs, *at))
            waits = at;
    }
    struct explore_run **at = ended != NULL ? ended : waits;
    if (at == NULL)
        return false;
    struct explore_run *gone = *at;
    *at = gone->next;
    runs->count--;
    free_run(gone);
    return true;
}

/* Puts a new run in. Takes asked. */
static int add(struct explore_runs *runs, const struct run_kind *kind,
               const struct kind_asked *asked, struct explore_run **ret_run,
               struct query_fault *fault)
{
    struct explore_run *run = calloc(1, sizeof(*run));
    struct kind_asked gone = *asked;
    int r = run != NULL ? solve_interrupt_new(&run->interrupt) : -ENOMEM;
    if (r == 0 && runs->stopping)
        r = query_fault_set(fault, -ESHUTDOWN, "", NULL, "the server is stopping");
    else if (r == 0 && asked->bytes > HELD_MAX - bytes_held(runs))
        r = query_fault_set(fault, -EBUSY, "", NULL,
                            "other certificates are being checked: wanted fewer at a time");
    else if (r == 0 && !make_room(runs))
        r = query_fault_set(fault, -EBUSY, "", NULL,
                            "%zu runs are under way: wanted fewer, or some of them cancelled",
                            runs->count);
    else if (r < 0)
        query_fault_set(fault, r, "", NULL, "out of memory");
    if (r < 0) {
        if (run != NULL)
            solve_interrupt_free(run->interrupt);
        free(run);
        free_asked(kind, &gone);
        return r;
    }
    snprintf(run->id, sizeof(run->id), "%08" PRIx32 "-%" PRIu64, runs->salt, ++runs->last_id);
    run->kind = kind;
    run->asked = *asked;
    run->order = ++runs->last_order;
    run->turn = runs->options.first_turn;
    run->version = 1;
    run->next = runs->all;
    runs->all = run;
    runs->count++;
    *ret_run = run;
    return 0;
}

/* Finds the same run, or puts a new one in. Takes asked. */
static int ask(struct explore_runs *runs, const struct run_kind *kind, struct kind_asked *asked,
               char id[RUNS_ID_MAX], struct query_fault *fault)
{
    int r = 0;
    pthread_mutex_lock(&runs->mutex);
    struct explore_run *run = find_same(runs, kind, asked->key);
    if (run != NULL)
        free_asked(kind, asked);
    else
        r = add(runs, kind, asked, &run, fault);
    if (r == 0) {
        run->asked_at = clock_now();
        memcpy(id, run->id, sizeof(run->id));
        pthread_cond_signal(&runs->came);
        pthread_cond_signal(&runs->tick);
        schedule_consider(runs);
    }
    pthread_mutex_unlock(&runs->mutex);
    return r;
}

int runs_ask(struct explore_runs *runs, const json_t *request, char id[RUNS_ID_MAX],
             struct query_fault *fault)
{
    struct kind_asked asked;
    const json_t *name = json_object_get(request, "kind");
    const struct run_kind *kind = NULL;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && json_is_string(name); i++)
        if (strcmp(kinds[i]->name, json_string_value(name)) == 0)
            kind = kinds[i];
    if (kind == NULL)
        return query_fault_set(
            fault, -EINVAL, "kind", name,
            "wanted \"solve\", \"find\", \"endless\", \"coalitions\" or \"check\"");
    json_was_incomplete();
    int r = kind->read(request, &asked, fault);
    if (r < 0)
        return r;
    if (asked.key == NULL || json_was_incomplete()) {
        free_asked(kind, &asked);
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    }
    return ask(runs, kind, &asked, id, fault);
}

int runs_ask_check(struct explore_runs *runs, const char *name, const void *bytes, size_t size,
                   char id[RUNS_ID_MAX], struct query_fault *fault)
{
    struct kind_asked asked;
    int r = kind_check_asked(name, bytes, size, &asked);
    if (r < 0)
        return query_fault_set(fault, r, "", NULL, "out of memory");
    return ask(runs, &kind_check, &asked, id, fault);
}

/* The word for a run's state. */
static const char *state_word(const struct explore_run *run)
{
    static const char *const words[] = {"queued", "running", "done", "failed"};
    bool under_way = run->state == RUN_QUEUED || run->state == RUN_WORKING;
    return under_way && run->cancelled ? "stopping" : words[run->state];
}

const char *runs_state(struct explore_runs *runs, const char *id)
{
    pthread_mutex_lock(&runs->mutex);
    const struct explore_run *run = runs_find(runs, id);
    const char *word = run != NULL ? state_word(run) : NULL;
    pthread_mutex_unlock(&runs->mutex);
    return word;
}

int runs_cancel(struct explore_runs *runs, const char *id)
{
    pthread_mutex_lock(&runs->mutex);
    struct explore_run *run = runs_find(runs, id);
    if (run != NULL && (run->state == RUN_QUEUED || run->state == RUN_WORKING)) {
        run->cancelled = true;
        run->order = 0; /* A run that waits is taken next, to say what it has found. */
        solve_interrupt_request(run->interrupt);
        watch_wake(runs, run);
        schedule_consider(runs);
    }
    pthread_mutex_unlock(&runs->mutex);
    return run != NULL ? 0 : -ENOENT;
}

static json_t *run_json(const struct explore_run *run)
{
    json_t *object = json_with(json_object(), "run", json_string(run->id));
    object = json_with(object, "kind", json_string(run->kind->name));
    object = json_with(object, "state", json_string(state_word(run)));
    object = json_with(object, "title", json_text_or_null(run->asked.title));
    object = json_with(object, "query",
                       run->asked.query != NULL ? json_deep_copy(run->asked.query) : json_null());
    object = json_with(object, "seconds", json_seconds(run->told.seconds));
    object = json_with(object, "nodes", json_integer((json_int_t)run->told.nodes));
    return json_with(object, "watched", json_boolean(run->watches != NULL));
}

json_t *runs_list(struct explore_runs *runs)
{
    json_t *list = json_array();
    json_was_incomplete();
    pthread_mutex_lock(&runs->mutex);
    for (const struct explore_run *run = runs->all; run != NULL; run = run->next)
        list = json_append(list, run_json(run));
    pthread_mutex_unlock(&runs->mutex);
    json_t *object = json_with(json_object(), "runs", list);
    if (!json_was_incomplete())
        return object;
    json_decref(object);
    return NULL;
}
