/* Ends of the game, and leaves: what decides a node without search. */
#include "search/internal.h"

#include <errno.h>

int search_end(struct search *search, const struct search_frame *frame, const struct edge *edge,
               enum outcome outcome, enum colour winner, bool *ret_good, int *ret_bound)
{
    enum colour mover = frame->state.mover, solo = mover;
    int margin = 0;
    *ret_bound = BOUND_MAX;
    switch (outcome) {
    case OUTCOME_ILLEGAL:
        *ret_good = winner != mover;
        return 0;
    case OUTCOME_MOVER_WINS:
        *ret_good = winner == mover;
        return 0;
    case OUTCOME_MOVER_LOSES:
        *ret_good = winner != mover;
        return 0;
    case OUTCOME_TIE:
        *ret_good = winner != search->attacker;
        return 0;
    case OUTCOME_SCORED:
        margin = positions_margin(search->positions, edge->move.child.board);
        break;
    case OUTCOME_MOVER_OUT:
    case OUTCOME_OPPONENT_OUT:
    default: {
        solo = outcome == OUTCOME_MOVER_OUT ? !mover : mover;
        int r = positions_solo(search->positions, edge->move.child.board, solo, &margin);
        if (r < 0)
            return r;
        margin = solo == BLACK ? margin : -margin;
        break;
    }
    }
    margin += edge->gain;
    *ret_bound = winner == BLACK ? margin : -margin;
    *ret_good = *ret_bound >= (winner == BLACK ? frame->t : 1 - frame->t);
    return 0;
}

struct edge *search_add_leaf_edge(struct search *search, struct search_frame *frame,
                                  enum colour winner, int margin)
{
    struct edge *edge = search_add_edge(search, frame);
    if (edge == NULL)
        return NULL;
    edge->move.kind = MOVE_PASS;
    edge->move.before = frame->state.board;
    edge->move.child = frame->state;
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = (int16_t)margin;
    return edge;
}

/* What player gets alone. Where the opponent claims no more than to lose the whole board that is
 * enough to know; but a checker counts what it is, so that a record must not be too hard for it.
 * Returns as positions_solo(). */
static int solo_margin(struct search *search, uint32_t board, enum colour player, int claim,
                       int *ret_margin)
{
    struct positions *positions = search->positions;
    if (claim <= -positions->points && positions->scoring != SCORING_TERRITORY &&
        !search->limits.recording) {
        *ret_margin = positions->points;
        return 0;
    }
    if (positions->solo_hard > SOLO_TRIES)
        return -E2BIG;
    return positions_solo(positions, board, player, ret_margin);
}

/*
 * A leaf that holds under every history: a player only passes from now on. Then the opponent plays
 * alone, and the board that is left is one that he can reach alone. Passing is never forbidden, and
 * if it gets the player banned his opponent is alone just the same (history_model.passing_safe).
 * Where the opponent may go round for ever, or come to an end that is good for nobody (solo_ends),
 * who passes only denies him what he wants.
 */
int search_add_leaf(struct search *search, struct search_frame *frame, bool *ret_leaf)
{
    *ret_leaf = false;
    if (!search->solo_leaf || !search->model.passing_safe || search->model.pass_prisoners ||
        frame->state.unpassed)
        return 0;
    for (enum colour player = BLACK; player <= WHITE; player++) {
        enum colour winner = !player; /* who only passes */
        int margin, claim = winner == BLACK ? frame->t : 1 - frame->t;
        int r = solo_margin(search, frame->state.board, player, claim, &margin);
        if (r == -E2BIG)
            continue; /* The leaf would cost more than it saves. */
        if (r < 0)
            return r;
        if (-margin < claim)
            continue;
        if (winner == search->attacker && !search->model.solo_ends)
            continue;
        struct edge *edge = search_add_leaf_edge(search, frame, winner, -margin);
        if (edge == NULL)
            return -ENOMEM;
        edge->denies = !search->model.solo_ends;
        *ret_leaf = true;
        return 0;
    }
    return 0;
}
