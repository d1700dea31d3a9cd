/*
 * Can a coalition get so many points, if all others play against it? A df-pn search over games with
 * their whole past. Under Kee's rules every game ends, and the past only grows: the searched graph
 * has no cycles. What is decided is kept as facts (players/facts.h).
 */
#ifndef SOLVER_PLAYERS_FORCE_H
#define SOLVER_PLAYERS_FORCE_H

#include "base/limits.h"
#include "players/facts.h"
#include "players/payoff.h"

struct force_numbers;
struct force;

/* Who is told now and then how far a search is. */
struct force_listener {
    void (*tell)(const struct force *force, void *arg); /* NULL: nobody */
    void *arg;
};

struct force {
    struct trail trail;
    struct payoff payoff;          /* what is asked about: the coalition, and what is counted */
    int goal;                      /* that it wants to get at the end */
    struct facts facts;            /* of the coalition, for all goals */
    bool recording;                /* facts keep their proofs */
    size_t beside;                 /* bytes that count as its own: the caller's, for the same run */
    struct force_numbers *numbers; /* proof numbers of states that are not decided */
    const struct limits *limits;
    struct force_listener listener;
    enum stop_reason stop;
    uint64_t nodes;
    struct sparse stamps[TRAIL_LISTS]; /* of each situation: the last fact that asked for it */
    uint32_t stamp;
    struct fact_condition *asked; /* conditions of the fact that is made */
    size_t asked_count, asked_room;
};

/* For the state at which game stands. limits is borrowed. Returns 0 or -ENOMEM; force_release() in
 * either case. */
int force_init(struct force *ret_force, const struct game *game, const struct limits *limits);
void force_release(struct force *force);

/* Bytes held, with those beside it. */
size_t force_bytes(const struct force *force);

/* Lets go of what a search needs. What is left is what facts prove, and the game; then only
 * force_release() may be called. */
void force_end_search(struct force *force);

/* Asks for another coalition from now on. */
void force_set_coalition(struct force *force, unsigned coalition, enum certificate_payoff payoff);

/* A goal as facts have it. */
static inline int force_code(const struct force *force, int goal)
{
    return goal - force->payoff.least;
}

/* Does the coalition get goal from the state at which the trail stands? 1, 0, or -1: stopped
 * (force->stop says why). */
int force_query(struct force *force, int goal);

/* Plays a move on the trail if it is legal. Returns 0, or -1: stopped (force->stop says why). */
int force_play(struct force *force, struct move move, struct verdict *ret_verdict);

#endif
