/* A board to look for strategies on, and provers that have learned a little of it. */
#ifndef TESTS_PROPERTIES_GROUND_H
#define TESTS_PROPERTIES_GROUND_H

#include "common/check.h"
#include "strategy/prover.h"

#define GROUND_GAMES 1000

struct ground {
    struct graph *graph;
    struct bitboard board;
};

static inline void set_up(struct ground *ret_ground, const char *text)
{
    struct ruleset rules;
    struct error err;
    assert_int_equal(graph_parse(text, &ret_ground->graph, &err), 0);
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    struct bitboard *board = &ret_ground->board;
    assert_int_equal(bitboard_init(board, ret_ground->graph, &rules), 0);
}

static inline void tear_down(struct ground *ground)
{
    bitboard_release(&ground->board);
    graph_free(ground->graph);
}

static inline void open_prover(struct prover *prover, const struct ground *ground, int margin,
                               int threads, size_t bytes)
{
    const struct strategy_rules rules = {.ko = true};
    assert_int_equal(prover_init(prover, &ground->board, &rules, margin, bytes), 0);
    assert_int_equal(estimate_train(&prover->estimate, (struct stone_pair){0, 0}, true,
                                    GROUND_GAMES, 1, NULL, NULL),
                     0);
    prover->threads = threads;
}

/* For provers that go on as if a store kept them: what they are told to save nobody keeps. */
static inline void save_nothing(void *arg)
{
    (void)arg;
}

static inline bool is_never_due(void *arg)
{
    (void)arg;
    return false;
}

#endif
