/* Commands that set a game up and show it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/human.h"
#include "gtp/commands.h"
#include "gtp/play.h"
#include "gtp/serve.h"
#include "gtp/word.h"

/* "5", "5 3" and "5:3" give columns and rows. Returns 0 or -EINVAL. */
static int read_size(const struct gtp_line *line, int *ret_columns, int *ret_rows)
{
    char first[16];
    const char *colon = strchr(line->word[0], ':');
    if (colon == NULL || line->count > 1) {
        const char *rows = line->word[line->count - 1];
        if (gtp_word_number(line->word[0], -1000000, 1000000, ret_columns) < 0)
            return -EINVAL;
        return gtp_word_number(rows, -1000000, 1000000, ret_rows);
    }
    size_t length = (size_t)(colon - line->word[0]);
    if (length >= sizeof(first))
        return -EINVAL;
    memcpy(first, line->word[0], length);
    first[length] = '\0';
    if (gtp_word_number(first, -1000000, 1000000, ret_columns) < 0)
        return -EINVAL;
    return gtp_word_number(colon + 1, -1000000, 1000000, ret_rows);
}

static void start_on(struct gtp_session *session, int columns, int rows, struct gtp_answer *answer)
{
    char text[32];
    struct solve_board *board;
    struct solve_error err = {"out of memory"};
    snprintf(text, sizeof(text), "%dx%d", rows, columns);
    int r = solve_board_parse(text, &board, &err);
    if (r == 0) {
        r = gtp_session_restart(session, board, session->rules, NULL, 0, &err);
        solve_board_unref(board);
    }
    if (r < 0)
        gtp_answer_fail(answer, "%s", err.text);
    else
        gtp_clock_restart(&session->clock);
}

static void run_boardsize(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    int columns, rows;
    if (read_size(line, &columns, &rows) < 0)
        gtp_answer_fail(answer, "boardsize not an integer: wanted a size, or columns and rows");
    else if (columns < 1 || rows < 1 || columns > GTP_SIDE_MAX || rows > GTP_SIDE_MAX ||
             columns * rows > SOLVE_BOARD_POINTS_MAX)
        gtp_answer_fail(answer,
                        "unacceptable size: wanted 1 to %d columns and rows, and at most %d points",
                        GTP_SIDE_MAX, SOLVE_BOARD_POINTS_MAX);
    else
        start_on(session, columns, rows, answer);
}

static void run_clear_board(struct gtp_session *session, const struct gtp_line *line,
                            struct gtp_answer *answer)
{
    struct solve_error err = {"out of memory"};
    (void)line;
    if (gtp_session_restart(session, session->board, session->rules, NULL, 0, &err) < 0)
        gtp_answer_fail(answer, "%s", err.text);
    else
        gtp_clock_restart(&session->clock);
}

static void run_komi(struct gtp_session *session, const struct gtp_line *line,
                     struct gtp_answer *answer)
{
    int komi;
    if (gtp_word_half_points(line->word[0], SOLVE_KOMI_MAX, &komi) < 0) {
        gtp_answer_fail(answer, "unacceptable komi: wanted a whole or half number");
        return;
    }
    if (komi != session->komi)
        gtp_session_changed(session);
    session->komi = komi;
}

static void run_get_komi(struct gtp_session *session, const struct gtp_line *line,
                         struct gtp_answer *answer)
{
    (void)line;
    gtp_answer_add(answer, "%s", human_half_points(session->komi));
}

/* The place of a point in the text of a position. */
static size_t text_at(const struct gtp_session *session, int point)
{
    int columns = solve_board_columns(session->board);
    return (size_t)(point + point / columns);
}

/* Starts at the stones of position. */
static void start_at(struct gtp_session *session, const char *position, int first,
                     struct gtp_answer *answer)
{
    struct solve_error err = {"out of memory"};
    if (gtp_session_restart(session, session->board, session->rules, position, first, &err) < 0)
        gtp_answer_fail(answer, "%s", err.text);
}

/* Puts a stone on the point that word names. Returns 0 or -EINVAL. */
static int put(struct gtp_session *session, const char *word, char stone, char *position)
{
    struct solve_move move;
    if (gtp_play_vertex(session, word, &move) < 0 || move.kind != SOLVE_MOVE_STONE ||
        move.cycle != 0)
        return -EINVAL;
    char *at = &position[text_at(session, move.point)];
    if (*at != '.')
        return -EINVAL;
    *at = stone;
    return 0;
}

/* An empty board as the text of a position. */
static void write_empty(const struct gtp_session *session, char position[SOLVE_POSITION_TEXT_MAX])
{
    int points = solve_board_points(session->board), columns = solve_board_columns(session->board);
    memset(position, '.', (size_t)(points + points / columns - 1));
    position[points + points / columns - 1] = '\0';
    for (int p = columns; p < points; p += columns)
        position[p + p / columns - 1] = '/';
}

