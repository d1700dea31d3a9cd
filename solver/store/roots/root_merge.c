/* Merging records of solved, or half solved, positions. */
#include "store/roots/root_merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- bounds --- */

static int merge_bounds(struct bounds *bounds, const struct bounds *other)
{
    bounds_narrow(bounds, other);
    return bounds_in_order(bounds) ? 0 : -EBADMSG;
}

static bool same_bounds(const struct bounds *a, const struct bounds *b)
{
    return a->lower_min == b->lower_min && a->lower_max == b->lower_max &&
           a->upper_min == b->upper_min && a->upper_max == b->upper_max;
}

/* --- root moves --- */

/* A copy of size bytes, to be freed; NULL: no memory. */
static void *copy_of(const void *from, size_t size)
{
    void *copy = malloc(size + 1);
    if (copy != NULL && size > 0)
        memcpy(copy, from, size);
    return copy;
}

static int copy_moves(struct analysis *to, const struct analysis *from)
{
    to->moves = copy_of(from->moves, from->move_count * sizeof(*from->moves));
    to->move_count = to->moves != NULL ? from->move_count : 0;
    return to->moves != NULL ? 0 : -ENOMEM;
}

/* All that are legal are listed, in one order, or none. */
static int merge_moves(struct analysis *into, const struct analysis *other)
{
    if (into->move_count != other->move_count)
        return -EBADMSG;
    for (size_t i = 0; i < into->move_count; i++) {
        struct analysis_move *made = &into->moves[i];
        if (!move_equal(made->move, other->moves[i].move) ||
            merge_bounds(&made->bounds, &other->moves[i].bounds) < 0)
            return -EBADMSG;
        if (made->same_as != other->moves[i].same_as)
            made->same_as = (int)i;
    }
    return 0;
}

bool root_move_is_best(const struct analysis *analysis, size_t i, int komi_half_points)
{
    const struct bounds *root = &analysis->bounds, *made = &analysis->moves[i].bounds;
    int least = bounds_result(made->lower_min, made->upper_min, komi_half_points);
    int most = bounds_result(made->lower_max, made->upper_max, komi_half_points);
    return bounds_known(root) && least == most &&
           least == bounds_result(root->lower_min, root->upper_min, komi_half_points);
}

/* --- lines --- */

static int compare_moves(struct move a, struct move b)
{
    return a.kind != b.kind ? (int)a.kind - (int)b.kind : a.point - b.point;
}

static int compare_numbers(long a, long b)
{
    return (a > b) - (a < b);
}

/*
 * Returns a positive number if one's principal variation is the better one: complete ones first,
 * then those that a run without limits would leave as they are; of two that were cut off the longer
 * one; then what was found here, and of two complete ones the shorter. What remains is an order
 * that depends on nothing else.
 */
static int compare_pvs(const struct root_facts *one, const struct root_facts *other)
{
    const struct analysis *a = &one->analysis, *b = &other->analysis;
    bool complete = a->pv_complete;
    int order = compare_numbers(a->pv_complete, b->pv_complete);
    if (order == 0)
        order = compare_numbers(one->flags & ROOT_FINAL, other->flags & ROOT_FINAL);
    if (order == 0 && !complete)
        order = compare_numbers((long)a->pv_count, (long)b->pv_count);
    if (order == 0)
        order = compare_numbers(other->flags & ROOT_IMPORTED, one->flags & ROOT_IMPORTED);
    if (order == 0)
        order = compare_numbers((long)b->pv_count, (long)a->pv_count);
    for (size_t i = 0; i < a->pv_count && order == 0; i++)
        order = compare_moves(b->pv[i], a->pv[i]);
    return order != 0 ? order : compare_numbers(b->cycle_from, a->cycle_from);
}

static int copy_pv(struct analysis *to, const struct analysis *from)
{
    to->pv = copy_of(from->pv, from->pv_count * sizeof(*from->pv));
    if (to->pv == NULL)
        return -ENOMEM;
    to->pv_count = from->pv_count;
    to->pv_complete = from->pv_complete;
    to->cycle_from = from->cycle_from;
    return 0;
}

static bool same_pv(const struct analysis *a, const struct analysis *b)
{
    if (a->pv_count != b->pv_count || a->pv_complete != b->pv_complete ||
        a->cycle_from != b->cycle_from)
        return false;
    for (size_t i = 0; i < a->pv_count; i++)
        if (!move_equal(a->pv[i], b->pv[i]))
            return false;
    return true;
}

