/* What a run under rules with cycles leaves: its search. */
#include "cycles/left.h"

#include <stdlib.h>

#include "cycles/search.h"

/* The part of a run's memory that what earlier runs know may fill: nothing of it is forgotten. */
#define OLD_PART 4

static void *make(const struct game *game, const struct limits *limits)
{
    struct cycle_search *search = calloc(1, sizeof(*search));
    if (search == NULL)
        return NULL;
    if (cycle_search_init(search, game, limits) < 0) {
        cycle_search_release(search);
        free(search);
        return NULL;
    }
    return search;
}

static void free_search(void *content)
{
    cycle_search_release(content);
    free(content);
}

static bool suits(const void *content, size_t bytes, const struct game *game,
                  const struct limits *limits)
{
    (void)content;
    (void)game;
    return bytes <= limits->max_bytes / OLD_PART;
}

static int reopen(void *content, const struct game *game, const struct limits *limits)
{
    return cycle_search_reopen(content, game, limits);
}

static size_t shrink(void *content, size_t max_bytes)
{
    (void)max_bytes;
    return cycle_search_shrink(content);
}

const struct warm_kind left_cycles = {make, free_search, suits, reopen, shrink};
