/* Keeping what an earlier run proved. */
#include "report/older.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/certified.h"
#include "report/claim.h"
#include "report/move_text.h"
#include "report/verdict_again.h"

static bool same_cell(const struct grid *a, size_t i, const struct grid *b, size_t k,
                      const char *key)
{
    return strcmp(grid_get(a, i, key), grid_get(b, k, key)) == 0;
}

/* What is proved is proved of these. */
static bool same_position(const struct grid *a, size_t i, const struct grid *b, size_t k)
{
    return same_cell(a, i, b, k, "board") && same_cell(a, i, b, k, "rules") &&
           same_cell(a, i, b, k, "after");
}

static bool same_claim(const struct grid *a, size_t i, const struct grid *b, size_t k)
{
    return same_cell(a, i, b, k, "claimed") && same_cell(a, i, b, k, "claimed_plays") &&
           same_cell(a, i, b, k, "claimed_first");
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_decided(const struct grid *grid, size_t row)
{
    const char *verdict = grid_get(grid, row, "verdict");
    if (!grid_has(grid, "verdict"))
        return grid_get(grid, row, "value")[0] != '\0' && grid_get(grid, row, "reason")[0] == '\0';
    return verdict[0] != '\0' && strcmp(verdict, verdict_name(VERDICT_OPEN)) != 0;
}

/* How much is known: of two rows that say the same, the one that tells more is taken over. */
static int knowledge(const struct grid *grid, size_t row)
{
    static const char *const keys[] = {"computed", "value", "best", "certificate"};
    int known = is_decided(grid, row) ? 1 << 4 : 0;
    for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
        known += grid_get(grid, row, keys[k])[0] != '\0';
    return known;
}

/* --- greedy tables, whose rows are told by their play --- */

/* Has the old row's line begun with the moves, and does it tell what each greedy play comes to? */
static bool tells_greed(const struct solve_board *board, const struct solve_move *line,
                        size_t count, const struct solve_move *greedy, size_t greedy_count,
                        const char *cells[2])
{
    const char *takes = cells[0], *at = cells[1];
    bool ended = starts_with(takes, "play ");
    for (size_t i = 0; i < count && !(ended && *at == '\0'); i++) {
        const char *name = move_text(board, line[i]);
        if (!starts_with(at, name))
            return false;
        at += strlen(name);
        at += *at == ' ';
    }
    for (size_t i = 0; i < greedy_count && !ended; i++) {
        struct strbuf wanted = {0};
        strbuf_add(&wanted, "%s: ", move_text(board, greedy[i]));
        char *name = strbuf_take(&wanted);
        bool found = name != NULL && strstr(takes, name) != NULL;
        free(name);
        if (!found)
            return false;
    }
    return true;
}

static bool same_greed(const struct table_row *row, const struct grid *older, size_t k)
{
    const char *cells[2] = {grid_get(older, k, "takes"), grid_get(older, k, "line")};
    struct solve_move *line = NULL, *greedy = NULL;
    size_t count = 0, greedy_count = 0;
    struct solve_board *board;
    if (solve_board_parse(row->cells[COLUMN_BOARD], &board, NULL) < 0)
        return false;
    bool same = claim_moves(board, row->cells[COLUMN_LINE], &line, &count, NULL) == 0 &&
                claim_moves(board, row->cells[COLUMN_GREEDY], &greedy, &greedy_count, NULL) == 0 &&
                tells_greed(board, line, count, greedy, greedy_count, cells);
    free(line);
    free(greedy);
    solve_board_unref(board);
    return same;
}

/* --- taking cells over --- */

static int copy_cell(const struct grid *older, size_t k, struct grid *grid, size_t i,
                     const char *key)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%s", grid_get(older, k, key));
    return grid_set_text(grid, i, key, &text);
}

