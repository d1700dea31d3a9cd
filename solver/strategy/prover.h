/*
 * The search for strategies without repetition. A player, the attacker, forces the game to end with
 * a margin. On no path does a stone of his bring a board back, nor does one of the opponent's in a
 * way that a repetition rule could reward (certificate/strategy_soundness.md says which ways these
 * are, and why the claim then holds under the ruleset). So no history matters, and what is proved
 * of a state is proved for good. The search can look at some hundred thousand states a second, and
 * at boards for which no tables could be made.
 *
 * It is df-pn (Nagai 2002) over states, with a table of proof and disproof numbers. Where a board
 * comes back in a forbidden way on the path being searched, the attacker fails. A proof never rests
 * on that. A failure may, and then the worker keeps it under the present path only (graph history
 * interaction: Kishimoto and Mueller 2004). Two proofs from two paths together may bring a board
 * back all the same: strategy_graph.h looks for that.
 *
 * Most paths end in states that take many more moves to win but are plainly won: what the
 * attacker's unconditionally living stones wall in, regions without room for two eyes, is enough
 * for the margin. The search assumes that such a state is won, and ends there. A strategy graph
 * must prove the assumed states that it comes to, with `strict` set. Where it cannot, it retracts
 * the assumption. What was proved strictly and what was not is kept apart.
 *
 * Several threads may search for one answer. Each starts at the root, on a path of its own, with
 * its own failures. They share the table, and the estimate, which does not change meanwhile. While
 * a thread is inside a state the others take that state for farther from its mover's goal than it
 * is. So they go elsewhere in its neighbourhood, and come to the same state when it is by far the
 * best (virtual numbers: Kaneko 2010). That steers only: the table gets true numbers. Why threads
 * do no harm:
 * - An entry is read and written whole, under a lock of its set. It holds what is true whatever the
 *   path is: a proof rests on no path, and a failure that rests on the path stays with the thread
 *   whose path it is.
 * - A proof's order is greater than the orders of the proofs that it rests on. A thread takes the
 *   next number when it has seen what the proof rests on in the table, where that has a number
 *   already, and all numbers come from one count. A state that is proved twice keeps its first
 *   number, which is greater than those of what the first proof rests on. So of an attacker's state
 *   with number n some move leads to a state with a smaller number, and all moves of the opponent
 *   do, as long as nothing is forgotten. Where something is, strategy_graph.h finds it, as with one
 *   thread.
 * - Another thread may have decided a state meanwhile: it stays decided.
 * - The table is widened, and saved, while no thread is at work: all leave their searches as they
 *   stand, and go on afterwards.
 * With one thread every run is the same, node by node. With several, which move is found depends on
 * the moment, and so does the number of nodes. Short queries are answered before threads are
 * called.
 */
#ifndef SOLVER_STRATEGY_PROVER_H
#define SOLVER_STRATEGY_PROVER_H

#include <stdatomic.h>
#include <stddef.h>

#include "strategy/draft.h"
#include "strategy/estimate.h"
#include "strategy/halted.h"
#include "strategy/lesson.h"
#include "strategy/state_pairs.h"

#define SUCCESSORS_MAX (SOLVER_MAX_POINTS + 1)
/* Bytes of a line of the processor's cache. */
#define CACHE_LINE 64

/* A state, as the attacker sees it. */
struct prover_state {
    struct stone_pair stones;
    uint64_t ko;   /* the point, as a bit, on which the mover may not play; 0: none */
    bool own_move; /* the attacker is to move */
};

/* What the rules mean for a strategy. */
struct strategy_rules {
    bool ko;       /* the opponent may not retake a ko at once */
    bool ko_out;   /* instead of ko: he may, and then the attacker goes on solo from that board */
    bool replayed; /* stones may follow after two passes: a ko does not outlast them */
    bool answered; /* with replayed: where his pass frees a ko the attacker may answer by a stone */
    bool living;   /* strategies end where the attacker lives with enough (bitboard_is_safe()) */
};

/* A move and the state that it leads to. */
struct prover_successor {
    struct prover_state to;
    struct entry_key key; /* of to */
    uint8_t point;        /* of the move; board->points: a pass */
};

/* An entry of the table of states (prover_table.h). */
struct prover_entry {
    uint64_t own, other;      /* the attacker's stones, and his opponent's */
    uint32_t proof, disproof; /* proof number and disproof number */
    uint32_t order;           /* of a proved state: the how-many-th proof it was */
    uint16_t tag;             /* which state it is, and its greatest work; 0: the entry is empty */
    uint8_t work;             /* what its last visit took, by its logarithm */
    atomic_uchar lock;        /* of the set whose first entry this is */
};
_Static_assert(sizeof(struct prover_entry) == 32, "two in a line of the cache");

/* What a prover is asked: can the attacker force the margin from a state, where some boards stood
 * before? */
struct prover_query {
    struct prover_state state;
    const struct stone_pair *before; /* the boards, borrowed; NULL: none */
    size_t before_count;
};

