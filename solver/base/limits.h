/* The limits of a run, and why it stopped. */
#ifndef SOLVER_BASE_LIMITS_H
#define SOLVER_BASE_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_progress;

enum stop_reason {
    STOP_NONE,
    STOP_BUDGET,    /* the query's own max_nodes were expanded */
    STOP_NODES,     /* max_nodes were expanded */
    STOP_TIME,      /* the deadline has passed */
    STOP_INTERRUPT, /* *interrupted became non-zero */
    STOP_MEMORY,    /* what cannot be dropped fills the memory */
    STOP_UNDECIDED, /* there is no proof that more nodes would find (search/unbounded.c) */
    STOP_SOLO,      /* what a player gets solo after a ban is too much work (positions_solo()) */
    STOP_LENGTH,    /* a path grew too long for the counters */
    STOP_UNSCORED,  /* who controls what on a board is not decided (rules/control/control.h) */
    STOP_SAVING,    /* what is proved cannot be saved any more (search/persistence.h) */
    STOP_SIZE,      /* no engine searches boards of this size under the ruleset (unfold/plays.h) */
    STOP_CANCELLED, /* another search has the answer */
};

struct limits {
    uint64_t max_nodes;             /* of all queries together; 0: no limit */
    double deadline;                /* in seconds of clock_now(); 0: none */
    size_t max_bytes;               /* of all that the search holds */
    const atomic_bool *interrupted; /* tells a run to stop; may be NULL */
    /* Called now and then with what the run is at (result/progress.h); may be NULL. */
    void (*progress)(const struct run_progress *progress, void *arg);
    void *progress_arg;      /* what progress gets */
    int threads;             /* that may work together; 0: one */
    uint64_t parallel_nodes; /* a query of at least so many nodes gets two of them; 0: as it pays */
    bool recording;          /* the run notes what proves each lemma (search/proof_trace.h) */
    bool records_later;      /* what is found is proved again by one that does (solve/certify.h) */
    double recorded_most;    /* so it is where tables_guess_boards() is more; 0: 4,000,000 */
    bool strategy_leaves;    /* with it: leaves by bounds, too (search/free_margins.h), by dense
                                tables in place of lists */
    double patience;         /* seconds after a limit of time in which a certificate is still made;
                                0: a tenth of the run (search/retry.h) */
    bool living;             /* strategies end where their player lives with enough */
    bool few_boards;         /* it looks at few boards: tables only if they are tiny */
    bool no_lists;           /* no lists of all boards: dense tables do their work */
    bool whole_margins;      /* dense tables of bounds are made to their end: what rests on them is
                                kept (search/foresight.h) */
    double dense_from;       /* dense tables of bounds come before lists of so many boards up to
                                symmetry and colours; 0: 10,000 */
    size_t strategies_from;  /* strategies come before tables of more bytes; 0: 4 GiB */
};

#endif
