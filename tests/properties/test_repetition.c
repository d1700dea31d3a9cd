/*
 * Looks for boards that come back in a strategy graph (strategy/graph_boards.h): what is found by
 * looking at what was changed is what a look at the whole finds. The graphs are drawn: no prover
 * made them, and what a move does on a board is of no account to a look.
 */
#include "properties/ground.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "strategy/graph_boards.h"

#define GRAPHS 60
#define ROUNDS 25
#define STATES_FIRST 600
#define STATES_MORE 40
#define LINKS_MOST 3

/* A graph that is mended at random. */
struct drawn {
    struct strategy_graph graph;
    struct prover prover;
    struct graph_boards boards;
    uint64_t seed, draws;
    uint32_t *waiting; /* states to be reached */
    size_t waiting_count;
};

static uint32_t draw(struct drawn *drawn, size_t below)
{
    return (uint32_t)(hash_mix(drawn->seed << 32 | drawn->draws++) % below);
}

/* A board of few stones, so that many states share it. */
static struct entry_key draw_key(struct drawn *drawn)
{
    const struct bits_board *bits = &drawn->prover.board->bits;
    struct entry_key key = {.own_move = draw(drawn, 2) != 0};
    for (int p = 0; p < bits->points; p++) {
        uint32_t colour = draw(drawn, 4);
        key.own |= colour == 1 || colour == 3 ? 1ull << p : 0;
        key.other |= colour == 2 ? 1ull << p : 0;
    }
    uint64_t empty = bits->full & ~(key.own | key.other);
    uint64_t kos = empty & ~bits_neighbours(bits, empty);
    if (kos != 0 && draw(drawn, 2) == 0)
        key.ko = (uint8_t)(1 + __builtin_ctzll(kos));
    return key;
}

/* Moves lead to later states mostly, and sometimes back; they are of stones where boards differ. */
static uint32_t draw_link(struct drawn *drawn, uint32_t from)
{
    struct strategy_graph *graph = &drawn->graph;
    size_t later = graph->count - from;
    uint32_t to = later < 2 || draw(drawn, 12) == 0 ? draw(drawn, graph->count)
                                                    : from + 1 + draw(drawn, later - 1);
    bool same = graph->states[from].own == graph->states[to].own &&
                graph->states[from].other == graph->states[to].other;
    return to | (same ? 0 : GRAPH_LINK_STONE);
}

/* Finds the links of a state; an attacker's reply is another one than before. */
static void resolve(struct drawn *drawn, uint32_t number, uint32_t former)
{
    struct strategy_graph *graph = &drawn->graph;
    size_t count = graph->states[number].own_move ? 1 : draw(drawn, LINKS_MOST + 1);
    assert_int_equal(strategy_graph_reserve(&graph->links, graph->link_count + count,
                                            &graph->link_room, sizeof(*graph->links)),
                     0);
    graph->states[number].first_link = (uint32_t)graph->link_count;
    graph->states[number].link_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        uint32_t link;
        do
            link = draw_link(drawn, number);
        while (strategy_graph_target(link) == former);
        graph->links[graph->link_count++] = link;
    }
    assert_int_equal(graph_boards_note(&drawn->boards, number), 0);
}

/* Finds all that is reached from a state that is not. */
static void reach(struct drawn *drawn, uint32_t start)
{
    struct strategy_graph *graph = &drawn->graph;
    drawn->waiting = realloc(drawn->waiting, (graph->count + 1) * LINKS_MOST * sizeof(uint32_t));
    assert_non_null(drawn->waiting);
    drawn->waiting[drawn->waiting_count++] = start;
    while (drawn->waiting_count > 0) {
        uint32_t number = drawn->waiting[--drawn->waiting_count];
        if (strategy_graph_reaches(graph, number))
            continue;
        strategy_graph_set_reached(graph, number, true);
        if (graph->states[number].first_link == GRAPH_OPEN)
            resolve(drawn, number, UINT32_MAX);
        else if (graph_boards_lack(&drawn->boards, number))
            assert_int_equal(graph_boards_note(&drawn->boards, number), 0);
        const struct graph_state *state = &graph->states[number];
        for (int l = 0; l < state->link_count; l++)
            drawn->waiting[drawn->waiting_count++] =
                strategy_graph_target(graph->links[state->first_link + (uint32_t)l]);
    }
}

