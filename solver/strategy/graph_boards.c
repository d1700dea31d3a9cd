/* The boards of a strategy graph: their numbers and their components. */
#include "strategy/graph_boards.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/large_pages.h"

#define NONE GRAPH_BOARDS_NONE
/* States between looks at whether the run is to stop. */
#define LOOK_EVERY (1 << 16)
/* States whose boards are fetched ahead. */
#define AHEAD 16
/* Room for states that are new since all were looked at. */
#define MORE(count) ((count) / 8 + 4096)
/* When looks at what was changed have gone through this part of all boards, all get places anew. */
#define LOOKED_MOST(count) ((count) / 4 + 1024)

void *graph_boards_room(size_t bytes, bool whole)
{
    void *room = malloc(bytes);
    if (whole)
        large_pages_advise(room, bytes);
    return room;
}

void *graph_boards_zeroes(size_t count, size_t size, bool whole)
{
    void *room = calloc(count, size);
    if (whole)
        large_pages_advise(room, count * size);
    return room;
}

/* A look at a graph. */
struct board_look {
    struct graph_boards *boards;
    const struct strategy_graph *graph;
    struct prover *prover;
    bool whole;
    bool stopped, no_memory;
};

static bool is_to_stop(struct board_look *look, size_t at)
{
    if (at % LOOK_EVERY == 0 && strategy_graph_is_interrupted(look->prover))
        look->stopped = true;
    return look->stopped;
}

static int result_of(const struct board_look *look, bool made)
{
    return !made || look->no_memory ? -ENOMEM : look->stopped ? -EINTR : 0;
}

static int append_noted(struct graph_boards *boards, uint32_t state)
{
    int r = array_reserve(&boards->noted, boards->noted_count + 1, &boards->noted_room,
                          sizeof(*boards->noted));
    if (r == 0)
        boards->noted[boards->noted_count++] = state;
    return r;
}

/* --- numbers --- */

static void add_state(struct graph_boards *boards, uint32_t state, uint32_t board)
{
    boards->of_state[state] = board;
    boards->next[state] = boards->first[board];
    boards->first[board] = state;
}

static uint32_t add_board(struct graph_boards *boards)
{
    boards->first[boards->count] = boards->place[boards->count] = NONE;
    return boards->count++;
}

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

/* slots: by hash, a board's first state + 1. */
static void number_state(struct board_look *look, uint32_t *slots, size_t mask, uint32_t state)
{
    const struct strategy_graph *graph = look->graph;
    struct graph_boards *boards = look->boards;
    const struct graph_state *key = &graph->states[state];
    size_t slot = entry_key_hash_stones(key->own, key->other) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
        const struct graph_state *there = &graph->states[slots[slot] - 1];
        if (there->own == key->own && there->other == key->other)
            break;
    }
    uint32_t board = slots[slot] != 0 ? boards->of_state[slots[slot] - 1] : add_board(boards);
    if (slots[slot] == 0)
        slots[slot] = state + 1;
    add_state(boards, state, board);
}

static int number_all(struct board_look *look)
{
    const struct strategy_graph *graph = look->graph;
    struct graph_boards *boards = look->boards;
    size_t mask = 1023;
    while (mask < 2 * graph->count)
        mask = 2 * mask + 1;
    uint32_t *slots = graph_boards_zeroes(mask + 1, sizeof(*slots), true);
    boards->room = graph->count + MORE(graph->count);
    boards->of_state = graph_boards_room(boards->room * sizeof(uint32_t), true);
    boards->first = graph_boards_room(boards->room * sizeof(uint32_t), true);
    boards->next = graph_boards_room(boards->room * sizeof(uint32_t), true);
    boards->place = graph_boards_room(boards->room * sizeof(uint32_t), true);
    bool made = slots != NULL && boards->of_state != NULL && boards->first != NULL &&
                boards->next != NULL && boards->place != NULL;
    for (uint32_t s = 0; made && s < graph->count && !is_to_stop(look, s); s++) {
        fetch_ahead(graph, slots, mask, s);
        boards->of_state[s] = NONE;
        if (strategy_graph_reaches(graph, s))
            number_state(look, slots, mask, s);
    }
    free(slots);
    boards->states = graph->count;
    return result_of(look, made);
}

