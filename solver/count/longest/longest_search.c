/* Long games by annealing. */
#include "count/longest/longest_search.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/hash.h"
#include "count/longest/longest_bound.h"

/* Rows that one change may give another link. */
#define CHANGES_MOST 24
/* Temperatures, in plays. */
#define HOT 0.6
#define COLD 0.12
/*
 * What a play counts that is on a round besides the path, and what such a round costs, and a clash,
 * in plays. One after the other: where nothing can clash the bound is likely to be met.
 */
static const struct {
    double share, cost;
} aims[2][4] = {{{1, 1}, {1, 2}, {1, 1}, {0.9, 1}}, {{0.9, 1}, {0.7, 1}, {1, 1}, {0.9, 2}}};
#define AIMS 4
/* How unlikely a link is that costs a play more than it should: e^-that. */
#define ODDS_PER_PLAY 2.0
#define ASK_EVERY 4096

struct longest_change {
    uint32_t row, link; /* the link that the row had */
    uint32_t owner;     /* the row that had the column which it got */
};

static uint64_t draw(struct longest_search *search)
{
    search->random += 0x9e3779b97f4a7c15ull;
    return hash_mix(search->random);
}

/* A number below count. */
static uint32_t draw_below(struct longest_search *search, uint32_t count)
{
    return (uint32_t)((draw(search) >> 32) * count >> 32);
}

static double draw_unit(struct longest_search *search)
{
    return (double)(draw(search) >> 11) * 0x1p-53;
}

/* Can a game create an item by other arrivals than at the vertex whose item it is? */
static bool shares_items(struct longest_search *search)
{
    const struct longest_graph *graph = search->graph;
    const struct arena *arena = graph->arena;
    for (uint32_t a = 0; a < graph->arc_count; a++)
        for (uint32_t i = 0; i + 1 < graph->arcs[a].steps; i++) {
            uint32_t node = arena->edges[graph->steps[graph->arcs[a].first_step + i]].to;
            if (arena->nodes[node].item != ARENA_NO_ITEM)
                return true;
        }
    for (uint32_t v = 1; v < graph->count; v++) {
        uint32_t *there = &search->there[arena->nodes[graph->node[v]].item];
        if (*there != 0)
            return true;
        *there = 1;
    }
    return false;
}

int longest_search_init(struct longest_search *ret_search, const struct longest_match *match,
                        uint64_t seed)
{
    const struct longest_graph *graph = match->graph;
    size_t rows = graph->count;
    *ret_search = (struct longest_search){
        .graph = graph,
        .match = match,
        .random = hash_mix(seed + 1),
        .chosen = malloc(rows * sizeof(uint32_t)),
        .row_of = malloc(rows * sizeof(uint32_t)),
        .odds = malloc(match->link_count),
        .length = calloc(match->link_count, sizeof(uint32_t)),
        .changes = malloc(CHANGES_MOST * sizeof(struct longest_change)),
        .seen = calloc(rows, sizeof(uint32_t)),
        .there = calloc(graph->arena->item_count + 1u, sizeof(uint32_t)),
    };
    if (ret_search->chosen == NULL || ret_search->row_of == NULL || ret_search->odds == NULL ||
        ret_search->length == NULL || ret_search->changes == NULL || ret_search->seen == NULL ||
        ret_search->there == NULL)
        return -ENOMEM;
    ret_search->sharing = shares_items(ret_search);
    ret_search->look = 1;
    memcpy(ret_search->chosen, match->chosen, rows * sizeof(uint32_t));
    memcpy(ret_search->row_of, match->row_of, rows * sizeof(uint32_t));
    for (uint32_t r = 0; r < graph->count; r++) {
        uint32_t link = match->first_link[r];
        for (uint32_t a = graph->first_arc[r]; a < graph->first_arc[r + 1]; a++)
            ret_search->length[link++] = graph->arcs[a].length;
        ret_search->length[link] = graph->finish[r];
    }
    return 0;
}

void longest_search_release(struct longest_search *search)
{
    FREE_ALL(search->chosen, search->row_of, search->odds, search->length, search->changes,
             search->seen, search->there, search->game, search->trial);
}

