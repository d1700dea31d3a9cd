/* Rows that claim how many plays the longest game has, or between which bounds that is. */
#include <errno.h>
#include <stdlib.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/row_game.h"

/* Random games of a row are those of this seed. */
#define SEED 1

static int compare(const struct table_row *row, size_t at_least, size_t at_most,
                   struct row_finding *finding)
{
    struct claimed_range claimed;
    claim_range(row->cells[COLUMN_NUMBER], &claimed, NULL);
    finding->kind = VERDICT_OPEN;
    if (!claimed.given) {
        if (at_least == at_most)
            finding->kind = VERDICT_COMPUTED;
        else
            strbuf_add(&finding->reason, "the bounds do not meet");
    } else if (at_least > claimed.high || at_most < claimed.low) {
        finding->kind = VERDICT_WRONG;
        strbuf_add(&finding->reason,
                   at_least > claimed.high ? "there is a longer game" : "there is no game so long");
    } else if (at_least >= claimed.low && at_most <= claimed.high) {
        finding->kind = VERDICT_VERIFIED;
    } else {
        strbuf_add(&finding->reason, at_least < claimed.low ? "no game so long was found"
                                                            : "no such bound was proved");
    }
    return 0;
}

static int find(const struct table_row *row, struct solve_request *request,
                const struct solve_game *game, const struct verdict_limits *limits,
                struct row_finding *finding)
{
    (void)limits;
    struct solve_longest found;
    int r = solve_request_longest(request, game, SEED, &found, NULL);
    if (r == -ERANGE)
        return finding_leave_open(finding, "play can go on for ever");
    if (r < 0)
        return r == -ENOMEM ? r : finding_leave_open(finding, "not decided");
    strbuf_add(&finding->computed, "%zu", found.at_least);
    if (found.at_most == SOLVE_LONGEST_UNKNOWN)
        strbuf_add(&finding->computed, "..");
    else if (found.at_least != found.at_most)
        strbuf_add(&finding->computed, "..%zu", found.at_most);
    r = compare(row, found.at_least, found.at_most, finding);
    solve_longest_release(&found);
    return r;
}

int verdict_longest(const struct table *table, const struct table_row *row,
                    const struct verdict_limits *limits, struct row_finding *finding)
{
    return row_game_judge(table, row, limits, find, finding);
}
