/*
 * What an attacker forces within k moves is, at his own situations, the most of what he forces
 * within k - 1 moves after a move, and the least of it at the opponent's; within none he forces no
 * end. As k grows this grows, and once it stays the same it stays so for good: then it is what he
 * forces at all, as whoever forces an end does so within some number of moves. It need not come to
 * that where a cycle gains captives that the opponent cannot refuse; then there is no table.
 */
#include "cycles/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/free_all.h"

/* Sweeps after which captives are taken to grow for ever. */
#define SWEEPS_MAX 2000
/* Rows between two looks at the clock. */
#define ROWS_CHECKED 64
/* The end of the game, as an arc's row. */
#define ROW_END UINT32_MAX

struct cycle_arc {
    uint32_t row;
    int gain; /* Black's; to the end: the margin */
};

void cycle_table_release(struct cycle_table *table)
{
    FREE_ALL(table->numbers, table->situations, table->first, table->arcs, table->forced[0],
             table->forced[1]);
    memset(table, 0, sizeof(*table));
}

size_t cycle_table_bytes(const struct cycle_table *table)
{
    size_t row = sizeof(*table->first) + 2 * sizeof(*table->forced[0]);
    return table->number_capacity * sizeof(*table->numbers) +
           table->row_capacity * sizeof(*table->situations) + table->row_count * row +
           table->arc_capacity * sizeof(*table->arcs);
}

static int make_numbers(struct cycle_table *table, size_t wanted)
{
    return array_reserve_zero(&table->numbers, wanted, &table->number_capacity,
                              sizeof(*table->numbers));
}

/* The row of a situation, a new one if it has none. */
static int row_of(struct cycle_table *table, uint32_t situation, uint32_t *ret_row)
{
    int r = make_numbers(table, (size_t)situation + 1);
    if (r == 0)
        r = array_reserve(&table->situations, table->row_count + 1, &table->row_capacity,
                          sizeof(*table->situations));
    if (r < 0)
        return r;
    if (table->numbers[situation] == 0) {
        table->situations[table->row_count] = situation;
        table->numbers[situation] = (uint32_t)++table->row_count;
    }
    *ret_row = table->numbers[situation] - 1;
    return 0;
}

static int add_arc(struct cycle_table *table, struct cycle_game *game,
                   const struct cycle_edge *edge)
{
    struct cycle_arc arc = {ROW_END, edge->gain};
    int r = array_reserve(&table->arcs, table->arc_count + 1, &table->arc_capacity,
                          sizeof(*table->arcs));
    if (r == 0)
        r = edge->over ? cycle_game_score(game, &arc.gain)
                       : row_of(table, edge->situation, &arc.row);
    if (r == 0)
        table->arcs[table->arc_count++] = arc;
    return r;
}

/* Adds the moves from the next row, at which the game stands, without removals. */
static int add_arcs(struct cycle_table *table, struct cycle_game *game, struct cycle_edge *edges)
{
    int count = cycle_game_list(game, edges), r = count < 0 ? count : 0;
    for (int i = 0; i < count && r == 0; i++)
        r = add_arc(table, game, &edges[i]);
    return r;
}

static int add_row(struct cycle_table *table, struct cycle_game *game, size_t row, size_t *capacity,
                   struct cycle_edge *edges)
{
    const struct cycle_edge jump = {.situation = table->situations[row]};
    int r = array_reserve(&table->first, row + 2, capacity, sizeof(*table->first));
    if (r == 0 && row == 0)
        table->first[0] = 0;
    if (r == 0)
        r = cycle_game_make(game, &jump);
    if (r < 0)
        return r;
    r = add_arcs(table, game, edges);
    cycle_game_undo(game);
    table->first[row + 1] = table->arc_count;
    return r;
}

