/*
 * Greedy Black: a line of play leads to a choice; what does he get if he insists on taking another
 * stone, and what if he does not have to? The answer depends on the repetition rule.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "report/row_game.h"
#include "report/value.h"

/* The plays that make greed, and the one of them that pays best so far. */
struct greed {
    struct solve_move *moves;
    size_t count;
    bool any;
    int result; /* of the best, at komi 0 */
    struct strbuf line;
};

static void write_best(const struct solve_game *game, const struct solved *solved,
                       struct row_finding *finding)
{
    char play[CLAIM_MOVE_MAX];
    for (size_t i = 0; i < solved->move_count; i++) {
        if (!solved->moves[i].best || solved->moves[i].same_as != i)
            continue;
        claim_format_move(solve_game_board(game), solved->moves[i].move, play);
        strbuf_separate(&finding->best, ", ");
        strbuf_add(&finding->best, "%s", play);
    }
}

/* The moves made so far; what they are is the beginning of the line that is shown. */
static void write_moves(const struct solve_game *game, struct strbuf *text)
{
    struct solve_turn turn;
    for (size_t i = 1; solve_game_turn(game, i, &turn) == 0; i++) {
        strbuf_separate(text, " ");
        strbuf_add(text, "%s", move_text(solve_game_board(game), turn.move));
    }
}

/* Solves where the game stands; adds the value to text. */
static int add_value(const struct solve_game *game, const struct verdict_limits *limits,
                     struct strbuf *text, struct solved *ret_solved, struct row_finding *finding)
{
    int r = row_game_solve(game, limits, true, ret_solved);
    if (r < 0)
        return r;
    value_add(text, &ret_solved->bounds, solve_game_rules(game));
    if (!solve_bounds_known(&ret_solved->bounds)) {
        strbuf_add(text, "?");
        if (finding->kind != VERDICT_OPEN)
            finding_leave_open(finding, finding_stop_name(ret_solved->stopped));
    }
    return 0;
}

static int try_greed(struct solve_game *game, const struct verdict_limits *limits,
                     struct solve_move move, struct greed *greed, struct row_finding *finding)
{
    struct solve_refusal refusal;
    struct solved after;
    int r = solve_game_play(game, move, &refusal);
    if (r < 0 && r != -EPERM)
        return r;
    strbuf_separate(&finding->takes, "; ");
    strbuf_add(&finding->takes, "%s: ", move_text(solve_game_board(game), move));
    if (r == -EPERM) {
        strbuf_add(&finding->takes, "illegal (%s)", refusal.reason);
        return 0;
    }
    r = add_value(game, limits, &finding->takes, &after, finding);
    if (r == 0) {
        int result = value_at_zero(&after.bounds).least;
        if (!greed->any || result > greed->result) {
            strbuf_release(&greed->line);
            write_moves(game, &greed->line);
            strbuf_add(&greed->line, " | ");
            pv_text_add(&greed->line, after.line);
            greed->result = result;
        }
        greed->any = true;
        solved_release(&after);
    }
    solve_game_undo(game);
    return r;
}

/* At the choice: what greed gets, and what best play gets. */
static int choice_verdict(struct solve_game *game, const struct verdict_limits *limits,
                          struct greed *greed, struct row_finding *finding)
{
    struct solved choice;
    int r = add_value(game, limits, &finding->refrains, &choice, finding);
    if (r < 0)
        return r;
    for (size_t i = 0; i < greed->count && r == 0; i++)
        r = try_greed(game, limits, greed->moves[i], greed, finding);
    if (!greed->any) {
        write_moves(game, &finding->line);
        strbuf_add(&finding->line, " | ");
        pv_text_add(&finding->line, choice.line);
    } else {
        strbuf_add(&finding->line, "%s", greed->line.chars != NULL ? greed->line.chars : "");
        finding->line.failed |= greed->line.failed;
    }
    solved_release(&choice);
    return r;
}

static int rules_verdict(const struct table_row *row, struct solve_game *game,
                         const struct verdict_limits *limits, struct row_finding *finding)
{
    struct solved root;
    struct solve_refusal refusal;
    struct greed greed = {0};
    size_t played;
    int r = row_game_solve(game, limits, false, &root);
    if (r < 0)
        return r;
    value_add(&finding->computed, &root.bounds, solve_game_rules(game));
    if (root.stopped != SOLVE_STOP_NONE)
        finding_leave_open(finding, finding_stop_name(root.stopped));
    else if (solved_best_complete(&root))
        write_best(game, &root, finding);
    solved_release(&root);
    r = row_game_play(game, row->cells[COLUMN_LINE], &played, &refusal);
    if (r == 0) {
        write_moves(game, &finding->line);
        strbuf_add(&finding->takes, "play %zu is illegal (%s)", played + 1, refusal.reason);
    }
    if (r <= 0)
        return r;
    r = claim_moves(solve_game_board(game), row->cells[COLUMN_GREEDY], &greed.moves, &greed.count,
                    NULL);
    if (r == 0)
        r = choice_verdict(game, limits, &greed, finding);
    free(greed.moves);
    strbuf_release(&greed.line);
    return r;
}

int verdict_greedy(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct row_finding *finding)
{
    struct solve_game *game;
    finding->kind = VERDICT_NONE;
    int r = row_game_start(row, rules, limits, &game, finding);
    if (r <= 0)
        return r;
    r = row_game_is_solvable(game, finding) ? rules_verdict(row, game, limits, finding) : 0;
    solve_game_free(game);
    return r;
}
