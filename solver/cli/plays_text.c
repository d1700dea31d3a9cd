/* First plays and what they are worth. */
#include "cli/plays_text.h"

#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/color.h"
#include "report/move_text.h"
#include "report/value.h"

/* Columns between the list and the board beside it, and before one below it. */
#define GAP 5
#define INDENT 2
/* Bytes of what a point shows, at most: a stone, "-12", "-12/+inf". */
#define CELL_MAX 24
#define TEXT_MAX 96

struct cell {
    char text[CELL_MAX];
    enum color color;
    bool best;
};

/* What is printed, and the board of values. */
struct plays {
    const struct solve_result *result;
    const struct solve_options *options;
    const struct solve_board *board;
    struct solve_bounds root;
    int list;       /* columns of the longest line of the list */
    int rows, cols; /* of the board of values; no rows: there is none */
    int row_digits; /* of the highest row number */
    int cell;       /* columns of the longest text of a point */
    bool any_best;  /* a point of the board of values is marked */
    struct cell cells[SOLVE_POINTS_MAX];
};

void plays_text_bounds(const struct solve_bounds *bounds, const struct solve_rules *rules,
                       char *buffer, size_t size)
{
    struct solve_rules_facts facts = {0};
    solve_rules_facts(rules, &facts);
    const char *lower_min = value_margin(bounds->lower_min, rules);
    const char *lower_max = value_margin(bounds->lower_max, rules);
    const char *upper_min = value_margin(bounds->upper_min, rules);
    const char *upper_max = value_margin(bounds->upper_max, rules);
    if (solve_bounds_known(bounds) && bounds->lower_min == bounds->upper_min)
        snprintf(buffer, size, "%s", lower_min);
    else if (solve_bounds_known(bounds))
        snprintf(buffer, size, "lower %s, upper %s", lower_min, upper_min);
    else if (!facts.pairs)
        snprintf(buffer, size, "%s to %s, not decided", lower_min, lower_max);
    else
        snprintf(buffer, size, "lower %s to %s, upper %s to %s, not decided", lower_min, lower_max,
                 upper_min, upper_max);
}

/* The colour of root move i by what it loses for the player who makes it, at the komi. */
static enum color color_of(const struct plays *of, size_t i, const struct solve_bounds *bounds)
{
    int komi = value_komi(of->options->komi_half_points, of->options->setup.rules);
    if (solve_result_rating(of->result, i, of->options->komi_half_points) == SOLVE_RATED_BEST)
        return COLOR_BEST;
    if (!solve_bounds_known(&of->root) || !solve_bounds_known(bounds))
        return COLOR_NONE;
    int loss = solve_bounds_at_komi(of->root.lower_min, of->root.upper_min, komi) -
               solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, komi);
    if (solve_game_to_move(of->options->game) != 0)
        loss = -loss;
    return loss <= 2 * COLOR_SMALL_POINTS ? COLOR_SMALL_LOSS : COLOR_LARGE_LOSS;
}

/* What a point shows of a play there: its value, lower and upper, or that it is not decided. */
static void set_cell(struct plays *of, size_t i, const struct solve_root_move *made)
{
    const struct solve_bounds *bounds = &made->bounds;
    const struct solve_rules *rules = of->options->setup.rules;
    struct cell *cell = &of->cells[made->move.point];
    if (!solve_bounds_known(bounds))
        strcpy(cell->text, "?");
    else if (bounds->lower_min == bounds->upper_min)
        snprintf(cell->text, CELL_MAX, "%s", value_margin(bounds->lower_min, rules));
    else
        snprintf(cell->text, CELL_MAX, "%s/%s", value_margin(bounds->lower_min, rules),
                 value_margin(bounds->upper_min, rules));
    cell->color = color_of(of, i, bounds);
    cell->best = cell->color == COLOR_BEST;
    of->any_best |= cell->best;
}

/* Points with stones show them, others what a play there is worth, if it is legal. Plays that
 * remove a cycle first are in the list alone. */
