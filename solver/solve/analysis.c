/* The value of a node and of its plays. */
#include "result/analysis.h"
#include "base/clock.h"
#include "cycles/analysis.h"
#include "search/persistence.h"
#include "search/solver.h"
#include "solve/certify.h"
#include "solve/pv.h"
#include "strategy/strategies.h"
#include "tables/tables.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* Puts what is known beforehand into the bounds of the root and its plays. */
static void use_known(const struct analysis_options *options, struct analysis *analysis)
{
    if (options->known != NULL)
        bounds_narrow(&analysis->bounds, options->known);
    for (size_t i = 0; i < analysis->move_count; i++)
        for (size_t k = 0; k < options->known_move_count; k++)
            if (move_equal(analysis->moves[i].move, options->known_moves[k].move))
                bounds_narrow(&analysis->moves[i].bounds, &options->known_moves[k].bounds);
}

/* The plays of the root that are legal, each with what is known of it without search. */
static int list_moves(struct solver *solver, struct analysis *analysis)
{
    int points = solver->game.graph->points;
    analysis->moves = calloc((size_t)points + 2, sizeof(*analysis->moves));
    if (analysis->moves == NULL)
        return -ENOMEM;
    for (int p = 0; p < points + 2; p++) {
        struct verdict verdict;
        struct analysis_move *made = &analysis->moves[analysis->move_count];
        made->move = p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        int r = solver_play(solver, made->move, &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            continue;
        r = solver_first_bounds(solver, &made->bounds);
        solver_undo(solver);
        if (r < 0)
            return r;
        made->same_as = (int)analysis->move_count++;
    }
    return 0;
}

/*
 * Marks the plays that a symmetry of the root takes to an earlier one. With moves played before,
 * the history may not have the symmetry, so each play stands for itself.
 */
static void find_symmetric(struct solver *solver, struct analysis *analysis)
{
    struct canonical canonical;
    const struct positions *positions = solver->positions;
    const struct state root = solver_now(solver)->state;
    if (solver->game.count > 1)
        return;
    search_canonical(&solver->search, root, &canonical);
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct analysis_move *one = &analysis->moves[i];
        for (size_t j = 0; j < i && one->same_as == (int)i; j++) {
            if (one->move.kind != MOVE_STONE || analysis->moves[j].move.kind != MOVE_STONE)
                continue;
            for (int k = 0; k < canonical.count; k++) {
                /* The elements differ by symmetries of the root: the first undone after another. */
                int g = positions->group.compose[positions->group.inverse[canonical.elements[0]] *
                                                     positions->group.size +
                                                 canonical.elements[k]];
                if (position_map_point(positions, g, (uint8_t)analysis->moves[j].move.point) ==
                    one->move.point)
                    one->same_as = (int)j;
            }
        }
    }
}

/* Solves one first play on solver, which stands at the root. Returns 0 or -EAGAIN. */
static int solve_move(struct solver *solver, const struct bounds *root,
                      const struct analysis_options *options, struct analysis_move *made)
{
    struct verdict verdict;
    struct bounds bounds = made->bounds;
    enum colour mover = solver_now(solver)->state.mover;
    int result = bounds_result(root->lower_max, root->upper_max, options->komi_half_points);
    analysis_limit_by_root(&bounds, root, mover);
    if (solver_play(solver, made->move, &verdict) < 0) {
        solver->search.stopped = STOP_MEMORY;
        return -EAGAIN;
    }
    int r = bounds_known(&bounds) ? 0 : solver_value(solver, result / 2, &bounds);
    solver_undo(solver);
    made->bounds = bounds;
    return r;
}

static void count_solver(struct analysis *analysis, const struct solver *solver)
{
    analysis->nodes += solver->search.nodes;
    analysis->entries += solver->search.lemmas->count;
}

/* Takes the next first play that nobody has taken; -1: none is left. */
static int take_move(const struct analysis *analysis, int *next)
{
    int taken;
#ifdef _OPENMP
#pragma omp critical(take_move)
#endif
    {
        while (*next < (int)analysis->move_count && analysis->moves[*next].same_as != *next)
            (*next)++;
        taken = *next < (int)analysis->move_count ? (*next)++ : -1;
    }
    return taken;
}

