/* What runs leave in memory: a list of tables that wait, those used last first. */
#include "search/warm.h"

#include <stdlib.h>
#include <string.h>

#include "search/persistence.h"

/* The part of a run's memory that boards may fill which only earlier runs met: they cannot be
 * forgotten. */
#define OLD_BOARDS_PART 8

struct warm {
    pthread_mutex_t lock;
    struct warm_tables *first; /* that wait */
    size_t bytes, max_bytes;   /* of those */
    uint64_t forgotten;        /* how often the lemmas of a store were */
};

/* A graph, without its names. */
struct warm_board {
    int points, rows, cols;
    int ends[]; /* first and adjacent of struct graph, one after the other */
};

static size_t board_bytes(const struct graph *graph)
{
    return sizeof(int) * ((size_t)graph->points + 1 + (size_t)graph->first[graph->points]);
}

static struct warm_board *copy_board(const struct graph *graph)
{
    size_t count = (size_t)graph->points + 1;
    struct warm_board *board = malloc(sizeof(*board) + board_bytes(graph));
    if (board == NULL)
        return NULL;
    *board = (struct warm_board){graph->points, graph->rows, graph->cols};
    memcpy(board->ends, graph->first, count * sizeof(int));
    memcpy(board->ends + count, graph->adjacent, board_bytes(graph) - count * sizeof(int));
    return board;
}

static bool is_board(const struct warm_board *board, const struct graph *graph)
{
    size_t count = (size_t)graph->points + 1;
    return board->points == graph->points && board->rows == graph->rows &&
           board->cols == graph->cols &&
           memcmp(board->ends, graph->first, count * sizeof(int)) == 0 &&
           memcmp(board->ends + count, graph->adjacent, board_bytes(graph) - count * sizeof(int)) ==
               0;
}

static void free_tables(struct warm_tables *tables)
{
    solver_tables_free(tables->tables);
    free(tables->board);
    free(tables);
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
    while (warm->first != NULL) {
        struct warm_tables *next = warm->first->next;
        free_tables(warm->first);
        warm->first = next;
    }
    pthread_mutex_destroy(&warm->lock);
    free(warm);
}

/* --- the list of those that wait; the lock is held --- */

/* Takes *link out. */
static struct warm_tables *unlink_tables(struct warm *warm, struct warm_tables **link)
{
    struct warm_tables *tables = *link;
    *link = tables->next;
    tables->next = NULL;
    warm->bytes -= tables->bytes;
    return tables;
}

static size_t field_count(const struct ruleset *rules)
{
    size_t count = 0;
    while (rules->family->fields[count] != NULL)
        count++;
    return count;
}

/* Do the tables belong to the board and the rules of game? */
static bool are_of(const struct warm_tables *tables, const struct game *game)
{
    const struct ruleset *rules = &game->rules;
    return tables->family == rules->family &&
           memcmp(tables->values, rules->values, field_count(rules)) == 0 &&
           is_board(tables->board, game->graph);
}

static bool are_of_store(const struct warm_tables *tables, const struct persistence *store)
{
    return tables->store == store && (store == NULL || tables->store_opened == store->opened);
}

/* Is a run with them as free as with new ones? Its start must have a number, and its memory must do
 * for what cannot be forgotten. */
static bool are_fit(const struct warm_tables *waiting, const struct game *game,
                    const struct limits *limits)
{
    const struct solver_tables *tables = waiting->tables;
    uint32_t ignored;
    if (waiting->bytes > limits->max_bytes)
        return false;
    if (!tables->enumerated)
        return tables->positions.bytes <= limits->max_bytes / OLD_BOARDS_PART;
    return positions_find(&tables->positions,
                          solver_tables_stones(game->graph, &game->turns[0].board), &ignored);
}

static struct warm_tables *find(struct warm *warm, const struct game *game,
                                const struct limits *limits, const struct persistence *persistence)
{
    struct warm_tables **link = &warm->first;
    for (; *link != NULL; link = &(*link)->next)
        if (are_of(*link, game) && ((*link)->store == NULL || are_of_store(*link, persistence)) &&
            are_fit(*link, game, limits))
            return unlink_tables(warm, link);
    return NULL;
}

/* Takes out the one that waits longest. */
static struct warm_tables *take_last(struct warm *warm)
{
    struct warm_tables **link = &warm->first;
    while ((*link)->next != NULL)
        link = &(*link)->next;
    return unlink_tables(warm, link);
}

/* --- */

/* Tables for every start on the board: all legal boards come of the empty one, as stones can be put
 * down one by one in the order in which each chain keeps a liberty, which is any. */
static struct solver_tables *make_tables(const struct game *game, const struct limits *limits)
{
    const struct stones empty = {{0, 0}};
    uint32_t ignored;
    struct solver_tables *tables = solver_tables_new(game, limits);
    if (tables != NULL && positions_intern(&tables->positions, empty, &ignored) < 0) {
        solver_tables_free(tables);
        tables = NULL;
    }
    return tables;
}

static struct warm_tables *make(const struct game *game, const struct limits *limits)
{
    struct warm_tables *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return NULL;
    made->family = game->rules.family;
    memcpy(made->values, game->rules.values, sizeof(made->values));
    made->board = copy_board(game->graph);
    made->tables = make_tables(game, limits);
    if (made->board == NULL || made->tables == NULL) {
        free_tables(made);
        return NULL;
    }
    return made;
}

struct warm_tables *warm_take(struct warm *warm, const struct game *game,
                              const struct limits *limits, const struct persistence *persistence)
{
    pthread_mutex_lock(&warm->lock);
    uint64_t forgotten = warm->forgotten;
    struct warm_tables *taken = find(warm, game, limits, persistence);
    pthread_mutex_unlock(&warm->lock);
    if (taken != NULL) {
        taken->used = true;
        solver_tables_reopen(taken->tables, limits);
    } else if ((taken = make(game, limits)) == NULL) {
        return NULL;
    }
    taken->forgotten = forgotten;
    taken->store = persistence;
    taken->store_opened = persistence != NULL ? persistence->opened : 0;
    return taken;
}

/* Makes them small enough to wait alone. Returns whether they are. */
static bool fit_into(const struct warm *warm, struct warm_tables *tables)
{
    tables->bytes = solver_tables_shrink(tables->tables, warm->max_bytes) + sizeof(*tables);
    return tables->bytes <= warm->max_bytes;
}

void warm_give(struct warm *warm, struct warm_tables *tables, bool sound)
{
    if (!sound || tables->tables->broken || !fit_into(warm, tables)) {
        free_tables(tables);
        return;
    }
    struct warm_tables *dead = NULL;
    pthread_mutex_lock(&warm->lock);
    bool is_false = tables->store != NULL && tables->forgotten != warm->forgotten;
    struct warm_tables **to = is_false ? &dead : &warm->first;
    tables->next = *to;
    *to = tables;
    warm->bytes += is_false ? 0 : tables->bytes;
    while (warm->bytes > warm->max_bytes) {
        struct warm_tables *last = take_last(warm);
        last->next = dead;
        dead = last;
    }
    pthread_mutex_unlock(&warm->lock);
    while (dead != NULL) {
        struct warm_tables *next = dead->next;
        free_tables(dead);
        dead = next;
    }
}

void warm_forget_store(struct warm *warm, const struct persistence *store)
{
    pthread_mutex_lock(&warm->lock);
    warm->forgotten++;
    for (struct warm_tables **link = &warm->first; *link != NULL;) {
        if (are_of_store(*link, store))
            free_tables(unlink_tables(warm, link));
        else
            link = &(*link)->next;
    }
    pthread_mutex_unlock(&warm->lock);
}
