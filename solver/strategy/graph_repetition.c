/*
 * Looking for boards that come back in a strategy graph. Only boards in one strongly connected
 * component of the graph of boards can (graph_boards.h). Components are small, so that in them
 * every path is followed.
 */
#include "strategy/graph_boards.h"

#include <errno.h>
#include <stdlib.h>

#include "base/free_all.h"

/* In one look other replies are looked for with as many nodes as the graph has states, and so many
 * at least. */
#define CUT_NODES (1 << 20)

/* A state that is reached may lead to one that is not, before the whole is looked through
 * (strategy_graph.c). */
struct repetition_look {
    const struct strategy_graph *graph;
    const struct graph_boards *boards;
    struct prover *prover;
    bool whole;     /* it is not only at what was changed */
    bool sparing;   /* as few moves as will do are excluded */
    uint32_t *line; /* the attacker's states where a board comes back, the last one first */
    size_t line_count;
    struct graph_fault *faults;
    int fault_count;
    uint64_t *faulty;        /* a bit for each state: it has a fault */
    uint64_t *irreplaceable; /* the same: it has no other reply (graph_cut.c) */
    uint64_t most_nodes;     /* of the prover: no other reply is looked for then */
};

static bool is_faulty(const struct repetition_look *look, uint32_t state)
{
    return (look->faulty[state / 64] >> state % 64 & 1) != 0;
}

/* The state that the attacker's reply in a state leads to. */
static uint32_t reply_of(const struct strategy_graph *graph, uint32_t state)
{
    return strategy_graph_target(graph->links[graph->states[state].first_link]);
}

/* Is the run stopped, and something noted that it comes further by? What is left is for the next
 * one, which has the time to choose. */
static bool is_stopped(const struct repetition_look *look)
{
    return look->prover->stopped && look->fault_count > 0;
}

static uint32_t choose_cut(const struct repetition_look *look)
{
    bool spent = look->prover->nodes >= look->most_nodes;
    return strategy_graph_choose_cut(look->graph, look->prover, look->boards, look->line,
                                     look->line_count, spent ? NULL : look->irreplaceable);
}

/* Notes the reply of one of the states on the line. Returns whether the line is cut by that now:
 * without sparing others go on behind it. */
static bool cut_line(struct repetition_look *look)
{
    if (look->fault_count == GRAPH_FAULTS_MAX || look->line_count == 0)
        return false;
    uint32_t from = look->line[0];
    if (look->sparing)
        from = choose_cut(look);
    if (is_faulty(look, from) || (look->sparing && is_stopped(look)))
        return false;
    look->faulty[from / 64] |= 1ull << from % 64;
    look->faults[look->fault_count++] = (struct graph_fault){from, reply_of(look->graph, from)};
    return look->sparing;
}

static uint32_t component_of(const struct repetition_look *look, uint32_t state)
{
    return look->boards->component[look->boards->of_state[state]];
}

/* Returns the next state in a component, from one on; the number of states: there is none. */
static uint32_t next_inside(const struct repetition_look *look, size_t from)
{
    size_t count = look->graph->count;
    for (size_t word = from / 64; word <= count / 64; word++) {
        uint64_t bits = look->boards->inside[word];
        if (word == from / 64)
            bits &= ~0ull << from % 64;
        if (bits != 0)
            return (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(bits);
    }
    return (uint32_t)count;
}

/* --- is there a cycle of states? --- */

struct path_entry {
    uint32_t at, next;
};

/* Lists the attacker's states on the path since state `back`, to which it comes again. */
static void list_cycle(struct repetition_look *look, const struct path_entry *path, size_t length,
                       uint32_t back)
{
    look->line_count = 0;
    for (size_t i = length; i-- > 0;) {
        if (look->graph->states[path[i].at].own_move)
            look->line[look->line_count++] = path[i].at;
        if (path[i].at == back)
            return;
    }
}

#define SEEN_ON_LINE 1
#define SEEN_DONE 2

/* Goes back to where the path was cut: play ends there. To what was begun behind it play may come
 * in another way. Returns the path's length. */
static size_t leave_cycle(const struct repetition_look *look, uint8_t *seen,
                          const struct path_entry *path, size_t length)
{
    while (!is_faulty(look, path[--length].at))
        seen[path[length].at] = 0;
    seen[path[length].at] = SEEN_DONE;
    return length;
}

/* Goes through what a state leads to in its component. */
static void find_cycles_from(struct repetition_look *look, uint32_t start, uint8_t *seen,
                             struct path_entry *path)
{
    const struct strategy_graph *graph = look->graph;
    uint32_t component = component_of(look, start);
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
        if (!strategy_graph_reaches(graph, to) || component_of(look, to) != component)
            continue;
        if (seen[to] == SEEN_ON_LINE) {
            list_cycle(look, path, length, to);
            if (cut_line(look))
                length = leave_cycle(look, seen, path, length);
        } else if (seen[to] == 0) {
            seen[to] = SEEN_ON_LINE;
            path[length++] = (struct path_entry){to, 0};
        }
    }
}