static void run_set_position(struct gtp_session *session, const struct gtp_line *line,
                             struct gtp_answer *answer)
{
    char position[SOLVE_POSITION_TEXT_MAX];
    write_empty(session, position);
    if (line->count % 2 != 0) {
        gtp_answer_fail(answer, "syntax error: wanted a colour and a vertex for each stone");
        return;
    }
    for (size_t i = 0; i < line->count; i += 2) {
        int player = gtp_play_colour(line->word[i]);
        if (player < 0 || put(session, line->word[i + 1], player == 0 ? 'X' : 'O', position) < 0) {
            gtp_answer_fail(answer, "invalid color or coordinate: %.40s %.40s", line->word[i],
                            line->word[i + 1]);
            return;
        }
    }
    start_at(session, position, 0, answer);
}

static void run_set_free_handicap(struct gtp_session *session, const struct gtp_line *line,
                                  struct gtp_answer *answer)
{
    char position[SOLVE_POSITION_TEXT_MAX];
    write_empty(session, position);
    if (strcmp(session->start, position) != 0 || session->step_count > 0) {
        gtp_answer_fail(answer, "board not empty");
        return;
    }
    for (size_t i = 0; i < line->count; i++)
        if (put(session, line->word[i], 'X', position) < 0) {
            gtp_answer_fail(answer, "bad vertex list: %.40s", line->word[i]);
            return;
        }
    start_at(session, position, 1, answer);
}

static void show_columns(const struct gtp_session *session, struct gtp_answer *answer)
{
    int columns = solve_board_columns(session->board), rows = solve_board_rows(session->board);
    gtp_answer_line(answer, "  ");
    for (int c = 0; c < columns; c++)
        gtp_answer_add(answer, " %c",
                       solve_board_point_name(session->board, (rows - 1) * columns + c)[0]);
}

static void run_showboard(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    const struct solve_game *game = session->game;
    size_t turns = solve_game_turns(game);
    int columns = solve_board_columns(session->board), rows = solve_board_rows(session->board);
    const uint8_t *stones = solve_game_stones(game, turns);
    struct solve_turn last = {0};
    (void)line;
    solve_game_turn(game, turns, &last);
    gtp_answer_add(answer, "%s, komi %s, move %zu, %s", solve_rules_text(session->rules),
                   human_half_points(session->komi), turns,
                   solve_game_is_over(game)        ? "the game is over"
                   : solve_game_to_move(game) == 0 ? "Black to move"
                                                   : "White to move");
    show_columns(session, answer);
    for (int r = 0; r < rows; r++) {
        gtp_answer_line(answer, "%2d", rows - r);
        for (int c = 0; c < columns; c++)
            gtp_answer_add(answer, " %c", ".XO"[stones[r * columns + c]]);
        gtp_answer_add(answer, " %d", rows - r);
    }
    show_columns(session, answer);
    gtp_answer_line(answer, "stones lost: Black (X) %d, White (O) %d", last.lost[0], last.lost[1]);
}

static void run_time_settings(struct gtp_session *session, const struct gtp_line *line,
                              struct gtp_answer *answer)
{
    double main_seconds, overtime;
    int stones;
    if (gtp_word_seconds(line->word[0], &main_seconds) < 0 ||
        gtp_word_seconds(line->word[1], &overtime) < 0 ||
        gtp_word_number(line->word[2], 0, 1000000, &stones) < 0)
        gtp_answer_fail(answer, "syntax error: wanted seconds, seconds and stones");
    else
        gtp_clock_set(&session->clock, main_seconds, overtime, stones);
}

static void run_time_left(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    double seconds;
    int stones, player = gtp_play_colour(line->word[0]);
    if (player < 0 || gtp_word_seconds(line->word[1], &seconds) < 0 ||
        gtp_word_number(line->word[2], 0, 1000000, &stones) < 0)
        gtp_answer_fail(answer, "syntax error: wanted a colour, seconds and stones");
    else
        gtp_clock_show(&session->clock, player, seconds, stones);
}

const struct gtp_command gtp_board_commands[] = {
    {"boardsize", 1, 2, "a size, or columns and rows", run_boardsize},
    {"rectangular_boardsize", 2, 2, "columns and rows", run_boardsize},
    {"clear_board", 0, 0, NULL, run_clear_board},
    {"komi", 1, 1, "a whole or half number", run_komi},
    {"get_komi", 0, 0, NULL, run_get_komi},
    {"set_position", 0, GTP_ANY_WORDS, "colours and vertices", run_set_position},
    {"set_free_handicap", 1, GTP_ANY_WORDS, "vertices", run_set_free_handicap},
    {"showboard", 0, 0, NULL, run_showboard},
    {"time_settings", 3, 3, "seconds, seconds and stones", run_time_settings},
    {"time_left", 3, 3, "a colour, seconds and stones", run_time_left},
    {0},
};
