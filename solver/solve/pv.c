/*
 * Each move of the principal variation is proved: it keeps what the root promises its mover. Of
 * such moves a pass comes first, because then the variation is short: if passing keeps the value,
 * so does ending the game. Where the rules remember nothing, tables say it in place of a search,
 * and then the move comes first that gets its player soonest what he is promised.
 */
#include "solve/pv.h"
#include "solve/foresee.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#define FIRST_BUDGET 2000
#define BUDGET_FACTOR 4
/* Rounds after which a move is not looked for any more, where no answer can be had for sure. */
#define ROUNDS_MAX 6

/* What a move of the mover must keep, as a query: a move is good if winner is the answer after it.
 */
struct promise {
    int t;
    enum colour attacker, winner;
};

/*
 * Both players keep a value that both can force. An outright win is a margin beyond all others;
 * who loses may play what he likes.
 */
static struct promise exact_promise(enum colour mover, int value)
{
    if (value >= MARGIN_INFINITE)
        return (struct promise){BOUND_MAX / 2, BLACK, BLACK};
    if (value <= -MARGIN_INFINITE)
        return (struct promise){-BOUND_MAX / 2, WHITE, WHITE};
    return mover == BLACK ? (struct promise){value, BLACK, BLACK}
                          : (struct promise){value + 1, WHITE, WHITE};
}

/* As analysis.h has it, result is median(lower, komi, upper), in half points. */
static struct promise find_promise(enum colour mover, const struct bounds *bounds, int komi)
{
    int result = bounds_result(bounds->lower_min, bounds->upper_min, komi);
    if (bounds->lower_min == bounds->upper_min)
        return exact_promise(mover, bounds->lower_min);
    int floor = result >= 0 ? result / 2 : (result - 1) / 2;
    int ceiling = result >= 0 ? (result + 1) / 2 : result / 2;
    if (mover == BLACK) {
        if (result > komi)
            return (struct promise){result / 2, BLACK, BLACK};
        return (struct promise){ceiling, WHITE, BLACK};
    }
    if (result < komi)
        return (struct promise){result / 2 + 1, WHITE, WHITE};
    return (struct promise){floor + 1, BLACK, WHITE};
}

struct choice {
    struct move move;
    int order;
    bool refused;
    bool known; /* It keeps the promise. */
};

static int compare_choices(const void *a, const void *b)
{
    const struct choice *one = a, *two = b;
    if (one->order != two->order)
        return one->order < two->order ? -1 : 1;
    return one->move.point < two->move.point ? -1 : one->move.point > two->move.point;
}

/* The moves of the present node: a pass, then stones by rank, then a refreshing pass. */
static int list_choices(struct solver *solver, const struct promise *promise, bool exact,
                        struct choice *choices)
{
    const struct solver_node *now = solver_now(solver);
    struct answer ignored;
    int count = 0;
    /* Between lower and upper the variation is to show how play goes round, not that it could stop.
     */
    choices[count++] = (struct choice){.move = move_pass(MOVE_PASS), .order = exact ? -1 : 1500};
    choices[count++] = (struct choice){.move = move_pass(MOVE_REFRESH), .order = 2000};
    /* Asking sets the attractors for the threshold; with one node it costs nothing. */
    solver_query(solver, promise->t, promise->attacker, 1, &ignored);
    int moves = positions_moves(solver->positions, now->state.board, now->state.mover);
    for (int n = 0; n < moves; n++) {
        struct stone_move move =
            positions_move(solver->positions, now->state.board, now->state.mover, n);
        int rank = solver_now(solver)->kind != NODE_OPEN
                       ? RANK_NONE
                       : search_move_rank(&solver->search, now->state, n, now->state.mover);
        choices[count++] = (struct choice){.move = move_stone(move.point),
                                           .order = rank == RANK_NONE ? 1000 : rank};
    }
    if (moves < 0)
        return moves;
    qsort(choices, (size_t)count, sizeof(*choices), compare_choices);
    return count;
}

/* At the root, worth value, takes what is known of its moves. */
static void settle_known(const struct analysis *analysis, int value, struct choice *choices,
                         int count)
{
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        const struct bounds *bounds = &analysis->moves[made->same_as].bounds;
        for (int k = 0; k < count && bounds_known(bounds); k++) {
            if (!move_equal(choices[k].move, made->move))
                continue;
            choices[k].known = bounds->lower_min == value && bounds->upper_min == value;
            choices[k].refused = !choices[k].known;
        }
    }
}

