/* What a run is doing: numbers for whoever shows its progress (struct limits.progress). */
#ifndef SOLVER_RESULT_PROGRESS_H
#define SOLVER_RESULT_PROGRESS_H

#include "board/graph.h"
#include "board/move.h"
#include "board/position.h"

enum progress_stage {
    PROGRESS_TABLES,   /* boards are enumerated and tables computed; no node is expanded yet */
    PROGRESS_SEARCH,   /* the proof-number search over states with their history */
    PROGRESS_STRATEGY, /* the search for strategies: see run_progress.strategy */
    PROGRESS_LEARNING, /* a strategy's estimate learns from games: see run_progress.strategy */
    PROGRESS_COUNTING, /* complete games, or legal positions, are counted: nodes, lemmas, bytes */
    PROGRESS_SWEEPS,   /* a dense table is made, sweep by sweep: boards, sweep, swept */
};

/* The part of the search for strategies (strategy/strategies.h). */
struct strategy_progress {
    enum colour attacker;      /* who is to have a strategy */
    int margin;                /* that he is to get, in Black's view */
    const struct graph *graph; /* of the board */
    bool root;                 /* The query is about the root itself, not about a root move. */
    struct move move;          /* the root move that the query is about */
    int rated;                 /* root moves of which it is known whether they are best */
    int moves;                 /* root moves up to symmetry */
    size_t bytes;              /* held for strategies */
    const uint32_t *games; /* those the estimate has learned from; NULL: it does not learn now */
    uint32_t games_wanted; /* those it is to learn from */
    size_t states;         /* of the strategy that is made of what was proved; 0: none is made */
    int round;             /* from 1: how often that was looked through, and this time */
};

struct run_progress {
    enum progress_stage stage;
    uint64_t nodes;       /* expanded so far, all queries together */
    size_t boards;        /* enumerated so far, up to symmetry; or that a sweep goes over; or
                             strategy->states */
    int sweep;            /* from 1; or strategy->round */
    size_t swept;         /* boards that this sweep has gone over */
    size_t lemmas;        /* held now; of a count: results that are kept */
    size_t depth;         /* of the present path */
    size_t bytes;         /* held by the search now */
    enum colour attacker; /* of the present query: can this player ... */
    int margin;           /* ... get this margin (Black), or hold Black to it (White)? */
    const struct strategy_progress *strategy; /* NULL: strategies are not searched for */
};

#endif
