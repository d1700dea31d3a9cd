/*
 * A site of what is known: files that a browser shows without the program, from a disk or from any
 * web host. The folder has the page (index.html, ...), data/site.js, which says what there is, and
 * data/BOARD/RULES.js with the parts RULES.0.js, ... of it, data/tables/NAME.js.
 */
#ifndef SOLVER_EXPLORE_SITE_SITE_H
#define SOLVER_EXPLORE_SITE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "explore/shelf/shelf.h"
#include "explore/site/pair.h"
#include "solve.h"

/* A file of the page. */
struct site_asset {
    const char *name; /* "page.js"; of "index.html" the reference to data/site.js is written into */
    const void *bytes;
    size_t size;
};

/* A board under a ruleset, and what the site has of it. */
struct site_pair {
    size_t board, rules;   /* places in the lists of the options */
    bool done;             /* size is set */
    bool was_there;        /* an earlier run made it */
    struct pair_size size; /* of its files */
};

struct site_progress {
    size_t pairs, done; /* boards under a ruleset */
    uint64_t states;    /* that were solved by this run */
};

struct site_options {
    const char *folder;
    struct solve_board *const *boards; /* rectangles */
    size_t board_count;
    struct solve_rules *const *rules; /* for two players */
    size_t rules_count;
    int depth;          /* games of so many moves, 0 .. CODE_DEPTH_MAX */
    uint64_t games;     /* deeper while there are no more than these */
    int starts_points;  /* all positions of boards of at most so many points */
    int threads;        /* boards under a ruleset that are worked on at a time */
    uint64_t memory;    /* bytes, of each thread */
    uint64_t max_nodes; /* of a state; 0: no limit */
    const struct site_asset *assets;
    size_t asset_count;
    const struct shelf *shelf; /* published tables; NULL: none */
    const struct solve_interrupt *interrupt;

    /* Is called a few times a second by the thread that called site_write(). NULL: nobody is told.
     */
    void (*tell)(void *arg, const struct site_progress *progress);
    void *arg;
};

/* What a site has. */
struct site {
    struct site_pair *pairs; /* owned; board by board, rules by rules */
    size_t count;
    uint64_t bytes; /* of all files */
};

/*
 * Is the folder one that a site may be written to: to be made, empty, or a site of nothing but what
 * the options name? Returns 0 or a negative errno (err); -EINVAL: it is something else.
 */
int site_check(const struct site_options *options, struct error *err);

/*
 * Writes the site. What an earlier run of the same options left is taken as it is. The bytes of the
 * files depend on nothing but the options, whatever the threads. Returns 0; -EINTR: interrupted,
 * what is done is a site, and another run goes on; or a negative errno (err). site_release() in any
 * case.
 */
int site_write(const struct site_options *options, struct site *ret_site, struct error *err);

void site_release(struct site *site);

#endif
