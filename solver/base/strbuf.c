/* A text that grows. */
#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Makes room for more characters and the final zero. */
static bool reserve(struct strbuf *text, size_t more)
{
    if (array_reserve(&text->chars, text->length + more + 1, &text->room, 1) < 0)
        text->failed = true;
    return !text->failed;
}

void strbuf_add(struct strbuf *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length))
        text->length +=
            (size_t)vsnprintf(text->chars + text->length, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
}

void strbuf_separate(struct strbuf *text, const char *separator)
{
    if (text->length > 0)
        strbuf_add(text, "%s", separator);
}

char *strbuf_take(struct strbuf *text)
{
    char *taken = text->failed ? NULL : text->chars;
    if (!text->failed && taken == NULL)
        taken = strdup("");
    if (text->failed)
        free(text->chars);
    *text = (struct strbuf){0};
    return taken;
}

void strbuf_release(struct strbuf *text)
{
    free(text->chars);
    *text = (struct strbuf){0};
}
