/* Drawing a line of play for people. */
#include "cli/draw.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/parse_number.h"

#define DEFAULT_WIDTH 80
#define WIDTH_MAX 100000
/* Columns between two boards. */
#define GAP 3
/* The widest board that is drawn, whatever the terminal. */
#define DRAWN_MAX 240
/* GTP names the first 25 columns by one letter. */
#define LETTERS 25

static const char stones[] = ".XO#@";

/* How the boards of a game are laid out. */
struct layout {
    const struct game *game;
    int row_digits; /* of the highest row number */
    int cell;       /* columns of a point, with what stands before it */
    int panel;      /* columns of a board with its label */
    size_t across;  /* boards side by side */
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

void draw_label(const struct game *game, size_t turn, char *buffer)
{
    const struct turn *now = &game->turns[turn];
    char taken[16] = "";
    if (turn == 0) {
        strcpy(buffer, "start");
        return;
    }
    if (now->removed > 0)
        snprintf(taken, sizeof(taken), "(x%d)", now->removed);
    snprintf(buffer, DRAW_LABEL_MAX, "%zu. %c %s%s", turn, stones[STONE_OF(now->player)],
             move_format(game->graph, now->move), taken);
}

/* "X out" where a turn got a player prohibited from playing, else nothing. */
static void write_ban(const struct turn *turn, char *buffer)
{
    buffer[0] = '\0';
    if (turn->banned >= 0)
        sprintf(buffer, "%c out", stones[STONE_OF(turn->banned)]);
}

static int widest_label(const struct game *game, size_t first)
{
    size_t widest = 0;
    for (size_t i = first; i < game->count; i++) {
        char label[DRAW_LABEL_MAX];
        draw_label(game, i, label);
        if (strlen(label) > widest)
            widest = strlen(label);
    }
    return (int)widest;
}

/* The row of the board after turn, 0 the top one, into buffer; the board's width of columns. */
static void write_row(const struct layout *layout, const struct turn *turn, int row, char *buffer)
{
    const struct graph *graph = layout->game->graph;
    int last = turn->player >= 0 ? turn->move.point : -1;
    int length = sprintf(buffer, "%*d", layout->row_digits, graph->rows - row);
    for (int col = 0; col < graph->cols; col++) {
        int p = row * graph->cols + col;
        char before = p == last ? '(' : col > 0 && p - 1 == last ? ')' : ' ';
        for (int pad = layout->cell - 2; pad > 0; pad--)
            buffer[length++] = ' ';
        if (before == ')' && layout->cell > 2) { /* close next to the stone, not after the blank */
            buffer[length - layout->cell + 2] = ')';
            before = ' ';
        }
        buffer[length++] = before;
        buffer[length++] = stones[turn->board.cells[p]];
    }
    buffer[length++] = last == row * graph->cols + graph->cols - 1 ? ')' : ' ';
    buffer[length] = '\0';
}

/* The names of the columns: those of the points of row 1, without the 1. */
static void write_columns(const struct layout *layout, char *buffer)
{
    const struct graph *graph = layout->game->graph;
    int length = sprintf(buffer, "%*s", layout->row_digits, "");
    for (int col = 0; col < graph->cols; col++) {
        const char *name = graph->names[(graph->rows - 1) * graph->cols + col];
        length += sprintf(buffer + length, "%*.*s", layout->cell, (int)strlen(name) - 1, name);
    }
}

/* Row 0 of a board as text is its label, then come the rows, the names of the columns, and the ban.
 */
static void write_text_row(const struct layout *layout, size_t turn, int line, char *buffer)
{
    int rows = layout->game->graph->rows;
    if (line == 0)
        draw_label(layout->game, turn, buffer);
    else if (line <= rows)
        write_row(layout, &layout->game->turns[turn], line - 1, buffer);
    else if (line == rows + 1)
        write_columns(layout, buffer);
    else
        write_ban(&layout->game->turns[turn], buffer);
}

/* Draws the boards after turns first .. end - 1 side by side. */
static void draw_across(FILE *out, const struct layout *layout, size_t first, size_t end)
{
    int lines = layout->game->graph->rows + 2;
    for (size_t i = first; i < end; i++)
        if (layout->game->turns[i].banned >= 0)
            lines = layout->game->graph->rows + 3;
    for (int line = 0; line < lines; line++) {
        int blanks = 0;
        for (size_t i = first; i < end; i++) {
            char text[DRAWN_MAX + DRAW_LABEL_MAX];
            write_text_row(layout, i, line, text);
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
static bool lay_out(struct layout *layout, const struct game *game, size_t first, int width)
{
    const struct graph *graph = game->graph;
    if (graph->rows == 0)
        return false;
    layout->game = game;
    layout->row_digits = graph->rows < 10 ? 1 : graph->rows < 100 ? 2 : 3;
    layout->cell = graph->cols <= LETTERS ? 2 : 3;
    layout->panel = layout->row_digits + layout->cell * graph->cols + 1;
    if (layout->panel > width || layout->panel > DRAWN_MAX)
        return false;
    int label = widest_label(game, first);
    if (label > layout->panel)
        layout->panel = label;
    layout->across =
        width > layout->panel ? (size_t)(width + GAP) / (size_t)(layout->panel + GAP) : 1;
    return true;
}

/* The stones on a graph file's board: "a:X (b:O)". */
static void write_stones(FILE *out, const struct graph *graph, const struct turn *turn)
{
    int last = turn->player >= 0 ? turn->move.point : -1, shown = 0;
    for (int p = 0; p < graph->points; p++) {
        uint8_t stone = turn->board.cells[p];
        if (stone == POINT_EMPTY)
            continue;
        fprintf(out, p == last ? " (%s:%c)" : " %s:%c", graph->names[p], stones[stone]);
        shown++;
    }
    if (shown == 0)
        fputs(" no stones", out);
}

static void write_as_text(FILE *out, const struct game *game, size_t first)
{
    int widest = widest_label(game, first);
    for (size_t i = first; i < game->count; i++) {
        char label[DRAW_LABEL_MAX], ban[16], position[POSITION_TEXT_MAX];
        draw_label(game, i, label);
        write_ban(&game->turns[i], ban);
        fprintf(out, "%-*s ", widest, label);
        if (game->graph->rows == 0) {
            write_stones(out, game->graph, &game->turns[i]);
        } else {
            position_format(game->graph, &game->turns[i].board, position);
            fprintf(out, " %s", position);
        }
        fprintf(out, "%s%s\n", ban[0] != '\0' ? ", " : "", ban);
    }
}

void draw_game(FILE *out, const struct game *game, size_t first, int width)
{
    struct layout layout;
    if (!lay_out(&layout, game, first, width)) {
        write_as_text(out, game, first);
        return;
    }
    for (size_t i = first; i < game->count; i += layout.across) {
        size_t end = i + layout.across < game->count ? i + layout.across : game->count;
        if (i > first)
            fputc('\n', out);
        draw_across(out, &layout, i, end);
    }
}
