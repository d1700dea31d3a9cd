/*
 * What a stone play does to the board, for any number of players: capture, and whether the play is
 * suicidal. Sources: the usual rules of Go for two players; Kee Rules of Go (2013), rules 9 to 11,
 * for more, with which the usual rules agree for two.
 */
#ifndef SOLVER_RULES_CAPTURE_H
#define SOLVER_RULES_CAPTURE_H

#include "board/position.h"

struct capture {
    bool enclosing;        /* [9] */
    bool suicidal;         /* [10] the placed chain was removed instead of capturing */
    int own_size;          /* stones in the placed chain before any removal */
    int removed;           /* stones removed in all */
    int lost[PLAYERS_MAX]; /* stones of each player removed */
};

/*
 * Places player's stone on the empty point and removes what is to be removed. With alliance,
 * opposing chains that touch each other (of different opponents) form an allied group, which is
 * enclosed only if none of its chains has a liberty; without, every opposing chain is a group of
 * its own.
 */
void capture_play(const struct graph *graph, struct position *position, int point, int player,
                  bool alliance, struct capture *ret_capture);

#endif
