/*
 * Rows that claim what the best, second and third best opening come to. Openings are counted up to
 * symmetry, the pass among them; of openings that come to the same a pass is last. A claim "p" says
 * that the pass comes to it.
 */
#include <errno.h>
#include <stdlib.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "report/row_game.h"
#include "report/value.h"

#define CLAIMS 3

struct opening {
    int result;
    struct solve_move move;
};

/* Where some openings are known by bounds only, what comes at a place is known by bounds, too. */
struct place_range {
    int least, most;
};

struct openings {
    struct opening list[SOLVE_POINTS_MAX + 2]; /* that are decided, the best first */
    size_t count;
    struct place_range places[SOLVE_POINTS_MAX + 2]; /* of all, the best first */
    size_t place_count;
    bool pass_known;
    int pass_result;
    bool complete; /* every opening is decided */
};

static int compare_openings(const void *a, const void *b)
{
    const struct opening *one = a, *two = b;
    if (one->result != two->result)
        return one->result > two->result ? -1 : 1;
    if (one->move.kind != two->move.kind)
        return one->move.kind < two->move.kind ? -1 : 1;
    return one->move.point < two->move.point ? -1 : one->move.point > two->move.point;
}

static int compare_results(const void *a, const void *b)
{
    int one = *(const int *)a, two = *(const int *)b;
    return (one < two) - (one > two);
}

/* The k-th best of all is at least the k-th of what they are at least, and so with at most. */
static void list_places(const struct solved *solved, struct openings *openings)
{
    int least[SOLVE_POINTS_MAX + 2], most[SOLVE_POINTS_MAX + 2];
    size_t count = 0;
    for (size_t i = 0; i < solved->move_count; i++) {
        struct value_range range = value_at_zero(&solved->moves[i].bounds);
        if (solved->moves[i].same_as != i)
            continue;
        least[count] = range.least;
        most[count++] = range.most;
    }
    qsort(least, count, sizeof(*least), compare_results);
    qsort(most, count, sizeof(*most), compare_results);
    openings->place_count = count;
    for (size_t k = 0; k < count; k++)
        openings->places[k] = (struct place_range){least[k], most[k]};
}

static void list_openings(const struct solved *solved, struct openings *ret_openings)
{
    ret_openings->count = 0;
    ret_openings->pass_known = false;
    ret_openings->complete = solve_bounds_known(&solved->bounds) && solved->move_count > 0;
    for (size_t i = 0; i < solved->move_count; i++) {
        const struct solve_root_move *made = &solved->moves[i];
        struct value_range range = value_at_zero(&made->bounds);
        if (made->same_as != i)
            continue;
        if (range.least != range.most) {
            ret_openings->complete = false;
            continue;
        }
        ret_openings->list[ret_openings->count++] = (struct opening){range.least, made->move};
        if (made->move.kind == SOLVE_MOVE_PASS) {
            ret_openings->pass_known = true;
            ret_openings->pass_result = range.least;
        }
    }
    qsort(ret_openings->list, ret_openings->count, sizeof(ret_openings->list[0]), compare_openings);
    list_places(solved, ret_openings);
}

/* The opening at place k, the best being known from the root even where others are not. */
static enum verdict_kind place_verdict(const struct solved *solved, const struct openings *openings,
                                       size_t k, const struct claimed_opening *claimed)
{
    struct value_range root = value_at_zero(&solved->bounds);
    if (!claimed->given)
        return VERDICT_VERIFIED;
    if (claimed->pass && openings->pass_known && openings->pass_result != claimed->value)
        return VERDICT_WRONG;
    if (k == 0) {
        if (claimed->value < root.least || claimed->value > root.most)
            return VERDICT_WRONG;
        if (root.least != root.most)
            return VERDICT_OPEN;
    } else {
        const struct place_range *place = &openings->places[k];
        if (claimed->value > root.most)
            return VERDICT_WRONG;
        if (k >= openings->place_count)
            return openings->complete ? VERDICT_WRONG : VERDICT_OPEN;
        if (claimed->value < place->least || claimed->value > place->most)
            return VERDICT_WRONG;
        if (place->least != place->most)
            return VERDICT_OPEN;
    }
    return claimed->pass && !openings->pass_known ? VERDICT_OPEN : VERDICT_VERIFIED;
}

