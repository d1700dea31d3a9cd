/*
 * Cycles (Logical Japanese Rules of Go, Pauli 2004; numbers in brackets are those of its rules). A
 * cycle exists where the situation at the start of a turn is similar to one at the start of a
 * former turn; there is one for each such former situation, numbered from 1, the longest ago first.
 */
#ifndef SOLVER_RULES_CYCLES_H
#define SOLVER_RULES_CYCLES_H

#include "rules/game.h"

struct cycle {
    size_t start;          /* the turn after which the similar situation arose; 0: the start */
    struct point_set used; /* [7] the locations to which stones were added or from which stones were
                              removed since */
};

/* [8] Are the situations that two turns left similar? */
bool cycles_similar(const struct game *game, size_t a, size_t b);

/* The number of cycles that end in the situation after turn. */
int cycles_count(const struct game *game, size_t turn);

/* Finds the cycle of that number there, from 1 on. Returns false if there is none. */
bool cycles_find(const struct game *game, size_t turn, int number, struct cycle *ret_cycle);

/* [8] Are cycles that end in the situation after turn disturbing: would a pass not end the game? */
bool cycles_disturb(const struct game *game, size_t turn);

#endif
