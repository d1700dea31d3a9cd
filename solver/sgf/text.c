/* Escapes and line breaks, as FF[4] has them. */
#include "sgf/text.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the line break at which text stands: CR and LF in either order, or one of them. */
static size_t break_length(const char *text, size_t left)
{
    if (left == 0 || (text[0] != '\n' && text[0] != '\r'))
        return 0;
    return left > 1 && (text[1] == '\n' || text[1] == '\r') && text[1] != text[0] ? 2 : 1;
}

static char plain_char(char c)
{
    return c == '\t' || c == '\v' || c == '\f' || c == '\0' ? ' ' : c;
}

char *sgf_value_text(const struct sgf_tree *tree, int value, bool simple)
{
    size_t length, used = 0;
    const char *raw = sgf_value_raw(tree, value, &length);
    char *text = malloc(length + 1);
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < length;) {
        bool escaped = raw[i] == '\\' && i + 1 < length;
        i += escaped;
        size_t line_break = break_length(raw + i, length - i);
        if (line_break == 0)
            text[used++] = plain_char(raw[i]);
        else if (!escaped)
            text[used++] = simple ? ' ' : '\n';
        i += line_break > 0 ? line_break : 1;
    }
    text[used] = '\0';
    return text;
}

char *sgf_text_escape(const char *text)
{
    char *escaped = malloc(2 * strlen(text) + 1);
    size_t used = 0;
    if (escaped == NULL)
        return NULL;
    for (; *text != '\0'; text++) {
        if (*text == '\\' || *text == ']')
            escaped[used++] = '\\';
        escaped[used++] = *text;
    }
    escaped[used] = '\0';
    return escaped;
}

const char *sgf_text_shown(const char *text, char *buffer, size_t size)
{
    size_t used = 0;
    for (; text[used] != '\0' && used + 1 < size; used++)
        buffer[used] = text[used] >= ' ' && text[used] <= '~' ? text[used] : '?';
    buffer[used] = '\0';
    return buffer;
}
