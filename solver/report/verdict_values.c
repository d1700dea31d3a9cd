/* Rows that claim values and best first plays. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "report/row_game.h"
#include "report/value.h"

/* What the verdict on a row goes by. */
struct row_case {
    const struct verdict_limits *limits; /* NULL: only the verdict is wanted, no reason or line */
    struct solve_game *game;
    const struct solved *solved;
    struct row_finding *finding;
};

/* wrong outweighs not decided, which outweighs verified. */
static void add_verdict(struct row_finding *finding, enum verdict_kind kind)
{
    if (kind == VERDICT_WRONG || (kind == VERDICT_OPEN && finding->kind != VERDICT_WRONG))
        finding->kind = kind;
}

static enum verdict_kind compare_pair(const struct claimed_value *claimed,
                                      const struct solve_bounds *bounds)
{
    if (claimed->lower < bounds->lower_min || claimed->lower > bounds->lower_max ||
        claimed->upper < bounds->upper_min || claimed->upper > bounds->upper_max)
        return VERDICT_WRONG;
    return solve_bounds_known(bounds) ? VERDICT_VERIFIED : VERDICT_OPEN;
}

enum verdict_kind verdict_values_compare(const struct claimed_value *claimed,
                                         const struct solve_bounds *bounds)
{
    struct value_range range = value_at_zero(bounds);
    if (claimed->pair)
        return compare_pair(claimed, bounds);
    if (claimed->lower < range.least || claimed->lower > range.most)
        return VERDICT_WRONG;
    return range.least == range.most ? VERDICT_VERIFIED : VERDICT_OPEN;
}

static void value_verdict(struct row_case *of, const struct claimed_value *claimed)
{
    struct row_finding *finding = of->finding;
    const struct solve_bounds *bounds = &of->solved->bounds;
    enum verdict_kind kind = verdict_values_compare(claimed, bounds);
    add_verdict(finding, kind);
    value_add(&finding->computed, bounds, solve_game_rules(of->game));
    if (!solve_bounds_known(bounds) && kind != VERDICT_OPEN)
        strbuf_add(&finding->computed, kind == VERDICT_VERIFIED ? "as claimed at komi 0"
                                       : claimed->lower < value_at_zero(bounds).least
                                           ? "above the claim"
                                           : "below the claim");
    if (kind == VERDICT_WRONG)
        strbuf_add(&finding->reason, "the value");
}

/* The first of the plays that the root's symmetries take to move; -1: it is not legal. */
static int find_class(const struct solved *solved, struct solve_move move)
{
    for (size_t i = 0; i < solved->move_count; i++)
        if (solved->moves[i].move.kind == move.kind && solved->moves[i].move.point == move.point)
            return (int)solved->moves[i].same_as;
    return -1;
}

/* Is play i (of the solved) one of the best? VERDICT_OPEN: not proved either way. */
static enum verdict_kind is_best(const struct solved *solved, int i)
{
    struct value_range root = value_at_zero(&solved->bounds);
    struct value_range play = value_at_zero(&solved->moves[i].bounds);
    if (play.most < root.least || play.least > root.most)
        return VERDICT_WRONG;
    if (root.least != root.most || play.least != play.most)
        return VERDICT_OPEN;
    return VERDICT_VERIFIED;
}

static void list_best(struct row_case *of)
{
    const struct solved *solved = of->solved;
    struct row_finding *finding = of->finding;
    char play[CLAIM_MOVE_MAX];
    for (size_t i = 0; i < solved->move_count; i++)
        if (solved->moves[i].same_as == i && is_best(solved, (int)i) == VERDICT_OPEN)
            return;
    for (size_t i = 0; i < solved->move_count; i++) {
        if (solved->moves[i].same_as != i || is_best(solved, (int)i) != VERDICT_VERIFIED)
            continue;
        claim_format_move(solve_game_board(of->game), solved->moves[i].move, play);
        strbuf_separate(&finding->best, ", ");
        strbuf_add(&finding->best, "%s", play);
    }
}

/* Shows what play i comes to: its value to the reasons, the line after it to the lines. */
static int show_move(struct row_case *of, int i, const char *what)
{
    struct solved after;
    struct row_finding *finding = of->finding;
    struct solve_move move = of->solved->moves[i].move;
    char play[CLAIM_MOVE_MAX];
    if (of->limits == NULL)
        return 0;
    claim_format_move(solve_game_board(of->game), move, play);
    strbuf_separate(&finding->reason, "; ");
    strbuf_add(&finding->reason, "%s %s, worth ", play, what);
    if (solve_bounds_known(&of->solved->moves[i].bounds))
        value_add(&finding->reason, &of->solved->moves[i].bounds, solve_game_rules(of->game));
    else
        strbuf_add(&finding->reason, "less");

    int r = solve_game_play(of->game, move, NULL);
    if (r < 0)
        return r;
    r = row_game_solve(of->game, of->limits, true, &after);
    solve_game_undo(of->game);
    if (r < 0)
        return r;
    strbuf_separate(&finding->line, "; ");
    strbuf_add(&finding->line, "%s: %s ", play, move_text(solve_game_board(of->game), move));
    pv_text_add(&finding->line, after.line);
    solved_release(&after);
    return 0;
}

/* A claimed play that the solved does not list: it is not legal, or the solved was stopped
 * before it listed any. */
