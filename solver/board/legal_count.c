/* Counting legal positions. */
#include "board/legal_count.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Points that may wait for their neighbours at a time. */
#define BORDER_MAX 16
#define NO_SLOT (-1)

/* What is known of a point of the border: empty, or a stone of a chain. Chains are named by the
 * first slot that holds a stone of theirs. */
struct cell {
    uint8_t colour; /* 0 empty, 1, 2 */
    uint8_t chain;
    uint8_t free; /* the chain has a liberty */
};

/* A state: 8 bits a cell. */
struct border {
    uint8_t cells[BORDER_MAX];
};

struct entry {
    struct border border;
    long double ways; /* 0: an empty entry */
};

struct states {
    struct entry *entries;
    size_t count, mask;
};

struct counting {
    const struct graph *graph;
    bool done[SOLVER_MAX_POINTS];
    int slots[SOLVER_MAX_POINTS]; /* of each point of the border */
    int border[BORDER_MAX];       /* the point of each slot, or NO_SLOT */
    int used;                     /* slots from 0 on that were ever used */
    size_t max_states;
    struct states now, next;
};

static uint64_t hash_border(const struct border *border)
{
    uint64_t words[2], hash;
    memcpy(words, border->cells, sizeof(words));
    hash = (words[0] ^ words[1] * 0x9e3779b97f4a7c15ull) * 0xff51afd7ed558ccdull;
    return hash ^ hash >> 29;
}

static struct entry *find_entry(const struct states *states, const struct border *border)
{
    size_t at = hash_border(border) & states->mask;
    while (states->entries[at].ways > 0 &&
           memcmp(&states->entries[at].border, border, sizeof(*border)) != 0)
        at = (at + 1) & states->mask;
    return &states->entries[at];
}

static int states_grow(struct states *states)
{
    struct states grown = {.mask = states->mask * 2 + 1, .count = states->count};
    grown.entries = calloc(grown.mask + 1, sizeof(*grown.entries));
    if (grown.entries == NULL)
        return -ENOMEM;
    for (size_t i = 0; states->entries != NULL && i <= states->mask; i++)
        if (states->entries[i].ways > 0)
            *find_entry(&grown, &states->entries[i].border) = states->entries[i];
    free(states->entries);
    *states = grown;
    return 0;
}

static int states_add(struct counting *counting, const struct border *border, long double ways)
{
    struct states *states = &counting->next;
    if (2 * states->count >= states->mask) {
        int r = states->count >= counting->max_states ? -E2BIG : states_grow(states);
        if (r < 0)
            return r;
    }
    struct entry *entry = find_entry(states, border);
    if (entry->ways == 0)
        states->count++;
    entry->border = *border;
    entry->ways += ways;
    return 0;
}

static void unpack(const struct counting *counting, const struct border *border,
                   struct cell cells[BORDER_MAX])
{
    for (int i = 0; i < counting->used; i++)
        cells[i] = (struct cell){border->cells[i] & 3, border->cells[i] >> 3 & 31,
                                 border->cells[i] >> 2 & 1};
}

/* Names each chain by its first slot, so that equal states look equal. */
static struct border pack(const struct counting *counting, const struct cell cells[BORDER_MAX])
{
    struct border border = {{0}};
    uint8_t names[BORDER_MAX + 1];
    memset(names, UINT8_MAX, sizeof(names));
    for (int i = 0; i < counting->used; i++) {
        if (counting->border[i] == NO_SLOT || cells[i].colour == 0)
            continue;
        if (names[cells[i].chain] == UINT8_MAX)
            names[cells[i].chain] = (uint8_t)i;
        border.cells[i] =
            (uint8_t)(names[cells[i].chain] << 3 | cells[i].free << 2 | cells[i].colour);
    }
    return border;
}

static void set_free(const struct counting *counting, struct cell cells[BORDER_MAX], uint8_t chain)
{
    for (int i = 0; i < counting->used; i++)
        if (counting->border[i] != NO_SLOT && cells[i].colour != 0 && cells[i].chain == chain)
            cells[i].free = 1;
}

/* Joins the new stone's chain with that of a neighbour. */
static void join(const struct counting *counting, struct cell cells[BORDER_MAX], int slot,
                 int other)
{
    uint8_t from = cells[other].chain, to = cells[slot].chain;
    uint8_t free_now = cells[slot].free | cells[other].free;
    for (int i = 0; i < counting->used; i++)
        if (counting->border[i] != NO_SLOT && cells[i].colour != 0 && cells[i].chain == from)
            cells[i].chain = to;
    if (free_now)
        set_free(counting, cells, to);
}

/* The state after the point in slot got colour. */
static void place(const struct counting *counting, struct cell cells[BORDER_MAX], int slot,
                  uint8_t colour)
{
    const struct graph *graph = counting->graph;
    int point = counting->border[slot];
    cells[slot] = (struct cell){.colour = colour, .chain = BORDER_MAX};
    for (int i = graph->first[point]; i < graph->first[point + 1]; i++) {
        int other = counting->slots[graph->adjacent[i]];
        if (other == NO_SLOT || other == slot)
            continue;
        if (colour == 0 && cells[other].colour != 0)
            set_free(counting, cells, cells[other].chain);
        else if (colour != 0 && cells[other].colour == 0)
            set_free(counting, cells, cells[slot].chain);
        else if (colour != 0 && cells[other].colour == colour)
            join(counting, cells, slot, other);
    }
}

