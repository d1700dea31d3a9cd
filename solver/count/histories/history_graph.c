/* Making the graph of states with what moves look up and create. */
#include "count/histories/history_graph.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "states/history.h"

/* The class of states whose recurrence ends the game. */
#define STATES_CLASS ITEM_CLASSES_MAX

static uint64_t node_key(struct state state, bool alone)
{
    return state_key(state) << 1 | alone;
}

static uint64_t hash_node(const void *arg, uint32_t node)
{
    const struct history_node *nodes = arg;
    return hash_mix(node_key(nodes[node].state, nodes[node].alone));
}

static uint64_t hash_item(const void *arg, uint32_t item)
{
    const struct history_item *items = arg;
    return hash_mix(items[item].name);
}

static uint32_t find_node(const struct history_graph *graph, struct state state, bool alone,
                          size_t *ret_at)
{
    uint64_t key = node_key(state, alone);
    uint32_t i = hashset_first(&graph->node_index, hash_mix(key), ret_at);
    while (i != HASHSET_NONE && node_key(graph->nodes[i].state, graph->nodes[i].alone) != key)
        i = hashset_next(&graph->node_index, ret_at);
    return i;
}

static uint32_t find_item(const struct history_graph *graph, uint64_t name, size_t *ret_at)
{
    uint32_t i = hashset_first(&graph->item_index, hash_mix(name), ret_at);
    while (i != HASHSET_NONE && graph->items[i].name != name)
        i = hashset_next(&graph->item_index, ret_at);
    return i;
}

static int add_one_node(struct history_graph *graph, struct state state, bool alone,
                        uint32_t *ret_node)
{
    size_t at;
    int r = hashset_reserve(&graph->node_index, graph->node_count, 1, hash_node, graph->nodes);
    if (r == 0) /* and one more, where the last node's edges end */
        r = array_reserve(&graph->nodes, (size_t)graph->node_count + 2, &graph->node_room,
                          sizeof(*graph->nodes));
    if (r < 0)
        return r;
    *ret_node = find_node(graph, state, alone, &at);
    if (*ret_node != HASHSET_NONE)
        return 0;
    *ret_node = graph->node_count++;
    graph->nodes[*ret_node] = (struct history_node){.state = state, .alone = alone};
    hashset_put(&graph->node_index, at, *ret_node);
    return 1;
}

/* Adds a node and all that the group makes of it. Returns 0 or -ENOMEM. */
static int add_node(struct history_graph *graph, struct state state, bool alone, uint32_t *ret_node)
{
    uint32_t image;
    int r = add_one_node(graph, state, alone, ret_node);
    for (int g = 1; g < graph->positions.group.size && r > 0; g++) {
        int added = add_one_node(graph, state_map(&graph->positions, g, state), alone, &image);
        r = added < 0 ? added : r;
    }
    return r < 0 ? r : 0;
}

static int add_item(struct history_graph *graph, int class, uint64_t name, uint32_t *ret_item)
{
    size_t at;
    int r = hashset_reserve(&graph->item_index, graph->item_count, 1, hash_item, graph->items);
    if (r == 0)
        r = array_reserve(&graph->items, (size_t)graph->item_count + 1, &graph->item_room,
                          sizeof(*graph->items));
    if (r < 0)
        return r;
    *ret_item = find_item(graph, name, &at);
    if (*ret_item != HASHSET_NONE)
        return 0;
    *ret_item = graph->item_count++;
    graph->items[*ret_item] = (struct history_item){.name = name, .class = (uint8_t) class};
    hashset_put(&graph->item_index, at, *ret_item);
    return 0;
}

static enum history_effect effect_of(enum outcome outcome, bool alone)
{
    switch (outcome) {
    case OUTCOME_GOES_ON:
        return HISTORY_GOES_ON;
    case OUTCOME_ILLEGAL:
        return HISTORY_ILLEGAL;
    case OUTCOME_MOVER_OUT:
        return alone ? HISTORY_ENDS : HISTORY_MOVER_OUT;
    case OUTCOME_OPPONENT_OUT:
        return alone ? HISTORY_ENDS : HISTORY_OPPONENT_OUT;
    default:
        return HISTORY_ENDS;
    }
}

