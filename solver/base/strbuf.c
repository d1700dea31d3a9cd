/* A text that grows. */
#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for more characters and the final zero. */
static bool reserve(struct text *text, size_t more)
{
    size_t wanted = text->length + more + 1;
    if (wanted <= text->room)
        return true;
    size_t room = wanted < 64 ? 64 : 2 * wanted;
    char *chars = realloc(text->chars, room);
    if (chars == NULL) {
        text->failed = true;
        return false;
    }
    text->chars = chars;
    text->room = room;
    return true;
}

void text_add(struct text *text, const char *format, ...)
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

void text_separate(struct text *text, const char *separator)
{
    if (text->length > 0)
        text_add(text, "%s", separator);
}

char *text_take(struct text *text)
{
    char *taken = text->failed ? NULL : text->chars;
    if (!text->failed && taken == NULL)
        taken = strdup("");
    if (text->failed)
        free(text->chars);
    *text = (struct text){0};
    return taken;
}

void text_release(struct text *text)
{
    free(text->chars);
    *text = (struct text){0};
}
