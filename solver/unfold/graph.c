/* The graph of states: entering them, and fixpoints. */
#include "unfold/graph.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/array.h"
#include "rules/game.h"

/* States that a fixpoint goes through between two looks at whether to stop. */
#define STATES_A_LOOK 16384

/* --- states as bytes --- */

/* A state may have begun all odd cycles that there are (UNFOLD_ODD_MAX). */
#define KEY_HEAD 10
#define KEY_COUNT 4
#define KEY_CYCLE 4
#define MADE_BITS 4
static_assert(2 * PLAY_CYCLE_MAX - 1 < 1 << MADE_BITS, "how far a cycle is played has its bits");
static_assert(UNFOLD_ODD_MAX <= UINT64_C(1) << (8 * KEY_CYCLE - MADE_BITS), "so has which it is");

/* The bytes that a state takes, with their number first. */
static size_t key_size(const struct unfold_state *state)
{
    return KEY_HEAD + KEY_CYCLE * state->begun_count;
}

static void put(uint8_t **to, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++, number >>= 8)
        *(*to)++ = (uint8_t)number;
}

static uint32_t take(const uint8_t **from, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint32_t) * (*from)++ << 8 * i;
    return number;
}

/* A game that is over is told by its board and mover alone. */
static void pack(const struct unfold_state *state, uint8_t *to)
{
    bool over = state->passes >= 2;
    put(&to, over ? 0 : (uint32_t)state->begun_count, KEY_COUNT);
    put(&to, state->board, 3);
    put(&to, over ? 0 : state->hot, 2);
    put(&to, (uint32_t)(state->mover | state->passes << 1), 1);
    for (size_t i = 0; !over && i < state->begun_count; i++)
        put(&to, state->begun[i].cycle << MADE_BITS | state->begun[i].made, KEY_CYCLE);
}

static size_t packed_size(const uint8_t *key)
{
    return KEY_HEAD + KEY_CYCLE * (size_t)take(&key, KEY_COUNT);
}

static int unpack(const uint8_t *from, struct unfold_state *to)
{
    size_t count = take(&from, KEY_COUNT);
    if (array_reserve(&to->begun, count + 1, &to->begun_room, sizeof(*to->begun)) < 0)
        return -ENOMEM;
    to->begun_count = count;
    to->board = take(&from, 3);
    to->hot = (uint16_t)take(&from, 2);
    to->mover = *from & 1;
    to->passes = *from++ >> 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t progress = take(&from, KEY_CYCLE);
        to->begun[i].cycle = progress >> MADE_BITS;
        to->begun[i].made = progress & ((1u << MADE_BITS) - 1);
    }
    return 0;
}

static uint64_t hash_of(const void *arg, uint32_t id)
{
    const struct unfold_graph *graph = arg;
    const uint8_t *key = graph->bytes + graph->nodes[id].key;
    return XXH3_64bits(key, packed_size(key));
}

/* --- entering --- */

int unfold_graph_init(struct unfold_graph *ret_graph, const struct game *game, size_t max_bytes,
                      bool (*stop)(void *arg), void *arg)
{
    *ret_graph = (struct unfold_graph){.rules = game, .stop = stop, .stop_arg = arg};
    return unfold_plays_init(&ret_graph->plays, game->graph, &game->rules, max_bytes, stop, arg);
}

void unfold_graph_release(struct unfold_graph *graph)
{
    unfold_plays_release(&graph->plays);
    unfold_state_release(&graph->at);
    unfold_state_release(&graph->after);
    hashset_release(&graph->ids);
    free(graph->nodes);
    free(graph->edges);
    free(graph->bytes);
    free(graph->queue);
    free(graph->queued);
    memset(graph, 0, sizeof(*graph));
}

size_t unfold_graph_bytes(const struct unfold_graph *graph)
{
    return unfold_plays_bytes(&graph->plays) + graph->room * sizeof(*graph->nodes) +
           graph->edge_room * sizeof(*graph->edges) + graph->byte_room +
           graph->queue_room * sizeof(*graph->queue) + graph->queued_room +
           hashset_bytes(&graph->ids);
}

/* Black's margin of a board. */
static int margin_of(const struct unfold_graph *graph, board_code board)
{
    struct turn turn = {.first_passer = -1};
    struct game game = *graph->rules;
    unfold_plays_board(&graph->plays, board, &turn.board);
    game.turns = &turn;
    game.count = 1;
    return game_margin(&game);
}

