/*
 * The search for strategies without repetition: a player, the attacker, forces the game to end with
 * a margin, and in no line does a stone of his bring a board back, nor one of the other's in a way
 * that a repetition rule could reward (certificate/strategy_soundness.md says which ways these are,
 * and why it is then true under the ruleset). So no history matters, and what is proved of a state
 * is proved for good; the search can look at some hundred thousand states a second, and at boards
 * for which no table could be made.
 *
 * df-pn (Nagai 2002) over states. A board that so comes back on the line being searched is a
 * failure of the attacker's. A proof never rests on that. That he fails may, and is then kept under
 * the present line only (Kishimoto and Mueller 2004). What a proof of one line and one of another
 * make together may bring a board back all the same: strategy_graph.h looks for that.
 *
 * Most lines end in states that are won by many more plays but plainly so: the attacker lives
 * unconditionally and leaves no room for two eyes. They are granted, and the search ends there. A
 * plan must prove those it comes to, with `strict` set; where it cannot, it withdraws the grant.
 * What was proved strictly and what was not is kept apart.
 *
 * Several threads may search for one answer, each from the root on a line of its own, with its own
 * failures; they share the table and the estimate, which stands still. While a thread is inside a
 * state the others take it for farther from its mover's goal than it is, so that they go elsewhere
 * in its neighbourhood and come to the same state when it is by far the best (virtual numbers:
 * Kaneko 2010). That steers only: the table gets true numbers. Why threads do no harm:
 * - An entry is read and written whole, under a lock of its set. It holds what is true whatever the
 *   line is: a proof rests on no line, and a failure that rests on the line stays with the thread
 *   whose line it is.
 * - A proof's order is greater than those of the proofs it rests on: a thread takes the next number
 *   when it has seen what the proof rests on in the table, where it has a number already, and all
 *   numbers come from one count. What is proved twice keeps its first number, which was greater
 *   than those of what the first proof rests on; so of an attacker's state that has number n some
 *   play leads to one with less, and all of the other's do, as long as nothing is forgotten. Where
 *   something is, a plan is looked through (strategy_graph.h), as with one thread.
 * - What is decided is not replaced by what another thread found before that was known.
 * - The table is widened, and saved, while no thread is at work: all leave their searches as they
 *   stand, and go on after it.
 * With one thread every run is the same, node by node; with several, which play is found depends on
 * the moment, as do the nodes it takes. Short questions are answered before threads are called.
 */
#ifndef SOLVER_STRATEGY_PROVER_H
#define SOLVER_STRATEGY_PROVER_H

#include <stdatomic.h>
#include <stddef.h>

#include "strategy/estimate.h"
#include "strategy/state_pairs.h"

#define SUCCESSORS_MAX (SOLVER_MAX_POINTS + 1)
/* Bytes of a line of the cache. */
#define CACHE_LINE 64

/* A state, as the attacker sees it. */
struct prover_state {
    struct stone_pair stones;
    uint64_t ko;   /* a bit: the mover may not play there; 0: none */
    bool own_move; /* the attacker's */
};

/* What the rules make of a strategy. */
struct strategy_rules {
    bool ko;       /* the other may not take back a ko at once */
    bool ko_out;   /* or rather: he may, and leaves the attacker alone on that board */
    bool replayed; /* two passes may be followed by plays: a ko does not outlast them */
};

struct prover_successor {
    struct prover_state to;
    struct entry_key key;
    uint8_t point; /* board->points: a pass */
};

struct prover_entry {
    uint64_t own, other;
    uint32_t proof, disproof;
    uint32_t order; /* of what is proved: the how many-th proof it was */
    uint16_t tag;   /* which state it is, and its greatest work; 0: the entry is empty */
    uint8_t work;   /* what it took, by its logarithm */
    atomic_uchar lock;
};
_Static_assert(sizeof(struct prover_entry) == 32, "two in a line of the cache");

enum prover_answer { PROVER_STOPPED, PROVER_PROVED, PROVER_FAILED };

struct prover_worker;
struct checkpoint_query;

