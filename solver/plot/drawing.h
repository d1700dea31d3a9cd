/* Plots as drawings. */
#ifndef SOLVER_PLOT_DRAWING_H
#define SOLVER_PLOT_DRAWING_H

#include "base/strbuf.h"
#include "picture/canvas.h"
#include "plot/series.h"

/* What a file says of a drawing to those who cannot see it. */
struct drawing_words {
    struct strbuf title, description;
};

void drawing_words_release(struct drawing_words *words);

/* Puts what was drawn, of the size that it says, on paper. */
void drawing_on_paper(const struct canvas *drawn, struct canvas *canvas);

/*
 * Values against length: a strip for each ruleset, or for those of the same values, one below the
 * other with the same scale. In each the first ruleset is dashed, and what differs from it stands
 * out. All series of the list, at least one, have as many rows. Memory that runs out is remembered
 * by canvas and words.
 */
void drawing_values(const struct plot_series_list *list, struct canvas *canvas,
                    struct drawing_words *words);

/*
 * Nodes against points, on a scale of powers of ten: a line for each series, with its name at the
 * end.
 */
void drawing_nodes(const struct plot_series_list *list, struct canvas *canvas,
                   struct drawing_words *words);

#endif
