/* The smallest position of a board that rulesets value differently: by number of stones, then in
 * the order of walk.h. */
#ifndef SOLVER_COMPARE_DIFFERENCE_H
#define SOLVER_COMPARE_DIFFERENCE_H

#include "compare/compared.h"

/* How far a search for a position came. */
struct found {
    bool any;          /* a position was found */
    bool complete;     /* It is proved that there is none, or none that is smaller. */
    bool stopped;      /* by the interrupt or by enough(): not all positions were looked at */
    size_t looked_at;  /* positions, up to symmetry and colours */
    size_t open;       /* positions that were not decided */
    size_t open_rules; /* of the first of these: under which ruleset of the comparison, */
    enum solve_stop open_stop; /* and why it was not */
    int stones; /* All positions with at most so many stones were looked at; -1: none. */
};

/* Who watches a search. Any function may be NULL. */
struct difference_watch {
    /* Is called after the positions with so many stones, if more are to come. */
    void (*looked)(const struct found *found, void *arg);
    /* Is called before each position: is the search to end? */
    bool (*enough)(void *arg);
    void *arg;
};

/* What was found of the whole list of rulesets. */
struct found_position {
    struct found found;
    char position[SOLVE_POSITION_TEXT_MAX]; /* Black is to move; "" if none was found */
    struct compared *list; /* of the comparison's count; all zero if none was found; owned */
    size_t count;
};

/*
 * Looks for a position with a value that differs from the first ruleset's under another one. The
 * one that is found is solved with all first plays. watch may be NULL. Returns 0, also where it was
 * stopped; -EINVAL: the board has more than SOLVE_POINTS_MAX points; or -ENOMEM. Release with
 * difference_release().
 */
int difference_find(const struct comparison *comparison, const struct difference_watch *watch,
                    struct found_position *ret_found);

/* Allows what is all zero. */
void difference_release(struct found_position *found);

/* Two rulesets by their places in the comparison, and what was found of them. */
struct difference_pair {
    size_t a, b;
    struct found found;
    char position[SOLVE_POSITION_TEXT_MAX]; /* as above */
    struct solve_bounds values[2];          /* under a and b, if found.any */
};

/*
 * Looks at all positions once for all pairs: pairs[i].a and .b are given, the rest is set. Each
 * gets the smallest position that its two rulesets value differently. looked() is told of the pairs
 * that are still without one. Returns as difference_find().
 */
int difference_find_pairs(const struct comparison *comparison, const struct difference_watch *watch,
                          struct difference_pair *pairs, size_t count);

#endif
