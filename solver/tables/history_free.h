/*
 * What a player can force from a position without history whatever the rules remember: strategies
 * in whose lines nothing comes back that a rule could look at.
 *
 * The owner of a strategy wants an end with a margin m of his. Take the game without any ko: every
 * stone move is legal that capture and suicide allow, and two passes in a row end the game. In it
 * he forces m
 *
 *   with the opponent to move, from round r on (the board is in P), if each stone move of the
 *      opponent leads to a board that is in O from an earlier round on, and his pass is answered:
 *      the board scores m as it stands, or the owner has a stone move to a board that is in P from
 *      an earlier round on;
 *   to move himself, from round r on (the board is in O), if he has a stone move to a board that is
 *      in P from an earlier round on, or if the board is in P by then and scores m: he passes.
 *
 * This is the least fixpoint, over states of no passes in a row, that an attractor without ko
 * computes (attractor.h; its second layer is the pass to be answered). Two facts about the rounds:
 * a board in P is in O by the same round, whichever way the pass there is answered; and a pass
 * needs nothing of the same round but P, which needs no pass, so the induction is sound.
 *
 * The strategy, for both players' turns without memory: on a board that came into O by a stone move
 * the owner makes that move, on another he passes. Call a situation's round that of O or P, as its
 * player to move is the owner or not. Along a line of play the round never rises: the opponent's
 * pass goes from P to O, which is no later; the owner passes only where the two are the same. And
 * each stone move, whoever makes it, lowers it. Hence:
 *
 *   1. No situation (board and player to move) comes back with a stone move in between.
 *   2. The board that a stone move of the owner makes has not stood before. He makes it a situation
 *      of P; had it stood, its round would have been higher then than now, but with the opponent to
 *      move it is the same, and with the owner to move (O) no higher.
 *   3. The owner passes only on boards that score m, and there at each of his turns. So if the
 *      opponent passes twice on a board, with no stone in between, or right after or before a pass
 *      of the owner's, the board scores m.
 *   4. So each line comes to an end, if passes alone bring one, and it scores m.
 *
 * The rules may forbid the opponent what they like; what they forbid the owner, and the ends that
 * they add, must not be met. What is needed of them is said of struct history_model
 * (history_model.h), beside the code. Nothing is needed of simple ko: by 2 the owner never undoes a
 * move. Nor of a recurring state that ends the game (cycle_ends): it has as many passes in a row,
 * and by 1 only passes lie between. The position must be without history, as 2 knows only of the
 * line's boards.
 *
 * The opponent may bring back a board, with the owner to move. Rules that give him anything for it
 * need strategies in which that does not happen either (acyclic.h); for these 1 and 2 hold of
 * boards, whoever plays and whoever is to move, and 3 and 4 as they stand.
 */
#ifndef SOLVER_TABLES_HISTORY_FREE_H
#define SOLVER_TABLES_HISTORY_FREE_H

#include "rules/ruleset.h"

/* Consecutive passes 0 and 1 of the attractor. */
#define HISTORY_FREE_LAYERS 2

/* What must not come back in a strategy for what is forced to hold under the rules, for each
 * position without history; or HISTORY_FREE_NOT, it does not. */
enum history_free {
    HISTORY_FREE_NOT,
    HISTORY_FREE_SITUATIONS, /* situations: an attractor without ko */
    HISTORY_FREE_BOARDS,     /* boards: acyclic.h */
};
enum history_free history_free_kind(const struct ruleset *rules);

struct play_rule;

/* Does who makes such a play never gain by what he finds on record? */
bool history_free_is_harmless(const struct play_rule *rule);

#endif
