/* Checking a row of a table when it is read. */
#include "report/table_check.h"

#include <errno.h>
#include <stdlib.h>

#include "report/claim.h"

/* Names the column in front of what is wrong. */
static int name_column(int r, enum table_column column, const struct error *why, struct error *err)
{
    if (r < 0)
        error_set(err, r, "%s %.250s", table_column_name(column), why->text);
    return r;
}

static int check_moves(const struct solve_board *board, const struct table_row *row,
                       enum table_column column, struct error *err)
{
    struct error why;
    struct solve_move *moves = NULL;
    size_t count;
    int r = claim_moves(board, row->cells[column], &moves, &count, &why);
    free(moves);
    return name_column(r, column, &why, err);
}

static int check_opening(const struct table_row *row, enum table_column column, struct error *err)
{
    struct error why;
    struct claimed_opening opening;
    return name_column(claim_opening(row->cells[column], &opening, &why), column, &why, err);
}

/* The cells that make the claim, by the kind of table. */
static int check_claim(const struct table *table, const struct table_row *row, struct error *err)
{
    struct error why;
    struct claimed_value value;
    struct claimed_range range;
    struct claimed_estimate estimate;
    uint64_t games;
    int r = 0;
    switch (table->kind) {
    case TABLE_VALUES:
        r = claim_value(row->cells[COLUMN_VALUE], &value, &why);
        return name_column(r, COLUMN_VALUE, &why, err);
    case TABLE_OPENINGS:
        for (enum table_column c = COLUMN_BEST; c <= COLUMN_THIRD && r == 0; c++)
            r = check_opening(row, c, err);
        return r;
    case TABLE_LEGAL:
    case TABLE_GAMES:
        r = claim_is_made(row->cells[COLUMN_NUMBER]) ? claim_number(row->cells[COLUMN_NUMBER], &why)
                                                     : 0;
        return name_column(r, COLUMN_NUMBER, &why, err);
    case TABLE_LONGEST:
        r = claim_range(row->cells[COLUMN_NUMBER], &range, &why);
        return name_column(r, COLUMN_NUMBER, &why, err);
    case TABLE_ESTIMATES:
        r = claim_estimate(row->cells[COLUMN_NUMBER], &estimate, &why);
        if (r < 0)
            return name_column(r, COLUMN_NUMBER, &why, err);
        r = claim_games(row->cells[COLUMN_GAMES], &games, &why);
        return name_column(r, COLUMN_GAMES, &why, err);
    case TABLE_GREEDY:
        break;
    }
    return r;
}

/* What a table claims are whole numbers. */
static int check_rules(const char *text, struct error *err)
{
    struct solve_rules *rules;
    if (solve_rules_parse(text, &rules, NULL) < 0)
        return 0; /* refused where it is used */
    bool half = solve_rules_half_points(rules) != 0;
    solve_rules_unref(rules);
    return half
               ? error_set(err, -EINVAL, "rules is '%.60s': wanted rules without half points", text)
               : 0;
}

int table_check_row(const struct table *table, const struct table_row *row, struct error *err)
{
    static const enum table_column plays[] = {COLUMN_AFTER, COLUMN_PLAYS, COLUMN_FIRST, COLUMN_LINE,
                                              COLUMN_GREEDY};
    struct solve_board *board = NULL;
    struct solve_error why;
    int r = solve_board_parse(row->cells[COLUMN_BOARD], &board, &why);
    if (r < 0)
        return error_set(err, r, "%s %.250s", table_column_name(COLUMN_BOARD), why.text);
    for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]) && r == 0; i++)
        r = check_moves(board, row, plays[i], err);
    if (r == 0)
        r = check_claim(table, row, err);
    solve_board_unref(board);
    if (r == 0 && table->kind != TABLE_LEGAL && table->kind != TABLE_GREEDY &&
        table_rules(table, row)[0] == '\0')
        return error_set(err, -EINVAL, "rules is empty and the table names none");
    return r == 0 && table->kind != TABLE_GREEDY ? check_rules(table_rules(table, row), err) : r;
}