/* Finds the number of a state's board by the other states that it may be in; NONE: it has none. */
static uint32_t find_board(const struct board_look *look, uint32_t state)
{
    const struct graph_state *seen = &look->graph->states[state];
    const struct bits_board *bits = &look->prover->board->bits;
    uint64_t empty = bits->full & ~(seen->own | seen->other);
    uint64_t kos = empty & ~bits_neighbours(bits, empty); /* a ko has stones all around */
    struct entry_key key = {seen->own, seen->other, 0, false};
    for (;; kos &= kos - 1) {
        for (int own_move = 0; own_move < 2; own_move++) {
            key.own_move = own_move;
            long at = strategy_graph_find(look->graph, &key);
            if (at >= 0 && look->boards->of_state[at] != NONE)
                return look->boards->of_state[at];
        }
        if (kos == 0)
            return NONE;
        key.ko = (uint8_t)(1 + __builtin_ctzll(kos));
    }
}

/* Gives numbers to what was noted and has none. */
static void number_noted(struct board_look *look)
{
    struct graph_boards *boards = look->boards;
    for (; boards->states < look->graph->count; boards->states++)
        boards->of_state[boards->states] = NONE;
    for (size_t i = 0; i < boards->noted_count; i++) {
        uint32_t state = boards->noted[i];
        if (boards->of_state[state] != NONE || !strategy_graph_reaches(look->graph, state))
            continue;
        uint32_t board = find_board(look, state);
        add_state(boards, state, board != NONE ? board : add_board(boards));
    }
}

/* --- components of the graph of boards (Tarjan 1972) --- */

struct board_step {
    uint32_t board, state, link; /* where the walk over its links stands */
};

struct board_components {
    struct board_look *look;
    uint32_t *index; /* in the order in which boards were met, from 1; NONE: of a closed one */
    uint32_t *low, *stack;
    struct board_step *path;
    uint32_t seen, stack_count, count;
    size_t length;
};

/* Where only a part is looked at a state may be numbered and reached no more. */
static bool is_left_out(const struct board_look *look, uint32_t state)
{
    return !look->whole && !strategy_graph_reaches(look->graph, state);
}

/* The next board that a stone leads to from the present one; NONE: no more. Notes states that lead
 * to what is not reached, which only a look at the whole finds. */
static uint32_t next_board(struct board_look *look, struct board_step *step)
{
    const struct strategy_graph *graph = look->graph;
    const struct graph_boards *boards = look->boards;
    for (; step->state != NONE; step->state = boards->next[step->state], step->link = 0) {
        const struct graph_state *state = &graph->states[step->state];
        if (is_left_out(look, step->state))
            continue;
        while (step->link < state->link_count) {
            uint32_t link = graph->links[state->first_link + step->link++];
            uint32_t to = boards->of_state[strategy_graph_target(link)];
            if ((link & GRAPH_LINK_STONE) == 0 || is_left_out(look, strategy_graph_target(link)))
                continue;
            if (to != NONE)
                return to;
            if (append_noted(look->boards, step->state) < 0)
                look->no_memory = true;
        }
    }
    return NONE;
}

/* Lets what is needed of the boards that a state leads to be fetched. */
static void fetch_boards(const struct board_components *all, const struct graph_state *state)
{
    const uint32_t *links = all->look->graph->links + state->first_link;
    const uint32_t *of_state = all->look->boards->of_state;
    for (int i = 0; i < state->link_count; i++)
        __builtin_prefetch(&of_state[strategy_graph_target(links[i])]);
    for (int i = 0; i < state->link_count; i++) {
        uint32_t board = of_state[strategy_graph_target(links[i])];
        __builtin_prefetch(&all->index[board != NONE ? board : 0]);
    }
}

static void open_board(struct board_components *all, uint32_t board)
{
    uint32_t first = all->look->boards->first[board];
    all->index[board] = all->low[board] = ++all->seen;
    all->stack[all->stack_count++] = board;
    if (all->look->graph->states[first].first_link != GRAPH_OPEN)
        fetch_boards(all, &all->look->graph->states[first]);
    all->path[all->length++] = (struct board_step){board, first, 0};
}

/* Notes the states of a board whose component has others. */
static void put_inside(struct board_look *look, uint32_t board, uint32_t component)
{
    struct graph_boards *boards = look->boards;
    boards->component[board] = component;
    for (uint32_t s = boards->first[board]; s != NONE; s = boards->next[s])
        if (!is_left_out(look, s))
            boards->inside[s / 64] |= 1ull << s % 64;
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
    all->count++;
    do {
        member = all->stack[--all->stack_count];
        all->index[member] = NONE;
        if (!single)
            put_inside(all->look, member, all->count);
        if (all->look->whole)
            all->look->boards->place[member] = all->count;
    } while (member != board);
}

