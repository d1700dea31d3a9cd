/* What the files that judge rows share. */
#include "report/finding.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/words.h"
#include "report/claim.h"
#include "solve/stored.h"

void finding_release(struct finding *finding)
{
    text_release(&finding->claimed);
    text_release(&finding->claimed_plays);
    text_release(&finding->computed);
    text_release(&finding->best);
    text_release(&finding->takes);
    text_release(&finding->refrains);
    text_release(&finding->reason);
    text_release(&finding->line);
    free(finding->certificate.bytes);
}

int finding_leave_open(struct finding *finding, const char *why)
{
    finding->kind = VERDICT_OPEN;
    text_separate(&finding->reason, "; ");
    text_add(&finding->reason, "%s", why);
    return 0;
}

int row_game_start(const struct table_row *row, const char *rules,
                   const struct judge_limits *limits, struct row_game *ret_game,
                   struct finding *finding)
{
    struct position empty;
    struct row_game game = {0};
    memset(&empty, 0, sizeof(empty));
    *ret_game = game;
    if (ruleset_parse(rules, &game.rules, NULL) < 0)
        return finding_leave_open(finding, "no such ruleset in this version");
    if (ruleset_players(&game.rules) != 2)
        return finding_leave_open(finding, "not a ruleset for two players");
    if (graph_parse(row->cells[COLUMN_BOARD], &game.graph, NULL) < 0)
        return -ENOMEM; /* it was read before */
    if (limits->points_max > 0 && game.graph->points > limits->points_max) {
        graph_free(game.graph);
        return finding_leave_open(finding, "not tried");
    }
    if (game_init(&game.game, game.graph, &game.rules, &empty, BLACK) < 0) {
        graph_free(game.graph);
        return -ENOMEM;
    }
    *ret_game = game;
    return 1;
}

void row_game_release(struct row_game *game)
{
    if (game->graph == NULL)
        return;
    game_release(&game->game);
    graph_free(game->graph);
    game->graph = NULL;
}

int row_game_play(struct row_game *game, const char *plays, size_t *ret_played,
                  struct verdict *ret_verdict)
{
    struct move *moves;
    size_t count, played = 0;
    struct verdict verdict = {.legal = true};
    int r = claim_plays(game->graph, plays, &moves, &count, NULL);
    if (r < 0)
        return r;
    for (; played < count && r == 0 && verdict.legal; played += verdict.legal) {
        verdict = (struct verdict){.reason = "comes after the end of the game"};
        if (!game_over(&game->game))
            r = game_play(&game->game, moves[played], &verdict);
    }
    free(moves);
    *ret_played = played;
    *ret_verdict = verdict;
    return r < 0 ? r : verdict.legal;
}

static int solve_once(const struct game *game, const struct judge_limits *limits, bool value_only,
                      struct certificate *certificate, struct analysis *ret_analysis)
{
    struct analysis_options options = {
        .limits =
            {
                .deadline = clock_now() + limits->row_seconds,
                .max_bytes = limits->row_bytes,
                .interrupted = limits->interrupted,
            },
        .value_only = value_only,
        .threads = 1,
        .certificate = certificate,
    };
    return stored_analyse(certificate == NULL ? limits->store : NULL, game, &options, ret_analysis);
}

int solve_certified(const struct game *game, const struct judge_limits *limits, bool value_only,
                    struct certificate *ret_certificate, struct analysis *ret_analysis)
{
    return solve_once(game, limits, value_only, ret_certificate, ret_analysis);
}

int solve_within(const struct game *game, const struct judge_limits *limits, bool value_only,
                 struct analysis *ret_analysis)
{
    struct analysis again;
    int r = solve_once(game, limits, value_only, NULL, ret_analysis);
    if (r < 0 || value_only || ret_analysis->pv_complete || !bounds_known(&ret_analysis->bounds))
        return r;
    r = solve_once(game, limits, true, NULL, &again);
    if (r < 0) {
        analysis_release(ret_analysis);
        return r;
    }
    /* The plays of the first run, the line of the second. */
    struct analysis_move *moves = ret_analysis->moves;
    ret_analysis->moves = again.moves;
    again.moves = moves;
    again.stopped = ret_analysis->stopped;
    analysis_release(ret_analysis);
    *ret_analysis = again;
    return 0;
}

const char *stop_name(enum stop_reason stopped)
{
    switch (stopped) {
    case STOP_NONE:
        return NULL;
    case STOP_INTERRUPT:
        return "interrupted";
    case STOP_MEMORY:
        return "not decided within the memory";
    default:
        return "not decided within the time";
    }
}

static void write_margin(struct text *text, int margin)
{
    if (margin >= MARGIN_INFINITE || margin <= -MARGIN_INFINITE)
        text_add(text, "%cinf", margin > 0 ? '+' : '-');
    else
        text_add(text, "%s", words_signed(margin));
}

void write_value(struct text *text, const struct bounds *bounds)
{
    if (!bounds_known(bounds))
        return;
    if (bounds->lower_min != bounds->upper_min)
        text_add(text, "lower ");
    write_margin(text, bounds->lower_min);
    if (bounds->lower_min == bounds->upper_min)
        return;
    text_add(text, ", upper ");
    write_margin(text, bounds->upper_min);
}

struct result_range result_at_zero(const struct bounds *bounds)
{
    return (struct result_range){
        .least = bounds_result(bounds->lower_min, bounds->upper_min, 0) / 2,
        .most = bounds_result(bounds->lower_max, bounds->upper_max, 0) / 2,
    };
}
