/* A check from the outside: what it needs is prepared, then nodes.c and claims.c do the work. */
#include "certificate/check/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "certificate/check/checking.h"
#include "certificate/check/coalitions/check.h"
#include "certificate/check/common/checked_claim.h"
#include "certificate/check/cycles/check.h"
#include "certificate/check/odd_cycles/check.h"
#include "certificate/check/strategy/check.h"

/* A node takes at least so many bytes of a body: head, stones, bound. */
#define NODE_BYTES_MIN 4

/* Refuses a description that soundness.md does not speak of. */
static int check_ranges(const struct play_rule *rule, struct error *err)
{
    int next = COUNTER_MIN;
    if (!rule->allowed || rule->lookup < 0)
        return 0;
    for (int i = 0; i < rule->range_count; i++) {
        if (rule->ranges[i].low != next || rule->ranges[i].high < next)
            return error_set(err, -EINVAL, "the ruleset's ranges do not cover all counters");
        next = rule->ranges[i].high + 1;
    }
    return next == COUNTER_MAX + 1
               ? 0
               : error_set(err, -EINVAL, "the ruleset's ranges do not cover all counters");
}

/* Refuses bars that soundness.md does not speak of: of passes, by two items, or beside cycles. */
static int check_bars(const struct history_model *model, const struct play_rule *rule,
                      struct error *err)
{
    bool stone = rule == &model->stone || rule == &model->atari || rule == &model->stone_on;
    if (rule->bars == 0 || (stone && !model->endless && (rule->bars & (rule->bars - 1)) == 0))
        return 0;
    return error_set(err, -EINVAL, "the ruleset bars what no certificate tells of");
}

/* Refuses items of points (ITEM_POINT_SINCE) without the boards that they go by, or of passes. */
static int check_points(const struct history_model *model, struct error *err)
{
    const struct item_class *boards = &model->classes[0];
    if (!history_model_has_points(model))
        return 0;
    if (boards->identity != ITEM_BOARD || boards->on_recreation != RECREATION_KEEPS ||
        boards->counter == COUNTS_PASSES || model->always_there != 0 || (model->start & 1) == 0 ||
        (model->stone.creates & 1) == 0 || (model->stone.clears | model->pass.clears) != 0 ||
        model->pass.lookup >= 0 || model->stone.bars != 0 || model->atari.allowed ||
        model->stone_on.allowed || model->pass_on.allowed || model->refresh.allowed)
        return error_set(err, -EINVAL, "the ruleset tells of points what no certificate tells");
    return 0;
}

/*
 * Refuses pairs that soundness.md does not speak of: where a stone or a pass does not make each, or
 * where anything else happens to them.
 */
static int check_pairs(const struct history_model *model, struct error *err)
{
    bool pairs = false, plain = true;
    for (int class = 0; class < model->class_count; class ++) {
        pairs = pairs || model->classes[class].identity == ITEM_BOARD_AFTER;
        plain = plain && model->classes[class].counter == COUNTS_NOTHING &&
                model->classes[class].on_recreation == RECREATION_RESTARTS;
    }
    plain = plain && model->class_count == 1 && model->stone.creates == 1 &&
            model->pass.creates == 1 && (model->stone.clears | model->pass.clears) == 0 &&
            !model->atari.allowed && !model->stone_on.allowed && !model->pass_on.allowed &&
            !model->refresh.allowed && !model->endless && !model->pass.restarts;
    if (pairs == model->passed_boards && (!pairs || plain))
        return 0;
    return error_set(err, -EINVAL, "the ruleset tells of boards passed on as no certificate does");
}

static int check_model(const struct history_model *model, struct error *err)
{
    const struct play_rule *rules[] = {&model->stone, &model->atari,   &model->stone_on,
                                       &model->pass,  &model->pass_on, &model->refresh};
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        int r = check_ranges(rules[i], err);
        if (r == 0)
            r = check_bars(model, rules[i], err);
        if (r < 0)
            return r;
    }
    if (check_points(model, err) < 0 || check_pairs(model, err) < 0)
        return -EINVAL;
    if (history_model_has_first_pass(model) &&
        (model->passes_to_end < 2 || model->passes_kept >= CERTIFICATE_UNPASSED ||
         model->refresh.allowed || model->unbounded))
        return error_set(err, -EINVAL, "no certificate tells of such points for the first pass");
    if (model->passes_kept > 3 ||
        (model->passes_to_end != 0 && model->passes_kept != model->passes_to_end - 1))
        return error_set(err, -EINVAL, "the ruleset does not tell the passes that it counts");
    return 0;
}

/* Reads all nodes once, counts how often each is referred to, and checks that the body ends with
 * the last. */
