/* A certificate of a board's value, made by libsolve and checked by libsolve-check, which contains
 * nothing of the search: certificate BOARD RULES. */
#include <solve-check.h>
#include <solve.h>
#include <stdio.h>

/* Says what a certificate proves. Returns whether it is accepted. */
static bool check(const struct solve_certificate *certificate)
{
    struct solve_check *check = NULL;
    struct solve_check_claim claim;
    if (solve_check_new(&check) < 0)
        return false;
    solve_check_read(check, certificate->bytes, certificate->size);
    bool accepted = solve_check_run(check) == 0;
    printf("%s %s\n", accepted ? "accepted" : "not accepted", solve_check_reason(check));
    for (size_t i = 0; accepted && solve_check_claim(check, i, &claim) == 0; i++)
        printf("%s\n", claim.text);
    solve_check_free(check);
    return accepted;
}

int main(int argc, char **argv)
{
    struct solve_error err = {"wanted: certificate BOARD RULES"};
    struct solve_certificate certificate = {0};
    struct solve_board *board = NULL;
    struct solve_rules *rules = NULL;
    struct solve_game *game = NULL;
    struct solve_request *request = NULL;
    struct solve_result *result = NULL;
    if (argc < 3 || solve_board_parse(argv[1], &board, &err) < 0 ||
        solve_rules_parse(argv[2], &rules, &err) < 0 ||
        solve_game_new(board, rules, NULL, 0, &game, &err) < 0 || solve_request_new(&request) < 0 ||
        solve_request_set_value_only(request, true) < 0 ||
        solve_request_set_certificate(request, true) < 0 ||
        solve_request_run(request, game, &result, &err) < 0) {
        fprintf(stderr, "certificate: %s\n", err.text);
        return 1;
    }
    solve_result_certificate(result, &certificate);
    bool accepted = check(&certificate);
    solve_result_free(result);
    solve_request_free(request);
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return accepted ? 0 : 1;
}
