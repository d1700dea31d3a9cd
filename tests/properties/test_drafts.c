/*
 * Drafts (strategy/draft.h): graphs that are cut in the middle are gone on with, and what is
 * nonsense does no harm.
 */
#include "properties/ground.h"

#include <stdio.h>

#include "strategy/checkpoint.h"
#include "strategy/strategy_graph.h"

/* The same prover as it comes out of a store. */
static void restore(struct prover *prover, struct prover *old)
{
    struct checkpoint_states states;
    struct checkpoint_state state;
    checkpoint_begin(&states, old);
    checkpoint_open(prover, old->entry_used);
    for (size_t i = 0; i < old->retracted.count; i++)
        assert_int_equal(prover_retract(prover, &old->retracted.pairs[i].from), 0);
    for (size_t i = 0; i < old->excluded.count; i++)
        assert_int_equal(
            prover_exclude(prover, &old->excluded.pairs[i].from, &old->excluded.pairs[i].to), 0);
    while (checkpoint_next(&states, &state))
        assert_true(checkpoint_restore(prover, &state));
    prover->proofs = old->proofs;
}

/* What stops a run, but not while it takes up what an earlier one made. */
struct patience {
    int looks; /* so often it is not stopped */
    bool held;
};

static bool is_out_of_patience(void *arg)
{
    struct patience *patience = arg;
    return !patience->held && patience->looks-- <= 0;
}

static void hold(void *arg, bool held)
{
    ((struct patience *)arg)->held = held;
}

#define DRAFT_BOARD "3x5"
#define DRAFT_MARGIN 15

/* Makes a new prover of an old one, with its draft, and releases that. */
static void go_on(struct prover *ret, const struct ground *ground, struct prover *old,
                  struct patience *patience)
{
    open_prover(ret, ground, DRAFT_MARGIN, 1, 1 << 24);
    restore(ret, old);
    ret->draft = old->draft;
    old->draft = (struct strategy_draft){0};
    prover_release(old);
    assert_int_equal(prover_ask(ret, &(struct prover_query){.state.own_move = true}, 100000000),
                     PROVER_PROVED);
    ret->save = save_nothing;
    ret->is_due = is_never_due;
    ret->stop = is_out_of_patience;
    ret->hold = hold;
    ret->arg = patience;
}

/* Proves the root. */
static void prove_root(struct prover *ret, const struct ground *ground)
{
    const struct prover_state root = {.own_move = true};
    open_prover(ret, ground, DRAFT_MARGIN, 1, 1 << 24);
    assert_int_equal(prover_ask(ret, &(struct prover_query){.state = root}, 100000000),
                     PROVER_PROVED);
}

/* A graph that is stopped again and again, each time before one could be made, is gone on with by
 * new provers until it is there. */
static void test_drafts(void **state)
{
    (void)state;
    struct ground ground;
    struct prover once, provers[2], *now = &provers[0];
    struct strategy_graph whole, graph;
    const struct prover_state root = {.own_move = true};
    struct patience patience = {0};
    set_up(&ground, DRAFT_BOARD);
    prove_root(&once, &ground);
    prove_root(now, &ground);
    assert_int_equal(strategy_graph_make(&whole, &once, &(struct prover_query){.state = root}), 1);
    int runs = 0, made = 0;
    for (; made == 0 && runs < 60; runs++) {
        struct prover *next = &provers[now == &provers[0]];
        go_on(next, &ground, now, &patience);
        now = next;
        patience = (struct patience){.looks = 2};
        made = strategy_graph_make(&graph, now, &(struct prover_query){.state = root});
    }
    assert_int_equal(made, 1);
    print_message("%zu states, %d runs\n", whole.count, runs);
    assert_true(runs > 1);
    assert_true(graph.reply_count > 0 && graph.reply_count < 2 * whole.reply_count);
    assert_int_equal(now->draft.count, 0);
    strategy_graph_release(&whole);
    strategy_graph_release(&graph);
    prover_release(&once);
    prover_release(now);
    tear_down(&ground);
}

