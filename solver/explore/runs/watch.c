/* Watching runs. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "explore/runs/manager.h"
#include "json/json.h"

/* Seconds between two events of progress. */
#define TELL_SECONDS 0.2

static bool is_over(const struct explore_run *run)
{
    return run->state == RUN_DONE || run->state == RUN_FAILED;
}

/* Is there something to take? */
static bool has_news(const struct run_watch *watch)
{
    if (watch->ended)
        return false;
    if (is_over(watch->run))
        return true;
    return watch->seen < watch->run->version && clock_now() - watch->told_at >= TELL_SECONDS;
}

void watch_wake(struct explore_runs *runs, struct explore_run *run)
{
    run->version++;
    for (struct run_watch *watch = run->watches; watch != NULL; watch = watch->next)
        if (watch->wake != NULL && has_news(watch))
            watch->wake(watch->arg);
    pthread_cond_broadcast(&runs->news);
}

int run_watch_new(struct explore_runs *runs, const char *id, void (*wake)(void *arg), void *arg,
                  struct run_watch **ret_watch)
{
    struct run_watch *watch = calloc(1, sizeof(*watch));
    int r = watch == NULL ? -ENOMEM : -ENOENT;
    if (r == -ENOMEM)
        return r;
    pthread_mutex_lock(&runs->mutex);
    struct explore_run *run = runs_find(runs, id);
    if (run != NULL) {
        *watch = (struct run_watch){
            .runs = runs, .run = run, .wake = wake, .arg = arg, .next = run->watches};
        run->watches = watch;
        schedule_consider(runs);
        r = 0;
    }
    pthread_mutex_unlock(&runs->mutex);
    if (r == 0)
        *ret_watch = watch;
    else
        free(watch);
    return r;
}

void run_watch_free(struct run_watch *watch)
{
    if (watch == NULL)
        return;
    struct explore_runs *runs = watch->runs;
    pthread_mutex_lock(&runs->mutex);
    struct run_watch **at = &watch->run->watches;
    while (*at != watch)
        at = &(*at)->next;
    *at = watch->next;
    schedule_consider(runs);
    pthread_mutex_unlock(&runs->mutex);
    free(watch);
}

static json_t *progress_json(const struct explore_run *run)
{
    static const char waiting[] = "waits for other runs";
    const struct kind_told *told = &run->told;
    json_t *object = json_with(json_object(), "seconds", json_seconds(told->seconds));
    object = json_with(object, "nodes", json_integer((json_int_t)told->nodes));
    object = json_with(object, "entries", json_integer((json_int_t)told->entries));
    object = json_with(object, "value", run->value != NULL ? json_incref(run->value) : json_null());
    object = json_with(object, "moves_proved", json_integer((json_int_t)told->moves_proved));
    return json_with(object, "text", json_string(run->state == RUN_QUEUED ? waiting : told->text));
}

/* What is to be told now, as text; NULL: no memory. */
static char *tell(struct run_watch *watch, const char **ret_event)
{
    const struct explore_run *run = watch->run;
    json_t *object;
    json_was_incomplete();
    if (run->state == RUN_DONE) {
        *ret_event = "result";
        object = json_incref(run->result);
    } else if (run->state == RUN_FAILED) {
        *ret_event = "failed";
        object = json_with(json_object(), "error", query_json_fault(&run->fault));
    } else {
        *ret_event = "progress";
        object = progress_json(run);
        watch->told_at = clock_now();
    }
    char *text =
        json_was_incomplete() ? NULL : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(object);
    if (text != NULL) {
        watch->seen = run->version;
        watch->ended = is_over(run);
    }
    return text;
}

int run_watch_next(struct run_watch *watch, const char **ret_event, char **ret_data)
{
    struct explore_runs *runs = watch->runs;
    int r = 0;
    pthread_mutex_lock(&runs->mutex);
    if (watch->ended) {
        r = -ENOENT;
    } else if (has_news(watch)) {
        char *text = tell(watch, ret_event);
        r = text == NULL ? -ENOMEM : 1;
        if (r == 1)
            *ret_data = text;
    }
    pthread_mutex_unlock(&runs->mutex);
    return r;
}

bool run_watch_wait(struct run_watch *watch, double seconds)
{
    struct explore_runs *runs = watch->runs;
    double until = clock_now() + seconds;
    pthread_mutex_lock(&runs->mutex);
    while (!has_news(watch) && !watch->ended && clock_now() < until) {
        struct timespec limit = clock_after(until - clock_now());
        pthread_cond_timedwait(&runs->news, &runs->mutex, &limit);
    }
    bool has = has_news(watch);
    pthread_mutex_unlock(&runs->mutex);
    return has;
}
