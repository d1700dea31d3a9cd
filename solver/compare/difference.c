/* The smallest position of a board that rulesets value differently. */
#include "compare/difference.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compare/walk.h"

/* A search through the positions of a board. */
struct difference_search {
    const struct comparison *comparison;
    const struct difference_watch *watch;
    struct position_walk walk;
    struct compared *list; /* owned: what each ruleset makes of the position */
    bool *wanted;          /* owned: which rulesets are asked */
};

static int start(struct difference_search *search, const struct comparison *comparison,
                 const struct difference_watch *watch)
{
    *search = (struct difference_search){.comparison = comparison, .watch = watch};
    if (solve_board_points(comparison->board) > SOLVE_POINTS_MAX || comparison->count < 1)
        return -EINVAL;
    search->list = calloc(comparison->count, sizeof(*search->list));
    search->wanted = calloc(comparison->count, sizeof(*search->wanted));
    if (search->list == NULL || search->wanted == NULL)
        return -ENOMEM;
    return walk_init(&search->walk, comparison->board, comparison->rulesets[0]);
}

static void release_list(struct compared *list, size_t count)
{
    for (size_t i = 0; list != NULL && i < count; i++)
        compared_release(&list[i]);
}

static void end(struct difference_search *search)
{
    release_list(search->list, search->comparison->count);
    free(search->list);
    free(search->wanted);
    walk_release(&search->walk);
}

static bool is_interrupted(const struct difference_search *search)
{
    return solve_interrupt_is_requested(search->comparison->interrupt);
}

static bool must_end(const struct difference_search *search)
{
    const struct difference_watch *watch = search->watch;
    return is_interrupted(search) ||
           (watch != NULL && watch->enough != NULL && watch->enough(watch->arg));
}

static void tell_looked(const struct difference_search *search, const struct found *found)
{
    const struct difference_watch *watch = search->watch;
    if (watch != NULL && watch->looked != NULL && found->looked_at > 0)
        watch->looked(found, watch->arg);
}

/* Solves the position at hand under the rulesets that are wanted. */
static int solve_position(struct difference_search *search)
{
    const struct comparison *comparison = search->comparison;
    int r = 0;
    for (size_t i = 0; i < comparison->count && r == 0; i++) {
        if (!search->wanted[i])
            continue;
        compared_release(&search->list[i]);
        r = compared_start(comparison, i, search->walk.position, 0, &search->list[i]);
        if (r == 0)
            r = compared_solve(comparison, true, &search->list[i]);
    }
    return r;
}

/* The positions with so many stones are through, after walk_next() returned r. */
static int stones_done(const struct difference_search *search, int r)
{
    return r == 0 ? search->walk.points : search->walk.count - 1;
}

/* Puts down what was seen of one position, and under which ruleset it is open if it is. One that an
 * interrupt cut short does not count. */
static void note(const struct difference_search *search, struct found *found, enum difference seen,
                 size_t open_rules)
{
    found->any = seen == DIFFERS_YES;
    found->stopped = is_interrupted(search) && seen == DIFFERS_OPEN;
    found->looked_at += !found->stopped;
    if (found->stopped || seen != DIFFERS_OPEN)
        return;
    if (found->open++ == 0) {
        found->open_rules = open_rules;
        found->open_stop = solve_result_stop(search->list[open_rules].result);
    }
}

static void finish(struct found *found)
{
    found->complete = !found->stopped && found->open == 0;
}

/* --- the whole list --- */

/* Do the values of the list differ? */
static enum difference compare_values(struct difference_search *search)
{
    size_t count = search->comparison->count;
    bool known = true, differ = false;
    compared_mark(search->list, count, search->comparison->komi_half_points);
    for (size_t i = 0; i < count; i++) {
        differ = differ || search->list[i].values == DIFFERS_YES;
        known = known && solve_bounds_known(&search->list[i].bounds);
    }
    return differ ? DIFFERS_YES : known ? DIFFERS_NO : DIFFERS_OPEN;
}

/* The first ruleset of the list under which the value is not known; 0 if there is none. */
static size_t first_open(const struct difference_search *search)
{
    size_t i = 0;
    while (i < search->comparison->count && solve_bounds_known(&search->list[i].bounds))
        i++;
    return i < search->comparison->count ? i : 0;
}

static int search_list(struct difference_search *search, struct found *found)
{
    int r = 0;
    for (size_t i = 0; i < search->comparison->count; i++)
        search->wanted[i] = true;
    found->stones = -1;
    while (!found->any && !found->stopped) {
        int before = search->walk.count;
        r = walk_next(&search->walk);
        if (r < 0)
            return r;
        if (r == 0 || search->walk.count > before)
            found->stones = stones_done(search, r);
        if (r == 0)
            break;
        if (search->walk.count > before)
            tell_looked(search, found);
        found->stopped = must_end(search);
        if (found->stopped)
            break;
        r = solve_position(search);
        if (r < 0)
            return r;
        note(search, found, compare_values(search), first_open(search));
    }
    finish(found);
    return 0;
}

