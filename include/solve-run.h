/* Part of solve.h: what is asked for, solving, and what was found. */
#ifndef SOLVE_RUN_H
#define SOLVE_RUN_H

#include "solve-play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- interruption --- */

/* A wish to stop. Runs and stores look at it now and then, so it must outlive them. Returns 0 or
 * -ENOMEM. */
int solve_interrupt_new(struct solve_interrupt **ret_interrupt);
void solve_interrupt_free(struct solve_interrupt *interrupt);

/* Asks for the stop. Any thread and any signal handler may call it at any time. */
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

/*
 * What the rules alone say of the value of any state on the board: no end has more points, however
 * play goes. Infinite, either way, where that is no bound of a value: where prisoners count, a
 * player may win outright, or may come to no end with a score. Returns 0 or -EINVAL.
 */
int solve_bounds_of_rules(const struct solve_rules *rules, const struct solve_board *board,
                          struct solve_bounds *ret_bounds);

/* Are lower and upper known? */
bool solve_bounds_known(const struct solve_bounds *bounds);

/* Black's margin by best play in half points if what lies between lower and upper counts as komi.
 * Margins beyond SOLVE_MARGIN_INFINITE count as that. */
int solve_bounds_at_komi(int lower, int upper, int komi_half_points);

/* --- claims --- */

/*
 * A claim about a value, which a run can decide alone: player 0, Black gets half_points or more;
 * player 1, White holds Black to half_points or less. Who claims forces an end: where lower and
 * upper differ Black's claims are about lower, White's about upper. White space may be left.
 */
struct solve_claim {
    int player;      /* who forces it: 0 Black, 1 White */
    int half_points; /* Black's margin in half points, as it is printed: with the half point that
                        rules may give him; -SOLVE_KOMI_MAX .. SOLVE_KOMI_MAX */
};

enum solve_answer {
    SOLVE_ANSWER_OPEN, /* it is not decided */
    SOLVE_ANSWER_YES,
    SOLVE_ANSWER_NO,
};

/* With the NUL. */
#define SOLVE_CLAIM_TEXT_MAX 32

/* Reads ">=24", "<= -3", ">=0.5". Returns 0 or -EINVAL. */
int solve_claim_parse(const char *text, struct solve_claim *ret_claim, struct solve_error *err);

/* Writes the claim as solve_claim_parse() reads it into buffer of SOLVE_CLAIM_TEXT_MAX bytes;
 * returns buffer. */
const char *solve_claim_format(const struct solve_claim *claim, char *buffer);

/* Is it about a margin that ends under rules have: whole points, or points and a half? Returns 0 or
 * -EINVAL. */
int solve_claim_check(const struct solve_claim *claim, const struct solve_rules *rules,
                      struct solve_error *err);

/* What bounds under rules say of a claim. */
enum solve_answer solve_claim_answer(const struct solve_claim *claim,
                                     const struct solve_bounds *bounds,
                                     const struct solve_rules *rules);

/* --- caches --- */

/*
 * What runs leave in memory for later runs of the same board and rules: tables of its positions,
 * and what was proved of them, whatever the game was before. So a game of which some moves were
 * solved is quickly solved after the next, and a thousand positions of a board take little more
 * than the hardest ones.
 *
 * The same are boards of the same points and edges, and rules of the same family and fields. Komi,
 * history, limits and what is wanted may differ. What a run says is the same with a cache and
 * without one: the value, which root moves are best, the values of the moves. Only the work is less
 * (solve_result_work()); where several moves are equally good, the principal variation may go
 * another way; and a run that a limit of nodes or seconds stops may have proved more.
 *
 * A run that makes a certificate uses no cache.
 */
struct solve_cache;

/* An empty cache. At most bytes wait in it for later runs; the boards used longest ago go first.
 * What a run works on counts as the run's own memory. Returns 0, -EINVAL or -ENOMEM. */
int solve_cache_new(uint64_t bytes, struct solve_cache **ret_cache);

