/* Solving and printing the result. */
#include "cli/verbs/solve_run.h"
#include "base/clock.h"
#include "base/human.h"

#include <errno.h>
#include <stdio.h>

#include "certificate/write/write.h"
#include "cli/interrupt.h"
#include "cli/prediction.h"
#include "cli/progress.h"
#include "cli/result.h"
#include "cli/store_option.h"
#include "cli/verb.h"
#include "solve/certify.h"
#include "solve/stored.h"

/* Seconds of search after which the first plays are shared out to threads. */
#define SHARE_AFTER 0.5

static const char *stop_text(enum stop_reason reason)
{
    switch (reason) {
    case STOP_NONE: /* strategies (engine/strategy) leave bounds of plays as they are */
        return "of some first plays only bounds are known";
    case STOP_NODES:
        return "--max-nodes reached";
    case STOP_TIME:
        return "--max-seconds reached";
    case STOP_INTERRUPT:
        return interrupt_text();
    case STOP_MEMORY:
        return "--memory is used up";
    case STOP_UNDECIDED:
        return "no proof was found for either side";
    case STOP_SOLO:
        return "what a player can reach alone after a ban is too much to enumerate";
    case STOP_UNSCORED:
        return "who controls what on a board is more than can be decided";
    case STOP_SAVING:
        return "what is proved cannot be kept";
    case STOP_LENGTH:
        return "a line grew too long to count its passes";
    default:
        return "stopped";
    }
}

static void fill_options(const struct solve_options *options, struct progress *progress,
                         struct analysis_options *ret_options)
{
    const struct run_limits *limits = &options->limits;
    *ret_options = (struct analysis_options){
        .limits =
            {
                .max_nodes = limits->max_nodes,
                .deadline = limits->max_seconds > 0 ? clock_now() + limits->max_seconds : 0,
                .max_bytes = (size_t)limits->memory,
                .interrupted = &interrupt_requested,
                .progress = options->quiet ? NULL : progress_show,
                .progress_arg = progress,
            },
        .komi_half_points = options->komi_half_points,
        .value_only = options->value_only,
        .threads = limits->threads,
        .share_after = SHARE_AFTER,
    };
}

/* Writes what was proved, and says so where it is not all, or nothing. */
static int write_certificate(const struct solve_options *options, bool proven,
                             const struct written_certificate *certificate, struct error *err)
{
    size_t claims = certificate->claim_count;
    if (claims == 0) {
        fprintf(stderr,
                "solve: nothing was proved that can be certified: no certificate is written\n");
        return 0;
    }
    int r =
        write_certificate_file(options->proof, certificate->file.data, certificate->file.size, err);
    if (r == 0 && certificate->missing > 0)
        fprintf(stderr, "solve: the certificate holds %s; %s proved without one\n",
                human_count(claims, "claim", "claims"),
                human_count(certificate->missing, "more is", "more are"));
    else if (r == 0 && !proven)
        fprintf(stderr, "solve: the certificate holds what was proved: %s\n",
                human_count(claims, "claim", "claims"));
    return r;
}

/* Prints the result. Returns 0 or a negative errno. */
static int print(const struct solve_options *options, const struct analysis *analysis,
                 double seconds, struct error *err)
{
    if (options->json)
        return result_print_json(analysis, options, seconds, err);
    result_print_text(analysis, options, seconds);
    return 0;
}

/* Why it is not proven. Who gave no --memory does not know how much it was. */
static void say_stopped(const struct solve_options *options, enum stop_reason reason)
{
    fprintf(stderr, "solve: stopped before proven: %s", stop_text(reason));
    if (reason == STOP_MEMORY && options->limits.memory_default)
        fprintf(stderr, ": %s, half of what was available",
                human_size((double)options->limits.memory));
    fputc('\n', stderr);
}

/* What was kept is written; a result that was found is printed even if that fails. */
static int finish(const struct solve_options *options, const struct analysis *analysis,
                  const struct written_certificate *certificate, struct store *store,
                  double started, struct error *err)
{
    struct error failed;
    bool proven = result_is_proven(analysis, options);
    int closed = store_option_close(options->store, store, &failed);
    int r = closed < 0 && !proven ? 0 : print(options, analysis, clock_now() - started, err);
    if (r < 0)
        return EXIT_FAILED;
    if (closed < 0) {
        *err = failed;
        return EXIT_FAILED;
    }
    if (!proven)
        say_stopped(options, analysis->stopped);
    if (options->proof != NULL && write_certificate(options, proven, certificate, err) < 0)
        return EXIT_FAILED;
    if (options->proof != NULL)
        proven = proven && certificate->missing == 0 && certificate->claim_count > 0;
    return proven ? EXIT_SOLVED : EXIT_STOPPED;
}

int solve_run(const struct solve_options *options, struct error *err)
{
    struct progress progress;
    struct analysis_options analysis_options;
    struct analysis analysis;
    struct written_certificate certificate = {0};
    struct store *store;
    progress_start(&progress);
    fill_options(options, &progress, &analysis_options);
    if (options->proof != NULL)
        analysis_options.certificate = &certificate;
    const struct game *asked = options->proof == NULL ? &options->game : NULL;
    int r = store_option_open(options->store, asked, &analysis_options, &store, err);
    if (r < 0)
        return verb_exit_code(r);
    if (!options->quiet)
        prediction_announce(options);
    r = stored_analyse(store, &options->game, &analysis_options, &analysis);
    progress_stop(&progress);
    if (r < 0) {
        store_option_close(options->store, store, err);
        error_set(err, r, "cannot solve %s: out of memory", options->setup.graph->name);
        return EXIT_FAILED;
    }
    int code = finish(options, &analysis, &certificate, store, progress.started, err);
    written_certificate_release(&certificate);
    analysis_release(&analysis);
    return code;
}
