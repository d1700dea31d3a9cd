/*
 * Rows that claim numbers: of legal positions, by looking at every colouring of the board; of
 * complete games, by playing every one of them under the executable rules.
 */
#include <errno.h>
#include <inttypes.h>

#include "base/clock.h"
#include "report/claim.h"
#include "report/finding.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "report/row_game.h"

/* Boards with more points are not counted colouring by colouring. */
#define COLOURINGS_POINTS_MAX 16
/* So many steps between two looks at the clock. */
#define CLOCK_STEPS 64u

struct clock {
    const struct verdict_limits *limits;
    double deadline;
    uint64_t steps;
    bool stopped;
};

static bool interrupted(const struct verdict_limits *limits)
{
    return solve_interrupt_is_requested(limits->interrupt);
}

static bool time_is_up(struct clock *clock)
{
    if (++clock->steps % CLOCK_STEPS == 0)
        clock->stopped =
            clock->stopped || clock_now() > clock->deadline || interrupted(clock->limits);
    return clock->stopped;
}

/* Sets of points as bits; point r * cols + c is bit r * cols + c. */
struct bit_board {
    uint32_t full, not_left, not_right;
    int points, cols;
};

static struct bit_board bit_board_of(const struct solve_board *board)
{
    int rows = solve_board_rows(board), cols = solve_board_columns(board);
    struct bit_board bits = {.points = rows * cols, .cols = cols};
    bits.full = (1u << bits.points) - 1;
    bits.not_left = bits.not_right = bits.full;
    for (int row = 0; row < rows; row++) {
        bits.not_left &= ~(1u << row * cols);
        bits.not_right &= ~(1u << (row * cols + cols - 1));
    }
    return bits;
}

static uint32_t beside(const struct bit_board *board, uint32_t set)
{
    return ((set & board->not_right) << 1 | (set & board->not_left) >> 1 | set << board->cols |
            set >> board->cols) &
           board->full;
}

/* Has every chain of stones a liberty? Grows what has one from the empty points. */
static bool all_live(const struct bit_board *board, uint32_t stones, uint32_t empty)
{
    uint32_t live = beside(board, empty) & stones, before = 0;
    while (live != before) {
        before = live;
        live |= beside(board, live) & stones;
    }
    return live == stones;
}

/* The legal colourings with these stones on the points below point. */
static uint64_t count_colourings(const struct bit_board *board, struct clock *clock, int point,
                                 uint32_t black, uint32_t white)
{
    if (clock->stopped || (point < board->points / 2 && time_is_up(clock)))
        return 0;
    if (point == board->points) {
        uint32_t empty = board->full & ~(black | white);
        return all_live(board, black, empty) && all_live(board, white, empty);
    }
    uint32_t bit = 1u << point;
    return count_colourings(board, clock, point + 1, black, white) +
           count_colourings(board, clock, point + 1, black | bit, white) +
           count_colourings(board, clock, point + 1, black, white | bit);
}

static uint64_t count_games(struct solve_game *game, struct clock *clock)
{
    uint64_t games = 0;
    if (solve_game_is_over(game))
        return 1;
    for (int p = -1; p < solve_board_points(solve_game_board(game)) && !time_is_up(clock); p++) {
        struct solve_move move = {p < 0 ? SOLVE_MOVE_PASS : SOLVE_MOVE_STONE, p, 0};
        int r = solve_game_play(game, move, NULL);
        if (r == 0) {
            games += count_games(game, clock);
            solve_game_undo(game);
        } else if (r != -EPERM) {
            clock->stopped = true;
        }
    }
    return games;
}

static int compare(const struct table_row *row, const struct clock *clock, uint64_t counted,
                   struct row_finding *finding)
{
    uint64_t claimed;
    claim_number(row->cells[COLUMN_NUMBER], &claimed, NULL);
    if (clock->stopped)
        return finding_leave_open(
            finding, interrupted(clock->limits) ? "interrupted" : "too many to count one by one");
    strbuf_add(&finding->computed, "%" PRIu64, counted);
    finding->kind = counted == claimed ? VERDICT_VERIFIED : VERDICT_WRONG;
    if (counted != claimed)
        strbuf_add(&finding->reason, "the number");
    return 0;
}

static struct clock start_clock(const struct verdict_limits *limits)
{
    return (struct clock){.limits = limits,
                          .deadline = clock_now() + limits->row_seconds,
                          .stopped = interrupted(limits)};
}

int verdict_counts_legal(const struct table_row *row, const struct verdict_limits *limits,
                         struct row_finding *finding)
{
    struct solve_game *game;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_NUMBER]);
    int r = row_game_start(row, "none", limits, &game, finding);
    if (r <= 0)
        return r;
    if (solve_board_points(solve_game_board(game)) > COLOURINGS_POINTS_MAX) {
        r = finding_leave_open(finding, "too many to count one by one");
    } else {
        struct bit_board board = bit_board_of(solve_game_board(game));
        struct clock clock = start_clock(limits);
        uint64_t counted = count_colourings(&board, &clock, 0, 0, 0);
        r = compare(row, &clock, counted, finding);
    }
    solve_game_free(game);
    return r;
}

int verdict_counts_games(const struct table *table, const struct table_row *row,
                         const struct verdict_limits *limits, struct row_finding *finding)
{
    struct solve_game *game;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_NUMBER]);
    int r = row_game_start(row, table_rules(table, row), limits, &game, finding);
    if (r <= 0)
        return r;
    struct clock clock = start_clock(limits);
    uint64_t counted = count_games(game, &clock);
    r = compare(row, &clock, counted, finding);
    solve_game_free(game);
    return r;
}
