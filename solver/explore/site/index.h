/* data/site.js: what a site has, and what the page would ask the program for before anything else.
 */
#ifndef SOLVER_EXPLORE_SITE_INDEX_H
#define SOLVER_EXPLORE_SITE_INDEX_H

#include <stdbool.h>

#include "base/error.h"
#include "explore/site/site.h"

/*
 * Is the folder missing, empty, or a site of nothing but what the options name? Returns 0 or a
 * negative errno (err).
 */
int index_check(const struct site_options *options, struct error *err);

/*
 * Writes it, with the pairs that are done, the files of the page, and the tables. all: no pair is
 * missing. Returns the bytes of what it wrote, or a negative errno (err): then the folder is a site
 * that another run goes on with, or as it was before.
 */
long index_write(const struct site_options *options, const struct site *site, bool all,
                 struct error *err);

#endif
