/* The value of a game and of its root moves: which engine finds it. */
#include "solve/analysis.h"
#include "cycles/analysis.h"
#include "cycles/left.h"
#include "rules/ing_spight.h"
#include "search/halt.h"
#include "search/persistence.h"
#include "search/solver.h"
#include "search/warm.h"
#include "solve/certify.h"
#include "solve/foresee.h"
#include "solve/pv.h"
#include "solve/root_moves.h"
#include "solve/strategies_first.h"
#include "solve/strategy_leaves.h"
#include "strategy/strategies.h"
#include "tables/tables.h"
#include "unfold/analysis.h"

#include <errno.h>
#include <stdlib.h>

/* The most boards, as tables_guess_boards() has them, where proofs are recorded from the start:
 * beyond, searches are long. 1x15 and 2x8 are below, 1x16 and 2x9 beyond. */
#define RECORDED_BOARDS 4e6

/* Is a claim asked that the bounds decide? Then all is done. */
static bool is_answered(const struct analysis_options *options, const struct bounds *bounds)
{
    return options->asks && bounds_suffice(bounds, &options->claim);
}

/*
 * Looks for strategies, if that is planned, and makes the tables that come after them. Returns 1 if
 * strategies say what is looked for; 0: the search goes on; -EAGAIN: it ends here; -ENOMEM.
 */
static int run_strategies(struct solver *solver, const struct game *game,
                          const struct analysis_options *options,
                          const struct strategies_plan *plan, struct analysis *analysis)
{
    if (plan == NULL)
        return 0;
    int r = strategies_first_run(solver, game, options, plan, analysis);
    if (r != 0)
        return r;
    if (plan->brief)
        return -EAGAIN;
    if (analysis->stopped == STOP_NONE && !solver_foresight_pays(solver) &&
        !is_answered(options, &analysis->bounds) && solver_make_tables(solver) < 0)
        analysis->stopped = solver->search.stopped;
    return analysis->stopped != STOP_NONE ? -EAGAIN : 0;
}

/*
 * Finds the root's value, or whether the claim that is asked is true. Returns 1; 0: the search ends
 * before that; -ENOMEM.
 */
static int find_value(struct solver *solver, const struct game *game,
                      const struct analysis_options *options, const struct strategies_plan *plan,
                      struct analysis *analysis, bool *ret_by_strategy)
{
    const struct bounds_claim *asked = analysis_asked(options);
    int guess = options->komi_half_points / 2;
    int r = run_strategies(solver, game, options, plan, analysis);
    if (r < 0)
        return r == -EAGAIN ? 0 : r;
    *ret_by_strategy = r > 0;
    if ((r == 0 && foresee_value(solver, guess, asked, analysis) < 0) ||
        (!bounds_suffice(&analysis->bounds, asked) &&
         solver_decide(solver, guess, asked, &analysis->bounds) < 0)) {
        analysis->stopped = solver->search.stopped;
        return 0;
    }
    if (solver->in_parallel)
        analysis->threads = 2;
    return 1;
}

/* Finds the values of the root's moves, if they are asked for. */
static void find_moves(struct solver *solver, const struct game *game,
                       const struct analysis_options *options, bool by_strategy,
                       struct analysis *analysis)
{
    if (by_strategy) {
        strategies_first_refine(solver, game, options, analysis);
    } else if (!options->value_only) {
        foresee_moves(solver, game, options, analysis);
        if (analysis->stopped == STOP_NONE)
            root_moves_solve(solver, game, options, analysis);
    }
}

/* run() without the end that all runs have: symmetric moves, which are best. */
static int find_out(struct solver *solver, const struct game *game,
                    const struct analysis_options *options, const struct strategies_plan *plan,
                    struct analysis *analysis)
{
    int r = solver_first_bounds(solver, &analysis->bounds);
    if (r < 0)
        return r;
    if (solver_now(solver)->kind == NODE_SCORED || solver_now(solver)->kind == NODE_NO_RESULT) {
        analysis->pv_complete = true;
        return 0;
    }
    r = root_moves_list(solver, analysis);
    if (r < 0)
        return r;
    root_moves_find_symmetric(solver, analysis);
    analysis_use_known(analysis, options);
    if (is_answered(options, &analysis->bounds))
        return 0;
    enum colour mover = solver_now(solver)->state.mover;
    bool by_strategy;
    r = find_value(solver, game, options, plan, analysis, &by_strategy);
    if (r <= 0)
        return r;
    find_moves(solver, game, options, by_strategy, analysis);
    r = 0;
    bool has_pv = analysis_asked(options) == NULL || bounds_known(&analysis->bounds);
    if (!by_strategy && has_pv &&
        (analysis->stopped == STOP_NONE || analysis->stopped == STOP_UNDECIDED))
        pv_find(solver, options, analysis);
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis_limit_by_root(&analysis->moves[i].bounds, &analysis->bounds, mover);
    if (options->value_only)
        root_moves_take_pv(analysis);
    return r;
}

