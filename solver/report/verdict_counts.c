/* Rows that claim numbers: of legal positions, and of complete games. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/row_game.h"

/* The number, in decimal digits, against the one that the row claims, if it claims one. */
static int compare(const struct table_row *row, const char *digits, struct row_finding *finding)
{
    const char *claimed = row->cells[COLUMN_NUMBER];
    bool same = strcmp(claimed, digits) == 0;
    strbuf_add(&finding->computed, "%s", digits);
    if (!claim_is_made(claimed))
        finding->kind = VERDICT_COMPUTED;
    else
        finding->kind = same ? VERDICT_VERIFIED : VERDICT_WRONG;
    if (finding->kind == VERDICT_WRONG)
        strbuf_add(&finding->reason, "the number");
    return 0;
}

/* Nothing was counted. */
static int leave_open(enum solve_stop stop, struct row_finding *finding)
{
    return finding_leave_open(finding,
                              stop == SOLVE_STOP_NONE ? "it failed" : finding_stop_name(stop));
}

static int count_legal(const struct table_row *row, struct solve_request *request,
                       const struct solve_game *game, const struct verdict_limits *limits,
                       struct row_finding *finding)
{
    char *digits;
    int r = solve_request_count_legal(request, solve_game_board(game), &digits, NULL);
    if (r == -ENOSPC || r == -EINTR)
        return leave_open(r == -ENOSPC                                      ? SOLVE_STOP_MEMORY
                          : solve_interrupt_is_requested(limits->interrupt) ? SOLVE_STOP_INTERRUPT
                                                                            : SOLVE_STOP_TIME,
                          finding);
    if (r < 0)
        return r;
    r = compare(row, digits, finding);
    free(digits);
    return r;
}

int verdict_counts_legal(const struct table_row *row, const struct verdict_limits *limits,
                         struct row_finding *finding)
{
    struct solve_game *game;
    struct solve_request *request;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_NUMBER]);
    int r = row_game_start(row, "none", limits, &game, finding);
    if (r <= 0)
        return r;
    r = row_game_request(limits, &request);
    if (r == 0) {
        r = count_legal(row, request, game, limits, finding);
        solve_request_free(request);
    }
    solve_game_free(game);
    return r;
}

/* Play can go on for ever: whatever number is claimed is wrong. */
static int find_endless(const struct table_row *row, struct row_finding *finding)
{
    bool claims = claim_is_made(row->cells[COLUMN_NUMBER]);
    finding->kind = claims ? VERDICT_WRONG : VERDICT_COMPUTED;
    strbuf_add(&finding->computed, "endless");
    strbuf_add(&finding->reason, "play can go on for ever");
    return 0;
}

static int count_games(const struct table_row *row, struct solve_request *request,
                       const struct solve_game *game, const struct verdict_limits *limits,
                       struct row_finding *finding)
{
    (void)limits;
    struct solve_count *count;
    int r = solve_request_count(request, game, SOLVE_LENGTH_NONE, &count, NULL);
    if (r < 0)
        return r;
    switch (solve_count_verdict(count)) {
    case SOLVE_COUNT_EXACT:
        r = compare(row, solve_count_games(count), finding);
        break;
    case SOLVE_COUNT_ENDLESS:
        r = find_endless(row, finding);
        break;
    case SOLVE_COUNT_STOPPED:
    default:
        r = leave_open(solve_count_stop(count), finding);
        break;
    }
    solve_count_free(count);
    return r;
}

int verdict_counts_games(const struct table *table, const struct table_row *row,
                         const struct verdict_limits *limits, struct row_finding *finding)
{
    return row_game_judge(table, row, limits, count_games, finding);
}