static void spoil(struct strategy_draft *draft, uint64_t seed)
{
    for (uint64_t i = 0; i < 1u << 2 * seed; i++) {
        uint64_t drawn = hash_mix(seed << 32 | i);
        struct draft_reply *reply = &draft->replies[drawn % draft->count];
        if (drawn >> 62 == 0)
            reply->check = (uint8_t)(drawn >> 40);
        else
            reply->point = (uint8_t)((drawn >> 40) % 16);
    }
    draft->whole = seed % 2 == 0;
    draft->count -= seed % 3 == 0 ? draft->count / 3 : 0;
}

/* A draft that is nonsense, or of another query, does not keep a graph from being made; where it
 * claims to be whole, the checker of certificates finds out what is not. */
static void test_spoilt_drafts(void **state)
{
    (void)state;
    struct ground ground;
    const struct prover_state root = {.own_move = true};
    int made = 0;
    set_up(&ground, DRAFT_BOARD);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct prover first, prover;
        struct strategy_graph graph;
        struct patience patience = {.looks = 5};
        prove_root(&first, &ground);
        first.save = save_nothing;
        first.is_due = is_never_due;
        first.stop = is_out_of_patience;
        first.arg = &patience;
        assert_int_equal(strategy_graph_make(&graph, &first, &(struct prover_query){.state = root}),
                         0);
        assert_true(first.draft.count > 1000);
        spoil(&first.draft, seed);
        go_on(&prover, &ground, &first, &patience);
        patience = (struct patience){.looks = INT32_MAX};
        int r = strategy_graph_make(&graph, &prover, &(struct prover_query){.state = root});
        assert_true(r == 0 || r == 1);
        assert_int_equal(prover.draft.count, 0);
        made += r;
        if (r == 1)
            strategy_graph_release(&graph);
        prover_release(&prover);
    }
    print_message("%d of 5 made\n", made);
    assert_true(made >= 3);
    tear_down(&ground);
}

/* Makes the whole graph's draft, and a new prover that has it. */
static void open_with_whole(struct prover *ret, const struct ground *ground,
                            struct patience *patience)
{
    struct prover first;
    struct strategy_graph graph;
    const struct prover_state root = {.own_move = true};
    prove_root(&first, ground);
    assert_int_equal(strategy_graph_make(&graph, &first, &(struct prover_query){.state = root}), 1);
    strategy_graph_note(&graph, &first.draft,
                        prover_name(&first, &(struct prover_query){.state = root}), 0, true);
    assert_true(first.draft.whole && first.draft.is_new && first.draft.count > 1000);
    strategy_graph_release(&graph);
    go_on(ret, ground, &first, patience);
}

/* A draft that is whole is taken up to its end without a node, and no time ends what is left to do;
 * where it only says so the run can be stopped. */
static void test_whole_drafts(void **state)
{
    (void)state;
    struct ground ground;
    const struct prover_state root = {.own_move = true};
    set_up(&ground, DRAFT_BOARD);
    for (int spoilt = 0; spoilt < 2; spoilt++) {
        struct prover prover;
        struct strategy_graph graph;
        struct patience patience = {0};
        open_with_whole(&prover, &ground, &patience);
        size_t count = prover.draft.count;
        if (spoilt)
            prover.draft.replies[count / 2].point = DRAFT_OPEN;
        uint64_t nodes = prover.nodes;
        patience = (struct patience){.looks = 0};
        assert_int_equal(
            strategy_graph_make(&graph, &prover, &(struct prover_query){.state = root}), !spoilt);
        assert_true(prover.held == !spoilt && patience.held == !spoilt);
        if (!spoilt) {
            assert_int_equal(graph.reply_count, count);
            assert_int_equal(prover.nodes, nodes);
            strategy_graph_release(&graph);
        }
        prover_release(&prover);
    }
    tear_down(&ground);
}

/* A store's draft stays where there is no memory for a new one. */
static void test_no_memory(void **state)
{
    (void)state;
    const struct strategy_graph endless = {.count = SIZE_MAX - 64};
    struct strategy_draft draft = {.in_store = true};
    assert_int_equal(draft_add(&draft, (struct draft_reply){0, 0}), 0);
    strategy_graph_note(&endless, &draft, 1, 0, false);
    assert_true(draft.in_store && !draft.is_new && draft.count == 0);
    draft_release(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drafts),
        cmocka_unit_test(test_spoilt_drafts),
        cmocka_unit_test(test_whole_drafts),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
