/* First plays and what they are worth. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/drawn_board.h"
#include "picture/picture.h"
#include "picture/sheet.h"
#include "report/move_text.h"

#define SHAPE 0.43 /* half of a shape, of a step */
#define TEXT_SIZE 15.0

/* What a panel of values is about. */
struct heat {
    const struct solve_game *game;
    const struct solve_board *board;
    const struct picture_play *plays;
    size_t count;
    int player; /* whose plays they are */
    int komi;
    bool any_known;
    int best; /* of the plays that are known: what the player gets at the komi, in half points */
};

/* --- values --- */

/* Writes "+4" with a true minus sign. */
static void write_margin(int margin, char buffer[24])
{
    const char *sign = margin > 0 ? "+" : margin < 0 ? "\u2212" : "";
    if (margin >= SOLVE_MARGIN_INFINITE || margin <= -SOLVE_MARGIN_INFINITE)
        snprintf(buffer, 24, "%s\u221e", sign);
    else
        snprintf(buffer, 24, "%s%d", sign, abs(margin));
}

#define VALUE_MAX 64

/* Writes the value: "+4", "-4/+4" where the players can force different margins, or what is left:
 * "-3..+9". */
static void write_value(const struct solve_bounds *bounds, char buffer[VALUE_MAX])
{
    char low[24], high[24];
    bool known = solve_bounds_known(bounds);
    write_margin(bounds->lower_min, low);
    write_margin(bounds->upper_max, high);
    if (known && bounds->lower_min == bounds->upper_min)
        snprintf(buffer, VALUE_MAX, "%s", low);
    else if (known)
        snprintf(buffer, VALUE_MAX, "%s/%s", low, high);
    else if (bounds->lower_min <= -SOLVE_MARGIN_INFINITE &&
             bounds->upper_max >= SOLVE_MARGIN_INFINITE)
        snprintf(buffer, VALUE_MAX, "?");
    else
        snprintf(buffer, VALUE_MAX, "%s\u2026%s", low, high);
}

/* What the player gets at the komi; its bounds are known. */
static int worth(const struct heat *heat, const struct solve_bounds *bounds)
{
    int black = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, heat->komi);
    return heat->player == 0 ? black : -black;
}

static void find_best(struct heat *heat)
{
    for (size_t i = 0; i < heat->count; i++) {
        const struct solve_bounds *bounds = &heat->plays[i].bounds;
        if (!solve_bounds_known(bounds))
            continue;
        if (!heat->any_known || worth(heat, bounds) > heat->best)
            heat->best = worth(heat, bounds);
        heat->any_known = true;
    }
}

/* The step of the scale: by the square root of what is lost, of all that the board can lose. */
static int step_of(const struct heat *heat, const struct solve_bounds *bounds)
{
    double lost = (double)heat->best - worth(heat, bounds);
    double most = 4.0 * solve_board_points(heat->board);
    if (lost <= 0)
        return 0;
    int step = 1 + (int)((PAINT_HEAT_STEPS - 1) * sqrt(lost / most));
    return step < PAINT_HEAT_STEPS ? step : PAINT_HEAT_STEPS - 1;
}

/* --- shapes --- */

static const struct picture_play *find_play(const struct heat *heat, int point)
{
    for (size_t i = 0; i < heat->count; i++)
        if (heat->plays[i].move.kind == SOLVE_MOVE_STONE && heat->plays[i].move.cycle == 0 &&
            heat->plays[i].move.point == point)
            return &heat->plays[i];
    return NULL;
}

static void draw_cross(struct canvas *canvas, const struct place *at, double step)
{
    const struct canvas_style line = {.stroke = PAINT_LINE, .width = 2};
    double arm = step * 0.14;
    canvas_line(canvas, at->x - arm, at->y - arm, at->x + arm, at->y + arm, line);
    canvas_line(canvas, at->x - arm, at->y + arm, at->x + arm, at->y - arm, line);
}

static void draw_differs(struct canvas *canvas, const struct place *at, double step)
{
    double x = at->x + step * 0.34, y = at->y - step * 0.34, radius = fmin(8, step * 0.2);
    canvas_circle(canvas, x, y, radius, (struct canvas_style){.fill = PAINT_MARK});
    canvas_text(canvas, x, y + radius * 0.6, radius * 1.7, CANVAS_MIDDLE, PAINT_ON_MARK, true,
                "\u2260");
}

static void draw_play(struct canvas *canvas, const struct heat *heat, const struct place *at,
                      double step, const struct picture_play *play)
{
    char value[VALUE_MAX], name[SOLVE_MOVE_TEXT_MAX + VALUE_MAX + 32];
    bool known = solve_bounds_known(&play->bounds), best = play->rating == SOLVE_RATED_BEST;
    int shade = known ? step_of(heat, &play->bounds) : 0;
    struct canvas_style style = {known ? (enum paint)(PAINT_HEAT + shade) : PAINT_OPEN,
                                 PAINT_STONE_RIM, best ? 2.4 : 1, !known};
    write_value(&play->bounds, value);
    snprintf(name, sizeof(name), "%s: %s%s%s", move_text(heat->board, play->move), value,
             best ? ", one of the best" : "", known ? "" : ", not proved");
    double half = step * SHAPE;
    canvas_begin(canvas, name);
    if (best)
        canvas_rect(canvas, at->x - half, at->y - half, 2 * half, 2 * half, step * 0.13, style);
    else
        canvas_circle(canvas, at->x, at->y, half, style);
    double size = fmin(TEXT_SIZE * step / 46,
                       TEXT_SIZE * 1.75 * half / canvas_text_width(value, TEXT_SIZE, true));
    canvas_text(canvas, at->x, at->y + size * 0.36, size, CANVAS_MIDDLE,
                known ? (enum paint)(PAINT_ON_HEAT + shade) : PAINT_ON_WHITE, true, value);
    if (play->differs)
        draw_differs(canvas, at, step);
    canvas_end(canvas);
}

