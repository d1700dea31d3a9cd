/* The strategies of a run: when they are worth looking for, and their certificate. */
#include "certificate/write/written_certificate.h"
#include "strategy/internal.h"
#include "tables/table_size.h"
#include "tables/tables.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the memory, the part for the estimate that guesses who will get the board. */
#define ESTIMATE_SHARE(bytes) ((bytes) / 16)
/* Strategies come first where the tables would take more bytes than that, unless limits say. */
#define STRATEGIES_FROM (4ull * 1024 * 1024 * 1024)
/* The most bytes of tables for each way of filling the points: a board has at least two symmetric
 * copies. */
#define BOARD_BYTES_MOST 64
/*
 * Plays of tables for each node of a brief try. A node takes as long as it takes to list 50 to 80
 * plays; making tables, as long as listing theirs three times; the search after that, where there
 * is one, two to ten times as long again (docs/experiments.md).
 */
#define TRY_PLAYS 50
#define TRY_PLAYS_ALONE 150
/* Tables with fewer plays are made in a fourth of a second. */
#define TRY_PLAYS_LEAST 1e6
/* Of a run's nodes, the part that a try may take. */
#define TRY_RUN_PART 8

static double first_from(size_t from)
{
    return (double)(from != 0 ? from : STRATEGIES_FROM);
}

bool strategies_come_first(const struct history_model *model, const struct table_size *size,
                           size_t from)
{
    return model->strategies && (!size->addressable || table_size_bytes(size) > first_from(from));
}

bool strategies_are_argued(const struct history_model *model, const struct game *game)
{
    return model->strategies && (game->count == 1 || !model->simple_ko);
}

bool strategies_suit(const struct solver *solver, const struct game *game,
                     struct strategies_plan *ret_plan)
{
    const struct history_model *model = &solver->search.model;
    struct table_size size;
    size_t from = solver->search.limits.strategies_from;
    if (!strategies_are_argued(model, game) ||
        pow(3, game->graph->points) * BOARD_BYTES_MOST < first_from(from) ||
        table_size_estimate(&size, solver->positions, game->graph, tables_simple_ko(model),
                            tables_layers(model)) < 0 ||
        !strategies_come_first(model, &size, from))
        return false;
    bool fits = table_size_fits(&size, solver->search.limits.max_bytes) ||
                solver->tables->foresight != NULL || solver_foresight_pays(solver);
    *ret_plan = (struct strategies_plan){.nodes = fits ? (uint64_t)size.boards : UINT64_MAX};
    return true;
}

/* More than all plays on the boards up to symmetry and colours. */
static double most_plays(const struct positions *positions)
{
    return pow(3, positions->points) * positions->points / positions->group.size;
}

/* Lists or, where these are too large, dense tables, or what else takes longer than a try. */
static bool are_tables_looked_for(const struct solver *solver, const struct game *game)
{
    const struct search *search = &solver->search;
    enum tables_choice choice =
        tables_choose(solver->positions, game->graph, &search->model, &search->limits);
    return choice == TABLES_MADE || choice == TABLES_TOO_LARGE;
}

bool strategies_are_worth_a_try(const struct solver *solver, const struct game *game,
                                struct strategies_plan *ret_plan)
{
    const struct history_model *model = &solver->search.model;
    const struct limits *limits = &solver->search.limits;
    struct table_size size;
    if (!strategies_are_argued(model, game) || solver->tables->enumerated ||
        most_plays(solver->positions) < TRY_PLAYS_LEAST || !are_tables_looked_for(solver, game) ||
        table_size_estimate(&size, solver->positions, game->graph, tables_simple_ko(model),
                            tables_layers(model)) < 0 ||
        size.moves < TRY_PLAYS_LEAST)
        return false;
    double plays = solver_is_memoryless(solver) ? TRY_PLAYS_ALONE : TRY_PLAYS;
    uint64_t nodes = (uint64_t)(size.moves / plays);
    *ret_plan = (struct strategies_plan){.nodes = nodes, .brief = true};
    return limits->max_nodes == 0 || nodes <= limits->max_nodes / TRY_RUN_PART;
}

