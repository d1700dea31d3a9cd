/*
 * Long games, found by chance: an assignment (longest_match.h) is changed at random, by ways that
 * exchange the links of a few rows (Kanellakis and Papadimitriou 1980), and a change is kept as in
 * annealing: long assignments with few rounds besides their path are sought. The prices of a bound
 * say which links are likely. Every path is played through the arena, with all its items, before
 * it counts.
 */
#ifndef SOLVER_COUNT_LONGEST_SEARCH_H
#define SOLVER_COUNT_LONGEST_SEARCH_H

#include "count/longest/longest_match.h"
#include "count/run.h"

struct longest_search {
    const struct longest_graph *graph;
    const struct longest_match *match; /* borrowed: links, and prices as they are */
    uint64_t random;
    uint32_t *chosen; /* by row: a link */
    uint32_t *row_of; /* by column */
    uint8_t *odds;    /* by link: how often it is taken where it is met, of 255 */
    uint32_t *length; /* by link */
    int64_t path;     /* plays of the links on the path */
    int64_t total;    /* of the links that are chosen */
    int rounds;       /* cycles besides the path */
    int clashes;      /* items on the path that are there before the game wants them absent */
    double share;     /* what a play on a round counts */
    double cost;      /* of a round or a clash, in plays */
    unsigned anneals; /* that were begun */
    bool sharing;     /* can there be clashes? */
    struct longest_change *changes;
    uint32_t change_count;
    uint32_t *seen;  /* by row: the last look that saw it */
    uint32_t *there; /* by item: the last look that created it */
    uint32_t look;

    /* The longest game so far, in edges of the arena. */
    uint32_t at_least;
    uint32_t *game, *trial;
    uint32_t game_count;
    size_t game_room, trial_room;
};

/* Begins with an assignment that was solved. Returns 0 or -ENOMEM; release it in either case. */
int longest_search_init(struct longest_search *ret_search, const struct longest_match *match,
                        uint64_t seed);
void longest_search_release(struct longest_search *search);

/*
 * Anneals once, trying so many changes, or until a game of at_most is found or run must stop. It
 * looks at the match's prices first. Returns 0, -EINTR or -ENOMEM.
 */
int longest_search_anneal(struct longest_search *search, uint64_t tries, uint32_t at_most,
                          struct count_run *run);

#endif
