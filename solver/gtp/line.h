/* A line of a GTP client: an id, a command and its words. */
#ifndef SOLVER_GTP_LINE_H
#define SOLVER_GTP_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct gtp_line {
    char *text;        /* owned: the line without comment, cut into words */
    char *rest;        /* owned: what follows the command, in one piece; "" if nothing does */
    const char *id;    /* its digits, or "" */
    const char *name;  /* of the command; "" if there is an id alone */
    const char **word; /* owned: the words after the command */
    size_t count;      /* of them */
};

/*
 * Reads length bytes, which need not end with a zero, as the draft of GTP 2 says: other control
 * characters than tabs are dropped, tabs are blanks, '#' begins a comment. Returns 1, 0 if nothing
 * is left of the line, or -ENOMEM. gtp_line_release() it where that is 1.
 */
int gtp_line_read(const char *bytes, size_t length, struct gtp_line *ret_line);
void gtp_line_release(struct gtp_line *line);

#endif
