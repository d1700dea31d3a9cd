/*
 * libsolve-check: a certificate read and checked. What it does and returns is said in
 * solve-check.h. Nothing of the search is linked to it.
 */
#include "library/check/changed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "base/whole_file.h"
#include "certificate/check/check.h"
#include "certificate/packed/packed.h"
#include "certificate/write/write.h"

_Static_assert(SOLVE_CHECK_INFINITE == CERTIFICATE_INFINITE, "solve-check.h has another infinity");
_Static_assert(SOLVE_CHECK_CLAIM_MAX == CERTIFICATE_CLAIM_TEXT_MAX,
               "solve-check.h has another length");

#define MEMORY_DEFAULT ((size_t)1 << 30)
#define MEMORY_LEAST ((uint64_t)64 << 10)
#define SECONDS_MOST 1e9

/* What a claim takes that is read, in a list that may have doubled. */
#define CLAIM_BYTES (2 * sizeof(struct certificate_claim))

int solve_check_new(struct solve_check **ret_check)
{
    if (ret_check == NULL)
        return -EINVAL;
    struct solve_check *check = calloc(1, sizeof(*check));
    if (check == NULL)
        return -ENOMEM;
    check->memory = MEMORY_DEFAULT;
    *ret_check = check;
    return 0;
}

void solve_check_free(struct solve_check *check)
{
    if (check == NULL)
        return;
    certificate_release(&check->parsed);
    free(check->file.bytes);
    free(check->moves);
    free(check->wanted_position);
    free(check->wanted_moves);
    bytes_release(&check->graph_text);
    free(check);
}

int solve_check_set_memory(struct solve_check *check, uint64_t bytes, uint64_t claim_bytes)
{
    if (check == NULL || bytes < MEMORY_LEAST || bytes > SIZE_MAX / 2 || claim_bytes > UINT32_MAX)
        return -EINVAL;
    check->memory = (size_t)bytes;
    check->claim_bytes = claim_bytes;
    return 0;
}

int solve_check_set_seconds(struct solve_check *check, double seconds)
{
    if (check == NULL || !(seconds >= 0 && seconds <= SECONDS_MOST))
        return -EINVAL;
    check->deadline = seconds > 0 ? clock_now() + seconds : 0;
    return 0;
}

int solve_check_set_stop(struct solve_check *check, bool (*stop)(void *arg), void *arg)
{
    if (check == NULL)
        return -EINVAL;
    check->stop = stop;
    check->arg = arg;
    return 0;
}

int solve_check_set_progress(struct solve_check *check,
                             void (*tell)(const struct solve_check_progress *progress, void *arg),
                             void *arg)
{
    if (check == NULL)
        return -EINVAL;
    check->tell = tell;
    check->tell_arg = arg;
    return 0;
}

static bool is_late(const struct solve_check *check)
{
    return check->deadline > 0 && clock_now() > check->deadline;
}

static bool must_stop(void *arg)
{
    const struct solve_check *check = arg;
    const struct solve_check_progress progress = {check->checking, check->reached.done,
                                                  check->reached.all};
    if (check->tell != NULL && check->verdict == SOLVE_CHECK_NONE)
        check->tell(&progress, check->tell_arg);
    return (check->stop != NULL && check->stop(check->arg)) || is_late(check);
}

/* Did this errno end a read or a check without saying anything of the certificate? */
static bool is_limit(int r)
{
    return r == -ENOMEM || r == -EFBIG || r == -ETIME || r == -EINTR || r == -EPROTONOSUPPORT;
}

int solve_check_load(struct solve_check *check, const char *path)
{
    if (check == NULL)
        return -EINVAL;
    if (path == NULL || check->file.bytes != NULL || check->read < 0)
        return error_set(&check->why, -EINVAL, "wanted one certificate");
    const struct check_limits limits = {
        .max_bytes = check->memory, .stop = must_stop, .arg = check, .reached = &check->reached};
    int r = certificate_file_read(path, &limits, &check->file, &check->why);
    if (r < 0 && !is_limit(r))
        return r;
    check->read = r;
    return 0;
}

int solve_check_read(struct solve_check *check, const void *bytes, size_t size)
{
    if (check == NULL)
        return -EINVAL;
    if (bytes == NULL || check->file.bytes != NULL || check->read < 0)
        return error_set(&check->why, -EINVAL, "wanted one certificate");
    check->file.bytes = size < SIZE_MAX / 2 ? malloc(size + 1) : NULL;
    if (check->file.bytes == NULL)
        return error_set(&check->why, -ENOMEM, "out of memory");
    memcpy(check->file.bytes, bytes, size);
    check->file.size = size;
    check->file.whole = true;
    return 0;
}

/* Are there so few claims that they fit into the memory, beside the file? It is asked before they
 * are read. */
static bool claims_fit(const struct solve_check *check)
{
    static const char word[] = "\nclaim ";
    const uint8_t *at = check->file.bytes, *end = at + check->file.size;
    uint64_t claims = 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= sizeof(word) && memcmp(at, word, sizeof(word) - 1) == 0)
            claims++;
        at++;
    }
    return check->file.size + claims * (CLAIM_BYTES + check->claim_bytes) <= check->memory;
}

/* Limits of what is done besides the check; what the file and its claims take is held. */
static struct check_limits limits_left(struct solve_check *check)
{
    size_t held = check->file.size + check->parsed.claim_count * sizeof(*check->parsed.claims);
    return (struct check_limits){
        .max_bytes = check->memory > held ? check->memory - held : 1,
        .max_steps = check->deadline > 0 ? 0 : budget_steps_for(check->file.size),
        .stop = must_stop,
        .arg = check,
        .reached = &check->reached,
    };
}

