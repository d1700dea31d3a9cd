/*
 * Laps: the boards of a cycle in a ring, clockwise from the upper left, and a numbered arrow for
 * each turn. The ring is the rim of a grid of places; where the boards are odd in number one place
 * stays empty, and the last arrow goes through it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/drawn_board.h"
#include "picture/picture.h"
#include "picture/sheet.h"
#include "report/move_text.h"

/* A ring is not wider than so many boards while it can be higher. */
#define ACROSS_MAX 5
#define ARROW 62.0 /* between two boards */
#define LABEL_SIZE 11.0
#define BADGE 9.0

struct ring {
    const struct solve_game *game;
    size_t first, count; /* turns after which the boards stand, from first on */
    int across, down;    /* places of the grid */
    double left, top;    /* of the ring */
    double board_width, board_height;
    double cell_width, cell_height; /* from one place to the next */
};

static void lay_out(struct ring *ring)
{
    int count = (int)ring->count;
    ring->down = count > 2 ? 2 : 1;
    ring->across = count > 2 ? (count + 1) / 2 : count;
    while (ring->across > ACROSS_MAX && ring->across > ring->down + 1) {
        ring->down++;
        ring->across--;
    }
}

/* The place number i of the rim, clockwise. */
static struct place place_of(const struct ring *ring, int i)
{
    int column, row, right = ring->across - 1, low = ring->down - 1;
    if (i <= right) {
        column = i;
        row = 0;
    } else if (i <= right + low) {
        column = right;
        row = i - right;
    } else if (i <= 2 * right + low) {
        column = 2 * right + low - i;
        row = low;
    } else {
        column = 0;
        row = 2 * right + 2 * low - i;
    }
    return (struct place){ring->left + column * ring->cell_width + ring->board_width / 2,
                          ring->top + row * ring->cell_height + ring->board_height / 2};
}

/* The number of places of the rim. */
static int rim(const struct ring *ring)
{
    return ring->down == 1 ? ring->across : 2 * (ring->across + ring->down) - 4;
}

/* --- arrows --- */

static void draw_line(struct canvas *canvas, struct place from, struct place to)
{
    canvas_line(canvas, from.x, from.y, to.x, to.y,
                (struct canvas_style){.stroke = PAINT_ARROW, .width = 2});
}

/* The head of an arrow that comes from one place and ends at another. */
static void draw_head(struct canvas *canvas, struct place from, struct place to)
{
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (length <= 0)
        return;
    x *= 9 / length;
    y *= 9 / length;
    const double at[] = {
        to.x, to.y, to.x - x - y / 2, to.y - y + x / 2, to.x - x + y / 2, to.y - y - x / 2};
    canvas_fan(canvas, at, 3, (struct canvas_style){.fill = PAINT_ARROW});
}

/* A turn at the middle of its arrow: a stone with its number, and the move. */
static void draw_badge(struct canvas *canvas, const struct ring *ring, size_t number,
                       struct place at, bool beside)
{
    struct solve_turn turn;
    char text[24];
    if (solve_game_turn(ring->game, number, &turn) < 0)
        return;
    const char *move = move_text(solve_game_board(ring->game), turn.move);
    snprintf(text, sizeof(text), "%zu", number);
    canvas_circle(canvas, at.x, at.y, BADGE + 2, (struct canvas_style){.fill = PAINT_PAPER});
    canvas_circle(canvas, at.x, at.y, BADGE,
                  (struct canvas_style){paint_of_player(turn.player), PAINT_FAINT, 1, false});
    double size = strlen(text) < 2 ? LABEL_SIZE : strlen(text) < 3 ? 10 : 8;
    canvas_text(canvas, at.x, at.y + size * 0.36, size, CANVAS_MIDDLE, paint_on_player(turn.player),
                true, text);
    canvas_text(canvas, beside ? at.x + BADGE + 5 : at.x,
                beside ? at.y + LABEL_SIZE * 0.36 : at.y + BADGE + LABEL_SIZE + 2, LABEL_SIZE,
                beside ? CANVAS_START : CANVAS_MIDDLE, PAINT_INK, false, move);
}

/* From the rim of a board at one place to that of a board at another, straight across or down. */
static void clip(const struct ring *ring, struct place *from, struct place *to, bool both)
{
    double x = to->x - from->x, y = to->y - from->y;
    double half_x = fabs(x) > 0.1 ? copysign(ring->board_width / 2 + 5, x) : 0;
    double half_y = fabs(y) > 0.1 ? copysign(ring->board_height / 2 + 5, y) : 0;
    from->x += half_x;
    from->y += half_y;
    if (both) {
        to->x -= half_x;
        to->y -= half_y;
    }
}

static void draw_arrow(struct canvas *canvas, const struct ring *ring, size_t number,
                       struct place from, struct place to)
{
    clip(ring, &from, &to, true);
    draw_line(canvas, from, to);
    draw_head(canvas, from, to);
    draw_badge(canvas, ring, number, (struct place){(from.x + to.x) / 2, (from.y + to.y) / 2},
               fabs(to.y - from.y) > fabs(to.x - from.x));
}