static bool is_limit_met(const struct cycle_table *table, const struct cycle_game *game,
                         uint64_t nodes, const struct limits *limits)
{
    size_t row = sizeof(*table->situations) + sizeof(*table->first) + 2 * sizeof(**table->forced);
    size_t bytes = cycle_game_bytes(game) + table->arc_count * sizeof(*table->arcs) +
                   table->row_count * row + table->number_capacity * sizeof(*table->numbers);
    return (limits->max_nodes != 0 && nodes >= limits->max_nodes) || bytes > limits->max_bytes ||
           (limits->interrupted != NULL && atomic_load(limits->interrupted)) ||
           (limits->deadline != 0 && nodes % ROWS_CHECKED == 0 && clock_now() >= limits->deadline);
}

/* All rows with their arcs. Returns 1, 0 (too many) or a negative errno. */
static int list_rows(struct cycle_table *table, struct cycle_game *game, uint64_t *nodes,
                     const struct limits *limits)
{
    struct cycle_edge *edges = malloc(cycle_game_plays_max(game) * sizeof(*edges));
    size_t capacity = 0;
    uint32_t root;
    int r = edges != NULL ? row_of(table, cycle_game_now(game)->situation, &root) : -ENOMEM;
    bool met = false;
    for (size_t row = 0; r == 0 && !met && row < table->row_count; row++) {
        r = add_row(table, game, row, &capacity, edges);
        met = is_limit_met(table, game, ++*nodes, limits);
    }
    free(edges);
    return r < 0 ? r : !met;
}

/* What attacker forces by an arc, in his view. */
static int arc_forced(const struct cycle_table *table, const struct cycle_arc *arc, int attacker)
{
    int gain = attacker == 0 ? arc->gain : -arc->gain;
    if (arc->row == ROW_END)
        return gain;
    int rest = table->forced[attacker][arc->row];
    return rest == CYCLE_NO_END ? CYCLE_NO_END : gain + rest;
}

/* Goes one move further. Returns whether anything has grown. */
static bool sweep(const struct cycle_table *table, const struct cycle_game *game, int attacker)
{
    bool grown = false;
    for (size_t row = table->row_count; row-- > 0;) {
        bool own = cycle_situations_at(game->situations, table->situations[row])->mover == attacker;
        int best = arc_forced(table, &table->arcs[table->first[row]], attacker);
        for (size_t a = table->first[row] + 1; a < table->first[row + 1]; a++) {
            int forced = arc_forced(table, &table->arcs[a], attacker);
            if (own ? forced > best : forced < best)
                best = forced;
        }
        grown = grown || best > table->forced[attacker][row];
        if (best > table->forced[attacker][row])
            table->forced[attacker][row] = best;
    }
    return grown;
}

static int sweep_all(struct cycle_table *table, const struct cycle_game *game, int attacker)
{
    table->forced[attacker] = malloc(table->row_count * sizeof(*table->forced[attacker]));
    if (table->forced[attacker] == NULL)
        return -ENOMEM;
    for (size_t row = 0; row < table->row_count; row++)
        table->forced[attacker][row] = CYCLE_NO_END;
    for (int i = 0; i < SWEEPS_MAX; i++)
        if (!sweep(table, game, attacker))
            return 1;
    return 0;
}

/* With a situation it has all that can be reached from there. */
static bool has(const struct cycle_table *table, uint32_t situation)
{
    return situation < table->number_capacity && table->numbers[situation] != 0;
}

int cycle_table_make(struct cycle_table *table, struct cycle_game *game, uint64_t *nodes,
                     const struct limits *limits)
{
    if (table->done && has(table, cycle_game_now(game)->situation))
        return 1;
    cycle_table_release(table);
    int r = list_rows(table, game, nodes, limits);
    for (int attacker = 0; attacker < 2 && r == 1; attacker++)
        r = sweep_all(table, game, attacker);
    table->done = r == 1;
    return r;
}

int cycle_table_forced(const struct cycle_table *table, uint32_t situation, int attacker)
{
    return table->forced[attacker][table->numbers[situation] - 1];
}
