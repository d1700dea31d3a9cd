/* What a run would take. */
#include "cli/prediction.h"

#include <stdio.h>

#include "base/human.h"
#include "strategy/strategies.h"
#include "tables/board_table.h"

/* Only boards of so many points can take ANNOUNCE_SECONDS. */
#define ANNOUNCE_POINTS 14
#define ANNOUNCE_SECONDS 10.0

/* simple_ko, layers: of the attractors. */
static int predict(struct prediction *ret_prediction, const struct solve_options *options,
                   const struct history_model *model, bool simple_ko, int layers)
{
    const struct game_setup *setup = &options->setup;
    struct positions positions;
    const struct limits limits = {.max_nodes = options->limits.max_nodes,
                                  .max_bytes = (size_t)options->limits.memory,
                                  .threads = options->limits.threads};
    int r = positions_init(&positions, setup->graph, &setup->rules);
    if (r < 0)
        return r;
    struct prediction made = {.memory = limits.max_bytes, .threads = limits.threads};
    r = table_size_estimate(&made.plan, &positions, setup->graph, simple_ko, layers);
    if (r == 0) {
        made.strategies = strategies_come_first(model, &made.plan, 0);
        made.has_forecast =
            made.strategies && options->game.count == 1 &&
            forecast_strategies(setup->graph, &options->game.turns[0].board, &made.forecast);
        made.choice = tables_choose(&positions, setup->graph, model, &limits);
        table_timing_measure(&made.times, &made.plan, &positions, limits.threads);
        *ret_prediction = made;
    }
    positions_release(&positions);
    return r;
}

int prediction_make(struct prediction *ret_prediction, const struct solve_options *options)
{
    struct history_model model;
    options->setup.rules.family->describe(&options->setup.rules, &model);
    return predict(ret_prediction, options, &model, tables_simple_ko(&model),
                   tables_layers(&model));
}

int prediction_make_table(struct prediction *ret_prediction, const struct solve_options *options)
{
    const struct ruleset *rules = &options->setup.rules;
    struct history_model model;
    rules->family->describe(rules, &model);
    return predict(ret_prediction, options, &model, board_table_simple_ko(rules),
                   board_table_work_layers(rules));
}

static void announce_tables(const struct prediction *made, bool strategies)
{
    fprintf(stderr, "solve: %stables of %s%.0Lf boards take about %s and %s%s\n",
            strategies ? "strategies without repetition are looked for; " : "",
            made->plan.boards_exact ? "" : "about ", made->plan.boards,
            human_time(table_timing_total(&made->times)), human_size(table_size_bytes(&made->plan)),
            strategies ? ", if they are needed" : " first");
}

static void announce_strategies(const struct prediction *made)
{
    fprintf(stderr,
            "solve: the memory of %s is less than the %s that strategies for this board are likely "
            "to need: the run may take much longer (an estimate, see solve predict)\n",
            human_size((double)made->memory), human_size(made->forecast.memory));
}

void prediction_announce(const struct solve_options *options)
{
    struct prediction made;
    if (options->setup.graph->points < ANNOUNCE_POINTS || prediction_make(&made, options) < 0)
        return;
    if (made.choice == TABLES_MADE && table_timing_total(&made.times) >= ANNOUNCE_SECONDS)
        announce_tables(&made, made.strategies && options->game.count == 1);
    else if (made.choice != TABLES_MADE && made.has_forecast &&
             (double)made.memory < made.forecast.memory)
        announce_strategies(&made);
}
