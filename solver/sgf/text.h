/* The texts of values: their escapes and line breaks. */
#ifndef SOLVER_SGF_TEXT_H
#define SOLVER_SGF_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "sgf/tree.h"

/*
 * The text that a value means: escapes resolved, a line break after '\' removed, other line breaks
 * made '\n' (of a simple text: a blank), white space made blanks, zeros made blanks. The caller
 * free()s it. NULL: there is no memory.
 */
char *sgf_value_text(const struct sgf_tree *tree, int value, bool simple);

/* A copy of text as it may stand between brackets (alone: its ':' are not escaped), for the caller
 * to free(); NULL: there is no memory. */
char *sgf_text_escape(const char *text);

/* Copies text into buffer of size bytes as an error may repeat it: cut at its end, and what is no
 * printable ASCII is '?'. Returns buffer. */
const char *sgf_text_shown(const char *text, char *buffer, size_t size);

#endif