static void work(struct solver *solver, const struct analysis_options *options,
                 struct analysis *analysis, int *next)
{
    for (int i = take_move(analysis, next); i >= 0; i = take_move(analysis, next)) {
        if (solve_move(solver, &analysis->bounds, options, &analysis->moves[i]) < 0) {
#ifdef _OPENMP
#pragma omp critical(take_move)
#endif
            analysis->stopped = solver->search.stopped;
            if (solver->search.stopped != STOP_UNDECIDED)
                return;
        }
    }
}

#ifdef _OPENMP
/* What a thread gave up because its share of the memory was full, the main one tries again. */
static void retry_moves(struct solver *solver, const struct analysis_options *options,
                        struct analysis *analysis)
{
    if (analysis->stopped != STOP_MEMORY)
        return;
    analysis->stopped = STOP_NONE;
    for (size_t i = 0; i < analysis->move_count && analysis->stopped == STOP_NONE; i++) {
        struct analysis_move *made = &analysis->moves[i];
        if (made->same_as == (int)i && !bounds_known(&made->bounds) &&
            solve_move(solver, &analysis->bounds, options, made) < 0)
            analysis->stopped = solver->search.stopped;
    }
}

/* What the main thread does while others are still at work: it shows progress. */
static void wait_for(struct solver *solver, const atomic_int *at_work)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    while (atomic_load(at_work) > 0) {
        nanosleep(&pause, NULL);
        solver_interrupted(solver);
    }
}
#endif

/* Solves the first plays, on several threads if that is worth it: each with tables of its own. */
static void solve_moves(struct solver *solver, const struct game *game,
                        const struct analysis_options *options, struct analysis *analysis)
{
    int next = 0;
#ifdef _OPENMP
    struct limits limits = solver->search.limits;
    limits.progress = NULL; /* the main thread shows it */
    limits.threads = 1;
    if (options->threads > 1 && !limits.recording &&
        clock_now() - solver->search.opened >= options->share_after) {
        struct limits *main_limits = &solver->search.limits;
        analysis->threads = options->threads;
        main_limits->threads = 1;
        if (!solver->tables->closed) { /* each has tables of its own */
            limits.max_bytes /= (size_t)options->threads;
            main_limits->max_bytes = limits.max_bytes;
        }
        if (main_limits->max_nodes != 0) {
            /* What is left is shared out. */
            uint64_t used = solver->search.nodes, most = main_limits->max_nodes;
            limits.max_nodes = 1 + (most > used ? most - used : 0) / (uint64_t)options->threads;
            main_limits->max_nodes = used + limits.max_nodes;
        }
        atomic_int at_work = 0;
#pragma omp parallel num_threads(options->threads)
        {
            struct solver *own = solver;
            int r = 0;
            at_work++;
#pragma omp barrier
#pragma omp master
            {
                work(solver, options, analysis, &next);
                at_work--;
                wait_for(solver, &at_work);
            }
            if (omp_get_thread_num() != 0) {
                own = calloc(1, sizeof(*own));
                r = own == NULL              ? -ENOMEM
                    : solver->tables->closed ? solver_open_beside(own, solver, game, &limits)
                                             : solver_open(own, game, &limits);
                if (r == 0)
                    search_attach(&own->search, options->persistence, game);
                if (r == 0)
                    work(own, options, analysis, &next);
#pragma omp critical(take_move)
                if (r == 0 || r == -EAGAIN)
                    count_solver(analysis, own);
                if (r == 0 || r == -EAGAIN)
                    solver_close(own);
                free(own);
                at_work--;
            }
        }
        main_limits->threads = options->threads;
        retry_moves(solver, options, analysis);
        return;
    }
#endif
    (void)game;
    work(solver, options, analysis, &next);
}

/* With --value-only: the line's first play is worth what the root is, if that is one number. */
static void take_first_play(struct analysis *analysis)
{
    if (analysis->pv_count == 0 || analysis->bounds.lower_min != analysis->bounds.upper_min)
        return;
    for (size_t i = 0; i < analysis->move_count; i++)
        if (move_equal(analysis->moves[i].move, analysis->pv[0]))
            analysis->moves[analysis->moves[i].same_as].bounds = analysis->bounds;
}

static const struct bounds no_bounds = {-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE,
                                        MARGIN_INFINITE};

struct noting {
    const struct solver *solver;
    const struct analysis_options *options;
    struct analysis *analysis;
    const struct strategies *strategies;
};

static void note(void *arg)
{
    const struct noting *noting = arg;
    struct analysis now = *noting->analysis;
    now.nodes = noting->solver->search.nodes;
    now.by_strategy = bounds_known(&now.bounds) && !strategies_aided(noting->strategies);
    if (noting->options->note != NULL)
        noting->options->note(noting->options->note_arg, &now);
}

