/*
 * What time is left for a certificate after an interruption is kept to, and what is in it is
 * proved.
 *
 *   certified-late BOARD RULES [BYTES]
 *
 * With so many bytes of memory a run that is interrupted, but that calls neither itself nor its
 * certificate cut short, has the certificate of one that is not. Without them: the empty board
 * under each of the rulesets is solved and interrupted, each time half as late again, until it is
 * solved before that: once with hardly any time for the certificate, which then takes no nodes, and
 * once with enough, where it has no fewer claims. Exit code 0: all of that is so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/made.h"
#include "result/progress.h"
#include "solve/analysis.h"

struct interrupting {
    long left; /* looks, or proofs */
    atomic_bool now;
    uint64_t nodes, later; /* when it is interrupted, and at the last look */
};

struct tally {
    long runs, claims, failed;
};

static void count_down(const struct run_progress *progress, void *arg)
{
    struct interrupting *interrupting = arg;
    if (--interrupting->left == 0) {
        interrupting->now = true;
        interrupting->nodes = progress->nodes;
    }
    interrupting->later = progress->nodes;
}

/* The search under rules with cycles tells only what it proves. */
static void count_proof(void *arg, const struct analysis *analysis)
{
    struct interrupting *interrupting = arg;
    (void)analysis;
    if (--interrupting->left == 0) {
        interrupting->now = true;
        interrupting->nodes = UINT64_MAX; /* they are not looked at */
    }
}

static void complain(struct tally *tally, const struct game *game, const char *what,
                     const char *why)
{
    printf("%s %s %s\n", show_game(game), what, why);
    tally->failed++;
}

/* Interrupts it at a look, with so many seconds for the certificate. Returns its claims, or -1: it
 * went on to its end before. */
static long check_interrupted(struct tally *tally, const struct game *game, long look,
                              double patience)
{
    struct written_certificate written = {0};
    struct interrupting interrupting = {.left = look};
    struct analysis analysis;
    struct error why;
    struct analysis_options options = {
        .limits = {.max_bytes = 256u << 20,
                   .interrupted = &interrupting.now,
                   .progress = count_down,
                   .progress_arg = &interrupting,
                   .patience = patience},
        .threads = 1,
        .certificate = &written,
        .note = count_proof,
        .note_arg = &interrupting,
    };
    if (analysis_run(game, &options, &analysis) < 0)
        die("no memory");
    if (written.claim_count > 0 && !is_accepted(&written.file, &why))
        complain(tally, game, "is not accepted:", why.text);
    if (patience < 1 && interrupting.now && interrupting.later > interrupting.nodes)
        complain(tally, game, "is certified by a search that goes on and on", "");
    if ((written.missing > 0) != (written.why != STOP_NONE))
        complain(tally, game, "does not say why", "");
    if (written.missing > 0 && interrupting.now && written.why != STOP_INTERRUPT)
        complain(tally, game, "says something else than that it was interrupted", "");
    long claims = interrupting.now ? (long)written.claim_count : -1;
    written_certificate_release(&written);
    analysis_release(&analysis);
    return claims;
}

static size_t bytes_of_memory;

/* Solves with little memory, and interrupts it at a look. Returns whether it came so far. */
static bool run_short(const struct game *game, long look, enum stop_reason *ret_stopped,
                      struct written_certificate *ret_written)
{
    struct interrupting interrupting = {.left = look};
    struct analysis analysis;
    struct analysis_options options = {
        .limits = {.max_bytes = bytes_of_memory,
                   .interrupted = &interrupting.now,
                   .progress = count_down,
                   .progress_arg = &interrupting},
        .threads = 1,
        .certificate = ret_written,
    };
    if (analysis_run(game, &options, &analysis) < 0)
        die("no memory");
    *ret_stopped = analysis.stopped;
    analysis_release(&analysis);
    return interrupting.now;
}

static bool is_same_file(const struct written_certificate *a, const struct written_certificate *b)
{
    return a->file.size == b->file.size && memcmp(a->file.data, b->file.data, a->file.size) == 0;
}

static void check_short(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct written_certificate whole = {0};
    enum stop_reason stopped, stopped_now;
    bool interrupted = true;
    run_short(game, -1, &stopped, &whole);
    for (long look = 1; interrupted; look += 3) {
        struct written_certificate written = {0};
        interrupted = run_short(game, look, &stopped_now, &written);
        bool steady = stopped_now == stopped && !written.cut;
        if (steady && !is_same_file(&written, &whole))
            complain(tally, game, "has another certificate that nothing cut", "");
        tally->runs += interrupted;
        tally->claims += written.claim_count;
        written_certificate_release(&written);
    }
    printf("%s: stopped by %d, %zu claims, %zu missing\n", show_game(game), (int)stopped,
           whole.claim_count, whole.missing);
    written_certificate_release(&whole);
}

static void check(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    for (long look = 1;; look += (look + 1) / 2) {
        long hurried = check_interrupted(tally, game, look, 1e-9);
        long calm = check_interrupted(tally, game, look, 60);
        if (hurried < 0 && calm < 0)
            return;
        if (calm < hurried)
            complain(tally, game, "has fewer claims where there is more time", "");
        tally->runs++;
        tally->claims += calm;
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc != 3 && argc != 4)
        die("usage: certified-late BOARD RULES [BYTES]");
    bytes_of_memory = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    for_empty_board(argv[1], argv[2], argc == 4 ? check_short : check, &tally);
    printf("%ld interruptions, %ld claims, %ld failures\n", tally.runs, tally.claims, tally.failed);
    return tally.failed > 0 || tally.claims == 0;
}