struct prover {
    const struct bitboard *board;
    struct estimate estimate; /* of the margin; it may learn between questions */
    struct strategy_rules rules;
    int margin;  /* the attacker's, that is to be reached */
    int threads; /* 1, unless set after prover_init() */
    bool strict; /* nothing is granted */
    struct prover_entry *entries;
    size_t entry_used, entry_most; /* entries of the sets in use, and of the most; */
    size_t entry_room;             /* for so many there is a place in memory */
    size_t bytes;                  /* for the table, and others that it gives way to; 0: no limit */
    struct prover_worker **workers; /* one for each thread that was needed so far */
    int worker_count;
    atomic_ushort *marks;             /* by hash: threads inside a state */
    struct state_pairs excluded;      /* plays of the attacker that a plan must not have */
    struct state_pairs retracted;     /* states that are no longer granted, each with itself */
    uint64_t max_nodes;               /* of the present question; nodes counts those of all */
    uint64_t most_nodes;              /* of all questions; 0: no limit */
    struct checkpoint_query *queries; /* that were asked, in this run and before (checkpoint.h) */
    size_t query_count, query_room;
    bool (*stop)(void *);   /* asked now and then, by the thread that asked the question */
    bool (*is_due)(void *); /* so is whether to save(), which is done while no thread is at work; */
    void (*save)(void *);   /* NULL: nothing is kept */
    void *arg;
    bool in_region;       /* several threads are at work */
    char gap[CACHE_LINE]; /* what changes all the time is kept away from what does not */
    atomic_uint_least64_t nodes;
    atomic_size_t entry_count;
    atomic_uint_least32_t proofs;
    atomic_int answer; /* enum prover_answer */
    atomic_bool over;  /* some thread is through with the question */
    atomic_bool meet;  /* the threads are to meet: the table must be widened, or saved */
    atomic_bool stopped, no_memory;
};

/* A table and an estimate of at most bytes, together. board is borrowed. Returns 0 or -ENOMEM. */
int prover_init(struct prover *ret_prover, const struct bitboard *board,
                const struct strategy_rules *rules, int margin, size_t bytes);
void prover_release(struct prover *prover);

/* What its table takes. */
size_t prover_bytes(const struct prover *prover);

/*
 * The table gives up what of its prover's bytes it must for so many others: what is proved stays
 * first, then what took most. Where no quarter would stay it gives up nothing: others are beyond
 * what the prover may take then. prover_leave_room(prover, 0) lets it grow again. While no thread
 * is at work.
 */
void prover_leave_room(struct prover *prover, size_t bytes);

/*
 * Can the attacker force margin from spot, where before[] stood before? Up to max_nodes nodes; what
 * was found stays for the next question.
 */
enum prover_answer prover_ask(struct prover *prover, const struct prover_state *state,
                              const struct stone_pair *before, size_t before_count,
                              uint64_t max_nodes);

/* What must be answered at a spot, or what may be played; ordered by points, the pass last. */
int prover_successors(const struct prover *prover, const struct prover_state *state,
                      struct prover_successor successors[SUCCESSORS_MAX]);

struct entry_key prover_key(const struct bitboard *board, const struct prover_state *state);

/* What is known of a state, strictly if the prover is strict: NULL if nothing. */
const struct prover_entry *prover_find(const struct prover *prover, const struct entry_key *key);

/* Lets what is known of a state be fetched while something else is done. */
void prover_prefetch(const struct prover *prover, const struct entry_key *key);

/* Is it won on sight: the margin is there, the other moves, and he has no stone to play? */
bool prover_won(const struct prover *prover, const struct prover_state *state);

/* Is a state taken for won before it is proved, where the search is not strict? */
bool prover_assumes(const struct prover *prover, const struct prover_state *state,
                    const struct entry_key *key);

/* A state is not granted any more. Returns 0 or -ENOMEM. */
int prover_retract(struct prover *prover, const struct entry_key *key);

/* Forgets what is known of a state. */
void prover_forget(struct prover *prover, const struct entry_key *key);

/* Forgets all that is not decided: what it was taken for, when the estimate knew less. */
void prover_forget_undecided(struct prover *prover);

/* The attacker's play from a state to another is not to be made any more; what its state has proved
 * is forgotten. */
int prover_exclude(struct prover *prover, const struct entry_key *from, const struct entry_key *to);

bool prover_excludes(const struct prover *prover, const struct entry_key *from,
                     const struct entry_key *to);

#endif
