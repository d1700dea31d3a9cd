/* The inside of two_eyes.h: the states of a game, for the search and for the line
 * (two_eyes_line.c). */
#ifndef SOLVER_RULES_CONTROL_TWO_EYES_INSIDE_H
#define SOLVER_RULES_CONTROL_TWO_EYES_INSIDE_H

#include "base/hashset.h"
#include "rules/control/eye.h"
#include "rules/control/two_eyes.h"

#define NONE UINT32_MAX
enum status { OPEN, WON, LOST };

struct node {
    struct eye_state state;
    uint8_t status;
    uint8_t play;     /* of a won one where the builder moves: the play that wins */
    uint8_t reply;    /* where the opponent moves: how many of his plays are answered */
    uint16_t depth;   /* of a won one: the most plays to the formation */
    uint32_t run;     /* the last question in which it was looked at */
    uint32_t waiting; /* links to the nodes that wait for this one, in that question */
};

/* A node in a list. */
struct link {
    uint32_t node, next;
};

struct two_eyes {
    struct eye_board board;
    bool careful; /* the builder who does not fill his eyes is tried first */
    struct node *nodes;
    size_t node_count, node_room;
    struct hashset index; /* of the nodes by their states */
    struct link *links;   /* of this question */
    size_t link_count, link_room;
    uint32_t agenda[EYE_FAR_MAX + 1]; /* links to the nodes to look at, by eye_far() */
    int nearest;                      /* none is nearer than that */
    uint32_t *visited;                /* in this question */
    size_t visited_count, visited_room;
    uint32_t run;
    bool (*stop)(void *);
    void *stop_arg;
    size_t hold; /* bytes that it may take; 0: any number */
    size_t most; /* states that it may have in this question */
    size_t work; /* states looked at, of all questions */
};

/* Makes room for one more element behind count, as array_reserve(). Returns 0 or -ENOMEM. */
int two_eyes_reserve(void *array, size_t count, size_t *room, size_t size);

/* The node of state, made if there is none. Returns 0, -ENOMEM or -ERANGE. */
int two_eyes_find_node(struct two_eyes *game, const struct eye_state *state, uint32_t *ret_number);

/* The same for the state after a play. */
int two_eyes_find_next(struct two_eyes *game, const struct eye_state *state, int play,
                       uint32_t *ret_number);

/*
 * The node with which the game begins, solved. What the builder wins without filling his eyes is
 * won; what he does not may be. Returns 0 or as two_eyes_solve().
 */
int two_eyes_solve_root(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit,
                        uint32_t *ret_root);

#endif
