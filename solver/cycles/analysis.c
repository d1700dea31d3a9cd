/* The value of a situation and of its moves, and a principal variation, under rules with cycles. */
#include "cycles/analysis.h"

#include <errno.h>
#include <stdlib.h>

#include "board/symmetry.h"
#include "cycles/certify.h"
#include "cycles/checkpoint.h"
#include "cycles/value.h"
#include "result/symmetric.h"

#define FIRST_PV_BUDGET 1000
#define PV_BUDGET_FACTOR 4
/* Queries on a move of the principal variation have at most so many nodes. */
#define PV_BUDGET_MAX 20000000

/* An analysis being made. */
struct answering {
    struct cycle_search *search;
    const struct analysis_options *options;
    struct analysis *analysis;
    struct cycle_edge *edges; /* of the situation looked at, as cycle_game_list() has them */
    int count;
    struct cycle_edge *roots; /* of the root, in the order of analysis->moves */
    bool pv_stopped; /* a limit, or memory, stopped the search for the principal variation */
};

/* --- moves --- */

/* The notation of an edge's move: the number of the first cycle with that use. */
static struct move move_of(const struct cycle_game *game, const struct cycle_play *play)
{
    uint64_t sets[SOLVER_MAX_POINTS];
    int numbers[SOLVER_MAX_POINTS], number = 0;
    int count = play->used != 0 ? cycle_game_cycles(game, sets, numbers) : 0;
    for (int i = 0; i < count; i++)
        if (sets[i] == play->used)
            number = numbers[i];
    return move_after_cycle(number,
                            play->point >= 0 ? move_stone(play->point) : move_pass(MOVE_PASS));
}

static int list(struct answering *of)
{
    cycle_game_update(&of->search->game);
    of->count = cycle_game_list(&of->search->game, of->edges);
    return of->count < 0 ? of->count : 0;
}

/* An order for moves: without removal first, stones by points, then no stone. */
static int compare_moves(struct move a, struct move b)
{
    int one = a.kind == MOVE_STONE ? a.point : BOARD_MAX_POINTS;
    int other = b.kind == MOVE_STONE ? b.point : BOARD_MAX_POINTS;
    return a.cycle != b.cycle ? a.cycle - b.cycle : one - other;
}

static int list_moves(struct answering *of)
{
    struct analysis *analysis = of->analysis;
    int r = list(of);
    if (r < 0)
        return r;
    analysis->moves = calloc((size_t)of->count, sizeof(*analysis->moves));
    of->roots = calloc((size_t)of->count, sizeof(*of->roots));
    if (analysis->moves == NULL || of->roots == NULL)
        return -ENOMEM;
    for (int i = 0; i < of->count; i++) {
        struct move move = move_of(&of->search->game, &of->edges[i].play);
        int at = i;
        for (; at > 0 && compare_moves(analysis->moves[at - 1].move, move) > 0; at--) {
            analysis->moves[at] = analysis->moves[at - 1];
            of->roots[at] = of->roots[at - 1];
        }
        analysis->moves[at] = (struct analysis_move){.move = move, .bounds = bounds_unknown()};
        of->roots[at] = of->edges[i];
    }
    analysis->move_count = (size_t)of->count;
    for (int i = 0; i < of->count; i++)
        analysis->moves[i].same_as = i;
    return 0;
}

/* Does symmetry s leave the set as it is? */
static bool keeps_set(const struct symmetries *symmetries, int s, uint64_t set)
{
    uint64_t image = 0;
    for (int p = 0; p < symmetries->points; p++)
        if (set >> p & 1)
            image |= UINT64_C(1) << symmetries_apply(symmetries, s, p);
    return image == set;
}

static bool keeps(const struct symmetries *symmetries, int s, const void *situation)
{
    const struct cycle_situation *root = situation;
    return keeps_set(symmetries, s, root->stones[0]) && keeps_set(symmetries, s, root->stones[1]) &&
           keeps_set(symmetries, s, root->temporary);
}

/* Marks the moves that a symmetry of the root takes to an earlier one, where it has no past. */
static int find_symmetric(struct answering *of)
{
    const struct cycle_game *game = &of->search->game;
    if (game->count > 1)
        return 0;
    return symmetric_find(of->analysis, game->graph, keeps, cycle_game_situation(game));
}

/* Did a limit stop the analysis? If one move is merely not decided, the others still may be. */
static bool is_stopped(const struct analysis *analysis)
{
    return analysis->stopped != STOP_NONE && analysis->stopped != STOP_UNDECIDED &&
           analysis->stopped != STOP_UNSCORED;
}