struct share_prover strategies_described(const struct strategies *strategies, size_t bytes)
{
    return (struct share_prover){strategies->game, &strategies->rules, bytes,
                                 strategies->solver->search.limits.max_bytes};
}

/* Guesses who is more likely to get the board. Returns 0 or -ENOMEM. */
static int guess_favourite(struct strategies *strategies)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    struct stone_pair stones = bitboard_seen_by(mover, &now->board, strategies->board.bits.points);
    struct estimate estimate;
    uint64_t budget = 0;
    strategies->favourite = mover;
    if ((stones.own | stones.other) == 0)
        return 0; /* not worth the learning: whoever moves first is */
    size_t bytes = ESTIMATE_SHARE(strategies->solver->search.limits.max_bytes);
    const struct share_prover described = strategies_described(strategies, bytes);
    int r = estimate_init(&estimate, &strategies->board, NULL, bytes);
    if (r == 0 && strategies->shared)
        r = share_open_estimate(&described);
    if (r == 0 && query_budget_next(strategies, &budget))
        r = query_budget_learn(strategies, &estimate, mover, budget, 0);
    if (r == 0)
        strategies->favourite = estimate_value(&estimate, stones, true) >= 0 ? mover : !mover;
    if (strategies->shared)
        share_close_estimate();
    estimate_release(&estimate);
    strategies->solver->search.strategy = NULL;
    return r;
}

/* Are the last boards of the past, but the first ones, without this one? */
static bool is_new(const struct strategies *strategies, size_t first, struct stone_pair stones)
{
    for (size_t i = first; i < strategies->past_count; i++)
        if (strategies->past[0][i].own == stones.own &&
            strategies->past[0][i].other == stones.other)
            return false;
    return true;
}

/* Notes the symmetric copies of a board, each once. */
static void note_copies(struct strategies *strategies, const struct position *position)
{
    const struct bit_images *images = &strategies->board.images;
    size_t first = strategies->past_count;
    struct stone_pair seen = bitboard_seen_by(BLACK, position, strategies->board.bits.points);
    for (int s = 0; s < images->count; s++) {
        struct stone_pair copy = {bit_images_word(images, s, seen.own),
                                  bit_images_word(images, s, seen.other)};
        if (!is_new(strategies, first, copy))
            continue;
        strategies->past[0][strategies->past_count] = copy;
        strategies->past[1][strategies->past_count++] = (struct stone_pair){copy.other, copy.own};
    }
}

/* Notes the boards of all turns. Returns 0 or -ENOMEM. */
static int note_past(struct strategies *strategies)
{
    const struct game *game = strategies->game;
    size_t most = game->count * (size_t)strategies->board.images.count;
    for (int i = 0; i < 2; i++)
        strategies->past[i] = malloc(most * sizeof(*strategies->past[i]));
    if (strategies->past[0] == NULL || strategies->past[1] == NULL)
        return -ENOMEM;
    for (size_t t = 0; t < game->count; t++) {
        strategies->past_before = strategies->past_count;
        note_copies(strategies, &game->turns[t].board);
    }
    return 0;
}

bool strategies_may_live(const struct ruleset *rules)
{
    struct history_model model;
    if (rules->family->remove_cycle != NULL || ruleset_players(rules) != 2)
        return false;
    rules->family->describe(rules, &model);
    bool ends = model.pairs && history_model_passing_scores(&model);
    return model.strategies && (ruleset_suicide(rules) == SUICIDE_NO || ends) &&
           ruleset_value(rules, &field_scoring) != SCORING_STONE;
}

/* Are living strategies argued for: has nobody stones on a board so far that live? */
static bool may_live(const struct strategies *strategies)
{
    const struct bitboard *board = &strategies->board;
    if (!strategies_may_live(&strategies->game->rules))
        return false;
    for (size_t i = 0; i < strategies->past_count; i++)
        for (int attacker = 0; attacker < 2; attacker++)
            if (bitboard_lives(board, strategies->past[attacker][i]))
                return false;
    return true;
}

