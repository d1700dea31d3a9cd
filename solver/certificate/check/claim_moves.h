/* The moves before a claim: replayed under the executable rules, with what the rules remember. */
#ifndef SOLVER_CERTIFICATE_CHECK_CLAIM_MOVES_H
#define SOLVER_CERTIFICATE_CHECK_CLAIM_MOVES_H

#include "certificate/check/demands.h"
#include "certificate/format.h"
#include "certificate/replay.h"

struct claim_item {
    struct item item;
    bool present;
    int counter; /* Black's view */
};

struct claim_moves {
    struct replayed_game replay; /* the game by the executable rules */
    struct boards *boards;
    const struct history_model *model;
    struct node_state state;  /* now; of a game that goes on with both players */
    uint32_t passed[2];       /* by player: the board on which he passed last, and 1; 0: none */
    struct claim_item *items; /* what the rules remember, by their description */
    size_t count, room;
    struct hashset set; /* the items */
    struct {            /* what claim_moves_mark() found */
        size_t turns, count;
        struct node_state state;
        uint32_t passed[2];
        struct claim_item *items;
        size_t room;
    } mark;
};

/*
 * Starts at the certificate's start, no move made. Returns 0, -ENOMEM or what ended the boards'
 * budget. claim_moves_release() it.
 */
int claim_moves_init(struct claim_moves *ret_moves, const struct certificate *certificate,
                     struct boards *boards, const struct history_model *model);
void claim_moves_release(struct claim_moves *moves);

/*
 * Plays a move. Returns 0; -EINVAL where the rules refuse it or the game is over, or where the
 * rules and their description do not agree (err says which); else as claim_moves_init().
 */
int claim_moves_play(struct claim_moves *moves, struct move move, struct error *err);

/*
 * Remembers where the line stands, and goes back there, as often as is wanted: so a claim costs its
 * own move and not the whole line. Returns 0, -ENOMEM or what ended the budget.
 */
int claim_moves_mark(struct claim_moves *moves);
int claim_moves_go_back(struct claim_moves *moves);

/* Does the game go on with both players? */
bool claim_moves_is_open(const struct claim_moves *moves);

/* Is the demand fulfilled? */
bool claim_moves_fulfil(const struct claim_moves *moves, const struct demand *demand);

/* Prisoners so far, Black's view; 0 where they do not count. */
int claim_moves_gain(const struct claim_moves *moves);

#endif
