/* Finding the bordered sets that matter. */
#include "rules/control/bordered.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/control/location.h"

/* A region and what it brings. Regions are fewer than locations, so a set of them is a word, too.
 */
struct region {
    uint64_t locations; /* its own and those of the chains next to it */
    uint64_t next;      /* regions that share a chain with it (connected), or all */
};

struct finding {
    struct region regions[64];
    int count;
    size_t limit;
    struct bordered found;
};

static int put(struct finding *finding, uint64_t set)
{
    struct bordered *found = &finding->found;
    if (found->count == finding->limit) {
        found->complete = false;
        return 0;
    }
    int r = array_reserve(&found->sets, found->count + 1, &found->room, sizeof(*found->sets));
    if (r < 0)
        return r;
    found->sets[found->count++] = set;
    return 0;
}

/*
 * Puts down every connected set of regions that holds chosen, some of open and of what is next to
 * them, and none of closed. A region is taken or closed for all later ones, so none comes twice.
 */
static int extend(struct finding *finding, uint64_t set, uint64_t open, uint64_t closed)
{
    int r = put(finding, set);
    while (open != 0 && r == 0 && finding->found.complete) {
        int i = location_first(open);
        const struct region *region = &finding->regions[i];
        open &= open - 1;
        closed |= location_bit(i);
        r = extend(finding, set | region->locations, (open | region->next) & ~closed, closed);
    }
    return r;
}

static void find_regions(struct finding *finding, const struct graph *graph, uint64_t own,
                         bool connected)
{
    struct location_board board;
    location_board_init(&board, graph);
    uint64_t left = board.all & ~own;
    while (left != 0) {
        struct region *region = &finding->regions[finding->count++];
        uint64_t inside = location_flood(&board, left & -left, left);
        uint64_t chains = location_flood(&board, location_next(&board, inside) & own, own);
        region->locations = inside | chains;
        left &= ~inside;
    }
    for (int i = 0; i < finding->count; i++) {
        finding->regions[i].next = 0;
        for (int j = 0; j < finding->count; j++)
            if (j != i && (!connected ||
                           (finding->regions[i].locations & finding->regions[j].locations) != 0))
                finding->regions[i].next |= location_bit(j);
    }
}

static int compare_sets(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    int more = location_count(x) - location_count(y);
    return more != 0 ? more : x < y ? -1 : x > y;
}

int bordered_find(const struct graph *graph, uint64_t own, bool connected, size_t limit,
                  struct bordered *ret_bordered)
{
    struct finding finding = {.limit = limit, .found = {.complete = true}};
    uint64_t closed = 0;
    int r = 0;
    find_regions(&finding, graph, own, connected);
    for (int i = 0; i < finding.count && r == 0 && finding.found.complete; i++) {
        closed |= location_bit(i);
        r = extend(&finding, finding.regions[i].locations, finding.regions[i].next & ~closed,
                   closed);
    }
    if (r < 0) {
        bordered_release(&finding.found);
        return r;
    }
    if (finding.found.count > 0)
        qsort(finding.found.sets, finding.found.count, sizeof(*finding.found.sets), compare_sets);
    *ret_bordered = finding.found;
    return 0;
}

void bordered_release(struct bordered *bordered)
{
    if (bordered == NULL)
        return;
    free(bordered->sets);
    bordered->sets = NULL;
    bordered->count = bordered->room = 0;
}