static void learn_rule(struct history_graph *graph, const struct play_rule *rule)
{
    if (!rule->allowed || rule->lookup < 0)
        return;
    struct history_class *class = &graph->classes[rule->lookup];
    const struct outcome_range *last = &rule->ranges[rule->range_count - 1];
    for (int i = 0; i < rule->range_count; i++)
        if (effect_of(rule->ranges[i].outcome, false) != effect_of(last->outcome, false))
            class->counted = true;
    /* Stone plays are only added to. */
    if (last->low > class->most)
        class->most = last->low;
}

static void learn_classes(struct history_graph *graph)
{
    const struct history_model *model = &graph->model;
    for (int c = 0; c < model->class_count; c++) {
        graph->classes[c].signs = model->classes[c].counter == COUNTS_PASSES;
        graph->classes[c].keeps = model->classes[c].on_recreation == RECREATION_KEEPS;
    }
    learn_rule(graph, &model->stone);
    learn_rule(graph, &model->atari);
    learn_rule(graph, &model->stone_on);
    learn_rule(graph, &model->pass);
    learn_rule(graph, &model->pass_on);
    learn_rule(graph, &model->refresh);
    for (int c = 0; c < model->class_count; c++)
        if (model->classes[c].counter != COUNTS_PLAYS)
            graph->classes[c].most = COUNTER_MAX;
}

static int make_look_up(struct history_graph *graph, const struct play_rule *rule,
                        const struct state_move *move, bool alone, struct history_edge *edge)
{
    if (rule->lookup < 0 && !graph->model.cycle_ends)
        return 0;
    if (rule->lookup < 0) {
        edge->ranges[0] = (struct history_range){COUNTER_MAX, HISTORY_ENDS};
        edge->blocked = true;
        return add_item(graph, STATES_CLASS, item_of_visit(move->child, 0), &edge->lookup);
    }
    edge->blocked = true;
    for (int i = 0; i < rule->range_count; i++) {
        enum history_effect effect = effect_of(rule->ranges[i].outcome, alone);
        bool last = i == rule->range_count - 1;
        edge->ranges[i] = (struct history_range){last ? INT32_MAX : rule->ranges[i].high, effect};
        edge->blocked = edge->blocked && effect != HISTORY_GOES_ON;
    }
    return add_item(graph, rule->lookup, item_created(&graph->model, rule->lookup, move),
                    &edge->lookup);
}

static int make_created(struct history_graph *graph, const struct play_rule *rule,
                        const struct state_move *move, struct history_edge *edge)
{
    int count = 0, r = 0;
    for (int c = 0; c < graph->model.class_count && r == 0; c++) {
        if (!(rule->creates >> c & 1))
            continue;
        assert(count < HISTORY_CREATED_MAX);
        r = add_item(graph, c, item_created(&graph->model, c, move), &edge->created[count++]);
    }
    if (graph->model.cycle_ends && r == 0) {
        assert(count < HISTORY_CREATED_MAX);
        r = add_item(graph, STATES_CLASS, item_of_visit(move->child, 0), &edge->created[count]);
    }
    return r;
}

/* Where one player goes on after a ban by this move. */
static int make_alone(struct history_graph *graph, const struct state_move *move, int player,
                      struct history_edge *edge)
{
    for (int i = 0; i < OUTCOME_RANGES_MAX; i++) {
        bool opponents = edge->ranges[i].effect == HISTORY_MOVER_OUT;
        if (!opponents && edge->ranges[i].effect != HISTORY_OPPONENT_OUT)
            continue;
        struct state state = {.board = move->child.board,
                              .mover = (uint8_t)(opponents ? !player : player)};
        int r = add_node(graph, state, true, &edge->alone[opponents]);
        if (r < 0)
            return r;
    }
    return 0;
}

