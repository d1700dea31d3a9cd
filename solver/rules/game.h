/*
 * The executable specification: a game with its explicit history. Every turn keeps the whole board
 * after it, so that each rule can be read off the list of turns as it is written in its source.
 * Slow and plain on purpose: the engine is measured against this.
 */
#ifndef SOLVER_RULES_GAME_H
#define SOLVER_RULES_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "board/move.h"
#include "board/point_set.h"
#include "board/position.h"
#include "rules/ruleset.h"

enum ending {
    ENDING_NONE,      /* play goes on */
    ENDING_SCORED,    /* the board as it stands is scored */
    ENDING_NO_RESULT, /* a repetition ended the game without a result */
    ENDING_TIE,       /* a repetition ended the game in a tie, whatever the score and komi */
    ENDING_WON,       /* a player won outright, whatever the score and komi */
};

/* Whether a stone was a play in a ko (ing_spight.c). */
enum in_ko { IN_KO_UNKNOWN, IN_KO_NO, IN_KO_YES };

/* One turn. turns[0] is the start: no move, the position that the game began with. */
struct turn {
    struct move move;
    int player;            /* who moved; -1 for the start */
    struct position board; /* after the move */
    int next;              /* the player to move next */
    unsigned active;       /* bit k: player k has not been prohibited from playing */
    int first_passer;      /* who passed first of all since the start, or -1 */
    int passes;            /* consecutive normal passes up to now; a family may count anew */
    int removed;           /* stones this turn removed from the board */
    int lost[PLAYERS_MAX]; /* prisoners: stones of each player removed since the start */
    int banned;            /* the player whom this turn got prohibited from playing, or -1 */
    size_t repeated;       /* where banned or ended by it: the turn whose situation came back */
    enum ending ending;
    int winner;       /* who won outright (ENDING_WON), or -1 */
    const char *rule; /* the rule that banned or ended, or NULL */

    enum in_ko in_ko; /* of ing-spight, which looks when it needs to; else IN_KO_UNKNOWN */

    /* Of families with cycles (cycles.h), else empty and 0. */
    struct point_set temporary; /* prohibited to the next player for his turn */
    struct point_set permanent; /* prohibited for good */
    int needed;                 /* passes that it takes to end the game */
};

/* Whether a move is legal and if not, why. */
struct verdict {
    bool legal;
    const char *rule; /* the rule that forbids it: "occupied", "suicide", "psk", ...; else NULL */
    char reason[160]; /* "recreates the board after move 7" */
};

struct game {
    const struct graph *graph;
    struct ruleset rules;
    int players;
    struct turn *turns; /* [0] the start; [count - 1] now */
    size_t count, room;
    void *scoring; /* what the family needs for scores; owned, NULL where it needs nothing */
};

/*
 * Starts a game. Graph is borrowed and must outlive the game; position must have passed
 * position_check(); to_move is 0 .. players - 1. Returns 0 or -ENOMEM. Release with game_release().
 */
int game_init(struct game *ret_game, const struct graph *graph, const struct ruleset *rules,
              const struct position *position, int to_move);

void game_release(struct game *game);

/*
 * Prohibits point to the first player for the first turn, before a turn is made. Returns 0 or, if
 * the family has no such prohibitions or a stone stands there, -EINVAL.
 */
int game_prohibit(struct game *game, int point);

/*
 * Plays a whole game again: its start, with what was prohibited there, and its moves. The graph is
 * borrowed. Returns 0 or -ENOMEM; release *ret_copy with game_release() in either case.
 */
int game_copy(struct game *ret_copy, const struct game *game);

/* The state of the game now. */
static inline const struct turn *game_now(const struct game *game)
{
    return &game->turns[game->count - 1];
}

static inline bool game_over(const struct game *game)
{
    return game_now(game)->ending != ENDING_NONE;
}

/*
 * Plays move for the player to move if it is legal; verdict says so or why not. An illegal move
 * leaves the game as it was. Must not be called when the game is over. Returns 0 or -ENOMEM.
 */
int game_play(struct game *game, struct move move, struct verdict *ret_verdict);

/* Takes the last turn back; there must be one. */
void game_undo(struct game *game);

/*
 * The points of each player on the board as it stands, by the ruleset's scoring (game.c) or the
 * family's own. With points for the first pass (ruleset_first_pass()) what it was worth is added to
 * Black's; half a point of Black's is left out where ruleset_has_half(). Returns 0; only where the
 * family scores itself also -ENOMEM, or -ERANGE: the board is too large for the scores to be found.
 */
int game_scores(const struct game *game, int scores[PLAYERS_MAX]);

/* Black's points minus White's. Only where game_scores() returns 0. */
int game_margin(const struct game *game);

/*
 * Places a stone of now->player on point of now->board and removes what is to be removed, or
 * refuses the play (occupied, suicide). For families that must know what a play would do.
 */
void game_place_stone(const struct game *game, struct turn *now, int point,
                      struct verdict *verdict);

/*
 * Simple ko: is the last turn a stone play that answers a stone play and brings back the board
 * before that?
 */
bool game_retakes_ko(const struct game *game);

/* Is the last turn's board that of an earlier turn? *ret_turn receives the latest of these. */
bool game_repeats_board(const struct game *game, size_t *ret_turn);

/* Is the last turn a pass on a board on which its player passed before? *ret_turn receives the
 * latest time. */
bool game_passes_again(const struct game *game, size_t *ret_turn);

/* Black's passes less White's after turn since, that of the last turn included. */
int game_pass_balance(const struct game *game, size_t since);

/* Ends the game at turn now, to be scored, where two passes in a row do. Returns whether it has. */
bool game_end_by_passes(struct turn *now);

/* The player after player in the order of play among those of the bit set active; -1 if none. */
int game_next_player(const struct game *game, int player, unsigned active);

/* Refuses the last turn: for family->judge. */
void game_refuse(struct verdict *verdict, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "the board after move 7" or "the start position": for reasons. buffer has 48 bytes. */
const char *game_name_turn(size_t turn, char *buffer);

#endif
