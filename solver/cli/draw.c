/* Drawing a line of play for people. */
#include "cli/draw.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/parse_number.h"
#include "report/move_text.h"
#include "report/stones_text.h"

#define DEFAULT_WIDTH 80
#define WIDTH_MAX 100000
/* Columns between two boards. */
#define GAP 3
/* The widest board that is drawn, whatever the terminal. */
#define DRAWN_MAX 240
/* GTP names the first 25 columns by one letter. */
#define LETTERS 25

static const char stones[] = ".XO#@";

/* Bytes of a label, "3. X B2(x2)", at most. */
#define LABEL_MAX (SOLVE_MOVE_TEXT_MAX + 64)

/* How the boards are laid out. */
struct layout {
    const struct solve_board *board;
    const char *drawing; /* of a graph file; NULL: a rectangle */
    int rows, cols;      /* of the board, or of the drawing */
    int row_digits;      /* of the highest row number */
    int cell;            /* columns of a point, with what stands before it */
    int panel;           /* columns of a board with its label */
    size_t across;       /* boards side by side */
};

int draw_width_told(FILE *out)
{
    struct winsize size;
    uint64_t columns;
    const char *told = getenv("COLUMNS");
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return told != NULL && parse_number_unsigned(told, 1, WIDTH_MAX, &columns) == 0 ? (int)columns
                                                                                    : 0;
}

int draw_width(FILE *out)
{
    int told = draw_width_told(out);
    return told > 0 ? told : DEFAULT_WIDTH;
}

/* Writes the move of a turn in short, "3. X B2(x2)"; "start" for turn 0. */
static void write_label(const struct solve_board *board, const struct draw_frame *frame,
                        char buffer[LABEL_MAX])
{
    char taken[16] = "";
    if (frame->stones == NULL) {
        strcpy(buffer, "points");
        return;
    }
    if (frame->number == 0) {
        strcpy(buffer, "start");
        return;
    }
    if (frame->removed > 0)
        snprintf(taken, sizeof(taken), "(x%d)", frame->removed);
    snprintf(buffer, LABEL_MAX, "%zu. %c %s%s", frame->number, stones[frame->player + 1],
             move_text(board, frame->move), taken);
}

/* Writes "X out" if the turn got a player prohibited from playing, else "". */
static void write_ban(const struct draw_frame *frame, char *buffer)
{
    buffer[0] = '\0';
    if (frame->banned >= 0)
        sprintf(buffer, "%c out", stones[frame->banned + 1]);
}

static int widest_label(const struct solve_board *board, const struct draw_frame *frames,
                        size_t count)
{
    size_t widest = 0;
    for (size_t i = 0; i < count; i++) {
        char label[LABEL_MAX];
        write_label(board, &frames[i], label);
        if (strlen(label) > widest)
            widest = strlen(label);
    }
    return (int)widest;
}

/* The point of the stone that was just played, or -1. */
static int last_point(const struct draw_frame *frame)
{
    return frame->player >= 0 ? frame->move.point : -1;
}

/* Writes a row of the board into buffer, as wide as the board. Row 0 is at the top. */
static void write_row(const struct layout *layout, const struct draw_frame *frame, int row,
                      char *buffer)
{
    int last = last_point(frame);
    int length = sprintf(buffer, "%*d", layout->row_digits, layout->rows - row);
    for (int col = 0; col < layout->cols; col++) {
        int p = row * layout->cols + col;
        char before = p == last ? '(' : col > 0 && p - 1 == last ? ')' : ' ';
        for (int pad = layout->cell - 2; pad > 0; pad--)
            buffer[length++] = ' ';
        if (before == ')' && layout->cell > 2) { /* close next to the stone, not after the blank */
            buffer[length - layout->cell + 2] = ')';
            before = ' ';
        }
        buffer[length++] = before;
        buffer[length++] = stones[frame->stones[p]];
    }
    buffer[length++] = last == row * layout->cols + layout->cols - 1 ? ')' : ' ';
    buffer[length] = '\0';
}

