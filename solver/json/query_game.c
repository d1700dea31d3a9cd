/* The game that a query is about. */
#include "json/query_game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "json/json.h"
#include "json/player.h"
#include "json/query_fault.h"

/* Every part of it is read from the line, which outlives it. */
struct query_reading {
    const json_t *line;
    bool replays; /* the moves are read, not made */
    bool any_players;
    struct query_fault *fault;
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_rules_facts facts;
    struct solve_game *game;
    struct solve_move *moves;
    size_t move_count;
};

static int no_memory(struct query_fault *fault)
{
    return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
}

/* What the library refused. */
static int refuse(const struct query_reading *reading, int r, const char *key, const json_t *value,
                  const struct solve_error *why)
{
    return r == -ENOMEM ? no_memory(reading->fault)
                        : query_fault_set(reading->fault, r, key, value, "%s", why->text);
}

/* Is value a name that can stand in a line of a graph file? */
static bool is_name(const json_t *value)
{
    const char *text = json_string_value(value);
    return text != NULL && text[0] != '\0' && text[0] != '#' &&
           strpbrk(text, " \t\r\n\v\f") == NULL;
}

/* Appends names with blanks between, as a line. Returns false if one of them is no name. */
static bool add_line(struct strbuf *text, const json_t *names)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        if (!is_name(json_array_get(names, i)))
            return false;
        strbuf_add(text, "%s%s", i > 0 ? " " : "", json_string_value(json_array_get(names, i)));
    }
    strbuf_add(text, "\n");
    return true;
}

/* Writes the text of a graph file. Returns false if graph is none. */
static bool write_graph(struct strbuf *text, const json_t *graph)
{
    const json_t *points = json_object_get(graph, "points");
    const json_t *edges = json_object_get(graph, "edges");
    if (json_object_size(graph) != 2 || !json_is_array(points) || !json_is_array(edges) ||
        json_array_size(points) == 0 || !add_line(text, points))
        return false;
    for (size_t i = 0; i < json_array_size(edges); i++)
        if (json_array_size(json_array_get(edges, i)) != 2 ||
            !add_line(text, json_array_get(edges, i)))
            return false;
    return true;
}

static int read_graph(struct query_reading *reading, const char *name, const json_t *graph)
{
    struct strbuf text = {0};
    struct solve_error why;
    bool good = write_graph(&text, graph);
    char *chars = strbuf_take(&text);
    int r = -ENOMEM;
    if (!good)
        r = query_fault_set(reading->fault, -EINVAL, "graph", graph,
                            "wanted {\"points\": [\"a\", \"b\"], \"edges\": [[\"a\", \"b\"]]}");
    else if (chars != NULL)
        r = solve_board_parse_graph(name, chars, strlen(chars), &reading->board, &why);
    free(chars);
    return r < 0 && good ? refuse(reading, r, "graph", graph, &why) : r;
}

static int read_board(struct query_reading *reading)
{
    const json_t *board = query_json_given(reading->line, "board"),
                 *graph = query_json_given(reading->line, "graph");
    struct solve_error why;
    int r;
    if (board != NULL && !json_is_string(board))
        return query_fault_set(reading->fault, -EINVAL, "board", board,
                               "wanted text such as \"2x3\"");
    if (board == NULL && graph == NULL)
        return query_fault_set(reading->fault, -EINVAL, "board", NULL,
                               "it is missing: wanted rows and columns such as \"2x3\"");
    if (graph != NULL) {
        r = read_graph(reading, board != NULL ? json_string_value(board) : "graph", graph);
    } else {
        r = solve_board_parse(json_string_value(board), &reading->board, &why);
        if (r < 0)
            r = refuse(reading, r, "board", board, &why);
    }
    if (r == 0 && !reading->replays && solve_board_points(reading->board) > SOLVE_POINTS_MAX)
        return query_fault_set(reading->fault, -EINVAL, graph != NULL ? "graph" : "board",
                               graph != NULL ? graph : board,
                               "it has %d points: wanted at most %d for solving",
                               solve_board_points(reading->board), SOLVE_POINTS_MAX);
    return r;
}

/* The rules as text: a name with fields, or KataGo's object. */
static int parse_rules(struct query_reading *reading, const json_t *rules)
{
    struct solve_error why;
    int r;
    if (json_is_string(rules)) {
        r = solve_rules_parse(json_string_value(rules), &reading->rules, &why);
    } else {
        char *text = json_dumps(rules, JSON_COMPACT);
        if (text == NULL || json_was_incomplete()) {
            free(text);
            return no_memory(reading->fault);
        }
        r = solve_rules_parse(text, &reading->rules, &why);
        free(text);
    }
    return r < 0 ? refuse(reading, r, "rules", rules, &why) : 0;
}

/* What an answer said of the fields: another value would be asked for by mistake. */
static int check_fields(struct query_reading *reading)
{
    const json_t *fields = query_json_given(reading->line, "rules_fields");
    struct solve_rules_field field;
    if (fields == NULL)
        return 0;
    size_t met = 0;
    const char *family = json_string_value(json_object_get(fields, "family"));
    met += family != NULL && strcmp(family, reading->facts.family) == 0;
    for (size_t i = 0; solve_rules_family_field(reading->facts.family, i, &field) == 0; i++) {
        const char *value = json_string_value(json_object_get(fields, field.name));
        met += value != NULL && strcmp(value, solve_rules_value(reading->rules, i)) == 0;
    }
    if (!json_is_object(fields) || met != json_object_size(fields))
        return query_fault_set(reading->fault, -EINVAL, "rules_fields", fields,
                               "these are not the fields of \"rules\": wanted those, or null");
    return 0;
}

