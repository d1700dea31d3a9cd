/* Who controls what, gathered by sets and printed. */
#include "cli/verbs/control_report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/setup.h"
#include "rules/control/location.h"
#include "rules/control_choice.h"

static bool owns(const struct control_report *report, int player, int point)
{
    return report->owner[point] == player || report->owner[point] == CONTROL_BOTH;
}

/* Adds player's control of point: to the group of its set, or as a new one. */
static int add_point(struct control_report *report, struct control *control, int player, int point)
{
    struct control_proof proof;
    int r = control_prove(control, &report->position, report->prohibited, player, point, &proof);
    if (r <= 0)
        return r < 0 ? r : -EPROTO;
    for (size_t i = 0; i < report->group_count; i++) {
        struct control_group *group = &report->groups[i];
        if (group->player == player && group->proof.set == proof.set) {
            group->points |= location_bit(point);
            control_proof_release(&proof);
            return 0;
        }
    }
    struct control_group *groups =
        reallocarray(report->groups, report->group_count + 1, sizeof(*groups));
    if (groups == NULL) {
        control_proof_release(&proof);
        return -ENOMEM;
    }
    report->groups = groups;
    groups[report->group_count++] = (struct control_group){player, location_bit(point), proof};
    return 0;
}

int control_report_find(struct control_report *report)
{
    struct control *control;
    int r = control_new(report->graph, &report->choice, &control);
    if (r < 0)
        return r;
    control_limit(control, report->limit);
    control_watch(control, report->stop, NULL);
    memset(report->owner, CONTROL_UNKNOWN, sizeof(report->owner));
    r = control_find_prohibited(control, &report->position, report->prohibited, report->owner);
    report->decided = r == 0;
    if (r == -ERANGE)
        r = 0;
    for (int player = 0; player < 2 && r == 0; player++)
        for (int p = 0; p < report->graph->points && r == 0; p++)
            if (owns(report, player, p))
                r = add_point(report, control, player, p);
    control_free(control);
    report->stopped = r == -EINTR;
    if (report->stopped)
        report->decided = false;
    return report->stopped ? 0 : r;
}

void control_report_release(struct control_report *report)
{
    for (size_t i = 0; i < report->group_count; i++)
        control_proof_release(&report->groups[i].proof);
    free(report->groups);
    report->groups = NULL;
    report->group_count = 0;
}

/* The locations that have this owner; with CONTROL_BOTH as the players' of both. */
static uint64_t owned_by(const struct control_report *report, int owner)
{
    uint64_t set = 0;
    for (int p = 0; p < report->graph->points; p++)
        if (owner >= 0 ? owns(report, owner, p) : report->owner[p] == owner)
            set |= location_bit(p);
    return set;
}

static void print_set(const struct graph *graph, uint64_t set)
{
    for (; set != 0; set &= set - 1)
        printf(" %s", graph->names[location_first(set)]);
}

static void print_owners(const struct control_report *report)
{
    static const struct {
        int owner;
        const char *text;
    } lines[] = {{0, "Black controls"},
                 {1, "White controls"},
                 {CONTROL_NOBODY, "nobody controls"},
                 {CONTROL_UNKNOWN, "not decided:"}};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        uint64_t set = owned_by(report, lines[i].owner);
        if (set == 0)
            continue;
        printf("%s", lines[i].text);
        print_set(report->graph, set);
        putchar('\n');
    }
}

static int count_stones(const struct graph *graph, const struct position *board)
{
    int count = 0;
    for (int p = 0; p < graph->points; p++)
        count += board->cells[p] != POINT_EMPTY;
    return count;
}

/* The line as a game to draw; the rules that it follows are those of the game on the set. */
static void draw_line(const struct control_report *report, const struct control_group *group)
{
    const struct control_proof *proof = &group->proof;
    struct turn *turns = calloc(proof->step_count + 1, sizeof(*turns));
    if (turns == NULL)
        return;
    struct game game = {
        .graph = report->graph, .players = 2, .turns = turns, .count = proof->step_count + 1};
    turns[0] = (struct turn){.player = -1, .banned = -1, .board = proof->start};
    for (size_t i = 0; i < proof->step_count; i++) {
        struct turn *turn = &turns[i + 1];
        const struct control_step *step = &proof->steps[i];
        *turn = (struct turn){.player = i % 2 == 0 ? 1 - group->player : group->player,
                              .banned = -1,
                              .move = step->move,
                              .board = step->board};
        turn->removed = count_stones(report->graph, &turns[i].board) +
                        (step->move.kind == MOVE_STONE) - count_stones(report->graph, &step->board);
    }
    draw_game(stdout, &game, 0, draw_width(stdout));
    free(turns);
}

