/* Reading a game's setup from option values. */
#include "cli/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        r = graph_load(file, ret_graph, &why);
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
    int r = move_parse_list(setup->graph, text, &setup->moves, &setup->move_count, &why);
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

/* Adds one play's point. */
static int prohibit(struct game_setup *setup, const char *text, struct move move, struct error *err)
{
    if (move.kind != MOVE_STONE || move.cycle > 0)
        return options_refuse("prohibited", text, "wanted points", err);
    if (setup->position.cells[move.point] != POINT_EMPTY)
        return options_refuse("prohibited", text, "a stone stands there: wanted empty points", err);
    point_set_add(&setup->prohibited, move.point);
    return 0;
}

int setup_read_prohibited(struct game_setup *setup, const char *text, struct error *err)
{
    struct move *moves;
    size_t count;
    struct error why;
    if (text == NULL)
        return 0;
    if (setup->rules.family->remove_cycle == NULL)
        return options_refuse("prohibited", text,
                              "these rules prohibit no points at the start: wanted ljrg", err);
    int r = move_parse_list(setup->graph, text, &moves, &count, &why);
    if (r < 0)
        return error_set(err, r, "--prohibited %s", why.text);
    for (size_t i = 0; i < count && r == 0; i++)
        r = prohibit(setup, text, moves[i], err);
    free(moves);
    return r;
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
