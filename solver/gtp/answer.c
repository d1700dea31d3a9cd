/* The answer to a command. */
#include "gtp/answer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"

static void add(struct gtp_answer *answer, const char *format, va_list arguments)
{
    char *piece = NULL;
    if (vasprintf(&piece, format, arguments) < 0) {
        answer->text.failed = true;
        return;
    }
    strbuf_add(&answer->text, "%s", piece);
    free(piece);
}

void gtp_answer_add(struct gtp_answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(answer, format, arguments);
    va_end(arguments);
}

void gtp_answer_line(struct gtp_answer *answer, const char *format, ...)
{
    va_list arguments;
    strbuf_separate(&answer->text, "\n");
    va_start(arguments, format);
    add(answer, format, arguments);
    va_end(arguments);
}

void gtp_answer_fail(struct gtp_answer *answer, const char *format, ...)
{
    va_list arguments;
    strbuf_release(&answer->text);
    answer->text = (struct strbuf){0};
    answer->failed = true;
    va_start(arguments, format);
    add(answer, format, arguments);
    va_end(arguments);
}

bool gtp_answer_is_whole(const struct gtp_answer *answer)
{
    return !answer->text.failed;
}

void gtp_answer_begin(struct gtp_answer *answer)
{
    fprintf(answer->out, "=%s\n", answer->id);
    fflush(answer->out);
    answer->begun = true;
}

/* Words from outside are in it: no control character but newlines goes out, and no empty line,
 * which would end the answer. */
static void write_plain(FILE *out, char *text)
{
    bool any = false;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        plain_make(line);
        if (*line == '\0')
            continue;
        fprintf(out, "%s%s", any ? "\n" : "", line);
        any = true;
    }
}

void gtp_answer_stream(struct gtp_answer *answer)
{
    char *text = strbuf_take(&answer->text);
    if (text != NULL && *text != '\0') {
        write_plain(answer->out, text);
        putc('\n', answer->out);
    }
    fflush(answer->out);
    free(text);
}

void gtp_answer_end(struct gtp_answer *answer)
{
    bool lost = answer->text.failed;
    char *text = lost ? NULL : answer->text.chars; /* NULL: there is none */
    bool any = text != NULL && *text != '\0';
    if (!answer->begun && lost)
        fprintf(answer->out, "?%s out of memory\n", answer->id);
    else if (!answer->begun)
        fprintf(answer->out, "%c%s%s", answer->failed ? '?' : '=', answer->id, any ? " " : "");
    write_plain(answer->out, text);
    if (any || (!answer->begun && !lost))
        putc('\n', answer->out);
    putc('\n', answer->out);
    fflush(answer->out);
    strbuf_release(&answer->text);
}
