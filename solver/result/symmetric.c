/* Root moves that a symmetry takes to another one. */
#include "result/symmetric.h"

/* Marks the stones that symmetry s takes to an earlier one. */
static void mark(struct analysis *analysis, const struct symmetries *symmetries, int s)
{
    const struct analysis_move *moves = analysis->moves;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct analysis_move *one = &analysis->moves[i];
        for (int j = 0; one->move.kind == MOVE_STONE && j < one->same_as; j++)
            if (moves[j].move.kind == MOVE_STONE &&
                symmetries_apply(symmetries, s, moves[j].move.point) == one->move.point)
                one->same_as = j;
    }
}

int symmetric_find(struct analysis *analysis, const struct graph *graph,
                   bool (*keeps)(const struct symmetries *symmetries, int s, const void *root),
                   const void *root)
{
    struct symmetries symmetries;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    for (int s = 1; s < symmetries.count; s++)
        if (keeps(&symmetries, s, root))
            mark(analysis, &symmetries, s);
    symmetries_release(&symmetries);
    return 0;
}
