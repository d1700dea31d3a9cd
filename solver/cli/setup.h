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

/* The options of such a verb, the first ones of its table. */
#define SETUP_OPTIONS                                                                              \
    SETUP_BOARD_OPTIONS, SETUP_RULES_OPTION,                                                       \
        OPTION("position", "TEXT", "the start: rows joined by '/', as in X.O/..X"),                \
        OPTION("to-move", "PLAYER", "who moves first: black (default), white, ...")

/* Of a verb that is about all positions of a board: setup_refuse_start(). */
#define SETUP_NO_START_OPTIONS                                                                     \
    SETUP_BOARD_OPTIONS, SETUP_RULES_OPTION, OPTION("position", "TEXT", NULL),                     \
        OPTION("to-move", "PLAYER", NULL)

#define SETUP_BOARD_OPTIONS                                                                        \
    OPTION("board", "RxC", "a board of R rows and C columns"),                                     \
        OPTION("graph", "FILE", "another board: point names, then an edge a line")

#define SETUP_RULES_OPTION                                                                         \
    OPTION("rules", "NAME[,F=V...]", "the ruleset and fields; 'solve rules' lists them")

#define SETUP_HISTORY_OPTION                                                                       \
    OPTION("history", "\"B2 pass ...\"", "moves already played from the position")

/* Of a verb that begins one game. */
#define SETUP_PROHIBITED_OPTION                                                                    \
    OPTION("prohibited", "\"B2 ...\"", "points prohibited for the first turn (ljrg)")

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
 * Reads the setup from --board or --graph, --rules, --position, --to-move, the option that holds
 * the moves (NULL: none does), and --prohibited. Returns 0, -EINVAL (wrong usage: err names the
 * option, the value and what is wanted) or -ENOMEM. Release with setup_release().
 */
int setup_init(struct game_setup *ret_setup, const struct options *given, const char *moves_option,
               struct error *err);

/* The same under the ruleset of rules, whatever --rules is; NULL: --rules is missing. */
int setup_init_under(struct game_setup *ret_setup, const struct options *given, const char *rules,
                     const char *moves_option, struct error *err);

/*
 * Reads the board of --board or --graph, of which one must be given. Returns 0, -EINVAL (err as
 * above) or -ENOMEM. *ret_graph is the caller's: graph_free().
 */
int setup_read_board(const struct options *given, struct graph **ret_graph, struct error *err);

/* Reads --position; if it is not given: the empty board. It has passed position_check(). Returns 0
 * or -EINVAL. */
int setup_read_position(const struct options *given, const struct graph *graph, int players,
                        struct position *ret_position, struct error *err);

/* Reads --prohibited: empty points of position, each once; if it is not given: none. Returns 0 or
 * -EINVAL (err as above). */
int setup_read_prohibited(const struct options *given, const struct graph *graph,
                          const struct position *position, struct point_set *ret_prohibited,
                          struct error *err);

/* Refuses --position and --to-move, of a verb that is about all positions of a board. Returns 0 or
 * -EINVAL. */
int setup_refuse_start(const struct options *given, const char *verb, struct error *err);

/* Reads --komi in half points; 0 if it is not given. Returns 0 or -EINVAL. */
int setup_read_komi(const struct options *given, int *ret_half_points, struct error *err);

void setup_release(struct game_setup *setup);

/* "board" or "graph": the option that the board came from. */
const char *setup_board_option(const struct game_setup *setup);

/* Starts the game of setup, no moves made. Returns 0 or -ENOMEM. setup must outlive the game. */
int setup_start(const struct game_setup *setup, struct game *ret_game);

/* Komi is at most so many half points either way: 1000 points. */
#define KOMI_HALF_POINTS_MAX 2000

#endif