/* Frees it; no run may use it any more. */
void solve_cache_free(struct solve_cache *cache);

/* --- requests --- */

/* A request for the value of a state and of all root moves, with one thread, 1 GiB of memory, no
 * other limit, komi 0, no store and no certificate. Returns 0 or -ENOMEM. */
int solve_request_new(struct solve_request **ret_request);
void solve_request_free(struct solve_request *request);

/* Each of the following returns 0, or -EINVAL for a number out of range. */

/* Komi in half points, -SOLVE_KOMI_MAX .. SOLVE_KOMI_MAX. Values do not contain it. It decides
 * which root moves are best where lower and upper differ. */
int solve_request_set_komi(struct solve_request *request, int half_points);

/* Leaves out the values of root moves that the value of the root does not need. */
int solve_request_set_value_only(struct solve_request *request, bool value_only);

/*
 * Asks whether a claim is true, and for nothing else: the run ends when the bounds of the root
 * decide it (solve_claim_answer()), no root moves are solved, and a certificate holds what decides
 * it. A line is found only if the value comes out, too. NULL: the value is looked for, as at first.
 * Only solve_request_run() and solve_store_open() look at it; a claim that the rules' margins do
 * not fit (solve_claim_check()) is -EINVAL there.
 */
int solve_request_set_ask(struct solve_request *request, const struct solve_claim *claim);

/* 1 .. SOLVE_THREADS_MAX. A library that was built without OpenMP uses one. */
int solve_request_set_threads(struct solve_request *request, int threads);

/* Bytes that all threads together may hold, from SOLVE_MEMORY_MIN on. */
int solve_request_set_memory(struct solve_request *request, uint64_t bytes);

/* States that may be expanded; of an estimate, games that may be played. 0: any number. */
int solve_request_set_max_nodes(struct solve_request *request, uint64_t nodes);

/* The run ends so many seconds after this call, and so does opening a store for it. 0: it may take
 * as long as it takes. */
int solve_request_set_seconds(struct solve_request *request, double seconds);

/* The run stops when interrupt is requested. NULL: nobody stops it. interrupt must outlive the run.
 */
int solve_request_set_interrupt(struct solve_request *request,
                                const struct solve_interrupt *interrupt);

/* Makes a certificate of what is proved. Of such a run only the search for strategies uses
 * more than one thread. */
int solve_request_set_certificate(struct solve_request *request, bool wanted);

/* Such a certificate may have strategy leaves: dense tables tell what is forced without history,
 * and the certificate has the strategies. Under rules that have none (see below) it changes
 * nothing. On the smallest boards a certificate may be larger with it. */
int solve_request_set_strategy_leaves(struct solve_request *request, bool wanted);

/* Strategies end where their player lives with enough: from there on he only passes. So they are
 * smaller, and sooner found, where he need not have the whole board. A certificate has living
 * strategies then, which a checker of version 4 of its format reads. It changes nothing under rules
 * that have none (see below), and where somebody's stones live in the position, or in one before
 * it. */
int solve_request_set_living(struct solve_request *request, bool wanted);

/* May strategies under these rules be living ones? So it is where strategies prove anything, the
 * area counts and no suicide is legal, and under Kee v6.0 with counts=last and suicide=change. */
bool solve_rules_living(const struct solve_rules *rules);

/* May certificates under these rules have strategy leaves? So it is under psk, ssk, nssk and own,
 * kee2013 with two players, and kee-v6. */
bool solve_rules_strategy_leaves(const struct solve_rules *rules);

/* Uses what the store has, and adds what the run proves. NULL: no store. store must outlive the
 * run; runs of several threads may use one at the same time. Under rules that remove cycles the
 * store is left alone. */
int solve_request_set_store(struct solve_request *request, struct solve_store *store);

/*
 * Uses what earlier runs left in the cache, and leaves there what the run makes and proves. NULL:
 * no cache. cache must outlive the run. Requests of any number of threads may share one: two runs
 * of a board at the same time work each on their own, and leave both. With a store, too: what came
 * out of a store serves only runs with the same open store.
 */