static void weigh_links(struct longest_search *search)
{
    const struct longest_match *match = search->match;
    for (uint32_t r = 0; r < search->graph->count; r++)
        for (uint32_t link = match->first_link[r]; link < match->first_link[r + 1]; link++) {
            double slack = (double)(match->row_price[r] + match->column_price[match->column[link]] -
                                    match->worth[link]);
            double odds = 255 * exp(-ODDS_PER_PLAY * slack / (double)LONGEST_SCALE);
            search->odds[link] = (uint8_t)(odds < 1 ? 1 : odds);
        }
}

/* --- what an assignment is worth --- */

/* Creates the items of a walk. Returns how many nodes wanted theirs absent and found it. */
static int create_items(struct longest_search *search, const struct longest_arc *arc)
{
    const struct arena *arena = search->graph->arena;
    int clashes = 0;
    for (uint32_t i = 0; i < arc->steps; i++) {
        const struct arena_node *node =
            &arena->nodes[arena->edges[search->graph->steps[arc->first_step + i]].to];
        if (node->item == ARENA_NO_ITEM)
            continue;
        clashes += node->guarded && search->there[node->item] == search->look;
        search->there[node->item] = search->look;
    }
    return clashes;
}

/* Goes through the path and all rounds: sets total, rounds and clashes. */
static void look_through(struct longest_search *search)
{
    const struct longest_match *match = search->match;
    search->look++;
    search->total = 0;
    search->rounds = search->clashes = 0;
    for (uint32_t start = 0; start < search->graph->count; start++) {
        uint32_t row = start, steps = 0;
        while (search->seen[row] != search->look) {
            uint32_t link = search->chosen[row];
            search->seen[row] = search->look;
            search->total += search->length[link];
            uint32_t arc = longest_match_arc(match, row, link);
            if (search->sharing && start == 0 && arc != LONGEST_NONE)
                search->clashes += create_items(search, &search->graph->arcs[arc]);
            row = match->column[link];
            steps++;
        }
        search->rounds += start > 0 && steps > 1;
        if (start == 0)
            search->path = search->total;
    }
}

/* --- a game --- */

static int add_step(struct longest_search *search, uint32_t *count, uint32_t edge)
{
    int r = array_reserve(&search->trial, *count + 1u, &search->trial_room, sizeof(*search->trial));
    if (r == 0)
        search->trial[(*count)++] = edge;
    return r;
}

/* May the game go on along the edge? Then its item is there. */
static bool enter(struct longest_search *search, uint32_t edge)
{
    const struct arena *arena = search->graph->arena;
    const struct arena_node *node = &arena->nodes[arena->edges[edge].to];
    if (node->item == ARENA_NO_ITEM)
        return true;
    if (node->guarded && (arena->present[node->item] || search->there[node->item] == search->look))
        return false;
    search->there[node->item] = search->look;
    return true;
}

/* An edge from node that ends the game, as what it leads to is there already; else LONGEST_NONE. */
static uint32_t find_finish(const struct longest_search *search, uint32_t node)
{
    const struct arena *arena = search->graph->arena;
    uint32_t best = LONGEST_NONE;
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        const struct arena_node *to = &arena->nodes[arena->edges[e].to];
        if (to->guarded && to->closes &&
            (arena->present[to->item] || search->there[to->item] == search->look) &&
            (best == LONGEST_NONE || arena->edges[e].length > arena->edges[best].length))
            best = e;
    }
    return best;
}

/* Plays the path as far as it goes, and keeps it if it is longer than what is known. */
static int play_path(struct longest_search *search)
{
    const struct longest_graph *graph = search->graph;
    const struct arena *arena = graph->arena;
    uint32_t count = 0, length = 0, node = arena->root, row = 0;
    bool open = true;
    int r = 0;
    search->look++;
    while (open && r == 0) {
        uint32_t arc = longest_match_arc(search->match, row, search->chosen[row]);
        if (arc == LONGEST_NONE)
            break;
        for (uint32_t i = 0; i < graph->arcs[arc].steps && open && r == 0; i++) {
            uint32_t edge = graph->steps[graph->arcs[arc].first_step + i];
            open = enter(search, edge);
            if (!open)
                break;
            r = add_step(search, &count, edge);
            node = arena->edges[edge].to;
            length += arena->edges[edge].length;
        }
        row = graph->arcs[arc].to;
    }
    uint32_t finish = r == 0 ? find_finish(search, node) : LONGEST_NONE;
    if (finish != LONGEST_NONE) {
        r = add_step(search, &count, finish);
        length += arena->edges[finish].length;
    }
    if (r < 0 || (length <= search->at_least && search->game != NULL))
        return r;
    r = array_reserve(&search->game, count + 1u, &search->game_room, sizeof(*search->game));
    if (r < 0)
        return r;
    if (count > 0)
        memcpy(search->game, search->trial, count * sizeof(*search->game));
    search->game_count = count;
    search->at_least = length;
    return 0;
}

