/* Starting, playing and solving the game of a row. */
#include "report/row_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "report/claim.h"
#include "solve/stored.h"

int row_game_start(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct row_game *ret_game,
                   struct row_finding *finding)
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
    int r = claim_moves(game->graph, plays, &moves, &count, NULL);
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

static int solve_once(const struct game *game, const struct verdict_limits *limits, bool value_only,
                      struct written_certificate *certificate, struct analysis *ret_analysis)
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

int row_game_solve_certified(const struct game *game, const struct verdict_limits *limits,
                             bool value_only, struct written_certificate *ret_certificate,
                             struct analysis *ret_analysis)
{
    return solve_once(game, limits, value_only, ret_certificate, ret_analysis);
}

int row_game_solve(const struct game *game, const struct verdict_limits *limits, bool value_only,
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