static int absent_verdict(struct row_case *of, struct solve_move move)
{
    struct solve_refusal refusal;
    char play[CLAIM_MOVE_MAX];
    int r = solve_game_check(of->game, move, &refusal);
    if (r == 0)
        add_verdict(of->finding, VERDICT_OPEN);
    if (r != -EPERM)
        return r;
    claim_format_move(solve_game_board(of->game), move, play);
    add_verdict(of->finding, VERDICT_WRONG);
    strbuf_separate(&of->finding->reason, "; ");
    strbuf_add(&of->finding->reason, "%s is not legal: %s", play, refusal.reason);
    return 0;
}

/* A play that the table claims to be best. */
static int claimed_verdict(struct row_case *of, struct solve_move move)
{
    int i = find_class(of->solved, move);
    if (i < 0)
        return absent_verdict(of, move);
    enum verdict_kind kind = is_best(of->solved, i);
    add_verdict(of->finding, kind);
    return kind == VERDICT_WRONG ? show_move(of, i, "is not best") : 0;
}

/* With exactly, the claimed plays are all of the best; else each is one of them. */
static int moves_verdict(struct row_case *of, const char *text, bool exactly)
{
    const struct solved *solved = of->solved;
    struct solve_move *moves = NULL;
    size_t count = 0;
    int r = claim_moves(solve_game_board(of->game), text, &moves, &count, NULL);
    for (size_t i = 0; i < count && r == 0; i++)
        r = claimed_verdict(of, moves[i]);
    for (size_t i = 0; exactly && i < solved->move_count && r == 0; i++) {
        bool claimed = solved->moves[i].same_as != i;
        for (size_t k = 0; k < count && !claimed; k++)
            claimed = find_class(solved, moves[k]) == (int)i;
        if (claimed)
            continue;
        enum verdict_kind kind = is_best(solved, (int)i);
        if (kind == VERDICT_VERIFIED)
            r = show_move(of, (int)i, "is best, too");
        add_verdict(of->finding, kind == VERDICT_VERIFIED ? VERDICT_WRONG
                                 : kind == VERDICT_WRONG  ? VERDICT_VERIFIED
                                                          : VERDICT_OPEN);
    }
    free(moves);
    return r;
}

/* The value, and the plays that are claimed. */
static int claims_verdict(struct row_case *of, const struct table_row *row)
{
    const char *plays = row->cells[COLUMN_PLAYS], *first = row->cells[COLUMN_FIRST];
    struct claimed_value claimed;
    int r = 0;
    claim_value(row->cells[COLUMN_VALUE], &claimed, NULL);
    if (claimed.given)
        value_verdict(of, &claimed);
    if (plays[0] != '\0')
        r = moves_verdict(of, plays, true);
    if (r == 0 && first[0] != '\0')
        r = moves_verdict(of, first, false);
    return r;
}

/* The verdict by these bounds alone. */
static enum verdict_kind judge(const struct table_row *row, struct solve_game *game,
                               const struct solved *said)
{
    struct row_finding unseen = {.kind = VERDICT_VERIFIED};
    struct row_case of = {NULL, game, said, &unseen};
    int r = claims_verdict(&of, row);
    finding_release(&unseen);
    return r < 0 ? VERDICT_OPEN : unseen.kind;
}

static int all_verdicts(struct row_case *of, const struct table_row *row)
{
    struct row_finding *finding = of->finding;
    if (solve_bounds_known(&of->solved->bounds))
        pv_text_add(&finding->line, of->solved->line);
    if (row->cells[COLUMN_PLAYS][0] != '\0' || row->cells[COLUMN_FIRST][0] != '\0')
        list_best(of);
    int r = claims_verdict(of, row);
    const char *why = finding_stop_name(of->solved->stopped);
    if (finding->kind == VERDICT_OPEN)
        finding_leave_open(finding, solve_bounds_known(&of->solved->bounds)
                                        ? "some first plays are not decided"
                                    : why != NULL ? why
                                                  : "not decided");
    return r;
}

int verdict_values(const struct table *table, const struct table_row *row,
                   const struct verdict_limits *limits, struct row_finding *finding)
{
    const char *plays = row->cells[COLUMN_PLAYS], *first = row->cells[COLUMN_FIRST];
    struct solve_game *game;
    struct solved solved;
    struct solve_refusal refusal;
    size_t played;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_VALUE]);
    strbuf_add(&finding->claimed_plays, "%s%s%s", plays,
               plays[0] != '\0' && first[0] != '\0' ? "; " : "", first);
    finding->kind = VERDICT_VERIFIED;
    int r = row_game_start(row, table_rules(table, row), limits, &game, finding);
    if (r <= 0)
        return r;
    r = row_game_play(game, row->cells[COLUMN_AFTER], &played, &refusal);
    if (r == 0) {
        finding->kind = VERDICT_WRONG;
        strbuf_add(&finding->reason, "play %zu is not legal: %s", played + 1, refusal.reason);
    } else if (r > 0 && !row_game_is_solvable(game, finding)) {
        r = 0;
    } else if (r > 0) {
        bool value_only = plays[0] == '\0' && first[0] == '\0';
        r = row_game_solve(game, limits, value_only, &solved);
        if (r == 0) {
            struct row_case of = {limits, game, &solved, finding};
            r = all_verdicts(&of, row);
            if (r == 0)
                r = finding_certify(
                    &(struct certified_row){row, game, &solved, value_only, judge, finding},
                    limits);
            solved_release(&solved);
        }
    }
    solve_game_free(game);
    return r;
}
