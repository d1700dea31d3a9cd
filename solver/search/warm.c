/* What runs leave in memory: a list of what waits, that which was used last first. */
#include "search/warm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/persistence.h"

struct warm {
    pthread_mutex_t lock;
    struct warm_loan *first; /* that waits */
    size_t bytes, max_bytes; /* of all that waits */
    uint64_t forgotten;      /* how often lemmas of a store were */
};

static void free_loan(struct warm_loan *loan)
{
    if (loan->content != NULL)
        loan->kind->free(loan->content);
    graph_free(loan->graph);
    free(loan);
}

static void free_list(struct warm_loan *loan)
{
    while (loan != NULL) {
        struct warm_loan *next = loan->next;
        free_loan(loan);
        loan = next;
    }
}

struct warm *warm_new(size_t max_bytes)
{
    struct warm *warm = calloc(1, sizeof(*warm));
    if (warm == NULL)
        return NULL;
    warm->max_bytes = max_bytes;
    pthread_mutex_init(&warm->lock, NULL);
    return warm;
}

void warm_free(struct warm *warm)
{
    if (warm == NULL)
        return;
    free_list(warm->first);
    pthread_mutex_destroy(&warm->lock);
    free(warm);
}

/* --- the list of what waits; the lock is held --- */

/* Takes *link out. */
static struct warm_loan *unlink_loan(struct warm *warm, struct warm_loan **link)
{
    struct warm_loan *loan = *link;
    *link = loan->next;
    loan->next = NULL;
    warm->bytes -= loan->bytes;
    return loan;
}

static size_t field_count(const struct ruleset *rules)
{
    size_t count = 0;
    while (rules->family->fields[count] != NULL)
        count++;
    return count;
}

/* Does it belong to the board and the rules of game? */
static bool is_of(const struct warm_loan *loan, const struct game *game)
{
    const struct ruleset *rules = &game->rules;
    return loan->family == rules->family &&
           memcmp(loan->values, rules->values, field_count(rules)) == 0 &&
           graph_equal(loan->graph, game->graph);
}

static bool is_of_store(const struct warm_loan *loan, const struct persistence *store)
{
    return loan->store == store && (store == NULL || loan->store_opened == store->opened);
}

static struct warm_loan *find(struct warm *warm, const struct game *game,
                              const struct limits *limits, const struct persistence *persistence)
{
    struct warm_loan **link = &warm->first;
    for (; *link != NULL; link = &(*link)->next) {
        const struct warm_loan *loan = *link;
        if (is_of(loan, game) && (loan->store == NULL || is_of_store(loan, persistence)) &&
            loan->kind->suits(loan->content, loan->bytes, game, limits))
            return unlink_loan(warm, link);
    }
    return NULL;
}

/* Takes out what waits longest. */
static struct warm_loan *take_last(struct warm *warm)
{
    struct warm_loan **link = &warm->first;
    while ((*link)->next != NULL)
        link = &(*link)->next;
    return unlink_loan(warm, link);
}

/* --- */

/* The graph of a game may go when its run is over: what is left has a copy. */
static struct warm_loan *make(const struct warm_kind *kind, const struct game *game,
                              const struct limits *limits)
{
    struct game own = *game;
    struct warm_loan *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return NULL;
    made->kind = kind;
    made->family = game->rules.family;
    memcpy(made->values, game->rules.values, sizeof(made->values));
    if (graph_copy(game->graph, &made->graph) == 0) {
        own.graph = made->graph;
        made->content = kind->make(&own, limits);
    }
    if (made->content == NULL) {
        free_loan(made);
        return NULL;
    }
    return made;
}

struct warm_loan *warm_take(struct warm *warm, const struct warm_kind *kind,
                            const struct game *game, const struct limits *limits,
                            const struct persistence *persistence)
{
    pthread_mutex_lock(&warm->lock);
    uint64_t forgotten = warm->forgotten;
    struct warm_loan *taken = find(warm, game, limits, persistence);
    pthread_mutex_unlock(&warm->lock);
    if (taken != NULL) {
        taken->used = true;
        if (kind->reopen(taken->content, game, limits) < 0) {
            free_loan(taken);
            taken = NULL;
        }
    }
    if (taken == NULL)
        taken = make(kind, game, limits);
    if (taken == NULL)
        return NULL;
    taken->forgotten = forgotten;
    taken->store = persistence;
    taken->store_opened = persistence != NULL ? persistence->opened : 0;
    return taken;
}

/* Makes it small enough to wait alone. Returns whether it is. */
static bool fit_into(const struct warm *warm, struct warm_loan *loan)
{
    loan->bytes = loan->kind->shrink(loan->content, warm->max_bytes) + sizeof(*loan);
    return loan->bytes <= warm->max_bytes;
}

void warm_give(struct warm *warm, struct warm_loan *loan, bool sound)
{
    if (!sound || !fit_into(warm, loan)) {
        free_loan(loan);
        return;
    }
    struct warm_loan *dead = NULL;
    pthread_mutex_lock(&warm->lock);
    bool is_false = loan->store != NULL && loan->forgotten != warm->forgotten;
    struct warm_loan **to = is_false ? &dead : &warm->first;
    loan->next = *to;
    *to = loan;
    warm->bytes += is_false ? 0 : loan->bytes;
    while (warm->bytes > warm->max_bytes) {
        struct warm_loan *last = take_last(warm);
        last->next = dead;
        dead = last;
    }
    pthread_mutex_unlock(&warm->lock);
    free_list(dead);
}

void warm_forget_store(struct warm *warm, const struct persistence *store)
{
    struct warm_loan *dead = NULL;
    pthread_mutex_lock(&warm->lock);
    warm->forgotten++;
    for (struct warm_loan **link = &warm->first; *link != NULL;) {
        if (!is_of_store(*link, store)) {
            link = &(*link)->next;
            continue;
        }
        struct warm_loan *loan = unlink_loan(warm, link);
        loan->next = dead;
        dead = loan;
    }
    pthread_mutex_unlock(&warm->lock);
    free_list(dead);
}
