/* What a store knows of the games after a position's moves. */
#include "store/roots/root_after.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "result/symmetric.h"
#include "store/roots/root_check.h"
#include "store/roots/root_moves.h"

/* What is put together. */
struct looking {
    struct store *store;
    struct game game; /* at the position, or after one of its moves */
    int komi_half_points;
    struct root_facts facts;
    size_t found; /* games of which something is known */
};

/* --- looking up --- */

/* Looks up the game that stands. What cannot be read says nothing. Returns 1, 0 or -ENOMEM. */
static int find_standing(struct looking *of, struct root_facts *ret_facts)
{
    struct root_key key;
    int r = root_key_make(&of->game, of->komi_half_points, &key);
    if (r < 0)
        return r;
    r = root_find(of->store, &of->game, &key, of->komi_half_points, ret_facts);
    root_key_release(&key);
    return r < 0 && r != -ENOMEM ? 0 : r;
}

/* Looks up the game after a move, unless that ends it (*over). Returns 1, 0 or -ENOMEM. */
static int find_after(struct looking *of, struct move move, struct root_facts *ret_facts,
                      bool *over)
{
    struct verdict verdict;
    int r = game_play(&of->game, move, &verdict);
    if (r < 0)
        return r;
    *over = game_over(&of->game);
    r = *over ? 0 : find_standing(of, ret_facts);
    game_undo(&of->game);
    return r;
}

static int find_all(struct looking *of)
{
    struct analysis *analysis = &of->facts.analysis;
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        struct root_facts after;
        bool over;
        int r = find_after(of, made->move, &after, &over);
        if (r < 0)
            return r;
        if (r == 0)
            continue;
        bounds_narrow(&analysis->moves[made->same_as].bounds, &after.analysis.bounds);
        if (after.flags & ROOT_IMPORTED)
            of->facts.flags |= ROOT_IMPORTS;
        of->found++;
        analysis_release(&after.analysis);
    }
    return 0;
}

/* A move that ends the game is worth the score. */
static int score_ends(struct looking *of)
{
    struct analysis *analysis = &of->facts.analysis;
    int r = 0;
    for (size_t i = 0; i < analysis->move_count && r != -ENOMEM; i++) {
        struct verdict verdict;
        int scores[PLAYERS_MAX];
        r = game_play(&of->game, analysis->moves[i].move, &verdict);
        if (r < 0)
            break;
        r = game_now(&of->game)->ending == ENDING_SCORED ? game_scores(&of->game, scores) : 1;
        if (r == 0)
            analysis->moves[i].bounds = bounds_pair(scores[0] - scores[1], scores[0] - scores[1]);
        game_undo(&of->game);
    }
    return r == -ENOMEM ? r : 0;
}

/* --- putting together --- */

static bool keeps(const struct symmetries *symmetries, int s, const void *root)
{
    const struct turn *turn = root;
    for (int p = 0; p < symmetries->points; p++) {
        int image = symmetries_apply(symmetries, s, p);
        if (turn->board.cells[image] != turn->board.cells[p] ||
            point_set_has(&turn->temporary, image) != point_set_has(&turn->temporary, p))
            return false;
    }
    return true;
}

/* Lists the moves. Symmetric are those of a start alone. */
static int list_moves(struct looking *of)
{
    int r = root_moves_list_legal(&of->game, &of->facts.analysis);
    if (r < 0 || of->game.count > 1)
        return r;
    return symmetric_find(&of->facts.analysis, of->game.graph, keeps, game_now(&of->game));
}

