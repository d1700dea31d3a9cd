/*
 * Certifying what a row was judged by. The game is solved once more, recorded and without anything
 * that was proved before; the certificate is checked; and the claims of the certificate, not the
 * engine's word, must say all that the judgement used: the bounds of the root and of its first
 * plays.
 */
#include <errno.h>
#include <stdlib.h>

#include "certificate/check/check.h"
#include "report/finding.h"
#include "report/row_game.h"
#include "rules/history.h"
#include "solve/certify.h"

static int margin_of(int claimed)
{
    if (abs(claimed) == CERTIFICATE_INFINITE)
        return claimed > 0 ? MARGIN_INFINITE : -MARGIN_INFINITE;
    return claimed;
}

/* The next margin beyond one that is denied. */
static int beyond(int margin, int by)
{
    return abs(margin) == MARGIN_INFINITE ? margin : margin + by;
}

/* Takes a claim into bounds. */
static void add_claim(const struct certificate_claim *claim, struct bounds *bounds)
{
    int margin = margin_of(claim->margin);
    struct bounds said = bounds_unknown();
    if (claim->who == BLACK && !claim->denies)
        said.lower_min = said.upper_min = margin;
    else if (claim->who == WHITE && !claim->denies)
        said.lower_max = said.upper_max = margin;
    else if (claim->who == WHITE)
        said.lower_max = beyond(margin, -1);
    else
        said.upper_min = beyond(margin, 1);
    bounds_narrow(bounds, &said);
}

/* Do the claims about one node say at least what wanted does? move NULL: the root. */
static bool claims_say(const struct certificate *proof, const struct move *move,
                       const struct bounds *wanted)
{
    struct bounds said = bounds_unknown();
    for (size_t i = 0; i < proof->claim_count; i++) {
        const struct certificate_claim *claim = &proof->claims[i];
        if (move == NULL ? claim->root : !claim->root && move_equal(claim->move, *move))
            add_claim(claim, &said);
    }
    return said.lower_min >= wanted->lower_min && said.lower_max <= wanted->lower_max &&
           said.upper_min >= wanted->upper_min && said.upper_max <= wanted->upper_max;
}

/*
 * That a player gets no less than if the other had the whole board needs no proof where the board
 * is all that counts: no wins outright, no prisoners.
 */
static struct bounds without_idle(struct bounds bounds, const struct certificate *proof)
{
    struct history_model model = {0};
    int points = proof->graph->points;
    proof->rules.family->describe(&proof->rules, &model);
    if (!model.strategies)
        return bounds;
    if (bounds.lower_min <= -points)
        bounds.lower_min = -MARGIN_INFINITE;
    if (bounds.upper_min <= -points)
        bounds.upper_min = -MARGIN_INFINITE;
    if (bounds.lower_max >= points)
        bounds.lower_max = MARGIN_INFINITE;
    if (bounds.upper_max >= points)
        bounds.upper_max = MARGIN_INFINITE;
    return bounds;
}

static bool claims_cover(const struct certificate *proof, const struct analysis *judged,
                         bool value_only)
{
    bool covered = claims_say(proof, NULL, &judged->bounds);
    for (size_t i = 0; i < judged->move_count && covered && !value_only; i++) {
        const struct bounds wanted = without_idle(judged->moves[i].bounds, proof);
        if (judged->moves[i].same_as == (int)i)
            covered = claims_say(proof, &judged->moves[i].move, &wanted);
    }
    return covered;
}

/* What the engine said is not to be shown as if it were proved. */
static void refuse(struct row_finding *finding, const char *why)
{
    struct strbuf *texts[] = {&finding->computed, &finding->best, &finding->reason, &finding->line};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        strbuf_release(texts[i]);
    finding_leave_open(finding, CERTIFICATE_REFUSED);
    strbuf_add(&finding->reason, ": %s", why);
}

/* Checks the certificate. A verdict whose certificate is refused is none; where the memory does not
 * do for the check, or the claims do not say enough, the verdict stands as the engine's. */
static int check(const struct bytes *file, const struct analysis *judged, bool value_only,
                 struct row_finding *finding)
{
    struct certificate proof;
    struct error err;
    bool covered = false;
    int r = certificate_parse(file->data, file->size, &proof, &err);
    if (r == 0) {
        r = check_certificate(&proof, 0, &err);
        covered = r == 0 && claims_cover(&proof, judged, value_only);
        certificate_release(&proof);
    }
    if (r == -EINVAL)
        refuse(finding, err.text);
    return covered;
}

int finding_certify(const struct game *game, const struct verdict_limits *limits, bool value_only,
                    const struct analysis *judged, struct row_finding *finding)
{
    struct written_certificate certificate = {0};
    struct analysis again;
    bool decided = finding->kind == VERDICT_VERIFIED || finding->kind == VERDICT_WRONG;
    if (!decided || (limits->proof_dir == NULL && game->graph->points > CERTIFIED_POINTS))
        return 0;
    int r = row_game_solve_certified(game, limits, value_only, &certificate, &again);
    if (r < 0)
        return r;
    /* What comes out must not depend on how fast the machine is. */
    bool whole = (again.stopped == STOP_NONE || again.stopped == STOP_UNDECIDED) &&
                 certificate.missing == 0 && !certificate.cut;
    analysis_release(&again);
    if (whole && certificate.file.size > 0 &&
        check(&certificate.file, judged, value_only, finding)) {
        finding->certificate = certificate.file;
        certificate.file = (struct bytes){0};
    }
    written_certificate_release(&certificate);
    return 0;
}
