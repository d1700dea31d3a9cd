/* The value of a game, of its moves, and a principal variation, from the graph of states. */
#include "unfold/analysis.h"

#include <errno.h>
#include <stdlib.h>

#include "board/symmetry.h"
#include "result/symmetric.h"
#include "unfold/certify.h"
#include "unfold/pv.h"
#include "unfold/value.h"

/* An analysis being made. */
struct unfold_answering {
    struct unfolding of;
    const struct game *game;
    const struct analysis_options *options;
    struct analysis *analysis;
    uint32_t root;
};

/* --- moves --- */

/* Lists the legal moves where there is no graph; none if a limit stops that. Returns 0 or -ENOMEM.
 */
static int list_legal(struct unfold_answering *answering)
{
    const struct game *game = answering->game;
    struct analysis *analysis = answering->analysis;
    struct game own;
    int points = game->graph->points;
    int r = game_copy(&own, game);
    analysis->moves = calloc((size_t)points + 1, sizeof(*analysis->moves));
    if (r == 0 && analysis->moves == NULL)
        r = -ENOMEM;
    for (int p = 0; p <= points && r == 0; p++) {
        struct move move = p < points ? move_stone(p) : move_pass(MOVE_PASS);
        struct verdict verdict;
        /* Whether a play is in a ko takes long where most chains have few liberties. */
        if (unfold_stops(&answering->of)) {
            analysis->move_count = 0;
            break;
        }
        r = game_play(&own, move, &verdict);
        if (r < 0 || !verdict.legal)
            continue;
        analysis->moves[analysis->move_count] = (struct analysis_move){
            .move = move, .bounds = analysis->bounds, .same_as = (int)analysis->move_count};
        analysis->move_count++;
        game_undo(&own);
    }
    game_release(&own);
    return r;
}

/* Lists them: stones in the order of points, then the pass. */
static int list_moves(struct unfold_answering *answering)
{
    struct analysis *analysis = answering->analysis;
    const struct unfold_graph *graph = &answering->of.graph;
    const struct unfold_node *root = &graph->nodes[answering->root];
    analysis->moves = calloc(root->count, sizeof(*analysis->moves));
    if (analysis->moves == NULL)
        return -ENOMEM;
    for (int i = 0; i < root->count; i++) {
        int point = graph->edges[root->first + (uint32_t)(i + 1) % root->count].point;
        analysis->moves[i] = (struct analysis_move){
            .move = point < 0 ? move_pass(MOVE_PASS) : move_stone(point),
            .bounds = bounds_unknown(),
            .same_as = i,
        };
    }
    analysis->move_count = root->count;
    return 0;
}

static bool keeps(const struct symmetries *symmetries, int s, const void *position)
{
    const struct position *board = position;
    for (int p = 0; p < symmetries->points; p++)
        if (board->cells[symmetries_apply(symmetries, s, p)] != board->cells[p])
            return false;
    return true;
}

/* Marks the moves that a symmetry of the root takes to an earlier one, where it has no past. */
static int find_symmetric(struct unfold_answering *answering)
{
    const struct game *game = answering->game;
    if (game->count > 1)
        return 0;
    return symmetric_find(answering->analysis, game->graph, keeps, &game_now(game)->board);
}

/* The state that a root move leads to. */
static uint32_t child_of(const struct unfold_answering *answering, size_t move)
{
    const struct unfold_graph *graph = &answering->of.graph;
    const struct unfold_node *root = &graph->nodes[answering->root];
    return graph->edges[root->first + (uint32_t)(move + 1) % root->count].to;
}

/* Takes in what is proved of the root moves, whether or not a limit stopped the run. */
static void tell_moves(struct unfold_answering *answering)
{
    struct analysis *analysis = answering->analysis;
    const struct unfold_graph *graph = &answering->of.graph;
    enum colour mover = graph->nodes[answering->root].mover == 0 ? BLACK : WHITE;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct analysis_move *made = &analysis->moves[i];
        const struct bounds found = unfold_bounds(&answering->of, child_of(answering, i));
        if (made->same_as != (int)i)
            continue;
        bounds_narrow(&made->bounds, &found);
        analysis_limit_by_root(&made->bounds, &analysis->bounds, mover);
    }
}

/* Finds what the root moves are worth, until something stops it. */
static void solve_moves(struct unfold_answering *answering)
{
    struct analysis *analysis = answering->analysis;
    int r = 0;
    for (size_t i = 0; i < analysis->move_count && r == 0; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        if (made->same_as == (int)i && !bounds_known(&made->bounds))
            r = unfold_value(&answering->of, child_of(answering, i), NULL);
    }
}

/* --- all of it --- */

/* Certifies what is proved; where a claim is asked, and decided, only what decides it. */
static int certify(const struct unfold_answering *answering)
{
    const struct analysis *analysis = answering->analysis;
    const struct analysis_options *options = answering->options;
    const struct unfolding *of = &answering->of;
    const struct bounds_claim *asked = analysis_asked(options);
    struct unfold_claimed claimed[UNFOLD_POINTS_MAX + 2];
    size_t count = 1;
    claimed[0] = (struct unfold_claimed){
        .root = true, .id = answering->root, .bounds = unfold_bounds(of, answering->root)};
    if (asked != NULL && bounds_suffice(&claimed[0].bounds, asked))
        claimed[0].bounds = bounds_deciding(&claimed[0].bounds, asked, true);
    for (size_t i = 0; i < analysis->move_count && !options->value_only; i++)
        if (analysis->moves[i].same_as == (int)i)
            claimed[count++] = (struct unfold_claimed){
                .move = analysis->moves[i].move,
                .id = child_of(answering, i),
                .bounds = unfold_bounds(of, child_of(answering, i)),
            };
    return unfold_certify(&of->graph, answering->game, claimed, count, options->certificate);
}

