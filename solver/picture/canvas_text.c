/* Texts: characters, how much room they take, and where their lines break. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "picture/canvas.h"

#define LINE_HEIGHT 1.35

/* The bytes of the character that begins at text, in *ret_point; 0: there is none in UTF-8 that XML
 * and fonts know. */
static int read_character(const unsigned char *text, uint32_t *ret_point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int bytes = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    uint32_t point = bytes == 1 ? text[0] : text[0] & (0x7fU >> bytes);
    if (text[0] >= 0xf8 || (text[0] >= 0x80 && text[0] < 0xc0))
        return 0;
    for (int i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text[i] & 0x3f);
    }
    if (point < least[bytes] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ||
        (point & 0xfffe) == 0xfffe)
        return 0;
    *ret_point = point;
    return bytes;
}

void canvas_clean(struct strbuf *text, const char *chars)
{
    const unsigned char *at = (const unsigned char *)chars;
    while (*at != '\0') {
        uint32_t point;
        int bytes = read_character(at, &point);
        if (bytes == 0)
            strbuf_add(text, "\uFFFD");
        else if (point < 0x20 || (point >= 0x7f && point < 0xa0))
            strbuf_add(text, " ");
        else
            strbuf_add(text, "%.*s", bytes, (const char *)at);
        at += bytes > 0 ? bytes : 1;
    }
}

/* Letters in thousandths of the size, as in DejaVu Sans, which is wider than most. */
static int letter_width(unsigned char letter)
{
    if (strchr("iljI.,:;'|! ()[]/\\tfr", letter) != NULL)
        return letter == 't' || letter == 'f' || letter == 'r' ? 410 : 340;
    if (strchr("mwMWQO@%+=<>~#", letter) != NULL)
        return 880;
    if (letter >= 'A' && letter <= 'Z')
        return 690;
    return letter < 0x80 ? 635 : 840;
}

double canvas_text_width(const char *text, double size, bool bold)
{
    int width = 0;
    for (; *text != '\0'; text++)
        if (((unsigned char)*text & 0xc0) != 0x80) /* not within a character */
            width += letter_width((unsigned char)*text);
    return width * size * (bold ? 1.12 : 1.0) / 1000;
}

/* The end of the line that begins at text and of which the words until end fit. */
static char *break_line(char *text, double width, double size, bool bold)
{
    char *fits = NULL;
    for (char *at = text;; at++) {
        if (*at != ' ' && *at != '\0')
            continue;
        char kept = *at;
        *at = '\0';
        bool wide = canvas_text_width(text, size, bold) > width;
        *at = kept;
        if (!wide || fits == NULL)
            fits = at;
        if (wide || kept == '\0')
            return fits;
    }
}

double canvas_paragraph(struct canvas *canvas, double x, double y, double width, double size,
                        enum canvas_anchor anchor, enum paint paint, bool bold, const char *text)
{
    char *copy = strdup(text);
    double height = 0;
    if (copy == NULL)
        canvas->failed = true;
    for (char *line = copy; line != NULL && *line != '\0';) {
        char *end = break_line(line, width, size, bold);
        bool more = *end != '\0';
        *end = '\0';
        canvas_text(canvas, x, y + height, size, anchor, paint, bold, line);
        height += size * LINE_HEIGHT;
        line = more ? end + 1 : NULL;
    }
    free(copy);
    return height;
}
