/* Reading the form of the output. */
#include "cli/format.h"

#include <errno.h>
#include <string.h>

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

int format_read_json(const struct options *given, bool *ret_json, struct error *err)
{
    static const char *const names[] = {"text", "json", NULL};
    enum grid_format format;
    if (options_has(given, "format") && strcmp(options_text(given, "format"), "text") != 0 &&
        strcmp(options_text(given, "format"), "json") != 0)
        return options_refuse_word("format", options_text(given, "format"), "wanted text or json",
                                   names, err);
    int r = format_read(given, &format, err);
    if (r == 0)
        *ret_json = format == GRID_JSON;
    return r;
}
