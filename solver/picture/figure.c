/*
 * Lines as numbered diagrams, as in Go books. A stone that is captured stays in the diagram; a move
 * where a stone is shown already is told below, "5 at 2".
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/drawn_board.h"
#include "picture/picture.h"
#include "picture/sheet.h"
#include "report/move_text.h"
#include "json/ending_reason.h"

/* More moves than that below a diagram nobody follows. */
#define RETAKEN_MAX 4
#define NUMBERED_MAX 100

/* A diagram: turns first .. last on the board before them. */
struct figure {
    const struct solve_game *game;
    const struct solve_board *board;
    const uint8_t *stones;                  /* before the first turn */
    size_t numbers[SOLVE_BOARD_POINTS_MAX]; /* the turn that is shown on a point; 0: none */
    uint8_t players[SOLVE_BOARD_POINTS_MAX];
    size_t first, last;
    size_t most;  /* the last turn there is */
    bool passing; /* what is told below goes on: "10, " */
    size_t numbered, retaken;
    struct strbuf below;
};

/* Does the turn end a diagram: does it change the board in a way that no stone shows? */
static bool is_leap(const struct solve_turn *turn)
{
    return turn->move.cycle > 0;
}

/* What the rules made of a turn, but for the end by passes, which everybody sees. */
static void tell_reason(struct figure *figure, size_t number, const struct solve_turn *turn)
{
    char reason[ENDING_REASON_MAX];
    if (turn->ending == SOLVE_SCORED && turn->banned < 0 && turn->repeated == 0)
        return;
    ending_reason(figure->game, number, reason);
    if (reason[0] == '\0')
        return;
    strbuf_separate(&figure->below, "; ");
    strbuf_add(&figure->below, "%zu: %s", number, reason);
}

/* A pass, or a move that the diagram cannot show; passes in a row are told together. */
static void tell_move(struct figure *figure, size_t number, const struct solve_turn *turn)
{
    struct solve_turn next;
    bool goes_on = turn->move.kind == SOLVE_MOVE_PASS && turn->move.cycle == 0 &&
                   number < figure->most && solve_game_turn(figure->game, number + 1, &next) == 0 &&
                   next.move.kind == SOLVE_MOVE_PASS && next.move.cycle == 0;
    if (!figure->passing)
        strbuf_separate(&figure->below, "; ");
    if (goes_on)
        strbuf_add(&figure->below, "%zu, ", number);
    else
        strbuf_add(&figure->below, "%zu %s", number, move_text(figure->board, turn->move));
    figure->passing = goes_on;
}

/* A move on a stone without a number. The name of a point that begins like a number is told to be
 * one. */
static void tell_point(struct figure *figure, size_t number, const char *name)
{
    strbuf_add(&figure->below, "%zu at %s%s", number,
               isdigit((unsigned char)name[0]) ? "point " : "", name);
}

/* Puts a turn into the diagram. */
static void add_turn(struct figure *figure, size_t number, const struct solve_turn *turn)
{
    int point = turn->move.point;
    if (turn->move.kind == SOLVE_MOVE_STONE && point >= 0 && !is_leap(turn)) {
        if (figure->stones[point] == 0 && figure->numbers[point] == 0) {
            figure->numbers[point] = number;
            figure->players[point] = (uint8_t)turn->player;
            figure->numbered++;
        } else {
            strbuf_separate(&figure->below, "; ");
            if (figure->numbers[point] > 0)
                strbuf_add(&figure->below, "%zu at %zu", number, figure->numbers[point]);
            else
                tell_point(figure, number, solve_board_point_name(figure->board, point));
            figure->retaken++;
        }
    } else {
        tell_move(figure, number, turn);
    }
    tell_reason(figure, number, turn);
}

/* Would the turn be too much for the diagram? */
static bool is_full(const struct figure *figure, const struct solve_turn *turn)
{
    int point = turn->move.point;
    bool stone = turn->move.kind == SOLVE_MOVE_STONE && point >= 0 && !is_leap(turn);
    bool shown = stone && (figure->stones[point] != 0 || figure->numbers[point] > 0);
    return (shown && figure->retaken == RETAKEN_MAX) ||
           (stone && !shown && figure->numbered == NUMBERED_MAX);
}