/* Adds the edge of a move by player, which ends the game if ends says so. */
static int add_edge(struct history_graph *graph, const struct state_move *move, int player,
                    bool alone, bool ends)
{
    const struct play_rule *rule = history_rule(&graph->model, move);
    bool stone = move->kind == MOVE_STONE;
    struct history_edge edge = {
        .to = HISTORY_NONE,
        .lookup = HISTORY_NONE,
        .bar = HISTORY_NONE,
        .alone = {HISTORY_NONE, HISTORY_NONE},
        .created = {HISTORY_NONE, HISTORY_NONE, HISTORY_NONE},
        .length = stone || graph->measure == ARENA_TURNS,
        .sign = player == BLACK ? 1 : -1,
        .move = stone ? move_stone(move->point) : move_pass(move->kind),
    };
    int r = array_reserve(&graph->edges, (size_t)graph->edge_count + 1, &graph->edge_room,
                          sizeof(*graph->edges));
    if (!ends && r == 0) {
        r = add_node(graph, move->child, alone, &edge.to);
        if (r == 0)
            r = make_look_up(graph, rule, move, alone, &edge);
        int barring = item_barring_class(rule);
        if (r == 0 && barring >= 0)
            r = add_item(graph, barring, item_created(&graph->model, barring, move), &edge.bar);
        if (r == 0)
            r = make_created(graph, rule, move, &edge);
        if (r == 0)
            r = make_alone(graph, move, player, &edge);
        edge.clears = (uint8_t)rule->clears;
        for (int c = 0; c < graph->model.class_count && !alone; c++)
            edge.shift[c] = (int8_t)history_shift(&graph->model, move, c);
    }
    if (r < 0)
        return r;
    graph->edges[graph->edge_count++] = edge;
    return 0;
}

/* Does a player have a stone play that leaves the board as it is? -ENOMEM where memory lacks. */
static int can_change_nothing(struct history_graph *graph, struct state state)
{
    int count = positions_moves(&graph->positions, state.board, state.mover);
    for (int i = 0; i < count; i++)
        if (positions_move(&graph->positions, state.board, state.mover, i).child == state.board)
            return 1;
    return count < 0 ? count : 0;
}

static int add_stone(struct history_graph *graph, struct state state, bool alone,
                     struct stone_move stone)
{
    bool retakes =
        state.ko == stone.point + 1 || (state.ko == KO_SELF && stone.child == state.board);
    if (graph->model.simple_ko && retakes)
        return 0;
    struct state_move move = {
        .before = state.board,
        .child = {.board = stone.child, .mover = alone ? state.mover : !state.mover},
        .kind = MOVE_STONE,
        .point = stone.point,
        .atari = stone.atari,
        .passes = state.passes,
    };
    if (graph->model.simple_ko)
        move.child.ko = stone.ko;
    /* A ko that hinders nothing is none: states with it and without are the same. */
    if (move.child.ko == KO_SELF) {
        int r = can_change_nothing(graph, move.child);
        if (r < 0)
            return r;
        move.child.ko = r > 0 ? KO_SELF : 0;
    }
    return add_edge(graph, &move, state.mover, alone, false);
}

static int add_pass(struct history_graph *graph, struct state state, bool alone,
                    enum move_kind kind)
{
    const struct history_model *model = &graph->model;
    int passes = state.passes + 1, needed = alone ? 1 : model->passes_to_end;
    bool normal = kind == MOVE_PASS;
    struct state_move move = {
        .before = state.board,
        .child = {.board = state.board, .mover = alone ? state.mover : !state.mover},
        .kind = (uint8_t)kind,
        .passes = state.passes,
    };
    if (normal && !history_rule(model, &move)->restarts)
        move.child.passes = (uint8_t)(passes < model->passes_kept ? passes : model->passes_kept);
    return add_edge(graph, &move, state.mover, alone, normal && needed > 0 && passes >= needed);
}

static int make_edges(struct history_graph *graph, uint32_t node)
{
    struct state state = graph->nodes[node].state;
    bool alone = graph->nodes[node].alone;
    graph->nodes[node].first_edge = graph->edge_count;
    int count = positions_moves(&graph->positions, state.board, state.mover);
    int r = count < 0 ? count : add_pass(graph, state, alone, MOVE_PASS);
    for (int i = 0; i < count && r == 0; i++) {
        struct stone_move stone = positions_move(&graph->positions, state.board, state.mover, i);
        r = add_stone(graph, state, alone, stone);
    }
    if (r == 0 && graph->model.refresh.allowed)
        r = add_pass(graph, state, alone, MOVE_REFRESH);
    return r;
}

