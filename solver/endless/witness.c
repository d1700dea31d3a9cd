/* Finding the moves of an endless play, and replaying them. */
#include "endless/witness.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "rules/game.h"

/* Plays by which a cycle that lifts all bans may be longer than one that need not. */
#define LIFTING_EXTRA 12

static struct stones stones_of(const struct graph *graph, const struct position *position)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}

/* Plays count moves; -EPROTO if the rules refuse one, or end the game. */
static int play_moves(struct game *game, const struct move *moves, size_t count)
{
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(game, moves[i], &verdict);
        if (r == 0 && (!verdict.legal || game_over(game)))
            r = -EPROTO;
    }
    return r;
}

/* The way and two cycles by the executable rules, each cycle back to where it began. */
static int replay(const struct endless_run *run)
{
    const struct endless *found = &run->result;
    const struct move *cycle = found->moves + found->way;
    struct game game;
    int r = game_init(&game, run->board, run->rules, run->position, run->to_move);
    if (r < 0)
        return r;
    r = play_moves(&game, found->moves, found->way);
    for (int i = 0; i < 2 && r == 0; i++) {
        struct turn before = *game_now(&game);
        r = play_moves(&game, cycle, found->cycle);
        if (r == 0 && (before.next != game_now(&game)->next ||
                       !position_equal(run->board, &before.board, &game_now(&game)->board)))
            r = -EPROTO;
    }
    game_release(&game);
    return r;
}

/* Is there a pre-captive play in the cycle? */
static bool has_atari(const struct game_graph *graph, const struct state_cycle *cycle)
{
    for (size_t i = 0; i < cycle->length; i++) {
        uint32_t state = cycle->states[i];
        for (uint32_t a = graph->first[state]; a < graph->first[state + 1]; a++)
            if (graph->arcs[a].point == cycle->moves[i] && graph->arcs[a].atari)
                return true;
    }
    return false;
}

/* Writes the way to the cycle, and the cycle; then checks them. */
static int write_moves(struct endless_run *run, const struct game_graph *graph,
                       const struct state_cycle *cycle)
{
    struct endless *result = &run->result;
    result->way = game_graph_way(graph, cycle->states[0], NULL);
    result->cycle = cycle->length;
    result->balance = cycle_balance(graph, cycle);
    run->pays = has_atari(graph, cycle);
    result->moves = malloc((result->way + result->cycle) * sizeof(*result->moves));
    if (result->moves == NULL)
        return -ENOMEM;
    game_graph_way(graph, cycle->states[0], result->moves);
    for (size_t i = 0; i < cycle->length; i++)
        result->moves[result->way + i] = game_graph_move(cycle->moves[i]);
    return replay(run);
}

/* Looks for a cycle of one of the kinds. Returns 1 with it in run->result, 0: there is none. */
static int find_cycle(struct endless_run *run, const struct game_graph *graph,
                      const struct cycle_kind *kinds, size_t count)
{
    struct cycle_kind there[3];
    struct state_cycle cycle = {0}, shortest;
    size_t found = 0;
    int r = 0;
    assert(count <= 3);
    for (size_t k = 0; k < count && r >= 0; k++) {
        struct state_cycle one;
        r = cycle_find_any(graph, &kinds[k], run->limits, &one);
        if (r > 0)
            there[found++] = kinds[k];
        if (r <= 0 || (cycle.length > 0 && cycle.length <= one.length)) {
            cycle_release(&one);
            continue;
        }
        cycle_release(&cycle);
        cycle = one;
    }
    if (r < 0 && (r != -EINTR || cycle.length == 0)) {
        cycle_release(&cycle);
        return r;
    }
    if (cycle.length == 0)
        return 0;
    bool lifts = there[0].lifts;
    size_t longest = lifts ? cycle.length + LIFTING_EXTRA : cycle.length;
    r = r < 0 ? r : cycle_find_shortest(graph, there, found, longest, run->limits, &shortest);
    run->result.shortest = r == 0;
    if (r >= 0) {
        r = 0;
        cycle_release(&cycle);
        cycle = shortest;
    } else if (r == -EINTR && !lifts) {
        r = cycle_rotate(&cycle);
    }
    if (r == 0)
        r = write_moves(run, graph, &cycle);
    cycle_release(&cycle);
    return r < 0 ? r : 1;
}

int witness_find(struct endless_run *run, const struct game_graph_rules *how,
                 const struct cycle_kind *kinds, size_t count)
{
    struct positions positions;
    struct game_graph graph = {0};
    struct state start = {.mover = (uint8_t)run->to_move};
    int r = positions_init(&positions, run->board, run->rules);
    if (r < 0)
        return r;
    r = positions_intern(&positions, stones_of(run->board, run->position), &start.board);
    if (r == 0)
        r = game_graph_init(&graph, &positions, start, how, run->limits);
    run->result.states = graph.count;
    if (r == 0)
        r = find_cycle(run, &graph, kinds, count);
    game_graph_release(&graph);
    positions_release(&positions);
    return r;
}
