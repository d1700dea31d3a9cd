/* Starting, playing and solving the game of a row. */
#include "report/row_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/request_limits.h"

/* Refuses what no verdict is found on. Returns 1, 0 or -ENOMEM, as row_game_start() does. */
static int check_game(struct solve_game *game, const struct verdict_limits *limits,
                      struct row_finding *finding)
{
    struct solve_rules_facts facts;
    solve_rules_facts(solve_game_rules(game), &facts);
    if (facts.players != 2)
        return finding_leave_open(finding, "not a ruleset for two players");
    if (limits->points_max > 0 && solve_board_points(solve_game_board(game)) > limits->points_max)
        return finding_leave_open(finding, "not tried");
    return 1;
}

int row_game_start(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct solve_game **ret_game,
                   struct row_finding *finding)
{
    struct solve_rules *ruleset = NULL;
    struct solve_board *board = NULL;
    struct solve_game *game = NULL;
    *ret_game = NULL;
    int r = solve_rules_parse(rules, &ruleset, NULL);
    if (r == -EINVAL)
        return finding_leave_open(finding, "no such ruleset in this version");
    if (r == 0)
        r = solve_board_parse(row->cells[COLUMN_BOARD], &board, NULL);
    if (r == 0)
        r = solve_game_new(board, ruleset, NULL, 0, &game, NULL);
    solve_board_unref(board);
    solve_rules_unref(ruleset);
    if (r < 0)
        return -ENOMEM; /* the board was read before */
    r = check_game(game, limits, finding);
    if (r == 1)
        *ret_game = game;
    else
        solve_game_free(game);
    return r;
}

bool row_game_is_solvable(const struct solve_game *game, struct row_finding *finding)
{
    if (solve_board_points(solve_game_board(game)) <= SOLVE_POINTS_MAX)
        return true;
    finding_leave_open(finding, "too many points to solve");
    return false;
}

int row_game_play(struct solve_game *game, const char *moves, size_t *ret_played,
                  struct solve_refusal *ret_refusal)
{
    struct solve_move *list;
    size_t count, played = 0;
    int r = claim_moves(solve_game_board(game), moves, &list, &count, NULL);
    if (r < 0)
        return r;
    for (; played < count && r == 0; played += r == 0) {
        r = solve_game_play(game, list[played], ret_refusal);
        if (r == -EPERM && ret_refusal->rule == NULL)
            strcpy(ret_refusal->reason, "comes after the end of the game");
    }
    free(list);
    if (r < 0 && r != -EPERM)
        return r;
    *ret_played = played;
    return r == 0;
}

int row_game_request(const struct verdict_limits *limits, struct solve_request **ret_request)
{
    const struct request_limits all = {.memory = limits->row_bytes,
                                       .max_seconds = limits->row_seconds};
    return request_limits_make(&all, limits->interrupt, ret_request);
}

/*
 * Starts the game of a row that is not solved, but counted: under its rules, and with a request for
 * it. Returns 1; 0 if there can be no verdict; or -ENOMEM. The caller frees both.
 */
static int open_counted(const struct table *table, const struct table_row *row,
                        const struct verdict_limits *limits, struct solve_game **ret_game,
                        struct solve_request **ret_request, struct row_finding *finding)
{
    struct solve_game *game;
    int r = row_game_start(row, table_rules(table, row), limits, &game, finding);
    if (r <= 0)
        return r;
    r = row_game_is_solvable(game, finding);
    if (r > 0 && row_game_request(limits, ret_request) < 0)
        r = -ENOMEM;
    if (r <= 0)
        solve_game_free(game);
    else
        *ret_game = game;
    return r;
}

/* Solves once, with a certificate or with what the store knows. */
static int solve_once(const struct solve_game *game, const struct verdict_limits *limits,
                      bool value_only, bool certificate, struct solve_result **ret_result)
{
    struct solve_request *request;
    int r = row_game_request(limits, &request);
    if (r < 0)
        return r;
    solve_request_set_value_only(request, value_only);
    solve_request_set_certificate(request, certificate);
    solve_request_set_store(request, certificate ? NULL : limits->store);
    r = solve_request_run(request, game, ret_result, NULL);
    solve_request_free(request);
    return r;
}

int row_game_certify(const struct solve_game *game, const struct verdict_limits *limits,
                     bool value_only, struct solve_result **ret_result)
{
    return solve_once(game, limits, value_only, true, ret_result);
}

int row_game_solve(const struct solve_game *game, const struct verdict_limits *limits,
                   bool value_only, struct solved *ret_solved)
{
    struct solve_result *result;
    int r = solve_once(game, limits, value_only, false, &result);
    if (r == 0)
        r = solved_init(ret_solved, result);
    if (r < 0 || value_only || solve_result_pv_complete(result) ||
        !solve_bounds_known(&ret_solved->bounds))
        return r;
    r = solve_once(game, limits, true, false, &ret_solved->line);
    if (r < 0) {
        ret_solved->line = ret_solved->result;
        solved_release(ret_solved);
        return r;
    }
    /* The root moves of the first run; the value and its line of the second. */
    solve_result_bounds(ret_solved->line, &ret_solved->bounds);
    return 0;
}

int row_game_judge(const struct table *table, const struct table_row *row,
                   const struct verdict_limits *limits, row_game_verdict *judge,
                   struct row_finding *finding)
{
    struct solve_game *game;
    struct solve_request *request;
    strbuf_add(&finding->claimed, "%s", row->cells[COLUMN_NUMBER]);
    int r = open_counted(table, row, limits, &game, &request, finding);
    if (r <= 0)
        return r;
    r = judge(row, request, game, limits, finding);
    solve_request_free(request);
    solve_game_free(game);
    return r;
}
