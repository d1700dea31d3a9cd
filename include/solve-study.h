/* Part of solve.h: what rules allow or give, whatever the value. Endless play,
 * coalitions and control. */
#ifndef SOLVE_STUDY_H
#define SOLVE_STUDY_H

#include "solve-run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- endless play --- */

enum solve_endless_verdict { SOLVE_ENDLESS_NO, SOLVE_ENDLESS_YES, SOLVE_ENDLESS_UNDECIDED };

struct solve_endless {
    enum solve_endless_verdict verdict;
    const char *argument;     /* the name of the argument that decides it: a constant */
    const char *reason;       /* the argument in a sentence, or what is missing: a constant */
    struct solve_move *moves; /* the way to a cycle, then the cycle once; owned. NULL: none */
    size_t way;               /* moves of the way */
    size_t cycle;             /* moves of the cycle */
    int balance;              /* Black's passes minus White's in the cycle */
    bool shortest;            /* no cycle that can be reached is shorter */
    uint64_t states;          /* states that were looked at */
};

/*
 * Can play go on for ever from the position at which game stands? The moves before do not count.
 * The memory, seconds and interrupt of the request count. Returns 0, -EINVAL, -ENOMEM, -EINTR
 * (stopped, or out of time), -ENOSPC (memory), or -EPROTO: the rules refuse the line that was
 * found. solve_endless_release() it.
 */
int solve_request_endless(const struct solve_request *request, const struct solve_game *game,
                          struct solve_endless *ret_endless, struct solve_error *err);
void solve_endless_release(struct solve_endless *endless);

/* --- coalitions, of any number of players --- */

/* What players get at the end of a game, by the ruleset's scoring. */
enum solve_payoff {
    SOLVE_PAYOFF_POINTS, /* their points on the board; the default */
    SOLVE_PAYOFF_MARGIN, /* the same less the points of all others */
    SOLVE_PAYOFF_RANK,   /* how many of the others have fewer points than the best of them, less how
                            many have more */
};

/* Returns 0, or -EINVAL: there is no such payoff. */
int solve_request_set_payoff(struct solve_request *request, enum solve_payoff payoff);

/* What some players can force together, if all others play together against them. Values are
 * payoffs: points, unless something else was asked for. */
struct solve_coalition {
    int lower;                /* what they get at least */
    int upper;                /* to what the others can hold them; lower: it is the value */
    struct solve_move *plays; /* the first plays that are proved to keep the value; owned */
    size_t play_count;
    bool plays_complete;     /* every other legal play is proved not to keep it */
    struct solve_move *line; /* plays that keep the value, of both sides; owned */
    size_t line_count;
    bool line_complete; /* to the end of the game */
    uint64_t nodes;
    uint64_t entries;
    enum solve_stop stop; /* why it was stopped before all of that was found; SOLVE_STOP_LENGTH: it
                             was not, but more of so long a line is not shown; or SOLVE_STOP_NONE */
};

/*
 * Finds it for the players of members (bit k: player k; at least one) from where game stands, under
 * kee2013 with area or stone scoring. The memory, max_nodes, seconds, value_only (neither plays nor
 * a line) and interrupt of the request count; one thread. Returns 0 also where it was stopped,
 * -EINVAL or -ENOMEM. solve_coalition_release() it.
 */
int solve_request_coalition(const struct solve_request *request, const struct solve_game *game,
                            unsigned members, struct solve_coalition *ret_coalition,
                            struct solve_error *err);
void solve_coalition_release(struct solve_coalition *coalition);

/* What was proved of coalitions of one game, for a certificate. */
struct solve_coalition_proofs;

/* Returns 0 or -ENOMEM. */
int solve_coalition_proofs_new(struct solve_coalition_proofs **ret_proofs);
void solve_coalition_proofs_free(struct solve_coalition_proofs *proofs);

/* Adds to proofs what solve_request_coalition() proves from now on, of one game, at one state.
 * NULL, the default: nothing is recorded. proofs must outlive the request. Returns 0. */
int solve_request_set_coalition_proofs(struct solve_request *request,
                                       struct solve_coalition_proofs *proofs);

/* Makes a certificate of all of it; its bytes live as long as proofs, or until the next call.
 * Returns 0, -ENOENT: nothing was proved; or -ENOMEM. */
int solve_coalition_proofs_certificate(struct solve_coalition_proofs *proofs,
                                       const struct solve_game *game,
                                       struct solve_certificate *ret_certificate);

/* --- control, by the Logical Japanese Rules (Pauli 2004) --- */

#define SOLVE_CONTROL_STATES_MAX 2097152      /* of the game on a set, unless more are allowed */
#define SOLVE_CONTROL_STATES_LIMIT 1073741824 /* that may be allowed */
#define SOLVE_CONTROL_STATE_BYTES 160         /* that a state may take */

struct solve_control_options {
    const char *position; /* text; NULL: an empty board */
    uint64_t prohibited;  /* bit p: the empty point p is permanently prohibited */
    const char *choices;  /* "field=value,..."; NULL: as the text of the rules has it */
    size_t max_states;    /* of the game on a set, at most SOLVE_CONTROL_STATES_LIMIT. 0:
                             SOLVE_CONTROL_STATES_MAX */
    const struct solve_interrupt *interrupt; /* It stops when this is requested. NULL: never. */
};

/* Finds who controls what on a board of at most SOLVE_POINTS_MAX points. Returns 0 also where not
 * all is decided or it was stopped; -EINVAL (err) or -ENOMEM. */
int solve_control_find(struct solve_board *board, const struct solve_control_options *options,
                       struct solve_control **ret_control, struct solve_error *err);
void solve_control_free(struct solve_control *control);

/* Is it decided of every point who controls it? */
bool solve_control_decided(const struct solve_control *control);

/* Did the interrupt stop it? */
bool solve_control_stopped(const struct solve_control *control);

#define SOLVE_OWNER_NOBODY (-1)  /* nobody controls it */
#define SOLVE_OWNER_UNKNOWN (-2) /* it is not decided */
#define SOLVE_OWNER_BOTH 2       /* both control it: never seen */

/* Who controls the point: a player or one of these. */
int solve_control_owner(const struct solve_control *control, int point);

/* Choice i, from 0, as it was used: its field and value, constants. Returns 0 or -ENOENT. */
int solve_control_choice(const struct solve_control *control, size_t i, const char **ret_field,
                         const char **ret_value);

/* Points that a player controls by one set, with a line as its proof: the opponent moves first, and
 * after step_count moves at most the two-eye formation stands. */
struct solve_control_set {
    int player;
    uint64_t points;      /* bit p: the player controls point p by the set */
    uint64_t set;         /* bit p: point p is in the set */
    const uint8_t *start; /* the stones at the beginning, as solve_game_stones() has them */
    size_t step_count;    /* moves of the line */
};

/* Set i, from 0. Returns 0 or -ENOENT. */
int solve_control_set(const struct solve_control *control, size_t i,
                      struct solve_control_set *ret_set);

/* Step s of set i, and the stones after it. Returns 0 or -ENOENT. */
int solve_control_step(const struct solve_control *control, size_t i, size_t s,
                       struct solve_move *ret_move, const uint8_t **ret_stones);

#ifdef __cplusplus
}
#endif

#endif
