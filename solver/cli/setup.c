/* Reading a game's setup from option values. */
#include "cli/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"

static const char *const names[PLAYERS_MAX] = {"black", "white", "third", "fourth"};
static const char *const titles[PLAYERS_MAX] = {"Black", "White", "Third", "Fourth"};

const char *player_name(int player)
{
    return names[player];
}

const char *player_title(int player)
{
    return titles[player];
}

const char *setup_board_option(const struct game_setup *setup)
{
    return setup->graph->rows > 0 ? "board" : "graph";
}

static int load_file(const char *file, struct graph **ret_graph, struct error *err)
{
    interrupt_while_reading(true);
    int r = graph_load(file, ret_graph, err);
    interrupt_while_reading(false);
    return r;
}

int setup_read_board(const char *board, const char *file, struct graph **ret_graph,
                     struct error *err)
{
    struct error why;
    int r;
    if (board != NULL && file != NULL)
        return error_set(err, -EINVAL,
                         "--board '%.40s' and --graph '%.80s' contradict each other: wanted one",
                         board, file);
    if (board == NULL && file == NULL)
        return error_set(err, -EINVAL, "--board is missing: wanted --board RxC or --graph FILE");
    if (board != NULL)
        r = graph_parse(board, ret_graph, &why);
    else
        r = load_file(file, ret_graph, &why);
    if (r == 0)
        return 0;
    if (r == -ENOMEM)
        return error_set(err, r, "%s", why.text);
    return options_refuse(board != NULL ? "board" : "graph", board != NULL ? board : file, why.text,
                          err);
}

static int read_rules(struct game_setup *setup, const char *text, struct error *err)
{
    struct error why;
    if (text == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted a name that 'solve rules' lists");
    if (ruleset_parse(text, &setup->rules, &why) < 0)
        return options_refuse("rules", text, why.text, err);
    return 0;
}

int setup_read_position(const struct graph *graph, int players, const char *text,
                        struct position *ret_position, struct error *err)
{
    struct error why;
    memset(ret_position, 0, sizeof(*ret_position));
    if (text == NULL)
        return 0;
    if (position_parse(graph, players, text, ret_position, &why) < 0 ||
        position_check(graph, ret_position, &why) < 0)
        return options_refuse("position", text, why.text, err);
    return 0;
}

static int read_to_move(struct game_setup *setup, const char *text, struct error *err)
{
    static const char *const wanted[] = {
        "wanted black or white",
        "wanted black, white or third",
        "wanted black, white, third or fourth",
    };
    int players = ruleset_players(&setup->rules);
    setup->to_move = 0;
    if (text == NULL)
        return 0;
    for (int k = 0; k < players; k++) {
        if (strcmp(text, names[k]) == 0) {
            setup->to_move = k;
            return 0;
        }
    }
    return options_refuse("to-move", text, wanted[players - 2], err);
}

static int read_moves(struct game_setup *setup, const char *name, const char *text,
                      struct error *err)
{
    struct error why;
    if (text == NULL)
        return 0;
    int r = move_parse_list(setup->graph, ruleset_passes(&setup->rules), text, &setup->moves,
                            &setup->move_count, &why);
    return r < 0 ? error_set(err, r, "--%s %s", name, why.text) : 0;
}

int setup_init(struct game_setup *ret_setup, const struct option_spec *specs,
               const char *const *values, size_t moves_option, struct error *err)
{
    struct game_setup setup = {0};
    int r = setup_read_board(values[SETUP_BOARD], values[SETUP_GRAPH], &setup.graph, err);
    if (r == 0)
        r = read_rules(&setup, values[SETUP_RULES], err);
    if (r == 0)
        r = setup_read_position(setup.graph, ruleset_players(&setup.rules), values[SETUP_POSITION],
                                &setup.position, err);
    if (r == 0)
        r = read_to_move(&setup, values[SETUP_TO_MOVE], err);
    if (r == 0 && moves_option != SETUP_NO_MOVES)
        r = read_moves(&setup, specs[moves_option].name, values[moves_option], err);
    if (r < 0) {
        setup_release(&setup);
        return r;
    }
    *ret_setup = setup;
    return 0;
}

static int prohibit(const struct graph *graph, const struct position *position, const char *text,
                    size_t length, struct point_set *prohibited, struct error *err)
{
    char name[POINT_NAME_MAX + 1];
    int point = graph_find_point(graph, text, length);
    snprintf(name, sizeof(name), "%.*s", length < sizeof(name) ? (int)length : POINT_NAME_MAX,
             text);
    if (point < 0)
        return options_refuse("prohibited", name, "no point of the board: wanted empty points",
                              err);
    if (position->cells[point] != POINT_EMPTY)
        return options_refuse("prohibited", name, "a stone is there: wanted empty points", err);
    if (point_set_has(prohibited, point))
        return options_refuse("prohibited", name, "it is named twice: wanted each point once", err);
    point_set_add(prohibited, point);
    return 0;
}

int setup_parse_prohibited(const struct graph *graph, const struct position *position,
                           const char *text, struct point_set *ret_prohibited, struct error *err)
{
    static const char blanks[] = " \t\r\n,";
    struct point_set prohibited = {{0}};
    for (const char *at = text + strspn(text, blanks); *at != '\0';) {
        size_t length = strcspn(at, blanks);
        int r = prohibit(graph, position, at, length, &prohibited, err);
        if (r < 0)
            return r;
        at += length;
        at += strspn(at, blanks);
    }
    *ret_prohibited = prohibited;
    return 0;
}

int setup_read_prohibited(struct game_setup *setup, const char *text, struct error *err)
{
    if (text == NULL)
        return 0;
    if (setup->rules.family->remove_cycle == NULL)
        return options_refuse("prohibited", text,
                              "these rules prohibit no points at the start: wanted ljrg", err);
    return setup_parse_prohibited(setup->graph, &setup->position, text, &setup->prohibited, err);
}

int setup_refuse_start(const char *verb, const char *const *values, struct error *err)
{
    if (values[SETUP_POSITION] == NULL && values[SETUP_TO_MOVE] == NULL)
        return 0;
    return error_set(err, -EINVAL,
                     "--%s is no option of '%s', which is about all positions: leave it out",
                     values[SETUP_POSITION] != NULL ? "position" : "to-move", verb);
}

void setup_release(struct game_setup *setup)
{
    if (setup == NULL)
        return;
    graph_free(setup->graph);
    free(setup->moves);
    setup->graph = NULL;
    setup->moves = NULL;
    setup->move_count = 0;
}

int setup_start(const struct game_setup *setup, struct game *ret_game)
{
    int r = game_init(ret_game, setup->graph, &setup->rules, &setup->position, setup->to_move);
    for (int p = 0; p < setup->graph->points && r == 0; p++)
        if (point_set_has(&setup->prohibited, p))
            r = game_prohibit(ret_game, p);
    return r;
}