/* What a player forces from any state by passing alone: he loses no more than the board. The
 * opponent then plays alone; without suicide his stones stay, so that he has to pass in the end. */
static int8_t by_passing(const struct unfold_graph *graph)
{
    return graph->plays.cycles.suicide == SUICIDE_NO ? (int8_t)-graph->plays.points
                                                     : UNFOLD_NOTHING;
}

static int enter_new(struct unfold_graph *graph, const struct unfold_state *state, uint32_t *ret_id)
{
    if (graph->count >= UINT32_MAX - 1 ||
        array_reserve(&graph->nodes, graph->count + 1, &graph->room, sizeof(*graph->nodes)) < 0)
        return -ENOMEM;
    struct unfold_node *node = &graph->nodes[graph->count];
    *node = (struct unfold_node){
        .key = graph->byte_count,
        .in = UNFOLD_NO_EDGE,
        .mover = state->mover,
        .over = state->passes >= 2,
        .least = {by_passing(graph), by_passing(graph)},
        .most = {(int8_t)graph->plays.points, (int8_t)graph->plays.points},
    };
    int margin = margin_of(graph, state->board);
    node->margin = (int8_t)margin;
    if (node->over) {
        node->least[0] = node->most[0] = (int8_t)margin;
        node->least[1] = node->most[1] = (int8_t)-margin;
    }
    *ret_id = (uint32_t)graph->count;
    return 0;
}

/* Finds a state by what it tells, or enters it. */
static int enter(struct unfold_graph *graph, const struct unfold_state *state, uint32_t *ret_id)
{
    if (array_reserve(&graph->bytes, graph->byte_count + key_size(state), &graph->byte_room, 1) <
            0 ||
        hashset_reserve(&graph->ids, (uint32_t)graph->count, 1, hash_of, graph) < 0)
        return -ENOMEM;
    uint8_t *key = graph->bytes + graph->byte_count;
    pack(state, key);
    size_t size = packed_size(key), at;
    uint64_t hash = XXH3_64bits(key, size);
    for (uint32_t id = hashset_first(&graph->ids, hash, &at); id != HASHSET_NONE;
         id = hashset_next(&graph->ids, &at)) {
        const uint8_t *other = graph->bytes + graph->nodes[id].key;
        if (packed_size(other) == size && memcmp(other, key, size) == 0) {
            *ret_id = id;
            return 0;
        }
    }
    int r = enter_new(graph, state, ret_id);
    if (r < 0)
        return r;
    graph->byte_count += size;
    graph->count++;
    hashset_put(&graph->ids, at, *ret_id);
    return 0;
}

int unfold_graph_root(struct unfold_graph *graph, const struct game *game, uint32_t *ret_id)
{
    struct unfold_state state, after = {0};
    unfold_state_init(&state, unfold_plays_code(&graph->plays, &game->turns[0].board),
                      game->turns[0].next);
    int r = 1;
    for (size_t i = 1; i < game->count && r > 0; i++) {
        const struct move *move = &game->turns[i].move;
        r = unfold_state_move(&graph->plays, &state, move->kind == MOVE_STONE ? move->point : -1,
                              &after);
        assert(r != 0); /* The executable rules let it be played. */
        struct unfold_state swap = state;
        state = after;
        after = swap;
    }
    if (r > 0)
        r = enter(graph, &state, ret_id);
    unfold_state_release(&state);
    unfold_state_release(&after);
    return r;
}

/* --- fixpoints --- */

static int8_t *bound_of(struct unfold_node *node, int player, enum unfold_bound which)
{
    return which == UNFOLD_LEAST ? &node->least[player] : &node->rising[player];
}

/* What a bound of a player's is by the moves alone. */
static int by_moves(const struct unfold_graph *graph, uint32_t id, int player,
                    enum unfold_bound which)
{
    const struct unfold_node *node = &graph->nodes[id];
    bool own = node->mover == player;
    int best = own ? UNFOLD_NOTHING : UNFOLD_ANYTHING;
    for (uint32_t e = node->first; e < node->first + node->count; e++) {
        int value = *bound_of(&graph->nodes[graph->edges[e].to], player, which);
        if (own ? value > best : value < best)
            best = value;
    }
    return best;
}

static int push(struct unfold_graph *graph, uint32_t id)
{
    if (array_reserve(&graph->queue, graph->queue_count + 1, &graph->queue_room,
                      sizeof(*graph->queue)) < 0 ||
        array_reserve_zero(&graph->queued, graph->count, &graph->queued_room, 1) < 0)
        return -ENOMEM;
    if (!graph->queued[id])
        graph->queue[graph->queue_count++] = id;
    graph->queued[id] = 1;
    return 0;
}

