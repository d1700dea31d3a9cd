/* The verb verify: checks a certificate and says what it proves. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "certificate/check/check.h"
#include "certificate/write/write.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/output_path.h"
#include "cli/resources.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/verification.h"
#include "search/search.h"

static const struct option_spec options[] = {
    FORMAT_JSON_OPTION,
    {"memory", "SIZE", "bytes, or with K, M or G: 512M; default: what is available"},
    {"max-seconds", "S", "check for so long; else as long as a file of its size should take"},
    {"quiet", NULL, "print nothing if it is accepted"},
    {"rules", "NAME[,F=V...]", "check its claims under this ruleset instead of its own"},
    {"proof", "FILE", "write the certificate for that ruleset, if it is accepted"},
};

/* What a claim takes: read, in a list that may have doubled, and as JSON, all of which is made
 * before it is printed. */
#define CLAIM_BYTES (2 * sizeof(struct certificate_claim))
#define CLAIM_BYTES_JSON 1024

struct verify_request {
    const struct ruleset *rules; /* NULL: the certificate's own */
    bool json;
    uint64_t memory;
    double deadline; /* by clock_now(); 0: none */
    struct check_limits limits;
};

static bool is_late(const struct verify_request *request)
{
    return request->deadline > 0 && clock_now() > request->deadline;
}

static bool must_stop(void *arg)
{
    return interrupt_requested || is_late(arg);
}

/* Puts other rules into a certificate that can be read. Returns 0, -EINVAL (err) or -ENOMEM. */
static int change_rules(struct verification *into, const struct ruleset *rules, struct error *err)
{
    struct bytes file = {0};
    int r = certificate_parse(into->file.bytes, into->file.size, &into->proof, err);
    if (r == 0) {
        into->proof.rules = *rules;
        r = write_whole(&into->proof, &file);
    }
    certificate_release(&into->proof);
    if (r < 0)
        return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
    free(into->file.bytes);
    into->file.bytes = file.data;
    into->file.size = file.size;
    return 0;
}

/* What is left of the memory and of the work for the check of a file that was read. */
static void limit_check(struct verify_request *request, const struct verification *into)
{
    struct check_limits *limits = &request->limits;
    size_t held = into->file.size + into->proof.claim_count * sizeof(*into->proof.claims);
    limits->max_bytes = request->memory > held ? (size_t)request->memory - held : 1;
    limits->max_steps = request->deadline > 0 ? 0 : budget_steps_for(into->file.size);
}

/* Are there so few claims that they fit into the memory, beside the file? It is asked before they
 * are read. */
static bool claims_fit(const struct certificate_file *file, const struct verify_request *request)
{
    static const char word[] = "\nclaim ";
    const uint8_t *at = file->bytes, *end = at + file->size;
    uint64_t claims = 0, each = CLAIM_BYTES + (request->json ? CLAIM_BYTES_JSON : 0);
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= sizeof(word) && memcmp(at, word, sizeof(word) - 1) == 0)
            claims++;
        at++;
    }
    return file->size + claims * each <= request->memory;
}

static int check_bytes(struct verification *into, struct verify_request *request)
{
    struct error *why = &into->why;
    if (!claims_fit(&into->file, request))
        return error_set(why, -ENOMEM, "its claims need more memory than there may be");
    int r = request->rules != NULL ? change_rules(into, request->rules, why) : 0;
    if (r == 0)
        r = certificate_parse(into->file.bytes, into->file.size, &into->proof, why);
    certificate_file_hash(into->file.bytes, into->file.size, into->hash);
    if (r < 0)
        return r;
    limit_check(request, into);
    return check_certificate_within(&into->proof, &request->limits, why);
}

/* What a check that ended so has to say. */
static void judge(struct verification *into, const struct verify_request *request, int r)
{
    bool stopped = r == -ENOMEM || r == -EFBIG || r == -ETIME || r == -EINTR;
    into->verdict = r == 0    ? VERIFICATION_ACCEPTED
                    : stopped ? VERIFICATION_NOT_CHECKED
                              : VERIFICATION_REFUSED;
    if (r == -ENOMEM || r == -EFBIG)
        into->stopped = "memory";
    if (r == -ETIME) {
        into->stopped = "work";
        error_set(&into->why, r,
                  "it takes more work than a file of its size should: "
                  "--max-seconds says how long to try");
    }
    if (r == -EINTR) {
        bool late = is_late(request) && !interrupt_requested;
        into->stopped = late ? "time" : "interrupted";
        error_set(&into->why, r, "%s", late ? "--max-seconds reached" : interrupt_text());
    }
}

