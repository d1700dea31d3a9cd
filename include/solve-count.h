/* Part of solve.h: full histories, counted: complete games, their lengths, legal positions. */
#ifndef SOLVE_COUNT_H
#define SOLVE_COUNT_H

#include "solve-run.h"
#include "solve-study.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A complete game is a sequence of turns, passes included, from where a game stands to an end by
 * the rules. Two games are the same if all their turns are (Tromp and Farneback, Combinatorics of
 * Go, 2006).
 */

/* What the length of a game is counted in. */
enum solve_length {
    SOLVE_LENGTH_NONE,  /* lengths are not wanted */
    SOLVE_LENGTH_PLAYS, /* stone plays */
    SOLVE_LENGTH_TURNS, /* stone plays and passes */
};

struct solve_count;

enum solve_count_verdict {
    SOLVE_COUNT_EXACT,   /* the number of complete games is known */
    SOLVE_COUNT_ENDLESS, /* play need never end: there is no number (solve_request_endless()) */
    SOLVE_COUNT_STOPPED, /* a limit or the interrupt stopped it: nothing is known */
};

struct solve_count_work {
    uint64_t nodes;   /* states of the count that were looked into, with their history */
    uint64_t entries; /* results that were kept at the end */
    uint64_t bytes;   /* memory held at most */
    double seconds;
    int threads;
    const char *method; /* how it was counted, a few words: a constant */
};

/*
 * Counts the complete games that go on from where game stands; its moves so far are the history.
 * Threads, memory, seconds, the interrupt, the store and progress of the request count. Any
 * ruleset, any number of players. lengths: counts games of each length, too. Returns 0, also where
 * it was stopped or play is endless (the verdict says so); -EINVAL (err) or -ENOMEM.
 * solve_count_free() it.
 */
int solve_request_count(const struct solve_request *request, const struct solve_game *game,
                        enum solve_length lengths, struct solve_count **ret_count,
                        struct solve_error *err);
void solve_count_free(struct solve_count *count);

enum solve_count_verdict solve_count_verdict(const struct solve_count *count);

/* Why it was stopped; SOLVE_STOP_NONE where it was not. */
enum solve_stop solve_count_stop(const struct solve_count *count);

/* The number of complete games in decimal digits, count's until it is freed; NULL: it is not
 * known. */
const char *solve_count_games(const struct solve_count *count);

/* The lengths of the shortest and the longest complete game, in what was asked for. Returns 0;
 * -ENOENT: no lengths were wanted, or it is not known; or -EINVAL: a pointer is NULL. */
int solve_count_extremes(const struct solve_count *count, size_t *ret_shortest,
                         size_t *ret_longest);

/* How many complete games have this length, in decimal digits, count's until it is freed: "0" where
 * there are none. NULL: no lengths were wanted, or it is not known. */
const char *solve_count_games_of_length(const struct solve_count *count, size_t length);

/* Returns 0, or -EINVAL: a pointer is NULL. */
int solve_count_work(const struct solve_count *count, struct solve_count_work *ret_work);

/* An estimate: never a proof. */
struct solve_estimate {
    double log10;     /* of the number of complete games */
    double error;     /* relative, either way, with 95 % confidence: 0.1 is 10 % */
    uint64_t samples; /* games that were played at random */
    int runs;         /* independent ones, which the error comes from */
    double seconds;
    double mean_length; /* plays of a complete game, estimated; each game counts the same */
    size_t longest;     /* plays of the longest game that was met */
    bool doubtful; /* single runs are few, or differ so much, that the error may be far larger: what
                      they miss cannot be seen from them */
    enum solve_stop stop; /* the limit that ended it before the error was so small, and not
                             doubtful; SOLVE_STOP_NONE: none did */
};

/* The seconds after which an estimate ends whose request limits neither its seconds nor its games.
 */
#define SOLVE_ESTIMATE_SECONDS 60

/*
 * Estimates the number of complete games by random games with resampling (Knuth 1975; Grassberger
 * 1997). Stops when error is at most within (relative, as 0.01), or at the limits of the request:
 * of games at random (solve_request_set_max_nodes(); samples counts those of the last runs) or
 * seconds. Where it has neither it stops after SOLVE_ESTIMATE_SECONDS, as the error may be out of
 * reach; where it has games alone it takes what time they need. What is learned before the first
 * run is not among these games, and takes the longer, the larger the board: of seconds at most half
 * where games are limited, too, else three tenths. The same seed and memory give the same estimate
 * on any number of threads, unless time limits it: with a limit of games, unless time stops it
 * before that, learning takes its half, or the graph from which games are played would take more
 * than two fifths, and they are played without it. Returns 0; -ERANGE: play need never end; -EINTR:
 * stopped before there was an error to tell; -ENODATA: the limit of games is too small to tell one:
 * it takes four runs (800 games) unless one run meets all games there are; -ENOSPC: the memory allowed is too small; -EINVAL (err) or -ENOMEM.
 */
int solve_request_estimate(const struct solve_request *request, const struct solve_game *game,
                           double within, uint64_t seed, struct solve_estimate *ret_estimate,
                           struct solve_error *err);

#define SOLVE_LONGEST_UNKNOWN SIZE_MAX /* no bound is proved */

/* The longest game: what is proved, in stone plays. */
struct solve_longest {
    size_t at_least;          /* there is a game of so many plays: moves */
    size_t at_most;           /* no game has more plays; or SOLVE_LONGEST_UNKNOWN */
    const char *argument;     /* what at_most rests on, a few words: a constant */
    struct solve_move *moves; /* a complete game of at_least plays; owned. NULL: none was met, or
                                 the game is over */
    size_t move_count;
    double seconds;
    enum solve_stop stop; /* what stopped it before the bounds met, if anything did */
};

/*
 * Bounds the length of the longest complete game that goes on from where game stands. The moves
 * were played by the executable rules. The memory, seconds, interrupt and progress of the request
 * count; without a limit it ends when the bounds meet, or come no nearer for long. The same seed
 * gives the same bounds unless time stops it. Returns 0, also where a limit stopped it (then the
 * bounds are what is known); -ERANGE: play need never end; -EINVAL (err) or -ENOMEM.
 * solve_longest_release() it.
 */
int solve_request_longest(const struct solve_request *request, const struct solve_game *game,
                          uint64_t seed, struct solve_longest *ret_longest,
                          struct solve_error *err);
void solve_longest_release(struct solve_longest *longest);

/*
 * Counts the legal positions of a board with the request's threads, memory, seconds and interrupt:
 * colourings by empty, black and white in which every chain has a liberty. *ret_digits, decimal, is
 * the caller's: free(). Returns 0; -ENOSPC: the memory of the request does not suffice; -EINTR:
 * stopped; -EINVAL (err) or -ENOMEM.
 */
int solve_request_count_legal(const struct solve_request *request, struct solve_board *board,
                              char **ret_digits, struct solve_error *err);

#ifdef __cplusplus
}
#endif

#endif