static int push_before(struct unfold_graph *graph, uint32_t id)
{
    int r = 0;
    for (uint32_t e = graph->nodes[id].in; e != UNFOLD_NO_EDGE && r == 0;
         e = graph->edges[e].next_in)
        r = push(graph, graph->edges[e].from);
    return r;
}

/* Raises the bounds of a state by its moves. Returns whether they changed. */
static bool raise(struct unfold_graph *graph, uint32_t id, enum unfold_bound which)
{
    bool changed = false;
    for (int player = 0; player < 2; player++) {
        int8_t *bound = bound_of(&graph->nodes[id], player, which);
        int value = by_moves(graph, id, player, which);
        changed = changed || value > *bound;
        if (value > *bound)
            *bound = (int8_t)value;
    }
    return changed;
}

/* Raises bounds by the moves of what is queued, and of what that changes; the least ones to the
 * end, whatever stops. */
static int settle(struct unfold_graph *graph, enum unfold_bound which)
{
    int r = 0;
    for (size_t work = 1; graph->queue_count > 0 && r == 0; work++) {
        if (which != UNFOLD_LEAST && work % STATES_A_LOOK == 0 && graph->stop(graph->stop_arg))
            return -EAGAIN;
        uint32_t id = graph->queue[--graph->queue_count];
        graph->queued[id] = 0;
        if (raise(graph, id, which))
            r = push_before(graph, id);
    }
    return r;
}

static int add_edge(struct unfold_graph *graph, uint32_t from, int point)
{
    uint32_t to;
    int r = enter(graph, &graph->after, &to);
    if (r < 0)
        return r;
    if (graph->edge_count >= UNFOLD_NO_EDGE - 1 ||
        array_reserve(&graph->edges, graph->edge_count + 1, &graph->edge_room,
                      sizeof(*graph->edges)) < 0)
        return -ENOMEM;
    graph->edges[graph->edge_count] = (struct unfold_edge){
        .from = from, .to = to, .next_in = graph->nodes[to].in, .point = (int16_t)point};
    graph->nodes[to].in = (uint32_t)graph->edge_count++;
    graph->nodes[from].count++;
    return 0;
}

/* Takes back the edges from a state that was to be unfolded: with some of its moves alone it would
 * prove too much. */
static void fold(struct unfold_graph *graph, uint32_t id)
{
    struct unfold_node *node = &graph->nodes[id];
    for (; node->count > 0; node->count--) {
        const struct unfold_edge *edge = &graph->edges[--graph->edge_count];
        graph->nodes[edge->to].in = edge->next_in;
    }
}

int unfold_graph_unfold(struct unfold_graph *graph, uint32_t id)
{
    int r = unpack(graph->bytes + graph->nodes[id].key, &graph->at);
    graph->nodes[id].first = (uint32_t)graph->edge_count;
    for (int p = -1; p < graph->plays.points && r >= 0; p++) {
        r = unfold_state_move(&graph->plays, &graph->at, p, &graph->after);
        if (r > 0)
            r = add_edge(graph, id, p);
    }
    if (r >= 0)
        r = push(graph, id);
    if (r < 0) {
        fold(graph, id);
        return r;
    }
    graph->nodes[id].unfolded = true;
    return settle(graph, UNFOLD_LEAST);
}

/* Lets what may be forced rise from where by_passing() is, by what is queued. */
static int begin_rising(struct unfold_graph *graph)
{
    int r = 0;
    for (size_t i = 0; i < graph->count; i++) {
        struct unfold_node *node = &graph->nodes[i];
        if (node->unfolded)
            memset(node->rising, by_passing(graph), sizeof(node->rising));
        else
            memcpy(node->rising, node->most, sizeof(node->rising));
    }
    for (size_t i = 0; i < graph->count && r == 0; i++)
        if (!graph->nodes[i].unfolded)
            r = push_before(graph, (uint32_t)i);
    return r;
}

int unfold_graph_bound(struct unfold_graph *graph)
{
    int r = begin_rising(graph);
    if (r == 0)
        r = settle(graph, UNFOLD_RISING);
    for (size_t i = 0; i < graph->count && r == 0; i++)
        memcpy(graph->nodes[i].most, graph->nodes[i].rising, sizeof(graph->nodes[i].most));
    while (graph->queue_count > 0)
        graph->queued[graph->queue[--graph->queue_count]] = 0;
    return r;
}
