/*
 * Where a run was stopped, so that the next one goes on there and does not begin again: which query
 * of a value was asked, with which budget, how far it was, and the path that best first was on.
 * (Depth first takes the first open move and so finds its path again.) With it go the proof numbers
 * of open nodes (search.numbers).
 *
 * All of this steers and proves nothing: what a path leads to is searched as anything else is, and
 * facts are lemmas. So what is read may be old, of another run or spoilt: then it costs nodes. A
 * step of a path is only taken if the move is there and open.
 *
 * Nodes are named by their stones and by those of their history (history_name_boards()), as every
 * run numbers boards in its own way.
 */
#ifndef SOLVER_SEARCH_HALT_H
#define SOLVER_SEARCH_HALT_H

#include "search/search.h"

/* Longer paths are cut off there. */
#define HALT_STEPS_MOST 4096
/* Of a round: more makes no sense. */
#define HALT_BUDGET_MOST (UINT64_C(1) << 50)
#define HALT_REACH_MOST (1u << 12)
#define HALT_ASKED_MOST 8

/* A move of a path, and the limits of the node that it leads to (struct search_frame). */
struct halt_step {
    uint8_t kind, point;
    struct dfpn_numbers limits;
};

/* What is asked of a value. */
struct halt_round {
    uint64_t name;    /* of the node and what is looked for; 0: nothing that is gone on with */
    int32_t known[3]; /* the least and the most that it may be, and the guess */
    uint64_t budget;  /* nodes for each query of the round */
    uint32_t reach;   /* how far from the guess it asks (value.c), or the visits (unbounded.c) */
    uint32_t asked;   /* the how-many-th query of the round it is */
};

/* How far a query is. */
struct halt_query {
    int32_t threshold;
    uint8_t attacker;
    bool over;        /* Depth first has failed. */
    uint64_t left[2]; /* nodes that it may still take, by order of search; 0: not known */
    uint64_t work;    /* of the last turn of best first */
};

struct halt_point {
    struct halt_round round;
    struct halt_query query;
    struct halt_step *steps;
    size_t step_count;
};

struct halt {
    struct halt_point from;  /* where an earlier run was stopped; its name 0: there is none */
    bool used;               /* This run has gone on with that value. */
    bool pending;            /* The query that was stopped is still to come. */
    bool in_query;           /* It is the present one. */
    struct halt_round now;   /* the present round */
    struct halt_query query; /* how far the present query is */
    struct halt_point left;  /* where this run was stopped; its name 0: nowhere yet */
    uint64_t root[2];        /* names the node at which the search began */
};

/* Lets search, which has a session (persistence.h), go on where another run was stopped from the
 * present node of its history, and note where it is stopped itself. Without the memory it does not.
 */
void halt_open(struct search *search, struct state root);

void halt_close(struct search *search);

/* Is there something new to be saved when the search has come to its end? */
bool halt_is_new(const struct halt *halt);

/* A name for the present node of search, which is at state, and for what is looked for there. */
uint64_t halt_name(const struct search *search, struct state state, const int *about, size_t count);

/*
 * If an earlier run was stopped in the value that round names, sets the budget and the reach of
 * *round to its own; and where no more is known than then, asked, too.
 */
void halt_find_round(struct search *search, struct halt_round *round);

/* Notes which query comes next. NULL: none that could be gone on with. */
void halt_note_round(struct search *search, const struct halt_round *round);

/* A query begins: is gone along the path again if it is the one that was stopped. */
void halt_begin(struct search *search, int t, enum colour attacker);

/* Returns how far the present query was when an earlier run was stopped in it, or NULL. */
const struct halt_query *halt_query_before(const struct search *search);

/* Notes how far it is (its threshold and attacker are known). */
void halt_note_query(struct search *search, const struct halt_query *query);

/* The query is broken off, and all frames are still there: notes where it was stopped, if that was
 * by a limit of the run. */
void halt_leave(struct search *search);

/* Returns the move to make from the last frame, to go along the path again; NULL: it has been gone
 * along, or cannot be. */
const struct halt_step *halt_next(struct search *search);

/* Puts the numbers of an open node, as they were saved, into the table. */
void halt_recall(struct search *search, uint64_t hash, struct dfpn_numbers numbers);

#endif
