/*
 * Certifying what a verdict rests on. The game is solved once more, recorded and without anything
 * that was proved before; the certificate is checked; and the claims of the certificate, not the
 * solver's word, must say all that the verdict used: the bounds of the root and of the root moves.
 * Of root moves less may do: what tables of bounds prove has no certificate, and a verdict is
 * proved that comes out the same by the claims alone.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/certified.h"
#include "report/row_game.h"

/* Nothing ends the check of what the run itself could write. */
#define CHECK_SECONDS 1e9

static int margin_of(int claimed)
{
    if (abs(claimed) == SOLVE_CHECK_INFINITE)
        return claimed > 0 ? SOLVE_MARGIN_INFINITE : -SOLVE_MARGIN_INFINITE;
    return claimed;
}

/* The next margin beyond one that is denied. */
static int beyond(int margin, int by)
{
    return abs(margin) == SOLVE_MARGIN_INFINITE ? margin : margin + by;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Takes a claim into bounds. */
static void add_claim(const struct solve_check_claim *claim, struct solve_bounds *bounds)
{
    int margin = margin_of(claim->margin);
    bool black = claim->player == 0;
    if (claim->player < 0) /* of a coalition: no margin of two players */
        return;
    if (!claim->denies && black) {
        bounds->lower_min = most(bounds->lower_min, margin);
        bounds->upper_min = most(bounds->upper_min, margin);
    } else if (!claim->denies) {
        bounds->lower_max = least(bounds->lower_max, margin);
        bounds->upper_max = least(bounds->upper_max, margin);
    } else if (black) {
        bounds->upper_min = most(bounds->upper_min, beyond(margin, 1));
    } else {
        bounds->lower_max = least(bounds->lower_max, beyond(margin, -1));
    }
}

/* Who moves at the root of a game without moves; -1: there are some. */
static int first_mover(const struct solve_check *check)
{
    struct solve_check_header header;
    bool start = solve_check_header(check, &header) == 0 && header.move_count == 0;
    return start ? header.to_move : -1;
}

/* What a player has at the root he has after each play of his opponent's. */
struct solve_bounds certified_bounds(const struct solve_check *check, const char *move)
{
    int waiting = 1 - first_mover(check); /* 2: nobody */
    struct solve_bounds said = {-SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE,
                                -SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE};
    struct solve_check_claim claim;
    for (size_t i = 0; solve_check_claim(check, i, &claim) == 0; i++)
        if (strcmp(claim.move, move) == 0 || (claim.move[0] == '\0' && claim.player == waiting))
            add_claim(&claim, &said);
    return said;
}

bool certified_says(const struct solve_check *check, const char *move,
                    const struct solve_bounds *wanted)
{
    const struct solve_bounds said = certified_bounds(check, move);
    return said.lower_min >= wanted->lower_min && said.lower_max <= wanted->lower_max &&
           said.upper_min >= wanted->upper_min && said.upper_max <= wanted->upper_max;
}

/*
 * That a player gets no less than if the opponent had the whole board needs no proof where the
 * board is all that counts: no wins outright, no prisoners.
 */
static struct solve_bounds without_idle(struct solve_bounds bounds, const struct solve_game *game)
{
    struct solve_rules_facts facts;
    int points = solve_board_points(solve_game_board(game));
    solve_rules_facts(solve_game_rules(game), &facts);
    if (!facts.board_only)
        return bounds;
    if (bounds.lower_min <= -points)
        bounds.lower_min = -SOLVE_MARGIN_INFINITE;
    if (bounds.upper_min <= -points)
        bounds.upper_min = -SOLVE_MARGIN_INFINITE;
    if (bounds.lower_max >= points)
        bounds.lower_max = SOLVE_MARGIN_INFINITE;
    if (bounds.upper_max >= points)
        bounds.upper_max = SOLVE_MARGIN_INFINITE;
    return bounds;
}

static bool claims_cover(const struct solve_check *check, const struct solve_game *game,
                         const struct solved *solved, bool value_only)
{
    bool covered = certified_says(check, "", &solved->bounds);
    for (size_t i = 0; i < solved->move_count && covered && !value_only; i++) {
        char move[SOLVE_MOVE_TEXT_MAX];
        const struct solve_bounds wanted = without_idle(solved->moves[i].bounds, game);
        solve_move_format(solve_game_board(game), solved->moves[i].move, move);
        if (solved->moves[i].same_as == i)
            covered = certified_says(check, move, &wanted);
    }
    return covered;
}

/* What the solver said is not to be shown as if it were proved. */
static void refuse(struct row_finding *finding, const char *why)
{
    struct strbuf *texts[] = {&finding->computed, &finding->best, &finding->reason, &finding->line};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        strbuf_release(texts[i]);
    finding_leave_open(finding, CERTIFICATE_REFUSED);
    strbuf_add(&finding->reason, ": %s", why);
}

/* Reads and checks. Returns 1, it is accepted; 0, the memory does not do; or -EINVAL, and why it is
 * refused is appended to ret_why. */
static int run_check(struct solve_check *check, const struct solve_certificate *certificate,
                     struct strbuf *ret_why)
{
    int r = solve_check_set_memory(check, SIZE_MAX / 2, 0);
    if (r == 0)
        r = solve_check_set_seconds(check, CHECK_SECONDS);
    if (r == 0)
        r = solve_check_read(check, certificate->bytes, certificate->size);
    if (r == 0)
        r = solve_check_run(check);
    if (r == -EINVAL)
        strbuf_add(ret_why, "%s", solve_check_reason(check));
    return r == -EINVAL ? r : r == 0;
}

int certified_check(const struct solve_certificate *certificate, const struct solve_game *game,
                    const struct solved *solved, bool value_only, char ret_hash[CERTIFIED_HASH_MAX],
                    struct strbuf *ret_why)
{
    struct solve_check *check;
    if (solve_check_new(&check) < 0)
        return 0;
    int r = run_check(check, certificate, ret_why);
    if (r > 0)
        r = claims_cover(check, game, solved, value_only);
    if (r > 0)
        snprintf(ret_hash, CERTIFIED_HASH_MAX, "%s", solve_check_hash(check));
    solve_check_free(check);
    return r;
}

bool certified_whole(const struct solve_result *result, struct solve_certificate *ret_certificate)
{
    struct solve_certificate certificate;
    enum solve_stop stopped = solve_result_stop(result);
    if ((stopped != SOLVE_STOP_NONE && stopped != SOLVE_STOP_UNDECIDED) ||
        solve_result_certificate(result, &certificate) < 0 || certificate.missing > 0 ||
        certificate.cut || certificate.size == 0)
        return false;
    *ret_certificate = certificate;
    return true;
}

/* Is the certificate of a run the same however fast the machine is? */
static bool is_steady(const struct solve_result *result, struct solve_certificate *ret_certificate)
{
    enum solve_stop stopped = solve_result_stop(result);
    return (stopped == SOLVE_STOP_NONE || stopped == SOLVE_STOP_UNDECIDED ||
            stopped == SOLVE_STOP_MEMORY) &&
           solve_result_certificate(result, ret_certificate) == 0 && !ret_certificate->cut &&
           ret_certificate->size > 0;
}

/* What the claims say of a state, and the board's size where that bounds margins by itself. */
static struct solve_bounds told_bounds(const struct solve_check *check,
                                       const struct solve_game *game, const char *move)
{
    struct solve_bounds said = certified_bounds(check, move);
    struct solve_rules_facts facts;
    int points = solve_board_points(solve_game_board(game));
    solve_rules_facts(solve_game_rules(game), &facts);
    if (!facts.board_only)
        return said;
    said.lower_min = most(said.lower_min, -points);
    said.upper_min = most(said.upper_min, -points);
    said.lower_max = least(said.lower_max, points);
    said.upper_max = least(said.upper_max, points);
    return said;
}

/* Is the verdict the same by the claims alone? Without memory nobody knows. */
static bool is_same_by_claims(const struct solve_check *check, const struct certified_row *of)
{
    const struct solved *solved = of->solved;
    struct solved said = {.stopped = solved->stopped, .move_count = solved->move_count};
    if (!certified_says(check, "", &solved->bounds))
        return false;
    said.moves = calloc(said.move_count + 1, sizeof(*said.moves));
    if (said.moves == NULL)
        return false;
    said.bounds = told_bounds(check, of->game, "");
    for (size_t i = 0; i < said.move_count; i++) {
        char move[SOLVE_MOVE_TEXT_MAX];
        said.moves[i] = solved->moves[i];
        solve_move_format(solve_game_board(of->game), solved->moves[solved->moves[i].same_as].move,
                          move);
        said.moves[i].bounds = told_bounds(check, of->game, move);
    }
    bool same = of->judge(of->row, of->game, &said) == of->finding->kind;
    free(said.moves);
    return same;
}

/*
 * Checks the certificate. A verdict whose certificate is refused is none; where the memory does not
 * do for the check, or the claims do not say enough, the verdict stands as the solver's.
 */
static bool is_checked(const struct solve_certificate *certificate, const struct certified_row *of)
{
    struct row_finding *finding = of->finding;
    struct solve_check *check;
    struct strbuf why = {0};
    if (solve_check_new(&check) < 0)
        return false;
    int r = run_check(check, certificate, &why);
    if (r < 0) {
        refuse(finding, why.chars != NULL ? why.chars : "out of memory");
    } else if (r > 0 && !claims_cover(check, of->game, of->solved, of->value_only)) {
        r = is_same_by_claims(check, of);
        if (r > 0) {
            strbuf_separate(&finding->reason, "; ");
            strbuf_add(&finding->reason, VERDICT_ALONE);
        }
    }
    if (r > 0)
        snprintf(finding->hash, CERTIFIED_HASH_MAX, "%s", solve_check_hash(check));
    strbuf_release(&why);
    solve_check_free(check);
    return r > 0;
}

int finding_certify(const struct certified_row *of, const struct verdict_limits *limits)
{
    struct solve_result *again;
    struct solve_certificate certificate;
    struct row_finding *finding = of->finding;
    bool decided = finding->kind == VERDICT_VERIFIED || finding->kind == VERDICT_WRONG;
    if (!decided || (limits->proof_dir == NULL &&
                     solve_board_points(solve_game_board(of->game)) > CERTIFIED_POINTS))
        return 0;
    int r = row_game_certify(of->game, limits, of->value_only, &again);
    if (r < 0)
        return r;
    if (is_steady(again, &certificate) && is_checked(&certificate, of))
        finding->certified = again;
    else
        solve_result_free(again);
    return 0;
}
