/* What a run found. */
#include <errno.h>
#include <stdlib.h>

#include "base/whole_file.h"
#include "certificate/write/written_certificate.h"
#include "library/handles.h"
#include "rules/ing_spight.h"

_Static_assert(SOLVE_MARGIN_INFINITE == MARGIN_INFINITE, "solve.h has another infinity");

struct solve_result {
    struct analysis analysis;
    double seconds;
    bool certified; /* a certificate was asked for: */
    struct written_certificate certificate;
    struct library_uncertified uncertified; /* what it does not claim */
    struct solve_move *pv;                  /* the analysis's */
    struct solve_game game; /* a view of the analysis's, with references of its own */
};

int library_wrap_result(const struct solve_game *game, struct analysis *analysis,
                        struct written_certificate *certificate, double seconds,
                        struct solve_result **ret_result)
{
    struct solve_result *result = calloc(1, sizeof(*result));
    if (result == NULL || library_moves_out(analysis->pv, analysis->pv_count, &result->pv) < 0) {
        free(result);
        analysis_release(analysis);
        if (certificate != NULL)
            written_certificate_release(certificate);
        return -ENOMEM;
    }
    result->analysis = *analysis;
    result->seconds = seconds;
    result->certified = certificate != NULL;
    if (certificate != NULL)
        result->certificate = *certificate;
    result->game = (struct solve_game){
        .board = solve_board_ref(game->board),
        .rules = solve_rules_ref(game->rules),
        .game = analysis->game,
    };
    *ret_result = result;
    return 0;
}

void solve_result_free(struct solve_result *result)
{
    if (result == NULL)
        return;
    analysis_release(&result->analysis);
    written_certificate_release(&result->certificate);
    library_uncertified_release(&result->uncertified);
    free(result->pv);
    solve_board_unref(result->game.board);
    solve_rules_unref(result->game.rules);
    free(result);
}

void library_set_uncertified(struct solve_result *result,
                             const struct library_uncertified *uncertified)
{
    result->uncertified = *uncertified;
}

static struct solve_bounds bounds_out(const struct bounds *bounds)
{
    return (struct solve_bounds){bounds->lower_min, bounds->lower_max, bounds->upper_min,
                                 bounds->upper_max};
}

/* Does who only passes lose no more than the board, in an end that is scored? As the engines have
 * it: solver_first_bounds(), unfold_bounds_of_board(). What holds at a start alone is left out. */
static bool passing_holds_board(const struct solve_rules *rules)
{
    const struct history_model *model = &rules->model;
    bool named = rules->ruleset.family->scoring_name != NULL;
    if (named || ruleset_value(&rules->ruleset, &field_scoring) == SCORING_TERRITORY)
        return false;
    if (ing_spight_is(&rules->ruleset))
        return ruleset_suicide(&rules->ruleset) == SUICIDE_NO;
    return model->passing_safe && model->solo_ends && !model->pass_prisoners;
}

int solve_bounds_of_rules(const struct solve_rules *rules, const struct solve_board *board,
                          struct solve_bounds *ret_bounds)
{
    if (rules == NULL || board == NULL || ret_bounds == NULL)
        return -EINVAL;
    int least = -MARGIN_INFINITE, most = MARGIN_INFINITE;
    if (ruleset_players(&rules->ruleset) == 2 && passing_holds_board(rules)) {
        int black = rules->model.first_pass[0], white = rules->model.first_pass[1];
        least = -board->graph->points + (black < white ? black : white);
        most = board->graph->points + (black > white ? black : white);
    }
    *ret_bounds = (struct solve_bounds){least, most, least, most};
    return 0;
}

bool solve_bounds_known(const struct solve_bounds *bounds)
{
    return bounds != NULL && bounds->lower_min == bounds->lower_max &&
           bounds->upper_min == bounds->upper_max;
}

static int within_infinite(int margin)
{
    if (margin > MARGIN_INFINITE)
        return MARGIN_INFINITE;
    return margin < -MARGIN_INFINITE ? -MARGIN_INFINITE : margin;
}

int solve_bounds_at_komi(int lower, int upper, int komi_half_points)
{
    return bounds_result(within_infinite(lower), within_infinite(upper), komi_half_points);
}

int solve_result_bounds(const struct solve_result *result, struct solve_bounds *ret_bounds)
{
    if (result == NULL || ret_bounds == NULL)
        return -EINVAL;
    *ret_bounds = bounds_out(&result->analysis.bounds);
    return 0;
}

size_t solve_result_move_count(const struct solve_result *result)
{
    return result != NULL ? result->analysis.move_count : 0;
}

int solve_result_move(const struct solve_result *result, size_t i, struct solve_root_move *ret_move)
{
    if (result == NULL || ret_move == NULL)
        return -EINVAL;
    if (i >= result->analysis.move_count)
        return -ENOENT;
    const struct analysis_move *made = &result->analysis.moves[i];
    *ret_move = (struct solve_root_move){
        .move = library_move_out(made->move),
        .bounds = bounds_out(&made->bounds),
        .same_as = (size_t)made->same_as,
        .best = made->best,
    };
    return 0;
}

bool solve_result_moves_complete(const struct solve_result *result)
{
    return result != NULL && analysis_moves_complete(&result->analysis);
}

/* A komi as the analysis counts it, in which Black's half point is no part of a margin. */
static int own_komi(const struct solve_result *result, int komi_half_points)
{
    return komi_half_points - solve_rules_half_points(result->game.rules);
}

