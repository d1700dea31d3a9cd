/* Many queries: reading them, and the threads that answer. */
#include "batch/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "batch/answer.h"
#include "batch/lines.h"
#include "batch/queue.h"
#include "report/request_limits.h"
#include "json/json.h"
#include "json/query_fault.h"

/* The share of the memory that the cache has. */
#define CACHE_SHARE 4

struct batch_work {
    const struct batch_options *options;
    struct answers answers;
    struct queue queue;
    pthread_t *threads;
    int started; /* of them */
    bool stopped, timed_out;
};

static void *work(void *arg)
{
    struct batch_work *batch = arg;
    struct queued *job;
    while ((job = queue_take(&batch->queue)) != NULL) {
        answer_job(&batch->answers, job);
        queue_done(&batch->queue, job);
    }
    return NULL;
}

/* Is it to stop? Then asks all that is under way. */
static bool must_stop(struct batch_work *batch)
{
    if (!batch->stopped &&
        (atomic_load(batch->options->interrupted) || atomic_load(&batch->answers.error) < 0)) {
        queue_stop(&batch->queue);
        batch->stopped = true;
    }
    return batch->stopped;
}

/* Is there no time to read more? What is under way has no more than is left, and stops by itself.
 */
static bool is_late(struct batch_work *batch)
{
    double deadline = batch->answers.deadline;
    batch->timed_out = deadline > 0 && clock_now() >= deadline;
    return batch->timed_out;
}

/* An object that asks for something: answered here where that takes no time. */
static void take_query(struct batch_work *batch, json_t *line, size_t number, size_t bytes)
{
    struct query_fault fault;
    enum query_action action;
    json_t *id = json_object_get(line, "id");
    int r = query_json_action(line, &action, &fault);
    if (r == 0 && action != QUERY_CANCEL && action != QUERY_VERSION) {
        struct queued *job = queue_new_job(line, action, number, bytes);
        if (job != NULL)
            queue_put(&batch->queue, job);
        else
            atomic_store(&batch->answers.error, -ENOMEM);
        return;
    }
    if (r == -ENOMEM)
        answer_no_memory(&batch->answers, &fault);
    if (r < 0)
        answer_fault(&batch->answers, id, number, &fault);
    else if (action == QUERY_VERSION)
        answer_version(&batch->answers, id);
    else
        answer_cancel(&batch->answers, id, id != NULL ? queue_cancel(&batch->queue, id) : 0);
    json_decref(line);
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    return true;
}

static void take_line(struct batch_work *batch, const char *line, size_t length, size_t number)
{
    struct query_fault fault = {.key = ""};
    json_t *object;
    if (is_blank(line, length))
        return;
    int r = query_json_parse(line, length, &object, &fault);
    if (r == 0) {
        take_query(batch, object, number, length);
        return;
    }
    if (r == -ENOMEM)
        answer_no_memory(&batch->answers, &fault);
    answer_fault(&batch->answers, NULL, number, &fault);
}

/* Reads to the end, or until it is to stop. Returns 0 or the negative errno of reading. */
static int read_lines(struct batch_work *batch)
{
    struct lines lines;
    struct query_fault fault;
    const char *line;
    size_t length;
    int r = LINES_LINE;
    lines_begin(&lines, batch->options->in);
    while (r >= 0 && r != LINES_END && !must_stop(batch) && !is_late(batch)) {
        if (!queue_has_room(&batch->queue))
            continue;
        r = lines_next(&lines, &line, &length);
        if (r == LINES_LINE) {
            take_line(batch, line, length, lines.number);
        } else if (r == LINES_TOO_LONG) {
            query_fault_set(&fault, -EINVAL, "", NULL,
                            "the line is too long: wanted at most %zu MiB", LINES_LONGEST >> 20);
            answer_fault(&batch->answers, NULL, lines.number, &fault);
        }
    }
    lines_release(&lines);
    return r < 0 ? r : 0;
}

static int start(struct batch_work *batch)
{
    int wanted = batch->options->threads;
    batch->threads = calloc((size_t)wanted, sizeof(*batch->threads));
    if (batch->threads == NULL)
        return -ENOMEM;
    for (; batch->started < wanted; batch->started++)
        if (pthread_create(&batch->threads[batch->started], NULL, work, batch) != 0)
            break;
    return batch->started > 0 ? 0 : -EAGAIN;
}

static void finish(struct batch_work *batch)
{
    queue_end(&batch->queue);
    while (batch->started > 0 && !queue_is_empty(&batch->queue))
        must_stop(batch);
    for (int i = 0; i < batch->started; i++)
        pthread_join(batch->threads[i], NULL);
    free(batch->threads);
}

/* Divides the memory: the cache, and a share for each run at once. */
static int make_answers(struct answers *answers, const struct batch_options *options)
{
    uint64_t cache = options->memory / CACHE_SHARE;
    *answers = (struct answers){.options = options};
    answers->memory = request_limits_share(options->memory - cache, (unsigned)options->threads);
    answers->deadline = options->max_seconds > 0 ? clock_now() + options->max_seconds : 0;
    pthread_mutex_init(&answers->mutex, NULL);
    return solve_cache_new(cache, &answers->cache);
}

/* What ended it. */
static int judge(const struct batch_work *batch, int reading, struct error *err)
{
    int writing = atomic_load(&batch->answers.error);
    if (writing == -EINTR && batch->stopped) /* nobody read the answers (base/outlet.h) */
        return 0;
    if (writing == -ENOMEM)
        return error_set(err, writing, "out of memory for an answer");
    if (writing < 0)
        return error_set(err, writing, "cannot write the output: %s", strerror(-writing));
    if (atomic_load(&batch->answers.no_memory))
        return error_set(err, -ENOMEM, "out of memory for some of the queries");
    if (reading < 0)
        return error_set(err, reading, "cannot read the queries: %s", strerror(-reading));
    return 0;
}

int batch_run(const struct batch_options *options, struct batch_done *ret_done, struct error *err)
{
    struct batch_work batch = {.options = options};
    json_watch_memory();
    queue_init(&batch.queue);
    int r = make_answers(&batch.answers, options);
    if (r == 0)
        r = start(&batch);
    if (r < 0) {
        error_set(err, r, "cannot begin: %s", strerror(-r));
    } else {
        r = read_lines(&batch);
    }
    bool began = batch.started > 0;
    finish(&batch);
    if (began)
        r = judge(&batch, r, err);
    bool timed_out = batch.timed_out || atomic_load(&batch.answers.cut);
    *ret_done = (struct batch_done){batch.answers.count, batch.stopped || timed_out,
                                    timed_out && !batch.stopped};
    solve_cache_free(batch.answers.cache);
    pthread_mutex_destroy(&batch.answers.mutex);
    queue_release(&batch.queue);
    return r;
}
