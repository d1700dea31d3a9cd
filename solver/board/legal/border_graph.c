/*
 * The border of any board: a slot for each of its points, which holds 0 for an empty point, the
 * colour of a stone whose chain has a liberty, or the number of a chain that needs one. Such chains
 * are numbered by the first slot that has a stone of theirs, so that equal states look equal.
 */
#include "board/legal/border.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

#define NO_SLOT (-1)

/* What a slot holds: a stone that has a liberty is FREE_STONE + colour, one of needy chain c is
 * NEEDY_STONE + 2 * c + colour. */
#define FREE_STONE 2
#define NEEDY_STONE 4
#define NO_NAME UINT16_MAX

/* One point gets its colour. */
struct border_step {
    int slot;    /* of the point */
    int used;    /* slots 0 .. used - 1 may hold something */
    int *beside; /* slots of its neighbours that have their colour */
    int beside_count;
    int *leaving; /* slots of the points that have all their neighbours now */
    int leaving_count;
};

/* The slots of a border. */
struct border_cells {
    uint16_t of[BOARD_MAX_POINTS];
};

static void unpack(const struct border_way *way, int used, const uint64_t *key,
                   struct border_cells *cells)
{
    uint64_t mask = (1ull << way->bits) - 1;
    for (int word = 0, i = 0; i < used; word++) {
        uint64_t left = key[word];
        for (int k = 0; k < way->per_word && i < used; k++, i++, left >>= way->bits)
            cells->of[i] = left & mask;
    }
}

/* Writes the key, with needy chains named anew. The first stone is black. */
static void pack(const struct border_way *way, int used, const struct border_cells *cells,
                 uint64_t *ret_key)
{
    uint16_t names[2 * BOARD_MAX_POINTS + NEEDY_STONE];
    unsigned count = 0, swap = 2;
    memset(names, 0xff, (size_t)(NEEDY_STONE + 2 * way->slots) * sizeof(names[0]));
    memset(ret_key, 0, (size_t)way->key_words * sizeof(*ret_key));
    for (int i = 0, word = 0, shift = 0; i < used; i++) {
        unsigned cell = cells->of[i];
        if (cell != 0 && swap == 2)
            swap = cell & 1;
        if (cell >= NEEDY_STONE && names[cell] == NO_NAME)
            names[cell] = (uint16_t)(NEEDY_STONE + 2 * count++ + (cell & 1));
        if (cell >= NEEDY_STONE)
            cell = names[cell];
        if (cell != 0)
            ret_key[word] |= (uint64_t)(cell ^ swap) << shift;
        shift += way->bits;
        if (shift + way->bits > 64) {
            word++;
            shift = 0;
        }
    }
}

static void rename_chain(struct border_cells *cells, int used, unsigned from, unsigned to)
{
    for (int i = 0; i < used; i++)
        if (cells->of[i] == from)
            cells->of[i] = (uint16_t)to;
}

static void set_free(struct border_cells *cells, int used, int slot)
{
    unsigned cell = cells->of[slot];
    if (cell >= NEEDY_STONE)
        rename_chain(cells, used, cell, FREE_STONE + (cell & 1));
}

/* colour: 0 empty, 1 black, 2 white. */
static void place(const struct border_way *way, const struct border_step *step,
                  struct border_cells *cells, unsigned colour)
{
    int slot = step->slot;
    /* No chain of the border has this number: it has fewer stones than slots. */
    unsigned fresh = NEEDY_STONE + 2 * (unsigned)(way->slots - 1) + (colour - 1);
    cells->of[slot] = (uint16_t)(colour == 0 ? 0 : fresh);
    for (int i = 0; i < step->beside_count; i++) {
        int other = step->beside[i];
        unsigned theirs = cells->of[other], ours = cells->of[slot];
        if (colour == 0) {
            set_free(cells, step->used, other);
        } else if (theirs == 0) {
            set_free(cells, step->used, slot);
        } else if ((theirs & 1) == (ours & 1) && theirs != ours) {
            if (ours >= NEEDY_STONE)
                rename_chain(cells, step->used, ours, theirs);
            else
                set_free(cells, step->used, other);
        }
    }
}

/* Empties a slot that leaves the border. False: its chain can get no liberty any more. */
static bool leave(struct border_cells *cells, int used, int slot)
{
    unsigned cell = cells->of[slot];
    cells->of[slot] = 0;
    bool mates = cell < NEEDY_STONE;
    for (int i = 0; i < used && !mates; i++)
        mates = cells->of[i] == cell;
    return mates;
}

