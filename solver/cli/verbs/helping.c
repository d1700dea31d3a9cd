/* The part of ranks that help. */
#include "cli/verbs/helping.h"

#include <errno.h>
#include <stdatomic.h>

#include "cli/interrupt.h"
#include "cli/verb.h"
#include "ranks/ranks.h"
#include "strategy/helper.h"
#include "strategy/share.h"

static bool is_interrupted(void *unused)
{
    (void)unused;
    return atomic_load(&interrupt_requested);
}

bool helping_serve(const struct run_limits *limits, int *ret_code)
{
    const struct helper_limits within = {
        .max_bytes = (size_t)limits->memory, .threads = limits->threads, .stop = is_interrupted};
    if (ranks_rank() == 0) {
        share_lead();
        return false;
    }
    int r = helper_serve(&within);
    if (r == -ENOMEM)
        ranks_abort(EXIT_FAILED, "not enough memory to help the others");
    if (r < 0)
        ranks_abort(EXIT_FAILED, "the connection to the other ranks is lost");
    *ret_code = EXIT_SOLVED;
    return true;
}

void helping_end(void)
{
    share_dismiss();
}
