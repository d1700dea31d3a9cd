/* How much room texts take, and where their lines break. */
#include <stdlib.h>
#include <string.h>

#include "picture/canvas.h"

#define LINE_HEIGHT 1.35

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
