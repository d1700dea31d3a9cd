/* What the store knows of a position, without search. */
#include "store/manage.h"

#include <errno.h>
#include <stdlib.h>

#include "search/solver.h"
#include "store/roots/root_after.h"
#include "store/roots/root_check.h"
#include "store/roots/root_find.h"
#include "store/values/values.h"

/* Memory of the solver: it looks at few boards, so that no table of all is wanted. */
#define QUERY_BYTES ((size_t)8 << 20)

static void raise_to(int *bound, int value)
{
    *bound = value > *bound ? value : *bound;
}

static void lower_to(int *bound, int value)
{
    *bound = value < *bound ? value : *bound;
}

static int margin_of_bound(int bound, int gain)
{
    return bound >= BOUND_MAX ? MARGIN_INFINITE : bound + gain;
}

/* Takes into the bounds what a lemma proves of threshold t, if there is one (as search/value.c). */
static void ask_lemmas(struct solver *solver, int t, enum colour attacker, struct bounds *bounds)
{
    struct search *search = &solver->search;
    const struct solver_node *now = solver_now(solver);
    int map;
    search->attacker = attacker;
    struct lemma *lemma = search_probe(search, now->state, t - now->gain, &map);
    if (lemma == NULL)
        lemma = search_load(search, now->state, t - now->gain, &map);
    if (lemma == NULL)
        return;
    enum colour winner = lemma->winner ^ (enum colour)group_swaps(map);
    bool forced = !search->model.pairs || !lemma->denies;
    int *min = attacker == BLACK ? &bounds->lower_min : &bounds->upper_min;
    int *max = attacker == BLACK ? &bounds->lower_max : &bounds->upper_max;
    int bound = margin_of_bound(lemma->bound, winner == BLACK ? now->gain : -now->gain);
    if (winner == BLACK)
        raise_to(min, forced && bound > t ? bound : t);
    else
        lower_to(max, forced && -bound < t - 1 ? -bound : t - 1);
    lemma_release(search->lemmas, lemma);
}

/* A margin that no board can have is none: no end is forced, or a win outright. */
static int on_board(int margin, int most)
{
    if (margin > most)
        return MARGIN_INFINITE;
    return margin < -most ? -MARGIN_INFINITE : margin;
}

static void put_on_board(struct bounds *bounds, int most)
{
    bounds->lower_min = on_board(bounds->lower_min, most);
    bounds->lower_max = on_board(bounds->lower_max, most);
    bounds->upper_min = on_board(bounds->upper_min, most);
    bounds->upper_max = on_board(bounds->upper_max, most);
}

static int find_bounds(struct solver *solver, struct values_table *values,
                       struct bounds *ret_bounds)
{
    const struct search *search = &solver->search;
    bool prisoners = solver->positions->scoring == SCORING_TERRITORY;
    int most = solver->positions->points * (prisoners ? 4 : 1);
    int r = solver_first_bounds(solver, ret_bounds);
    if (r < 0 || solver_now(solver)->kind != NODE_OPEN ||
        (values != NULL && values_bounds(values, solver, ret_bounds) &&
         values->kind == TABLE_VALUES))
        return r;
    for (int t = -most; t <= most + 1; t++) {
        ask_lemmas(solver, t, BLACK, ret_bounds);
        if (search->model.pairs)
            ask_lemmas(solver, t, WHITE, ret_bounds);
    }
    if (!prisoners && !search->model.pass_prisoners)
        put_on_board(ret_bounds, most);
    if (!search->model.pairs) {
        ret_bounds->upper_min = ret_bounds->lower_min;
        ret_bounds->upper_max = ret_bounds->lower_max;
    }
    /* Nobody gets less than the opponent lets him, nor more. */
    raise_to(&ret_bounds->upper_min, ret_bounds->lower_min);
    lower_to(&ret_bounds->lower_max, ret_bounds->upper_max);
    return 0;
}

static int find_moves(struct solver *solver, struct values_table *values, struct analysis *analysis)
{
    int points = solver->game.graph->points, r = 0;
    analysis->moves = calloc((size_t)points + 2, sizeof(*analysis->moves));
    if (analysis->moves == NULL)
        return -ENOMEM;
    for (int p = 0; p < points + 2 && r == 0; p++) {
        struct verdict verdict;
        struct analysis_move *made = &analysis->moves[analysis->move_count];
        made->move = p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        r = solver_play(solver, made->move, &verdict);
        if (r < 0 || !verdict.legal)
            continue;
        made->same_as = (int)analysis->move_count++;
        r = find_bounds(solver, values, &made->bounds);
        solver_undo(solver);
    }
    return r;
}

/*
 * Combines bounds of the root and of its moves: the root is worth at least its best move, and no
 * move is better than the root. Marks the best moves.
 */
static void combine(struct analysis *analysis, enum colour mover, int komi)
{
    struct bounds *root = &analysis->bounds;
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct bounds *move = &analysis->moves[i].bounds;
        if (mover == BLACK) {
            raise_to(&root->lower_min, move->lower_min);
            raise_to(&root->upper_min, move->upper_min);
        } else {
            lower_to(&root->lower_max, move->lower_max);
            lower_to(&root->upper_max, move->upper_max);
        }
    }
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis_limit_by_root(&analysis->moves[i].bounds, root, mover);
    analysis_mark_best(analysis, komi);
}

static int ask_all(struct solver *solver, struct values_table *values, const struct game *game,
                   int komi, struct analysis *analysis)
{
    int r = find_bounds(solver, values, &analysis->bounds);
    if (r == 0 && !game_over(game))
        r = find_moves(solver, values, analysis);
    if (r == 0)
        combine(analysis, (enum colour)game_now(game)->next, komi);
    return r == 0 ? analysis_replay(game, analysis) : r;
}

