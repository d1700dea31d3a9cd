/* The verb batch: queries in, answers out, a JSON object a line. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/outlet.h"
#include "batch/batch.h"
#include "cli/interrupt.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"

static const struct option_spec options[] = {
    {"store", "DIR", STORE_OPTION_HELP},
    {"no-store", NULL, "keep nothing (the default)"},
    {"threads", "N", "queries answered at a time; default: all cores"},
    {"memory", "SIZE", "of all together: " RUN_LIMITS_MEMORY_HELP},
    {"max-seconds", "S", "stop all after so many seconds"},
};

/* Opens the file of queries; standard input without one. */
static int open_input(const char *const *files, int *ret_file, struct error *err)
{
    *ret_file = STDIN_FILENO;
    if (files[0] == NULL)
        return 0;
    if (files[1] != NULL)
        return error_set(err, -EINVAL, "batch: wanted one FILE of queries, or none");
    if (strcmp(files[0], "-") == 0)
        return 0;
    int file = open(files[0], O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(file);
        file = -1;
        errno = EISDIR;
    }
    if (file < 0)
        return error_set(err, -EINVAL, "batch '%.120s': %s: wanted a file of queries", files[0],
                         strerror(errno));
    *ret_file = file;
    return 0;
}

/* The exit code; says what stopped it. */
static int finish(const struct batch_done *done)
{
    if (!done->stopped)
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped: %s: not all queries may be answered\n",
            done->timed_out ? "--max-seconds reached" : interrupt_text());
    return EXIT_STOPPED;
}

static bool is_interrupted(void *arg)
{
    (void)arg;
    return atomic_load(&interrupt_requested);
}

/* A client that reads no answers does not keep it from ending. */
static int answer(struct batch_options *batch, struct batch_done *ret_done, struct error *err)
{
    int r = outlet_open(stdout, is_interrupted, NULL, &batch->out);
    if (r < 0)
        return error_set(err, r, "cannot begin: %s", strerror(-r));
    r = batch_run(batch, ret_done, err);
    fclose(batch->out);
    return r;
}

static int run_on(int file, const struct options *given, const struct run_limits *limits,
                  struct error *err)
{
    struct batch_done done = {0};
    struct error failed;
    struct batch_options batch = {.in = file,
                                  .threads = limits->threads,
                                  .memory = limits->memory,
                                  .max_seconds = limits->max_seconds,
                                  .store_name = options_text(given, "store"),
                                  .interrupted = &interrupt_requested};
    int r = store_option_open(batch.store_name, NULL, NULL, &batch.store, err);
    if (r < 0)
        return verb_exit_code(r);
    r = answer(&batch, &done, err);
    if (store_option_close(batch.store_name, batch.store, &failed) < 0 && r == 0) {
        *err = failed;
        return EXIT_FAILED;
    }
    return r < 0 ? EXIT_FAILED : finish(&done);
}

static int run(const struct options *given, struct error *err)
{
    struct run_limits limits;
    int file = STDIN_FILENO;
    int r = store_option_check(given, err);
    if (r == 0)
        r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = open_input(given->words, &file, err);
    int code = r < 0 ? verb_exit_code(r) : run_on(file, given, &limits, err);
    if (file != STDIN_FILENO)
        close(file);
    return code;
}

const struct verb verb_batch = VERB("batch", "answer many queries, a JSON object a line", options,
                                    .run = run, .words = "[FILE]", .interruptible = true);