/* Puts the earlier result in place of a second one that has no value. */
static void keep_known(struct compared *now, struct compared *before)
{
    struct compared swap = *now;
    if (solve_bounds_known(&now->bounds) || !solve_bounds_known(&before->bounds))
        return;
    *now = *before;
    *before = swap;
}

/* Solves the position that was found again, with all root moves. Without the cache, so that the
 * best lines do not hang on what was looked at before. */
static int complete(const struct difference_search *search, struct found_position *into)
{
    struct comparison again = *search->comparison;
    again.cache = NULL;
    int r = 0;
    for (size_t i = 0; i < again.count && r == 0; i++) {
        r = compared_start(&again, i, search->walk.position, 0, &into->list[i]);
        if (r == 0)
            r = compared_solve(&again, false, &into->list[i]);
        if (r == 0)
            keep_known(&into->list[i], &search->list[i]);
    }
    if (r < 0)
        return r;
    compared_mark(into->list, again.count, again.komi_half_points);
    strcpy(into->position, search->walk.position);
    return 0;
}

int difference_find(const struct comparison *comparison, const struct difference_watch *watch,
                    struct found_position *ret_found)
{
    struct difference_search search;
    struct found_position into = {.count = comparison->count};
    int r = start(&search, comparison, watch);
    if (r == 0) {
        into.list = calloc(comparison->count, sizeof(*into.list));
        r = into.list != NULL ? search_list(&search, &into.found) : -ENOMEM;
    }
    if (r == 0 && into.found.any)
        r = complete(&search, &into);
    end(&search);
    if (r < 0)
        difference_release(&into);
    else
        *ret_found = into;
    return r;
}

void difference_release(struct found_position *found)
{
    release_list(found->list, found->count);
    free(found->list);
    *found = (struct found_position){0};
}

/* --- pairs --- */

static bool is_open(const struct difference_pair *pair)
{
    return !pair->found.any && !pair->found.stopped;
}

/* Asks the rulesets of the pairs that are open. Returns how many pairs these are. */
static size_t want_open(struct difference_search *search, const struct difference_pair *pairs,
                        size_t count)
{
    size_t open = 0;
    memset(search->wanted, 0, search->comparison->count * sizeof(*search->wanted));
    for (size_t p = 0; p < count; p++) {
        if (!is_open(&pairs[p]))
            continue;
        search->wanted[pairs[p].a] = search->wanted[pairs[p].b] = true;
        open++;
    }
    return open;
}

/* All positions with at most so many stones were looked at for the pairs that are open. */
static void set_stones(struct difference_search *search, struct difference_pair *pairs,
                       size_t count, int stones, bool more)
{
    const struct found *told = NULL;
    for (size_t p = 0; p < count; p++) {
        if (!is_open(&pairs[p]))
            continue;
        pairs[p].found.stones = stones;
        if (told == NULL || pairs[p].found.open > told->open)
            told = &pairs[p].found;
    }
    if (more && told != NULL)
        tell_looked(search, told);
}

static void stop_open(struct difference_pair *pairs, size_t count)
{
    for (size_t p = 0; p < count; p++)
        if (is_open(&pairs[p]))
            pairs[p].found.stopped = true;
}

static void note_pair(const struct difference_search *search, struct difference_pair *pair)
{
    const struct compared *a = &search->list[pair->a], *b = &search->list[pair->b];
    note(search, &pair->found, compared_values_differ(&a->bounds, a->rules, &b->bounds, b->rules),
         solve_bounds_known(&a->bounds) ? pair->b : pair->a);
    if (!pair->found.any)
        return;
    pair->values[0] = a->bounds;
    pair->values[1] = b->bounds;
    strcpy(pair->position, search->walk.position);
}

static int search_pairs(struct difference_search *search, struct difference_pair *pairs,
                        size_t count)
{
    while (want_open(search, pairs, count) > 0) {
        int before = search->walk.count, r = walk_next(&search->walk);
        if (r < 0)
            return r;
        if (r == 0 || search->walk.count > before)
            set_stones(search, pairs, count, stones_done(search, r), r > 0);
        if (r == 0)
            return 0;
        if (must_end(search)) {
            stop_open(pairs, count);
            return 0;
        }
        r = solve_position(search);
        if (r < 0)
            return r;
        for (size_t p = 0; p < count; p++)
            if (is_open(&pairs[p]))
                note_pair(search, &pairs[p]);
    }
    return 0;
}

int difference_find_pairs(const struct comparison *comparison, const struct difference_watch *watch,
                          struct difference_pair *pairs, size_t count)
{
    struct difference_search search;
    for (size_t p = 0; p < count; p++)
        pairs[p] =
            (struct difference_pair){.a = pairs[p].a, .b = pairs[p].b, .found = {.stones = -1}};
    int r = start(&search, comparison, watch);
    if (r == 0)
        r = search_pairs(&search, pairs, count);
    end(&search);
    for (size_t p = 0; p < count; p++)
        finish(&pairs[p].found);
    return r;
}
