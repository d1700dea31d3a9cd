/*
 * A game and what is known of it as a file: a record (SGF), a picture, JSON. Nothing here searches:
 * what is not known is left out, or refused.
 */
#ifndef SOLVER_EXPLORE_EXPORT_EXPORT_H
#define SOLVER_EXPLORE_EXPORT_EXPORT_H

#include <stddef.h>

#include <jansson.h>

#include "solve.h"
#include "json/query_fault.h"

/* What is exported. */
struct export_asked {
    const struct solve_game *game; /* as it stands after the moves */
    int komi_half_points;
    const json_t *known; /* of that state, as `solve --json` prints it; NULL: nothing is known */
    const json_t *variations; /* for SGF: lists of moves from the start on; NULL: none */
};

enum export_format { EXPORT_SGF, EXPORT_JSON, EXPORT_SVG, EXPORT_PNG, EXPORT_PDF };

/* Reads "sgf", "json", "svg", "png" or "pdf". Returns 0 or -EINVAL. */
int export_format_parse(const char *text, enum export_format *ret_format);

/* "application/x-go-sgf", ...: a constant. */
const char *export_media_type(enum export_format format);

/* What a picture shows. */
enum export_picture { EXPORT_POSITION, EXPORT_LINE, EXPORT_HEAT };

/* Reads "position", "line" or "heat". Returns 0 or -EINVAL. */
int export_picture_parse(const char *text, enum export_picture *ret_picture);

#define EXPORT_NAME_MAX 120

/* Writes a name for the file into buffer of EXPORT_NAME_MAX bytes, "2x3-kee2013-B2.sgf": letters,
 * digits, '-', '_' and '.', and none but the ending begins with '.'. */
void export_name(const struct export_asked *asked, enum export_format format, char *buffer);

/*
 * Makes the file; picture counts for pictures. *ret_bytes is the caller's: free().
 *
 * SGF   the moves; at the last what is known of the state: its value, the labels and marks of its
 *       plays, the best line, and every other play with its value as a variation; and the
 *       variations that are asked for, as far as they are legal
 * JSON  what is known, or else the game alone
 *
 * Returns 0; -EINVAL (fault): SGF cannot hold the game, or variations is no list of such lists;
 * -ENODATA (fault): what the picture is to show is not known; -ENOTSUP (fault): this build has no
 * such format; -E2BIG (fault): too large a picture; or -ENOMEM (fault).
 */
int export_make(const struct export_asked *asked, enum export_format format,
                enum export_picture picture, char **ret_bytes, size_t *ret_size,
                struct query_fault *fault);

#endif