enum prover_answer { PROVER_STOPPED, PROVER_PROVED, PROVER_FAILED };

struct prover_worker;
struct checkpoint_query;
struct share;

struct prover {
    /* --- what is proved --- */
    const struct bitboard *board; /* borrowed */
    struct strategy_rules rules;
    int margin;                   /* the attacker must reach it */
    bool strict;                  /* nothing is assumed */
    bool bars_pass;               /* the attacker may not pass on this board: the opponent has */
    struct stone_pair passed;     /* moved there before the query */
    struct state_pairs excluded;  /* moves of the attacker that no strategy graph may have */
    struct state_pairs retracted; /* states that are no longer assumed won, each with itself */

    /* --- what steers --- */
    struct estimate estimate; /* of the margin; it may learn between queries */
    struct estimate effort;   /* of proofs (effort.h); games: the states that it has learned from */
    struct lesson lesson;     /* these states, until a store keeps them */

    /* --- the table (prover_table.h) --- */
    struct prover_entry *entries; /* sets of WAY_COUNT entries */
    size_t entry_used;            /* entries of the sets in use */
    size_t entry_most;            /* entries of the sets that may come into use */
    size_t entry_room;            /* entries that there is memory for */
    size_t entry_main;            /* the same of the run's largest table; 0: not known */
    size_t bytes;                 /* for the table and others that it gives way to; 0: no limit */

    /* --- who searches (worker.h, share.h) --- */
    int threads;                    /* 1, unless set after prover_init() */
    struct prover_worker **workers; /* one for each thread that was needed so far */
    int worker_count;
    atomic_ushort *marks; /* by hash: the threads that are inside a state */
    struct share *share;  /* owned: what connects it with provers of other ranks; or NULL */

    /* --- the present query, and its limits --- */
    uint64_t max_nodes;  /* it ends at so many nodes of all queries */
    uint64_t most_nodes; /* all queries end there; 0: no limit */
    uint64_t ask_name;   /* its name, or of the one in which the run was stopped */
    uint64_t ask_from;   /* the nodes before it, less those that earlier runs took for it */
    int asking;          /* so many workers are inside it, or were when the run was stopped */
    bool run_ends;       /* max_nodes are the last of the run */
    bool halts;          /* it is stopped, to be gone on with in another run */

    /* --- the strategy graph that is made of what it proved --- */
    /* Of a graph that an earlier run made, or this one, to be made on. */
    struct strategy_draft draft;
    size_t graph_states; /* its states; 0: none is made */
    int graph_round;     /* how often it was looked through, and this time */
    bool held;           /* a draft was taken up whole: who asked lets go (query.c) */

    /* --- what outlasts the run (checkpoint.h) --- */
    uint64_t kept_weights;            /* estimate_hash() of what a store has of it; 0: nothing */
    uint32_t kept_games;              /* that these have learned from */
    uint64_t kept_start;              /* where these began */
    struct checkpoint_query *queries; /* asked in this run and before */
    size_t query_count, query_room;
    struct halted halted; /* where an earlier run was stopped, or this one (prover_note()) */
    bool table_kept;      /* a store has the table as it is */
    bool table_larger;    /* a store has one that there was no room for: it stays */

    /* --- who is asked and called meanwhile --- */
    bool (*stop)(void *);   /* asked now and then, by the thread that asked the query; or NULL */
    bool (*is_due)(void *); /* asked now and then: is save() to be called? */
    void (*save)(void *);   /* called while no thread is at work; NULL: nothing is saved */
    /* Called before and after what an earlier run made is taken up: meanwhile no time ends the run,
     * and afterwards it gets as much again, so that it comes further than the one before. Or NULL.
     */
    void (*hold)(void *, bool held);
    void *arg; /* of the four */

    /* --- what threads change while they search --- */
    bool in_region;               /* several threads are at work */
    char gap[CACHE_LINE];         /* what changes all the time is kept away from what does not */
    atomic_uint_least64_t nodes;  /* of all queries */
    atomic_size_t entry_count;    /* entries that are not empty */
    atomic_uint_least32_t proofs; /* the greatest order so far */
    atomic_int answer;            /* enum prover_answer */
    atomic_bool over;             /* some thread has the answer, or has come to an end */
    atomic_bool meet;             /* the threads are to meet: the table must be widened, or saved */
    atomic_bool stopped;          /* a limit was reached, or stop() said so */
    atomic_bool no_memory;
};

/*
 * Prepares a prover for a margin. Its table and its estimate together take at most bytes. The board
 * is borrowed. Returns 0 or -ENOMEM; the prover is to be released in both cases.
 */
int prover_init(struct prover *ret_prover, const struct bitboard *board,
                const struct strategy_rules *rules, int margin, size_t bytes);
void prover_release(struct prover *prover);

/* Returns how many entries a prover like this one, of so many bytes, has in its table. */
size_t prover_entries_in(const struct prover *prover, size_t bytes);