/* Has the stone in slot a liberty, or a chain that may still get one elsewhere on the border? */
static bool may_leave(const struct counting *counting, const struct cell cells[BORDER_MAX],
                      int slot, const bool leaving[BORDER_MAX])
{
    if (cells[slot].colour == 0 || cells[slot].free)
        return true;
    for (int i = 0; i < counting->used; i++)
        if (counting->border[i] != NO_SLOT && !leaving[i] && cells[i].colour != 0 &&
            cells[i].chain == cells[slot].chain)
            return true;
    return false;
}

/* Do all neighbours of point stand? */
static bool is_finished(const struct counting *counting, int point)
{
    const struct graph *graph = counting->graph;
    for (int i = graph->first[point]; i < graph->first[point + 1]; i++)
        if (!counting->done[graph->adjacent[i]])
            return false;
    return true;
}

/* The points of the border when point has been added: how many? */
static int border_size(struct counting *counting, int point)
{
    int size = 0;
    counting->done[point] = true;
    for (int p = 0; p < counting->graph->points; p++)
        size += counting->done[p] && !is_finished(counting, p);
    counting->done[point] = false;
    return size;
}

/* The next point: the one that leaves the border smallest. */
static int choose_point(struct counting *counting)
{
    int best = -1, least = 0;
    for (int p = 0; p < counting->graph->points; p++) {
        if (counting->done[p])
            continue;
        int size = border_size(counting, p);
        if (best < 0 || size < least) {
            best = p;
            least = size;
        }
    }
    return best;
}

static int take_slot(struct counting *counting, int point)
{
    int slot = 0;
    while (slot < counting->used && counting->border[slot] != NO_SLOT)
        slot++;
    if (slot == BORDER_MAX)
        return -E2BIG;
    if (slot == counting->used)
        counting->used++;
    counting->border[slot] = point;
    counting->slots[point] = slot;
    counting->done[point] = true;
    return slot;
}

static int spread_state(struct counting *counting, const struct entry *entry, int slot,
                        const bool leaving[BORDER_MAX])
{
    for (uint8_t colour = 0; colour <= 2; colour++) {
        struct cell cells[BORDER_MAX];
        bool legal = true;
        unpack(counting, &entry->border, cells);
        place(counting, cells, slot, colour);
        for (int i = 0; i < counting->used; i++)
            if (leaving[i])
                legal = legal && may_leave(counting, cells, i, leaving);
        for (int i = 0; i < counting->used && legal; i++)
            if (leaving[i])
                cells[i].colour = 0;
        struct border border = pack(counting, cells);
        int r = legal ? states_add(counting, &border, entry->ways) : 0;
        if (r < 0)
            return r;
    }
    return 0;
}

static int add_point(struct counting *counting, int point)
{
    bool leaving[BORDER_MAX] = {false};
    int slot = take_slot(counting, point), r = slot < 0 ? slot : 0;
    for (int i = 0; i < counting->used && r == 0; i++)
        leaving[i] = counting->border[i] != NO_SLOT && is_finished(counting, counting->border[i]);
    for (size_t i = 0; i <= counting->now.mask && r == 0; i++)
        if (counting->now.entries[i].ways > 0)
            r = spread_state(counting, &counting->now.entries[i], slot, leaving);
    for (int i = 0; i < counting->used; i++) {
        if (!leaving[i])
            continue;
        counting->slots[counting->border[i]] = NO_SLOT;
        counting->border[i] = NO_SLOT;
    }
    struct states swap = counting->now;
    counting->now = counting->next;
    counting->next = swap;
    memset(counting->next.entries, 0, (counting->next.mask + 1) * sizeof(struct entry));
    counting->next.count = 0;
    return r;
}

int legal_count(const struct graph *graph, size_t max_states, long double *ret_count)
{
    struct counting *counting = calloc(1, sizeof(*counting));
    struct border none = {{0}};
    assert(graph->points <= SOLVER_MAX_POINTS);
    if (counting == NULL)
        return -ENOMEM;
    counting->graph = graph;
    counting->max_states = max_states;
    counting->now.mask = counting->next.mask = 511;
    for (int p = 0; p < graph->points; p++)
        counting->slots[p] = NO_SLOT;
    int r = states_grow(&counting->now);
    if (r == 0)
        r = states_grow(&counting->next);
    if (r == 0)
        *find_entry(&counting->now, &none) = (struct entry){none, 1};
    for (int done = 0; done < graph->points && r == 0; done++)
        r = add_point(counting, choose_point(counting));
    if (r == 0)
        *ret_count = find_entry(&counting->now, &none)->ways;
    free(counting->now.entries);
    free(counting->next.entries);
    free(counting);
    return r;
}
