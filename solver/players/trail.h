/*
 * A game by the Kee Rules (rules/kee2013.h) of any number of players, with what of its past a
 * search must know: which situations (board, player to move) have been encountered, and how many
 * passes each player has made since.
 *
 * Kee's rule looks at two lists: the encounters since the latest of start, ban and refreshing pass,
 * for a stone play or a normal pass [12a]; the anchors since the latest of start and ban, for a
 * refreshing pass [12b]. No situation stands twice in one of them: the play that brings it back
 * bans somebody, which clears both. (It does so without a stone in between only by a full round of
 * passes, which ends the game.)
 */
#ifndef SOLVER_PLAYERS_TRAIL_H
#define SOLVER_PLAYERS_TRAIL_H

#include <stdint.h>

#include "players/sparse.h"
#include "rules/game.h"

enum trail_list { TRAIL_ENCOUNTERS, TRAIL_ANCHORS, TRAIL_LISTS };

/* What belongs to a turn of the game. */
struct trail_mark {
    uint32_t situation;
    size_t since[TRAIL_LISTS];    /* the first turn that the list looks at */
    uint32_t before[TRAIL_LISTS]; /* what latest held of its situation */
    uint64_t hash[TRAIL_LISTS];   /* of the situations in the list, in any order */
    uint16_t passes[PLAYERS_MAX]; /* that decide who is the ko player, since the beginning */
};

struct trail {
    struct game game;
    struct trail_mark *marks; /* as many as the game has turns */
    size_t room;
    uint32_t situations;
    struct sparse
        latest[TRAIL_LISTS]; /* of each situation: the last turn that put it there, plus 1 */
};

/* The most situations that a board may have. */
#define TRAIL_SITUATIONS_MAX (1u << 24)

/* The most turns of a game. */
#define TRAIL_TURNS_MAX 4000

/* What trail_answer() says of a situation that is not in the list. */
#define TRAIL_ABSENT UINT64_MAX

/* All situations of a board of so many points with so many players; more than TRAIL_SITUATIONS_MAX:
 * too many. */
uint64_t trail_situations(int points, int players);

/* Plays the game anew; its graph is borrowed. Returns 0, -ENOMEM, or -ERANGE: the game is too long.
 * trail_release() it in any case. */
int trail_init(struct trail *ret_trail, const struct game *game);
void trail_release(struct trail *trail);

/* Bytes held. */
size_t trail_bytes(const struct trail *trail);

/* As game_play(); also -ERANGE: the game is too long. */
int trail_play(struct trail *trail, struct move move, struct verdict *ret_verdict);
void trail_undo(struct trail *trail);

/* The number of the situation that a board is for the player next. */
uint32_t trail_situation(const struct trail *trail, const struct position *board, int next);

/* The turn at which the situation stands in the list, or SIZE_MAX. */
size_t trail_find(const struct trail *trail, enum trail_list list, uint32_t situation);

/*
 * All that the rule can ask of a situation in the list: how many passes more than the one with the
 * fewest each active player has made since; or that it is not there.
 */
uint64_t trail_answer(const struct trail *trail, enum trail_list list, uint32_t situation);

/* The list in which a move looks for the situation that it brings about. */
static inline enum trail_list trail_looks_in(struct move move)
{
    return move.kind == MOVE_REFRESH ? TRAIL_ANCHORS : TRAIL_ENCOUNTERS;
}

#endif
