/* The options --picture, --picture-kind and --picture-theme of several verbs. */
#ifndef SOLVER_CLI_PICTURE_OPTION_H
#define SOLVER_CLI_PICTURE_OPTION_H

#include "base/error.h"
#include "cli/options.h"
#include "picture/picture.h"

/* kinds: the help of --picture-kind, which names those that the verb knows. */
#define PICTURE_OPTIONS(kinds)                                                                     \
    OPTION("picture", "FILE", "draw it: a name ending in .svg, .png or .pdf"),                     \
        OPTION("picture-kind", "KIND,...", kinds),                                                 \
        OPTION("picture-theme", "THEME", "auto (SVG follows the screen; default), light, dark")

/* What a picture shows. Verbs know some of it. */
enum picture_kind {
    PICTURE_POSITION,
    PICTURE_LINE,
    PICTURE_BOARDS,
    PICTURE_HEAT,
    PICTURE_LAP,
    PICTURE_KINDS,
};

struct picture_option {
    const char *path; /* NULL: no picture is wanted */
    enum output_format format;
    enum paint_theme theme;
    size_t count;
    enum picture_kind kinds[PICTURE_KINDS]; /* in the order in which they are drawn */
};

/*
 * Reads them before hours of search. known are the kinds of the verb, and usual those without
 * --picture-kind, both as texts: "heat,line". Returns 0 or -EINVAL (err).
 */
int picture_option_read(const struct options *given, const char *known, const char *usual,
                        struct picture_option *ret_option, struct error *err);

/* Writes the picture, which is freed. Returns 0 or a negative errno; err names the option and the
 * path. */
int picture_option_write(const struct picture_option *option, struct picture *picture,
                         struct error *err);

#endif
