/* The game that several verbs are told about: a board, a ruleset, a position, moves made. */
#ifndef SOLVER_CLI_SETUP_H
#define SOLVER_CLI_SETUP_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "board/graph.h"
#include "board/move.h"
#include "board/position.h"
#include "cli/options.h"
#include "rules/game.h"
#include "rules/ruleset.h"

/* The options of such a verb's table begin with these, in this order. */
enum setup_option {
    SETUP_BOARD,
    SETUP_GRAPH,
    SETUP_RULES,
    SETUP_POSITION,
    SETUP_TO_MOVE,
    SETUP_OPTION_COUNT,
};

#define SETUP_OPTIONS                                                                              \
    SETUP_BOARD_OPTIONS,                                                                           \
        [SETUP_POSITION] = {"position", "TEXT", "the start: rows joined by '/', as in X.O/..X"},   \
        [SETUP_TO_MOVE] = {"to-move", "PLAYER", "who moves first: black (default), white, ..."}

/* Of a verb that is about all positions of a board: setup_refuse_start(). */
#define SETUP_NO_START_OPTIONS                                                                     \
    SETUP_BOARD_OPTIONS, [SETUP_POSITION] = {"position", "TEXT", NULL},                            \
                         [SETUP_TO_MOVE] = {"to-move", "PLAYER", NULL}

#define SETUP_BOARD_OPTIONS                                                                        \
    [SETUP_BOARD] = {"board", "RxC", "a board of R rows and C columns"},                           \
    [SETUP_GRAPH] = {"graph", "FILE", "another board: point names, then an edge a line"},          \
    [SETUP_RULES] = {"rules", "NAME[,F=V...]", "the ruleset and fields; 'solve rules' lists them"}

/* Of the option prohibited, which verbs have that begin one game. */
#define SETUP_PROHIBITED_HELP "points prohibited for the first turn (ljrg)"

/* A verb without an option for moves. */
#define SETUP_NO_MOVES SIZE_MAX

struct game_setup {
    struct graph *graph;
    struct ruleset rules;
    struct position position; /* has passed position_check() */
    int to_move;              /* at position, before moves; 0 .. players - 1 */
    struct move *moves;       /* NULL if there are none */
    size_t move_count;
    struct point_set prohibited; /* for the first turn, all empty; where the rules know that */
};

/*
 * Reads the setup from the values of a verb's options. moves_option names the option (an index)
 * that holds the moves; SETUP_NO_MOVES: none does. Returns 0, -EINVAL (wrong usage: err names the
 * option, the value and what is wanted) or -ENOMEM. Release with setup_release().
 */
int setup_init(struct game_setup *ret_setup, const struct option_spec *specs,
               const char *const *values, size_t moves_option, struct error *err);

/*
 * Reads the board of --board or --graph, of which one must be given. Returns 0, -EINVAL (err as
 * above) or -ENOMEM. *ret_graph is the caller's: graph_free().
 */
int setup_read_board(const char *board, const char *file, struct graph **ret_graph,
                     struct error *err);

/* Reads --position; NULL is the empty board. It has passed position_check(). Returns 0 or -EINVAL.
 */
int setup_read_position(const struct graph *graph, int players, const char *text,
                        struct position *ret_position, struct error *err);

/* Reads the option prohibited: empty points of position, each once. Returns 0 or -EINVAL (err names
 * option, value and what is wanted). */
int setup_parse_prohibited(const struct graph *graph, const struct position *position,
                           const char *text, struct point_set *ret_prohibited, struct error *err);

/* The same into setup, where its rules know such points. Text NULL: none. */
int setup_read_prohibited(struct game_setup *setup, const char *text, struct error *err);

/* Refuses --position and --to-move, of a verb that is about all positions of a board. Returns 0 or
 * -EINVAL. */
int setup_refuse_start(const char *verb, const char *const *values, struct error *err);

void setup_release(struct game_setup *setup);

/* "board" or "graph": the option that the board came from. */
const char *setup_board_option(const struct game_setup *setup);

/* Starts the game of setup, no moves made. Returns 0 or -ENOMEM. setup must outlive the game. */
int setup_start(const struct game_setup *setup, struct game *ret_game);

/* Names of players: "black", "white", "third", "fourth"; and as a sentence begins with them. */
const char *player_name(int player);
const char *player_title(int player);

#endif
