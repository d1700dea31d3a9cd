/* Counting paths and returns, component by component. */
#include "count/histories/returns_within.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Sets that are counted between two looks at the clock. */
#define STEPS 256

static uint32_t item_of(const struct returns_run *run, uint32_t arrival)
{
    return run->graph.arrivals[arrival].item;
}

/* Adds times the games that follow a return by this edge to an item with this counter. */
static void add_return(const struct returns_run *run, const struct history_edge *move,
                       int32_t counter, uint64_t times, mpz_t games)
{
    if (run->graph.history->classes[run->graph.class].signs)
        counter *= move->sign;
    int i = 0;
    while (counter > move->ranges[i].high)
        i++;
    switch (move->ranges[i].effect) {
    case HISTORY_ENDS:
        mpz_add_ui(games, games, times);
        break;
    case HISTORY_MOVER_OUT:
        mpz_addmul_ui(games, run->alone[move->alone[1]], times);
        break;
    case HISTORY_OPPONENT_OUT:
        mpz_addmul_ui(games, run->alone[move->alone[0]], times);
        break;
    default:
        break;
    }
}

void returns_within_add(const struct returns_run *run, uint32_t x, uint32_t item, int32_t counter,
                        const struct returns_row *row, mpz_t games)
{
    const struct returns_arrival *at = &run->graph.arrivals[x];
    for (uint32_t e = at->first_edge; e < at[1].first_edge; e++) {
        const struct returns_edge *edge = &run->graph.edges[e];
        if (edge->item != item)
            continue;
        for (uint32_t i = 0; i < row->count; i++)
            add_return(run, edge->move, counter + row->low + (int32_t)i + edge->before,
                       row->numbers[i], games);
    }
}

static int make_level(struct returns_run *run, struct returns_level **ret_level)
{
    uint32_t items = run->graph.history->item_count;
    size_t bytes = sizeof(struct returns_level) + 4 * run->words * sizeof(uint64_t) +
                   returns_components_bytes(items);
    bool saturates = !run->graph.history->classes[run->graph.class].signs;
    if (returns_memory_take(&run->memory, bytes) < 0)
        return -ENOSPC;
    struct returns_level *level = calloc(1, sizeof(*level));
    if (level == NULL)
        return -ENOMEM;
    *ret_level = level;
    returns_memo_init_result(&level->result, &run->memory);
    level->left = calloc(4 * run->words, sizeof(*level->left));
    if (level->left == NULL)
        return -ENOMEM;
    level->image = level->left + run->words;
    level->key = level->image + run->words;
    level->component = level->key + run->words;
    int r = returns_rows_init(&level->enter, run->graph.count, run->most, saturates, &run->memory);
    if (r == 0)
        r = returns_rows_init(&level->stay, run->graph.count, run->most, saturates, &run->memory);
    if (r == 0)
        r = returns_components_init(&level->components, items);
    return r;
}

static void free_level(struct returns_level *level)
{
    if (level == NULL)
        return;
    returns_rows_release(&level->enter);
    returns_rows_release(&level->stay);
    returns_components_release(&level->components);
    returns_memo_release_result(&level->result);
    free(level->left);
    free(level);
}

/* Makes a key of v and C: the first of their images. Returns the group element. */
static int make_key(const struct returns_run *run, struct returns_level *level, uint32_t v,
                    const uint64_t *set, uint32_t *ret_arrival)
{
    const struct history_graph *history = run->graph.history;
    int best = -1;
    for (int g = 0; g < history->positions.group.size; g++) {
        uint32_t image = run->graph.images[(size_t)g * run->graph.count + v];
        const uint32_t *items = history->item_images + (size_t)g * history->item_count;
        if (best >= 0 && image > *ret_arrival)
            continue;
        memset(level->image, 0, run->words * sizeof(*level->image));
        for (size_t w = 0; w < run->words; w++) {
            for (uint64_t left = set[w]; left != 0; left &= left - 1) {
                uint32_t to = items[w * 64 + (size_t)__builtin_ctzll(left)];
                level->image[to / 64] |= UINT64_C(1) << (to % 64);
            }
        }
        if (best >= 0 && image == *ret_arrival &&
            memcmp(level->image, level->key, run->words * sizeof(*level->key)) >= 0)
            continue;
        best = g;
        *ret_arrival = image;
        memcpy(level->key, level->image, run->words * sizeof(*level->key));
    }
    return best;
}

