/*
 * An estimate of the number of complete games: never a proof. Independent runs of a population
 * (count/sample/population.h) under a guide that was learned before (count/sample/learner.h); where
 * the ruleset has no arena, of games at random by the executable rules
 * (count/sample/random_play.h).
 */
#ifndef SOLVER_COUNT_SAMPLE_H
#define SOLVER_COUNT_SAMPLE_H

#include "count/run.h"

struct sample_estimate {
    double log10;   /* of the number of complete games */
    double error;   /* relative, either way, with 95 % confidence; 0: nothing was left to chance */
    uint64_t walks; /* games that were followed at random, in the runs of the estimate */
    int runs;       /* independent ones, of equal size: the error comes from how they differ */
    bool doubtful;  /* they are few, or differ so much that the error may be far larger */
    double mean_length; /* stone plays of a complete game, each counting the same */
    uint32_t longest;   /* stone plays of the longest game that was met */
    enum stop_reason
        stop; /* the limit that ended it before its error was within and not doubtful */
};

/*
 * Estimates the number of complete games that go on from where game stands. Stops when the error is
 * at most within, or at the limits of the run: max_nodes counts the games of its runs. The same
 * seed and memory give the same estimate on any number of threads, unless time limits it: where
 * max_nodes does, too, only where time stops it, learning takes half of it, or the arena would take
 * two fifths. Returns 0; -ERANGE: play need never end, or is not known to and a game did not;
 * -EINTR: stopped before there was an error to tell (run->stop); -ENODATA: max_nodes allows too few
 * games for one (run->games_least); -ENOSPC: the memory allowed is too small; or -ENOMEM.
 */
int sample_games(const struct game *game, struct count_run *run, double within, uint64_t seed,
                 struct sample_estimate *ret_sample);

#endif
