/* What a run would take. */
#include "cli/prediction.h"

#include <stdio.h>

#include "cli/resources.h"

/* Only boards of so many points can take ANNOUNCE_SECONDS. */
#define ANNOUNCE_POINTS 14
#define ANNOUNCE_SECONDS 10.0

static void fill_limits(const struct solve_options *options, struct limits *ret_limits)
{
    *ret_limits = (struct limits){
        .max_nodes = options->max_nodes,
        .max_bytes = options->memory != 0 ? (size_t)options->memory : resources_memory(),
        .threads = options->threads > 0 ? options->threads : resources_threads(),
    };
}

int prediction_make(struct prediction *ret_prediction, const struct solve_options *options)
{
    const struct game_setup *setup = &options->setup;
    struct positions positions;
    struct history_model model;
    struct limits limits;
    fill_limits(options, &limits);
    setup->rules.family->describe(&setup->rules, &model);
    int r = positions_init(&positions, setup->graph, &setup->rules);
    if (r < 0)
        return r;
    struct prediction made = {.memory = limits.max_bytes, .threads = limits.threads};
    r = plan_tables(&made.plan, &positions, setup->graph, tables_simple_ko(&model),
                    tables_layers(&model));
    if (r == 0) {
        made.choice = tables_choose(&positions, setup->graph, &model, &limits);
        probe_tables(&made.times, &made.plan, &positions, limits.threads);
        *ret_prediction = made;
    }
    positions_release(&positions);
    return r;
}

void prediction_announce(const struct solve_options *options)
{
    struct prediction made;
    if (options->setup.graph->points < ANNOUNCE_POINTS || prediction_make(&made, options) < 0 ||
        made.choice != TABLES_MADE || probe_total(&made.times) < ANNOUNCE_SECONDS)
        return;
    fprintf(stderr, "solve: tables of %s%.0Lf boards take about %.0f s and %.0f MiB first\n",
            made.plan.boards_exact ? "" : "about ", made.plan.boards, probe_total(&made.times),
            plan_bytes(&made.plan) / 1048576.0);
}
