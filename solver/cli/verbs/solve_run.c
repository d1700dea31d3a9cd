/* Solving and printing the result. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/strbuf.h"
#include "cli/failures.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/result.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/prediction.h"
#include "cli/verbs/proof_file.h"
#include "cli/verbs/solve_picture.h"
#include "cli/verbs/solve_run.h"
#include "cli/verbs/solve_sgf.h"
#include "cli/verbs/store_option.h"
#include "sgf/write.h"

/* Makes the request for what options ask, without a store. Returns 0 or -ENOMEM. */
static int make_request(const struct solve_options *options, struct progress *progress,
                        struct solve_request **ret_request)
{
    struct solve_request *request;
    int r = run_limits_request(&options->limits, &request);
    if (r < 0)
        return r;
    solve_request_set_komi(request, options->komi_half_points);
    solve_request_set_value_only(request, options->value_only);
    solve_request_set_ask(request, options->asks ? &options->asked : NULL);
    solve_request_set_certificate(request, options->proof != NULL);
    solve_request_set_strategy_leaves(request, options->strategy_leaves);
    solve_request_set_living(request, options->living);
    if (!options->quiet)
        solve_request_set_progress(request, progress_show, progress);
    *ret_request = request;
    return 0;
}

/* "root: white forces <= 9; B2: black denies <= 3, white denies >= 5". Returns how many they are.
 */
static size_t list_uncertified(const struct solve_result *result, struct strbuf *list)
{
    const char *text, *before = NULL;
    size_t count = 0;
    for (; (text = solve_result_uncertified(result, count)) != NULL; count++) {
        size_t place = strcspn(text, ":") + 1;
        if (before != NULL && strncmp(before, text, place) == 0)
            strbuf_add(list, ",%s", text + place);
        else
            strbuf_add(list, "%s%s", before != NULL ? "; " : "", text);
        before = text;
    }
    return count;
}

/* What is said of a certificate that does not claim all that was asked and is shown, or of a
 * stopped run. */
static void say_claims(const struct solve_options *options, const struct solve_certificate *made,
                       size_t missing, enum solve_stop stop, struct strbuf *line)
{
    bool told = stop == SOLVE_STOP_NONE || stop == SOLVE_STOP_UNDECIDED;
    const char *claims = human_count(made->claims, "claim", "claims");
    if (missing == 0) {
        strbuf_add(line, "the certificate holds what was proved: %s", claims);
        return;
    }
    if (made->claims > 0)
        strbuf_add(line, "the certificate holds %s; ", claims);
    else
        strbuf_add(line, "no certificate is written: ");
    strbuf_add(line, "%s proved without one%s%s",
               human_count(missing, made->claims > 0 ? "more is" : "bound is",
                           made->claims > 0 ? "more are" : "bounds are"),
               told ? "" : ": ", told ? "" : stop_text_within(stop, &options->limits));
}

/* Says in a line what of the result the certificate claims, and what of it not. */
static void say_uncertified(const struct solve_options *options, bool proven,
                            const struct solve_certificate *made, const struct solve_result *result)
{
    struct strbuf list = {0}, line = {0};
    size_t count = list_uncertified(result, &list);
    bool by_rules = solve_result_uncertified_by_rules(result);
    enum solve_stop stop = proven ? solve_result_stop(result) : SOLVE_STOP_NONE;
    size_t missing = count > 0 || by_rules ? count : made->missing;
    if (made->claims == 0 && missing == 0)
        strbuf_add(&line, "nothing was proved that can be certified: no certificate is written");
    else if (missing > 0 || !proven)
        say_claims(options, made, missing, stop, &line);
    if (count > 0)
        strbuf_add(&line, " (%s)", list.chars != NULL ? list.chars : "");
    if (line.length > 0 && made->claims > 0 && by_rules)
        strbuf_add(&line, "; no claim says that nobody loses more than the board: the rules do");
    char *text = line.length > 0 ? strbuf_take(&line) : NULL;
    if (text != NULL)
        message_print_line(text);
    free(text);
    strbuf_release(&line);
    strbuf_release(&list);
}

/* Writes what was proved, and says so where it is not all, or nothing. Returns 1 if all of it is
 * certified, 0 or a negative errno. */
static int write_certificate(const struct solve_options *options, bool proven,
                             const struct solve_result *result, struct error *err)
{
    struct solve_certificate made = {0};
    int r = 1;
    solve_result_certificate(result, &made);
    if (made.claims > 0)
        r = proof_file_write(&made, options->proof, proven && made.missing == 0, err);
    if (r > 0)
        say_uncertified(options, proven, &made, result);
    return r < 0 ? r : made.claims > 0 && made.missing == 0;
}