/* --- changes --- */

static void choose(struct longest_search *search, uint32_t row, uint32_t link)
{
    uint32_t *owner = &search->row_of[search->match->column[link]];
    search->changes[search->change_count++] =
        (struct longest_change){row, search->chosen[row], *owner};
    search->total += (int64_t)search->length[link] - search->length[search->chosen[row]];
    search->chosen[row] = link;
    *owner = row;
}

static void take_back(struct longest_search *search)
{
    while (search->change_count > 0) {
        const struct longest_change *change = &search->changes[--search->change_count];
        uint32_t link = search->chosen[change->row];
        search->total += (int64_t)search->length[change->link] - search->length[link];
        search->row_of[search->match->column[link]] = change->owner;
        search->chosen[change->row] = change->link;
    }
}

/* A link of the row to the column, or LONGEST_NONE. */
static uint32_t find_link(const struct longest_match *match, uint32_t row, uint32_t column)
{
    for (uint32_t link = match->first_link[row]; link < match->first_link[row + 1]; link++)
        if (match->column[link] == column)
            return link;
    return LONGEST_NONE;
}

/* Gives a row another link, the row that had that column another one, and so on, until one takes
 * the column that was left first. False: it did not come back to that. */
static bool exchange(struct longest_search *search)
{
    const struct longest_match *match = search->match;
    uint32_t row = draw_below(search, search->graph->count);
    uint32_t left = match->column[search->chosen[row]];
    search->change_count = 0;
    while (search->change_count < CHANGES_MOST) {
        uint32_t first = match->first_link[row];
        uint32_t link = LONGEST_NONE;
        if (search->change_count > 0)
            link = find_link(match, row, left);
        if (link != LONGEST_NONE && draw_below(search, 256) <= search->odds[link]) {
            choose(search, row, link);
            return true;
        }
        link = first + draw_below(search, match->first_link[row + 1] - first);
        if (link == search->chosen[row] || draw_below(search, 256) > search->odds[link]) {
            if (draw_below(search, 16) == 0)
                break;
            continue;
        }
        uint32_t column = match->column[link], next = search->row_of[column];
        choose(search, row, link);
        if (column == left)
            return true;
        row = next;
    }
    return false;
}

/* What an assignment is worth to the search: total at most. */
static double value(const struct longest_search *search)
{
    double aside = (double)(search->total - search->path);
    return (double)search->path + search->share * aside -
           search->cost * (search->rounds + search->clashes);
}

int longest_search_anneal(struct longest_search *search, uint64_t tries, uint32_t at_most,
                          struct count_run *run)
{
    unsigned aim = search->anneals++ % AIMS;
    search->share = aims[search->sharing][aim].share;
    search->cost = aims[search->sharing][aim].cost;
    weigh_links(search);
    look_through(search);
    double now = value(search);
    int r = play_path(search);
    for (uint64_t i = 0; i < tries && r == 0 && search->at_least < at_most; i++) {
        if (i % ASK_EVERY == 0 && count_run_must_stop(run))
            return -EINTR;
        double heat = HOT * pow(COLD / HOT, (double)i / (double)tries);
        double wanted = now + heat * log(draw_unit(search) + 1e-300);
        if (!exchange(search) || (double)search->total < wanted) {
            take_back(search);
            continue;
        }
        look_through(search);
        double then = value(search);
        if (then < wanted) {
            take_back(search);
            continue;
        }
        now = then;
        if (search->total > search->at_least && (search->sharing || search->rounds == 0))
            r = play_path(search);
    }
    return r;
}
