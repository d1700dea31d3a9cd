/* How a check ends that used up what it had. */
#include "certificate/budget.h"

int budget_end(int r, struct error *err)
{
    switch (r) {
    case BUDGET_SPENT:
        return error_set(err, -ENOMEM, "the check needs more memory than it has");
    case BUDGET_WORKED:
        return error_set(err, -ETIME, "the check takes more work than a file of this size should");
    case BUDGET_STOPPED:
        return error_set(err, -EINTR, "the check was stopped");
    case -ENOMEM:
        return error_set(err, r, "out of memory");
    default:
        return r;
    }
}