/* A cycle has stones, as passes alone come to an end; so its boards are in one component. */
static int find_cycles(struct repetition_look *look)
{
    size_t count = look->graph->count + 1;
    uint8_t *seen = graph_boards_zeroes(count, 1, look->whole);
    struct path_entry *path = graph_boards_room(count * sizeof(*path), look->whole);
    bool made = seen != NULL && path != NULL;
    for (uint32_t s = 0; made && (s = next_inside(look, s)) < look->graph->count; s++)
        if (seen[s] == 0)
            find_cycles_from(look, s, seen, path);
    free(seen);
    free(path);
    return made ? 0 : -ENOMEM;
}

/* --- the lines inside a component --- */

struct search_area {
    uint32_t *met[2]; /* by whether other boards were between: the walk that met a state last */
    uint32_t *list;   /* state * 2 + between */
    uint32_t *before; /* by place in the list: the place from where play came there */
    uint32_t walks;
};

/* Does a link bring back the board of a state, which may not? Lists the attacker's states on the
 * line, or the one that is excluded, where others make no difference. */
static bool is_barred(struct repetition_look *look, const struct search_area *area, uint32_t start,
                      uint32_t place)
{
    const struct strategy_graph *graph = look->graph;
    uint32_t from = area->list[place] / 2;
    look->line_count = 0;
    if (!graph->states[from].own_move && !graph->states[start].own_move)
        return false;
    if (!look->sparing) {
        look->line[look->line_count++] = graph->states[from].own_move ? from : start;
        return true;
    }
    for (;; place = area->before[place]) {
        uint32_t state = area->list[place] / 2;
        if (graph->states[state].own_move)
            look->line[look->line_count++] = state;
        if (place == 0)
            return true;
    }
}

/* Follows all lines from a state; notes where its board comes back and may not. Returns whether one
 * was cut: then others are to be looked for once more. */
static bool follow(struct repetition_look *look, struct search_area *area, uint32_t start)
{
    const struct strategy_graph *graph = look->graph;
    const struct graph_boards *boards = look->boards;
    uint32_t board = boards->of_state[start], component = boards->component[board];
    uint32_t count = 0, walk = ++area->walks;
    area->met[0][start] = walk;
    area->list[count++] = 2 * start;
    for (uint32_t i = 0; i < count; i++) {
        const struct graph_state *from = &graph->states[area->list[i] / 2];
        if (look->sparing && is_faulty(look, area->list[i] / 2))
            continue;
        for (uint32_t l = 0; l < from->link_count; l++) {
            uint32_t link = graph->links[from->first_link + l], to = strategy_graph_target(link);
            if (!strategy_graph_reaches(graph, to))
                continue;
            uint32_t there = boards->of_state[to];
            unsigned between = (area->list[i] & 1) != 0 || there != board;
            if (boards->component[there] != component)
                continue;
            if (there == board && between && (link & GRAPH_LINK_STONE) != 0 &&
                is_barred(look, area, start, i) && cut_line(look))
                return true;
            if (area->met[between][to] == walk)
                continue;
            area->met[between][to] = walk;
            area->before[count] = i;
            area->list[count++] = 2 * to + between;
        }
    }
    return false;
}

static int follow_all(struct repetition_look *look)
{
    size_t count = look->graph->count + 1;
    bool whole = look->whole;
    struct search_area area = {{graph_boards_zeroes(count, sizeof(uint32_t), whole),
                                graph_boards_zeroes(count, sizeof(uint32_t), whole)},
                               graph_boards_room(2 * count * sizeof(uint32_t), whole),
                               graph_boards_room(2 * count * sizeof(uint32_t), whole),
                               0};
    bool made =
        area.met[0] != NULL && area.met[1] != NULL && area.list != NULL && area.before != NULL;
    for (uint32_t s = 0; made && (s = next_inside(look, s)) < look->graph->count; s++)
        while (follow(look, &area, s)) {
        }
    FREE_ALL(area.met[0], area.met[1], area.list, area.before);
    return made ? 0 : -ENOMEM;
}

int strategy_graph_find_repetition(const struct strategy_graph *graph, struct prover *prover,
                                   struct graph_boards *boards, bool whole, bool sparing,
                                   struct graph_fault **ret_faults)
{
    struct repetition_look look = {
        .graph = graph, .boards = boards, .prover = prover, .whole = whole, .sparing = sparing};
    look.most_nodes = prover->nodes + (graph->count > CUT_NODES ? graph->count : CUT_NODES);
    int r = whole ? graph_boards_look(boards, graph, prover)
                  : graph_boards_look_at_changes(boards, graph, prover);
    look.faults = malloc(GRAPH_FAULTS_MAX * sizeof(*look.faults));
    look.faulty = calloc(graph->count / 64 + 1, sizeof(*look.faulty));
    look.irreplaceable = calloc(graph->count / 64 + 1, sizeof(*look.irreplaceable));
    look.line = graph_boards_room((graph->count + 1) * sizeof(*look.line), whole);
    if (r == 0 && (look.faults == NULL || look.faulty == NULL || look.irreplaceable == NULL ||
                   look.line == NULL))
        r = -ENOMEM;
    if (r == 0)
        r = find_cycles(&look);
    if (r == 0)
        r = follow_all(&look);
    FREE_ALL(look.faulty, look.irreplaceable, look.line);
    graph_boards_end(boards);
    if (r < 0) {
        free(look.faults);
        return r;
    }
    *ret_faults = look.faults;
    return look.fault_count;
}
