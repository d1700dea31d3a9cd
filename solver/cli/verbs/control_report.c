/* Who controls what, printed. */
#include "cli/verbs/control_report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "cli/draw.h"
#include "report/move_text.h"
#include "report/stones_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"

/* The points that have this owner; with a player those of both, too. */
static uint64_t owned_by(const struct control_report *report, int owner)
{
    uint64_t set = 0;
    for (int p = 0; p < solve_board_points(report->setup->board); p++) {
        int found = solve_control_owner(report->control, p);
        if (found == owner || (owner >= 0 && found == SOLVE_OWNER_BOTH))
            set |= (uint64_t)1 << p;
    }
    return set;
}

static void print_points(const struct solve_board *board, uint64_t set)
{
    for (int p = 0; p < solve_board_points(board); p++)
        if (set >> p & 1)
            printf(" %s", solve_board_point_name(board, p));
}

static void print_owners(const struct control_report *report)
{
    static const struct {
        int owner;
        const char *text;
    } lines[] = {{0, "Black controls"},
                 {1, "White controls"},
                 {SOLVE_OWNER_NOBODY, "nobody controls"},
                 {SOLVE_OWNER_UNKNOWN, "not decided:"}};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        uint64_t set = owned_by(report, lines[i].owner);
        if (set == 0)
            continue;
        printf("%s", lines[i].text);
        print_points(report->setup->board, set);
        putchar('\n');
    }
}

static int count_stones(const struct solve_board *board, const uint8_t *stones)
{
    int count = 0;
    for (int p = 0; p < solve_board_points(board); p++)
        count += stones[p] != 0;
    return count;
}

/* The line of set i, drawn; the rules that it follows are those of the game on the set. */
static void draw_line(const struct control_report *report, size_t i,
                      const struct solve_control_set *set)
{
    const struct solve_board *board = report->setup->board;
    struct draw_frame *frames = calloc(set->step_count + 1, sizeof(*frames));
    if (frames == NULL)
        return;
    frames[0] = (struct draw_frame){.stones = set->start, .player = -1, .banned = -1};
    for (size_t s = 0; s < set->step_count; s++) {
        struct draw_frame *frame = &frames[s + 1];
        *frame = (struct draw_frame){
            .number = s + 1, .player = s % 2 == 0 ? 1 - set->player : set->player, .banned = -1};
        solve_control_step(report->control, i, s, &frame->move, &frame->stones);
        frame->removed = count_stones(board, frames[s].stones) +
                         (frame->move.kind == SOLVE_MOVE_STONE) -
                         count_stones(board, frame->stones);
    }
    draw_frames(stdout, board, frames, set->step_count + 1, draw_width(stdout));
    free(frames);
}

static void print_set(const struct control_report *report, size_t i,
                      const struct solve_control_set *set)
{
    const struct solve_board *board = report->setup->board;
    printf("\n%s controls", player_title(set->player));
    print_points(board, set->points);
    if (set->set == set->points) {
        fputs(" by the set of these", stdout);
    } else {
        fputs(" by the set", stdout);
        print_points(board, set->set);
    }
    if (set->step_count == 0)
        puts(": the two-eye formation stands");
    else
        printf(": %s moves first, the formation stands after %s at most\n",
               player_title(1 - set->player), human_count(set->step_count, "play", "plays"));
    draw_line(report, i, set);
}

/* A row of the position, or of who controls what. */
static void print_row(const struct control_report *report, int row, bool owners)
{
    static const char shown[] = "?.XO*";
    int cols = solve_board_columns(report->setup->board);
    const uint8_t *stones = solve_game_stones(report->setup->start, 0);
    for (int p = row * cols; p < (row + 1) * cols; p++)
        printf(" %c", owners ? shown[solve_control_owner(report->control, p) - SOLVE_OWNER_UNKNOWN]
                             : ".XO"[stones[p]]);
}