/* Did the state at the last node stand before, at node *ret_from? */
static bool recurs(const struct solver *solver, size_t first, size_t *ret_from)
{
    const struct solver_node *now = solver_now(solver);
    for (size_t i = first; i + 1 < solver->node_count; i++) {
        if (solver->nodes[i].kind == NODE_OPEN && now->kind == NODE_OPEN &&
            state_key(solver->nodes[i].state) == state_key(now->state)) {
            *ret_from = i;
            return true;
        }
    }
    return false;
}

/* Tries a choice. first: the root's node; what stood before it may come back. Returns 1 if it keeps
 * the promise and is played, 0 if not (or not yet) or -errno. */
static int try_choice(struct solver *solver, size_t first, const struct promise *promise,
                      struct choice *choice, uint64_t budget)
{
    struct verdict verdict;
    struct answer answer;
    int r = solver_play(solver, choice->move, &verdict);
    if (r < 0)
        return r;
    if (!verdict.legal) {
        choice->refused = true;
        return 0;
    }
    if (choice->known)
        return 1;
    size_t from;
    if (solver->keeps_path && recurs(solver, first, &from)) {
        solver_undo(solver);
        choice->refused = true; /* no way to an end */
        return 0;
    }
    r = solver_query(solver, promise->t, promise->attacker, budget, &answer);
    if (r == 0 && answer.winner == promise->winner)
        return 1;
    solver_undo(solver);
    if (r == 0 && (answer.forced || !solver->search.model.unbounded))
        choice->refused = true;
    return r < 0 && solver->search.stopped != STOP_BUDGET ? r : 0;
}

/* Returns how soon, by tables, the mover has what is promised if he plays a choice, in plies at
 * most; RANK_NONE: they do not say it, or it is illegal; or -errno. */
static int look_up_choice(struct solver *solver, const struct promise *promise,
                          const struct choice *choice)
{
    enum colour mover = solver_now(solver)->state.mover;
    struct verdict verdict;
    struct answer answer;
    int rank = choice->move.kind == MOVE_STONE ? choice->order : RANK_NONE;
    int r = solver_play(solver, choice->move, &verdict);
    if (r < 0 || !verdict.legal)
        return r < 0 ? r : RANK_NONE;
    if (game_over(&solver->game))
        rank = solver_query(solver, promise->t, promise->attacker, 1, &answer) == 0 &&
               answer.winner == promise->winner;
    else if (choice->move.kind == MOVE_PASS)
        rank = search_state_rank(&solver->search, solver_now(solver)->state, mover);
    solver_undo(solver);
    return rank < RANK_MAX ? rank : RANK_NONE;
}

/*
 * Plays the choice with which the mover has soonest what is promised, where tables say it and what
 * they say is so. As this is so for both players, such moves come to an end, whatever stood before
 * them. Returns 1, 0 if tables do not say it, or -errno.
 */
static int follow_tables(struct solver *solver, const struct promise *promise,
                         const struct choice *choices, int count)
{
    const struct solver_node *now = solver_now(solver);
    if (!solver_may_look_up(solver) || !solver_tables_decide(solver) || now->kind != NODE_OPEN ||
        promise->attacker != now->state.mover ||
        !search_ranks_are_plies(&solver->search, now->state.mover))
        return 0;
    int best = -1, least = RANK_MAX;
    for (int i = 0; i < count; i++) {
        if (choices[i].refused || choices[i].move.kind == MOVE_REFRESH)
            continue;
        int rank = look_up_choice(solver, promise, &choices[i]);
        if (rank < 0)
            return rank;
        if (rank == RANK_NONE || rank >= least)
            continue;
        least = rank;
        best = i;
    }
    struct verdict verdict;
    if (best < 0)
        return 0;
    int r = solver_play(solver, choices[best].move, &verdict);
    return r < 0 ? r : 1;
}

/* Plays the first choice after which tables say that the opponent cannot have what he is denied.
 * Returns 1, 0 if they say it of none, or -errno. */
