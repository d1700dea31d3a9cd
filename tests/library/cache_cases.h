/*
 * Games on small boards under every ruleset, as cases for runs with a cache: what a run without one
 * says of each is known.
 */
#ifndef TESTS_LIBRARY_CACHE_CASES_H
#define TESTS_LIBRARY_CACHE_CASES_H

#include "made.h"

#define MOVES_MOST 8

/* What a run says, without the way of the principal variation. */
struct cache_answer {
    struct solve_bounds bounds;
    enum solve_stop stop;
    size_t moves;
    struct solve_root_move list[MOVES_MOST];
    bool moves_complete, best_complete, pv_complete;
};

struct cache_case {
    struct solve_game *game;
    char text[256];
    int komi;
    bool value_only;
    struct cache_answer plain; /* without a cache */
};

extern struct cache_case *cache_cases;
extern size_t cache_cases_count;

/* The store of all runs, or NULL. */
extern struct solve_store *cache_cases_store;

/* A random number below n, the same in every run of the test. */
unsigned cache_cases_random(unsigned n);

/* Makes and frees the cases: for cmocka. */
int cache_cases_make(void **state);
int cache_cases_free(void **state);

/* A request for the case with a cache, or without for NULL. */
struct solve_request *cache_cases_request(const struct cache_case *one, struct solve_cache *cache);

/* Aborts unless the variation is legal, and worth the value where it comes to a score. */
void cache_cases_check_line(const struct cache_case *one, const struct solve_result *result);

/* Runs the case and aborts if the answer is another one than without a cache. Returns the nodes.
 * Any thread may call it. */
uint64_t cache_cases_compare(const struct cache_case *one, struct solve_cache *cache);

/* The numbers of the cases in random order, into order. */
void cache_cases_shuffle(size_t *order);

#endif
