/* A text that grows. Running out of memory is remembered and reported once, at the end. */
#ifndef SOLVER_BASE_STRBUF_H
#define SOLVER_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: an empty text. */
struct text {
    char *chars; /* NULL while empty */
    size_t length, room;
    bool failed;
};

/* Appends the formatted text. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends separator unless the text is empty still. */
void text_separate(struct text *text, const char *separator);

/* The text as a string that the caller free()s, never empty-handed: NULL only without memory. text
 * is empty afterwards. */
char *text_take(struct text *text);

void text_release(struct text *text);

#endif