/* Goes through what is found from a board by going to no place below the lowest. */
static void find_from(struct board_components *all, uint32_t board, uint32_t lowest)
{
    const uint32_t *place = all->look->boards->place;
    if (all->index[board] == 0)
        open_board(all, board);
    while (all->length > 0 && !all->look->stopped) {
        struct board_step *step = &all->path[all->length - 1];
        uint32_t from = step->board, to = next_board(all->look, step);
        if (to == NONE)
            close_board(all, from);
        else if (all->index[to] == 0 && (all->look->whole || place[to] >= lowest) &&
                 !is_to_stop(all->look, all->seen))
            open_board(all, to);
        else if (all->index[to] != 0 && all->index[to] < all->low[from])
            all->low[from] = all->index[to];
    }
}

/* A board that has a noted state. */
struct board_start {
    uint32_t place, board;
};

static int compare_starts(const void *a, const void *b)
{
    const struct board_start *one = a, *other = b;
    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    return (one->board > other->board) - (one->board < other->board);
}

/* Goes on from all boards with noted states, those with the lowest places first: what is found from
 * one need not be looked at again from others. Returns whether there was memory. */
static bool find_from_noted(struct board_components *all)
{
    const struct graph_boards *boards = all->look->boards;
    struct board_start *starts = malloc((boards->noted_count + 1) * sizeof(*starts));
    size_t count = 0;
    for (size_t i = 0; starts != NULL && i < boards->noted_count; i++) {
        uint32_t board = boards->of_state[boards->noted[i]];
        if (board != NONE)
            starts[count++] = (struct board_start){boards->place[board], board};
    }
    if (count > 0)
        qsort(starts, count, sizeof(*starts), compare_starts);
    for (size_t i = 0; i < count && !all->look->stopped; i++)
        find_from(all, starts[i].board, starts[i].place);
    free(starts);
    return starts != NULL;
}

static int find_components(struct board_look *look)
{
    struct graph_boards *boards = look->boards;
    size_t count = (size_t)boards->count + 1;
    bool whole = look->whole;
    struct board_components all = {.look = look};
    boards->component = graph_boards_zeroes(count, sizeof(uint32_t), whole);
    boards->inside = calloc(look->graph->count / 64 + 1, sizeof(*boards->inside));
    all.index = graph_boards_zeroes(count, sizeof(uint32_t), whole);
    all.low = graph_boards_room(count * sizeof(uint32_t), whole);
    all.stack = graph_boards_room(count * sizeof(uint32_t), whole);
    all.path = graph_boards_room(count * sizeof(*all.path), whole);
    bool made = boards->component != NULL && boards->inside != NULL && all.index != NULL &&
                all.low != NULL && all.stack != NULL && all.path != NULL;
    for (uint32_t b = 0; made && whole && b < boards->count && !look->stopped; b++)
        find_from(&all, b, 0);
    if (made && !whole)
        made = find_from_noted(&all);
    boards->looked += whole ? 0 : all.seen;
    FREE_ALL(all.index, all.low, all.stack, all.path);
    return result_of(look, made);
}

/* --- looks --- */

int graph_boards_note(struct graph_boards *boards, uint32_t state)
{
    return boards->kept ? append_noted(boards, state) : 0;
}

bool graph_boards_may_look_at_changes(const struct graph_boards *boards,
                                      const struct strategy_graph *graph)
{
    return boards->kept && graph->count <= boards->room &&
           boards->looked + boards->noted_count < LOOKED_MOST(boards->count);
}

int graph_boards_look(struct graph_boards *boards, const struct strategy_graph *graph,
                      struct prover *prover)
{
    struct board_look look = {boards, graph, prover, .whole = true};
    graph_boards_release(boards);
    int r = number_all(&look);
    if (r == 0)
        r = find_components(&look);
    boards->kept = r == 0;
    return r;
}

int graph_boards_look_at_changes(struct graph_boards *boards, const struct strategy_graph *graph,
                                 struct prover *prover)
{
    struct board_look look = {boards, graph, prover, .whole = false};
    number_noted(&look);
    return find_components(&look);
}

void graph_boards_end(struct graph_boards *boards)
{
    free(boards->component);
    free(boards->inside);
    boards->component = NULL;
    boards->inside = NULL;
}

void graph_boards_release(struct graph_boards *boards)
{
    FREE_ALL(boards->of_state, boards->first, boards->next, boards->place, boards->noted,
             boards->component, boards->inside);
    *boards = (struct graph_boards){0};
}