struct strategies *strategies_new(struct solver *solver, const struct game *game,
                                  const struct strategies_plan *plan, void (*note)(void *),
                                  void *note_arg)
{
    struct strategies *made = calloc(1, sizeof(*made));
    const struct history_model *model = &solver->search.model;
    if (made == NULL)
        return NULL;
    made->solver = solver;
    made->game = game;
    made->shown.graph = game->graph;
    made->plan = *plan;
    made->note = note;
    made->note_arg = note_arg;
    made->rules = (struct strategy_rules){
        .ko = model->retake == RETAKE_ILLEGAL,
        .ko_out = model->retake == RETAKE_OUT,
        .replayed = history_model_goes_on(model),
        .answered = game->count == 1 && history_model_answers_passes(model),
    };
    made->shared = !plan->brief && share_take();
    int r = bitboard_init(&made->board, game->graph, &game->rules);
    r = r == 0 ? note_past(made) : r;
    made->rules.living = r == 0 && solver->search.limits.living && may_live(made);
    if (r == 0 && guess_favourite(made) == 0)
        return made;
    strategies_free(made);
    return NULL;
}

void strategies_free(struct strategies *strategies)
{
    if (strategies == NULL)
        return;
    strategies->solver->search.strategy = NULL;
    for (int i = 0; i < 2; i++) {
        resume_save(strategies, i);
        if (strategies->open[i])
            prover_release(&strategies->provers[i]);
    }
    free(strategies->carried);
    free(strategies->past[0]);
    free(strategies->past[1]);
    for (int i = 0; i < 2; i++)
        if (strategies->roots[i].made)
            strategy_graph_release(&strategies->roots[i].graph);
    for (size_t i = 0; i < strategies->claim_count; i++)
        free((void *)strategies->claims[i].replies);
    free(strategies->claims);
    bitboard_release(&strategies->board);
    if (strategies->shared)
        share_give_back();
    free(strategies);
}

int strategies_threads(const struct strategies *strategies)
{
    return strategies->threads;
}

bool strategies_has_claims(const struct strategies *strategies)
{
    return strategies->claim_count > 0;
}

int strategies_certify(const struct strategies *strategies,
                       struct written_certificate *ret_certificate)
{
    const struct game *game = strategies->game;
    size_t replies = 0;
    for (size_t i = 0; i < strategies->claim_count; i++)
        replies += strategies->claims[i].reply_count;
    ret_certificate->claim_count = strategies->claim_count;
    ret_certificate->node_count = replies;
    ret_certificate->missing = strategies->missing;
    return write_strategies(game, strategies->claims, strategies->claim_count,
                            strategies->rules.answered, strategies->rules.living,
                            &ret_certificate->file);
}

bool strategies_aided(const struct strategies *strategies)
{
    return strategies->aided;
}

bool strategies_unneeded(const struct strategies *strategies)
{
    return strategies->unneeded;
}

void strategies_report(const struct strategies *strategies)
{
    if (strategies->note != NULL)
        strategies->note(strategies->note_arg);
}

static uint64_t nodes_of(const struct strategies *strategies)
{
    uint64_t nodes = 0;
    for (int i = 0; i < 2; i++)
        nodes += strategies->open[i] ? strategies->provers[i].nodes : 0;
    return nodes;
}

/* Shows how far a graph is, if one is made. */
static void show_graph(struct strategies *strategies)
{
    strategies->shown.states = 0;
    for (int i = 0; i < 2; i++) {
        const struct prover *prover = &strategies->provers[i];
        if (!strategies->open[i] || prover->graph_states == 0)
            continue;
        strategies->shown.states = prover->graph_states;
        strategies->shown.round = prover->graph_round;
    }
}

bool strategies_stop(void *arg)
{
    struct strategies *strategies = arg;
    struct search *search = &strategies->solver->search;
    uint64_t nodes = nodes_of(strategies);
    if (nodes > strategies->counted) {
        search->nodes += nodes - strategies->counted;
        strategies->spent += nodes - strategies->counted;
    }
    strategies->counted = nodes;
    show_graph(strategies);
    strategies->shown.bytes = 0;
    for (int i = 0; i < 2; i++)
        strategies->shown.bytes += strategies->open[i] ? prover_bytes(&strategies->provers[i]) : 0;
    if (search->limits.max_nodes != 0 && search->nodes >= search->limits.max_nodes) {
        search->stopped = STOP_NODES;
        return true;
    }
    return solver_interrupted(strategies->solver);
}
