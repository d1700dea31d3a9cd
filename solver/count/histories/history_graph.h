/*
 * The states of a game, and what each move between them looks up and creates in the history: the
 * description of the ruleset (rules/history_model.h) spelt out for one board, move by move.
 *
 * Where the game bans a player (OUTCOME_MOVER_OUT, OUTCOME_OPPONENT_OUT) the other one goes on
 * alone: in nodes of their own, with a history that begins there. He is always to move, one pass
 * ends his game, and so does a ban of his own (Kee Rules 2013, 12 and 13).
 */
#ifndef SOLVER_COUNT_HISTORY_GRAPH_H
#define SOLVER_COUNT_HISTORY_GRAPH_H

#include "count/run.h"
#include "states/item.h"

/* No node, no item. */
#define HISTORY_NONE UINT32_MAX
/* The classes of the model, and one for states whose recurrence ends the game. */
#define HISTORY_CLASSES (ITEM_CLASSES_MAX + 1)
#define HISTORY_CREATED_MAX 3

/* What a hit of a look-up means for a count. */
enum history_effect {
    HISTORY_GOES_ON,
    HISTORY_ILLEGAL,
    HISTORY_ENDS,         /* one complete game, whoever wins */
    HISTORY_MOVER_OUT,    /* the opponent goes on alone */
    HISTORY_OPPONENT_OUT, /* the mover does */
};

/* The effect of a hit where the counter is at most high and no range before says more. */
struct history_range {
    int32_t high;
    enum history_effect effect;
};

struct history_node {
    struct state state;
    bool alone;          /* the mover is the only one who still plays */
    uint32_t first_edge; /* the next node's is where its edges end */
    uint32_t image;      /* the least node that group elements make of it */
    uint32_t variants;   /* where those elements begin; the next node's is where they end */
};

struct history_edge {
    uint32_t to;                           /* the node it leads to; HISTORY_NONE: an end */
    uint32_t lookup;                       /* the item looked up, or HISTORY_NONE */
    uint32_t bar;                          /* the item that makes it illegal, or HISTORY_NONE */
    uint32_t alone[2];                     /* where the mover, the opponent goes on alone */
    uint32_t created[HISTORY_CREATED_MAX]; /* items, then HISTORY_NONE */
    struct history_range ranges[OUTCOME_RANGES_MAX]; /* in the mover's view; they cover all */
    int8_t shift[HISTORY_CLASSES];                   /* of the counters, in Black's view */
    uint8_t clears;                                  /* bit per class */
    uint8_t length;                                  /* in the measure */
    int8_t sign;  /* what takes a counter that changes its sign with the colours to the mover's */
    bool blocked; /* as long as the item is there no play goes on by this edge */
    struct move move;
};

struct history_class {
    bool counted; /* what a hit means depends on the counter; else it stays 0 here */
    bool signs;   /* the counter changes its sign with the colours */
    bool keeps;   /* where it is created again the counter goes on */
    int32_t most; /* counters from here on mean the same */
};

struct history_item {
    uint64_t name; /* as states/item.h has it */
    uint8_t class;
};

struct history_graph {
    struct positions positions;
    struct history_model model;
    enum arena_measure measure;
    struct history_class classes[HISTORY_CLASSES];
    struct history_node *nodes; /* [node_count] tells where the last one's edges end */
    uint32_t node_count;
    size_t node_room;
    struct hashset node_index;
    struct history_edge *edges;
    uint32_t edge_count;
    size_t edge_room;
    struct history_item *items;
    uint32_t item_count;
    size_t item_room;
    struct hashset item_index;
    uint8_t *variants; /* group elements, by node */
    size_t variant_count, variant_room;
    uint32_t *item_images; /* [g * item_count + item]: where group element g takes it */
};

/*
 * Makes the graph of all that can be played from turn since of game, a game of two players on at
 * most SOLVER_MAX_POINTS points under rules with a history model. That turn is the start, or one
 * that got a player banned. Its node is 0. Returns 0; -ENOSPC: it takes more than max_bytes;
 * -EINTR: run must stop; or -ENOMEM. history_graph_free() it.
 */
int history_graph_new(const struct game *game, size_t since, enum arena_measure measure,
                      size_t max_bytes, struct count_run *run, struct history_graph **ret_graph);
void history_graph_free(struct history_graph *graph);

/* Returns the bytes that the graph holds. */
size_t history_graph_bytes(const struct history_graph *graph);

/* Returns the node, the item that group element g makes of one. */
uint32_t history_graph_image(const struct history_graph *graph, int g, uint32_t node);
uint32_t history_graph_item_image(const struct history_graph *graph, int g, uint32_t item);

/* Finds the variants of all nodes and the images of all items, once they are there. Returns 0 or
 * -ENOMEM. */
int history_graph_make_images(struct history_graph *graph, struct count_run *run);

/* Returns the item of a class that was created by arriving at node, or HISTORY_NONE: no move looks
 * it up or creates it. */
uint32_t history_graph_arrival(const struct history_graph *graph, int class, uint32_t node);

/* Returns the edge of node that makes the move; the state allows it. */
const struct history_edge *history_graph_edge(const struct history_graph *graph, uint32_t node,
                                              struct move move);

#endif
