/* What a run, or a table of all positions, would take. */
#include <errno.h>

#include "dense/estimate.h"
#include "library/handles.h"
#include "search/foresight.h"
#include "store/dense/dense_make.h"
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

/* Tables that take no more are made with lists: either way takes an instant, and records of the
 * store can be exported. */
#define LISTS_BYTES (64.0 * 1024 * 1024)

/* The game whose tables are predicted, and what is found out. */
struct predicting {
    const struct solve_game *game;
    struct limits limits;
    bool simple_ko; /* the attractors look at kos */
    bool ranked;    /* the table is of boards that are ranked */
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

/* Dense tables of the same game. Returns 0 or -ENOMEM. */
static int estimate_dense(const struct predicting *from, struct solve_prediction *to)
{
    const struct solve_game *game = from->game;
    struct dense_estimate found;
    const struct dense_estimate_of of = {
        .graph = game->board->graph,
        .suicide = ruleset_suicide(&game->rules->ruleset),
        .boards = (double)from->plan.boards,
        .plays = from->plan.moves,
        .simple_ko = from->simple_ko,
        .ranked = from->ranked,
        .threads = from->limits.threads,
        .max_bytes = (double)from->limits.max_bytes,
    };
    int r = dense_estimate_make(&found, &of);
    if (r < 0)
        return r == -E2BIG ? 0 : r;
    to->dense_bounds = foresight_precedes_lists(&from->positions, &game->rules->ruleset,
                                                &game->rules->model, &from->limits);
    to->dense = true;
    to->dense_kos = found.kos;
    to->dense_index = found.index;
    to->dense_margins = found.margins;
    to->dense_threshold = found.threshold;
    to->dense_plies = found.plies;
    to->dense_file = found.file;
    to->dense_second_a_play = found.play;
    to->dense_seconds_index = found.seconds_index;
    to->dense_seconds_margins = found.seconds_margins;
    to->dense_seconds_threshold = found.seconds_threshold;
    return 0;
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
        made.strategies =
            strategies_are_argued(model, &game->game) && strategies_come_first(model, &of->plan, 0);
        copy_forecast(game, &made);
        made.tables = (enum solve_tables)tables_choose(&of->positions, graph, model, &of->limits);
        table_timing_measure(&of->times, &of->plan, &of->positions, of->limits.threads);
        copy_tables(of, &made);
        r = estimate_dense(of, &made);
    }
    if (r == 0) {
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
    struct predicting of = {0};
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

int library_predict_table(const struct solve_game *game, int threads, size_t max_bytes,
                          struct solve_prediction *ret_prediction)
{
    const struct ruleset *rules = &game->rules->ruleset;
    struct solve_prediction made;
    struct predicting of = {
        .game = game,
        .limits = {.max_bytes = max_bytes, .threads = threads},
        .simple_ko = board_table_simple_ko(rules),
        .ranked = board_table_is_acyclic(rules),
        .layers = board_table_work_layers(rules),
    };
    int r = predict(&of, &made);
    if (r < 0)
        return r;
    sum_table(game, &made);
    made.dense &= dense_make_suits(game->board->graph, rules);
    made.table_dense = made.dense && (!made.addressable || made.bytes_needed > LISTS_BYTES ||
                                      made.bytes_needed > (double)made.memory);
    *ret_prediction = made;
    return 0;
}

int solve_request_predict_table(const struct solve_request *request, const struct solve_game *game,
                                struct solve_prediction *ret_prediction, struct solve_error *err)
{
    struct predicting of = {0};
    int r = begin(request, game, ret_prediction, &of, err);
    if (r < 0)
        return r;
    if (solve_rules_table_kind(game->rules) == SOLVE_TABLE_NONE)
        return library_refuse(err, -EINVAL, "there is no table of all positions under %s",
                              game->rules->text);
    r = library_predict_table(game, of.limits.threads, of.limits.max_bytes, ret_prediction);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}