/*
 * The principal variation, where the value is known: by the graph, if that proves it. Where
 * only what was known before does, that of then, or why the graph was not made.
 */
static void find_pv(const struct unfold_answering *answering)
{
    struct analysis *analysis = answering->analysis;
    const struct analysis_options *options = answering->options;
    const struct unfolding *of = &answering->of;
    const struct bounds *value = &analysis->bounds;
    const struct bounds found =
        of->graph.count > 0 ? unfold_bounds(of, answering->root) : bounds_unknown();
    if (bounds_known(&found)) {
        if (unfold_pv(&of->graph, answering->root, options->komi_half_points, analysis) < 0)
            analysis->pv_stopped = STOP_MEMORY;
    } else if (analysis_asked(options) == NULL && bounds_known(value)) {
        if (options->known_pv == NULL)
            analysis->pv_stopped = of->stopped;
        else if (analysis_use_known_pv(analysis, options) < 0)
            analysis_cut_pv(analysis, 0);
    }
}

/* What was known before, and bounds of the graph as it was when something failed, may still prove
 * all that is asked. */
static void forget_stop(struct unfold_answering *answering)
{
    const struct analysis *analysis = answering->analysis;
    const struct analysis_options *options = answering->options;
    if (bounds_suffice(&analysis->bounds, analysis_asked(options)) &&
        (options->value_only || analysis_moves_complete(analysis)))
        answering->of.stopped = STOP_NONE;
}

/* The graph is begun, with the root in it. Returns 0, or -ENOMEM: nothing was proved. */
static int answer(struct unfold_answering *answering)
{
    struct analysis *analysis = answering->analysis;
    const struct analysis_options *options = answering->options;
    int r = unfold_graph_unfold(&answering->of.graph, answering->root);
    answering->of.nodes++;
    if (r == 0)
        r = list_moves(answering);
    if (r == 0)
        r = find_symmetric(answering);
    if (r < 0)
        return r;
    analysis_use_known(analysis, options);
    r = unfold_value(&answering->of, answering->root, analysis_asked(options));
    if (r == 0 && !options->value_only)
        solve_moves(answering);
    const struct bounds found = unfold_bounds(&answering->of, answering->root);
    bounds_narrow(&analysis->bounds, &found);
    if (!options->value_only)
        tell_moves(answering);
    find_pv(answering);
    analysis_finish_moves(analysis, options);
    forget_stop(answering);
    /* What is proved stays so without a line or a certificate. */
    r = options->certificate != NULL ? certify(answering) : 0;
    if (r < 0)
        options->certificate->missing = 1;
    if (answering->of.stopped == STOP_NONE)
        answering->of.stopped = analysis_why_not(r, STOP_NONE);
    return 0;
}

/* There will be no graph: only the legal moves are told, and what was known before. reason: where
 * no limit has stopped it so far. Returns 0 or -ENOMEM. */
static int stop_before(struct unfold_answering *answering, enum stop_reason reason)
{
    struct analysis *analysis = answering->analysis;
    int r = list_legal(answering);
    if (answering->of.stopped == STOP_NONE)
        answering->of.stopped = reason;
    if (r < 0)
        return r;
    analysis_use_known(analysis, answering->options);
    find_pv(answering);
    analysis_finish_moves(analysis, answering->options);
    if (answering->options->certificate == NULL)
        forget_stop(answering);
    return 0;
}

static int analyse(struct unfold_answering *answering)
{
    struct unfolding *of = &answering->of;
    if (game_over(answering->game)) {
        int margin = game_margin(answering->game);
        answering->analysis->bounds = bounds_pair(margin, margin);
        answering->analysis->pv_complete = true;
        return 0;
    }
    of->limits = answering->options->limits;
    if (answering->game->graph->points > UNFOLD_POINTS_MAX)
        return stop_before(answering, STOP_SIZE);
    int r =
        unfold_graph_init(&of->graph, answering->game, of->limits.max_bytes, unfold_is_urgent, of);
    if (r == -ENOSPC || r == -EAGAIN) {
        unfold_graph_release(&of->graph);
        return stop_before(answering, STOP_MEMORY);
    }
    if (r == 0)
        r = unfold_graph_root(&of->graph, answering->game, &answering->root);
    if (r == 0)
        r = answer(answering);
    answering->analysis->nodes = of->nodes;
    answering->analysis->entries = of->graph.count;
    return r == -EAGAIN ? 0 : r;
}

int unfold_analyse(const struct game *game, const struct analysis_options *options,
                   struct analysis *ret_analysis)
{
    struct analysis analysis = {
        .cycle_from = -1, .threads = 1, .bounds = unfold_bounds_of_board(game)};
    struct unfold_answering *answering = calloc(1, sizeof(*answering));
    if (answering == NULL)
        return -ENOMEM;
    answering->game = game;
    answering->options = options;
    answering->analysis = &analysis;
    int r = analysis_begin(game, &analysis);
    if (r == 0)
        r = analyse(answering);
    analysis.stopped = answering->of.stopped;
    unfold_release(&answering->of);
    free(answering);
    if (r == 0)
        r = analysis_replay(game, &analysis);
    if (r < 0)
        analysis_release(&analysis);
    else
        *ret_analysis = analysis;
    return r;
}