/* Prints the result. Returns 0 or a negative errno. */
static int print(const struct solve_options *options, const struct solve_result *result,
                 double seconds, struct error *err)
{
    if (options->json)
        return result_print_json("solve", result, options, seconds, err);
    int r = result_print_text(result, options, seconds);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

/* Prints the result and writes the certificate. saved: the store has what is proved; if it has
 * not, another line says so. Returns the exit code of a run without failures. */
static int finish(const struct solve_options *options, const struct solve_result *result,
                  bool saved, double started, struct failures *failures)
{
    bool proven = result_is_proven(result, options), certified = true;
    struct error why;
    failures_note(failures, print(options, result, clock_now() - started, &why), &why);
    if (!proven && saved)
        fprintf(stderr, "solve: stopped before proven: %s\n",
                stop_text_within(solve_result_stop(result), &options->limits));
    if (options->proof != NULL)
        certified =
            failures_note(failures, write_certificate(options, proven, result, &why), &why) == 1;
    return proven && certified ? EXIT_SOLVED : EXIT_STOPPED;
}

/* Writes the record, and says what of it is not proved. Returns whether all of it is. */
static bool write_sgf(const struct solve_options *options, const struct solve_sgf *sgf,
                      struct failures *failures)
{
    struct error why, unwritten;
    int r = sgf_write_file(sgf->tree, options->sgf_out, &why);
    if (r < 0)
        failures_note(failures, error_set(&unwritten, r, "--sgf-out: %s", why.text), &unwritten);
    if (r < 0 || options->tree == 0 || sgf->open == 0)
        return true;
    fprintf(stderr, "solve: --sgf-out '%.120s': %s not proved, or not reached\n", options->sgf_out,
            human_count(sgf->open, "position of the tree is", "positions of the tree are"));
    return false;
}

/* Prints the result and writes what was asked for, whatever of it fails. */
static int finish_with_files(const struct solve_options *options, const struct solve_result *result,
                             bool saved, const struct solve_sgf *sgf, double started,
                             struct failures *failures)
{
    struct error why;
    int code = finish(options, result, saved, started, failures);
    if (sgf != NULL && !write_sgf(options, sgf, failures))
        code = EXIT_STOPPED;
    if (options->picture.path != NULL)
        failures_note(failures, solve_picture_write(options, result, &why), &why);
    return code;
}

/* Closes the store, so that it has what is proved. What was found is printed and written even if
 * that fails. */
static int close_and_finish(const struct solve_options *options, struct solve_request *request,
                            const struct solve_result *result, struct solve_store *store,
                            struct progress *progress, struct error *err)
{
    struct failures failures = {.last = err};
    struct solve_sgf sgf = {0};
    struct error unmade, unsaved;
    int made = 0;
    if (options->sgf_out != NULL)
        made = solve_sgf_make(options, request, result, &sgf, &unmade);
    progress_stop(progress);
    int saved = store_option_close(options->store, store, &unsaved);
    int code =
        finish_with_files(options, result, saved == 0, made == 0 && sgf.tree != NULL ? &sgf : NULL,
                          progress->started, &failures);
    sgf_tree_free(sgf.tree);
    failures_note(&failures, made, &unmade);
    failures_note(&failures, saved, &unsaved);
    return failures.any ? EXIT_FAILED : code;
}

static int solve(const struct solve_options *options, struct solve_request *request,
                 struct progress *progress, struct error *err)
{
    struct solve_result *result;
    struct solve_store *store;
    /* A run that is certified uses nothing of the store. */
    const struct solve_game *asked = options->proof == NULL ? options->game : NULL;
    int r = store_option_open(options->store, asked != NULL ? request : NULL, asked, &store, err);
    if (r < 0)
        return verb_exit_code(r);
    solve_request_set_store(request, store);
    if (!options->quiet)
        progress->boards_most = prediction_announce(request, options->game);
    r = solve_request_run(request, options->game, &result, NULL);
    progress_stop(progress);
    if (r < 0) {
        store_option_close(options->store, store, err);
        error_set(err, r, "cannot solve %s: out of memory", solve_board_name(options->setup.board));
        return EXIT_FAILED;
    }
    int code = close_and_finish(options, request, result, store, progress, err);
    solve_result_free(result);
    return code;
}

int solve_run(const struct solve_options *options, struct error *err)
{
    struct progress progress;
    struct solve_request *request;
    struct solve_cache *cache = NULL;
    progress_start(&progress, options->setup.board, &options->limits);
    if (make_request(options, &progress, &request) < 0) {
        error_set(err, -ENOMEM, "out of memory");
        return EXIT_FAILED;
    }
    /* The positions of a tree have much in common. */
    if (options->tree > 1 && solve_cache_new(options->limits.memory, &cache) == 0)
        solve_request_set_cache(request, cache);
    int code = solve(options, request, &progress, err);
    solve_request_free(request);
    solve_cache_free(cache);
    return code;
}
