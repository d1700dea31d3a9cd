/* A sheet: panels in rows below a title, then a legend and notes. */
#ifndef SOLVER_PICTURE_SHEET_H
#define SOLVER_PICTURE_SHEET_H

#include "picture/canvas.h"
#include "picture/picture.h"

/* A panel: a drawing below its caption. */
struct sheet_panel {
    struct canvas canvas;
    double head;   /* height of the caption; the boards of a row begin at one height */
    bool new_row;  /* it begins a row */
    char *heading; /* a line above that row; NULL: none */
};

/* What a legend must explain. */
struct sheet_signs {
    bool best, worse, open, illegal, differs;
};

struct picture {
    char *title;         /* NULL: none */
    struct strbuf notes; /* each with a final zero */
    struct strbuf description;
    struct sheet_panel *panels;
    size_t count, room;
    struct sheet_signs signs;
    bool failed;
};

/* The text size of captions, and of what stands below boards. */
#define SHEET_CAPTION_SIZE 13.0
#define SHEET_NOTE_SIZE 12.0

/* Adds an empty panel; NULL: no memory. It is the picture's, until the next one is added. */
struct sheet_panel *sheet_add_panel(struct picture *picture);

/* Draws a caption at x, at most so wide, and sets the head. NULL: none. */
void sheet_add_caption(struct sheet_panel *panel, double x, double width, const char *caption);

/* Adds text below what is drawn in panel, which has its size, and makes it higher. */
void sheet_add_below(struct sheet_panel *panel, double x, double width, const char *text);

/* Draws the whole sheet. */
void sheet_draw(const struct picture *picture, struct canvas *ret_canvas);

#endif
