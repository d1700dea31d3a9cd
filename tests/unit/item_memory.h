/*
 * What a history model (rules/history_model.h) says is remembered of a game, kept plainly: a list
 * of items with their counters, and the passes in a row. Not the engine's (states/history.h), so
 * that a mistake there is not made here.
 */
#ifndef TESTS_UNIT_ITEM_MEMORY_H
#define TESTS_UNIT_ITEM_MEMORY_H

#include "rules/game.h"
#include "rules/history_model.h"

/* Moves of a game at most. */
#define ITEM_MEMORY_MOVES 60
/* Items of points (ITEM_POINT_SINCE) are as many as boards and points. */
#define ITEM_MEMORY_ITEMS (16 * (ITEM_MEMORY_MOVES + 1))

struct memory_item {
    int cls;
    int point;              /* of an ITEM_POINT_SINCE, else -1 */
    int player;             /* to move next, or creator, or -1 */
    struct position before; /* of an ITEM_PLAY; of an ITEM_BOARD_AFTER that passed on; else empty */
    bool after_pass;        /* of an ITEM_BOARD_AFTER: its maker has passed */
    struct position board;  /* empty of an ITEM_GAME */
    int balance;            /* the counter, of passes in Black's view */
};

struct item_memory {
    const struct graph *graph;
    struct history_model model;
    struct memory_item items[ITEM_MEMORY_ITEMS];
    int count;
    int passes;                /* in a row, as the description counts them */
    struct position passed[2]; /* on which each player passed last */
    bool has_passed[2];
};

/*
 * Begins with what the start of a game leaves, which turn holds. graph is borrowed. Fails where the
 * description cannot be right.
 */
void item_memory_start(struct item_memory *memory, const struct graph *graph,
                       const struct ruleset *rules, const struct turn *start);

/* Returns the rule for a move that makes board. */
const struct play_rule *item_memory_rule(const struct item_memory *memory, struct move move,
                                         const struct position *board);

/* Returns what the item that rule looks up leads to, for move, which makes board of
 * now's. */
enum outcome item_memory_look_up(const struct item_memory *memory, const struct play_rule *rule,
                                 const struct turn *now, struct move move,
                                 const struct position *board);

/* Follows the move of turn now, which stands in its game. */
void item_memory_move(struct item_memory *memory, const struct turn *now);

/* Is the item that is always there, there with counter 0? True where the model names none. */
bool item_memory_has_present(const struct item_memory *memory, const struct turn *now);

#endif
