/* A text that grows. Running out of memory is remembered and reported once, at the end. */
#ifndef SOLVER_BASE_STRBUF_H
#define SOLVER_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: an empty text. */
struct strbuf {
    char *chars; /* NULL while empty */
    size_t length, room;
    bool failed;
};

/* Appends the formatted text. */
void strbuf_add(struct strbuf *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends separator unless the text is empty still. */
void strbuf_separate(struct strbuf *text, const char *separator);

/* The text as a string that the caller free()s, never empty-handed: NULL only without memory. text
 * is empty afterwards. */
char *strbuf_take(struct strbuf *text);

void strbuf_release(struct strbuf *text);

#endif
