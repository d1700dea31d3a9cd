/* Reading a game's setup from option values. */
#include "cli/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/player.h"

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

int setup_read_board(const struct options *given, struct graph **ret_graph, struct error *err)
{
    const char *board = options_text(given, "board"), *file = options_text(given, "graph");
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

int setup_read_position(const struct options *given, const struct graph *graph, int players,
                        struct position *ret_position, struct error *err)
{
    const char *text = options_text(given, "position");
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
        if (strcmp(text, player_name(k)) == 0) {
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

int setup_read_prohibited(const struct options *given, const struct graph *graph,
                          const struct position *position, struct point_set *ret_prohibited,
                          struct error *err)
{
    static const char blanks[] = " \t\r\n,";
    const char *text = options_has(given, "prohibited") ? options_text(given, "prohibited") : "";
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

/* Which rules know prohibited points is the rules' matter. */
static int read_prohibited(struct game_setup *setup, const struct options *given, struct error *err)
{
    if (!options_has(given, "prohibited"))
        return 0;
    if (setup->rules.family->remove_cycle == NULL)
        return options_refuse("prohibited", options_text(given, "prohibited"),
                              "these rules prohibit no points at the start: wanted ljrg", err);
    return setup_read_prohibited(given, setup->graph, &setup->position, &setup->prohibited, err);
}

int setup_init_under(struct game_setup *ret_setup, const struct options *given, const char *rules,
                     const char *moves_option, struct error *err)
{
    struct game_setup setup = {0};
    int r = setup_read_board(given, &setup.graph, err);
    if (r == 0)
        r = read_rules(&setup, rules, err);
    if (r == 0)
        r = setup_read_position(given, setup.graph, ruleset_players(&setup.rules), &setup.position,
                                err);
    if (r == 0)
        r = read_to_move(&setup, options_text(given, "to-move"), err);
    if (r == 0 && moves_option != NULL)
        r = read_moves(&setup, moves_option, options_text(given, moves_option), err);
    if (r == 0)
        r = read_prohibited(&setup, given, err);
    if (r < 0) {
        setup_release(&setup);
        return r;
    }
    *ret_setup = setup;
    return 0;
}

int setup_init(struct game_setup *ret_setup, const struct options *given, const char *moves_option,
               struct error *err)
{
    return setup_init_under(ret_setup, given, options_text(given, "rules"), moves_option, err);
}

int setup_refuse_start(const struct options *given, const char *verb, struct error *err)
{
    if (!options_has(given, "position") && !options_has(given, "to-move"))
        return 0;
    return error_set(err, -EINVAL,
                     "--%s is no option of '%s', which is about all positions: leave it out",
                     options_has(given, "position") ? "position" : "to-move", verb);
}

int setup_read_komi(const struct options *given, int *ret_half_points, struct error *err)
{
    const char *text = options_text(given, "komi");
    int komi = 0;
    if (text != NULL && parse_number_half_points(text, KOMI_HALF_POINTS_MAX, &komi) < 0)
        return options_refuse("komi", text,
                              "wanted a whole or half number such as 7 or 6.5, from -1000 to 1000",
                              err);
    *ret_half_points = komi;
    return 0;
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