static int deny_by_tables(struct solver *solver, const struct promise *promise,
                          const struct choice *choices, int count)
{
    if (!solver_may_look_up(solver) || promise->attacker == promise->winner)
        return 0;
    for (int i = 0; i < count; i++) {
        struct verdict verdict;
        struct bounds bounds;
        if (choices[i].refused)
            continue;
        int r = solver_play(solver, choices[i].move, &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            continue;
        if (solver_table_value(solver, &bounds) &&
            (promise->winner == BLACK ? bounds.upper_min >= promise->t
                                      : bounds.lower_max < promise->t))
            return 1;
        solver_undo(solver);
    }
    return 0;
}

/* Plays a best move of the present node, which is worth as much as the root, node first. root: what
 * is known if it is the root; NULL: nothing. Returns 1, 0 if a limit stopped it, or -ENOMEM. */
static int extend(struct solver *solver, size_t first, bool exact, const struct bounds *bounds,
                  int komi, const struct analysis *root)
{
    struct choice choices[SOLVER_MAX_POINTS + 2];
    struct promise promise = find_promise(solver_now(solver)->state.mover, bounds, komi);
    int count = list_choices(solver, &promise, exact, choices);
    if (count < 0)
        return count;
    if (root != NULL)
        settle_known(root, bounds->lower_min, choices, count);
    int r = follow_tables(solver, &promise, choices, count);
    if (r != 0)
        return r;
    for (uint64_t budget = FIRST_BUDGET;; budget *= BUDGET_FACTOR) {
        int open = 0;
        for (int i = 0; i < count; i++) {
            if (choices[i].refused)
                continue;
            open++;
            r = try_choice(solver, first, &promise, &choices[i], budget);
            if (r != 0) {
                solver->search.visits = 0;
                return r == -EAGAIN ? 0 : r;
            }
        }
        if (budget == FIRST_BUDGET)
            r = deny_by_tables(solver, &promise, choices, count);
        if (r != 0)
            return r;
        /* An unbounded game may need states that recur (unbounded.c). */
        if (solver->search.model.unbounded && ++solver->search.visits > ROUNDS_MAX)
            open = 0;
        if (open == 0 || foresee_more(solver) < 0) {
            solver->search.visits = 0;
            return 0;
        }
    }
}

/* Why a variation of so many moves is not complete. extended: what extend() returned last. */
static enum stop_reason why_short(const struct solver *solver, int extended, size_t moves)
{
    enum stop_reason stopped = solver->search.stopped;
    if (extended < 0)
        return STOP_MEMORY;
    if (extended > 0)
        return moves >= ANALYSIS_PV_MAX ? STOP_LENGTH : STOP_UNDECIDED;
    return stopped == STOP_NONE || stopped == STOP_BUDGET ? STOP_UNDECIDED : stopped;
}

/* Plays moves from node first on, to the end, to a state that recurs or as far as it goes. Returns
 * what extend() returned last. */
static int follow(struct solver *solver, const struct analysis_options *options, size_t first,
                  struct analysis *analysis)
{
    int komi = options->komi_half_points, r = 1;
    size_t from = 0;
    /* Is the result that of an end, so that the variation is to come to one? */
    int result = bounds_result(analysis->bounds.lower_min, analysis->bounds.upper_min, komi);
    bool one_value = analysis->bounds.lower_min == analysis->bounds.upper_min;
    bool exact = one_value || result != komi;
    /* Whoever forces an end can do so without a recurring state: asked so, each ply gets nearer. */
    solver->keeps_path =
        solver->search.model.endless && !solver->search.model.unbounded && one_value;
    /* A move that keeps the value need not come nearer to an end. */
    bool settled = one_value && !solver->keeps_path && !solver->search.model.unbounded;
    while (r == 1 && !game_over(&solver->game) &&
           solver->node_count - 1 - first < ANALYSIS_PV_MAX) {
        bool known = settled && solver->node_count - 1 == first;
        r = extend(solver, first, exact, &analysis->bounds, komi, known ? analysis : NULL);
        /* With a history that goes on growing, a state may come back on the way to an end. */
        if (r == 1 && solver->search.model.endless && !(solver->search.model.unbounded && exact) &&
            recurs(solver, first, &from)) {
            analysis->cycle_from = exact ? -1 : (long)(from - first);
            analysis->pv_complete = !exact;
            break;
        }
    }
    return r;
}

/* Tells of an end that the rules made, in analysis. */
static void tell_end(const struct solver *solver, size_t first, struct analysis *analysis)
{
    const struct turn *last = game_now(&solver->game);
    if (last->ending != ENDING_NONE)
        analysis->pv_complete = true;
    if (last->ending == ENDING_NO_RESULT || last->ending == ENDING_TIE) {
        long from_turn =
            (long)last->repeated - (long)(first + solver->game.count - solver->node_count);
        analysis->cycle_from =
            from_turn < 0 ? -1 : from_turn; /* what came back may stand before it */
    }
}

void pv_find(struct solver *solver, const struct analysis_options *options,
             struct analysis *analysis)
{
    size_t first = solver->node_count - 1;
    int r = follow(solver, options, first, analysis);
    size_t count = solver->node_count - 1 - first;
    tell_end(solver, first, analysis);
    if (!analysis->pv_complete)
        analysis->pv_stopped = why_short(solver, r, count);
    analysis->pv = calloc(count + 1, sizeof(*analysis->pv));
    if (analysis->pv == NULL) {
        analysis_cut_pv(analysis, 0);
        return;
    }
    analysis->pv_count = count;
    for (size_t i = 0; i < count; i++)
        analysis->pv[i] = solver->game.turns[solver->game.count - count + i].move;
}
