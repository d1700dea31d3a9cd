/* What the files that find verdicts share. */
#include "report/finding.h"

void finding_release(struct row_finding *finding)
{
    strbuf_release(&finding->claimed);
    strbuf_release(&finding->claimed_plays);
    strbuf_release(&finding->computed);
    strbuf_release(&finding->best);
    strbuf_release(&finding->takes);
    strbuf_release(&finding->refrains);
    strbuf_release(&finding->reason);
    strbuf_release(&finding->line);
    solve_result_free(finding->certified);
}

int finding_leave_open(struct row_finding *finding, const char *why)
{
    finding->kind = VERDICT_OPEN;
    strbuf_separate(&finding->reason, "; ");
    strbuf_add(&finding->reason, "%s", why);
    return 0;
}

const char *finding_stop_name(enum solve_stop stopped)
{
    switch (stopped) {
    case SOLVE_STOP_NONE:
        return NULL;
    case SOLVE_STOP_INTERRUPT:
        return "interrupted";
    case SOLVE_STOP_MEMORY:
        return "not decided within the memory";
    default:
        return "not decided within the time";
    }
}
