/* Cells of published tables. */
#include "report/claim.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A margin is at most so large either way. */
#define MARGIN_DIGITS_MAX 3

/* Reads "4", "+4" or "-4" at *text and moves *text behind it. */
static int read_margin(const char **text, int *ret_margin)
{
    const char *at = *text;
    bool negative = *at == '-';
    int value = 0, digits = 0;
    if (*at == '-' || *at == '+')
        at++;
    for (; isdigit((unsigned char)*at); at++, digits++) {
        if (digits == MARGIN_DIGITS_MAX)
            return -EINVAL;
        value = 10 * value + (*at - '0');
    }
    if (digits == 0)
        return -EINVAL;
    *text = at;
    *ret_margin = negative ? -value : value;
    return 0;
}

int claim_value(const char *text, struct claimed_value *ret_value, struct error *err)
{
    struct claimed_value value = {.given = true};
    const char *at = text;
    if (text[0] == '\0' || strcmp(text, "?") == 0) {
        *ret_value = (struct claimed_value){0};
        return 0;
    }
    if (strcmp(text, "draw") == 0 || strcmp(text, "tie") == 0) {
        *ret_value = value;
        return 0;
    }
    int r = read_margin(&at, &value.lower);
    value.upper = value.lower;
    if (r == 0 && strncmp(at, "..", 2) == 0) {
        at += 2;
        value.pair = true;
        r = read_margin(&at, &value.upper);
    }
    if (r < 0 || *at != '\0' || value.lower > value.upper)
        return error_set(err, -EINVAL,
                         "'%.40s' is no value: wanted a margin such as 3, a pair such as -1..1, "
                         "draw, tie or ?",
                         text);
    *ret_value = value;
    return 0;
}

int claim_opening(const char *text, struct claimed_opening *ret_opening, struct error *err)
{
    struct claimed_opening opening = {.given = true};
    const char *at = text;
    if (text[0] == '\0' || strcmp(text, "?") == 0 || strcmp(text, "-") == 0) {
        *ret_opening = (struct claimed_opening){0};
        return 0;
    }
    int r = read_margin(&at, &opening.value);
    if (r == 0 && *at == 'p') {
        opening.pass = true;
        at++;
    }
    if (r < 0 || *at != '\0')
        return error_set(err, -EINVAL,
                         "'%.40s' is no opening: wanted a margin, with p behind it for a pass, - "
                         "or ?",
                         text);
    *ret_opening = opening;
    return 0;
}

/* A number from 1 to most at *text, moved behind it; 0: there is none. */
static int read_index(const char **text, int most)
{
    int value = 0;
    for (; isdigit((unsigned char)**text) && value <= most; (*text)++)
        value = 10 * value + (**text - '0');
    return value <= most ? value : 0;
}

static int read_move(const struct solve_board *board, const char *text, size_t length,
                     struct solve_move *ret_move)
{
    const char *at = text;
    if (length == 4 && strncasecmp(text, "pass", 4) == 0) {
        *ret_move = (struct solve_move){.kind = SOLVE_MOVE_PASS, .point = -1};
        return 0;
    }
    if (length == 7 && strncasecmp(text, "refresh", 7) == 0) {
        *ret_move = (struct solve_move){.kind = SOLVE_MOVE_REFRESH, .point = -1};
        return 0;
    }
    int row = read_index(&at, solve_board_rows(board));
    if (row == 0 || *at != '-')
        return -EINVAL;
    at++;
    int col = read_index(&at, solve_board_columns(board));
    if (col == 0 || at != text + length)
        return -EINVAL;
    *ret_move =
        (struct solve_move){SOLVE_MOVE_STONE, (row - 1) * solve_board_columns(board) + col - 1, 0};
    return 0;
}

