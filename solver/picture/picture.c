/* Sheets, and panels with boards. */
#include "picture/picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/drawn_board.h"
#include "picture/sheet.h"
#include "report/move_text.h"

#define LABEL_SIZE 10.5

int picture_new(struct picture **ret_picture)
{
    struct picture *picture = calloc(1, sizeof(*picture));
    if (picture == NULL)
        return -ENOMEM;
    *ret_picture = picture;
    return 0;
}

void picture_free(struct picture *picture)
{
    if (picture == NULL)
        return;
    for (size_t i = 0; i < picture->count; i++) {
        canvas_release(&picture->panels[i].canvas);
        free(picture->panels[i].heading);
    }
    free(picture->panels);
    free(picture->title);
    strbuf_release(&picture->notes);
    strbuf_release(&picture->description);
    free(picture);
}

void picture_set_title(struct picture *picture, const char *title)
{
    free(picture->title);
    picture->title = strdup(title);
    picture->failed = picture->failed || picture->title == NULL;
}

void picture_add_note(struct picture *picture, const char *note)
{
    strbuf_add(&picture->notes, "%s%c", note, '\0');
}

/* --- boards --- */

/* The point of the stone that turn put there, or -1. */
static int last_point(const struct solve_turn *turn)
{
    return turn->player >= 0 && turn->move.kind == SOLVE_MOVE_STONE ? turn->move.point : -1;
}

/* Tells the board after a turn in words. */
static void describe(struct picture *picture, const struct solve_game *game, size_t turn,
                     const char *caption)
{
    char position[SOLVE_POSITION_TEXT_MAX];
    if (solve_game_position(game, turn, position) < 0)
        return;
    strbuf_separate(&picture->description, " ");
    strbuf_add(&picture->description, "%s%sBoard %s.", caption != NULL ? caption : "",
               caption != NULL ? ": " : "", position);
}

void picture_add_position(struct picture *picture, const struct solve_game *game, size_t turn,
                          const char *caption)
{
    struct drawn_board drawn;
    struct solve_turn now;
    const uint8_t *stones = solve_game_stones(game, turn);
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (stones == NULL || panel == NULL || solve_game_turn(game, turn, &now) < 0 ||
        drawn_board_init(&drawn, solve_game_board(game), DRAWN_LARGE) < 0) {
        picture->failed = true;
        return;
    }
    sheet_add_caption(panel, drawn.left, fmax(drawn.wood_width, 150), caption);
    panel->canvas.width = fmax(drawn.width, caption != NULL ? drawn.left + 150 : 0);
    panel->canvas.height = drawn.height + panel->head;
    drawn_board_move(&drawn, 0, panel->head);
    drawn_board_draw(&panel->canvas, &drawn);
    drawn_board_stones(&panel->canvas, &drawn, stones, last_point(&now));
    drawn_board_release(&drawn);
    describe(picture, game, turn, caption);
}

/* Writes "3 B2", or "start". */
static void write_label(const struct solve_game *game, size_t turn, const struct solve_turn *now,
                        char *buffer, size_t size)
{
    if (turn == 0)
        snprintf(buffer, size, "start");
    else
        snprintf(buffer, size, "%zu %s", turn, move_text(solve_game_board(game), now->move));
}

/* Adds a small board. first: the heading of a new row, or NULL. */
static void add_small(struct picture *picture, const struct solve_game *game, size_t turn,
                      bool first, const char *heading)
{
    struct drawn_board drawn;
    struct solve_turn now;
    char label[SOLVE_MOVE_TEXT_MAX + 24];
    const uint8_t *stones = solve_game_stones(game, turn);
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (stones == NULL || panel == NULL || solve_game_turn(game, turn, &now) < 0 ||
        drawn_board_init(&drawn, solve_game_board(game), DRAWN_SMALL) < 0) {
        picture->failed = true;
        return;
    }
    write_label(game, turn, &now, label, sizeof(label));
    panel->new_row = first;
    panel->heading = first && heading != NULL ? strdup(heading) : NULL;
    panel->canvas.width = fmax(drawn.width, canvas_text_width(label, LABEL_SIZE, false));
    panel->canvas.height = drawn.height + LABEL_SIZE * 1.5;
    drawn_board_move(&drawn, 0, LABEL_SIZE * 1.5);
    canvas_text(&panel->canvas, 0, LABEL_SIZE, LABEL_SIZE, CANVAS_START, PAINT_INK, false, label);
    drawn_board_draw(&panel->canvas, &drawn);
    drawn_board_stones(&panel->canvas, &drawn, stones, last_point(&now));
    drawn_board_release(&drawn);
}

void picture_add_boards(struct picture *picture, const struct solve_game *game, size_t first,
                        size_t last, const char *caption)
{
    for (size_t turn = first; turn <= last && !picture->failed; turn++)
        add_small(picture, game, turn, turn == first, caption);
    describe(picture, game, last, caption);
}

/* --- the sheet --- */

int picture_bytes(struct picture *picture, enum output_format format, enum paint_theme theme,
                  char **ret_bytes, size_t *ret_size)
{
    struct canvas canvas;
    sheet_draw(picture, &canvas);
    struct output_sheet sheet = {format, theme, picture->title, picture->description.chars};
    int r = output_bytes(&canvas, &sheet, ret_bytes, ret_size);
    canvas_release(&canvas);
    return r;
}

int picture_write_file(struct picture *picture, enum output_format format, enum paint_theme theme,
                       const char *path, struct error *err)
{
    struct canvas canvas;
    sheet_draw(picture, &canvas);
    struct output_sheet sheet = {format, theme, picture->title, picture->description.chars};
    int r = output_file(&canvas, &sheet, path, err);
    canvas_release(&canvas);
    return r;
}