static int count_uses(struct checking *check)
{
    struct certificate_cursor cursor = {0};
    const struct certificate *certificate = check->certificate;
    for (uint32_t n = 0; n < certificate->node_count; n++) {
        int r = certificate_next_node(certificate, &cursor, &check->node, check->err);
        if (r == 0)
            r = budget_work(&check->budget, 10);
        if (r < 0)
            return r;
        for (int i = 0; i < check->node.count; i++)
            if (check->node.replies[i].how == CERTIFICATE_CHILD)
                check->nodes[check->node.replies[i].child].uses++;
    }
    if (certificate->leaves) {
        int r = strategy_leaves_check(&check->leaves, certificate, cursor.at, check->source,
                                      &check->budget, check->err);
        if (r < 0)
            return r;
    } else if (cursor.at != certificate->body_size) {
        return error_set(check->err, -EINVAL, "node %u: the body has %s beyond the last node",
                         certificate->node_count,
                         human_count(certificate->body_size - cursor.at, "byte", "bytes"));
    }
    for (size_t i = 0; i < certificate->claim_count; i++) {
        const struct certificate_claim *claim = &certificate->claims[i];
        if (claim->rules)
            continue;
        if (claim->node >= certificate->node_count)
            return error_set(check->err, -EINVAL, "claim %zu: there is no node %u", i + 1,
                             claim->node);
        check->nodes[claim->node].uses++;
    }
    return 0;
}

static int prepare(struct checking *check)
{
    const struct certificate *certificate = check->certificate;
    int r = checked_claim_header(certificate, NODE_BYTES_MIN, check->err);
    if (r < 0)
        return r;
    certificate->rules.family->describe(&certificate->rules, &check->model);
    r = check_model(&check->model, check->err);
    if (r < 0)
        return r;
    size_t size = ((size_t)certificate->node_count + 1) * sizeof(*check->nodes);
    r = budget_resize(&check->budget, &check->nodes, 0, size);
    if (r < 0)
        return r;
    memset(check->nodes, 0, size);
    r = boards_init(&check->boards, certificate->graph, &certificate->rules, check->model.simple_ko,
                    &check->budget);
    if (r == 0)
        r = demand_set_init(&check->gathered, &check->budget);
    return r == 0 ? count_uses(check) : r;
}

static void release(struct checking *check)
{
    for (uint32_t i = 0; check->nodes != NULL && i < check->certificate->node_count; i++)
        free(check->nodes[i].demands);
    free(check->nodes);
    strategy_leaves_release(&check->leaves);
    demand_set_release(&check->gathered);
    boards_release(&check->boards);
}

static int check_nodes(const struct certificate *certificate, const struct strategy_source *source,
                       const struct budget *budget, struct error *err)
{
    struct checking *check = calloc(1, sizeof(*check));
    if (check == NULL)
        return -ENOMEM;
    check->certificate = certificate;
    check->source = source;
    check->err = err;
    check->budget = *budget;
    int r = prepare(check);
    if (r == 0)
        r = checking_nodes(check);
    if (r == 0)
        r = checking_claims(check);
    release(check);
    free(check);
    return r;
}

static int check_strategies(const struct certificate *certificate, struct budget *budget,
                            struct error *err)
{
    struct strategy_plain plain = {0};
    const struct strategy_source source = strategy_source_plain(&plain);
    return strategy_check(certificate, &source, budget, err);
}

int check_certificate_with(const struct certificate *certificate,
                           const struct strategy_source *source, const struct check_limits *limits,
                           struct error *err)
{
    bool cycles = certificate->rules.family->remove_cycle != NULL;
    size_t most = (cycles ? CHECK_BYTES_BASE_CYCLES : CHECK_BYTES_BASE) +
                  CHECK_BYTES_FACTOR * certificate->body_size;
    size_t asked = limits->max_bytes;
    struct history_model model;
    struct budget budget = {
        .bytes = asked != 0 && asked < most ? asked : most,
        .steps = limits->max_steps != 0 ? limits->max_steps : UINT64_MAX,
        .stop = limits->stop,
        .arg = limits->arg,
        .reached = limits->reached,
    };
    int r;
    if (budget.reached != NULL)
        *budget.reached = (struct check_reached){.all = certificate->body_size};
    certificate->rules.family->describe(&certificate->rules, &model);
    if (model.cycles && !cycles)
        r = odd_cycles_check(certificate, &budget, err);
    else if (certificate->packed || (certificate->leaves && source == NULL))
        r = error_set(err, -EINVAL, "it has packed strategies: wanted them unpacked");
    else if (certificate->leaves)
        r = check_nodes(certificate, source, &budget, err);
    else if (certificate->strategies)
        r = check_strategies(certificate, &budget, err);
    else if (certificate->coalitions)
        r = coalition_checking_run(certificate, &budget, err);
    else if (cycles)
        r = cycle_check(certificate, &budget, err);
    else
        r = check_nodes(certificate, NULL, &budget, err);
    return budget_end(r, err);
}

int check_certificate_within(const struct certificate *certificate,
                             const struct check_limits *limits, struct error *err)
{
    return check_certificate_with(certificate, NULL, limits, err);
}

int check_certificate(const struct certificate *certificate, size_t max_bytes, struct error *err)
{
    const struct check_limits limits = {.max_bytes = max_bytes};
    return check_certificate_within(certificate, &limits, err);
}
