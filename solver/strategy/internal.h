/* What the files of strategies.h share. */
#ifndef SOLVER_STRATEGY_INTERNAL_H
#define SOLVER_STRATEGY_INTERNAL_H

#include "certificate/write/strategy_write.h"
#include "strategy/strategies.h"
#include "strategy/strategy_graph.h"

/* Questions of a round that are not the main one, or less likely, get this part of its nodes. */
#define SIDE_PART 32

/* An attacker's plan from the root. It outlasts what its prover knew. */
struct root_strategy {
    struct strategy_graph graph;
    int margin; /* his view */
    bool made;
};

struct strategies {
    struct solver *solver;
    const struct game *game;
    struct bitboard board;
    struct strategy_rules rules;
    struct prover provers[2]; /* the main question's, and that of all others */
    enum colour attackers[2];
    bool open[2];
    enum colour favourite;
    struct strategy_progress shown;
    struct root_strategy roots[2]; /* by attacker: of his last claim about the root */
    uint64_t counted;              /* of the provers' nodes, those told to the solver */
    uint64_t spent, max_nodes;     /* nodes of all questions; for those of the root */
    uint64_t carried_nodes;        /* of spent, what earlier runs did */
    int threads;                   /* that were at work together, at most */
    struct strategy_claim *claims; /* their replies are owned */
    size_t claim_count;
    size_t missing;        /* halves of the root's value without a claim */
    bool aside_ended;      /* the search over lemmas would come no further (aside.c) */
    bool aided, unneeded;  /* it found a bound of the root; it found the value */
    struct bounds *bounds; /* of the root, while they are found, or NULL */
    void (*note)(void *);  /* told when these are narrower, or a first play's; or NULL */
    void *note_arg;
    int asking; /* the side that is asked the present question, where tables are kept; */
    uint64_t query, carried_hash; /* its hash, that of attacker and margin, too, */
    uint64_t query_from;          /* and the prover's nodes that it did not take */
    double next_save;             /* clock_now() */
    uint64_t saved_nodes[2];      /* the provers' when they were saved last */
    struct checkpoint_query *carried;
    size_t carried_count, carried_room;
};

/* The stones of a position as an attacker sees them. */
struct stone_pair bitboard_seen_by(enum colour attacker, const struct position *position,
                                   int points);

/* What is known of the root or a first play has changed. */
void strategies_tell(const struct strategies *strategies);

/* --- questions (query.c) --- */

/* Does attacker force his margin, from the root or after a play of it? */
struct strategy_query {
    enum colour attacker;
    int margin; /* his view */
    struct prover_state state;
    bool mirrored; /* it is the other's question of the root: his prover serves for it, too */
    bool root;
    struct move move;
};

/* The nodes that a question gets in the next round (*budget: in the last one, 0: there was none).
 * False: they are as many as make sense where there is another way to the answer. */
bool query_budget(const struct strategies *strategies, uint64_t *budget);

/* The same where there is none: without an end. */
void query_budget_beyond(uint64_t *budget);

/* Lets an estimate of an attacker's learn as much as becomes so many nodes. 0 or -ENOMEM. */
int query_learn(struct strategies *strategies, struct estimate *estimate, enum colour attacker,
                uint64_t budget);

/*
 * Asks with at most budget nodes, of the main prover (side 0) or the other, if none has the
 * attacker and the margin. What is proved is a plan in which no board comes back that may not
 * (strategy_graph.h); only then it is a claim. Returns 1: proved; 0: not so far; -1: there is none;
 * -EAGAIN; -ENOMEM.
 */
int query_ask(struct strategies *strategies, const struct strategy_query *query, int side,
              uint64_t budget);

/* What the attacker gets beyond his margin, guessed (less than 0: he lacks it); NAN where no prover
 * has learned to guess for the question. */
float query_expected_margin(const struct strategies *strategies,
                            const struct strategy_query *query);

/*
 * Keeps a claim with a copy of the plan's replies; plan NULL: no board has a margin beyond it.
 * Returns 1; 0 where the checker refuses it; -ENOMEM.
 */
int query_claim(struct strategies *strategies, const struct strategy_query *query,
                const struct strategy_graph *graph);

/* --- the search over lemmas (aside.c) --- */

/* Narrows bounds of the root by the search over lemmas, with a part of a round's nodes. Returns 0,
 * or -ENOMEM. */
int aside_search(struct strategies *strategies, uint64_t budget, struct bounds *bounds);

/* --- what outlasts a run (resume.c); nothing happens where nothing is kept --- */

/* After a prover was opened, and before it is closed. */
void resume_load(struct strategies *strategies, int side);
void resume_save(struct strategies *strategies, int side);

/*
 * Take from budget what earlier runs have spent on a question, so that this one goes on where they
 * stopped: the first as far as it is known without the question's prover, which need not be opened
 * then, the other with it. Return 1; 0: nothing is left of the budget; -1: they found that there is
 * no strategy; keep_begin() also -ENOMEM.
 */
int resume_prepare(struct strategies *strategies, enum colour attacker, int margin,
                   const struct prover_state *state, const struct stone_pair *before,
                   uint64_t *budget);
int resume_begin(struct strategies *strategies, int side, uint64_t *budget);

/* The prover's estimate has learned: what the table holds undecided from when it knew less, in this
 * run or another, is forgotten. Returns 0 or -ENOMEM. */
int resume_learned(struct prover *prover);

/* answer: 1: proved; 0: not so far; -1: there is none. */
void resume_end(struct strategies *strategies, int answer);

#endif