/* Puts another file in place of the one that was read, and reads that. Returns as
 * certificate_parse(). */
static int replace(struct solve_check *check, const struct bytes *file)
{
    certificate_release(&check->parsed);
    free(check->file.bytes);
    check->file.bytes = file->data;
    check->file.size = file->size;
    return certificate_parse(check->file.bytes, check->file.size, &check->parsed, &check->why);
}

/* Unpacks what was read and checks it meanwhile. Returns as packed_unpack(). */
static int unpack(struct solve_check *check)
{
    struct bytes file = {0};
    struct check_limits limits = limits_left(check);
    if (limits.max_steps != 0)
        limits.max_steps = packed_steps_for(check->file.size);
    check->checking = true;
    int r = packed_unpack(&check->parsed, &limits, &file, &check->why);
    check->proved = r == 0;
    return r < 0 ? r : replace(check, &file);
}

/* The moves before the root, joined. Returns 0 or -ENOMEM. */
static int join_moves(struct solve_check *check)
{
    struct strbuf text = {0};
    free(check->moves);
    for (size_t i = 0; i < check->parsed.move_count; i++)
        strbuf_add(&text, "%s%s", i > 0 ? " " : "",
                   move_format(check->parsed.graph, check->parsed.moves[i]));
    check->moves = strbuf_take(&text);
    return check->moves != NULL ? 0 : -ENOMEM;
}

/* Notes what the header says. Returns 0 or -ENOMEM. */
static int describe(struct solve_check *check)
{
    ruleset_format(&check->parsed.rules, check->rules_text);
    position_format(check->parsed.graph, &check->parsed.start, check->position);
    int r = join_moves(check);
    return r < 0 ? error_set(&check->why, r, "out of memory") : 0;
}

/* Puts what is wanted into what was read, and reads that. Returns as certificate_parse(). */
static int change_header(struct solve_check *check)
{
    struct bytes file = {0};
    int r = changed_make(check, &file);
    if (r == 0)
        r = replace(check, &file);
    return r < 0 ? r : describe(check);
}

/* Reads the header and the claims, and makes the certificate that is to be checked. */
static int parse(struct solve_check *check)
{
    struct error *why = &check->why;
    if (!claims_fit(check))
        return error_set(why, -ENOMEM, "its claims need more memory than there may be");
    int r = certificate_parse(check->file.bytes, check->file.size, &check->parsed, why);
    if (r == 0)
        r = describe(check);
    else
        certificate_release(&check->parsed);
    if (r == 0 && check->parsed.packed)
        r = unpack(check);
    if (r == 0 && changed_is_wanted(check))
        r = change_header(check);
    certificate_file_hash(check->file.bytes, check->file.size, check->hash);
    return r;
}

/* Checks within what is left of the memory and of the work. What was unpacked is checked already,
 * but for other rules, or another game. */
static int check_claims(struct solve_check *check)
{
    if (check->proved && !changed_is_wanted(check))
        return 0;
    struct check_limits limits = limits_left(check);
    check->checking = true;
    if (check->parsed.leaves) {
        if (limits.max_steps != 0)
            limits.max_steps = packed_steps_for(check->file.size);
        return packed_check_leaves(&check->parsed, &limits, &check->why);
    }
    return check_certificate_within(&check->parsed, &limits, &check->why);
}

/* What a check that ended so has to say. */
static int judge(struct solve_check *check, int r)
{
    bool unread = check->stopped != NULL;
    check->verdict = r == 0                  ? SOLVE_CHECK_ACCEPTED
                     : unread || is_limit(r) ? SOLVE_CHECK_STOPPED
                                             : SOLVE_CHECK_REFUSED;
    if (r == 0)
        check->why.text[0] = '\0';
    if (r == -ENOMEM || r == -EFBIG)
        check->stopped = "memory";
    if (r == -EPROTONOSUPPORT)
        check->stopped = "version";
    if (r == -ETIME) {
        check->stopped = "work";
        error_set(&check->why, r, "it takes more work than a file of its size should");
    }
    if (r == -EINTR) {
        bool asked = check->stop != NULL && check->stop(check->arg);
        check->stopped = is_late(check) && !asked ? "time" : "interrupted";
        error_set(&check->why, r, asked ? "the check was stopped" : "the time is up");
    }
    return check->verdict == SOLVE_CHECK_REFUSED ? -EINVAL : r == -EFBIG ? -ENOMEM : r;
}

int solve_check_run(struct solve_check *check)
{
    if (check == NULL)
        return -EINVAL;
    if (check->verdict != SOLVE_CHECK_NONE || (check->file.bytes == NULL && check->read == 0))
        return error_set(&check->why, -EINVAL, "wanted one certificate, and one check of it");
    int r = check->read < 0 ? check->read : parse(check);
    if (r == 0)
        r = check_claims(check);
    if (r == 0)
        check->leaves = certificate_count_leaves(&check->parsed);
    return judge(check, r);
}

int solve_check_write_packed(struct solve_check *check, const char *path)
{
    struct bytes file = {0};
    if (check == NULL)
        return -EINVAL;
    if (path == NULL || check->parsed.graph == NULL)
        return error_set(&check->why, -EINVAL, "there is nothing to write");
    struct check_limits limits = limits_left(check);
    check->why.text[0] = '\0';
    int r = packed_pack(&check->parsed, &limits, &file, &check->why);
    if (r == 0)
        r = whole_file_write(path, file.data, file.size, &check->why);
    bytes_release(&file);
    return r;
}