static int count_within(struct returns_run *run, size_t depth, uint32_t v, const uint64_t *set,
                        int g);

/* Finds or counts what is known of (v, C): the result of the level. *ret_g is the group element
 * that takes v and C to what it is of. */
static int find_result(struct returns_run *run, size_t depth, uint32_t v, const uint64_t *set,
                       int *ret_g)
{
    uint32_t image = 0;
    while (run->level_count <= depth) {
        int r = make_level(run, &run->levels[run->level_count]);
        run->level_count++;
        if (r < 0)
            return r;
    }
    struct returns_level *level = run->levels[depth];
    *ret_g = make_key(run, level, v, set, &image);
    int r = returns_memo_find(&run->memo, image, level->key, &level->result);
    if (r != 0)
        return r < 0 ? r : 0;
    r = count_within(run, depth, v, set, *ret_g);
    if (r < 0)
        return r;
    /* What finds no room is counted again where it is wanted again. */
    (void)returns_memo_keep(&run->memo, image, level->key, &level->result);
    return 0;
}

/* Adds the paths and games that enter a component at u. */
static int enter_at(struct returns_run *run, size_t depth, uint32_t u, const uint64_t *component,
                    bool single)
{
    struct returns_level *level = run->levels[depth];
    const struct returns_row *row = &level->enter.rows[u];
    struct returns_result *result = &level->result;
    uint64_t one = 1, paths = 0;
    int g = 0;
    for (uint32_t i = 0; i < row->count; i++)
        if (__builtin_add_overflow(paths, row->numbers[i], &paths))
            return -ERANGE;
    if (single) {
        const struct returns_row here = {.count = 1, .numbers = &one};
        mpz_t games;
        mpz_init_set_ui(games, run->graph.arrivals[u].ends);
        returns_within_add(run, u, item_of(run, u), 0, &here, games);
        mpz_addmul_ui(result->games, games, paths);
        mpz_clear(games);
        return returns_rows_add(&level->stay, u, row, 0, 1);
    }
    int r = find_result(run, depth + 1, u, component, &g);
    if (r < 0)
        return r;
    const struct returns_result *found = &run->levels[depth + 1]->result;
    const struct history_graph *history = run->graph.history;
    const uint32_t *back =
        run->graph.images + (size_t)history->positions.group.inverse[g] * run->graph.count;
    bool mirrored = history->classes[run->graph.class].signs && group_swaps(g);
    mpz_addmul_ui(result->games, found->games, paths);
    const uint64_t *numbers = found->numbers;
    for (size_t t = 0; t < found->term_count && r == 0; t++) {
        const struct returns_term *term = &found->terms[t];
        for (int32_t i = 0; i < (int32_t)term->count && r == 0; i++)
            r = returns_rows_add(&level->stay, back[term->arrival], row,
                                 mirrored ? -term->low - i : term->low + i, *numbers++);
    }
    return r;
}

/* The paths that end at x leave it: for what is left but not for its own component, and to return
 * to v. Where an edge leads out of C they are part of the result. */
