/* Runs that check a certificate. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "explore/runs/kind.h"
#include "solve-check.h"
#include "json/check_json.h"
#include "json/json.h"
#include "json/query_fault.h"

/* What a claim takes as JSON, all of which is made at the end. */
#define CLAIM_BYTES_JSON 1024
#define TELL_SECONDS 0.1

struct check_job {
    char name[128]; /* "": none */
    void *bytes;    /* owned */
    size_t size;
    struct solve_check *check; /* that was run; owned. NULL: none was */
    double seconds;
    const struct kind_turn *turn; /* while it works */
    double started, told_at;
};

static void free_job(void *arg)
{
    struct check_job *job = arg;
    if (job == NULL)
        return;
    solve_check_free(job->check);
    free(job->bytes);
    free(job);
}

int kind_check_asked(const char *name, const void *bytes, size_t size, struct kind_asked *ret_asked)
{
    struct kind_asked asked = {0};
    struct check_job *job = calloc(1, sizeof(*job));
    void *copy = malloc(size + 1);
    if (job == NULL || copy == NULL) {
        free(job);
        free(copy);
        return -ENOMEM;
    }
    memcpy(copy, bytes, size);
    job->bytes = copy;
    job->size = size;
    snprintf(job->name, sizeof(job->name), "%s", name);
    snprintf(asked.title, sizeof(asked.title), "%.120s", name[0] != '\0' ? name : "a certificate");
    asked.job = job;
    asked.bytes = size;
    *ret_asked = asked;
    return 0;
}

static bool must_stop(void *arg)
{
    const struct check_job *job = arg;
    return solve_interrupt_is_requested(job->turn->interrupt);
}

static void tell(const struct solve_check_progress *progress, void *arg)
{
    struct check_job *job = arg;
    double now = clock_now();
    struct kind_told told = {.seconds = now - job->started};
    if (now - job->told_at < TELL_SECONDS)
        return;
    job->told_at = now;
    if (progress->all > 0)
        snprintf(told.text, sizeof(told.text), "%s, %.0f %%",
                 progress->checking ? "checking" : "reading",
                 99.0 * (double)progress->done / (double)progress->all);
    else
        snprintf(told.text, sizeof(told.text), "%s", progress->checking ? "checking" : "reading");
    job->turn->tell(job->turn->arg, &told, NULL);
}

static int work(void *arg, const struct kind_turn *turn, struct query_fault *fault)
{
    struct check_job *job = arg;
    solve_check_free(job->check);
    job->check = NULL;
    if (solve_check_new(&job->check) < 0)
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    job->turn = turn;
    job->started = clock_now();
    solve_check_set_memory(job->check, turn->memory, CLAIM_BYTES_JSON);
    solve_check_set_stop(job->check, must_stop, job);
    solve_check_set_progress(job->check, tell, job);
    int r = solve_check_read(job->check, job->bytes, job->size);
    if (r < 0)
        return query_fault_set(fault, r, "certificate", NULL, "%s", solve_check_reason(job->check));
    solve_check_run(job->check);
    job->seconds = clock_now() - job->started;
    const char *stopped = solve_check_stopped(job->check);
    return stopped != NULL && strcmp(stopped, "interrupted") == 0 ? 0 : 1;
}

static json_t *make_result(void *arg)
{
    const struct check_job *job = arg;
    if (job->check == NULL)
        return NULL;
    const struct check_asked asked = {job->name[0] != '\0' ? job->name : NULL,
                                      solve_check_reason(job->check), job->seconds};
    return check_json_set(json_head("verify"), job->check, &asked);
}

static bool is_complete(void *arg)
{
    const struct check_job *job = arg;
    return job->check != NULL && solve_check_stopped(job->check) == NULL;
}

static void shrink(void *arg)
{
    struct check_job *job = arg;
    solve_check_free(job->check);
    free(job->bytes);
    job->check = NULL;
    job->bytes = NULL;
}

const struct run_kind kind_check = {"check",     NULL,   work,    make_result,
                                    is_complete, shrink, free_job};
