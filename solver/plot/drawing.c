/* What all plots have in common. */
#include "plot/drawing.h"

void drawing_words_release(struct drawing_words *words)
{
    strbuf_release(&words->title);
    strbuf_release(&words->description);
}

void drawing_on_paper(const struct canvas *drawn, struct canvas *canvas)
{
    canvas->width = drawn->width;
    canvas->height = drawn->height;
    canvas_rect(canvas, 0, 0, drawn->width, drawn->height, 0,
                (struct canvas_style){.fill = PAINT_PAPER});
    canvas_append(canvas, drawn, 0, 0);
}