static void draw_points(struct picture *picture, struct canvas *canvas, const struct heat *heat,
                        const struct drawn_board *drawn, const uint8_t *stones, bool over)
{
    for (int p = 0; p < solve_board_points(heat->board); p++) {
        const struct picture_play *play = find_play(heat, p);
        if (play != NULL) {
            draw_play(canvas, heat, &drawn->places[p], drawn->step, play);
        } else if (stones[p] == 0 && !over) {
            draw_cross(canvas, &drawn->places[p], drawn->step);
            picture->signs.illegal = true;
        }
    }
}

/* --- the panel --- */

/* Sets what the legend tells, and describes the plays. */
static void tell(struct picture *picture, const struct heat *heat, const char *caption)
{
    struct strbuf *text = &picture->description;
    strbuf_separate(text, " ");
    strbuf_add(text, "%s%s", caption != NULL ? caption : "Values", heat->count > 0 ? ":" : "");
    for (size_t i = 0; i < heat->count; i++) {
        const struct picture_play *play = &heat->plays[i];
        char value[VALUE_MAX];
        write_value(&play->bounds, value);
        strbuf_add(text, "%s %s %s%s", i > 0 ? "," : "", move_text(heat->board, play->move), value,
                   play->rating == SOLVE_RATED_BEST ? " (best)" : "");
        picture->signs.values = true;
        picture->signs.best = picture->signs.best || play->rating == SOLVE_RATED_BEST;
        picture->signs.open = picture->signs.open || !solve_bounds_known(&play->bounds);
        picture->signs.differs = picture->signs.differs || play->differs;
    }
    strbuf_add(text, ".");
}

/* Plays that are no points: "pass: +2, best; refresh: 0". */
static void add_others(struct sheet_panel *panel, const struct heat *heat,
                       const struct drawn_board *drawn, double width)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < heat->count; i++) {
        const struct picture_play *play = &heat->plays[i];
        char value[VALUE_MAX];
        if (play->move.kind == SOLVE_MOVE_STONE && play->move.cycle == 0)
            continue;
        write_value(&play->bounds, value);
        strbuf_separate(&text, "; ");
        strbuf_add(&text, "%s%s: %s%s%s", play->differs ? "\u2260 " : "",
                   move_text(heat->board, play->move), value,
                   play->rating == SOLVE_RATED_BEST ? " (best)" : "",
                   solve_bounds_known(&play->bounds) ? "" : " (not proved)");
    }
    panel->canvas.failed = panel->canvas.failed || text.failed;
    if (text.length > 0)
        sheet_add_below(panel, drawn->left, width, text.chars);
    strbuf_release(&text);
}

void picture_add_heat(struct picture *picture, const struct solve_game *game, size_t turn,
                      const struct picture_play *plays, size_t count, int komi_half_points,
                      const char *caption)
{
    struct drawn_board drawn;
    struct solve_turn now;
    struct heat heat = {.game = game,
                        .board = solve_game_board(game),
                        .plays = plays,
                        .count = count,
                        .komi = komi_half_points};
    const uint8_t *stones = solve_game_stones(game, turn);
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (stones == NULL || panel == NULL || solve_game_turn(game, turn, &now) < 0 ||
        drawn_board_init(&drawn, heat.board, DRAWN_LARGE) < 0) {
        picture->failed = true;
        return;
    }
    heat.player = now.next;
    find_best(&heat);
    double width = fmax(drawn.wood_width, 170);
    sheet_add_caption(panel, drawn.left, width, caption);
    drawn_board_move(&drawn, 0, panel->head);
    drawn_board_draw(&panel->canvas, &drawn);
    int last = now.player >= 0 && now.move.kind == SOLVE_MOVE_STONE ? now.move.point : -1;
    drawn_board_stones(&panel->canvas, &drawn, stones, last);
    draw_points(picture, &panel->canvas, &heat, &drawn, stones, now.ending != SOLVE_GOES_ON);
    panel->canvas.width = drawn.left + width;
    panel->canvas.height = drawn.height + panel->head;
    add_others(panel, &heat, &drawn, width);
    drawn_board_release(&drawn);
    tell(picture, &heat, caption);
}

int picture_plays_of_result(const struct solve_result *result, int komi_half_points,
                            struct picture_play **ret_plays, size_t *ret_count)
{
    size_t count = solve_result_move_count(result);
    struct picture_play *plays = calloc(count > 0 ? count : 1, sizeof(*plays));
    struct solve_root_move made;
    if (plays == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < count && solve_result_move(result, i, &made) == 0; i++)
        plays[i] =
            (struct picture_play){.move = made.move,
                                  .bounds = made.bounds,
                                  .rating = solve_result_rating(result, i, komi_half_points)};
    *ret_plays = plays;
    *ret_count = count;
    return 0;
}
