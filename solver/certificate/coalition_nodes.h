/*
 * The body of a certificate of values by coalition (format.h tells the rest of the file): the
 * nodes, one after the other, children before parents. V is a number as in format.h. The header has
 * "coalition-nodes N" in place of "nodes N", and claims like
 *
 *   claim root black,white gets >= 4 points node 26 map 0     they force that
 *   claim play A1 third gets <= 0 points rules                the others hold him to it
 *
 *   | field   | bytes | meaning                                                                  |
 *   |---------|-------|--------------------------------------------------------------------------|
 *   | head    | 1     | bits 0-1 mover; 2 held; 3-4 normal passes just before; 5-6 payoff        |
 *   | players | 1     | bits 0-3 who may still play; 4-7 the coalition; bit k: player k          |
 *   | stones  |       | for each player V, bit p: a stone of his on point p                      |
 *   | bound   | V     | zigzag of the payoff                                                     |
 *   | play    | V     | where the winning side moves: the point; points: pass; points + 1:       |
 *   |         |       | refresh                                                                  |
 *   | count   | V     | where the other side moves: of replies, one for each legal play          |
 *   | replies |       | V = 5 * back + ban. Ban 0: nobody is banned; k + 1: player k is. Back 0: |
 *   |         |       | the game is over then; else own number - child's number                  |
 *
 * The plays of the other side are not named: points ascending, then the pass, then the refreshing
 * pass. docs/coalition-certificates.md says what a checker checks.
 */
#ifndef SOLVER_CERTIFICATE_COALITION_NODES_H
#define SOLVER_CERTIFICATE_COALITION_NODES_H

#include "certificate/format.h"

#define COALITION_NODE_HELD 4u
#define COALITION_NODE_PASSES_SHIFT 3
#define COALITION_NODE_PAYOFF_SHIFT 5

/* A state, without its past. */
struct coalition_state {
    uint64_t stones[PLAYERS_MAX]; /* bit p: on point p */
    int mover;
    unsigned active; /* bit k: player k has not been prohibited from playing */
    int passes;      /* normal passes just before, since the start or the last ban */
};

struct coalition_reply {
    int banned;     /* who is prohibited from playing by it, or -1 */
    bool ends;      /* the game is over then */
    uint32_t child; /* the node's number, unless it ends */
};

/*
 * "From this state the coalition forces a payoff of at least bound", or held: "its opponents hold
 * it to at most bound".
 */
struct coalition_node {
    struct coalition_state state;
    unsigned members; /* the coalition; bit k: player k */
    bool held;
    enum certificate_payoff payoff;
    int bound;
    int play; /* where the winning side moves */
    int count;
    struct coalition_reply replies[CERTIFICATE_REPLIES_MAX];
};

/* Does the side that the node says something for move? Else its opponents do. */
static inline bool coalition_node_wins(const struct coalition_node *node)
{
    return ((node->members >> node->state.mover & 1) != 0) != node->held;
}

/*
 * Reads the next node. Says nothing about whether it makes sense but that its numbers are in range
 * and its children before it. Returns 0 or -EINVAL (err names the node).
 */
int coalition_node_next(const struct certificate *certificate, struct certificate_cursor *cursor,
                        struct coalition_node *ret_node, struct error *err);

#endif
