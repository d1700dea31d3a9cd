/* Inequalities that every game keeps. */
#include "count/longest/longest_cuts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"

static void mark(struct longest_cuts *cuts, const uint32_t *members, uint32_t count,
                 const uint32_t *image, bool inside)
{
    for (uint32_t i = 0; i < count; i++)
        cuts->inside[image[members[i]]] = inside;
}

/* Adds up the factors of one image of an inequality: of the arcs into its set. */
static int add_factors(struct longest_cuts *cuts, const struct longest_match *match,
                       const uint32_t *members, uint32_t count, const uint32_t *image,
                       uint32_t target)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = image[members[i]], end = cuts->first_into[to + 1];
        int r = array_reserve(&cuts->touched, cuts->touched_count + end - cuts->first_into[to],
                              &cuts->touched_room, sizeof(*cuts->touched));
        if (r < 0)
            return r;
        for (uint32_t k = cuts->first_into[to]; k < end; k++) {
            uint32_t arc = cuts->arc_of[k], link = longest_match_link(match, arc);
            int32_t factor = target == LONGEST_NONE ? -1
                                                    : !cuts->inside[cuts->graph->arcs[arc].from] -
                                                          (to == image[target]);
            cuts->factor[link] += factor;
            cuts->touched[cuts->touched_count++] = link;
        }
    }
    return 0;
}