static void add_states(struct drawn *drawn, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct entry_key key = draw_key(drawn);
        assert_true(strategy_graph_enter(&drawn->graph, &key) >= 0);
    }
}

/* Replaces the replies by which boards come back, some of them where play does not come for now. */
static void mend(struct drawn *drawn, const struct graph_fault *faults, int count)
{
    struct strategy_graph *graph = &drawn->graph;
    for (int i = 0; i < count; i++) {
        assert_true(graph->states[faults[i].from].own_move);
        resolve(drawn, faults[i].from, faults[i].to);
    }
    /* As where a path is proved again: some of its states are linked again as they were, or later.
     */
    for (uint32_t i = draw(drawn, 4); i > 0; i--) {
        uint32_t number = draw(drawn, graph->count);
        strategy_graph_set_reached(graph, number, false);
        if (draw(drawn, 2) != 0)
            reach(drawn, number);
    }
    for (int i = 0; i < count; i++) {
        strategy_graph_set_reached(graph, faults[i].from, false);
        if (draw(drawn, 8) != 0)
            reach(drawn, faults[i].from);
    }
}

/* As where all that is reached is found anew: what is not any more may be later. */
static void reach_all(struct drawn *drawn)
{
    for (size_t s = 0; s < drawn->graph.count; s++)
        strategy_graph_set_reached(&drawn->graph, s, false);
    reach(drawn, 0);
}

struct looked {
    int rounds, faults, parts; /* parts: of the rounds, those with boards that were left out */
};

/* Looks at what was changed, and at the whole with another memory; mends it. */
static void look(struct drawn *drawn, struct looked *looked)
{
    struct strategy_graph *graph = &drawn->graph;
    struct graph_boards others = {0};
    struct graph_fault *found, *wanted;
    size_t before = drawn->boards.looked;
    bool part = graph_boards_may_look_at_changes(&drawn->boards, graph);
    int count =
        strategy_graph_find_repetition(graph, &drawn->prover, &drawn->boards, !part, false, &found);
    int whole =
        strategy_graph_find_repetition(graph, &drawn->prover, &others, true, false, &wanted);
    assert_int_equal(count, whole);
    for (int i = 0; i < count; i++) {
        assert_int_equal(found[i].from, wanted[i].from);
        assert_int_equal(found[i].to, wanted[i].to);
    }
    looked->rounds++;
    looked->faults += part ? count : 0;
    looked->parts += part && drawn->boards.looked - before < others.count / 2;
    mend(drawn, found, count);
    free(found);
    free(wanted);
    graph_boards_release(&others);
}

static uint64_t graphs; /* so many are drawn */

static void test_changes(void **state)
{
    (void)state;
    struct ground ground;
    struct looked looked = {0};
    set_up(&ground, "2x4");
    for (uint64_t seed = 0; seed < graphs; seed++) {
        struct drawn drawn = {.seed = seed};
        open_prover(&drawn.prover, &ground, 1, 1, 1 << 16);
        add_states(&drawn, STATES_FIRST);
        reach(&drawn, 0);
        for (int round = 0; round < ROUNDS; round++) {
            look(&drawn, &looked);
            add_states(&drawn, draw(&drawn, STATES_MORE));
            if (draw(&drawn, 6) == 0)
                reach_all(&drawn);
        }
        graph_boards_release(&drawn.boards);
        strategy_graph_release(&drawn.graph);
        prover_release(&drawn.prover);
        free(drawn.waiting);
    }
    print_message("%d looks, %d faults found in what was changed, %d looks at few boards\n",
                  looked.rounds, looked.faults, looked.parts);
    assert_true(looked.faults > 200 && looked.parts > looked.rounds / 10);
    tear_down(&ground);
}

int main(int argc, char **argv)
{
    graphs = argc > 1 ? strtoull(argv[1], NULL, 10) : GRAPHS;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
