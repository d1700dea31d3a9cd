/* What the files of strategies.h share. */
#ifndef SOLVER_STRATEGY_INTERNAL_H
#define SOLVER_STRATEGY_INTERNAL_H

#include "certificate/write/strategy_write.h"
#include "strategy/share.h"
#include "strategy/strategies.h"
#include "strategy/strategy_graph.h"

/* Of a round's nodes, the part for a query that is not the main one, or less likely. */
#define SIDE_PART 32

/* An attacker's strategy from the root. It outlasts the prover that found it. */
struct root_strategy {
    struct strategy_graph graph;
    int margin; /* his view */
    bool made;
};

struct strategies {
    struct solver *solver;   /* borrowed */
    const struct game *game; /* borrowed */
    struct bitboard board;
    struct strategy_rules rules;
    struct strategies_plan plan;
    struct stone_pair *past[2]; /* by attacker, as he sees them: the boards of all turns, each with
                                   its symmetric copies */
    size_t past_count, past_before; /* of all turns, and of those before the present one */

    /* By side: 0 for the main query, 1 for all others. */
    struct prover provers[2];
    enum colour attackers[2];
    bool open[2];            /* there is a prover */
    bool shared;             /* other ranks help (share.h) */
    uint64_t saved_nodes[2]; /* the prover's nodes when it was saved last */

    enum colour favourite; /* who is more likely to get the board */
    struct strategy_progress shown;
    struct root_strategy roots[2]; /* by attacker: of his last claim about the root */

    uint64_t counted; /* of the provers' nodes, those that the solver has counted */
    uint64_t spent;   /* nodes of all queries, in this run and before */
    int threads;      /* the most that were at work together */

    struct strategy_claim *claims; /* their replies are owned */
    size_t claim_count;
    size_t missing; /* halves of the root's value without a claim */

    bool aside_ended;      /* the search over lemmas would come no further (aside.c) */
    bool aided;            /* it found a bound of the root */
    bool unneeded;         /* it found the root's value, or decided what is asked */
    struct bounds *bounds; /* of the root, while they are found; or NULL */
    void (*note)(void *);  /* called when bounds of the root or a root move are narrower; or NULL */
    void *note_arg;

    /* The present query, where a run can be resumed (resume.c). */
    int asking;                       /* its side */
    uint64_t query;                   /* its hash */
    uint64_t carried_hash;            /* its hash with that of attacker and margin */
    uint64_t query_from;              /* the prover's nodes before it, and before its last count */
    bool is_making;                   /* a graph is made of its proof */
    bool loaded;                      /* a store had a strategy that was made for it */
    bool taken;                       /* its graph is that one */
    double next_save;                 /* clock_now() */
    int holds;                        /* so often the run is held (resume_hold()) */
    double held_from, deadline;       /* since when; the run's, until then */
    struct checkpoint_query *carried; /* by carried_hash: nodes of earlier runs, not yet used */
    size_t carried_count, carried_room;
};

/* Reports that more is known of the root or of a root move. */
void strategies_report(const struct strategies *strategies);

/* Returns what other ranks make of something of so many bytes. */
struct share_prover strategies_described(const struct strategies *strategies, size_t bytes);

/* Counts what the provers did, for the solver. Returns whether a limit ends the run. */
bool strategies_stop(void *strategies);

/* --- queries (query.c) --- */

/* Does attacker force his margin, from the root or after a root move? */
struct strategy_query {
    enum colour attacker;
    int margin; /* his view */
    struct prover_state state;
    bool mirrored;    /* it is the opponent's query of the root: his prover serves for it, too */
    bool root;        /* it is about the root */
    struct move move; /* else about the root after this move */
};

enum query_result {
    QUERY_PROVED,  /* there is a strategy, and a claim */
    QUERY_OPEN,    /* it is not known so far */
    QUERY_REFUSED, /* there is no strategy, nor one for a greater margin */
    QUERY_CLOSED,  /* the checker refuses the one there is, and would again: that says nothing of
                      other margins */
    QUERY_STOPPED, /* a limit of the run stopped it */
    QUERY_NO_MEMORY,
};

/*
 * Asks with at most budget nodes: the prover that has the query's attacker and margin, or that of
 * side. What is proved becomes a strategy graph in which no board comes back that may not
 * (strategy_graph.h), and only then a claim.
 */
enum query_result query_ask(struct strategies *strategies, const struct strategy_query *query,
                            int side, uint64_t budget);

/* Returns how many boards stood before a query's state: those of strategies->past, the first of
 * them. */
size_t query_past(const struct strategies *strategies, const struct strategy_query *query);

/* Is there nothing more to be had from the query? */
bool query_is_over(enum query_result result);

