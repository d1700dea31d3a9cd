#include "base/markup.h"

void markup_add(struct strbuf *text, const char *chars)
{
    for (; *chars != '\0'; chars++) {
        if (*chars == '&')
            strbuf_add(text, "&amp;");
        else if (*chars == '<')
            strbuf_add(text, "&lt;");
        else if (*chars == '>')
            strbuf_add(text, "&gt;");
        else if (*chars == '"')
            strbuf_add(text, "&quot;");
        else
            strbuf_add(text, "%c", *chars);
    }
}