static int follow_graph(const struct border_way *way, int number, const uint64_t *key,
                        uint64_t *ret_keys)
{
    const struct border_step *step = &way->list[number];
    struct border_cells before, after;
    int count = 0;
    unpack(way, step->used, key, &before);
    for (unsigned colour = 0; colour < BORDER_COLOURS; colour++) {
        bool legal = true;
        memcpy(after.of, before.of, (size_t)step->used * sizeof(after.of[0]));
        place(way, step, &after, colour);
        for (int i = 0; i < step->leaving_count && legal; i++)
            legal = leave(&after, step->used, step->leaving[i]);
        if (legal)
            pack(way, step->used, &after, ret_keys + (size_t)way->key_words * (size_t)count++);
    }
    return count;
}

/* The order of the points as it is being made. */
struct border_order {
    const struct graph *graph;
    int missing[BOARD_MAX_POINTS]; /* neighbours of each point that have no colour yet */
    bool done[BOARD_MAX_POINTS];
    int slot_of[BOARD_MAX_POINTS];
    int point_in[BOARD_MAX_POINTS]; /* of each slot, or NO_SLOT */
    int *numbers;                   /* the next slot of a list */
};

/* By how much the border grows when point gets its colour. */
static int growth(const struct border_order *order, int point)
{
    const struct graph *graph = order->graph;
    int change = order->missing[point] > 0;
    for (int i = graph->first[point]; i < graph->first[point + 1]; i++) {
        int other = graph->adjacent[i];
        change -= order->done[other] && order->missing[other] == 1;
    }
    return change;
}

/* The next point: the first of those that leave the border smallest. */
static int choose_point(const struct border_order *order)
{
    int best = -1, least = 0;
    for (int p = 0; p < order->graph->points; p++) {
        if (order->done[p])
            continue;
        int change = growth(order, p);
        if (best < 0 || change < least) {
            best = p;
            least = change;
        }
    }
    return best;
}

/* Point leaves the border: step lists its slot. */
static void list_leaving(struct border_order *order, struct border_step *step, int point)
{
    *order->numbers++ = order->slot_of[point];
    step->leaving_count++;
    order->point_in[order->slot_of[point]] = NO_SLOT;
}

/* Puts point into the first slot that nobody uses. */
static void add_point(struct border_order *order, struct border_step *step, int point)
{
    const struct graph *graph = order->graph;
    const int *from = graph->adjacent + graph->first[point];
    const int *end = graph->adjacent + graph->first[point + 1];
    int slot = 0;
    while (order->point_in[slot] != NO_SLOT)
        slot++;
    order->point_in[slot] = point;
    order->slot_of[point] = slot;
    order->done[point] = true;
    step->slot = slot;
    step->beside = order->numbers;
    for (const int *other = from; other < end; other++) {
        order->missing[*other]--;
        if (order->done[*other])
            *order->numbers++ = order->slot_of[*other];
    }
    step->beside_count = (int)(order->numbers - step->beside);
    step->leaving = order->numbers;
    for (const int *other = from; other < end; other++)
        if (order->done[*other] && order->missing[*other] == 0)
            list_leaving(order, step, *other);
    if (order->missing[point] == 0)
        list_leaving(order, step, point);
}

static void list_steps(struct border_order *order, struct border_way *way)
{
    for (int p = 0; p < way->steps; p++) {
        order->missing[p] = order->graph->first[p + 1] - order->graph->first[p];
        order->point_in[p] = NO_SLOT;
    }
    for (int i = 0; i < way->steps; i++) {
        struct border_step *step = &way->list[i];
        add_point(order, step, choose_point(order));
        way->slots = step->slot + 1 > way->slots ? step->slot + 1 : way->slots;
        step->used = way->slots;
    }
}

int border_graph(struct border_way *ret_way, const struct graph *graph)
{
    struct border_way way = {.follow = follow_graph, .steps = graph->points};
    size_t points = (size_t)graph->points, edges = (size_t)graph->first[points];
    struct border_order *order = calloc(1, sizeof(*order));
    way.list = calloc(points, sizeof(*way.list));
    /* An edge is listed once as a neighbour; a point leaves once. */
    way.numbers = calloc(edges + points, sizeof(*way.numbers));
    if (order == NULL || way.list == NULL || way.numbers == NULL) {
        FREE_ALL(order, way.list, way.numbers);
        return -ENOMEM;
    }
    order->graph = graph;
    order->numbers = way.numbers;
    list_steps(order, &way);
    free(order);
    /* Numbers go up to NEEDY_STONE + 2 * (slots - 1) + 1; one more is spared (border.h). */
    while (1 << way.bits <= NEEDY_STONE + 2 * way.slots)
        way.bits++;
    way.per_word = 64 / way.bits;
    way.key_words = (way.slots + way.per_word - 1) / way.per_word;
    *ret_way = way;
    return 0;
}

void border_release(struct border_way *way)
{
    FREE_ALL(way->list, way->numbers);
    way->list = NULL;
    way->numbers = NULL;
}
