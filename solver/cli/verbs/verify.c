/* The verb verify: checks a certificate and says what it proves. */
#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/whole_file.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/output_path.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "cli/verbs/verification.h"
#include "json/check_json.h"

static const struct option_spec options[] = {
    FORMAT_JSON_OPTIONS,
    {"memory", "SIZE", "bytes, or with K, M, G or T: 512M; default: what is available"},
    {"max-seconds", "S", "check for so long; else as long as a file of its size should take"},
    {"quiet", NULL, "no progress, and print nothing if it is accepted"},
    {"rules", "NAME[,F=V...]", "check its claims under this ruleset instead of its own"},
    VERIFICATION_GAME_OPTIONS,
    {"proof", "FILE", "write the certificate, as it was checked and unpacked, if it is accepted"},
    {"packed", NULL, "write it packed: strategies in about a sixth of the bytes"},
};

/* What a claim takes as JSON, all of which is made before it is printed. */
#define CLAIM_BYTES_JSON 1024

/* Reads --rules, --proof and --packed. */
static int read_rules(struct verification *into, const struct options *given, struct error *err)
{
    const char *path = options_text(given, "proof");
    int komi, r = verification_set_rules(into->check, given, &komi, err);
    if (r == 0)
        r = verification_set_game(into->check, given, err);
    if (r < 0)
        return r;
    if (path == NULL && options_has(given, "packed"))
        return error_set(err, -EINVAL, "--packed: wanted with --proof, which says where to");
    return options_has(given, "packed") ? output_path_file("proof", path, err)
                                        : output_path_stream("proof", path, err);
}

static int read_request(struct verification *into, const struct options *given, struct error *err)
{
    struct run_limits limits;
    int r = format_read_json(given, &into->json, err);
    if (r == 0)
        r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = read_rules(into, given, err);
    if (r < 0)
        return r;
    into->limits = limits;
    verification_begin(into->check, &into->limits, into->json ? CLAIM_BYTES_JSON : 0,
                       options_has(given, "quiet") ? NULL : &into->progress);
    return 0;
}

/* Prints the verdict: the whole of it on stdout, why it is not accepted on stderr. */
static int report(const struct verification *done, const struct options *given, struct error *err)
{
    struct error line;
    enum solve_check_verdict verdict = solve_check_verdict(done->check);
    if (done->json && verification_print_json(done, err) < 0)
        return EXIT_FAILED;
    if (verdict == SOLVE_CHECK_ACCEPTED) {
        if (!done->json && !options_has(given, "quiet") && verification_print(done, err) < 0)
            return EXIT_FAILED;
        return EXIT_SOLVED;
    }
    error_set(&line, 0, "%.80s: %s: %.220s", done->path, check_json_word(verdict), done->why.text);
    if (verdict == SOLVE_CHECK_REFUSED) {
        *err = line;
        return EXIT_FAILED;
    }
    message_print(&line);
    return EXIT_STOPPED;
}

/* Says why the certificate, which is accepted, was not written. */
static int say_unwritten(const struct verification *done, int r, struct error *err)
{
    struct error line;
    const char *why = solve_check_reason(done->check);
    if (r != -EINTR) {
        error_set(err, r, "--%s: %s", r == -EINVAL ? "packed" : "proof", why);
        return EXIT_FAILED;
    }
    error_set(&line, r, "%.80s: accepted, but not written: %s", done->path,
              interrupt_requested ? interrupt_text() : "--max-seconds reached");
    message_print(&line);
    return EXIT_STOPPED;
}

/* Writes the certificate, which is accepted, into a stream, behind what is printed. */
static int write_into(const struct verification *done, const char *path, struct error *err)
{
    struct error why;
    size_t size;
    const uint8_t *bytes = solve_check_bytes(done->check, &size);
    fflush(stdout);
    int r = whole_file_put(path, bytes, size, &why);
    if (r < 0)
        error_set(err, r, "--proof: %s", why.text);
    return r < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

static int verify(struct verification *into, const struct options *given, struct error *err)
{
    const char *proof = options_text(given, "proof");
    int r = read_request(into, given, err);
    if (r < 0)
        return verb_exit_code(r);
    double started = clock_now();
    r = solve_check_load(into->check, into->path);
    if (r == 0)
        solve_check_run(into->check);
    progress_stop(&into->progress);
    if (r < 0) {
        error_set(err, -EINVAL, "%s", solve_check_reason(into->check));
        return EXIT_USAGE;
    }
    if (verification_refuse_unread(into->check, given, err) < 0)
        return EXIT_USAGE;
    into->seconds = clock_now() - started;
    verification_say_why(into->check, &into->why);
    bool writes = solve_check_verdict(into->check) == SOLVE_CHECK_ACCEPTED && proof != NULL;
    bool into_stream = writes && whole_file_is_stream(proof);
    if (writes && !into_stream)
        r = options_has(given, "packed") ? solve_check_write_packed(into->check, proof)
                                         : solve_check_write(into->check, proof);
    int code = report(into, given, err);
    if (into_stream && code == EXIT_SOLVED)
        return write_into(into, proof, err);
    return r < 0 ? say_unwritten(into, r, err) : code;
}

static int run(const struct options *given, struct error *err)
{
    const char *const *files = given->words;
    struct verification into = {.path = files[0]};
    if (files[0] == NULL || files[1] != NULL) {
        error_set(err, -EINVAL, "verify: wanted one FILE");
        return EXIT_USAGE;
    }
    if (solve_check_new(&into.check) < 0) {
        error_set(err, -ENOMEM, "out of memory");
        return EXIT_FAILED;
    }
    int code = verify(&into, given, err);
    solve_check_free(into.check);
    return code;
}

const struct verb verb_verify =
    VERB("verify", "check a certificate that --proof wrote, and say what it proves", options,
         .run = run, .words = "FILE", .interruptible = true);
