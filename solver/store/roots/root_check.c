/* Looking at records of positions under the rules. */
#include "store/roots/root_check.h"

#include <errno.h>
#include <limits.h>

#include "rules/history_model.h"
#include "store/roots/root_game.h"
#include "store/roots/root_moves.h"

static int refuse(const char **ret_why, const char *why)
{
    *ret_why = why;
    return -EBADMSG;
}

/* --- bounds --- */

/* The most that anybody can win by where no prisoners count; there is no such limit elsewhere. */
static int greatest_margin(const struct game *game, const struct history_model *model)
{
    bool prisoners = ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY;
    return prisoners || model->pass_prisoners || model->cycles ? MARGIN_INFINITE
                                                               : game->graph->points;
}

static bool is_margin(int margin, int most)
{
    return (margin >= -most && margin <= most) || margin == MARGIN_INFINITE ||
           margin == -MARGIN_INFINITE;
}

static bool are_margins(const struct bounds *bounds, int most)
{
    return is_margin(bounds->lower_min, most) && is_margin(bounds->lower_max, most) &&
           is_margin(bounds->upper_min, most) && is_margin(bounds->upper_max, most) &&
           bounds_in_order(bounds);
}

static int check_bounds(const struct game *game, const struct analysis *analysis,
                        const char **ret_why)
{
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    int most = greatest_margin(game, &model);
    bool good = are_margins(&analysis->bounds, most);
    for (size_t i = 0; i < analysis->move_count; i++)
        good = good && are_margins(&analysis->moves[i].bounds, most);
    return good ? 0 : refuse(ret_why, "its bounds are no margins of the board in their order");
}

/* No move is better for its player than the root, and one is as good. */
static int check_against_root(int mover, const struct analysis *analysis, const char **ret_why)
{
    struct bounds root = bounds_seen_by(mover == WHITE, &analysis->bounds);
    int lower = INT_MIN, upper = INT_MIN;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct bounds move = bounds_seen_by(mover == WHITE, &analysis->moves[i].bounds);
        if (move.lower_min > root.lower_max || move.upper_min > root.upper_max)
            return refuse(ret_why, "a first play is better than the position");
        lower = move.lower_max > lower ? move.lower_max : lower;
        upper = move.upper_max > upper ? move.upper_max : upper;
    }
    if (analysis->move_count > 0 && (lower < root.lower_min || upper < root.upper_min))
        return refuse(ret_why, "no first play is as good as the position");
    return 0;
}

/* --- root moves --- */

/* Are these the legal moves, each once, in their order? */
static int check_moves(struct game *game, const struct root_facts *facts, const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    struct analysis legal = {0};
    if (analysis->move_count == 0 && !(facts->flags & ROOT_FINAL))
        return 0;
    int r = root_moves_list_legal(game, &legal);
    bool good = legal.move_count == analysis->move_count;
    for (size_t i = 0; i < analysis->move_count && good; i++)
        good = move_equal(legal.moves[i].move, analysis->moves[i].move);
    analysis_release(&legal);
    if (r < 0)
        return r;
    return good ? 0 : refuse(ret_why, "its first plays are not the legal ones");
}

static int check_marks(const struct root_facts *facts, int komi, const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        bool best = root_move_is_best(analysis, i, komi);
        if (made->best != best && (made->best || (facts->flags & ROOT_FINAL)))
            return refuse(ret_why, "it calls the wrong first plays best");
        if (made->same_as < 0 || made->same_as > (int)i ||
            analysis->moves[made->same_as].same_as != made->same_as)
            return refuse(ret_why, "its first plays are not alike as it says");
    }
    return 0;
}

/* --- the line --- */

static bool is_on_board(const struct game *game, struct move move)
{
    return move.kind != MOVE_STONE || (move.point >= 0 && move.point < game->graph->points);
}

/* Plays the line, which stays. */
static int play_pv(struct game *game, const struct analysis *analysis, const char **ret_why)
{
    for (size_t i = 0; i < analysis->pv_count; i++) {
        struct verdict verdict = {0};
        if (game_over(game))
            return refuse(ret_why, "its line goes on after the end");
        if (!is_on_board(game, analysis->pv[i]))
            return refuse(ret_why, "its line leaves the board");
        int r = game_play(game, analysis->pv[i], &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            return refuse(ret_why, "its line has an illegal move");
    }
    return 0;
}

/* A complete line goes to the end of the game, with the result of best play, or to a state that
 * was there before. */
static int check_end(const struct game *game, const struct analysis *analysis, int komi,
                     const char **ret_why)
{
    const struct bounds *bounds = &analysis->bounds;
    if (analysis->cycle_from < -1 || analysis->cycle_from > (long)analysis->pv_count)
        return refuse(ret_why, "its cycle begins outside its line");
    if (!analysis->pv_complete)
        return 0;
    if (!bounds_known(bounds))
        return refuse(ret_why, "it has a line of best play but no value");
    if (!game_over(game))
        return analysis->cycle_from >= 0 ? 0 : refuse(ret_why, "its line does not come to an end");
    int scores[PLAYERS_MAX];
    int r = game_now(game)->ending == ENDING_SCORED ? game_scores(game, scores) : 1;
    if (r == -ENOMEM)
        return r;
    if (r < 0)
        return refuse(ret_why, "its line ends where the score is not decided");
    if (r == 0 &&
        2 * (scores[0] - scores[1]) != bounds_result(bounds->lower_min, bounds->upper_min, komi))
        return refuse(ret_why, "its line does not come to its value");
    return 0;
}

/* --- all of it --- */

static int check_played(struct game *game, int komi, const struct root_facts *facts,
                        const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    int mover = game_now(game)->next, r = check_bounds(game, analysis, ret_why);
    if (r == 0)
        r = check_moves(game, facts, ret_why);
    if (r == 0)
        r = check_marks(facts, komi, ret_why);
    if (r == 0)
        r = check_against_root(mover, analysis, ret_why);
    if (r == 0)
        r = play_pv(game, analysis, ret_why);
    return r == 0 ? check_end(game, analysis, komi, ret_why) : r;
}

int root_check(const struct game *game, int komi_half_points, const struct root_facts *facts,
               const char **ret_why)
{
    struct game copy = {0};
    if (game_over(game))
        return refuse(ret_why, "the game is over there");
    int r = game_copy(&copy, game);
    if (r == 0)
        r = check_played(&copy, komi_half_points, facts, ret_why);
    game_release(&copy);
    return r;
}

int root_check_record(const struct root_record *record, const char *graph_text, size_t graph_length,
                      const char **ret_why)
{
    struct root_game root;
    int r = root_game_make(record->text, record->length, graph_text, graph_length, &root, ret_why);
    if (r == 1) {
        r = root_check(&root.game, root.komi_half_points, &record->facts, ret_why);
        root_game_release(&root);
    }
    return r < 0 ? r : 0;
}

int root_check_read(MDB_txn *txn, const MDB_dbi *tables, const uint8_t *hash, const MDB_val *value,
                    struct root_record *ret_record)
{
    struct root_record record;
    const char *why;
    int r = root_record_read(hash, value->mv_data, value->mv_size, &record);
    if (r < 0)
        return r == -EBADMSG ? 0 : r;
    MDB_val graph = {0, NULL};
    if (tables != NULL)
        graph = root_game_graph_text(txn, *tables, record.text, record.length);
    r = root_check_record(&record, graph.mv_data, graph.mv_size, &why);
    if (r < 0 || ret_record == NULL)
        analysis_release(&record.facts.analysis);
    else
        *ret_record = record;
    return r == -EBADMSG ? 0 : r < 0 ? r : 1;
}
