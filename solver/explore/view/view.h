/* How a game stands, without search: all that a page shows of it at once. */
#ifndef SOLVER_EXPLORE_VIEW_VIEW_H
#define SOLVER_EXPLORE_VIEW_VIEW_H

#include <stdbool.h>

#include <jansson.h>

#include "explore/view/question.h"

/* Who may know values. */
struct view_source {
    /*
     * Returns what is known of the state at which game stands: an object as `solve --json` prints
     * it, with "from"; or NULL where nothing is. quick: only what takes no time to find. Never what
     * is not proved. NULL: nobody knows anything.
     */
    json_t *(*look_up)(void *arg, const struct solve_game *game, int komi_half_points, bool quick);
    void *arg;
    double score_seconds; /* for the score of a board, where that is who controls what; 0: as long
                             as it takes */
};

/* Reads a query and makes its view. Returns also -EINVAL (fault). */
int view_make(const struct view_source *source, const json_t *query, json_t **ret_view,
              struct query_fault *fault);

#endif
