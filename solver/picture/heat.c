/* First plays and what they are worth. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "picture/drawn_board.h"
#include "picture/picture.h"
#include "picture/sheet.h"
#include "report/move_text.h"
#include "report/value.h"

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
static void write_margin(const struct heat *heat, int margin, char buffer[24])
{
    int half_points = 2 * margin + solve_rules_half_points(solve_game_rules(heat->game));
    const char *sign = half_points > 0 ? "+" : half_points < 0 ? "\u2212" : "";
    if (margin >= SOLVE_MARGIN_INFINITE || margin <= -SOLVE_MARGIN_INFINITE)
        snprintf(buffer, 24, "%s\u221e", sign);
    else
        snprintf(buffer, 24, "%s%s", sign, human_half_points(abs(half_points)));
}

#define VALUE_MAX 64

/* Writes the value: "+4", "-4/+4" where the players can force different margins, or what is left:
 * "-3..+9". */
static void write_value(const struct heat *heat, const struct solve_bounds *bounds,
                        char buffer[VALUE_MAX])
{
    char low[24], high[24];
    bool known = solve_bounds_known(bounds);
    write_margin(heat, bounds->lower_min, low);
    write_margin(heat, bounds->upper_max, high);
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

static void write_play(const struct heat *heat, const struct picture_play *play,
                       char buffer[VALUE_MAX])
{
    if (play->illegal)
        snprintf(buffer, VALUE_MAX, "not legal");
    else
        write_value(heat, &play->bounds, buffer);
}

/* Is it not proved what a legal play is worth? */
static bool is_open(const struct picture_play *play)
{
    return !play->illegal && !solve_bounds_known(&play->bounds);
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
        if (heat->plays[i].illegal || !solve_bounds_known(bounds))
            continue;
        if (!heat->any_known || worth(heat, bounds) > heat->best)
            heat->best = worth(heat, bounds);
        heat->any_known = true;
    }
}

