/*
 * Looking for boards that come back in a strategy graph. Only boards in one strongly connected
 * component of the graph of boards can. Components are small, so that in them every path is
 * followed.
 */
#include "strategy/strategy_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "base/large_pages.h"

#define NONE UINT32_MAX
/* The most faults that are mended at a time. */
#define FAULTS_MAX 16384

/* States between looks at whether the run is to stop. */
#define LOOK_EVERY (1 << 16)
/* States whose boards are fetched ahead. */
#define AHEAD 16

/* Not touched yet. */
static void *large_room(size_t bytes)
{
    void *room = malloc(bytes);
    large_pages_advise(room, bytes);
    return room;
}

static void *large_zeroes(size_t count, size_t size)
{
    void *room = calloc(count, size);
    large_pages_advise(room, count * size);
    return room;
}

/* The boards of a graph. A state that is reached may lead to one that is not, before the whole is
 * looked through (strategy_graph.c). */
struct repetition_boards {
    const struct strategy_graph *graph;
    struct prover *prover;  /* it may be told to stop */
    uint32_t *of_state;     /* by state: its board; NONE: it is not reached */
    uint32_t *first, *next; /* the first state of a board, and the next of a state */
    uint32_t *component;    /* by board; NONE: no other board is in its component */
    uint32_t count;
    struct graph_fault *faults;
    int fault_count;
    uint64_t *faulty; /* a bit for each state: it has a fault */
    bool stopped;
};

/* Lets the slot of a state be fetched, and the state that an earlier one will be compared with. */
static void fetch_ahead(const struct strategy_graph *graph, const uint32_t *slots, size_t mask,
                        size_t state)
{
    const struct graph_state *far = &graph->states[state + AHEAD];
    const struct graph_state *near = &graph->states[state + AHEAD / 2];
    if (state + AHEAD >= graph->count)
        return;
    __builtin_prefetch(&slots[entry_key_hash_stones(far->own, far->other) & mask]);
    uint32_t there = slots[entry_key_hash_stones(near->own, near->other) & mask];
    __builtin_prefetch(&graph->states[there != 0 ? there - 1 : 0]);
}

static bool is_to_stop(struct repetition_boards *boards, size_t at)
{
    if (at % LOOK_EVERY == 0 && strategy_graph_is_interrupted(boards->prover))
        boards->stopped = true;
    return boards->stopped;
}

static int result_of(const struct repetition_boards *boards, bool made)
{
    return !made ? -ENOMEM : boards->stopped ? -EINTR : 0;
}

static int number_boards(struct repetition_boards *boards)
{
    const struct strategy_graph *graph = boards->graph;
    size_t mask = 1023;
    while (mask < 2 * graph->count)
        mask = 2 * mask + 1;
    uint32_t *slots = large_zeroes(mask + 1, sizeof(*slots)); /* a board's first state + 1 */
    boards->of_state = large_room((graph->count + 1) * sizeof(uint32_t));
    boards->first = large_room((graph->count + 1) * sizeof(uint32_t));
    boards->next = large_room((graph->count + 1) * sizeof(uint32_t));
    bool made =
        slots != NULL && boards->of_state != NULL && boards->first != NULL && boards->next != NULL;
    for (uint32_t s = 0; made && s < graph->count; s++) {
        const struct graph_state *key = &graph->states[s];
        if (is_to_stop(boards, s))
            break;
        fetch_ahead(graph, slots, mask, s);
        boards->of_state[s] = NONE;
        if (!strategy_graph_reaches(graph, s))
            continue;
        size_t slot = entry_key_hash_stones(key->own, key->other) & mask;
        for (; slots[slot] != 0; slot = (slot + 1) & mask) {
            const struct graph_state *there = &graph->states[slots[slot] - 1];
            if (there->own == key->own && there->other == key->other)
                break;
        }
        if (slots[slot] == 0) {
            slots[slot] = s + 1;
            boards->first[boards->count] = NONE;
            boards->of_state[s] = boards->count++;
        } else {
            boards->of_state[s] = boards->of_state[slots[slot] - 1];
        }
        boards->next[s] = boards->first[boards->of_state[s]];
        boards->first[boards->of_state[s]] = s;
    }
    free(slots);
    return result_of(boards, made);
}

static void add_fault(struct repetition_boards *boards, uint32_t from, uint32_t to)
{
    uint64_t bit = 1ull << from % 64;
    if (boards->fault_count == FAULTS_MAX || (boards->faulty[from / 64] & bit) != 0)
        return;
    boards->faulty[from / 64] |= bit;
    boards->faults[boards->fault_count++] = (struct graph_fault){from, to};
}

/* The state that the attacker's reply in a state leads to. */
static uint32_t reply_of(const struct strategy_graph *graph, uint32_t state)
{
    return strategy_graph_target(graph->links[graph->states[state].first_link]);
}