int solve_request_set_cache(struct solve_request *request, struct solve_cache *cache);

/* What a run is doing. */
enum solve_phase {
    SOLVE_PREPARING,  /* it makes tables of all positions */
    SOLVE_SEARCHING,  /* df-pn decides a query of a threshold */
    SOLVE_STRATEGIES, /* it searches for strategies without repetition */
    SOLVE_LEARNING,   /* it plays games to learn an estimate, which orders moves */
    SOLVE_COUNTING,   /* it counts (solve-count.h), exactly or by random games */
    SOLVE_SWEEPING,   /* it makes a dense table of all positions, sweep by sweep */
    SOLVE_COALITIONS, /* it asks what a coalition gets (solve-study.h) */
};

struct solve_progress {
    enum solve_phase phase;
    double seconds;  /* since solve_request_run() was called */
    uint64_t nodes;  /* states that were expanded, or games that were played at random */
    uint64_t bytes;  /* memory that is held */
    int attacker;    /* the player whose query it is; SEARCHING and STRATEGIES; of
                        COALITIONS all of them: bit k: player k */
    int margin;      /* Can Black get this margin? Can White hold Black to it? Can the
                        coalition get so many points? */
    uint64_t boards; /* positions up to symmetry: enumerated so far, PREPARING; that a sweep
                        goes over, SWEEPING; states of the strategy that is made of what
                        was proved, STRATEGIES, 0: none is made */
    uint64_t
        entries; /* of the transposition table (lemmas), SEARCHING and COALITIONS; kept, COUNTING */
    size_t depth;           /* moves from the root to the present state; SEARCHING; COALITIONS: and
                               those before it */
    bool root;              /* the query is about the root; STRATEGIES */
    struct solve_move move; /* the root move that the query is about, if it is not the root */
    int rated;              /* root moves that are rated; STRATEGIES */
    int moves;              /* root moves that are to be rated; STRATEGIES */
    uint32_t games;         /* games that the estimate has learned from; LEARNING */
    uint32_t games_wanted;  /* games that it is to learn from; LEARNING */
    uint32_t points_done;   /* points that are through, in all passes; COUNTING positions */
    uint32_t points_wanted; /* points of all passes; 0: what is left is not known; COUNTING */
    int sweep;              /* from 1, SWEEPING; how often that strategy was looked through, and
                               this time, STRATEGIES, 0: none is made */
    uint64_t swept;         /* positions that this sweep has gone over; SWEEPING */
    int half_points;        /* that Black has besides, so that margin is less than is asked by so
                               many: solve_rules_half_points(); 0 of COALITIONS */
};

/* The run calls tell now and then, from the thread that called solve_request_run() or from one of
 * its own, from one at a time. tell must not use the handles that the run uses. NULL: nobody is
 * told. */
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
    SOLVE_STOP_NONE,      /* nothing stopped it */
    SOLVE_STOP_NODES,     /* the limit of nodes */
    SOLVE_STOP_TIME,      /* the limit of seconds */
    SOLVE_STOP_INTERRUPT, /* the interrupt */
    SOLVE_STOP_MEMORY,    /* memory is full of what cannot be forgotten */
    SOLVE_STOP_UNDECIDED, /* no proof was found, and more nodes would find none */
    SOLVE_STOP_SOLO,     /* too many boards to enumerate after a ban, when one player moves alone */
    SOLVE_STOP_LENGTH,   /* a line grew too long for the counters of passes */
    SOLVE_STOP_UNSCORED, /* who controls what on a board is not decided */
    SOLVE_STOP_STORE,    /* what is proved cannot be written (solve_store_failure()) */
    SOLVE_STOP_OTHER,    /* anything else */
    SOLVE_STOP_SIZE,     /* under this ruleset boards of this size are not searched */
};