/* The step of the scale: by the square root of what is lost, of all that can be lost. */
static int step_of(const struct heat *heat, const struct solve_bounds *bounds)
{
    double lost = (double)heat->best - worth(heat, bounds);
    double most = heat->best + 2.0 * solve_board_points(heat->board);
    if (lost <= 0)
        return 0;
    if (lost >= most)
        return PAINT_HEAT_STEPS - 1;
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

/* A text in a shape, as large as it fits. */
static void draw_words(struct canvas *canvas, const struct place *at, double half,
                       const char *words, enum paint paint)
{
    double size =
        fmin(half * 0.76, TEXT_SIZE * 1.75 * half / canvas_text_width(words, TEXT_SIZE, true));
    canvas_text(canvas, at->x, at->y + size * 0.36, size, CANVAS_MIDDLE, paint, true, words);
}

/* What is left of a value: "≥ -3" above "≤ +9", without what the rules alone say; or "?". */
static void draw_bounds(struct canvas *canvas, const struct heat *heat, const struct place *at,
                        double half, const struct solve_bounds *bounds)
{
    struct solve_bounds any;
    solve_bounds_of_rules(solve_game_rules(heat->game), heat->board, &any);
    bool low = bounds->lower_min > any.lower_min, high = bounds->upper_max < any.upper_max;
    struct place above = {at->x, at->y - (high ? half * 0.31 : 0)};
    struct place below = {at->x, at->y + (low ? half * 0.31 : 0)};
    double part = low && high ? half * 0.7 : half * 0.86;
    char margin[24], words[32];
    write_margin(heat, bounds->lower_min, margin);
    snprintf(words, sizeof(words), "≥%s", margin);
    if (low)
        draw_words(canvas, &above, part, words, PAINT_ON_WHITE);
    write_margin(heat, bounds->upper_max, margin);
    snprintf(words, sizeof(words), "≤%s", margin);
    if (high)
        draw_words(canvas, &below, part, words, PAINT_ON_WHITE);
    if (!low && !high)
        draw_words(canvas, at, half, "?", PAINT_ON_WHITE);
}

/* What the legend tells of a play on a point. */
static void set_signs(struct sheet_signs *signs, const struct heat *heat,
                      const struct picture_play *play)
{
    bool open = is_open(play);
    signs->best = signs->best || play->rating == SOLVE_RATED_BEST;
    signs->open = signs->open || open;
    signs->worse = signs->worse || (!open && step_of(heat, &play->bounds) > 0);
}

static void draw_play(struct picture *picture, struct canvas *canvas, const struct heat *heat,
                      const struct place *at, double step, const struct picture_play *play)
{
    char value[VALUE_MAX], name[SOLVE_MOVE_TEXT_MAX + VALUE_MAX + 32];
    bool known = solve_bounds_known(&play->bounds), best = play->rating == SOLVE_RATED_BEST;
    int shade = known ? step_of(heat, &play->bounds) : 0;
    struct canvas_style style = {known ? (enum paint)(PAINT_HEAT + shade) : PAINT_OPEN,
                                 PAINT_STONE_RIM, best ? 2.4 : 1, !known};
    set_signs(&picture->signs, heat, play);
    write_value(heat, &play->bounds, value);
    snprintf(name, sizeof(name), "%s: %s%s%s", move_text(heat->board, play->move), value,
             best ? ", one of the best" : "", known ? "" : ", not proved");
    double half = step * SHAPE;
    canvas_begin(canvas, name);
    if (best)
        canvas_rect(canvas, at->x - half, at->y - half, 2 * half, 2 * half, step * 0.13, style);
    else
        canvas_circle(canvas, at->x, at->y, half, style);
    if (known)
        draw_words(canvas, at, half, value, (enum paint)(PAINT_ON_HEAT + shade));
    else
        draw_bounds(canvas, heat, at, half, &play->bounds);
    if (play->differs)
        draw_differs(canvas, at, step);
    canvas_end(canvas);
}

static void draw_points(struct picture *picture, struct canvas *canvas, const struct heat *heat,
                        const struct drawn_board *drawn, const uint8_t *stones, bool over)
{
    for (int p = 0; p < solve_board_points(heat->board); p++) {
        const struct picture_play *play = find_play(heat, p);
        if (play != NULL && !play->illegal) {
            draw_play(picture, canvas, heat, &drawn->places[p], drawn->step, play);
        } else if (stones[p] == 0 && !over) {
            draw_cross(canvas, &drawn->places[p], drawn->step);
            picture->signs.illegal = true;
            if (play != NULL && play->differs)
                draw_differs(canvas, &drawn->places[p], drawn->step);
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
        write_play(heat, play, value);
        strbuf_add(text, "%s %s %s%s", i > 0 ? "," : "", move_text(heat->board, play->move), value,
                   play->rating == SOLVE_RATED_BEST ? " (best)" : "");
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
        write_play(heat, play, value);
        strbuf_separate(&text, "; ");
        strbuf_add(&text, "%s%s: %s%s%s", play->differs ? "\u2260 " : "",
                   move_text(heat->board, play->move), value,
                   play->rating == SOLVE_RATED_BEST ? " (best)" : "",
                   is_open(play) ? " (not proved)" : "");
    }
    panel->canvas.failed = panel->canvas.failed || text.failed;
    if (text.length > 0)
        sheet_add_below(panel, drawn->left, width, text.chars);
    strbuf_release(&text);
}

/* Draws the panel of plays that are all in heat. */
static int add_panel(struct picture *picture, struct heat *heat, size_t turn, const char *caption)
{
    struct drawn_board drawn;
    struct solve_turn now;
    const uint8_t *stones = solve_game_stones(heat->game, turn);
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (stones == NULL || panel == NULL || solve_game_turn(heat->game, turn, &now) < 0)
        return -ENOENT;
    int r = drawn_board_init(&drawn, heat->board, DRAWN_LARGE);
    if (r < 0)
        return r;
    heat->player = now.next;
    find_best(heat);
    double width = fmax(drawn.wood_width, 170);
    sheet_add_caption(panel, drawn.left, width, caption);
    drawn_board_move(&drawn, 0, panel->head);
    drawn_board_draw(&panel->canvas, &drawn);
    int last = now.player >= 0 && now.move.kind == SOLVE_MOVE_STONE ? now.move.point : -1;
    drawn_board_stones(&panel->canvas, &drawn, stones, last);
    draw_points(picture, &panel->canvas, heat, &drawn, stones, now.ending != SOLVE_GOES_ON);
    panel->canvas.width = drawn.left + width;
    panel->canvas.height = drawn.height + panel->head;
    add_others(panel, heat, &drawn, width);
    drawn_board_release(&drawn);
    tell(picture, heat, caption);
    return 0;
}

/* The legal moves after a turn. */
static int legal_moves(const struct solve_game *game, size_t turn, struct solve_move **ret_moves,
                       size_t *ret_count)
{
    struct solve_game *copy;
    int r = solve_game_copy(game, &copy);
    if (r < 0)
        return r;
    while (r == 0 && solve_game_turns(copy) > turn)
        r = solve_game_undo(copy);
    if (r == 0)
        r = solve_game_legal_moves(copy, ret_moves, ret_count);
    solve_game_free(copy);
    return r;
}

/* All plays: those that are given, and other legal moves, of which nothing is known. */
static int all_plays(const struct solve_game *game, size_t turn, const struct picture_play *plays,
                     size_t count, struct picture_play **ret_all, size_t *ret_count)
{
    static const struct solve_bounds unknown = {-SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE,
                                                -SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE};
    struct solve_move *moves = NULL;
    size_t move_count = 0, all_count = count;
    int r = legal_moves(game, turn, &moves, &move_count);
    struct picture_play *all = r == 0 ? calloc(count + move_count + 1, sizeof(*all)) : NULL;
    if (all == NULL) {
        free(moves);
        return r < 0 ? r : -ENOMEM;
    }
    if (count > 0)
        memcpy(all, plays, count * sizeof(*all));
    for (size_t i = 0; i < move_count; i++) {
        size_t same = 0;
        while (same < count && (plays[same].move.kind != moves[i].kind ||
                                plays[same].move.point != moves[i].point ||
                                plays[same].move.cycle != moves[i].cycle))
            same++;
        if (same == count)
            all[all_count++] = (struct picture_play){.move = moves[i], .bounds = unknown};
    }
    free(moves);
    *ret_all = all;
    *ret_count = all_count;
    return 0;
}

void picture_add_heat(struct picture *picture, const struct solve_game *game, size_t turn,
                      const struct picture_play *plays, size_t count, int komi_half_points,
                      const char *caption)
{
    struct picture_play *all = NULL;
    struct heat heat = {.game = game,
                        .board = solve_game_board(game),
                        .komi = value_komi(komi_half_points, solve_game_rules(game))};
    int r = all_plays(game, turn, plays, count, &all, &heat.count);
    heat.plays = all;
    if (r == 0)
        r = add_panel(picture, &heat, turn, caption);
    picture->failed = picture->failed || r < 0;
    free(all);
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
