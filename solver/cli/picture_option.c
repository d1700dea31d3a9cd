/* The options of pictures. */
#include "cli/picture_option.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "cli/output_path.h"

static const char *const kind_names[PICTURE_KINDS] = {
    [PICTURE_POSITION] = "position", [PICTURE_LINE] = "line", [PICTURE_BOARDS] = "boards",
    [PICTURE_HEAT] = "heat",         [PICTURE_LAP] = "lap",
};

/* The kind that length bytes of text name, or PICTURE_KINDS. */
static enum picture_kind find_kind(const char *text, size_t length)
{
    int kind = 0;
    while (kind < PICTURE_KINDS &&
           (strlen(kind_names[kind]) != length || strncmp(kind_names[kind], text, length) != 0))
        kind++;
    return (enum picture_kind)kind;
}

/* Does the list of kinds name this one? */
static bool has_kind(const char *list, enum picture_kind kind)
{
    for (; *list != '\0'; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ',')) {
        if (find_kind(list, strcspn(list, ",")) == kind)
            return true;
    }
    return false;
}

/* Reads a list of different kinds. Returns 0 or -EINVAL. */
static int read_kinds(const char *text, const char *known, struct picture_option *into)
{
    for (into->count = 0;; text++) {
        size_t length = strcspn(text, ",");
        enum picture_kind kind = find_kind(text, length);
        if (kind == PICTURE_KINDS || !has_kind(known, kind))
            return -EINVAL;
        for (size_t i = 0; i < into->count; i++)
            if (into->kinds[i] == kind)
                return -EINVAL;
        into->kinds[into->count++] = kind;
        text += length;
        if (*text == '\0')
            return 0;
    }
}

static int read_look(const struct options *given, const char *known, const char *usual,
                     struct picture_option *into, struct error *err)
{
    const char *kinds = options_text(given, "picture-kind");
    const char *theme = options_text(given, "picture-theme");
    struct strbuf wanted = {0};
    if (theme != NULL && paint_theme_parse(theme, &into->theme) < 0)
        return options_refuse("picture-theme", theme, "wanted auto, light or dark", err);
    if (read_kinds(kinds != NULL ? kinds : usual, known, into) == 0)
        return 0;
    strbuf_add(&wanted, "wanted");
    for (int kind = 0; kind < PICTURE_KINDS; kind++)
        if (has_kind(known, (enum picture_kind)kind))
            strbuf_add(&wanted, " %s,", kind_names[kind]);
    strbuf_add(&wanted, " or several of them");
    int r = options_refuse("picture-kind", kinds, wanted.failed ? "" : wanted.chars, err);
    strbuf_release(&wanted);
    return r;
}

int picture_option_read(const struct options *given, const char *known, const char *usual,
                        struct picture_option *ret_option, struct error *err)
{
    static const char *const others[] = {"picture-kind", "picture-theme"};
    struct picture_option into = {.path = options_text(given, "picture")};
    struct error why;
    for (size_t i = 0; i < 2 && into.path == NULL; i++)
        if (options_has(given, others[i]))
            return options_refuse(others[i], options_text(given, others[i]),
                                  "it is for --picture: wanted that, too", err);
    if (into.path != NULL) {
        int r = read_look(given, known, usual, &into, err);
        if (r < 0)
            return r;
        if (output_format_of(into.path, &into.format, &why) < 0)
            return options_refuse("picture", into.path, why.text, err);
        if (into.format != OUTPUT_SVG && into.theme == PAINT_AUTO)
            into.theme = PAINT_LIGHT;
        r = output_path_file("picture", into.path, err);
        if (r < 0)
            return r;
    }
    *ret_option = into;
    return 0;
}

int picture_option_write(const struct picture_option *option, struct picture *picture,
                         struct error *err)
{
    struct error why;
    /* What was found is out, whatever libraries do without memory. Why it is not is known now. */
    int lost = fflush(stdout) == 0 ? 0 : errno;
    int r = picture_write_file(picture, option->format, option->theme, option->path, &why);
    picture_free(picture);
    if (r < 0)
        return error_set(err, r, "--picture: %s", why.text);
    return lost == 0 ? 0 : error_set(err, -lost, "cannot write the output: %s", strerror(lost));
}
