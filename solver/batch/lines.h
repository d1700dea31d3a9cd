/* Lines from a file, read as they come. */
#ifndef SOLVER_BATCH_LINES_H
#define SOLVER_BATCH_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that a line has at most. What is longer is skipped, so that no input fills the memory. */
#define LINES_LONGEST ((size_t)16 << 20)

struct lines {
    int file;
    char *bytes; /* read, and not given out yet */
    size_t used, begin, room;
    size_t searched; /* of them there is no end of a line in so many */
    size_t number;   /* of the line that was given out last, from 1 */
    bool skipping;   /* the line at hand is too long */
    bool at_end;
};

enum lines_state {
    LINES_LINE,     /* here is one */
    LINES_TOO_LONG, /* there was one, and it is skipped */
    LINES_WAIT,     /* nothing came for a while: call again */
    LINES_END,
};

/* All zero but the file. */
void lines_begin(struct lines *lines, int file);

/* Gives the next line, without its end ("\n" or "\r\n"); it lasts until the next call. Waits at
 * most a tenth of a second. Returns an enum lines_state, -ENOMEM or the negative errno of reading.
 */
int lines_next(struct lines *lines, const char **ret_line, size_t *ret_length);

void lines_release(struct lines *lines);

#endif