/* Writes the names of the columns: those of the points of row 1, without the 1. */
static void write_columns(const struct layout *layout, char *buffer)
{
    int length = sprintf(buffer, "%*s", layout->row_digits, "");
    for (int col = 0; col < layout->cols; col++) {
        const char *name =
            solve_board_point_name(layout->board, (layout->rows - 1) * layout->cols + col);
        length += sprintf(buffer + length, "%*.*s", layout->cell, (int)strlen(name) - 1, name);
    }
}

/* Writes the stone on a point, or a dot, over its name in a row of the drawing. Lines go on through
 * what is left of the name. */
static void write_stone(const struct layout *layout, const struct draw_frame *frame, int p,
                        char *at)
{
    size_t length = strlen(solve_board_point_name(layout->board, p));
    memset(at, at[length] == '-' ? '-' : ' ', length);
    at[0] = stones[frame->stones[p]];
    if (p == last_point(frame)) {
        at[-1] = '(';
        at[1] = ')';
    }
}

/* The same of a drawing; the points' names where there is no frame with stones. */
static void write_drawn_row(const struct layout *layout, const struct draw_frame *frame, int row,
                            char *buffer)
{
    int begin = row * layout->cols;
    memcpy(buffer, layout->drawing + begin, (size_t)layout->cols);
    buffer[layout->cols] = '\0';
    for (int p = 0; p < solve_board_points(layout->board) && frame->stones != NULL; p++) {
        int at = solve_board_drawn_at(layout->board, p);
        if (at >= begin && at < begin + layout->cols)
            write_stone(layout, frame, p, buffer + at - begin);
    }
}

/* Lines of a board: its rows, and the names of the columns of a rectangle. */
static int board_lines(const struct layout *layout)
{
    return layout->rows + (layout->drawing == NULL);
}

/* Writes a row of the drawing: the label, the rows of the board, the names of the columns, the ban.
 */
static void write_text_row(const struct layout *layout, const struct draw_frame *frame, int row,
                           char *buffer)
{
    if (row == 0)
        write_label(layout->board, frame, buffer);
    else if (row <= layout->rows && layout->drawing != NULL)
        write_drawn_row(layout, frame, row - 1, buffer);
    else if (row <= layout->rows)
        write_row(layout, frame, row - 1, buffer);
    else if (row <= board_lines(layout))
        write_columns(layout, buffer);
    else
        write_ban(frame, buffer);
}

/* Draws the boards side by side. */
static void draw_across(FILE *out, const struct layout *layout, const struct draw_frame *frames,
                        size_t count)
{
    int rows = board_lines(layout) + 1;
    for (size_t i = 0; i < count; i++)
        if (frames[i].banned >= 0)
            rows = board_lines(layout) + 2;
    for (int row = 0; row < rows; row++) {
        int blanks = 0;
        for (size_t i = 0; i < count; i++) {
            char text[DRAWN_MAX + LABEL_MAX];
            write_text_row(layout, &frames[i], row, text);
            int length = (int)strlen(text);
            while (length > 0 && text[length - 1] == ' ')
                length--;
            fprintf(out, "%*s%.*s", blanks, "", length, text);
            blanks = layout->panel + GAP - length;
        }
        fputc('\n', out);
    }
}

