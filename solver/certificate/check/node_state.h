/*
 * The states of nodes and their moves, by the executable rules and the ruleset's description of
 * what it remembers (rules/history_model.h).
 */
#ifndef SOLVER_CERTIFICATE_CHECK_NODE_STATE_H
#define SOLVER_CERTIFICATE_CHECK_NODE_STATE_H

#include "certificate/check/boards.h"
#include "rules/history_model.h"

/* A state: a node but for its history. */
struct node_state {
    uint32_t board; /* in struct boards */
    int mover;      /* 0 Black, 1 White */
    int passes;     /* as far as the rules remember them */
    bool unpassed;  /* nobody has passed yet; only where that matters (history_model.first_pass) */
    int ko;         /* as struct certificate_node tells it */
};

static inline bool node_state_equal(const struct node_state *a, const struct node_state *b)
{
    return a->board == b->board && a->mover == b->mover && a->passes == b->passes &&
           a->unpassed == b->unpassed && a->ko == b->ko;
}

/* Do the rules treat the state as they treat what the group element makes of it? As long as it
 * matters who passes first the colours are not alike. */
static inline bool node_state_is_alike(const struct node_state *state, int element)
{
    return !state->unpassed || (element & 1) == 0;
}

/* Finds what a group element makes of a state. Returns as boards_map(). */
int node_state_map(struct boards *boards, int element, const struct node_state *state,
                   struct node_state *ret_state);

/* A move and where it leads if play goes on. */
struct node_step {
    struct node_state from, to;
    enum move_kind kind;
    int point;                    /* of a stone */
    int gain;                     /* prisoners, or points for the first pass, Black's view */
    bool ends;                    /* the move is the pass that ends the game by their number */
    const struct play_rule *rule; /* what the ruleset's description says of such a move */
};

/* The moves of a state. The number of a move is its point; points: the pass; points + 1: the
 * refreshing pass. */
struct node_moves {
    int count;
    int numbers[SOLVER_MAX_POINTS + 2];
    struct node_step steps[SOLVER_MAX_POINTS + 2];
};

/*
 * Lists the moves that capture, suicide and simple ko allow, in the order of certificates: points
 * ascending, the pass, the refreshing pass. Returns as boards_moves().
 */
int node_state_moves(struct boards *boards, const struct history_model *model,
                     const struct node_state *state, struct node_moves *ret_moves);

#endif