static uint32_t component_of(const struct repetition_boards *boards, uint32_t state)
{
    return boards->component[boards->of_state[state]];
}

/* --- components of the graph of boards (Tarjan 1972) --- */

struct board_step {
    uint32_t board, state, link; /* where the walk over its links stands */
};

struct board_components {
    struct repetition_boards *boards;
    uint32_t *index; /* in the order in which boards were met, from 1; NONE: of a closed one */
    uint32_t *low, *stack;
    struct board_step *path;
    uint32_t seen, stack_count, count;
    size_t length;
};

/* The next board that a stone leads to from the present one; NONE: no more. */
static uint32_t next_board(const struct repetition_boards *boards, struct board_step *step)
{
    const struct strategy_graph *graph = boards->graph;
    while (step->state != NONE) {
        const struct graph_state *state = &graph->states[step->state];
        while (step->link < state->link_count) {
            uint32_t link = graph->links[state->first_link + step->link++];
            uint32_t to = boards->of_state[strategy_graph_target(link)];
            if ((link & GRAPH_LINK_STONE) != 0 && to != NONE)
                return to;
        }
        step->state = boards->next[step->state];
        step->link = 0;
    }
    return NONE;
}

/* Lets what is needed of the boards that a state leads to be fetched. */
static void fetch_boards(const struct board_components *all, const struct graph_state *state)
{
    const uint32_t *links = all->boards->graph->links + state->first_link;
    const uint32_t *of_state = all->boards->of_state;
    for (int i = 0; i < state->link_count; i++)
        __builtin_prefetch(&of_state[strategy_graph_target(links[i])]);
    for (int i = 0; i < state->link_count; i++) {
        uint32_t board = of_state[strategy_graph_target(links[i])];
        __builtin_prefetch(&all->index[board != NONE ? board : 0]);
    }
}

static void open_board(struct board_components *all, uint32_t board)
{
    all->index[board] = all->low[board] = ++all->seen;
    all->stack[all->stack_count++] = board;
    fetch_boards(all, &all->boards->graph->states[all->boards->first[board]]);
    all->path[all->length++] = (struct board_step){board, all->boards->first[board], 0};
}

static void close_board(struct board_components *all, uint32_t board)
{
    all->length--;
    if (all->length > 0) {
        uint32_t parent = all->path[all->length - 1].board;
        if (all->low[board] < all->low[parent])
            all->low[parent] = all->low[board];
    }
    if (all->low[board] != all->index[board])
        return;
    bool single = all->stack[all->stack_count - 1] == board;
    uint32_t member;
    do {
        member = all->stack[--all->stack_count];
        all->index[member] = NONE;
        all->boards->component[member] = single ? NONE : all->count;
    } while (member != board);
    all->count++;
}

static int find_components(struct repetition_boards *boards)
{
    size_t count = (size_t)boards->count + 1;
    struct board_components all = {.boards = boards};
    boards->component = large_room(count * sizeof(uint32_t));
    all.index = large_zeroes(count, sizeof(uint32_t));
    all.low = large_room(count * sizeof(uint32_t));
    all.stack = large_room(count * sizeof(uint32_t));
    all.path = large_room(count * sizeof(*all.path));
    bool made = boards->component != NULL && all.index != NULL && all.low != NULL &&
                all.stack != NULL && all.path != NULL;
    for (uint32_t b = 0; made && b < boards->count && !boards->stopped; b++) {
        if (all.index[b] == 0)
            open_board(&all, b);
        while (all.length > 0 && !boards->stopped) {
            struct board_step *step = &all.path[all.length - 1];
            uint32_t board = step->board, to = next_board(boards, step);
            if (to == NONE)
                close_board(&all, board);
            else if (all.index[to] == 0 && !is_to_stop(boards, all.seen))
                open_board(&all, to);
            else if (all.index[to] != 0 && all.index[to] < all.low[board])
                all.low[board] = all.index[to];
        }
    }
    FREE_ALL(all.index, all.low, all.stack, all.path);
    return result_of(boards, made);
}

/* --- is there a cycle of states? --- */

struct path_entry {
    uint32_t at, next;
};

/* Notes the reply of the last attacker's state on the path since state `back`: it closes the cycle.
 */
static void exclude_cycle(struct repetition_boards *boards, const struct path_entry *path,
                          size_t length, uint32_t back)
{
    const struct strategy_graph *graph = boards->graph;
    for (size_t i = length; i-- > 0;) {
        if (graph->states[path[i].at].own_move) {
            add_fault(boards, path[i].at, reply_of(graph, path[i].at));
            return;
        }
        if (path[i].at == back)
            return;
    }
}

#define SEEN_ON_LINE 1
#define SEEN_DONE 2

