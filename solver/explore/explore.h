/*
 * The server's side of the page of `solve explore`: the routes that the page asks, for http/http.h.
 * docs/explorer.md says what each of them answers.
 */
#ifndef SOLVER_EXPLORE_EXPLORE_H
#define SOLVER_EXPLORE_EXPLORE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "http/http.h"
#include "solve.h"

/* What the pages may use together. */
struct explore_settings {
    struct solve_store *store; /* NULL: none */
    const char *store_name;    /* its folder, as people know it; NULL: none */
    int threads;               /* of all searches together */
    uint64_t memory;           /* bytes, of all of them */
    /* Folders of what comes with the program; NULL: there is none. */
    const char *tables, *results, *certificates;
};

struct explore;

/* What the pages ask. The context of these routes is a struct explore. */
extern const struct http_route explore_routes[];
extern const size_t explore_route_count;

/* What settings points to must outlive it. Returns 0, or a negative errno (err). */
int explore_new(const struct explore_settings *settings, struct explore **ret_explore,
                struct error *err);

/* Asks all searches to stop, and returns at once. To be called before the server is stopped. */
void explore_stop(struct explore *explore);

/* Waits for them, and frees all; the server must have been stopped. NULL is fine. */
void explore_free(struct explore *explore);

#endif