static int leave(struct returns_run *run, size_t depth, uint32_t x, uint32_t v,
                 const uint64_t *component, int g, const struct returns_row *row)
{
    struct returns_level *level = run->levels[depth];
    struct returns_result *result = &level->result;
    const struct returns_arrival *at = &run->graph.arrivals[x];
    uint32_t home = item_of(run, v);
    bool returns = false, out = false;
    int r = 0;
    for (uint32_t e = at->first_edge; e < at[1].first_edge && r == 0; e++) {
        const struct returns_edge *edge = &run->graph.edges[e];
        if (returns_within_has(component, edge->item))
            continue;
        if (returns_within_has(level->left, edge->item))
            r = returns_rows_add(&level->enter, edge->to, row, edge->shift, 1);
        else if (edge->item == home)
            returns = true;
        else
            out = true;
    }
    if (returns)
        returns_within_add(run, x, home, 0, row, result->games);
    bool mirrored = run->graph.history->classes[run->graph.class].signs && group_swaps(g);
    uint32_t image = g > 0 ? run->graph.images[(size_t)g * run->graph.count + x] : x;
    if (out && r == 0)
        r = returns_memo_add_term(result, image, row, mirrored);
    return r;
}

/* Goes through one component of what is left. */
static int count_component(struct returns_run *run, size_t depth, uint32_t v,
                           const uint64_t *component, int g)
{
    int r = 0;
    uint32_t items = 0;
    for (size_t w = 0; w < run->words; w++)
        items += (uint32_t)__builtin_popcountll(component[w]);
    for (size_t w = 0; w < run->words; w++) {
        for (uint64_t left = component[w]; left != 0 && r == 0; left &= left - 1) {
            uint32_t item = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            for (uint32_t i = run->first[item]; i < run->first[item + 1] && r == 0; i++)
                if (run->levels[depth]->enter.rows[run->of_item[i]].count > 0)
                    r = enter_at(run, depth, run->of_item[i], component, items == 1);
        }
    }
    struct returns_rows *stay = &run->levels[depth]->stay;
    for (uint32_t i = 0; i < stay->filled && r == 0; i++)
        r = leave(run, depth, stay->listed[i], v, component, g, &stay->rows[stay->listed[i]]);
    returns_rows_clear(stay);
    return r;
}

/* Counts the paths from v that stay in C; g takes them to what the result is of. */
static int count_within(struct returns_run *run, size_t depth, uint32_t v, const uint64_t *set,
                        int g)
{
    struct returns_level *level = run->levels[depth];
    const struct returns_arrival *at = &run->graph.arrivals[v];
    uint64_t one = 1;
    const struct returns_row here = {.count = 1, .numbers = &one};
    run->run->nodes++;
    run->run->entries = run->memo.count;
    run->run->bytes = run->memory.held;
    if (++run->steps % STEPS == 0 && count_run_must_stop(run->run))
        return -EINTR;
    memcpy(level->left, set, run->words * sizeof(*set));
    if (at->item != HISTORY_NONE)
        level->left[at->item / 64] &= ~(UINT64_C(1) << (at->item % 64));
    returns_memo_clear_result(&level->result);
    mpz_set_ui(level->result.games, at->ends);
    memset(level->image, 0, run->words * sizeof(*level->image));
    int r = leave(run, depth, v, v, level->image, g, &here);
    memset(level->image, 0, run->words * sizeof(*level->image));
    for (uint32_t e = at->first_edge; e < at[1].first_edge; e++)
        if (returns_within_has(level->left, run->graph.edges[e].item))
            level->image[run->graph.edges[e].item / 64] |= UINT64_C(1)
                                                           << (run->graph.edges[e].item % 64);
    returns_components_find(&level->components, run->leads, level->image, level->left);
    for (uint32_t c = level->components.count; c-- > 0 && r == 0;) {
        returns_components_set(&level->components, c, level->component);
        r = count_component(run, depth, v, level->component, g);
    }
    returns_rows_clear(&level->enter);
    returns_rows_clear(&level->stay);
    return r;
}

int returns_within_init(struct returns_run *run)
{
    run->level_count = 1;
    return make_level(run, &run->levels[0]);
}

void returns_within_release(struct returns_run *run)
{
    for (size_t i = 0; i < run->level_count; i++)
        free_level(run->levels[i]);
}

int returns_within_count(struct returns_run *run, uint32_t root, const uint64_t *set,
                         const struct returns_result **ret_result)
{
    *ret_result = &run->levels[0]->result;
    return count_within(run, 0, root, set, 0);
}
