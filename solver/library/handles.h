/*
 * The library behind include/solve.h: thin. A handle holds what the rooms below work with; the
 * functions check what comes in, call those rooms, and copy what comes out. What they do and return
 * is said in solve.h.
 */
#ifndef SOLVER_LIBRARY_HANDLES_H
#define SOLVER_LIBRARY_HANDLES_H

#include <stdatomic.h>

#include "base/error.h"
#include "certificate/format.h"
#include "result/analysis.h"
#include "rules/game.h"
#include "rules/history_model.h"
#include "solve.h"

struct solve_board {
    atomic_int references;
    struct graph *graph; /* owned */
};

struct solve_rules {
    atomic_int references;
    struct ruleset ruleset;
    struct history_model model;
    char text[RULESET_TEXT_MAX];
    bool has_komi; /* the text that it was read from names a komi */
    int komi_half_points;
};

struct solve_game {
    struct solve_board *board; /* a reference */
    struct solve_rules *rules; /* a reference */
    struct game game;
    const struct solve_interrupt *watched; /* borrowed; NULL: none. It ends a search for control */
    double score_seconds;                  /* for one such search; 0: no limit */
};

struct solve_interrupt {
    atomic_bool requested;
};

struct solve_request {
    int komi_half_points;
    bool value_only;
    bool asks; /* only whether asked is true */
    struct solve_claim asked;
    bool certificate;
    bool strategy_leaves;
    bool living;
    enum solve_payoff payoff;
    struct solve_coalition_proofs *proofs; /* or NULL */
    int threads;
    size_t memory;
    uint64_t max_nodes;
    double deadline; /* by clock_now(); 0: none */
    const struct solve_interrupt *interrupt;
    struct solve_store *store;
    struct solve_cache *cache;
    void (*tell)(const struct solve_progress *progress, void *arg);
    void *arg;
};

/* Copies the line of why (empty: what code means) into err, which may be NULL. Returns code. */
int library_fail(struct solve_error *err, int code, const struct error *why);

/* Writes the formatted line into err, which may be NULL. Returns code. */
int library_refuse(struct solve_error *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct solve_move library_move_out(struct move move);

/* The move that the caller means. False: it is none of the board's. */
bool library_move_in(const struct graph *graph, struct solve_move move, struct move *ret_move);

/* Copies moves into a list that the caller frees. Returns 0 or -ENOMEM. */
int library_moves_out(const struct move *moves, size_t count, struct solve_move **ret_moves);

/* A claim as the rooms below have it; it is one of the rules' (solve_claim_check()). */
struct bounds_claim library_claim_in(const struct solve_claim *claim,
                                     const struct solve_rules *rules);

/* Refuses boards that are too large for doing what is asked, such as "solving". Returns 0 or
 * -EINVAL. */
int library_check_points(const struct solve_game *game, const char *doing, struct solve_error *err);

/* Refuses what is played but not solved: large boards, more than two players. Returns 0 or -EINVAL.
 */
int library_check_solvable(const struct solve_game *game, struct solve_error *err);

/* What a run of request may use. Its progress is left out. */
struct limits library_limits(const struct solve_request *request);

/* Who is told of a run. */
struct library_listener {
    const struct solve_request *request;
    double started;  /* by clock_now() */
    int half_points; /* of the game's rules: solve_rules_half_points() */
};

/* Lets limits tell the progress of a run of request on game that begins now, if anybody wants it.
 * *listener must outlive the run. */
void library_listen(const struct solve_request *request, const struct solve_game *game,
                    struct library_listener *listener, struct limits *limits);

/* Why a run stopped, as solve.h has it. */
enum solve_stop library_stop_out(enum stop_reason stop);

/* The options of a run of request on game, without progress and certificate. */
struct analysis_options library_options(const struct solve_request *request,
                                        const struct solve_game *game);

/*
 * Makes a result of an analysis of game, which is released where that fails; certificate may be
 * NULL, else it is taken over, too. Returns 0 or -ENOMEM.
 */
int library_wrap_result(const struct solve_game *game, struct analysis *analysis,
                        struct written_certificate *certificate, double seconds,
                        struct solve_result **ret_result);

/* What a certificate does not claim. */
struct library_uncertified {
    char (*texts)[CERTIFICATE_CLAIM_TEXT_MAX];
    size_t count, capacity;
    bool by_rules; /* No claim says that nobody loses more than the board: the rules do. */
};

/*
 * Compares the bounds of an analysis of game, which ran with options, with the claims of its
 * certificate: of what was asked. Where memory lacks it finds less. To be released.
 */
void library_find_uncertified(const struct solve_game *game, const struct analysis_options *options,
                              const struct analysis *analysis,
                              const struct written_certificate *certificate,
                              struct library_uncertified *ret_uncertified);
void library_uncertified_release(struct library_uncertified *uncertified);

/* Hands what was found over to the result. */
void library_set_uncertified(struct solve_result *result,
                             const struct library_uncertified *uncertified);

/* The store of a handle; NULL for NULL. */
struct store;
struct store *library_store(const struct solve_store *store);

/* Is the store, which is not NULL, open only to read? */
bool library_store_reading(const struct solve_store *store);

/* Predicts the table of a game whose rules have one (solve_request_predict_table()). Returns 0 or
 * -ENOMEM. */
int library_predict_table(const struct solve_game *game, int threads, size_t max_bytes,
                          struct solve_prediction *ret_prediction);

/* What a cache holds; NULL for NULL. */
struct warm;
struct warm *library_warm(const struct solve_cache *cache);

/* The flag that says that interrupt was requested; NULL for NULL. */
const atomic_bool *library_flag(const struct solve_interrupt *interrupt);

/* Has interrupt (a struct solve_interrupt, or NULL) been requested? For callbacks. */
bool library_is_interrupted(void *interrupt);

#endif