size_t history_graph_bytes(const struct history_graph *graph)
{
    return graph->positions.bytes + graph->node_room * sizeof(*graph->nodes) +
           graph->edge_room * sizeof(*graph->edges) + graph->item_room * sizeof(*graph->items) +
           hashset_bytes(&graph->node_index) + hashset_bytes(&graph->item_index) +
           graph->variant_room +
           (size_t)graph->positions.group.size * graph->item_count * sizeof(*graph->item_images);
}

static int build(struct history_graph *graph, const struct game *game, size_t since,
                 size_t max_bytes, struct count_run *run)
{
    const struct turn *turn = &game->turns[since];
    struct stones stones = {{0}};
    struct state state = {.mover = (uint8_t)turn->next};
    uint32_t root;
    for (int p = 0; p < game->graph->points; p++)
        if (turn->board.cells[p] != POINT_EMPTY)
            stones.of[turn->board.cells[p] - 1] |= UINT64_C(1) << p;
    int r = positions_intern(&graph->positions, stones, &state.board);
    if (r == 0)
        r = add_node(graph, state, turn->active != 3, &root);
    for (uint32_t n = 0; n < graph->node_count && r == 0; n++) {
        r = count_run_step(run) ? -EINTR : make_edges(graph, n);
        if (r == 0 && history_graph_bytes(graph) > max_bytes)
            r = -ENOSPC;
    }
    if (r < 0)
        return r;
    graph->nodes[graph->node_count].first_edge = graph->edge_count;
    return history_graph_make_images(graph, run);
}

int history_graph_new(const struct game *game, size_t since, enum arena_measure measure,
                      size_t max_bytes, struct count_run *run, struct history_graph **ret_graph)
{
    struct history_graph *graph = calloc(1, sizeof(*graph));
    if (graph == NULL)
        return -ENOMEM;
    graph->measure = measure;
    game->rules.family->describe(&game->rules, &graph->model);
    learn_classes(graph);
    int r = positions_init(&graph->positions, game->graph, &game->rules);
    if (r < 0) {
        free(graph);
        return r;
    }
    r = build(graph, game, since, max_bytes, run);
    if (r < 0) {
        history_graph_free(graph);
        return r;
    }
    *ret_graph = graph;
    return 0;
}

void history_graph_free(struct history_graph *graph)
{
    if (graph == NULL)
        return;
    positions_release(&graph->positions);
    hashset_release(&graph->node_index);
    hashset_release(&graph->item_index);
    free(graph->nodes);
    free(graph->edges);
    free(graph->items);
    free(graph->variants);
    free(graph->item_images);
    free(graph);
}

uint32_t history_graph_image(const struct history_graph *graph, int g, uint32_t node)
{
    size_t at;
    struct state state = state_map(&graph->positions, g, graph->nodes[node].state);
    return find_node(graph, state, graph->nodes[node].alone, &at);
}

uint32_t history_graph_item_image(const struct history_graph *graph, int g, uint32_t item)
{
    size_t at;
    uint64_t name = item_map(&graph->positions, &graph->model, g, graph->items[item].name);
    return find_item(graph, name, &at);
}

uint32_t history_graph_arrival(const struct history_graph *graph, int class, uint32_t node)
{
    size_t at;
    struct state state = graph->nodes[node].state;
    struct state_move move = {.before = state.board, .child = state, .kind = MOVE_PASS};
    uint64_t name =
        class == STATES_CLASS ? item_of_visit(state, 0) : item_created(&graph->model, class, &move);
    return graph->item_count == 0 ? HISTORY_NONE : find_item(graph, name, &at);
}

const struct history_edge *history_graph_edge(const struct history_graph *graph, uint32_t node,
                                              struct move move)
{
    uint32_t end = graph->nodes[node + 1].first_edge;
    for (uint32_t e = graph->nodes[node].first_edge; e < end; e++)
        if (move_equal(graph->edges[e].move, move))
            return &graph->edges[e];
    return NULL;
}
