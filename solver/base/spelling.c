/* Names as people type them; the nearest name by its edit distance. */
#include "base/spelling.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Longer texts are near no name. */
#define LONGEST 40
/* The shortest beginning that stands for its name. */
#define BEGINNING_LEAST 3

static bool separates(char c)
{
    return c == '-' || c == '_' || c == ' ';
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) != 0;
}

/* Takes the blanks at both ends off. */
static const char *trim(const char *text, size_t *length)
{
    while (*length > 0 && isspace((unsigned char)*text)) {
        text++;
        (*length)--;
    }
    while (*length > 0 && isspace((unsigned char)text[*length - 1]))
        (*length)--;
    return text;
}

/* The character at *at that counts, in lower case, behind a separator between two that do; 0 at the
 * end. Moves *at behind it. */
static char next_char(const char *text, size_t length, size_t *at)
{
    size_t i = *at;
    if (i > 0 && i + 1 < length && separates(text[i]) && is_name_char(text[i - 1]) &&
        is_name_char(text[i + 1]))
        i++;
    if (i >= length)
        return '\0';
    *at = i + 1;
    return (char)tolower((unsigned char)text[i]);
}

bool spelling_is(const char *name, const char *text, size_t length)
{
    size_t name_length = strlen(name), i = 0, j = 0;
    text = trim(text, &length);
    for (;;) {
        char wanted = next_char(name, name_length, &i);
        char given = next_char(text, length, &j);
        if (wanted != given)
            return false;
        if (wanted == '\0')
            return true;
    }
}

void spelling_begin(struct spelling *spelling, const char *text, size_t length)
{
    text = trim(text, &length);
    *spelling = (struct spelling){.text = text, .length = length};
    /* A third of the letters may be wrong; of one or two letters, one. */
    spelling->distance = length == 0 || length > LONGEST ? 0
                         : length < 6                    ? 1
                                                         : (unsigned)length / 3;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The edits from one text to the other: letters changed, put in, taken out, neighbours exchanged.
 */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][LONGEST + 1] = {{0}};
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[b_length];
}

/* The text without separators, in lower case, at most LONGEST letters; returns their number. */
static size_t plain(const char *text, size_t length, char *letters)
{
    size_t count = 0, at = 0;
    char c;
    while (count < LONGEST && (c = next_char(text, length, &at)) != '\0')
        letters[count++] = c;
    return count;
}

void spelling_compare(struct spelling *spelling, const char *name)
{
    spelling_compare_part(spelling, name, strlen(name));
}

void spelling_compare_part(struct spelling *spelling, const char *name, size_t length)
{
    char given[LONGEST], known[LONGEST];
    if (spelling->distance == 0)
        return;
    size_t given_length = plain(spelling->text, spelling->length, given);
    size_t known_length = plain(name, length, known);
    unsigned far = distance(given, given_length, known, known_length);
    if (given_length >= BEGINNING_LEAST && given_length < known_length &&
        memcmp(given, known, given_length) == 0)
        far = 1;
    /* What has no letter in common is not near. */
    if (far > spelling->distance || far >= given_length + (known_length > given_length))
        return;
    if (far < spelling->distance)
        spelling->count = 0;
    spelling->distance = far > 0 ? far : 1;
    if (spelling->count < SPELLING_NEAREST_MAX) {
        spelling->nearest[spelling->count] = name;
        spelling->lengths[spelling->count] = length;
    }
    spelling->count++;
}

const char *spelling_answer(const struct spelling *spelling, char *buffer)
{
    return spelling_answer_with(spelling, "", buffer);
}

const char *spelling_answer_with(const struct spelling *spelling, const char *before, char *buffer)
{
    size_t used = 0, count = spelling->count;
    buffer[0] = '\0';
    if (count > SPELLING_NEAREST_MAX)
        return buffer;
    for (size_t i = 0; i < count && used < SPELLING_ANSWER_MAX; i++) {
        const char *link = i == 0 ? "; did you mean " : i + 1 < count ? ", " : " or ";
        used += (size_t)snprintf(buffer + used, SPELLING_ANSWER_MAX - used, "%s'%s%.*s'%s", link,
                                 before, (int)spelling->lengths[i], spelling->nearest[i],
                                 i + 1 == count ? "?" : "");
    }
    return buffer;
}

const char *spelling_answer_of(const char *const *names, const char *text, size_t length,
                               char *buffer)
{
    struct spelling spelling;
    spelling_begin(&spelling, text, length);
    for (; *names != NULL; names++)
        spelling_compare(&spelling, *names);
    return spelling_answer(&spelling, buffer);
}
