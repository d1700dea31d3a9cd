/* The game that several verbs are about: a board, a ruleset, a position, moves made. */
#ifndef SOLVER_CLI_SETUP_H
#define SOLVER_CLI_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/options.h"
#include "solve.h"

/* The options of such a verb, the first ones of its table. */
#define SETUP_OPTIONS SETUP_BOARD_OPTIONS, SETUP_SGF_OPTION, SETUP_RULES_OPTION, SETUP_START_OPTIONS

#define SETUP_START_OPTIONS                                                                        \
    OPTION("position", "TEXT", "the start: rows joined by '/', as in X.O/..X"),                    \
        OPTION("to-move", "PLAYER", "who moves first: black (default), white, ...")

/* Of a verb that is about all positions of a board: setup_refuse_start(). */
#define SETUP_NO_START_OPTIONS                                                                     \
    SETUP_BOARD_OPTIONS, SETUP_RULES_OPTION, OPTION("position", "TEXT", NULL),                     \
        OPTION("to-move", "PLAYER", NULL)

#define SETUP_BOARD_OPTIONS                                                                        \
    OPTION("board", "RxC", "a board of R rows and C columns"),                                     \
        OPTION("graph", "FILE", "another board: point names, then an edge a line")

#define SETUP_SGF_OPTION                                                                           \
    OPTION("sgf", "FILE[:NODE]", "a game record, to its end or to a node such as 12 or 12.2.3")

#define SETUP_RULES_OPTION                                                                         \
    OPTION("rules", "NAME[,F=V...]", "the ruleset and fields; '" SOLVE_PROGRAM " rules' lists them")

#define SETUP_HISTORY_OPTION                                                                       \
    OPTION("history", "\"B2 pass ...\"", "moves already played from the position")

/* Of a verb that begins one game. */
#define SETUP_PROHIBITED_OPTION                                                                    \
    OPTION("prohibited", "\"B2 ...\"", "points prohibited for the first turn (ljrg)")

struct game_setup {
    struct solve_board *board; /* owned, as all that follows */
    struct solve_rules *rules;
    struct solve_rules_facts facts; /* of rules */
    struct solve_game *start; /* the position, before moves, with the points of --prohibited */
    struct solve_move *moves; /* NULL if there are none */
    size_t move_count;
    bool from_sgf;       /* board, start and moves are those of --sgf */
    uint8_t *players;    /* who makes each move, as --sgf has it; NULL: whoever is to move */
    uint64_t prohibited; /* bit p: --prohibited names point p; points from 64 on have no bit */
    bool any_prohibited; /* --prohibited names a point */
    bool has_komi; /* --rules (KataGo's JSON) names a komi, or --sgf does and --komi is not given */
    int komi_half_points;
};

/*
 * Reads the setup from --board or --graph, --rules, --position, --to-move, the option that holds
 * the moves (NULL: none does), and --prohibited. Returns 0, -EINVAL (wrong usage: err names the
 * option, the value and what is wanted) or -ENOMEM. Release with setup_release().
 */
int setup_init(struct game_setup *ret_setup, const struct options *given, const char *moves_option,
               struct error *err);

/* The same under the ruleset that rules names, whatever --rules is; NULL: --rules is missing. Where
 * --sgf is given it stands for board, position and moves, and for rules where that is NULL. */
int setup_init_under(struct game_setup *ret_setup, const struct options *given, const char *rules,
                     const char *moves_option, struct error *err);

/*
 * Reads --board or --graph alone, for a verb that knows no ruleset and starts no game. Returns 0,
 * -EINVAL (err) or -ENOMEM, with *ret_board as it was. The board is the caller's:
 * solve_board_unref().
 */
int setup_read_board(const struct options *given, struct solve_board **ret_board,
                     struct error *err);

/* Refuses --position and --to-move, for a verb that is about all positions of a board. Returns 0 or
 * -EINVAL. */
int setup_refuse_start(const struct options *given, const char *verb, struct error *err);

/* Reads --komi in half points; 0 if it is not given. Returns 0 or -EINVAL. */
int setup_read_komi(const struct options *given, int *ret_half_points, struct error *err);

/*
 * The komi that a ruleset's text named, if any. Returns 1 and the komi, 0, or -EINVAL (err): the
 * verb takes no komi, or --komi says another.
 */
int setup_komi_of_rules(const struct options *given, const struct solve_rules *rules,
                        int *ret_half_points, struct error *err);

/* Reads the ruleset into setup, as --rules. Returns 0, -EINVAL (err) or -ENOMEM. */
int setup_read_rules(struct game_setup *setup, const struct options *given, const char *text,
                     struct error *err);

/* Reads --to-move, which is given, under the rules of setup. Returns 0 or -EINVAL (err). */
int setup_read_to_move(const struct game_setup *setup, const struct options *given, int *ret_player,
                       struct error *err);

/* Plays move i of setup in game. Returns as solve_game_play(); a move of a record is refused, too,
 * where it is not its player's turn. */
int setup_play(const struct game_setup *setup, struct solve_game *game, size_t i,
               struct solve_refusal *refusal);

/* Who makes move i of setup in game, which stands there; -1: nobody, the game is over. */
int setup_player(const struct game_setup *setup, const struct solve_game *game, size_t i);

void setup_release(struct game_setup *setup);

/* "board", "graph" or "sgf": the option that the board came from. */
const char *setup_board_option(const struct game_setup *setup);

#endif
