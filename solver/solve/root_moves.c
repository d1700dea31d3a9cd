/*
 * The values of the root moves: which are legal, which are symmetric, and each one's value, on
 * several threads if there is enough to do.
 */
#include "solve/root_moves.h"
#include "base/clock.h"
#include "search/persistence.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int root_moves_list(struct solver *solver, struct analysis *analysis)
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

void root_moves_find_symmetric(struct solver *solver, struct analysis *analysis)
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

/* Solves one root move on solver, which stands at the root. Returns 0 or -EAGAIN. */
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

int root_moves_try_value(struct solver *solver, int guess, const struct bounds_claim *asked,
                         uint64_t nodes, struct bounds *bounds)
{
    struct limits *limits = &solver->search.limits;
    uint64_t most = limits->max_nodes, until = solver->search.nodes + nodes;
    if (most != 0 && most <= until)
        return solver_decide(solver, guess, asked, bounds);
    limits->max_nodes = until;
    int r = solver_decide(solver, guess, asked, bounds);
    limits->max_nodes = most;
    enum stop_reason why = solver->search.stopped;
    return r < 0 && (why == STOP_NODES || why == STOP_MEMORY) ? 1 : r;
}

void root_moves_try(struct solver *solver, const struct analysis_options *options, uint64_t nodes,
                    struct analysis *analysis)
{
    const struct bounds *root = &analysis->bounds;
    enum colour mover = solver_now(solver)->state.mover;
    int result = bounds_result(root->lower_max, root->upper_max, options->komi_half_points);
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct verdict verdict;
        struct analysis_move *made = &analysis->moves[i];
        analysis_limit_by_root(&made->bounds, root, mover);
        if (made->same_as != (int)i || bounds_known(&made->bounds) ||
            solver_play(solver, made->move, &verdict) < 0)
            continue;
        int r = root_moves_try_value(solver, result / 2, NULL, nodes, &made->bounds);
        solver_undo(solver);
        if (r < 0 && solver->search.stopped != STOP_UNDECIDED) {
            analysis->stopped = solver->search.stopped;
            return;
        }
    }
}

void root_moves_count_work(struct analysis *analysis, const struct solver *solver)
{
    analysis->nodes += solver->search.nodes;
    analysis->entries += solver->search.lemmas->count;
}

/* Takes the next root move that nobody has taken; -1: none is left. */
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

static bool is_worth_sharing(const struct solver *solver, const struct analysis_options *options)
{
    return options->threads > 1 && !solver->search.limits.recording &&
           clock_now() - solver->search.opened >= options->share_after;
}

/* Takes the main thread's part of the limits and returns those of each other thread. */
static struct limits share_limits(struct solver *solver, const struct analysis_options *options)
{
    struct limits *own = &solver->search.limits;
    own->threads = 1;
    if (!solver->tables->enumerated) /* each has tables of its own */
        own->max_bytes /= (size_t)options->threads;
    struct limits limits = *own;
    limits.progress = NULL; /* The main thread shows it. */
    if (own->max_nodes != 0) {
        /* What is left is shared out. */
        uint64_t used = solver->search.nodes;
        uint64_t left = own->max_nodes > used ? own->max_nodes - used : 0;
        limits.max_nodes = 1 + left / (uint64_t)options->threads;
        own->max_nodes = used + limits.max_nodes;
    }
    return limits;
}

/* What each other thread does: it solves root moves on a solver of its own, as long as there are
 * any. */
static void work_beside(const struct solver *solver, const struct game *game,
                        const struct limits *limits, const struct analysis_options *options,
                        struct analysis *analysis, int *next)
{
    struct solver *own = calloc(1, sizeof(*own));
    int r = own == NULL                  ? -ENOMEM
            : solver->tables->enumerated ? solver_init_beside(own, solver, game, limits)
                                         : solver_init_bare(own, game, limits);
    if (r == 0) {
        solver_share_foresight(own, solver);
        search_attach(&own->search, options->persistence, game);
        work(own, options, analysis, next);
    }
    if (r == 0 || r == -EAGAIN) {
#pragma omp critical(take_move)
        root_moves_count_work(analysis, own);
        solver_release(own);
    }
    free(own);
}

static void solve_shared(struct solver *solver, const struct game *game,
                         const struct analysis_options *options, struct analysis *analysis)
{
    const struct limits limits = share_limits(solver, options);
    atomic_int at_work = 0;
    int next = 0;
    analysis->threads = options->threads;
#pragma omp parallel num_threads(options->threads)
    {
        at_work++;
#pragma omp barrier
#pragma omp master
        {
            work(solver, options, analysis, &next);
            at_work--;
            wait_for(solver, &at_work);
        }
        if (omp_get_thread_num() != 0) {
            work_beside(solver, game, &limits, options, analysis, &next);
            at_work--;
        }
    }
    solver->search.limits.threads = options->threads;
    retry_moves(solver, options, analysis);
}
#endif

void root_moves_solve(struct solver *solver, const struct game *game,
                      const struct analysis_options *options, struct analysis *analysis)
{
    int next = 0;
#ifdef _OPENMP
    if (is_worth_sharing(solver, options)) {
        solve_shared(solver, game, options, analysis);
        return;
    }
#endif
    (void)game;
    work(solver, options, analysis, &next);
}

void root_moves_take_pv(struct analysis *analysis)
{
    if (analysis->pv_count == 0 || analysis->bounds.lower_min != analysis->bounds.upper_min)
        return;
    for (size_t i = 0; i < analysis->move_count; i++)
        if (move_equal(analysis->moves[i].move, analysis->pv[0]))
            analysis->moves[analysis->moves[i].same_as].bounds = analysis->bounds;
}
