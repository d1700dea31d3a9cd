/* Part of solve.h: what is asked for, solving, and what was found. */
#ifndef SOLVE_RUN_H
#define SOLVE_RUN_H

#include "solve-play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- interruption --- */

/*
 * A wish to stop, which runs and stores look at now and then. Must outlive all that it was given
 * to. Returns 0 or -ENOMEM.
 */
int solve_interrupt_new(struct solve_interrupt **ret_interrupt);
void solve_interrupt_free(struct solve_interrupt *interrupt);

/* Asks for the stop. Any thread may call it at any time, a signal handler, too. */
void solve_interrupt_request(struct solve_interrupt *interrupt);

/* Takes the wish back, before the next run. */
void solve_interrupt_clear(struct solve_interrupt *interrupt);

/* Any thread may call it at any time. */
bool solve_interrupt_is_requested(const struct solve_interrupt *interrupt);

/* --- values --- */

#define SOLVE_MARGIN_INFINITE 1000000 /* +: a win outright; or: no end can be forced */

/*
 * What is proved of a value. lower is the largest margin that Black can force, upper the smallest
 * that White can force; each lies between two numbers until they meet. Under most rules (pairs of
 * solve_rules_facts() is false) lower and upper are one number, the value.
 */
struct solve_bounds {
    int lower_min, lower_max;
    int upper_min, upper_max;
};

/* Are lower and upper known? */
bool solve_bounds_known(const struct solve_bounds *bounds);

/* Black's margin by best play in half points if what lies between lower and upper counts as komi.
 */
int solve_bounds_at_komi(int lower, int upper, int komi_half_points);

/* --- requests --- */

/* A request for the value of a state and of all root moves, with one thread, 1 GiB of memory, no
 * other limit, komi 0, no store and no certificate. Returns 0 or -ENOMEM. */
int solve_request_new(struct solve_request **ret_request);
void solve_request_free(struct solve_request *request);

/*
 * What is wanted and may be used. They return 0, or -EINVAL for a number out of range.
 * komi: -SOLVE_KOMI_MAX .. SOLVE_KOMI_MAX; it says which root moves are best where lower and upper
 * differ, values are before komi. value_only: leaves the other root moves out. threads: 1 ..
 * SOLVE_THREADS_MAX, more than one only in a library built with OpenMP. memory: bytes of all
 * threads together, at least 64 KiB. max_nodes: expanded states; 0: no limit. seconds: the run,
 * and opening a store for it, ends so many seconds after this call; 0: no limit.
 * interrupt: may be NULL. certificate: one is made of what is proved, with one thread. store: its
 * entries are used and what is proved is added (nothing of it is used for a certificate, nor under
 * rules that remove cycles); NULL: none. store and interrupt must outlive the run.
 */
int solve_request_set_komi(struct solve_request *request, int half_points);
int solve_request_set_value_only(struct solve_request *request, bool value_only);
int solve_request_set_threads(struct solve_request *request, int threads);
int solve_request_set_memory(struct solve_request *request, uint64_t bytes);
int solve_request_set_max_nodes(struct solve_request *request, uint64_t nodes);
int solve_request_set_seconds(struct solve_request *request, double seconds);
int solve_request_set_interrupt(struct solve_request *request,
                                const struct solve_interrupt *interrupt);
int solve_request_set_certificate(struct solve_request *request, bool wanted);
int solve_request_set_store(struct solve_request *request, struct solve_store *store);

/* What a run is doing. */
enum solve_phase {
    SOLVE_PREPARING,  /* tables of all positions are made */
    SOLVE_SEARCHING,  /* a threshold is decided by df-pn */
    SOLVE_STRATEGIES, /* strategies without repetition are looked for */
    SOLVE_LEARNING,   /* by games, to guess what play comes to: it orders moves */
};

struct solve_progress {
    enum solve_phase phase;
    double seconds; /* since solve_request_run() was called */
    uint64_t nodes; /* expanded */
    uint64_t bytes; /* held */

    /* The threshold asked of, when searching or looking for strategies: can attacker get margin?
     * White: can he hold Black to it? */
    int attacker, margin;

    uint64_t boards;        /* when preparing: positions up to symmetry so far */
    uint64_t entries;       /* when searching: of the transposition table (lemmas) */
    size_t depth;           /* when searching: moves from the root */
    bool root;              /* of strategies: it is asked of the root, not after a root move: */
    struct solve_move move; /* this */
    int rated, moves;       /* of strategies: root moves that were rated, and all to rate */
    uint32_t games, games_wanted; /* when learning */
};

/* tell (NULL: nobody) is called now and then during solve_request_run(), by the thread that called
 * it or one of the run's own, by one at a time. It must not use handles that the run uses. */
int solve_request_set_progress(struct solve_request *request,
                               void (*tell)(const struct solve_progress *progress, void *arg),
                               void *arg);

/*
 * Solves the state at which game stands, which is not changed; a game that is over is scored. The
 * board has at most SOLVE_POINTS_MAX points and the rules two players. Returns 0 also when a limit
 * or the interrupt stopped it: then solve_result_stop() says so and the bounds are what is proved.
 * -EINVAL: game or what is wanted is out of range (err), -ENOMEM: there is not even memory to
 * begin.
 */
int solve_request_run(const struct solve_request *request, const struct solve_game *game,
                      struct solve_result **ret_result, struct solve_error *err);

/* --- results --- */

void solve_result_free(struct solve_result *result);

/* The root's value. Returns 0. */
int solve_result_bounds(const struct solve_result *result, struct solve_bounds *ret_bounds);