/* The verdict by these bounds alone, without a reason or a line. */
static enum verdict_kind judge(const struct table_row *row, struct solve_game *game,
                               const struct solved *said)
{
    struct openings openings;
    enum verdict_kind kind = VERDICT_VERIFIED;
    (void)game;
    list_openings(said, &openings);
    for (size_t k = 0; k < CLAIMS; k++) {
        struct claimed_opening claimed;
        claim_opening(row->cells[COLUMN_BEST + k], &claimed, NULL);
        enum verdict_kind one = place_verdict(said, &openings, k, &claimed);
        if (one == VERDICT_WRONG || (one == VERDICT_OPEN && kind != VERDICT_WRONG))
            kind = one;
    }
    return kind;
}

static void show_openings(const struct solve_game *game, const struct openings *openings,
                          struct row_finding *finding)
{
    char play[CLAIM_MOVE_MAX];
    if (!openings->complete)
        return;
    for (size_t i = 0; i < openings->count; i++) {
        claim_format_move(solve_game_board(game), openings->list[i].move, play);
        strbuf_separate(&finding->best, ", ");
        strbuf_add(&finding->best, "%s: %d", play, openings->list[i].result);
    }
}

/* The line after an opening whose result the table has wrong. */
static int show_line(struct solve_game *game, const struct verdict_limits *limits,
                     struct solve_move move, struct row_finding *finding)
{
    struct solved after;
    int r = solve_game_play(game, move, NULL);
    if (r < 0)
        return r;
    r = row_game_solve(game, limits, true, &after);
    solve_game_undo(game);
    if (r < 0)
        return r;
    strbuf_separate(&finding->line, "; ");
    strbuf_add(&finding->line, "%s ", move_text(solve_game_board(game), move));
    pv_text_add(&finding->line, after.line);
    solved_release(&after);
    return 0;
}

static int openings_verdict(struct solve_game *game, const struct verdict_limits *limits,
                            const struct solved *solved, const struct claimed_opening *claims,
                            bool only_best, struct row_finding *finding)
{
    static const char *const places[CLAIMS] = {"best", "second", "third"};
    struct openings openings;
    bool open = false;
    int r = 0;
    list_openings(solved, &openings);
    /* A store may know the others: results are not to depend on that. */
    if (!only_best)
        show_openings(game, &openings, finding);
    value_add(&finding->computed, &solved->bounds, solve_game_rules(game));
    if (solve_bounds_known(&solved->bounds))
        pv_text_add(&finding->line, solved->line);
    for (size_t k = 0; k < CLAIMS && r == 0; k++) {
        enum verdict_kind kind = place_verdict(solved, &openings, k, &claims[k]);
        open = open || kind == VERDICT_OPEN;
        if (kind != VERDICT_WRONG)
            continue;
        finding->kind = VERDICT_WRONG;
        strbuf_separate(&finding->reason, "; ");
        strbuf_add(&finding->reason, "the %s is not %d%s", places[k], claims[k].value,
                   claims[k].pass ? "p" : "");
        if (k > 0 && openings.complete && k < openings.count)
            r = show_line(game, limits, openings.list[k].move, finding);
    }
    if (finding->kind != VERDICT_WRONG && open)
        finding_leave_open(finding, solve_bounds_known(&solved->bounds)
                                        ? "some openings are not decided"
                                        : finding_stop_name(solved->stopped));
    return r;
}

int verdict_openings(const struct table *table, const struct table_row *row,
                     const struct verdict_limits *limits, struct row_finding *finding)
{
    struct claimed_opening claims[CLAIMS];
    struct solve_game *game;
    struct solved solved;
    bool only_best = true;
    for (size_t k = 0; k < CLAIMS; k++) {
        const char *cell = row->cells[COLUMN_BEST + k];
        claim_opening(cell, &claims[k], NULL);
        strbuf_separate(&finding->claimed, " ");
        strbuf_add(&finding->claimed, "%s", cell);
        only_best = only_best && (!claims[k].given || (k == 0 && !claims[k].pass));
    }
    finding->kind = VERDICT_VERIFIED;
    int r = row_game_start(row, table_rules(table, row), limits, &game, finding);
    if (r <= 0)
        return r;
    if (!row_game_is_solvable(game, finding)) {
        solve_game_free(game);
        return 0;
    }
    r = row_game_solve(game, limits, only_best, &solved);
    if (r == 0) {
        r = openings_verdict(game, limits, &solved, claims, only_best, finding);
        if (r == 0)
            r = finding_certify(
                &(struct certified_row){row, game, &solved, only_best, judge, finding}, limits);
        solved_release(&solved);
    }
    solve_game_free(game);
    return r;
}