bool solve_result_best_complete(const struct solve_result *result, int komi_half_points)
{
    return result != NULL &&
           analysis_best_complete(&result->analysis, own_komi(result, komi_half_points));
}

enum solve_rating solve_result_rating(const struct solve_result *result, size_t i,
                                      int komi_half_points)
{
    if (result == NULL || i >= result->analysis.move_count)
        return SOLVE_RATED_OPEN;
    switch (analysis_rate_move(&result->analysis, i, own_komi(result, komi_half_points))) {
    case RATED_BEST:
        return SOLVE_RATED_BEST;
    case RATED_WORSE:
        return SOLVE_RATED_WORSE;
    default:
        return SOLVE_RATED_OPEN;
    }
}

bool solve_result_komi_matters(const struct solve_result *result)
{
    return result != NULL && analysis_komi_matters(&result->analysis);
}

const struct solve_move *solve_result_pv(const struct solve_result *result, size_t *ret_count)
{
    if (result == NULL || ret_count == NULL)
        return NULL;
    *ret_count = result->analysis.pv_count;
    return result->pv;
}

bool solve_result_pv_complete(const struct solve_result *result)
{
    return result != NULL && result->analysis.pv_complete;
}

enum solve_stop solve_result_pv_stop(const struct solve_result *result)
{
    return result != NULL ? library_stop_out(result->analysis.pv_stopped) : SOLVE_STOP_NONE;
}

long solve_result_pv_cycle(const struct solve_result *result)
{
    return result != NULL ? result->analysis.cycle_from : -1;
}

const struct solve_game *solve_result_game(const struct solve_result *result)
{
    return result != NULL ? &result->game : NULL;
}

int solve_result_work(const struct solve_result *result, struct solve_work *ret_work)
{
    if (result == NULL || ret_work == NULL)
        return -EINVAL;
    *ret_work = (struct solve_work){
        .nodes = result->analysis.nodes,
        .entries = result->analysis.entries,
        .seconds = result->seconds,
        .threads = result->analysis.threads,
    };
    return 0;
}

int solve_result_certificate(const struct solve_result *result,
                             struct solve_certificate *ret_certificate)
{
    if (result == NULL || ret_certificate == NULL)
        return -EINVAL;
    if (!result->certified)
        return -ENOENT;
    const struct written_certificate *made = &result->certificate;
    *ret_certificate = (struct solve_certificate){
        .bytes = made->file.data,
        .size = made->file.size,
        .claims = made->claim_count,
        .missing = made->missing,
        .cut = made->cut,
    };
    return 0;
}

const char *solve_result_uncertified(const struct solve_result *result, size_t i)
{
    return result != NULL && i < result->uncertified.count ? result->uncertified.texts[i] : NULL;
}

bool solve_result_uncertified_by_rules(const struct solve_result *result)
{
    return result != NULL && result->uncertified.by_rules;
}

int solve_certificate_write(const struct solve_certificate *certificate, const char *path,
                            struct solve_error *err)
{
    struct error why = {""};
    if (certificate == NULL || path == NULL || certificate->size == 0)
        return library_refuse(err, -EINVAL, "there is no certificate to write");
    int r = whole_file_write(path, certificate->bytes, certificate->size, &why);
    return r < 0 ? library_fail(err, r, &why) : 0;
}

enum solve_stop library_stop_out(enum stop_reason stop)
{
    static const enum solve_stop stops[] = {
        [STOP_NONE] = SOLVE_STOP_NONE,           [STOP_BUDGET] = SOLVE_STOP_OTHER,
        [STOP_NODES] = SOLVE_STOP_NODES,         [STOP_TIME] = SOLVE_STOP_TIME,
        [STOP_INTERRUPT] = SOLVE_STOP_INTERRUPT, [STOP_MEMORY] = SOLVE_STOP_MEMORY,
        [STOP_UNDECIDED] = SOLVE_STOP_UNDECIDED, [STOP_SOLO] = SOLVE_STOP_SOLO,
        [STOP_LENGTH] = SOLVE_STOP_LENGTH,       [STOP_UNSCORED] = SOLVE_STOP_UNSCORED,
        [STOP_SAVING] = SOLVE_STOP_STORE,        [STOP_CANCELLED] = SOLVE_STOP_OTHER,
        [STOP_SIZE] = SOLVE_STOP_SIZE,
    };
    return stops[stop];
}

enum solve_stop solve_result_stop(const struct solve_result *result)
{
    return result != NULL ? library_stop_out(result->analysis.stopped) : SOLVE_STOP_NONE;
}

const char *solve_stop_text(enum solve_stop stop)
{
    switch (stop) {
    case SOLVE_STOP_NONE:
        return "not stopped";
    case SOLVE_STOP_NODES:
        return "the limit of nodes is reached";
    case SOLVE_STOP_TIME:
        return "the time is up";
    case SOLVE_STOP_INTERRUPT:
        return "interrupted";
    case SOLVE_STOP_MEMORY:
        return "the memory is used up";
    case SOLVE_STOP_UNDECIDED:
        return "no proof was found for either side";
    case SOLVE_STOP_SOLO:
        return "what a player can reach alone after a ban is too much to enumerate";
    case SOLVE_STOP_SIZE:
        return "boards of this size are not searched under this ruleset";
    case SOLVE_STOP_LENGTH:
        return "a line grew too long to count its passes";
    case SOLVE_STOP_UNSCORED:
        return "who controls what on a board is more than can be decided";
    case SOLVE_STOP_STORE:
        return "what is proved cannot be written to the store";
    case SOLVE_STOP_OTHER:
    default:
        return "stopped";
    }
}