static void set_board(struct plays *of)
{
    const struct solve_game *game = of->options->game;
    const uint8_t *stones = solve_game_stones(game, solve_game_turns(game));
    int rows = solve_board_rows(of->board), cols = solve_board_columns(of->board);
    struct solve_root_move made;
    bool any = false;
    for (int p = 0; p < rows * cols; p++)
        snprintf(of->cells[p].text, CELL_MAX, "%c", ".XO#@"[stones[p]]);
    for (size_t i = 0; solve_result_move(of->result, i, &made) == 0; i++)
        if (made.move.point >= 0 && made.move.cycle == 0) {
            set_cell(of, i, &made);
            any |= solve_bounds_known(&made.bounds);
        }
    for (int p = 0; p < rows * cols; p++)
        if ((int)strlen(of->cells[p].text) > of->cell)
            of->cell = (int)strlen(of->cells[p].text);
    of->rows = any && rows > 1 && cols > 1 ? rows : 0;
    of->cols = cols;
    of->row_digits = rows < 10 ? 1 : 2;
}

/* Lines of the board of values: its rows, the names of the columns, what the mark means. */
static size_t board_lines(const struct plays *of)
{
    return of->rows == 0 ? 0 : (size_t)of->rows + 1 + of->any_best;
}

static int board_columns(const struct plays *of)
{
    return of->row_digits + of->cols * (of->cell + 2);
}

static void print_row(const struct plays *of, int row)
{
    bool colored = of->options->colored;
    int blanks = 0;
    printf("%*d", of->row_digits, of->rows - row);
    for (int col = 0; col < of->cols; col++) {
        char text[CELL_MAX + 1];
        const struct cell *cell = &of->cells[row * of->cols + col];
        printf("%*s", blanks + of->cell + 1 - (int)strlen(cell->text), "");
        snprintf(text, sizeof(text), "%s%s", cell->text, cell->best ? "*" : "");
        color_print(stdout, colored, cell->color, text);
        blanks = !cell->best;
    }
}

/* Prints line i of the board of values, without blanks at its end. */
static void print_board_line(const struct plays *of, size_t i)
{
    if (i < (size_t)of->rows) {
        print_row(of, (int)i);
    } else if (i == (size_t)of->rows) {
        printf("%*s", of->row_digits, "");
        for (int col = 0; col < of->cols; col++) {
            const char *name = solve_board_point_name(of->board, (of->rows - 1) * of->cols + col);
            printf("%*.*s", of->cell + 1 + (col > 0), (int)strlen(name) - 1, name);
        }
    } else {
        printf("%*s* best", of->row_digits + 1, "");
    }
}

/* Prints line i of the list; it is so many columns. */
static int print_play(const struct plays *of, size_t i)
{
    struct solve_root_move made;
    char text[TEXT_MAX];
    solve_result_move(of->result, i, &made);
    plays_text_bounds(&made.bounds, of->options->setup.rules, text, sizeof(text));
    int length = printf("  %-8s ", move_text(of->board, made.move));
    color_print(stdout, of->options->colored, color_of(of, i, &made.bounds), text);
    return length + (int)strlen(text);
}

static int widest_play(const struct plays *of)
{
    int widest = 0;
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(of->result, i, &made) == 0; i++) {
        char text[TEXT_MAX];
        plays_text_bounds(&made.bounds, of->options->setup.rules, text, sizeof(text));
        int length = snprintf(NULL, 0, "  %-8s %s", move_text(of->board, made.move), text);
        widest = length > widest ? length : widest;
    }
    return widest;
}

static void print_beside(const struct plays *of)
{
    size_t plays = solve_result_move_count(of->result), lines = board_lines(of);
    for (size_t i = 0; i < plays || i < lines; i++) {
        int used = i < plays ? print_play(of, i) : 0;
        if (i < lines) {
            printf("%*s", of->list + GAP - used, "");
            print_board_line(of, i);
        }
        putchar('\n');
    }
}

static void print_below(const struct plays *of)
{
    for (size_t i = 0; i < solve_result_move_count(of->result); i++) {
        print_play(of, i);
        putchar('\n');
    }
    for (size_t i = 0; i < board_lines(of); i++) {
        printf("%s%*s", i == 0 ? "\n" : "", INDENT, "");
        print_board_line(of, i);
        putchar('\n');
    }
    putchar('\n');
}

void plays_text_print(const struct solve_result *result, const struct solve_options *options,
                      int width)
{
    struct plays of = {.result = result, .options = options, .board = options->setup.board};
    solve_result_bounds(result, &of.root);
    set_board(&of);
    of.list = widest_play(&of);
    printf("all first plays:\n");
    if (board_lines(&of) > 0 && of.list + GAP + board_columns(&of) > width &&
        INDENT + board_columns(&of) <= width) {
        print_below(&of);
    } else {
        if (of.list + GAP + board_columns(&of) > width)
            of.rows = 0;
        print_beside(&of);
    }
}
