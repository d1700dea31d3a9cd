/* Reading and writing the fields of CSV. */
#include "report/csv.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

struct csv csv_begin(const char *text, size_t size)
{
    return (struct csv){text, text + size, 1};
}

/* The next character, or -1 at the end. */
static int take(struct csv *csv)
{
    if (csv->at == csv->end)
        return -1;
    csv->line += *csv->at == '\n';
    return (unsigned char)*csv->at++;
}

/* Nothing that is written has control characters; -1, the end, is no text either. */
static bool is_text(int c)
{
    return c >= ' ' && c != 127;
}

/* The rest of a field in quotes, two of which stand for one; returns what follows it, or -1. */
static int read_quoted(struct csv *csv, struct strbuf *field)
{
    for (;;) {
        int c = take(csv);
        if (c == '"') {
            c = take(csv);
            if (c != '"')
                return c;
        }
        if (!is_text(c))
            return -1;
        strbuf_add(field, "%c", c);
    }
}

/* The rest of a field without quotes; returns what follows it, or -1. */
static int read_plain(struct csv *csv, int c, struct strbuf *field)
{
    for (; c != ',' && c != '\n'; c = take(csv)) {
        if (!is_text(c) || c == '"')
            return -1;
        strbuf_add(field, "%c", c);
    }
    return c;
}

/* Numbers, ranges and lists of them, as the program writes them: a spreadsheet computes nothing
 * else of them. */
static bool is_plain_numbers(const char *text)
{
    static const char *const words[] = {"inf", "to", "not", "decided"};
    while (*text != '\0') {
        size_t length = strspn(text, "0123456789+-., ");
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && length == 0; i++)
            if (strncmp(text, words[i], strlen(words[i])) == 0)
                length = strlen(words[i]);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

/* Would a spreadsheet take the field for a formula? */
static bool is_formula(const char *text)
{
    return text[0] == '=' || text[0] == '@' ||
           ((text[0] == '+' || text[0] == '-') && !is_plain_numbers(text));
}

/* Has the field a guard before it, or what looks like one? */
static bool is_guarded(const char *text)
{
    return text[0] == '\'' && text[1] != '\0' && strchr("=@+-'", text[1]) != NULL;
}

void csv_write(FILE *out, const char *text)
{
    bool quotes = strpbrk(text, ",\"\n\r") != NULL;
    if (quotes)
        fputc('"', out);
    if (is_formula(text) || is_guarded(text))
        fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quotes)
        fputc('"', out);
}

static void drop_guard(struct strbuf *field, size_t begin)
{
    if (field->failed || field->length == begin || !is_guarded(field->chars + begin))
        return;
    memmove(field->chars + begin, field->chars + begin + 1, field->length - begin);
    field->length--;
}

int csv_next(struct csv *csv, struct strbuf *field)
{
    size_t begin = field->length;
    int c = take(csv);
    c = c == '"' ? read_quoted(csv, field) : read_plain(csv, c, field);
    if (c != ',' && c != '\n')
        return -EINVAL;
    drop_guard(field, begin);
    return c == ',';
}