/* All that was found then; what the table says itself stays. */
static int copy_row(const struct grid *older, size_t k, struct grid *grid, size_t i)
{
    static const char *const keys[] = {"computed", "value",  "best", "takes",      "refrains",
                                       "verdict",  "reason", "line", "certificate"};
    int r = 0;
    for (size_t c = 0; c < sizeof(keys) / sizeof(keys[0]) && r == 0; c++)
        r = copy_cell(older, k, grid, i, keys[c]);
    return r;
}

/* The length of the line of best play: those after it show what is wrong with the claims. */
static size_t best_line_length(const char *line)
{
    return strcspn(line, ";");
}

static int copy_line(const struct grid *older, size_t k, struct grid *grid, size_t i)
{
    struct strbuf line = {0};
    const char *from = grid_get(older, k, "line");
    strbuf_add(&line, "%.*s", (int)best_line_length(from), from);
    return grid_set_text(grid, i, "line", &line);
}

/* The claim is another one now: finds the verdict on it by what was proved then. */
static int verdict_from_older(const struct verdict_plan *plan, const struct grid *older, size_t k,
                              struct grid *grid, size_t i)
{
    struct strbuf reason = {0}, verdict = {0};
    enum verdict_kind kind =
        verdict_again(plan->table, verdict_plan_row(plan, i), grid_get(older, k, "computed"),
                      grid_get(older, k, "best"), &reason);
    bool alone = strstr(grid_get(older, k, "reason"), VERDICT_ALONE) != NULL;
    bool certified = kind != VERDICT_OPEN && grid_get(older, k, "certificate")[0] != '\0' && !alone;
    if (kind == VERDICT_OPEN) {
        strbuf_release(&reason);
        strbuf_add(&reason, "computed for another claim");
    }
    strbuf_add(&verdict, "%s%s", verdict_name(kind), certified ? " (certificate checked)" : "");
    int r = grid_set_text(grid, i, "reason", &reason);
    r |= grid_set_text(grid, i, "verdict", &verdict);
    r |= copy_cell(older, k, grid, i, "computed");
    r |= copy_cell(older, k, grid, i, "best");
    r |= copy_line(older, k, grid, i);
    if (certified)
        r |= copy_cell(older, k, grid, i, "certificate");
    return r != 0 ? -ENOMEM : 0;
}

/* --- lines --- */

/* Are the first length characters a line that goes to its end? */
static bool line_ends(const char *line, size_t length)
{
    return length > 0 && (length < 3 || strncmp(line + length - 3, "...", 3) != 0);
}

/*
 * Both rows have the same value. Where this run has no whole line of best play, that of then stays:
 * who judges by certificates knows values, but no lines. The lines that show what is wrong stay
 * with it where the same is wrong now.
 */
static int keep_line(const struct grid *older, size_t k, struct grid *grid, size_t i)
{
    const char *then = grid_get(older, k, "line"), *now = grid_get(grid, i, "line");
    size_t best_then = best_line_length(then), best_now = best_line_length(now);
    if (!line_ends(then, best_then) || line_ends(now, best_now))
        return 0;
    if (same_claim(grid, i, older, k) && same_cell(grid, i, older, k, "reason"))
        return copy_cell(older, k, grid, i, "line");
    struct strbuf line = {0};
    strbuf_add(&line, "%.*s%s", (int)best_then, then, now + best_now);
    return grid_set_text(grid, i, "line", &line);
}

/* --- which rows --- */

static bool has_value(const struct table *table, const struct grid *grid, size_t row)
{
    return verdict_again_is_value(table, grid_get(grid, row, "computed"));
}

/* Have both decided the same claim, one way and the other? */
static bool opposite(const struct grid *a, size_t i, const struct grid *b, size_t k)
{
    const char *wrong = verdict_name(VERDICT_WRONG);
    return same_claim(a, i, b, k) && grid_has(a, "verdict") && is_decided(a, i) &&
           is_decided(b, k) &&
           starts_with(grid_get(a, i, "verdict"), wrong) !=
               starts_with(grid_get(b, k, "verdict"), wrong);
}