static int query_lemmas(struct store *store, const struct game *game, int komi,
                        struct analysis *ret_analysis)
{
    struct analysis analysis = {.cycle_from = -1, .threads = 1, .stopped = STOP_UNDECIDED};
    struct limits limits = {.max_bytes = QUERY_BYTES, .few_boards = true, .whole_margins = true};
    struct solver *solver = calloc(1, sizeof(*solver));
    struct values_table values;
    int there = values_open_any(store, game, &values);
    int r = solver != NULL ? solver_init(solver, game, &limits) : -ENOMEM;
    if (r == 0 || r == -EAGAIN) {
        search_attach(&solver->search, &store->persistence, game);
        if (there == 1 && values.dense == NULL && values.head.imported)
            handle_rests_on_import(store, NULL);
        r = ask_all(solver, there == 1 ? &values : NULL, game, komi, &analysis);
        solver_release(solver);
    }
    if (there == 1)
        values_close(&values);
    free(solver);
    if (r < 0)
        analysis_release(&analysis);
    else
        *ret_analysis = analysis;
    return r;
}

/* Takes in what an unfinished run, or one for the value alone, has saved. */
static void take_known(struct analysis *analysis, const struct analysis *known, enum colour mover,
                       int komi)
{
    bounds_narrow(&analysis->bounds, &known->bounds);
    for (size_t i = 0; i < analysis->move_count && i < known->move_count; i++)
        bounds_narrow(&analysis->moves[i].bounds, &known->moves[i].bounds);
    combine(analysis, mover, komi);
}

/* Leaves out all bounds if they cannot all be true. */
static int leave_contradictions(struct store *store, const struct game *game, int komi,
                                struct analysis *analysis)
{
    const char *why;
    const struct root_facts facts = {.analysis = *analysis};
    int r = root_check(game, komi, &facts, &why);
    if (r != -EBADMSG)
        return r;
    atomic_store(&store->contradicts, true);
    analysis->bounds = bounds_unknown();
    for (size_t i = 0; i < analysis->move_count; i++) {
        analysis->moves[i].bounds = bounds_unknown();
        analysis->moves[i].best = false;
    }
    return 0;
}

/*
 * Where what happened is not told by items there are records of positions and no lemmas. What an
 * unfinished run has saved (known; NULL: there is none) moves to *ret_analysis.
 */
static int query_record(const struct game *game, struct analysis *known,
                        struct analysis *ret_analysis)
{
    struct analysis analysis = {.cycle_from = -1, .threads = 1, .bounds = bounds_unknown()};
    int scores[PLAYERS_MAX], r = 0;
    if (known != NULL) {
        *ret_analysis = *known;
        ret_analysis->stopped = STOP_UNDECIDED;
        *known = (struct analysis){0};
        return 0;
    }
    if (game_over(game))
        r = game_scores(game, scores);
    if (game_over(game) && r == 0)
        analysis.bounds = bounds_pair(scores[0] - scores[1], scores[0] - scores[1]);
    else
        analysis.stopped = r == 0 ? STOP_UNDECIDED : STOP_UNSCORED;
    r = r == -ENOMEM ? r : analysis_replay(game, &analysis);
    if (r == 0)
        *ret_analysis = analysis;
    return r;
}

/* Finds the record of a game, with what is known of the games after its moves. Returns 1, 0 or a
 * negative errno. */
static int find_records(struct store *store, const struct game *game, int komi,
                        struct root_facts *ret_known)
{
    struct root_facts known = {0}, all;
    struct root_key key;
    int r = root_key_make(game, komi, &key);
    if (r < 0)
        return r;
    int found = root_find(store, game, &key, komi, &known);
    root_key_release(&key);
    if (found < 0 || (found == 1 && root_is_whole(&known.analysis, known.flags, false))) {
        *ret_known = known;
        return found;
    }
    int after = root_after_find(store, game, komi, found == 1 ? &known : NULL, &all);
    if (after == -EBADMSG)
        atomic_store(&store->contradicts, true);
    if (found == 1 && after != 0 && after != -EBADMSG)
        analysis_release(&known.analysis);
    if (after == -ENOMEM)
        return after;
    *ret_known = after == 1 ? all : known;
    return found == 1 || after == 1;
}

int store_query(struct store *store, const struct game *game, int komi_half_points,
                struct analysis *ret_analysis)
{
    struct root_facts known;
    struct analysis bounds;
    struct history_model model;
    int found = game_over(game) ? 0 : find_records(store, game, komi_half_points, &known), r;
    if (found < 0)
        return found;
    if (found == 1 && (known.flags & ROOT_IMPORTS))
        handle_rests_on_import(store, NULL);
    if (found == 1 && root_is_whole(&known.analysis, known.flags, false)) {
        *ret_analysis = known.analysis;
        return 0;
    }
    game->rules.family->describe(&game->rules, &model);
    if (model.cycles)
        return query_record(game, found == 1 ? &known.analysis : NULL, ret_analysis);
    r = query_lemmas(store, game, komi_half_points, &bounds);
    if (r == 0 && found == 1)
        take_known(&bounds, &known.analysis, (enum colour)game_now(game)->next, komi_half_points);
    if (r == 0 && !game_over(game))
        r = leave_contradictions(store, game, komi_half_points, &bounds);
    if (found == 1)
        analysis_release(&known.analysis);
    if (r == 0)
        *ret_analysis = bounds;
    return r;
}
