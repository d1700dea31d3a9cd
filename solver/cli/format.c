/* Reading the form of the output. */
#include "cli/format.h"

#include <errno.h>

int format_read(const struct options *given, enum grid_format *ret_format, struct error *err)
{
    const char *text = options_text(given, "format");
    static const char *const names[] = {"text", "json", "csv", "markdown", NULL};
    bool json = options_has(given, "json");
    enum grid_format format = json ? GRID_JSON : GRID_TEXT;
    if (text != NULL && grid_format_parse(text, &format) < 0)
        return options_refuse_word("format", text, "wanted text, json, csv or markdown", names,
                                   err);
    if (json && format != GRID_JSON)
        return error_set(err, -EINVAL, "--format '%s' and --json contradict each other: wanted one",
                         text);
    *ret_format = format;
    return 0;
}