/* --- all of it --- */

/* Both know the value: it is by strategies if it was proved by them once. */
static unsigned merge_flags(const struct root_facts *one, const struct root_facts *other)
{
    unsigned either = one->flags | other->flags, both = one->flags & other->flags;
    unsigned strategy = (bounds_known(&one->analysis.bounds) ? one->flags : 0) |
                        (bounds_known(&other->analysis.bounds) ? other->flags : 0);
    return (either & (ROOT_FINAL | ROOT_STRATEGIES_DONE)) |
           (both & (ROOT_VALUE_ONLY | ROOT_IMPORTS)) | (strategy & ROOT_STRATEGY);
}

static bool same_value(const struct root_facts *one, const struct root_facts *other)
{
    return ((one->flags ^ other->flags) & ROOT_FINAL) == 0 &&
           same_bounds(&one->analysis.bounds, &other->analysis.bounds) &&
           same_pv(&one->analysis, &other->analysis);
}

static bool all_known(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        if (!bounds_known(&analysis->moves[i].bounds))
            return false;
    return true;
}

static bool same_moves(const struct root_facts *one, const struct root_facts *other)
{
    const struct analysis *a = &one->analysis, *b = &other->analysis;
    if (a->move_count != b->move_count ||
        (((one->flags ^ other->flags) & ROOT_STRATEGIES_DONE) && !all_known(a)))
        return false;
    for (size_t i = 0; i < a->move_count; i++)
        if (!move_equal(a->moves[i].move, b->moves[i].move) ||
            a->moves[i].same_as != b->moves[i].same_as ||
            !same_bounds(&a->moves[i].bounds, &b->moves[i].bounds))
            return false;
    return true;
}

bool root_same(const struct root_facts *one, const struct root_facts *other)
{
    return ((one->flags ^ other->flags) & (ROOT_STRATEGY | ROOT_STRATEGIES_DONE)) == 0 &&
           same_value(one, other) && same_moves(one, other);
}

/* Marks what only one of the two has from an import, where it is more than the other one has. */
static unsigned find_imports(const struct root_facts *one, const struct root_facts *other,
                             const struct root_facts *merged)
{
    unsigned imports = 0, differ = one->flags ^ other->flags;
    const struct root_facts *own = one->flags & ROOT_IMPORTED ? other : one;
    if ((differ & ROOT_IMPORTED) && !same_value(merged, own))
        imports |= ROOT_IMPORTED;
    own = one->flags & ROOT_MOVES_IMPORTED ? other : one;
    if ((differ & ROOT_MOVES_IMPORTED) && !same_moves(merged, own))
        imports |= ROOT_MOVES_IMPORTED;
    return imports;
}

static int merge_facts(const struct root_facts *one, const struct root_facts *other, int komi,
                       struct root_facts *merged)
{
    struct analysis *into = &merged->analysis;
    const struct analysis *listed = &one->analysis, *second = &other->analysis;
    if (listed->move_count == 0) {
        listed = &other->analysis;
        second = &one->analysis;
    }
    int r = merge_bounds(&into->bounds, &other->analysis.bounds);
    if (r == 0)
        r = copy_moves(into, listed);
    if (r == 0 && second->move_count > 0)
        r = merge_moves(into, second);
    if (r == 0)
        r = copy_pv(into, compare_pvs(one, other) >= 0 ? &one->analysis : &other->analysis);
    for (size_t i = 0; i < into->move_count && r == 0; i++)
        into->moves[i].best = root_move_is_best(into, i, komi);
    return r;
}

int root_merge(const struct root_facts *one, const struct root_facts *other, int komi_half_points,
               struct root_facts *ret_merged)
{
    const struct analysis *a = &one->analysis, *b = &other->analysis;
    struct root_facts merged = {
        .analysis = {.bounds = a->bounds,
                     .nodes = a->nodes > b->nodes ? a->nodes : b->nodes,
                     .cycle_from = -1,
                     .threads = 1},
        .flags = merge_flags(one, other),
    };
    int r = merge_facts(one, other, komi_half_points, &merged);
    if (r < 0) {
        analysis_release(&merged.analysis);
        return r;
    }
    merged.flags |= find_imports(one, other, &merged);
    *ret_merged = merged;
    return 0;
}
