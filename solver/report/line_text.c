/* A line of best play as text. */
#include "report/line_text.h"

void write_line(struct text *text, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->pv_count; i++)
        text_add(text, "%s%s%s", i > 0 ? " " : "", analysis->cycle_from == (long)i ? "[" : "",
                 move_format(analysis->game.graph, analysis->pv[i]));
    if (analysis->pv_count > 0 && analysis->cycle_from >= 0)
        text_add(text, "]");
    else if (!analysis->pv_complete)
        text_add(text, "%s...", analysis->pv_count > 0 ? " " : "");
}