/* Returns 0, or the errno of a result that ends the run: -EAGAIN or -ENOMEM. */
int query_errno(enum query_result result);

/* Returns whose prover and estimate serve for a query. */
enum colour query_owner(const struct strategy_query *query);

/* Returns by how much the attacker's expected margin is beyond the one that is asked for (less than
 * 0: he lacks it); NAN where no prover has learned to guess for the query. */
float query_expected_margin(const struct strategies *strategies,
                            const struct strategy_query *query);

/* --- budgets (query_budget.c) --- */

/* Returns the bytes for the table of a side. */
size_t query_budget_table(const struct strategies *strategies, int side);

/* Sets the nodes that a query gets in the next round (*budget: in the last one; 0: there was none).
 * Returns false if they are as many as make sense where there is another way to the answer. A brief
 * try begins with so few that its rounds come to its plan's. */
bool query_budget_next(const struct strategies *strategies, uint64_t *budget);

/* The same where there is no other way: without an end. */
void query_budget_beyond(uint64_t *budget);

/* Lets an estimate of an attacker's learn from as many games as is fitting for so many nodes, or
 * from a fixed number that is not 0. Returns 0 or -ENOMEM. */
int query_budget_learn(struct strategies *strategies, struct estimate *estimate,
                       enum colour attacker, uint64_t budget, uint32_t fixed);

/* --- claims (claims.c) --- */

/*
 * Adds a claim, with a copy of the graph's replies; graph NULL: it says that no board has a margin
 * beyond it. Drops claims that say less. Returns QUERY_PROVED; QUERY_OPEN where the checker of
 * certificates refuses the claim; QUERY_NO_MEMORY.
 */
enum query_result claims_add(struct strategies *strategies, const struct strategy_query *query,
                             const struct strategy_graph *graph);

/* --- the search over lemmas (aside.c) --- */

/* Narrows bounds of the root by the search over lemmas, with a part of a round's nodes. Returns 0,
 * or -ENOMEM. */
int aside_search(struct strategies *strategies, uint64_t budget, struct bounds *bounds);

/* --- what outlasts a run (resume.c); nothing happens where nothing is saved --- */

/* Loads a prover that was just made. */
void resume_load(struct strategies *strategies, int side);

/* Is what is found kept for other runs? */
bool resume_is_kept(const struct strategies *strategies);

/* Saves a prover, unless little was done since it was saved last. */
void resume_save(struct strategies *strategies, int side);

/* Before (held) and after what an earlier run made is taken up: meanwhile no time ends the run, and
 * afterwards it has as much again, at least. So it comes further than the earlier one, however
 * short both are. May be nested. */
void resume_hold(struct strategies *strategies, bool held);

/*
 * Take from budget what earlier runs have spent on a query, so that this run goes on where they
 * stopped: resume_prepare() as far as that is known without the query's prover, which need not be
 * made then, resume_begin() when the prover is there. Return true if the query goes on. Else
 * *ret_result says how it ends: QUERY_OPEN (nothing is left of the budget), QUERY_REFUSED (an
 * earlier run found that), QUERY_NO_MEMORY.
 */
bool resume_prepare(struct strategies *strategies, const struct strategy_query *query,
                    uint64_t *budget, enum query_result *ret_result);
bool resume_begin(struct strategies *strategies, int side, uint64_t *budget,
                  enum query_result *ret_result);

/* Returns from how many games a prover's estimate learned before it was learned, in this run or
 * another, what proofs take; 0: that was not learned. From then on the estimate stays as it is, for
 * it is that which is corrected. */
uint32_t resume_games(const struct prover *prover);

/* The prover's estimate has learned: lets it learn what proofs take, too, and forgets what is
 * undecided in the table from when it knew less, in this run or another. begun: the query is one
 * that another run has begun. Returns 0 or -ENOMEM. */
int resume_learned(struct prover *prover, bool begun);

/* A graph is made of the proof of the query, or no more. */
void resume_make(struct strategies *strategies, bool making);

/* Was an earlier run stopped while it made a graph of the query's proof? It may have forgotten
 * parts of that, so that proving them again is not up to the budget. */
bool resume_is_making(const struct strategies *strategies);

/* Loads the strategy that was made for the present query, of that name. Returns false if there is
 * none. */
bool resume_load_strategy(const struct strategies *strategies, uint64_t name,
                          struct strategy_draft *ret_strategy);

/* Saves the strategy that was made for the present query; without replies: it is no strategy. */
void resume_save_strategy(const struct strategies *strategies,
                          const struct strategy_draft *strategy);

/* Notes how the query ended: QUERY_PROVED, QUERY_OPEN or QUERY_REFUSED. */
void resume_end(struct strategies *strategies, enum query_result result);

#endif
