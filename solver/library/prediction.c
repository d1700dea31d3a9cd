/* What a run, or a table of all positions, would take. */
#include <errno.h>

#include "library/handles.h"
#include "strategy/forecast.h"
#include "strategy/strategies.h"
#include "tables/acyclic.h"
#include "tables/board_table.h"
#include "tables/table_timing.h"
#include "tables/tables.h"

_Static_assert((int)SOLVE_TABLES_MADE == TABLES_MADE &&
                   (int)SOLVE_TABLES_TOO_LARGE == TABLES_TOO_LARGE &&
                   (int)SOLVE_TABLES_TOO_LONG == TABLES_TOO_LONG &&
                   (int)SOLVE_TABLES_UNUSED == TABLES_UNUSED,
               "solve.h has other choices of tables");

/* Ranking the boards for a margin fetches nothing ahead: it takes this many times as long as an
 * attractor, measured. */
#define RANKING_TIMES 3

/* The game whose tables are predicted, and what is found out. */
struct predicting {
    const struct solve_game *game;
    struct limits limits;
    bool simple_ko; /* the attractors look at kos */
    int layers;     /* of the attractors */
    struct positions positions;
    struct table_size plan;
    struct table_timing times;
};

static void copy_tables(const struct predicting *from, struct solve_prediction *to)
{
    const struct table_size *plan = &from->plan;
    const struct table_timing *times = &from->times;
    to->threads = from->limits.threads;
    to->memory = from->limits.max_bytes;
    to->legal = plan->legal;
    to->boards = plan->boards;
    to->legal_exact = plan->legal_exact;
    to->boards_exact = plan->boards_exact;
    to->moves = plan->moves;
    to->addressable = plan->addressable;
    to->bytes_positions = plan->positions;
    to->bytes_reverse = plan->reverse;
    to->bytes_attractor = plan->attractor;
    to->bytes_work = plan->work;
    to->bytes_all = table_size_bytes(plan);
    to->bytes_needed = table_size_bytes(plan) * TABLE_SIZE_PARTS / TABLE_SIZE_SHARE;
    to->second_a_move = times->move;
    to->seconds_positions = times->enumeration;
    to->seconds_reverse = times->reverse;
    to->seconds_attractor = times->attractor;
    to->seconds_every = times->every;
    to->seconds_before = table_timing_total(times);
}

static void copy_forecast(const struct solve_game *game, struct solve_prediction *to)
{
    struct forecast forecast;
    to->has_forecast =
        to->strategies && game->game.count == 1 &&
        forecast_strategies(game->board->graph, &game->game.turns[0].board, &forecast);
    if (!to->has_forecast)
        return;
    to->forecast = (struct solve_forecast){
        .states = forecast.states,
        .states_low = forecast.states_low,
        .states_high = forecast.states_high,
        .memory = forecast.memory,
        .memory_low = forecast.memory_low,
        .beyond = forecast.beyond,
        .from = FORECAST_BOARDS,
    };
}

static int predict(struct predicting *of, struct solve_prediction *ret_prediction)
{
    const struct solve_game *game = of->game;
    const struct graph *graph = game->board->graph;
    const struct history_model *model = &game->rules->model;
    struct solve_prediction made = {0};
    int r = positions_init(&of->positions, graph, &game->rules->ruleset);
    if (r < 0)
        return r;
    r = table_size_estimate(&of->plan, &of->positions, graph, of->simple_ko, of->layers);
    if (r == 0) {
        made.strategies = strategies_come_first(model, &of->plan, 0);
        copy_forecast(game, &made);
        made.tables = (enum solve_tables)tables_choose(&of->positions, graph, model, &of->limits);
        table_timing_measure(&of->times, &of->plan, &of->positions, of->limits.threads);
        copy_tables(of, &made);
        *ret_prediction = made;
    }
    positions_release(&of->positions);
    return r;
}

/* Limits as predictions know them: nothing of time. */
static int begin(const struct solve_request *request, const struct solve_game *game,
                 const struct solve_prediction *ret_prediction, struct predicting *ret_predicting,
                 struct solve_error *err)
{
    if (request == NULL || game == NULL || ret_prediction == NULL)
        return library_refuse(err, -EINVAL, "a prediction wants a request and a game");
    *ret_predicting = (struct predicting){.game = game};
    ret_predicting->limits = (struct limits){
        .max_nodes = request->max_nodes,
        .max_bytes = request->memory,
        .threads = request->threads,
    };
    return library_check_solvable(game, err);
}

int solve_request_predict(const struct solve_request *request, const struct solve_game *game,
                          struct solve_prediction *ret_prediction, struct solve_error *err)
{
    struct predicting of;
    int r = begin(request, game, ret_prediction, &of, err);
    if (r < 0)
        return r;
    of.simple_ko = tables_simple_ko(&game->rules->model);
    of.layers = tables_layers(&game->rules->model);
    r = predict(&of, ret_prediction);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}

/* All that making the table of all positions takes: also with the copy of what is written while it
 * is made. */
static void sum_table(const struct solve_game *game, struct solve_prediction *made)
{
    double boards = (double)made->boards, order = boards * sizeof(uint32_t),
           work = made->bytes_work;
    double seconds = made->seconds_positions + made->seconds_reverse + made->seconds_every;
    if (board_table_is_acyclic(&game->rules->ruleset)) {
        double ranking = boards * (double)acyclic_board_bytes() * made->threads;
        int margins = 2 * game->board->graph->points + 1;
        work = ranking > work ? ranking : work;
        seconds += RANKING_TIMES * margins * made->seconds_attractor;
    }
    made->bytes_needed =
        made->bytes_positions + made->bytes_reverse + 2 * made->bytes_attractor + work + order;
    made->seconds_before = seconds;
}

int solve_request_predict_table(const struct solve_request *request, const struct solve_game *game,
                                struct solve_prediction *ret_prediction, struct solve_error *err)
{
    struct predicting of;
    struct solve_prediction made;
    int r = begin(request, game, ret_prediction, &of, err);
    if (r < 0)
        return r;
    if (solve_rules_table_kind(game->rules) == SOLVE_TABLE_NONE)
        return library_refuse(err, -EINVAL, "there is no table of all positions under %s",
                              game->rules->text);
    of.simple_ko = board_table_simple_ko(&game->rules->ruleset);
    of.layers = board_table_work_layers(&game->rules->ruleset);
    r = predict(&of, &made);
    if (r < 0)
        return library_refuse(err, r, "out of memory");
    sum_table(game, &made);
    *ret_prediction = made;
    return 0;
}