/* plan: of the strategies that come before the tables; NULL: they are not looked for. */
static int run(struct solver *solver, const struct game *game,
               const struct analysis_options *options, const struct strategies_plan *plan,
               struct analysis *analysis)
{
    int r = find_out(solver, game, options, plan, analysis);
    if (r == 0)
        analysis_finish_moves(analysis, options);
    return r;
}

/* Says what is known where a limit stopped the making of tables. */
static int stop_early(struct solver *solver, const struct analysis_options *options,
                      struct analysis *analysis)
{
    analysis->stopped = solver->search.stopped;
    int r = solver_first_bounds(solver, &analysis->bounds);
    if (r == 0 && !game_over(&solver->game))
        r = root_moves_list(solver, analysis);
    analysis_use_known(analysis, options);
    if (r == 0)
        analysis_finish_moves(analysis, options);
    return r;
}

/* Was it stopped before it began, as all runs that are left of many are? Then it does not even find
 * out what tables would take, which is a second on large boards. */
static bool is_stopped_before(const struct solver *solver)
{
    const atomic_bool *interrupted = solver->search.limits.interrupted;
    return interrupted != NULL && atomic_load(interrupted);
}

/* Is it asked whether a player gets the whole board, or what the value is? Less than that is hardly
 * found by a brief try. */
static bool is_about_whole(const struct solver *solver, const struct analysis_options *options)
{
    const struct bounds_claim *asked = analysis_asked(options);
    int points = solver->positions->points;
    return asked == NULL || asked->margin == (asked->of_white ? -points : points);
}

/*
 * Where tables would be quick strategies are only tried, if nothing but the value is asked: the
 * exact values of all first plays take the tables in any case. The try has a solver of its own, so
 * that the search after a vain one is as it would be without. Returns 1: the analysis is made; 0;
 * -ENOMEM.
 */
static int try_briefly(struct solver *solver, const struct game *game,
                       const struct analysis_options *options, struct analysis *analysis)
{
    bool known = options->known != NULL && bounds_known(options->known);
    struct analysis tried = {.cycle_from = -1, .threads = 1};
    struct strategies_plan plan;
    if (!options->value_only || known || !is_about_whole(solver, options) ||
        !strategies_are_worth_a_try(solver, game, &plan))
        return 0;
    struct solver *own = calloc(1, sizeof(*own));
    int r = own != NULL ? solver_init_bare(own, game, &solver->search.limits) : -ENOMEM;
    if (r == 0) {
        r = run(own, game, options, &plan, &tried);
        root_moves_count_work(&tried, own);
        solver_release(own);
    }
    free(own);
    bool certified = options->certificate == NULL || options->certificate->claim_count > 0;
    if (r == 0 && (tried.by_strategy || (is_answered(options, &tried.bounds) && certified))) {
        tried.game = analysis->game;
        tried.root_turn = analysis->root_turn;
        *analysis = tried;
        r = analysis_replay(game, analysis);
        return r < 0 ? r : 1;
    }
    solver->search.nodes += tried.nodes;
    analysis_release(&tried);
    return r;
}

/* Is a claim asked that is decided without any search? Returns 1, 0 or -ENOMEM. */
static int is_answered_at_once(struct solver *solver, const struct analysis_options *options)
{
    struct bounds bounds;
    if (!options->asks)
        return 0;
    int r = solver_first_bounds(solver, &bounds);
    if (r < 0)
        return r == -ENOMEM ? r : 0;
    if (options->known != NULL)
        bounds_narrow(&bounds, options->known);
    return is_answered(options, &bounds);
}

/* Certifies what is proved; where a claim is asked, and decided, only what decides it. */
static int certify_analysis(struct solver *solver, const struct analysis *analysis,
                            const struct analysis_options *options)
{
    struct analysis said = *analysis;
    if (is_answered(options, &said.bounds))
        said.bounds = bounds_deciding(&said.bounds, &options->claim, solver->search.model.pairs);
    return certify(solver, &said, options->value_only, options->certificate);
}