int claim_moves(const struct solve_board *board, const char *text, struct solve_move **ret_moves,
                size_t *ret_count, struct error *err)
{
    struct solve_move *moves = calloc(strlen(text) + 1, sizeof(*moves));
    size_t count = 0;
    if (moves == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    for (text += strspn(text, ", "); *text != '\0'; text += strspn(text, ", ")) {
        size_t length = strcspn(text, ", ");
        if (read_move(board, text, length, &moves[count++]) < 0) {
            free(moves);
            return error_set(err, -EINVAL,
                             "'%.*s' is no play on %s: wanted ROW-COLUMN from 1-1 to %d-%d, pass "
                             "or refresh",
                             length > 40 ? 40 : (int)length, text, solve_board_name(board),
                             solve_board_rows(board), solve_board_columns(board));
        }
        text += length;
    }
    if (count == 0) {
        free(moves);
        moves = NULL;
    }
    *ret_moves = moves;
    *ret_count = count;
    return 0;
}

int claim_number(const char *text, struct error *err)
{
    if (text[0] >= '1' && text[0] <= '9' && text[strspn(text, "0123456789")] == '\0')
        return 0;
    return error_set(err, -EINVAL, "'%.40s' is no number: wanted a whole number above 0", text);
}

bool claim_is_made(const char *text)
{
    return text[0] != '\0' && strcmp(text, "?") != 0;
}

/* Reads a whole number that 9 digits can hold at *text and moves *text behind it. Returns 0 or
 * -EINVAL. */
static int read_whole(const char **text, uint64_t *ret_number)
{
    uint64_t value = 0;
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 9)
        return -EINVAL;
    for (size_t i = 0; i < digits; i++)
        value = 10 * value + (uint64_t)((*text)[i] - '0');
    *text += digits;
    *ret_number = value;
    return 0;
}

int claim_range(const char *text, struct claimed_range *ret_range, struct error *err)
{
    struct claimed_range range = {.given = claim_is_made(text)};
    const char *at = text;
    int r = range.given ? read_whole(&at, &range.low) : 0;
    range.high = range.low;
    if (r == 0 && range.given && strncmp(at, "..", 2) == 0) {
        at += 2;
        r = read_whole(&at, &range.high);
    }
    if (r < 0 || (range.given && *at != '\0') || range.low > range.high)
        return error_set(err, -EINVAL,
                         "'%.40s' is no length: wanted a number of plays, bounds such as 199..424, "
                         "or ?",
                         text);
    *ret_range = range;
    return 0;
}

int claim_games(const char *text, uint64_t *ret_games, struct error *err)
{
    uint64_t games = 0;
    const char *at = text;
    if (text[0] != '\0' && (read_whole(&at, &games) < 0 || *at != '\0' || games == 0))
        return error_set(
            err, -EINVAL,
            "'%.40s' is no number of games: wanted a whole number from 1 to 999999999, "
            "or nothing",
            text);
    *ret_games = games;
    return 0;
}

int claim_estimate(const char *text, struct claimed_estimate *ret_estimate, struct error *err)
{
    struct claimed_estimate estimate = {.given = claim_is_made(text)};
    uint64_t whole = 0, exponent = 0, decimals = 0;
    const char *at = text;
    size_t places = 0;
    int r = 0;
    if (!estimate.given) {
        *ret_estimate = estimate;
        return 0;
    }
    r = read_whole(&at, &whole);
    if (r == 0 && *at == '.') {
        const char *digits = ++at;
        r = read_whole(&at, &decimals);
        places = (size_t)(at - digits);
    }
    if (r == 0)
        r = *at++ == 'e' ? read_whole(&at, &exponent) : -EINVAL;
    if (r < 0 || *at != '\0' || whole == 0)
        return error_set(err, -EINVAL,
                         "'%.40s' is no estimate: wanted a number such as 1e86 or 3.86e11, or ?",
                         text);
    double unit = pow(10, -(double)places), number = (double)whole + (double)decimals * unit;
    estimate.log10 = log10(number) + (double)exponent;
    estimate.tolerance = whole == 1 && places == 0 ? 0.5 : log10(number) - log10(number - unit / 2);
    *ret_estimate = estimate;
    return 0;
}

void claim_format_move(const struct solve_board *board, struct solve_move move, char *buffer)
{
    if (move.kind == SOLVE_MOVE_STONE)
        snprintf(buffer, CLAIM_MOVE_MAX, "%d-%d",
                 (move.point / solve_board_columns(board) + 1) % 1000,
                 (move.point % solve_board_columns(board) + 1) % 1000);
    else
        snprintf(buffer, CLAIM_MOVE_MAX, "%s", move.kind == SOLVE_MOVE_PASS ? "pass" : "refresh");
}