static int compare_links(const void *a, const void *b)
{
    const uint32_t *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

/* Takes the factors that were added up as terms of a new inequality, and clears them. */
static int take_terms(struct longest_cuts *cuts)
{
    int r = array_reserve(&cuts->terms, cuts->term_count + cuts->touched_count, &cuts->term_room,
                          sizeof(*cuts->terms));
    if (cuts->touched_count > 1)
        qsort(cuts->touched, cuts->touched_count, sizeof(*cuts->touched), compare_links);
    for (size_t i = 0; i < cuts->touched_count; i++) {
        int32_t *factor = &cuts->factor[cuts->touched[i]];
        if (*factor != 0 && r == 0)
            cuts->terms[cuts->term_count++] = (struct longest_term){cuts->touched[i], *factor};
        *factor = 0;
    }
    cuts->touched_count = 0;
    return r;
}

static int add(struct longest_cuts *cuts, const struct longest_match *match,
               const uint32_t *members, uint32_t count, uint32_t target)
{
    const struct longest_graph *graph = cuts->graph;
    int r = array_reserve(&cuts->list, cuts->count + 1u, &cuts->room, sizeof(*cuts->list));
    if (r == 0)
        r = array_reserve(&cuts->members, cuts->member_count + count, &cuts->member_room,
                          sizeof(*cuts->members));
    if (r < 0)
        return r;
    struct longest_cut cut = {
        .target = target,
        .first_member = (uint32_t)cuts->member_count,
        .members = count,
        .first_term = (uint32_t)cuts->term_count,
        .least = target == LONGEST_NONE ? -(int64_t)graph->symmetry_count : 0,
    };
    for (uint32_t s = 0; s < graph->symmetry_count && r == 0; s++) {
        const uint32_t *image = graph->images + (size_t)s * graph->count;
        mark(cuts, members, count, image, true);
        r = add_factors(cuts, match, members, count, image, target);
        mark(cuts, members, count, image, false);
    }
    int taken = take_terms(cuts);
    if (r < 0 || taken < 0) {
        cuts->term_count = cut.first_term;
        return r < 0 ? r : taken;
    }
    cut.terms = (uint32_t)cuts->term_count - cut.first_term;
    memcpy(cuts->members + cuts->member_count, members, count * sizeof(*members));
    cuts->member_count += count;
    cuts->list[cuts->count++] = cut;
    return 0;
}

/* Is this the first of the vertices with its item, of all its images? */
static bool is_first(const struct longest_graph *graph, const uint32_t *of_item, uint32_t vertex)
{
    const struct arena_node *nodes = graph->arena->nodes;
    for (uint32_t s = 0; s < graph->symmetry_count; s++) {
        uint32_t image = graph->images[(size_t)s * graph->count + vertex];
        if (of_item[nodes[graph->node[image]].item] < vertex)
            return false;
    }
    return of_item[nodes[graph->node[vertex]].item] == vertex;
}

/* Adds an inequality for each item that several vertices share. */
static int add_items(struct longest_cuts *cuts, const struct longest_match *match)
{
    const struct longest_graph *graph = cuts->graph;
    const struct arena_node *nodes = graph->arena->nodes;
    uint32_t *of_item = malloc((graph->arena->item_count + 1u) * sizeof(*of_item));
    uint32_t *members = malloc(graph->count * sizeof(*members));
    uint32_t *shared = calloc(graph->arena->item_count + 1u, sizeof(*shared));
    int r = of_item == NULL || members == NULL || shared == NULL ? -ENOMEM : 0;
    for (uint32_t v = graph->count; v-- > 1 && r == 0;) {
        of_item[nodes[graph->node[v]].item] = v;
        shared[nodes[graph->node[v]].item]++;
    }
    for (uint32_t v = 1; v < graph->count && r == 0; v++) {
        uint32_t count = 0;
        if (shared[nodes[graph->node[v]].item] < 2 || !is_first(graph, of_item, v))
            continue;
        for (uint32_t w = v; w < graph->count; w++)
            if (nodes[graph->node[w]].item == nodes[graph->node[v]].item)
                members[count++] = w;
        r = add(cuts, match, members, count, LONGEST_NONE);
    }
    FREE_ALL(of_item, members, shared);
    return r;
}

/* Sorts the arcs by where they lead. */
static int find_arcs(struct longest_cuts *cuts)
{
    const struct longest_graph *graph = cuts->graph;
    cuts->first_into = calloc(graph->count + 2u, sizeof(*cuts->first_into));
    cuts->arc_of = malloc((graph->arc_count + 1u) * sizeof(*cuts->arc_of));
    if (cuts->first_into == NULL || cuts->arc_of == NULL)
        return -ENOMEM;
    uint32_t *next = cuts->first_into + 1; /* it moves on to where the next one begins */
    for (uint32_t a = 0; a < graph->arc_count; a++)
        next[graph->arcs[a].to + 1]++;
    for (uint32_t v = 1; v <= graph->count; v++)
        next[v] += next[v - 1];
    for (uint32_t a = 0; a < graph->arc_count; a++)
        cuts->arc_of[next[graph->arcs[a].to]++] = a;
    return 0;
}

int longest_cuts_init(struct longest_cuts *ret_cuts, const struct longest_match *match)
{
    *ret_cuts = (struct longest_cuts){
        .graph = match->graph,
        .link_count = match->link_count,
        .factor = calloc(match->link_count + 1u, sizeof(int32_t)),
        .inside = calloc(match->graph->count, sizeof(bool)),
    };
    if (ret_cuts->factor == NULL || ret_cuts->inside == NULL)
        return -ENOMEM;
    int r = find_arcs(ret_cuts);
    return r < 0 ? r : add_items(ret_cuts, match);
}

void longest_cuts_release(struct longest_cuts *cuts)
{
    FREE_ALL(cuts->list, cuts->members, cuts->terms, cuts->factor, cuts->touched, cuts->inside,
             cuts->first_into, cuts->arc_of);
}

int longest_cuts_add(struct longest_cuts *cuts, const struct longest_match *match,
                     const uint32_t *members, uint32_t count, uint32_t target)
{
    for (uint32_t i = 0; i < count; i++)
        if (members[i] == 0)
            return -EINVAL;
    return add(cuts, match, members, count, target);
}

int64_t longest_cuts_charge(const struct longest_cuts *cuts, struct longest_match *match)
{
    int64_t besides = 0;
    for (uint32_t i = 0; i < cuts->count; i++) {
        const struct longest_cut *cut = &cuts->list[i];
        const struct longest_term *terms = cuts->terms + cut->first_term;
        if (cut->price == 0)
            continue;
        besides -= cut->price * cut->least;
        for (uint32_t t = 0; t < cut->terms; t++)
            match->worth[terms[t].link] += cut->price * terms[t].factor;
    }
    return besides;
}