/* Through the empty corner below the first board. */
static void draw_elbow(struct canvas *canvas, const struct ring *ring, size_t number,
                       struct place from, struct place corner, struct place to)
{
    struct place begin = from, turn = corner, end = to;
    clip(ring, &begin, &turn, false);
    draw_line(canvas, begin, corner);
    turn = corner;
    clip(ring, &end, &turn, false); /* the end of the arrow is at the rim of the board */
    draw_line(canvas, corner, end);
    draw_head(canvas, corner, end);
    draw_badge(canvas, ring, number, corner, true);
}

/* There and back between two boards, or from one board to itself. */
static void draw_bows(struct canvas *canvas, const struct ring *ring)
{
    struct place a = place_of(ring, 0), b = place_of(ring, 1);
    size_t first = ring->first + 1;
    if (ring->count == 2) {
        draw_arrow(canvas, ring, first, (struct place){a.x, a.y - 24},
                   (struct place){b.x, b.y - 24});
        draw_arrow(canvas, ring, first + 1, (struct place){b.x, b.y + 14},
                   (struct place){a.x, a.y + 14});
        return;
    }
    double x = a.x + ring->board_width / 2 + 4;
    const double at[] = {x, a.y - 10, x + 50, a.y - 30, x + 50, a.y + 30, x, a.y + 10};
    canvas_curve(canvas, at, (struct canvas_style){.stroke = PAINT_ARROW, .width = 2});
    draw_head(canvas, (struct place){x + 14, a.y + 17}, (struct place){x, a.y + 10});
    draw_badge(canvas, ring, first, (struct place){x + 38, a.y}, false);
}

static void draw_arrows(struct canvas *canvas, const struct ring *ring)
{
    int count = (int)ring->count;
    if (count < 3) {
        draw_bows(canvas, ring);
        return;
    }
    for (int i = 0; i + 1 < count; i++)
        draw_arrow(canvas, ring, ring->first + (size_t)i + 1, place_of(ring, i),
                   place_of(ring, i + 1));
    size_t last = ring->first + ring->count;
    if (rim(ring) > count && ring->down == 2)
        draw_elbow(canvas, ring, last, place_of(ring, count - 1), place_of(ring, count),
                   place_of(ring, 0));
    else
        draw_arrow(canvas, ring, last, place_of(ring, count - 1), place_of(ring, 0));
}

/* --- the panel --- */

static void draw_board(struct picture *picture, struct canvas *canvas, const struct ring *ring,
                       int i)
{
    struct drawn_board drawn;
    struct solve_turn turn;
    size_t number = ring->first + (size_t)i;
    const uint8_t *stones = solve_game_stones(ring->game, number);
    if (stones == NULL || solve_game_turn(ring->game, number, &turn) < 0 ||
        drawn_board_init(&drawn, solve_game_board(ring->game), DRAWN_MEDIUM) < 0) {
        picture->failed = true;
        return;
    }
    struct place middle = place_of(ring, i);
    drawn_board_move(&drawn, middle.x - ring->board_width / 2, middle.y - ring->board_height / 2);
    drawn_board_draw(canvas, &drawn);
    drawn_board_stones(canvas, &drawn, stones,
                       i > 0 && turn.move.kind == SOLVE_MOVE_STONE ? turn.move.point : -1);
    drawn_board_release(&drawn);
}

static void describe(struct picture *picture, const struct ring *ring)
{
    struct solve_turn turn;
    char position[SOLVE_POSITION_TEXT_MAX];
    if (solve_game_position(ring->game, ring->first, position) < 0)
        return;
    strbuf_separate(&picture->description, " ");
    strbuf_add(&picture->description, "A lap from the board %s and back to it:", position);
    for (size_t i = 1; i <= ring->count; i++)
        if (solve_game_turn(ring->game, ring->first + i, &turn) == 0)
            strbuf_add(&picture->description, " %zu %s", ring->first + i,
                       move_text(solve_game_board(ring->game), turn.move));
    strbuf_add(&picture->description, ".");
}

void picture_add_lap(struct picture *picture, const struct solve_game *game, size_t first,
                     size_t last, const char *caption)
{
    struct ring ring = {.game = game, .first = first, .count = last - first};
    struct drawn_board drawn;
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (panel == NULL || last <= first ||
        drawn_board_init(&drawn, solve_game_board(game), DRAWN_MEDIUM) < 0) {
        picture->failed = true;
        return;
    }
    ring.board_width = drawn.width;
    ring.board_height = drawn.height;
    drawn_board_release(&drawn);
    lay_out(&ring);
    ring.cell_width = ring.board_width + ARROW;
    ring.cell_height = ring.board_height + ARROW;
    double width = ring.cell_width * ring.across - ARROW,
           below = ring.cell_height * ring.down - ARROW;
    width += ring.count < 3 || ring.down > 1 ? 40 : 0; /* for the moves beside arrows */
    sheet_add_caption(panel, 0, fmax(width, 170), caption);
    /* What arrows need above and below the middle of a board in their row. */
    double above = ring.count == 2 ? fmax(0, 36 - ring.board_height / 2) : 0;
    double under = fmax(0, (ring.count == 2 ? 40 : 26) - ring.board_height / 2);
    ring.top = panel->head + above;
    panel->canvas.width = fmax(width, caption != NULL ? 170 : 0);
    panel->canvas.height = panel->head + above + below + under;
    draw_arrows(&panel->canvas, &ring);
    for (int i = 0; i < (int)ring.count; i++)
        draw_board(picture, &panel->canvas, &ring, i);
    describe(picture, &ring);
}
