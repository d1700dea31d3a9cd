/* Memory with a limit: a certificate must not make its checker take more than it was given. */
#ifndef SOLVER_PROOF_BUDGET_H
#define SOLVER_PROOF_BUDGET_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#define BUDGET_SPENT (-2000)

/*
 * Resizes *block, which has had bytes (NULL: 0), to wants bytes, out of *budget. Returns 0, -ENOMEM
 * or BUDGET_SPENT; the block is as it was then.
 */
static inline int budget_resize(size_t *budget, void **block, size_t had, size_t wants)
{
    if (wants > had && wants - had > *budget)
        return BUDGET_SPENT;
    void *resized = realloc(*block, wants);
    if (resized == NULL)
        return -ENOMEM;
    *block = resized;
    *budget = *budget + had - wants;
    return 0;
}

#endif
