/*
 * The search under rules with cycles: can a player force the game to END with at least a margin?
 *
 * What is searched for is a proof: a finite tree with one move of the attacker at each of his
 * situations, all moves of the opponent, removals included, at each of the opponent's, and ends
 * good enough at its leaves. Who forces an end has such a tree, as each situation has finitely many
 * moves. Only proofs are facts (cycles/lemma.h). That none was found is no fact, because the
 * attacker's tree is looked for among paths in which a situation comes back only so many times
 * (visits).
 */
#ifndef SOLVER_CYCLES_SEARCH_H
#define SOLVER_CYCLES_SEARCH_H

#include "base/limits.h"
#include "cycles/lemma.h"
#include "cycles/table.h"
#include "search/dfpn.h"

struct cycle_worker;

/* What of a search outlasts its run (checkpoint.h). */
struct cycle_saving {
    struct persistence *persistence;       /* NULL: nothing does */
    const struct game *game;               /* of the run */
    double due;                            /* clock_now() at which it is saved next */
    uint64_t root;                         /* a hash of the game */
    const struct persistence *loaded_from; /* whose searches are in it; NULL: nobody's */
    double loaded_opened;                  /* as an address is used again */
    bool too_much; /* Not all of it had room: nothing is loaded, and nothing saved, which would take
                      it away. */
    uint64_t stored_root; /* the root whose proof numbers are stored; 0: none are */
    uint64_t others;      /* the same when the run began, if it was another root; else 0 */
    uint64_t unsaved;     /* nodes of runs that are over since it was saved */
    uint64_t saved_at;    /* the nodes of this run then */
    uint64_t owner;       /* the root whose proof numbers are to be saved; 0: they are not */
};

/* Marks of who is where; a power of two. Two nodes may share one. */
#define CYCLE_MARKS ((size_t)1 << 15)

struct cycle_search {
    struct cycle_game game; /* where queries start */
    struct cycle_lemmas lemmas;
    struct cycle_table table;      /* where cycles are not removed */
    struct dfpn_table numbers;     /* of open nodes */
    struct cycle_worker **workers; /* one for each thread that was needed so far */
    int worker_count;
    int threads_used; /* the most that searched at once */
    struct limits limits;
    double started; /* in seconds of clock_now() */
    enum stop_reason stopped;
    atomic_uint_least64_t nodes; /* expanded, all queries together */
    uint64_t last_node;          /* of the present query */
    int attacker;                /* of the present query */
    int visits;                  /* how often a situation may stand again without gain for him */
    struct cycle_lemma *proved;  /* of the last query that was proved */
    bool in_region;              /* several threads are at work */
    atomic_bool over;            /* one of them is done */
    atomic_ushort *marks;        /* by name: the threads that are inside a node */
    /* Called where more is proved of a value that is looked for (value.h); or NULL. */
    void (*note)(void *arg);
    void *note_arg;
    struct cycle_saving saving;
};

/*
 * Prepares to search from where game stands (not over); its graph must outlive the search. Returns
 * 0 or -ENOMEM. cycle_search_release() it in any case.
 */
int cycle_search_init(struct cycle_search *ret_search, const struct game *game,
                      const struct limits *limits);
void cycle_search_release(struct cycle_search *search);

/* Prepares a search that was shrunk for a run from another game of the same board and rules, which
 * is not over. Returns 0 or -ENOMEM. */
int cycle_search_reopen(struct cycle_search *search, const struct game *game,
                        const struct limits *limits);

/* Frees what only steers: the proof numbers, which take more than the rest. Returns the bytes that
 * are held. */
size_t cycle_search_shrink(struct cycle_search *search);

/*
 * Looks for a proof that attacker forces at least margin (his view, all captives counted) from
 * where search->game stands, with so many visits and expanding at most max_nodes. Several threads
 * (limits.threads) work on it if that is worth it; how many nodes it takes then differs from run to
 * run. Returns 1 and the margin that was proved; 0 if there is no such proof within the visits;
 * -EAGAIN if a limit stopped it (search->stopped; STOP_BUDGET: max_nodes).
 */
int cycle_search_prove(struct cycle_search *search, int attacker, int margin, int visits,
                       uint64_t max_nodes, int *ret_margin);

/* Lets the search's limits stop what its situations ask of control. */
void cycle_search_watch(struct cycle_search *search);

/* Why the clock or the flag stops the search now; STOP_NONE: they do not. */
enum stop_reason cycle_search_reason(const struct cycle_search *search);

#endif