enum solve_stop {
    SOLVE_STOP_NONE,
    SOLVE_STOP_NODES,     /* max_nodes */
    SOLVE_STOP_TIME,      /* seconds */
    SOLVE_STOP_INTERRUPT, /* the interrupt */
    SOLVE_STOP_MEMORY,    /* memory is full of what cannot be forgotten */
    SOLVE_STOP_UNDECIDED, /* no proof was found, and more nodes would find none */
    SOLVE_STOP_SOLO,      /* what a player gets who moves alone is too much to enumerate */
    SOLVE_STOP_LENGTH,    /* a line grew too long for the counters of passes */
    SOLVE_STOP_UNSCORED,  /* who controls what on a board is not decided */
    SOLVE_STOP_STORE,     /* what is proved cannot be written (solve_store_failure()) */
    SOLVE_STOP_OTHER,
};

/* Why it stopped before all was proved. */
enum solve_stop solve_result_stop(const struct solve_result *result);

/* The same in words, "the limit of nodes is reached": a constant. */
const char *solve_stop_text(enum solve_stop stop);

/* A legal root move. */
struct solve_root_move {
    struct solve_move move;
    struct solve_bounds bounds; /* of the state after it */
    size_t same_as;             /* the lowest root move that a symmetry takes to it; itself: none */
    bool best;                  /* proved to be one of the best at the request's komi */
};

/* The legal root moves in the order of solve_game_legal_moves(): none when the game is over. */
size_t solve_result_move_count(const struct solve_result *result);

/* Returns 0, or -ENOENT: i is not below the count. */
int solve_result_move(const struct solve_result *result, size_t i,
                      struct solve_root_move *ret_move);

/* Is the value of every root move proved? And is every root move at the komi proved to be one of
 * the best, or proved not to be? */
bool solve_result_moves_complete(const struct solve_result *result);
bool solve_result_best_complete(const struct solve_result *result, int komi_half_points);

enum solve_rating { SOLVE_RATED_OPEN, SOLVE_RATED_BEST, SOLVE_RATED_WORSE };

/* What is proved of root move i at any komi. */
enum solve_rating solve_result_rating(const struct solve_result *result, size_t i,
                                      int komi_half_points);

/* May another komi have other best moves: do lower and upper of the root or a move differ? */
bool solve_result_komi_matters(const struct solve_result *result);

/* The principal variation. *ret_count receives its moves. */
const struct solve_move *solve_result_pv(const struct solve_result *result, size_t *ret_count);

/* Does it go to the end of the game, or to a state that recurs? */
bool solve_result_pv_complete(const struct solve_result *result);

/* The index of its move at which a cycle begins that goes on for ever; -1: none. */
long solve_result_pv_cycle(const struct solve_result *result);

/* The game of the request with the principal variation played; the result's. Its turn
 * solve_game_turns(game) - count of the principal variation is the root. */
const struct solve_game *solve_result_game(const struct solve_result *result);

struct solve_work {
    uint64_t nodes;   /* expanded; 0: the store had the result */
    uint64_t entries; /* of the transposition table (lemmas) at the end */
    double seconds;   /* of solve_request_run() */
    int threads;      /* that searched */
};
int solve_result_work(const struct solve_result *result, struct solve_work *ret_work);

struct solve_certificate {
    const uint8_t *bytes; /* the file; size 0: nothing was proved that can be certified */
    size_t size;
    size_t claims;
    size_t missing; /* claims that are proved but could not be certified */
    bool cut;       /* time or the interrupt ended it: another run may make a smaller one */
};

/* The certificate that was asked for; its bytes are the result's. Returns 0, or -ENOENT: none was
 * asked for. */
int solve_result_certificate(const struct solve_result *result,
                             struct solve_certificate *ret_certificate);

/* Writes a file whole or not at all. Returns 0 or a negative errno (err). */
int solve_certificate_write(const struct solve_certificate *certificate, const char *path,
                            struct solve_error *err);

/* --- predictions --- */

enum solve_tables {
    SOLVE_TABLES_MADE,
    SOLVE_TABLES_TOO_LARGE,
    SOLVE_TABLES_TOO_LONG,
    SOLVE_TABLES_UNUSED
};

/* What strategies are likely to need, guessed from the boards that were decided so. */
struct solve_forecast {
    double states, states_low, states_high; /* to look at */
    double memory;                          /* bytes with which few states are looked at twice; */
    double memory_low;                      /* with these many are, four times at most */
    bool beyond;                            /* the board is larger than any that was decided */
    const char *from;                       /* the boards that it is guessed from */
};

/* What a run would take. Bytes and seconds are of tables of all positions. */
struct solve_prediction {
    int threads;
    uint64_t memory;           /* of the request */
    long double legal, boards; /* legal positions; those up to symmetry and colours */
    bool legal_exact, boards_exact;
    double moves;     /* on all of them; estimated */
    bool addressable; /* positions and moves have 32-bit numbers */
    double bytes_positions, bytes_reverse, bytes_attractor, bytes_work, bytes_all;
    double bytes_needed;  /* of memory for tables to be made */
    double second_a_move; /* measured now */
    double seconds_positions, seconds_reverse, seconds_attractor, seconds_every;
    double seconds_before; /* the first threshold is searched */
    enum solve_tables tables;
    bool strategies;   /* are looked for, before tables */
    bool has_forecast; /* then: */
    struct solve_forecast forecast;
};

/* Measures for about a tenth of a second. Of the request threads, memory and max_nodes count.
 * Returns 0, -EINVAL or -ENOMEM. */
int solve_request_predict(const struct solve_request *request, const struct solve_game *game,
                          struct solve_prediction *ret_prediction, struct solve_error *err);

/* The same of a table of all positions; bytes_needed and seconds_before are all that it takes. */
int solve_request_predict_table(const struct solve_request *request, const struct solve_game *game,
                                struct solve_prediction *ret_prediction, struct solve_error *err);

#ifdef __cplusplus
}
#endif

#endif