/* Lays the boards out; false if they cannot be drawn within width. */
static bool lay_out(struct layout *layout, const struct solve_board *board,
                    const struct draw_frame *frames, size_t count, int width)
{
    *layout = (struct layout){
        .board = board, .rows = solve_board_rows(board), .cols = solve_board_columns(board)};
    if (layout->rows > 0) {
        layout->row_digits = layout->rows < 10 ? 1 : layout->rows < 100 ? 2 : 3;
        layout->cell = layout->cols <= LETTERS ? 2 : 3;
        layout->panel = layout->row_digits + layout->cell * layout->cols + 1;
    } else {
        layout->drawing = solve_board_drawing(board, &layout->rows, &layout->cols);
        if (layout->drawing == NULL)
            return false;
        layout->panel = layout->cols;
    }
    if (layout->panel > width || layout->panel > DRAWN_MAX)
        return false;
    int label = widest_label(board, frames, count);
    if (label > layout->panel)
        layout->panel = label;
    layout->across =
        width > layout->panel ? (size_t)(width + GAP) / (size_t)(layout->panel + GAP) : 1;
    return true;
}

/* Writes the stones on the board of a graph file: "a:X (b:O)". */
static void write_stones(FILE *out, const struct solve_board *board, const struct draw_frame *frame)
{
    int last = last_point(frame), shown = 0;
    for (int p = 0; p < solve_board_points(board); p++) {
        if (frame->stones[p] == 0)
            continue;
        fprintf(out, p == last ? " (%s:%c)" : " %s:%c", solve_board_point_name(board, p),
                stones[frame->stones[p]]);
        shown++;
    }
    if (shown == 0)
        fputs(" no stones", out);
}

static void write_as_text(FILE *out, const struct solve_board *board,
                          const struct draw_frame *frames, size_t count)
{
    int widest = widest_label(board, frames, count);
    for (size_t i = 0; i < count; i++) {
        char label[LABEL_MAX], ban[16], position[SOLVE_POSITION_TEXT_MAX];
        write_label(board, &frames[i], label);
        write_ban(&frames[i], ban);
        fprintf(out, "%-*s ", widest, label);
        if (solve_board_rows(board) == 0) {
            write_stones(out, board, &frames[i]);
        } else {
            stones_text_write(board, frames[i].stones, position);
            fprintf(out, " %s", position);
        }
        fprintf(out, "%s%s\n", ban[0] != '\0' ? ", " : "", ban);
    }
}

static void draw_laid_out(FILE *out, const struct layout *layout, const struct draw_frame *frames,
                          size_t count)
{
    for (size_t i = 0; i < count; i += layout->across) {
        if (i > 0)
            fputc('\n', out);
        draw_across(out, layout, &frames[i],
                    layout->across < count - i ? layout->across : count - i);
    }
}

/* A drawing is shown with the names of its points first. */
static void draw_with_names(FILE *out, const struct layout *layout, const struct draw_frame *frames,
                            size_t count)
{
    struct draw_frame *all = calloc(count + 1, sizeof(*all));
    if (all == NULL)
        return;
    all[0] = (struct draw_frame){.player = -1, .banned = -1};
    memcpy(all + 1, frames, count * sizeof(*all));
    draw_laid_out(out, layout, all, count + 1);
    free(all);
}

void draw_frames(FILE *out, const struct solve_board *board, const struct draw_frame *frames,
                 size_t count, int width)
{
    struct layout layout;
    if (!lay_out(&layout, board, frames, count, width))
        write_as_text(out, board, frames, count);
    else if (layout.drawing != NULL)
        draw_with_names(out, &layout, frames, count);
    else
        draw_laid_out(out, &layout, frames, count);
}

int draw_game(FILE *out, const struct solve_game *game, size_t first, int width)
{
    size_t count = solve_game_turns(game) + 1 - first;
    struct draw_frame *frames = calloc(count, sizeof(*frames));
    struct solve_turn turn;
    if (frames == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < count && solve_game_turn(game, first + i, &turn) == 0; i++)
        frames[i] = (struct draw_frame){
            .number = first + i,
            .stones = solve_game_stones(game, first + i),
            .player = turn.player,
            .move = turn.move,
            .removed = turn.removed,
            .banned = turn.banned,
        };
    draw_frames(out, solve_game_board(game), frames, count, width);
    free(frames);
    return 0;
}
