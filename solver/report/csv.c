/* Reading CSV. */
#include "report/csv.h"

#include <errno.h>
#include <stdbool.h>

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

/* The rest of a field in quotes, two of which stand for one; returns what follows it, or -1. */
static int read_quoted(struct csv *csv, struct text *field)
{
    for (;;) {
        int c = take(csv);
        if (c == '"') {
            c = take(csv);
            if (c != '"')
                return c;
        }
        if (c <= 0)
            return -1;
        text_add(field, "%c", c);
    }
}

/* The rest of a field without quotes; returns what follows it, or -1. */
static int read_plain(struct csv *csv, int c, struct text *field)
{
    for (; c != ',' && c != '\n'; c = take(csv)) {
        if (c <= 0 || c == '"')
            return -1;
        text_add(field, "%c", c);
    }
    return c;
}

int csv_next(struct csv *csv, struct text *field)
{
    int c = take(csv);
    c = c == '"' ? read_quoted(csv, field) : read_plain(csv, c, field);
    if (c != ',' && c != '\n')
        return -EINVAL;
    return c == ',';
}