/* The position, and beside it the owners of the points. */
static void draw_owners(const struct control_report *report)
{
    int rows = solve_board_rows(report->setup->board);
    int digits = rows < 10 ? 1 : 2, width = 2 * solve_board_columns(report->setup->board);
    printf("%*s %-*s   control\n", digits, "", width > 8 ? width - 1 : 8, "position");
    for (int row = 0; row < rows; row++) {
        printf("%*d", digits, rows - row);
        print_row(report, row, false);
        printf("%*s  ", width > 9 ? 0 : 9 - width, "");
        print_row(report, row, true);
        putchar('\n');
    }
}

void control_report_print(const struct control_report *report)
{
    const struct game_setup *setup = report->setup;
    struct solve_control_set set;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    solve_game_position(setup->start, 0, position);
    printf("%s, %s\n", solve_board_name(setup->board), position);
    print_owners(report);
    if (solve_board_rows(setup->board) > 0) {
        putchar('\n');
        draw_owners(report);
    }
    for (size_t i = 0; solve_control_set(report->control, i, &set) == 0; i++)
        print_set(report, i, &set);
}

static json_t *points_json(const struct control_report *report, uint64_t set)
{
    const struct solve_board *board = report->setup->board;
    json_t *array = json_array();
    for (int p = 0; p < solve_board_points(board); p++)
        if (set >> p & 1)
            array = json_append(array, json_text_or_null(solve_board_point_name(board, p)));
    return array;
}

static json_t *set_json(const struct control_report *report, size_t i,
                        const struct solve_control_set *set)
{
    const struct solve_board *board = report->setup->board;
    json_t *object = json_object(), *line = json_array();
    struct solve_move move;
    const uint8_t *stones;
    char start[SOLVE_POSITION_TEXT_MAX];
    for (size_t s = 0; solve_control_step(report->control, i, s, &move, &stones) == 0; s++)
        line = json_append(line, json_text_or_null(move_text(board, move)));
    stones_text_write(board, set->start, start);
    object = json_with(object, "player", json_string(player_name(set->player)));
    object = json_with(object, "points", points_json(report, set->points));
    object = json_with(object, "set", points_json(report, set->set));
    object = json_with(object, "start", json_string(start));
    return json_with(object, "line", line);
}

static json_t *sets_json(const struct control_report *report)
{
    struct solve_control_set set;
    json_t *sets = json_array();
    for (size_t i = 0; solve_control_set(report->control, i, &set) == 0; i++)
        sets = json_append(sets, set_json(report, i, &set));
    return sets;
}

static json_t *choices_json(const struct solve_control *control)
{
    const char *field, *value;
    json_t *object = json_object();
    for (size_t i = 0; solve_control_choice(control, i, &field, &value) == 0; i++)
        object = json_with(object, field, json_string(value));
    return object;
}

int control_report_print_json(const struct control_report *report, struct error *err)
{
    const struct game_setup *setup = report->setup;
    bool stopped = solve_control_stopped(report->control);
    json_t *object = game_json_set_board(json_head("control"), setup->board);
    object = json_with(object, "position", game_json_position(setup->start, 0));
    object = json_with(object, "prohibited", points_json(report, setup->prohibited));
    object = json_with(object, "max_states", json_integer((json_int_t)report->max_states));
    object = json_with(object, "choices", choices_json(report->control));
    object = json_with(object, "proven", json_boolean(solve_control_decided(report->control)));
    object = json_with(object, "black", points_json(report, owned_by(report, 0)));
    object = json_with(object, "white", points_json(report, owned_by(report, 1)));
    object = json_with(object, "nobody", points_json(report, owned_by(report, SOLVE_OWNER_NOBODY)));
    object =
        json_with(object, "unknown", points_json(report, owned_by(report, SOLVE_OWNER_UNKNOWN)));
    object = json_with(object, "sets", sets_json(report));
    object = json_with(object, "stopped", json_text_or_null(stopped ? "interrupted" : NULL));
    return json_print(object, err);
}
