/* Whether a search gets tables of all boards. */
#include "tables/tables.h"

#include <math.h>

#include "rules/history_model.h"

/* Boards of tables, of lists or dense, that are made in the time of expanding a node, roughly. */
#define BOARDS_PER_NODE 20.0
/* Tables that are surely no larger than this part of the memory need no count. */
#define SURE_SHARE 3

bool tables_simple_ko(const struct history_model *model)
{
    bool memoryless = model->endless && !model->cycle_ends && model->class_count == 0;
    return !memoryless || model->simple_ko;
}

/* Where the rules end by other means, two. */
int tables_layers(const struct history_model *model)
{
    return model->passes_to_end != 0 ? model->passes_to_end : 2;
}

bool tables_too_long(double boards, const struct limits *limits)
{
    return limits->max_nodes != 0 && boards > BOARDS_PER_NODE * (double)limits->max_nodes;
}

double tables_guess_boards(const struct positions *positions)
{
    return pow(3.0, positions->points) * 0.6 / positions->group.size;
}

/* The memory of all boards with their moves and attractors, guessed so: more than it is. */
static double guess_bytes(const struct positions *positions)
{
    double boards = tables_guess_boards(positions);
    double moves = boards * 0.9 * positions->points;
    double attractors = 4.0 * (boards * 8.0 + moves * 2.0);
    return boards * 100.0 + moves * (double)sizeof(struct stone_move) * 1.5 + attractors;
}

static bool surely_fits(const struct positions *positions, size_t max_bytes)
{
    return guess_bytes(positions) <= (double)(max_bytes / SURE_SHARE);
}

static bool fits(const struct positions *positions, const struct graph *graph,
                 const struct history_model *model, size_t max_bytes)
{
    struct table_size size;
    if (surely_fits(positions, max_bytes))
        return true;
    /* No board has so few legal positions that it could fit. */
    if (pow(2.0, positions->points) / positions->group.size > (double)max_bytes)
        return false;
    return table_size_estimate(&size, positions, graph, tables_simple_ko(model),
                               tables_layers(model)) == 0 &&
           table_size_fits(&size, max_bytes);
}

enum tables_choice tables_choose(const struct positions *positions, const struct graph *graph,
                                 const struct history_model *model, const struct limits *limits)
{
    if (model->cycles || (limits->few_boards && !surely_fits(positions, limits->max_bytes)))
        return TABLES_UNUSED;
    if (limits->no_lists || !fits(positions, graph, model, limits->max_bytes))
        return TABLES_TOO_LARGE;
    return tables_too_long(tables_guess_boards(positions), limits) ? TABLES_TOO_LONG : TABLES_MADE;
}
