/*
 * Complete games counted one by one by the executable rules: any ruleset, any number of players,
 * any start and history. Nothing is remembered and nothing shared: what is counted here is what the
 * rules say, and engines are measured against it.
 */
#ifndef TESTS_REFERENCE_COUNTS_NAIVE_COUNT_H
#define TESTS_REFERENCE_COUNTS_NAIVE_COUNT_H

#include "rules/game.h"

/* Turns that a game may have from where the count began. */
#define NAIVE_TURNS_MAX 2000

struct naive_count {
    uint64_t games;
    uint64_t of_plays[NAIVE_TURNS_MAX + 1]; /* by stone plays from where the count began */
    uint64_t of_turns[NAIVE_TURNS_MAX + 1]; /* by turns from there */
    size_t plays, turns;                    /* of the longest */
    uint64_t nodes;                         /* turns that were made */
};

/*
 * Counts the complete games that go on from where game stands; it is left as it was. Returns true,
 * or false if it would take more than max_nodes turns, or a game NAIVE_TURNS_MAX turns.
 */
bool naive_count_games(struct game *game, uint64_t max_nodes, struct naive_count *ret_count);

/*
 * Calls visit for each legal turn where game stands, with the turn made; it is taken back
 * afterwards. Stops where visit returns false, and returns it.
 */
bool naive_count_turns(struct game *game, bool (*visit)(struct game *game, void *arg), void *arg);

#endif