/*
 * Is it quicker to find out without a record of proofs, which pins lemmas and has the orders of a
 * query go one after the other, and then to prove with one what was found? Long searches are five
 * times as quick.
 */
static bool records_later(const struct solver *solver)
{
    const struct limits *limits = &solver->search.limits;
    double most = limits->recorded_most > 0 ? limits->recorded_most : RECORDED_BOARDS;
    return limits->recording && !limits->strategy_leaves &&
           tables_guess_boards(solver->positions) > most &&
           tables_choose(solver->positions, solver->game.graph, &solver->search.model, limits) ==
               TABLES_MADE;
}

/* It was stopped before it began. */
static int stop_at_once(struct solver *solver, const struct game *game,
                        const struct analysis_options *options, struct analysis *analysis)
{
    solver->search.stopped = STOP_INTERRUPT;
    int r = stop_early(solver, options, analysis);
    root_moves_count_work(analysis, solver);
    return r < 0 ? r : analysis_replay(game, analysis);
}

/* The search has ended: replays the game of the analysis, and certifies what is not certified yet.
 */
static int finish(struct solver *solver, const struct game *game,
                  const struct analysis_options *options, struct analysis *analysis)
{
    root_moves_count_work(analysis, solver);
    int r = analysis_replay(game, analysis);
    if (r < 0 || options->certificate == NULL || options->certificate->claim_count > 0)
        return r;
    while (solver->game.count > game->count)
        solver_undo(solver);
    /* What is proved stays so without a certificate. */
    r = certify_analysis(solver, analysis, options);
    if (r < 0)
        options->certificate->missing = 1;
    if (analysis->stopped == STOP_NONE)
        analysis->stopped = analysis_why_not(r, solver->search.stopped);
    return 0;
}

/* Runs the analysis on a solver of which nothing is made yet but itself. */
static int run_on(struct solver *solver, const struct game *game,
                  const struct analysis_options *options, struct analysis *analysis)
{
    struct strategies_plan plan;
    solver->search.limits.records_later = records_later(solver);
    solver->search.limits.recording &= !solver->search.limits.records_later;
    search_attach(&solver->search, options->persistence, game);
    halt_open(&solver->search, solver_now(solver)->state);
    if (is_stopped_before(solver))
        return stop_at_once(solver, game, options, analysis);
    /* By a stored table the search over lemmas is quicker than strategies are found. */
    solver_look_for_foresight(solver);
    bool stored = solver->foresight_stored && solver_foresight_pays(solver);
    bool leaves = solver->search.limits.strategy_leaves;
    bool planned = !stored && !leaves && strategies_suit(solver, game, &plan);
    int at_once = is_answered_at_once(solver, options);
    if (at_once < 0)
        return at_once;
    planned = planned || at_once;
    int r = planned || leaves ? 0 : try_briefly(solver, game, options, analysis);
    if (r != 0)
        return r < 0 ? r : 0;
    r = planned || solver_foresight_pays(solver) ? 0 : solver_make_tables(solver);
    if (r == -EAGAIN) {
        r = stop_early(solver, options, analysis);
    } else if (r == 0) {
        r = run(solver, game, options, planned && !at_once ? &plan : NULL, analysis);
    }
    return r == 0 ? finish(solver, game, options, analysis) : r;
}

/* Runs it by search on tables of earlier runs or, if tables is NULL, on new ones. */
static int search_with(const struct game *game, const struct analysis_options *options,
                       struct solver_tables *tables, struct analysis *ret_analysis)
{
    struct analysis analysis = {.cycle_from = -1, .threads = 1};
    struct solver *solver = calloc(1, sizeof(*solver));
    struct limits limits = options->limits;
    limits.threads = options->threads;
    limits.recording = options->certificate != NULL;
    limits.strategy_leaves =
        limits.recording && limits.strategy_leaves && strategy_leaves_suit(&game->rules);
    limits.no_lists = limits.no_lists || limits.strategy_leaves;
    limits.whole_margins = limits.strategy_leaves || options->persistence != NULL;
    if (solver == NULL)
        return -ENOMEM;
    int r = tables != NULL ? solver_init_on(solver, tables, game, &limits)
                           : solver_init_bare(solver, game, &limits);
    if (r == 0) {
        r = analysis_begin(game, &analysis);
        if (r == 0)
            r = run_on(solver, game, options, &analysis);
        solver_release(solver);
    }
    free(solver);
    if (r < 0)
        analysis_release(&analysis);
    else
        *ret_analysis = analysis;
    return r;
}

