/* The lines that the program says on stderr, when something is wrong above all. */
#ifndef SOLVER_CLI_MESSAGE_H
#define SOLVER_CLI_MESSAGE_H

#include "base/error.h"

/* Prints "solve: " and the text as one line, whatever the user's own words in it hold. */
void message_print(const struct error *err);

/* The same of a line of any length, in which what would break it is replaced. */
void message_print_line(char *line);

#endif