/* Returns the bytes that the table and the estimate take. */
size_t prover_bytes(const struct prover *prover);

/*
 * Makes room for bytes of something else: the table gives up what of the prover's bytes it must,
 * the entries of least worth first (what is proved is worth most, then what took most work). Where
 * not even a quarter of the table would stay, the table gives up nothing: the other memory is
 * beyond what the prover may take then. prover_leave_room(prover, 0) lets the table grow again. To
 * be called while no thread is at work.
 */
void prover_leave_room(struct prover *prover, size_t bytes);

/* Looks at up to max_nodes nodes for an answer. What is found stays in the table for the next
 * query. PROVER_STOPPED: none was found with so many, or a limit of the run stopped it, or there is
 * no memory (prover.no_memory). */
enum prover_answer prover_ask(struct prover *prover, const struct prover_query *query,
                              uint64_t max_nodes);

/*
 * As prover_ask(), by one thread, without a move of the attacker's from the query's state to
 * another, which is not excluded so far. What the table knows of the query's state itself stays
 * what it was, if there is still room for it; of others it may know more afterwards. Nothing is
 * saved meanwhile, and other ranks are told nothing.
 */
enum prover_answer prover_ask_without(struct prover *prover, const struct prover_query *query,
                                      const struct entry_key *to, uint64_t max_nodes);

/* Returns a name for a query, never 0. */
uint64_t prover_name(const struct prover *prover, const struct prover_query *query);

/* Returns how many nodes earlier runs took for a query, the last one of these; 0: for another. */
uint64_t prover_nodes_before(const struct prover *prover, const struct prover_query *query);

/* Notes in prover->halted where the threads are, and what fails on one path only, for a store: it
 * is to be released when that has it. Returns false if there is no memory, or what an earlier run
 * left there is still to come and stays. To be called while no thread is at work. */
bool prover_note(struct prover *prover);

/* Does a store have what the estimate has learned, if it has learned anything? */
static inline bool prover_weights_are_kept(const struct prover *prover)
{
    const struct estimate *estimate = &prover->estimate;
    return estimate->games == 0 ||
           (estimate->games == prover->kept_games && estimate->start == prover->kept_start);
}

/* Takes over what failed on one path only, of what was noted and a store has kept. */
void prover_take_failures(struct prover *prover);

/* Helps another rank that asks this of its prover: searches until that rank has the answer, or this
 * one. Returns 0 or -ENOMEM. */
int prover_help(struct prover *prover, const struct prover_query *query);

/* Lists the moves that must be answered in a state, or that may be made: points ascending, the pass
 * last. Returns how many. */
int prover_successors(const struct prover *prover, const struct prover_state *state,
                      struct prover_successor successors[SUCCESSORS_MAX]);

/* Returns the key of a state: that of the least of its symmetric copies. */
struct entry_key prover_key(const struct bitboard *board, const struct prover_state *state);

/* Returns what the table knows of a state, strictly if the prover is strict, or NULL. */
const struct prover_entry *prover_find(const struct prover *prover, const struct entry_key *key);

/* Lets the entry of a state be fetched while something else is done. */
void prover_prefetch(const struct prover *prover, const struct entry_key *key);

/* Is a state won on sight: the margin is there, the opponent is to move and has no stone to play;
 * or the attacker lives with enough, where that ends strategies? */
bool prover_won(const struct prover *prover, const struct prover_state *state);

/* Does a strategy end on a board, for the attacker lives there with enough? */
bool prover_is_safe(const struct prover *prover, struct stone_pair stones);

/* Does a pass of the attacker's lead to this state, and may he not make it? */
bool prover_bars_pass(const struct prover *prover, const struct prover_state *to);

/* Does the search assume that a state is won before it is proved, where it is not strict? */
bool prover_assumes(const struct prover *prover, const struct prover_state *state,
                    const struct entry_key *key);

/* Returns about how large a strategy is for a state that is plainly won, in no unit: it goes by the
 * opponent's stones and where he may play. */
uint32_t prover_plain_size(const struct bitboard *board, const struct prover_state *state);

/* Retracts the assumption that a state is won. Returns 0 or -ENOMEM. */
int prover_retract(struct prover *prover, const struct entry_key *key);

/* Forgets what the table knows of a state. */
void prover_forget(struct prover *prover, const struct entry_key *key);

/* Forgets all states that fail. */
void prover_forget_failed(struct prover *prover);

/* Forgets all that is not decided, because it is from when the estimate knew less. */
void prover_forget_undecided(struct prover *prover);

/* Excludes the attacker's move from a state to another from now on, and forgets what was proved of
 * the state. Returns 0 or -ENOMEM. */
int prover_exclude(struct prover *prover, const struct entry_key *from, const struct entry_key *to);

/* Excludes no move any more, and forgets what failed: it may have failed because one was. */
void prover_exclude_none(struct prover *prover);

bool prover_excludes(const struct prover *prover, const struct entry_key *from,
                     const struct entry_key *to);

#endif