/* Goes through what a state leads to in its component. */
static void find_cycles_from(struct repetition_boards *boards, uint32_t start, uint8_t *seen,
                             struct path_entry *path)
{
    const struct strategy_graph *graph = boards->graph;
    uint32_t component = component_of(boards, start);
    size_t length = 0;
    path[length++] = (struct path_entry){start, 0};
    seen[start] = SEEN_ON_LINE;
    while (length > 0) {
        struct path_entry *step = &path[length - 1];
        const struct graph_state *state = &graph->states[step->at];
        if (step->next == state->link_count) {
            seen[step->at] = SEEN_DONE;
            length--;
            continue;
        }
        uint32_t to = strategy_graph_target(graph->links[state->first_link + step->next++]);
        if (!strategy_graph_reaches(graph, to) || component_of(boards, to) != component)
            continue;
        if (seen[to] == SEEN_ON_LINE)
            exclude_cycle(boards, path, length, to);
        if (seen[to] == 0) {
            seen[to] = SEEN_ON_LINE;
            path[length++] = (struct path_entry){to, 0};
        }
    }
}

/* A cycle has stones, as passes alone come to an end; so its boards are in one component. */
static int find_cycles(struct repetition_boards *boards)
{
    size_t count = boards->graph->count + 1;
    uint8_t *seen = large_zeroes(count, 1);
    struct path_entry *path = large_room(count * sizeof(*path));
    bool made = seen != NULL && path != NULL;
    for (uint32_t s = 0; made && s < boards->graph->count; s++)
        if (strategy_graph_reaches(boards->graph, s) && seen[s] == 0 &&
            component_of(boards, s) != NONE)
            find_cycles_from(boards, s, seen, path);
    free(seen);
    free(path);
    return made ? 0 : -ENOMEM;
}

/* --- the lines inside a component --- */

struct search_area {
    uint32_t *met[2]; /* by whether other boards were between: the start + 1 that met it last */
    uint32_t *list;   /* state * 2 + between */
};

/* Follows all lines from a state; notes where its board comes back and may not. */
static void follow(struct repetition_boards *boards, struct search_area *area, uint32_t start)
{
    const struct strategy_graph *graph = boards->graph;
    uint32_t board = boards->of_state[start], component = boards->component[board];
    size_t count = 0;
    area->met[0][start] = start + 1;
    area->list[count++] = 2 * start;
    for (size_t i = 0; i < count; i++) {
        const struct graph_state *from = &graph->states[area->list[i] / 2];
        for (uint32_t l = 0; l < from->link_count; l++) {
            uint32_t link = graph->links[from->first_link + l], to = strategy_graph_target(link);
            if (!strategy_graph_reaches(graph, to))
                continue;
            uint32_t there = boards->of_state[to];
            unsigned between = (area->list[i] & 1) != 0 || there != board;
            if (boards->component[there] != component)
                continue;
            if (there == board && between && (link & GRAPH_LINK_STONE) != 0) {
                if (from->own_move)
                    add_fault(boards, area->list[i] / 2, to);
                else if (graph->states[start].own_move)
                    add_fault(boards, start, reply_of(graph, start));
            }
            if (area->met[between][to] == start + 1)
                continue;
            area->met[between][to] = start + 1;
            area->list[count++] = 2 * to + between;
        }
    }
}

static int follow_all(struct repetition_boards *boards)
{
    size_t count = boards->graph->count + 1;
    struct search_area area = {
        {large_zeroes(count, sizeof(uint32_t)), large_zeroes(count, sizeof(uint32_t))},
        large_room(2 * count * sizeof(uint32_t))};
    bool made = area.met[0] != NULL && area.met[1] != NULL && area.list != NULL;
    for (uint32_t s = 0; made && s < boards->graph->count; s++)
        if (strategy_graph_reaches(boards->graph, s) && component_of(boards, s) != NONE)
            follow(boards, &area, s);
    free(area.met[0]);
    free(area.met[1]);
    free(area.list);
    return made ? 0 : -ENOMEM;
}

int strategy_graph_find_repetition(const struct strategy_graph *graph, struct prover *prover,
                                   struct graph_fault **ret_faults)
{
    struct repetition_boards boards = {.graph = graph, .prover = prover};
    boards.faults = malloc(FAULTS_MAX * sizeof(*boards.faults));
    boards.faulty = calloc(graph->count / 64 + 1, sizeof(*boards.faulty));
    int r = boards.faults == NULL || boards.faulty == NULL ? -ENOMEM : number_boards(&boards);
    if (r == 0)
        r = find_components(&boards);
    if (r == 0)
        r = find_cycles(&boards);
    if (r == 0)
        r = follow_all(&boards);
    FREE_ALL(boards.faulty, boards.of_state, boards.first, boards.next, boards.component);
    if (r < 0) {
        free(boards.faults);
        return r;
    }
    *ret_faults = boards.faults;
    return boards.fault_count;
}