/* Reads and checks. Returns 0, or a negative errno if the file cannot be read (err). */
static int check_file(struct verification *into, struct verify_request *request, struct error *err)
{
    double started = clock_now();
    int r = certificate_file_read(into->path, &request->limits, &into->file, &into->why);
    if (r < 0 && r != -EFBIG && r != -ENOMEM && r != -EINTR) {
        *err = into->why;
        return r;
    }
    if (r == 0)
        r = check_bytes(into, request);
    judge(into, request, r);
    into->seconds = clock_now() - started;
    return 0;
}

static int read_rules(const struct options *given, struct ruleset *ret_rules, struct error *err)
{
    const char *text = options_text(given, "rules"), *path = options_text(given, "proof");
    struct error why;
    if (text != NULL && ruleset_parse(text, ret_rules, &why) < 0)
        return options_refuse("rules", text, why.text, err);
    if (text == NULL && path != NULL)
        return options_refuse("proof", path, "wanted with --rules, for whose ruleset it is", err);
    return output_path_file("proof", path, err);
}

static int read_request(const struct options *given, struct verify_request *into,
                        struct ruleset *rules, struct error *err)
{
    struct run_limits limits;
    int r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = read_rules(given, rules, err);
    if (r < 0)
        return r;
    into->memory = limits.memory_default ? resources_available() : limits.memory;
    into->rules = options_has(given, "rules") ? rules : NULL;
    into->json = options_has(given, "json");
    into->deadline = limits.max_seconds > 0 ? clock_now() + limits.max_seconds : 0;
    into->limits =
        (struct check_limits){.max_bytes = (size_t)into->memory, .stop = must_stop, .arg = into};
    return 0;
}

/* Prints the verdict: the whole of it on stdout, why it is not accepted on stderr. */
static int report(const struct verification *done, const struct options *given, struct error *err)
{
    struct error line;
    if (options_has(given, "json") && verification_print_json(done, err) < 0)
        return EXIT_FAILED;
    if (done->verdict == VERIFICATION_ACCEPTED) {
        if (!options_has(given, "json") && !options_has(given, "quiet"))
            verification_print(done);
        return EXIT_SOLVED;
    }
    error_set(&line, 0, "%.80s: %s: %.220s", done->path, verification_word(done->verdict),
              done->why.text);
    if (done->verdict == VERIFICATION_REFUSED) {
        *err = line;
        return EXIT_FAILED;
    }
    message_print(&line);
    return EXIT_STOPPED;
}

static int verify(struct verification *into, const struct options *given, struct error *err)
{
    const char *path = options_text(given, "proof");
    struct ruleset rules;
    struct verify_request request = {0};
    int r = read_request(given, &request, &rules, err);
    if (r < 0)
        return verb_exit_code(r);
    if (check_file(into, &request, err) < 0)
        return EXIT_USAGE;
    if (into->verdict == VERIFICATION_ACCEPTED && path != NULL &&
        write_certificate_file(path, into->file.bytes, into->file.size, err) < 0)
        return EXIT_FAILED;
    return report(into, given, err);
}

static int run(const struct options *given, struct error *err)
{
    const char *const *files = given->words;
    struct verification into = {.path = files[0]};
    if (files[0] == NULL || files[1] != NULL) {
        error_set(err, -EINVAL, "verify: wanted one FILE");
        return EXIT_USAGE;
    }
    int code = verify(&into, given, err);
    certificate_release(&into.proof);
    free(into.file.bytes);
    return code;
}

const struct verb verb_verify = {
    .name = "verify",
    .help = "check a certificate that --proof wrote, and say what it proves",
    VERB_OPTIONS(options),
    .words = "FILE",
    .interruptible = true,
    .run = run,
};
