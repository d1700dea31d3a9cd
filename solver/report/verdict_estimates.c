/* Rows that claim about how many complete games there are, against an estimate by random games.
 * Neither proves anything. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/row_game.h"

/* The error at which an estimate is good enough, and the seed of its games. */
#define WITHIN 0.05
#define SEED 1
/* Bytes that a row takes at most whose games are limited, so that another machine finds the same
 * number: the games are played on a part of the graph that fits. */
#define MEMORY ((uint64_t)1 << 30)

/* Do the two agree within the errors of both? That of the estimate is below 1. */
static bool agree(const struct claimed_estimate *claimed, const struct solve_estimate *estimate)
{
    double error = -log10(1 - estimate->error);
    return fabs(claimed->log10 - estimate->log10) <= claimed->tolerance + error;
}

static void write_estimate(const struct solve_estimate *estimate, struct strbuf *text)
{
    double whole = floor(estimate->log10), digits = pow(10, estimate->log10 - whole);
    strbuf_add(text, "%.2fe%.0f +- %.2g %%", digits, whole, 100 * estimate->error);
}

static int find(const struct table_row *row, struct solve_request *request,
                const struct solve_game *game, const struct verdict_limits *limits,
                struct row_finding *finding)
{
    struct claimed_estimate claimed;
    struct solve_estimate estimate;
    uint64_t games = 0;
    claim_games(row->cells[COLUMN_GAMES], &games, NULL);
    solve_request_set_max_nodes(request, games);
    if (games > 0 && (limits->row_bytes == 0 || limits->row_bytes > MEMORY))
        solve_request_set_memory(request, MEMORY);
    int r = solve_request_estimate(request, game, WITHIN, SEED, &estimate, NULL);
    if (r == -EINTR)
        return finding_leave_open(finding,
                                  finding_stop_name(solve_interrupt_is_requested(limits->interrupt)
                                                        ? SOLVE_STOP_INTERRUPT
                                                        : SOLVE_STOP_TIME));
    if (r == -ENODATA)
        return finding_leave_open(finding, "of so few games at random no error can be told");
    if (r == -ENOSPC)
        return finding_leave_open(finding, finding_stop_name(SOLVE_STOP_MEMORY));
    if (r == -ERANGE)
        return finding_leave_open(finding, "play can go on for ever");
    if (r < 0)
        return r == -ENOMEM ? r : finding_leave_open(finding, "not decided");
    write_estimate(&estimate, &finding->computed);
    if (estimate.error >= 1)
        return finding_leave_open(finding, "the error is too large to tell");
    if (estimate.doubtful)
        return finding_leave_open(finding,
                                  "single runs are too few or differ too much to tell the error");
    claim_estimate(row->cells[COLUMN_NUMBER], &claimed, NULL);
    finding->kind = !claimed.given               ? VERDICT_ESTIMATED
                    : agree(&claimed, &estimate) ? VERDICT_AGREES
                                                 : VERDICT_DIFFERS;
    return 0;
}

int verdict_estimates(const struct table *table, const struct table_row *row,
                      const struct verdict_limits *limits, struct row_finding *finding)
{
    return row_game_judge(table, row, limits, find, finding);
}