/* Why it stopped before all was proved, or certified where that was asked for. */
enum solve_stop solve_result_stop(const struct solve_result *result);

/* The same in words, "the limit of nodes is reached": a constant. */
const char *solve_stop_text(enum solve_stop stop);

/* A legal root move. */
struct solve_root_move {
    struct solve_move move;
    struct solve_bounds bounds; /* of the state after it */
    size_t same_as; /* the first root move that a symmetry takes to this one, or itself */
    bool best;      /* it is proved to be one of the best at the request's komi */
};

/* The legal root moves in the order of solve_game_legal_moves(): none when the game is over. */
size_t solve_result_move_count(const struct solve_result *result);

/* Returns 0, or -ENOENT: i is not below the count. */
int solve_result_move(const struct solve_result *result, size_t i,
                      struct solve_root_move *ret_move);

/* Is the value of every root move proved? */
bool solve_result_moves_complete(const struct solve_result *result);

/* Is it proved of every root move that it is one of the best at the komi, or that it is not? */
bool solve_result_best_complete(const struct solve_result *result, int komi_half_points);

enum solve_rating {
    SOLVE_RATED_OPEN,  /* neither is proved */
    SOLVE_RATED_BEST,  /* it is one of the best */
    SOLVE_RATED_WORSE, /* it is not one of the best */
};

/* What is proved of root move i at a komi. */
enum solve_rating solve_result_rating(const struct solve_result *result, size_t i,
                                      int komi_half_points);

/* May another komi have other best moves: do lower and upper of the root or a move differ? */
bool solve_result_komi_matters(const struct solve_result *result);

/* The principal variation. *ret_count receives its moves. */
const struct solve_move *solve_result_pv(const struct solve_result *result, size_t *ret_count);

/* Does it go to the end of the game, or to a state that recurs? */
bool solve_result_pv_complete(const struct solve_result *result);

/* Why it ends before that: SOLVE_STOP_LENGTH: more moves are not shown, SOLVE_STOP_UNDECIDED: no
 * move was found that is proved to keep the value and to lead on, or what stopped the run there.
 * SOLVE_STOP_NONE: it does not, or it was not looked for. */
enum solve_stop solve_result_pv_stop(const struct solve_result *result);

/* The index of its move at which a cycle begins that goes on for ever; -1: none. */
long solve_result_pv_cycle(const struct solve_result *result);

/* The game that was solved, with the moves of the principal variation played after the root. It is
 * the result's. */
const struct solve_game *solve_result_game(const struct solve_result *result);

struct solve_work {
    uint64_t nodes;   /* states that were expanded. 0: the store had the result */
    uint64_t entries; /* entries of the transposition table (lemmas) at the end */
    double seconds;   /* that solve_request_run() took */
    int threads;      /* that searched */
};

/* What the run took. Returns 0. */
int solve_result_work(const struct solve_result *result, struct solve_work *ret_work);

struct solve_certificate {
    const uint8_t *bytes; /* the file */
    size_t size;          /* bytes. 0: nothing was proved that can be certified */
    size_t claims;        /* claims that it makes */
    size_t missing;       /* claims that are proved but could not be certified. That nobody loses
                             more than the board is by the rules: a stopped run may leave it out */
    bool cut;             /* time or the interrupt cut it: another run may make a smaller one */
};

/* The certificate; its bytes are the result's. Returns 0, or -ENOENT: none was asked for. */
int solve_result_certificate(const struct solve_result *result,
                             struct solve_certificate *ret_certificate);

/* "B2: white denies >= 2": bound i of the result that was asked and is not claimed, or NULL; and:
 * do only the rules say that nobody loses more than the board? */
const char *solve_result_uncertified(const struct solve_result *result, size_t i);
bool solve_result_uncertified_by_rules(const struct solve_result *result);

/* Writes a file whole or not at all. Returns 0 or a negative errno (err). */
int solve_certificate_write(const struct solve_certificate *certificate, const char *path,
                            struct solve_error *err);