/* A line of best play: that of an earlier run, or one by the strategies for the root. */
static int find_line(struct strategies *strategies, const struct analysis_options *options,
                     bool known_before, const struct bounds *first, struct analysis *analysis)
{
    size_t size = options->known_pv_count * sizeof(*analysis->pv);
    if (!known_before || options->known_pv == NULL)
        return strategies_pv(strategies, analysis->bounds.lower_min, first, analysis);
    analysis->pv = malloc(size + 1);
    if (analysis->pv == NULL)
        return -ENOMEM;
    memcpy(analysis->pv, options->known_pv, size);
    analysis->pv_count = options->known_pv_count;
    analysis->pv_complete = true;
    return 0;
}

/*
 * Where tables would take long or do not fit, strategies without repetition come first: what they
 * prove is written into analysis, and certified. Returns 1 if the root's value is known by them, 0,
 * or -ENOMEM; a limit that stopped it is in analysis->stopped.
 */
static int run_strategies(struct solver *solver, const struct game *game,
                          const struct analysis_options *options, uint64_t max_nodes,
                          struct analysis *analysis)
{
    struct bounds *bounds = &analysis->bounds;
    struct noting noting = {solver, options, analysis, NULL};
    bool before = bounds_known(bounds);
    /* What is known by the search over lemmas, with tables, is gone on with by it. */
    if (before && ((!options->known_by_strategy && max_nodes != UINT64_MAX) ||
                   bounds->lower_min != bounds->upper_min))
        return 0;
    const struct bounds first = options->known == NULL ? *bounds : no_bounds;
    struct strategies *strategies = strategies_new(solver, game, max_nodes, note, &noting);
    if (strategies == NULL)
        return -ENOMEM;
    noting.strategies = strategies;
    int r = before ? 0 : strategies_root(strategies, bounds);
    bool known = r == 0 && bounds_known(bounds) && bounds->lower_min == bounds->upper_min &&
                 !strategies_unneeded(strategies);
    if (known && (options->certificate != NULL || (before && options->known_pv == NULL)))
        r = strategies_claim_both(strategies, bounds->lower_min,
                                  before && options->known_by_strategy);
    if (known && r != -ENOMEM && find_line(strategies, options, before, &first, analysis) < 0)
        r = -ENOMEM;
    analysis->by_strategy = known && !strategies_aided(strategies);
    if (known && r == 0)
        note(&noting);
    if (known && r == 0 && !options->value_only)
        r = strategies_moves(strategies, bounds->lower_min, analysis);
    if (r == -EAGAIN) {
        analysis->stopped = solver->search.stopped;
        r = 0;
    }
    /* Also of a stopped run: the search over lemmas could hardly prove it again. */
    if (r == 0 && options->certificate != NULL && (known || analysis->stopped != STOP_NONE) &&
        strategies_has_claims(strategies))
        r = strategies_certify(strategies, options->certificate);
    if (strategies_threads(strategies) > analysis->threads)
        analysis->threads = strategies_threads(strategies);
    strategies_free(strategies);
    return r == 0 ? known : r;
}

/* First plays without an exact value. */
static size_t count_inexact(const struct analysis *analysis, enum colour mover)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct bounds bounds = analysis->moves[i].bounds;
        analysis_limit_by_root(&bounds, &analysis->bounds, mover);
        count += analysis->moves[i].same_as == (int)i && !bounds_known(&bounds);
    }
    return count;
}

/* After strategies, if the tables fit: they say which first plays are best, the search over lemmas
 * what the others are worth. There is no certificate of that. */
static void refine_moves(struct solver *solver, const struct game *game,
                         const struct analysis_options *options, struct analysis *analysis)
{
    enum colour mover = solver_now(solver)->state.mover;
    size_t before = count_inexact(analysis, mover);
    if (options->value_only || before == 0 || analysis->stopped != STOP_NONE)
        return;
    solver->search.limits.recording = false;
    if (solver_make_tables(solver) < 0)
        analysis->stopped = solver->search.stopped;
    else if (solver->tables->closed)
        solve_moves(solver, game, options, analysis);
    if (options->certificate != NULL)
        options->certificate->missing += before - count_inexact(analysis, mover);
}