static bool has_cycles(const struct game *game)
{
    return game->rules.family->remove_cycle != NULL;
}

/* Runs it with what earlier runs left, or if that is NULL with nothing. */
static int run_with(const struct game *game, const struct analysis_options *options, void *left,
                    struct analysis *ret_analysis)
{
    return has_cycles(game) ? cycle_analyse(game, options, left, ret_analysis)
                            : search_with(game, options, left, ret_analysis);
}

/*
 * May a run with nothing have said more than one with what earlier runs left? That takes memory,
 * and steers where a search without end breaks off; but nodes and time it only saves.
 */
static bool may_say_more(const struct game *game, const struct analysis_options *options,
                         const struct analysis *analysis)
{
    struct history_model model;
    if (is_answered(options, &analysis->bounds))
        return false;
    game->rules.family->describe(&game->rules, &model);
    bool unbounded = model.unbounded || model.cycles;
    switch (analysis->stopped) {
    case STOP_NODES:
    case STOP_TIME:
    case STOP_INTERRUPT:
    case STOP_SAVING:
        return false;
    case STOP_NONE:
        return unbounded && !analysis->pv_complete && !analysis->by_strategy;
    case STOP_UNDECIDED:
        return unbounded;
    default:
        return true;
    }
}

/* Runs it again with nothing, within what the first run left of the nodes. */
static int run_again(const struct game *game, const struct analysis_options *options,
                     uint64_t nodes, struct analysis *ret_analysis)
{
    struct analysis_options rest = *options;
    if (rest.limits.max_nodes != 0)
        rest.limits.max_nodes -= nodes < rest.limits.max_nodes ? nodes : rest.limits.max_nodes - 1;
    int r = run_with(game, &rest, NULL, ret_analysis);
    if (r == 0)
        ret_analysis->nodes += nodes;
    return r;
}

/* May other runs use what a run with this end has worked on? */
static bool is_sound(const struct game *game, const struct warm_loan *loan,
                     const struct analysis *analysis)
{
    return analysis->stopped != STOP_MEMORY &&
           (has_cycles(game) || !((const struct solver_tables *)loan->content)->broken);
}

static int run_warm(const struct game *game, const struct analysis_options *options,
                    struct analysis *ret_analysis)
{
    struct analysis analysis = {0};
    const struct warm_kind *kind = has_cycles(game) ? &left_cycles : &solver_tables_warm;
    struct warm_loan *loan =
        warm_take(options->warm, kind, game, &options->limits, options->persistence);
    if (loan == NULL)
        return -ENOMEM;
    bool used = loan->used;
    int r = run_with(game, options, loan->content, &analysis);
    warm_give(options->warm, loan, r == 0 && is_sound(game, loan, &analysis));
    if (used && (r == -ENOMEM || (r == 0 && may_say_more(game, options, &analysis)))) {
        uint64_t nodes = analysis.nodes;
        analysis_release(&analysis);
        return run_again(game, options, nodes, ret_analysis);
    }
    if (r == 0)
        *ret_analysis = analysis;
    return r;
}

int analysis_run(const struct game *game, const struct analysis_options *options,
                 struct analysis *ret_analysis)
{
    if (ing_spight_is(&game->rules))
        return unfold_analyse(game, options, ret_analysis);
    /* A certificate needs the proofs of all lemmas: nothing of other runs is used. */
    if (options->warm != NULL && options->certificate == NULL && !game_over(game))
        return run_warm(game, options, ret_analysis);
    return run_with(game, options, NULL, ret_analysis);
}

int analysis_is_refined(const struct game *game, const struct analysis_options *options)
{
    if (has_cycles(game) || ing_spight_is(&game->rules))
        return 0;
    struct solver *solver = calloc(1, sizeof(*solver));
    struct strategies_plan plan;
    int r = solver != NULL ? solver_init_bare(solver, game, &options->limits) : -ENOMEM;
    if (r == 0) {
        r = tables_choose(solver->positions, game->graph, &solver->search.model,
                          &options->limits) != TABLES_TOO_LONG &&
            strategies_suit(solver, game, &plan) && plan.nodes != UINT64_MAX;
        solver_release(solver);
    }
    free(solver);
    return r;
}
