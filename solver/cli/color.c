/* Colours on a terminal. */
#include "cli/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For terminals of 256 colours, and of eight. */
static const char *const of_many[] = {"", "1;38;5;33", "38;5;172", "38;5;161"};
static const char *const of_few[] = {"", "1;34", "33", "31"};

static bool is_wanted(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no_color != NULL && *no_color != '\0')
        return false;
    return isatty(fileno(out)) && terminal != NULL && *terminal != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

int color_read(const struct options *given, FILE *out, bool *ret_colored, struct error *err)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    const char *when = options_text(given, "color");
    if (when == NULL || strcmp(when, "auto") == 0)
        *ret_colored = is_wanted(out);
    else if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        *ret_colored = when[0] == 'a';
    else
        return options_refuse_word("color", when, "wanted auto, always or never", names, err);
    return 0;
}

static bool has_many(void)
{
    const char *terminal = getenv("TERM"), *more = getenv("COLORTERM");
    return (more != NULL && *more != '\0') ||
           (terminal != NULL && strstr(terminal, "256color") != NULL);
}

void color_print(FILE *out, bool colored, enum color color, const char *text)
{
    if (colored && color != COLOR_NONE)
        fprintf(out, "\033[%sm%s\033[m", (has_many() ? of_many : of_few)[color], text);
    else
        fputs(text, out);
}