static int read_rules(struct query_reading *reading)
{
    const json_t *rules = query_json_given(reading->line, "rules");
    if (rules == NULL)
        return query_fault_set(reading->fault, -EINVAL, "rules", NULL,
                               "it is missing: wanted a name that 'solve rules' lists");
    if (!json_is_string(rules) && !json_is_object(rules))
        return query_fault_set(reading->fault, -EINVAL, "rules", rules,
                               "wanted text such as \"psk\", or the object of KataGo's rules");
    int r = parse_rules(reading, rules);
    if (r < 0)
        return r;
    solve_rules_facts(reading->rules, &reading->facts);
    if (reading->facts.players > 2 && !reading->any_players)
        return query_fault_set(reading->fault, -EINVAL, "rules", rules,
                               "%d players: wanted 2 for solving, or the action coalitions",
                               reading->facts.players);
    return check_fields(reading);
}

static int read_start(struct query_reading *reading)
{
    const json_t *position = query_json_given(reading->line, "position"),
                 *to_move = query_json_given(reading->line, "to_move");
    const char *mover = json_string_value(to_move);
    struct solve_error why;
    int player = 0, players = reading->facts.players;
    if (position != NULL && !json_is_string(position))
        return query_fault_set(reading->fault, -EINVAL, "position", position,
                               "wanted rows joined by '/', as \"X.O/..X\"");
    if (to_move != NULL) {
        while (player < players && (mover == NULL || strcmp(mover, player_name(player)) != 0))
            player++;
        if (player == players)
            return query_fault_set(reading->fault, -EINVAL, "to_move", to_move,
                                   "wanted \"black\"%s",
                                   players == 2   ? " or \"white\""
                                   : players == 3 ? ", \"white\" or \"third\""
                                                  : ", \"white\", \"third\" or \"fourth\"");
    }
    int r = solve_game_new(reading->board, reading->rules, json_string_value(position), player,
                           &reading->game, &why);
    return r < 0 ? refuse(reading, r, "position", position, &why) : 0;
}

static int prohibit(struct query_reading *reading, bool *named, const json_t *value)
{
    const char *name = json_string_value(value);
    int point =
        name != NULL ? solve_board_find_point(reading->board, name, json_string_length(value)) : -1;
    if (!reading->facts.removes_cycles)
        return query_fault_set(reading->fault, -EINVAL, "prohibited", value,
                               "these rules prohibit no points at the start: wanted ljrg");
    if (point < 0 || solve_game_stones(reading->game, 0)[point] != 0 || named[point])
        return query_fault_set(reading->fault, -EINVAL, "prohibited", value,
                               "wanted names of empty points, each once");
    named[point] = true;
    return solve_game_prohibit(reading->game, point) < 0 ? no_memory(reading->fault) : 0;
}

static int read_prohibited(struct query_reading *reading)
{
    const json_t *points = query_json_given(reading->line, "prohibited");
    int r = 0;
    if (points != NULL && !json_is_array(points))
        return query_fault_set(reading->fault, -EINVAL, "prohibited", points,
                               "wanted an array of names of empty points");
    bool *named = calloc((size_t)solve_board_points(reading->board), sizeof(*named));
    if (named == NULL)
        return no_memory(reading->fault);
    for (size_t i = 0; i < json_array_size(points) && r == 0; i++)
        r = prohibit(reading, named, json_array_get(points, i));
    free(named);
    return r;
}

static int play(struct query_reading *reading, size_t number, const json_t *value)
{
    struct solve_move move;
    struct solve_refusal refusal;
    struct solve_error why;
    if (!json_is_string(value))
        return query_fault_set(reading->fault, -EINVAL, "history", value,
                               "play %zu: wanted text such as \"B2\" or \"pass\"", number);
    int r = solve_move_parse(reading->board, reading->rules, json_string_value(value), &move, &why);
    if (r < 0)
        return refuse(reading, r, "history", value, &why);
    if (reading->replays) {
        reading->moves[reading->move_count++] = move;
        return 0;
    }
    r = solve_game_play(reading->game, move, &refusal);
    if (r == -EPERM)
        return query_fault_set(reading->fault, -EINVAL, "history", value,
                               "play %zu is not legal: %s", number, refusal.reason);
    return r < 0 ? no_memory(reading->fault) : 0;
}

static int read_history(struct query_reading *reading)
{
    const json_t *moves = query_json_given(reading->line, "history");
    int r = 0;
    if (moves != NULL && !json_is_array(moves))
        return query_fault_set(reading->fault, -EINVAL, "history", moves,
                               "wanted an array such as [\"B2\", \"pass\"]");
    if (reading->replays) {
        reading->moves = calloc(json_array_size(moves) + 1, sizeof(*reading->moves));
        r = reading->moves == NULL ? no_memory(reading->fault) : 0;
    }
    for (size_t i = 0; i < json_array_size(moves) && r == 0; i++)
        r = play(reading, i + 1, json_array_get(moves, i));
    return r;
}

int query_game_read(const json_t *line, enum query_action action, struct query *query,
                    struct query_fault *fault)
{
    struct query_reading reading = {
        .line = line,
        .fault = fault,
        .replays = action == QUERY_REPLAY,
        .any_players = action == QUERY_REPLAY || action == QUERY_COALITIONS,
    };
    int r = read_board(&reading);
    if (r == 0)
        r = read_rules(&reading);
    if (r == 0)
        r = read_start(&reading);
    if (r == 0)
        r = read_prohibited(&reading);
    if (r == 0)
        r = read_history(&reading);
    solve_rules_unref(reading.rules);
    solve_board_unref(reading.board);
    if (r < 0) {
        solve_game_free(reading.game);
        free(reading.moves);
        return r;
    }
    query->game = reading.game;
    query->moves = reading.moves;
    query->move_count = reading.move_count;
    return 0;
}