static bool contradict(const struct table *table, const struct grid *a, size_t i,
                       const struct grid *b, size_t k)
{
    if (!same_position(a, i, b, k))
        return false;
    return opposite(a, i, b, k) ||
           (has_value(table, a, i) && has_value(table, b, k) && !same_cell(a, i, b, k, "computed"));
}

int older_check(const char *path, const struct table *table, const struct grid *older,
                struct error *err)
{
    for (size_t i = 0; i < older->row_count; i++)
        for (size_t k = 0; k < i; k++)
            if (contradict(table, older, i, older, k))
                return error_set(err, -EINVAL,
                                 "%.160s: rows %zu and %zu contradict each other, %s under %s: "
                                 "move it away to begin anew",
                                 path, k + 1, i + 1, grid_get(older, i, "board"),
                                 grid_get(older, i, "rules"));
    return 0;
}

/* The row of older that says the most of row i and its claim (*ret_same), or else of its position;
 * -1: none. */
static long find_older(const struct verdict_plan *plan, const struct grid *grid, size_t i,
                       const struct grid *older, bool *ret_same)
{
    bool greedy = plan->table->kind == TABLE_GREEDY;
    long found = -1;
    *ret_same = false;
    for (size_t k = 0; k < older->row_count; k++) {
        if (!same_position(grid, i, older, k) ||
            (greedy && !same_greed(verdict_plan_row(plan, i), older, k)))
            continue;
        bool same = same_claim(grid, i, older, k);
        if (!same && !has_value(plan->table, older, k))
            continue;
        if (found < 0 || same > *ret_same ||
            (same == *ret_same && knowledge(older, k) > knowledge(older, (size_t)found))) {
            found = (long)k;
            *ret_same = same;
        }
    }
    return found;
}

/* Returns 1 if more of the old row than its line is taken over, 0, or -ENOMEM. */
static int take_over_row(const struct verdict_plan *plan, const struct grid *older,
                         struct grid *grid, size_t i)
{
    bool same;
    long k = find_older(plan, grid, i, older, &same);
    if (k < 0)
        return 0;
    int r = 0;
    if (same && knowledge(older, (size_t)k) > knowledge(grid, i))
        r = copy_row(older, (size_t)k, grid, i);
    else if (!same && !is_decided(grid, i) && !has_value(plan->table, grid, i))
        r = verdict_from_older(plan, older, (size_t)k, grid, i);
    else if (has_value(plan->table, grid, i) && has_value(plan->table, older, (size_t)k))
        return keep_line(older, (size_t)k, grid, i);
    else
        return 0;
    return r < 0 ? r : 1;
}

/* Names the cells of two rows that contradict each other. */
static int say_contradiction(const struct verdict_plan *plan, const struct grid *grid, size_t i,
                             const struct grid *older, size_t k, struct error *err)
{
    const char *key = same_cell(grid, i, older, k, "computed") ? "verdict" : "computed";
    return error_set(err, -EEXIST,
                     "%s, row %zu, %s under %s: %s, and %s in the results that are there: one is "
                     "wrong, so that file stays; move it away",
                     plan->table->name, i + 1, grid_get(grid, i, "board"),
                     grid_get(grid, i, "rules"), grid_get(grid, i, key), grid_get(older, k, key));
}

int older_take_over(const struct verdict_plan *plan, const struct grid *older, struct grid *grid,
                    size_t *ret_taken, struct error *err)
{
    size_t taken = 0;
    for (size_t i = 0; i < grid->row_count; i++) {
        for (size_t k = 0; k < older->row_count; k++)
            if (contradict(plan->table, grid, i, older, k))
                return say_contradiction(plan, grid, i, older, k, err);
        int r = take_over_row(plan, older, grid, i);
        if (r < 0)
            return error_set(err, r, "out of memory");
        taken += (size_t)r;
    }
    *ret_taken = taken;
    return 0;
}
