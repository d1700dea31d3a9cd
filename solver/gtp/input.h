/*
 * The lines of a client, read by a thread of their own: so an analysis notices the next command,
 * and a signal is noticed while nothing comes.
 */
#ifndef SOLVER_GTP_INPUT_H
#define SOLVER_GTP_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "solve.h"

struct gtp_input;

/* A longer line is cut there, and told to be too long. */
#define GTP_INPUT_LINE_MAX (1u << 20)

struct gtp_input_line {
    char *bytes; /* owned: free(); without the newline; zeros may be in it */
    size_t length;
    bool too_long; /* it was cut */
};

/*
 * Reads fd from now on. stop (NULL: nobody) ends the input when it is requested, and work is
 * requested then, too; so it is when a line "# interrupt" comes, as GoGui sends it. Both must
 * outlive the input. Returns 0 or a negative errno.
 */
int gtp_input_new(int fd, const struct solve_interrupt *stop, struct solve_interrupt *work,
                  struct gtp_input **ret_input);
void gtp_input_free(struct gtp_input *input);

/* Waits for the next line. From then on work is requested only by what comes after that line.
 * Returns 1; 0 at the end of the input or after stop; -ENOMEM; or another negative errno, if the
 * input cannot be read. */
int gtp_input_next(struct gtp_input *input, struct gtp_input_line *ret_line);

/* From now on (or no longer) the next line requests work; if one waits already, now. */
void gtp_input_watch(struct gtp_input *input, bool watched);

/* Waits until a line waits or the input ended. */
void gtp_input_wait(struct gtp_input *input);

#endif