/* Takes in what is known of the position itself. */
static int take_root(struct looking *of, const struct root_facts *root)
{
    struct analysis *analysis = &of->facts.analysis;
    const struct analysis *known = &root->analysis;
    analysis->pv = malloc(known->pv_count * sizeof(*known->pv) + 1);
    if (analysis->pv == NULL)
        return -ENOMEM;
    if (known->pv_count > 0)
        memcpy(analysis->pv, known->pv, known->pv_count * sizeof(*known->pv));
    analysis->pv_count = known->pv_count;
    analysis->pv_complete = known->pv_complete;
    analysis->pv_stopped = known->pv_stopped;
    analysis->cycle_from = known->cycle_from;
    analysis->nodes = known->nodes;
    analysis->bounds = known->bounds;
    for (size_t i = 0; i < known->move_count; i++)
        bounds_narrow(&analysis->moves[analysis->moves[i].same_as].bounds, &known->moves[i].bounds);
    of->facts.flags |= root->flags;
    /* What is put together may rest on any of them. */
    if (root->flags & ROOT_IMPORTS)
        of->facts.flags |= ROOT_IMPORTS;
    return 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The best that all moves but one (-1: but none) come to, in their player's view. */
static struct bounds best_but(const struct analysis *analysis, bool white, int left_out)
{
    struct bounds best = {-MARGIN_INFINITE, -MARGIN_INFINITE, -MARGIN_INFINITE, -MARGIN_INFINITE};
    for (int i = 0; i < (int)analysis->move_count; i++) {
        const struct bounds move = bounds_seen_by(white, &analysis->moves[i].bounds);
        if (analysis->moves[i].same_as != i || i == left_out)
            continue;
        best.lower_min = larger(best.lower_min, move.lower_min);
        best.lower_max = larger(best.lower_max, move.lower_max);
        best.upper_min = larger(best.upper_min, move.upper_min);
        best.upper_max = larger(best.upper_max, move.upper_max);
    }
    return best;
}

/* The position is worth what its best move is. So no move is better than the position, and where
 * all but one are worse that one is as good. */
static void combine(struct analysis *analysis, enum colour mover)
{
    bool white = mover == WHITE;
    struct bounds best = best_but(analysis, white, -1);
    best = bounds_seen_by(white, &best);
    bounds_narrow(&analysis->bounds, &best);
    const struct bounds root = bounds_seen_by(white, &analysis->bounds);
    for (int i = 0; i < (int)analysis->move_count; i++) {
        struct analysis_move *made = &analysis->moves[i];
        const struct bounds others = best_but(analysis, white, i);
        struct bounds least = bounds_unknown();
        if (made->same_as != i)
            continue;
        if (others.lower_max < root.lower_min)
            least.lower_min = root.lower_min;
        if (others.upper_max < root.upper_min)
            least.upper_min = root.upper_min;
        least = bounds_seen_by(white, &least);
        bounds_narrow(&made->bounds, &least);
        analysis_limit_by_root(&made->bounds, &analysis->bounds, mover);
    }
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis->moves[i].bounds = analysis->moves[analysis->moves[i].same_as].bounds;
}

/* --- the line --- */

/* Is the move worth what the position is, one number? */
static bool is_as_good(const struct analysis *analysis, size_t i)
{
    const struct bounds *root = &analysis->bounds, *move = &analysis->moves[i].bounds;
    return bounds_known(root) && root->lower_min == root->upper_min && bounds_known(move) &&
           move->lower_min == root->lower_min && move->upper_min == root->upper_min;
}

/* Puts the move before the line of the game after it, unless the one that is there is as short. */
static int put_line(struct analysis *analysis, struct move move, const struct analysis *after)
{
    if (analysis->pv_complete && analysis->pv_count <= after->pv_count + 1)
        return 0;
    struct move *pv = malloc((after->pv_count + 1) * sizeof(*pv));
    if (pv == NULL)
        return -ENOMEM;
    pv[0] = move;
    if (after->pv_count > 0)
        memcpy(pv + 1, after->pv, after->pv_count * sizeof(*pv));
    free(analysis->pv);
    analysis->pv = pv;
    analysis->pv_count = after->pv_count + 1;
    analysis->pv_complete = true;
    analysis->pv_stopped = STOP_NONE;
    analysis->cycle_from = -1;
    return 0;
}

/* Takes the line of a best move, if one to the end is known. */
static int take_line(struct looking *of, struct move move)
{
    const struct analysis ended = {0};
    struct root_facts after;
    bool over = false;
    int r = find_after(of, move, &after, &over);
    if (over)
        return put_line(&of->facts.analysis, move, &ended);
    if (r != 1)
        return r;
    bool ends = after.analysis.pv_complete && game_over(&after.analysis.game) &&
                bounds_known(&after.analysis.bounds);
    r = ends ? put_line(&of->facts.analysis, move, &after.analysis) : 0;
    analysis_release(&after.analysis);
    return r;
}

/* Looks for the shortest line that begins with a best move. */
static int find_line(struct looking *of)
{
    struct analysis *analysis = &of->facts.analysis;
    bool there = analysis->pv_complete;
    int r = 0;
    for (size_t i = 0; i < analysis->move_count && r == 0 && !there; i++)
        if (is_as_good(analysis, i))
            r = take_line(of, analysis->moves[i].move);
    return r;
}

/* --- all of it --- */

static void mark(struct looking *of)
{
    struct analysis *analysis = &of->facts.analysis;
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis->moves[i].best = root_move_is_best(analysis, i, of->komi_half_points);
    if (bounds_known(&analysis->bounds) && analysis->pv_complete)
        of->facts.flags |= ROOT_FINAL;
}

/* Something is known. */
static int put_together(struct looking *of, const struct root_facts *root)
{
    const char *why;
    enum colour mover = game_now(&of->game)->next == 0 ? BLACK : WHITE;
    int r = score_ends(of);
    if (r == 0 && root != NULL)
        r = take_root(of, root);
    if (r < 0)
        return r;
    combine(&of->facts.analysis, mover);
    r = find_line(of);
    mark(of);
    if (r == 0)
        r = root_check(&of->game, of->komi_half_points, &of->facts, &why);
    return r == 0 ? analysis_replay(&of->game, &of->facts.analysis) : r;
}

int root_after_find(struct store *store, const struct game *game, int komi_half_points,
                    const struct root_facts *root, struct root_facts *ret_facts)
{
    struct looking of = {
        .store = store,
        .komi_half_points = komi_half_points,
        .facts = {.analysis = {.bounds = bounds_unknown(), .cycle_from = -1, .threads = 1}},
    };
    if (store->env == NULL || !atomic_load(&store->made))
        return 0;
    int r = game_copy(&of.game, game);
    if (r == 0)
        r = list_moves(&of);
    if (r == 0)
        r = find_all(&of);
    if (r == 0 && of.found > 0)
        r = put_together(&of, root);
    game_release(&of.game);
    if (r == 0 && of.found > 0)
        *ret_facts = of.facts;
    else
        analysis_release(&of.facts.analysis);
    return r < 0 ? r : of.found > 0;
}
