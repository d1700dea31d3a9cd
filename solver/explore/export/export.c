/* Files of a game: which, their names, JSON. */
#include "explore/export/export.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "explore/export/drawn.h"
#include "explore/export/known.h"
#include "explore/export/recorded.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/result_json.h"

/* More moves than these make no name better. */
#define NAME_MOVES_MAX 12

static const struct {
    const char *name, *type;
} formats[] = {
    [EXPORT_SGF] = {"sgf", "application/x-go-sgf"}, [EXPORT_JSON] = {"json", "application/json"},
    [EXPORT_SVG] = {"svg", "image/svg+xml"},        [EXPORT_PNG] = {"png", "image/png"},
    [EXPORT_PDF] = {"pdf", "application/pdf"},
};

static const char *const pictures[] = {
    [EXPORT_POSITION] = "position", [EXPORT_LINE] = "line", [EXPORT_HEAT] = "heat"};

int export_format_parse(const char *text, enum export_format *ret_format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(text, formats[i].name) == 0) {
            *ret_format = (enum export_format)i;
            return 0;
        }
    return -EINVAL;
}

const char *export_media_type(enum export_format format)
{
    return formats[format].type;
}

int export_picture_parse(const char *text, enum export_picture *ret_picture)
{
    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++)
        if (strcmp(text, pictures[i]) == 0) {
            *ret_picture = (enum export_picture)i;
            return 0;
        }
    return -EINVAL;
}

void export_name(const struct export_asked *asked, enum export_format format, char *buffer)
{
    struct strbuf text = {0};
    const struct solve_board *board = solve_game_board(asked->game);
    struct solve_turn turn;
    strbuf_add(&text, "%.40s-%.40s", solve_board_name(board),
               solve_rules_text(solve_game_rules(asked->game)));
    for (size_t i = 1; i <= NAME_MOVES_MAX && solve_game_turn(asked->game, i, &turn) == 0; i++)
        strbuf_add(&text, "-%.12s", move_text(board, turn.move));
    snprintf(buffer, EXPORT_NAME_MAX - 6, "%s", text.chars != NULL ? text.chars : "go");
    strbuf_release(&text);
    for (char *at = buffer; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) || (unsigned char)*at > 126)
            *at = *at == '.' && at > buffer ? '.' : *at == '_' ? '_' : '-';
    strcat(strcat(buffer, "."), formats[format].name);
}

/* What is known, or the game alone. */
static int make_json(const struct export_asked *asked, char **ret_bytes, size_t *ret_size)
{
    json_t *object;
    if (asked->known != NULL) {
        object = json_deep_copy(asked->known);
    } else {
        object = game_json_set(json_head("explore"), asked->game);
        object = result_json_set_komi(object, asked->komi_half_points);
    }
    char *text = object != NULL && !json_was_incomplete()
                     ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12))
                     : NULL;
    json_decref(object);
    if (text == NULL)
        return -ENOMEM;
    *ret_bytes = text;
    *ret_size = strlen(text);
    return 0;
}

static int make(const struct export_asked *asked, const struct known *known,
                enum export_format format, enum export_picture picture, char **ret_bytes,
                size_t *ret_size, struct query_fault *fault)
{
    switch (format) {
    case EXPORT_JSON:
        return make_json(asked, ret_bytes, ret_size);
    case EXPORT_SGF:
        return recorded_make(asked, known, ret_bytes, ret_size, fault);
    case EXPORT_SVG:
        return drawn_make(asked, known, picture, OUTPUT_SVG, ret_bytes, ret_size, fault);
    case EXPORT_PNG:
        return drawn_make(asked, known, picture, OUTPUT_PNG, ret_bytes, ret_size, fault);
    case EXPORT_PDF:
        break;
    }
    return drawn_make(asked, known, picture, OUTPUT_PDF, ret_bytes, ret_size, fault);
}

int export_make(const struct export_asked *asked, enum export_format format,
                enum export_picture picture, char **ret_bytes, size_t *ret_size,
                struct query_fault *fault)
{
    struct known known = {0};
    int r = asked->known != NULL ? known_read(asked->known, asked->game, &known) : 0;
    if (r == -EINVAL)
        return query_fault_set(fault, r, "", NULL, "what is known is not about this game");
    if (r == 0)
        r = make(asked, asked->known != NULL ? &known : NULL, format, picture, ret_bytes, ret_size,
                 fault);
    known_release(&known);
    return r == -ENOMEM ? query_fault_set(fault, r, "", NULL, "out of memory") : r;
}