/* --- predictions --- */

/* Does a run make tables of all positions? */
enum solve_tables {
    SOLVE_TABLES_MADE,      /* yes */
    SOLVE_TABLES_TOO_LARGE, /* no: they do not fit into the memory */
    SOLVE_TABLES_TOO_LONG,  /* no: they take longer than max_nodes allows */
    SOLVE_TABLES_UNUSED,    /* no: a run under these rules has no use for them */
};

/* What the search for strategies is likely to need, by the trend of the boards that were decided
 * so.
 */
struct solve_forecast {
    double states;      /* that it looks at */
    double states_low;  /* the least that is likely */
    double states_high; /* the most that is likely */
    double memory;      /* bytes with which it looks at few states twice */
    double memory_low;  /* bytes with which it looks at many states again, up to four times */
    bool beyond;        /* the board is larger than any that was decided */
    const char *from;   /* the names of the boards that were decided: a constant */
};

/* What a run would take. The bytes and seconds are those of tables of all positions. */
struct solve_prediction {
    int threads;                    /* of the request */
    uint64_t memory;                /* of the request, in bytes */
    long double legal;              /* legal positions */
    long double boards;             /* legal positions up to symmetry and colours */
    bool legal_exact;               /* legal is a count, not an estimate */
    bool boards_exact;              /* boards is a count, not an estimate */
    double moves;                   /* an estimate of the legal moves on all boards */
    bool addressable;               /* boards and moves have 32-bit numbers */
    double bytes_positions;         /* of boards and moves */
    double bytes_reverse;           /* of reverse moves */
    double bytes_attractor;         /* of one attractor */
    double bytes_work;              /* besides, while an attractor is made */
    double bytes_all;               /* of all tables while the search runs */
    double bytes_needed;            /* the memory of a request with which tables are made */
    double second_a_move;           /* seconds for one move, measured now */
    double seconds_positions;       /* for boards and moves */
    double seconds_reverse;         /* for reverse moves */
    double seconds_attractor;       /* for one attractor */
    double seconds_every;           /* for the attractor of all margins */
    double seconds_before;          /* for all tables before the first query */
    enum solve_tables tables;       /* whether the run makes tables */
    bool strategies;                /* the run searches for strategies first */
    bool dense;                     /* dense tables can be made; what follows is of them */
    bool dense_bounds;              /* the run searches with dense tables of all margins, if they
                                       fit, and before lists */
    bool table_dense;               /* solve_store_make_table() makes a dense table by size */
    double dense_kos;               /* states with a ko, an estimate */
    double dense_index;             /* bytes of the index of all boards */
    double dense_margins;           /* bytes besides, for a table of all margins */
    double dense_threshold;         /* bytes besides, for one threshold */
    double dense_plies;             /* bytes besides, for the plies of a threshold */
    double dense_file;              /* bytes on the disk, of a finished table of all margins */
    double dense_second_a_play;     /* seconds for a play of one thread, measured now */
    double dense_seconds_index;     /* for the index */
    double dense_seconds_margins;   /* for a table of all margins */
    double dense_seconds_threshold; /* for one threshold, both players */
    bool has_forecast;              /* forecast is set */
    struct solve_forecast forecast; /* of the search for strategies */
};

/* Predicts a run; the threads, memory and max_nodes of the request count. It measures for about a
 * tenth of a second. Returns 0, -EINVAL or -ENOMEM. */
int solve_request_predict(const struct solve_request *request, const struct solve_game *game,
                          struct solve_prediction *ret_prediction, struct solve_error *err);

/* Predicts solve_store_make_table(); bytes_needed and seconds_before are all that it takes. Returns
 * 0, -EINVAL (there is no such table) or -ENOMEM. */
int solve_request_predict_table(const struct solve_request *request, const struct solve_game *game,
                                struct solve_prediction *ret_prediction, struct solve_error *err);

#ifdef __cplusplus
}
#endif

#endif
