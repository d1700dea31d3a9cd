/*
 * Rulesets share the strategies that a store has. One that the checker refuses under migos, as the
 * opponent brings a board back and has passed in between, stays there for psk.
 */
#include "properties/property.h"

#include <string.h>

#include "search/persistence.h"
#include "search/solver.h"
#include "strategy/checkpoint.h"
#include "strategy/draft.h"
#include "strategy/internal.h"

/* A persistence that has one strategy, whatever it is of. */
struct one_strategy {
    struct persistence persistence;
    struct strategy_draft strategy;
    int loaded, saved, dropped;
};

static void *open_nothing(struct persistence *persistence, const struct game *game)
{
    (void)persistence, (void)game;
    return NULL;
}

static void do_nothing(struct persistence *persistence, const struct graph *graph,
                       enum colour attacker, struct prover *prover)
{
    (void)persistence, (void)graph, (void)attacker, (void)prover;
}

static void copy(struct strategy_draft *to, const struct strategy_draft *from)
{
    *to = (struct strategy_draft){.name = from->name, .whole = from->whole, .anew = from->anew};
    for (size_t i = 0; i < from->count; i++)
        assert_int_equal(draft_add(to, from->replies[i]), 0);
}

static bool load(struct persistence *persistence, const struct graph *graph, enum colour attacker,
                 const struct prover *prover, uint64_t name, struct strategy_draft *ret_strategy)
{
    struct one_strategy *one = (struct one_strategy *)persistence;
    (void)graph, (void)attacker, (void)prover;
    if (one->strategy.count == 0 || one->strategy.name != name)
        return false;
    copy(ret_strategy, &one->strategy);
    one->loaded++;
    return true;
}

static void save(struct persistence *persistence, const struct graph *graph, enum colour attacker,
                 const struct prover *prover, const struct strategy_draft *strategy)
{
    struct one_strategy *one = (struct one_strategy *)persistence;
    (void)graph, (void)attacker, (void)prover;
    one->saved += strategy->count > 0;
    one->dropped += strategy->count == 0;
    draft_release(&one->strategy);
    copy(&one->strategy, strategy);
}

/* Does White get 0, as strategies have it? */
static bool white_gets_0(const char *rules, struct one_strategy *one)
{
    const struct bounds_claim asked = {.of_white = true, .margin = 0};
    const struct strategies_plan plan = {.nodes = 1 << 16, .asked = &asked};
    const struct limits limits = {.max_bytes = 256u << 20, .threads = 1};
    struct game game;
    struct solver solver;
    struct bounds found;
    struct graph *graph = must_graph("2x4");
    struct ruleset ruleset;
    struct position position;
    assert_int_equal(ruleset_parse(rules, &ruleset, NULL), 0);
    assert_int_equal(position_parse(graph, 2, "O..X/O.O.", &position, NULL), 0);
    assert_int_equal(game_init(&game, graph, &ruleset, &position, 0), 0);
    one->loaded = one->saved = one->dropped = 0;
    assert_int_equal(solver_init_bare(&solver, &game, &limits), 0);
    solver.search.persistence = &one->persistence;
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    struct strategies *strategies = strategies_new(&solver, &game, &plan, NULL, NULL);
    assert_non_null(strategies);
    assert_int_equal(strategies_root(strategies, &found), 0);
    strategies_free(strategies);
    solver.search.persistence = NULL;
    solver_release(&solver);
    game_release(&game);
    graph_free(graph);
    return found.upper_max <= 0;
}

static struct one_strategy make_one(void)
{
    return (struct one_strategy){
        .persistence = {.open = open_nothing,
                        .load_prover = do_nothing,
                        .save_prover = do_nothing,
                        .load_strategy = load,
                        .save_strategy = save},
    };
}

/* What psk has made stays. */
static void what_is_refused_stays(void **state)
{
    struct one_strategy one = make_one();
    (void)state;
    assert_true(white_gets_0("psk", &one));
    assert_int_equal(one.saved, 1);
    uint64_t hash = draft_hash(&one.strategy);
    assert_false(white_gets_0("migos", &one));
    assert_int_equal(one.loaded, 1);
    assert_int_equal(one.dropped + one.saved, 0);
    assert_true(white_gets_0("psk", &one));
    assert_int_equal(one.loaded, 1);
    assert_true(draft_hash(&one.strategy) == hash);
    draft_release(&one.strategy);
}

/* What migos has made, and may not use, is there for psk. */
static void what_is_refused_is_for_others(void **state)
{
    struct one_strategy one = make_one();
    (void)state;
    assert_false(white_gets_0("migos", &one));
    assert_int_equal(one.saved, 1);
    assert_true(white_gets_0("psk", &one));
    assert_int_equal(one.loaded, 1);
    assert_int_equal(one.saved, 0);
    draft_release(&one.strategy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_refused_stays),
                                       cmocka_unit_test(what_is_refused_is_for_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
