/* The answer to a command: "=id text" or "?id text", ended by an empty line. */
#ifndef SOLVER_GTP_ANSWER_H
#define SOLVER_GTP_ANSWER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"

struct gtp_answer {
    FILE *out;
    const char *id;
    struct strbuf text;
    bool failed;
    bool begun; /* "=id" is written: what follows cannot be a failure */
};

/* Appends to the text. */
void gtp_answer_add(struct gtp_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts a line to the text: with a newline before it, unless it is the first. */
void gtp_answer_line(struct gtp_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes the answer a failure with that text. */
void gtp_answer_fail(struct gtp_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is all of the text there? Memory may have lacked for it. What cannot be told is not to be done.
 */
bool gtp_answer_is_whole(const struct gtp_answer *answer);

/* Writes "=id" and ends the line: the text is written piece by piece, by gtp_answer_stream(). */
void gtp_answer_begin(struct gtp_answer *answer);

/* Writes the text so far as lines, and forgets it. */
void gtp_answer_stream(struct gtp_answer *answer);

/* Writes what is left of the answer, and its end; wants no memory. */
void gtp_answer_end(struct gtp_answer *answer);

#endif