/* The bounds after an edge, of which something may be known. Returns 0 or -EAGAIN. */
static int solve_edge(struct answering *of, const struct cycle_edge *edge, int guess,
                      struct bounds *bounds)
{
    struct cycle_game *game = &of->search->game;
    int score, r;
    if (bounds_known(bounds))
        return 0;
    if (edge->over) {
        r = cycle_game_score(game, &score);
        if (r < 0) {
            of->search->stopped = r == -EINTR    ? cycle_search_reason(of->search)
                                  : r == -ERANGE ? STOP_UNSCORED
                                                 : STOP_MEMORY;
            return -EAGAIN;
        }
        score += cycle_game_now(game)->gain;
        *bounds = bounds_pair(score, score);
        return 0;
    }
    if (cycle_game_make(game, edge) < 0) {
        of->search->stopped = STOP_MEMORY;
        return -EAGAIN;
    }
    r = cycle_value(of->search, guess, bounds);
    cycle_game_undo(game);
    return r;
}

/* --- the principal variation --- */

/* Does the move keep the mover's value? Returns 1, 0 or -EAGAIN. */
static int keeps_value(struct answering *of, const struct cycle_edge *edge, int value,
                       uint64_t budget)
{
    struct cycle_search *search = of->search;
    struct cycle_game *game = &search->game;
    int mover = cycle_game_situation(game)->mover, score, proved;
    if (edge->over) {
        int r = cycle_game_score(game, &score);
        if (r < 0)
            return r == -EINTR ? -EAGAIN : 0;
        score += cycle_game_now(game)->gain;
        return mover == 0 ? score >= value : score <= value;
    }
    if (cycle_game_make(game, edge) < 0)
        return 0;
    int r = 0;
    for (int visits = 0; visits <= 2 && r == 0; visits++) {
        r = cycle_search_prove(search, mover, mover == 0 ? value : -value, visits, budget, &proved);
        if (r < 0 && search->stopped == STOP_BUDGET)
            r = 0;
    }
    cycle_game_undo(game);
    return r;
}

/* Passes come first: if passing keeps the value, so does ending the game. Then stones, removals. */
static int compare_edges(const void *a, const void *b)
{
    const struct cycle_edge *one = a, *other = b;
    if (one->play.used != other->play.used)
        return one->play.used < other->play.used ? -1 : 1;
    return one->play.point - other->play.point;
}

/* Finds the move of the principal variation at the present situation. Returns 1, 0 or a negative
 * errno. */
static int choose(struct answering *of, struct cycle_edge *ret_edge)
{
    int value = of->analysis->bounds.lower_min;
    int r = list(of);
    if (r < 0)
        return r;
    qsort(of->edges, (size_t)of->count, sizeof(*of->edges), compare_edges);
    for (uint64_t budget = FIRST_PV_BUDGET; budget <= PV_BUDGET_MAX; budget *= PV_BUDGET_FACTOR) {
        for (int i = 0; i < of->count; i++) {
            *ret_edge = of->edges[i];
            r = keeps_value(of, ret_edge, value, budget);
            if (r != 0)
                return r;
        }
    }
    return 0;
}

static int add_to_pv(struct analysis *analysis, struct move move)
{
    struct move *pv = realloc(analysis->pv, (analysis->pv_count + 1) * sizeof(*analysis->pv));
    if (pv == NULL)
        return -ENOMEM;
    analysis->pv = pv;
    pv[analysis->pv_count++] = move;
    return 0;
}

static void find_pv(struct answering *of)
{
    struct analysis *analysis = of->analysis;
    struct cycle_game *game = &of->search->game;
    size_t root = game->count;
    int r = 1;
    while (r > 0 && analysis->pv_count < ANALYSIS_PV_MAX && !analysis->pv_complete) {
        struct cycle_edge edge;
        r = choose(of, &edge);
        if (r <= 0)
            break;
        cycle_game_update(game);
        int added = add_to_pv(analysis, move_of(game, &edge.play));
        analysis->pv_complete = edge.over;
        if (added == 0 && !edge.over)
            added = cycle_game_make(game, &edge);
        if (added < 0) {
            analysis->pv_complete = false;
            r = added;
        }
    }
    while (game->count > root)
        cycle_game_undo(game);
    of->pv_stopped = r < 0;
    if (!analysis->pv_complete)
        analysis->pv_stopped = r > 0          ? STOP_LENGTH
                               : r == 0       ? STOP_UNDECIDED
                               : r == -ENOMEM ? STOP_MEMORY
                                              : of->search->stopped;
}

/* Takes the principal variation that is known, or finds one. */
static void take_pv(struct answering *of)
{
    if (of->options->known_pv == NULL)
        find_pv(of);
    else if (analysis_use_known_pv(of->analysis, of->options) < 0)
        analysis_cut_pv(of->analysis, 0);
}

/* --- all of it --- */

static void solve_moves(struct answering *of)
{
    struct analysis *analysis = of->analysis;
    const struct bounds *root = &analysis->bounds;
    enum colour mover = cycle_game_situation(&of->search->game)->mover == 0 ? BLACK : WHITE;
    int guess = root->lower_min > -MARGIN_INFINITE ? root->lower_min : 0;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct analysis_move *made = &analysis->moves[i];
        if (made->same_as != (int)i)
            continue;
        analysis_limit_by_root(&made->bounds, root, mover);
        if (solve_edge(of, &of->roots[i], guess, &made->bounds) < 0) {
            analysis->stopped = of->search->stopped;
            if (is_stopped(analysis))
                return;
        }
        analysis_limit_by_root(&made->bounds, root, mover);
    }
}

