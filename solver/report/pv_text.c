/* A line of best play as text. */
#include "report/pv_text.h"

void pv_text_add(struct strbuf *text, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->pv_count; i++)
        strbuf_add(text, "%s%s%s", i > 0 ? " " : "", analysis->cycle_from == (long)i ? "[" : "",
                   move_format(analysis->game.graph, analysis->pv[i]));
    if (analysis->pv_count > 0 && analysis->cycle_from >= 0)
        strbuf_add(text, "]");
    else if (!analysis->pv_complete)
        strbuf_add(text, "%s...", analysis->pv_count > 0 ? " " : "");
}