/* Takes turns from first on, up to last at most. */
static void fill(struct figure *figure, size_t first, size_t last)
{
    struct solve_turn turn;
    figure->first = first;
    figure->most = last;
    figure->stones = solve_game_stones(figure->game, first - 1);
    for (size_t i = first; i <= last && solve_game_turn(figure->game, i, &turn) == 0; i++) {
        if (i > first && is_full(figure, &turn))
            return;
        add_turn(figure, i, &turn);
        figure->last = i;
        if (is_leap(&turn))
            return;
    }
}

static void draw_stones(struct canvas *canvas, const struct figure *figure,
                        const struct drawn_board *drawn)
{
    for (int p = 0; p < solve_board_points(figure->board); p++) {
        char number[24];
        if (figure->numbers[p] == 0)
            continue;
        snprintf(number, sizeof(number), "%zu", figure->numbers[p]);
        drawn_board_stone(canvas, drawn, p, figure->players[p], number);
    }
}

/* The caption of one diagram of several says which moves it has. */
static void write_caption(const struct figure *figure, bool whole, const char *caption,
                          struct strbuf *text)
{
    if (caption != NULL)
        strbuf_add(text, "%s", caption);
    if (whole)
        return;
    strbuf_separate(text, ", ");
    if (figure->first == figure->last)
        strbuf_add(text, "move %zu", figure->first);
    else
        strbuf_add(text, "moves %zu to %zu", figure->first, figure->last);
}

static int add_figure(struct picture *picture, struct figure *figure, const char *caption)
{
    struct drawn_board drawn;
    struct sheet_panel *panel = sheet_add_panel(picture);
    if (panel == NULL || drawn_board_init(&drawn, figure->board, DRAWN_LARGE) < 0)
        return -1;
    double width = fmax(drawn.wood_width, 170);
    sheet_add_caption(panel, drawn.left, width, caption);
    drawn_board_move(&drawn, 0, panel->head);
    drawn_board_draw(&panel->canvas, &drawn);
    drawn_board_stones(&panel->canvas, &drawn, figure->stones, -1);
    draw_stones(&panel->canvas, figure, &drawn);
    panel->canvas.width = drawn.left + width;
    panel->canvas.height = drawn.height + panel->head;
    if (figure->below.length > 0)
        sheet_add_below(panel, drawn.left, width, figure->below.chars);
    drawn_board_release(&drawn);
    return 0;
}

static void describe(struct picture *picture, const struct solve_game *game, size_t first,
                     size_t last, const char *caption)
{
    struct solve_turn turn;
    strbuf_separate(&picture->description, " ");
    strbuf_add(&picture->description, "%s:", caption != NULL ? caption : "Moves");
    for (size_t i = first; i <= last && solve_game_turn(game, i, &turn) == 0; i++)
        strbuf_add(&picture->description, " %zu %s", i,
                   move_text(solve_game_board(game), turn.move));
    strbuf_add(&picture->description, ".");
}

void picture_add_line(struct picture *picture, const struct solve_game *game, size_t first,
                      size_t last, const char *caption)
{
    first = first > 0 ? first : 1;
    for (size_t at = first; at <= last && !picture->failed;) {
        struct strbuf text = {0};
        struct figure *figure = calloc(1, sizeof(*figure));
        if (figure == NULL || solve_game_stones(game, at - 1) == NULL) {
            picture->failed = true;
            free(figure);
            return;
        }
        figure->game = game;
        figure->board = solve_game_board(game);
        fill(figure, at, last);
        write_caption(figure, at == first && figure->last == last, caption, &text);
        if (figure->last < at || text.failed || figure->below.failed ||
            add_figure(picture, figure, text.chars) < 0)
            picture->failed = true;
        at = figure->last + 1;
        strbuf_release(&text);
        strbuf_release(&figure->below);
        free(figure);
    }
    describe(picture, game, first, last, caption);
}