static void print_group(const struct control_report *report, const struct control_group *group)
{
    const struct control_proof *proof = &group->proof;
    printf("\n%s controls", player_title(group->player));
    print_set(report->graph, group->points);
    if (proof->set == group->points) {
        fputs(" by the set of these", stdout);
    } else {
        fputs(" by the set", stdout);
        print_set(report->graph, proof->set);
    }
    if (proof->step_count == 0)
        puts(": the two-eye formation stands");
    else
        printf(": %s moves first, the formation stands after %s at most\n",
               player_title(1 - group->player), human_count(proof->step_count, "play", "plays"));
    draw_line(report, group);
}

/* A row of the position, or of who controls what. */
static void print_row(const struct control_report *report, int row, bool owners)
{
    static const char shown[] = "?.XO*";
    const struct graph *graph = report->graph;
    for (int p = row * graph->cols; p < (row + 1) * graph->cols; p++)
        printf(" %c", owners ? shown[report->owner[p] - CONTROL_UNKNOWN]
                             : ".XO"[report->position.cells[p]]);
}

/* The position, and beside it the owners of the locations. */
static void draw_owners(const struct control_report *report)
{
    const struct graph *graph = report->graph;
    int digits = graph->rows < 10 ? 1 : 2, width = 2 * graph->cols;
    printf("%*s %-*s   control\n", digits, "", width > 8 ? width - 1 : 8, "position");
    for (int row = 0; row < graph->rows; row++) {
        printf("%*d", digits, graph->rows - row);
        print_row(report, row, false);
        printf("%*s  ", width > 9 ? 0 : 9 - width, "");
        print_row(report, row, true);
        putchar('\n');
    }
}

void control_report_print(const struct control_report *report)
{
    char position[POSITION_TEXT_MAX];
    position_format(report->graph, &report->position, position);
    printf("%s, %s\n", report->graph->name, position);
    print_owners(report);
    if (report->graph->rows > 0) {
        putchar('\n');
        draw_owners(report);
    }
    for (size_t i = 0; i < report->group_count; i++)
        print_group(report, &report->groups[i]);
}

static json_t *set_json(const struct graph *graph, uint64_t set)
{
    json_t *array = json_array();
    for (; set != 0; set &= set - 1)
        array = json_append(array, json_string(graph->names[location_first(set)]));
    return array;
}

static json_t *group_json(const struct control_report *report, const struct control_group *group)
{
    char start[POSITION_TEXT_MAX];
    json_t *object = json_object(), *line = json_array();
    for (size_t i = 0; i < group->proof.step_count; i++)
        line =
            json_append(line, json_string(move_format(report->graph, group->proof.steps[i].move)));
    position_format(report->graph, &group->proof.start, start);
    object = json_with(object, "player", json_string(player_name(group->player)));
    object = json_with(object, "points", set_json(report->graph, group->points));
    object = json_with(object, "set", set_json(report->graph, group->proof.set));
    object = json_with(object, "start", json_string(start));
    return json_with(object, "line", line);
}

static json_t *choice_json(const struct control_choice *choice)
{
    json_t *object = json_object();
    for (size_t i = 0; control_fields[i] != NULL; i++) {
        const struct field *field = control_fields[i];
        object = json_with(object, field->name,
                           json_string(field->values[control_choice_value(choice, field)]));
    }
    return object;
}

int control_report_print_json(const struct control_report *report, struct error *err)
{
    const struct graph *graph = report->graph;
    char position[POSITION_TEXT_MAX];
    json_t *object = json_object(), *groups = json_array();
    for (size_t i = 0; i < report->group_count; i++)
        groups = json_append(groups, group_json(report, &report->groups[i]));
    position_format(graph, &report->position, position);
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(graph->name));
    object = json_with(object, "position", json_string(position));
    object = json_with(object, "prohibited", set_json(graph, report->prohibited));
    object = json_with(object, "choices", choice_json(&report->choice));
    object = json_with(object, "proven", json_boolean(report->decided));
    object = json_with(object, "black", set_json(graph, owned_by(report, 0)));
    object = json_with(object, "white", set_json(graph, owned_by(report, 1)));
    object = json_with(object, "nobody", set_json(graph, owned_by(report, CONTROL_NOBODY)));
    object = json_with(object, "unknown", set_json(graph, owned_by(report, CONTROL_UNKNOWN)));
    object = json_with(object, "sets", groups);
    object = json_with(object, "version", json_string(SOLVE_VERSION));
    return json_print(object, err);
}
