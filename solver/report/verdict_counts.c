/*
 * Rows that claim numbers: of legal positions; of complete games, by playing every one of them
 * under the executable rules.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "report/claim.h"
#include "report/finding.h"
#include "report/move_text.h"
#include "report/pv_text.h"
#include "report/row_game.h"

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

/* Compares what was counted, decimal digits, with the claim. */
static int compare(const struct table_row *row, const char *counted, struct row_finding *finding)
{
    bool same = strcmp(counted, row->cells[COLUMN_NUMBER]) == 0;
    strbuf_add(&finding->computed, "%s", counted);
    finding->kind = same ? VERDICT_VERIFIED : VERDICT_WRONG;
    if (!same)
        strbuf_add(&finding->reason, "the number");
    return 0;
}

static int compare_games(const struct table_row *row, uint64_t counted, struct row_finding *finding)
{
    char digits[24];
    snprintf(digits, sizeof(digits), "%" PRIu64, counted);
    return compare(row, digits, finding);
}

static struct clock start_clock(const struct verdict_limits *limits)
{
    return (struct clock){.limits = limits,
                          .deadline = clock_now() + limits->row_seconds,
                          .stopped = interrupted(limits)};
}

/* Returns 0, -EINTR, -ENOSPC or -ENOMEM. *ret_digits is the caller's. */
static int count_legal(const struct solve_game *game, const struct verdict_limits *limits,
                       char **ret_digits)
{
    struct solve_request *request;
    int r = solve_request_new(&request);
    if (r < 0)
        return r;
    solve_request_set_memory(request, limits->row_bytes);
    solve_request_set_seconds(request, limits->row_seconds);
    solve_request_set_interrupt(request, limits->interrupt);
    r = solve_request_count_legal(request, solve_game_board(game), ret_digits, NULL);
    solve_request_free(request);
    return r;
}

int verdict_counts_legal(const struct table_row *row, const struct verdict_limits *limits,
                         struct row_finding *finding)
{
    struct solve_game *game;
    char *digits = NULL;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_NUMBER]);
    int r = row_game_start(row, "none", limits, &game, finding);
    if (r <= 0)
        return r;
    r = count_legal(game, limits, &digits);
    if (r == 0)
        r = compare(row, digits, finding);
    else if (r == -EINTR)
        r = finding_leave_open(finding, interrupted(limits) ? "interrupted"
                                                            : "not counted within the limit");
    else if (r == -ENOSPC)
        r = finding_leave_open(finding, "not counted within the memory allowed");
    free(digits);
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
    if (clock.stopped)
        r = finding_leave_open(finding, interrupted(limits) ? "interrupted"
                                                            : "too many to count one by one");
    else
        r = compare_games(row, counted, finding);
    solve_game_free(game);
    return r;
}