/* Tells whoever saves it what is proved so far. */
static void note(void *arg)
{
    const struct answering *of = arg;
    of->options->note(of->options->note_arg, of->analysis);
}

static int run(struct answering *of)
{
    struct analysis *analysis = of->analysis;
    int guess = of->options->komi_half_points / 2;
    int r = list_moves(of);
    if (r == 0)
        r = find_symmetric(of);
    if (r < 0)
        return r;
    analysis_use_known(analysis, of->options);
    of->search->note = of->options->note != NULL ? note : NULL;
    of->search->note_arg = of;
    const struct bounds_claim *asked = analysis_asked(of->options);
    if (!bounds_suffice(&analysis->bounds, asked) &&
        cycle_decide(of->search, guess, asked, &analysis->bounds) < 0)
        analysis->stopped = of->search->stopped;
    bool known = bounds_known(&analysis->bounds);
    if (!of->options->value_only && !is_stopped(analysis))
        solve_moves(of);
    if (known && analysis->bounds.lower_min == analysis->bounds.upper_min && !is_stopped(analysis))
        take_pv(of);
    of->search->note = NULL;
    analysis_finish_moves(analysis, of->options);
    return r;
}

/* A game that is over is worth its score. */
static int take_score(const struct game *game, struct analysis *analysis)
{
    int scores[PLAYERS_MAX];
    int r = game_scores(game, scores);
    if (r == -ENOMEM)
        return r;
    if (r < 0) {
        analysis->stopped = STOP_UNSCORED;
        return 0;
    }
    int margin = scores[0] - scores[1];
    analysis->bounds = bounds_pair(margin, margin);
    analysis->pv_complete = true;
    return 0;
}

/* Certifies what is proved; where a claim is asked, and decided, only what decides it. */
static int certify(struct answering *of, const struct game *game)
{
    struct analysis said = *of->analysis;
    const struct bounds_claim *asked = analysis_asked(of->options);
    if (asked != NULL && bounds_suffice(&said.bounds, asked))
        said.bounds = bounds_deciding(&said.bounds, asked, true);
    return cycle_certify(of->search, game, &said, of->roots, of->options->value_only,
                         of->options->certificate);
}

/* The search is made. */
static int answer(struct answering *of, const struct game *game)
{
    of->search->limits.threads = of->options->threads;
    of->edges = malloc(cycle_game_plays_max(&of->search->game) * sizeof(*of->edges));
    int r = cycle_checkpoint_begin(of->search, game, of->options->persistence);
    if (r == 0)
        r = of->edges != NULL ? run(of) : -ENOMEM;
    cycle_checkpoint_end(of->search, is_stopped(of->analysis) || of->pv_stopped);
    /* What is proved stays so without a certificate. */
    int made = r == 0 && of->options->certificate != NULL ? certify(of, game) : 0;
    if (made < 0)
        of->options->certificate->missing = 1;
    enum stop_reason why = analysis_why_not(made, of->search->stopped);
    if (why != STOP_NONE && !is_stopped(of->analysis))
        of->analysis->stopped = why;
    of->analysis->nodes = of->search->nodes;
    of->analysis->entries = of->search->lemmas.count;
    of->analysis->threads = of->search->threads_used;
    free(of->edges);
    free(of->roots);
    return r;
}

/* The same with a search of its own. */
static int answer_anew(struct answering *of, const struct game *game)
{
    struct limits limits = of->options->limits;
    limits.recording = of->options->certificate != NULL;
    of->search = calloc(1, sizeof(*of->search));
    if (of->search == NULL)
        return -ENOMEM;
    int r = cycle_search_init(of->search, game, &limits);
    if (r == 0)
        r = answer(of, game);
    cycle_search_release(of->search);
    free(of->search);
    return r;
}

int cycle_analyse(const struct game *game, const struct analysis_options *options,
                  struct cycle_search *search, struct analysis *ret_analysis)
{
    struct analysis analysis = {.cycle_from = -1, .threads = 1, .bounds = bounds_unknown()};
    struct answering *of = calloc(1, sizeof(*of));
    if (of == NULL)
        return -ENOMEM;
    of->options = options;
    of->analysis = &analysis;
    of->search = search;
    int r = analysis_begin(game, &analysis);
    if (r == 0 && game_over(game))
        r = take_score(game, &analysis);
    else if (r == 0)
        r = search != NULL ? answer(of, game) : answer_anew(of, game);
    if (r == 0)
        r = analysis_replay(game, &analysis);
    free(of);
    if (r < 0)
        analysis_release(&analysis);
    else
        *ret_analysis = analysis;
    return r;
}