/* strategy_nodes: for strategies, that come before the tables; 0: they are not looked for. */
static int run(struct solver *solver, const struct game *game,
               const struct analysis_options *options, uint64_t strategy_nodes,
               struct analysis *analysis)
{
    int r = solver_first_bounds(solver, &analysis->bounds);
    if (r < 0)
        return r;
    if (solver_now(solver)->kind == NODE_SCORED || solver_now(solver)->kind == NODE_NO_RESULT) {
        analysis->pv_complete = true;
        return 0;
    }
    r = list_moves(solver, analysis);
    if (r < 0)
        return r;
    find_symmetric(solver, analysis);
    use_known(options, analysis);
    int guess = options->komi_half_points / 2;
    enum colour mover = solver_now(solver)->state.mover;
    bool by_strategy = false;
    if (strategy_nodes > 0) {
        r = run_strategies(solver, game, options, strategy_nodes, analysis);
        if (r < 0)
            return r;
        by_strategy = r > 0;
        if (!by_strategy && analysis->stopped == STOP_NONE && solver_make_tables(solver) < 0)
            analysis->stopped = solver->search.stopped;
        r = 0;
    }
    if (analysis->stopped != STOP_NONE && !by_strategy)
        return 0;
    if (!bounds_known(&analysis->bounds) && solver_value(solver, guess, &analysis->bounds) < 0) {
        analysis->stopped = solver->search.stopped;
        return 0;
    }
    if (solver->beside != NULL)
        analysis->threads = 2;
    if (by_strategy)
        refine_moves(solver, game, options, analysis);
    else if (!options->value_only)
        solve_moves(solver, game, options, analysis);
    if (!by_strategy && (analysis->stopped == STOP_NONE || analysis->stopped == STOP_UNDECIDED))
        r = pv_find(solver, options, analysis);
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis_limit_by_root(&analysis->moves[i].bounds, &analysis->bounds, mover);
    if (options->value_only)
        take_first_play(analysis);
    analysis_finish_moves(analysis, options);
    return r;
}

int analysis_run(const struct game *game, const struct analysis_options *options,
                 struct analysis *ret_analysis)
{
    struct analysis analysis = {.cycle_from = -1, .threads = 1};
    if (game->rules.family->remove_cycle != NULL)
        return cycle_analyse(game, options, ret_analysis);
    struct solver *solver = calloc(1, sizeof(*solver));
    struct limits limits = options->limits;
    limits.threads = options->threads;
    limits.recording = options->certificate != NULL;
    if (solver == NULL)
        return -ENOMEM;
    uint64_t strategy_nodes = 0;
    int r = solver_open_bare(solver, game, &limits);
    if (r == 0 && !strategies_suit(solver, game, &strategy_nodes))
        r = solver_make_tables(solver);
    if (r == -EAGAIN) {
        analysis.stopped = solver->search.stopped;
        r = solver_first_bounds(solver, &analysis.bounds);
        if (r == 0 && !game_over(&solver->game))
            r = list_moves(solver, &analysis);
        use_known(options, &analysis);
    } else if (r == 0) {
        search_attach(&solver->search, options->persistence, game);
        r = run(solver, game, options, strategy_nodes, &analysis);
    }
    if (r == 0) {
        count_solver(&analysis, solver);
        r = analysis_replay(game, &analysis);
    }
    if (r == 0 && options->certificate != NULL && options->certificate->claim_count == 0) {
        while (solver->game.count > game->count)
            solver_undo(solver);
        r = certify(solver, &analysis, options->value_only, options->certificate);
    }
    if (r != -ENOMEM || solver->nodes != NULL)
        solver_close(solver);
    free(solver);
    if (r < 0)
        analysis_release(&analysis);
    else
        *ret_analysis = analysis;
    return r;
}

int analysis_is_refined(const struct game *game, const struct analysis_options *options)
{
    struct solver *solver = calloc(1, sizeof(*solver));
    uint64_t nodes = 0;
    int r = solver != NULL ? solver_open_bare(solver, game, &options->limits) : -ENOMEM;
    if (r == 0) {
        r = tables_choose(solver->positions, game->graph, &solver->search.model,
                          &options->limits) == TABLES_MADE &&
            strategies_suit(solver, game, &nodes);
        solver_close(solver);
    }
    free(solver);
    return r;
}

void analysis_release(struct analysis *analysis)
{
    free(analysis->moves);
    free(analysis->pv);
    game_release(&analysis->game);
    memset(analysis, 0, sizeof(*analysis));
}
