/*
 * Text from outside - names, titles, what a store holds - that is shown to people: without control
 * characters, which would move the cursor of a terminal or break a line of a table.
 */
#ifndef SOLVER_BASE_PLAIN_H
#define SOLVER_BASE_PLAIN_H

/*
 * The first control character of a text, or NULL: those of ASCII, and those that UTF-8 writes as
 * C2 80 to C2 9F.
 */
const char *plain_find(const char *text);

/* Puts a '?' for each byte of them. */
void plain_make(char *text);

#endif
