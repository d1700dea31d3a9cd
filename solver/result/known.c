/* What was known before a run, for its analysis. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "result/analysis.h"

void analysis_use_known(struct analysis *analysis, const struct analysis_options *options)
{
    if (options->known != NULL)
        bounds_narrow(&analysis->bounds, options->known);
    for (size_t i = 0; i < analysis->move_count; i++)
        for (size_t k = 0; k < options->known_move_count; k++)
            if (move_equal(analysis->moves[i].move, options->known_moves[k].move))
                bounds_narrow(&analysis->moves[i].bounds, &options->known_moves[k].bounds);
}

int analysis_use_known_pv(struct analysis *analysis, const struct analysis_options *options)
{
    size_t size = options->known_pv_count * sizeof(*analysis->pv);
    analysis->pv = malloc(size + 1);
    if (analysis->pv == NULL)
        return -ENOMEM;
    memcpy(analysis->pv, options->known_pv, size);
    analysis->pv_count = options->known_pv_count;
    analysis->pv_complete = true;
    analysis->cycle_from = options->known_pv_cycle;
    return 0;
}
