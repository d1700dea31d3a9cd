/* The expectations of the case language: what may follow "expect". They speak of the present. */
#include <errno.h>
#include <string.h>

#include "cases/run.h"

/* Says whether text is a legal play now; the game is left as it was. */
static int probe(struct run *run, const char *text, struct verdict *ret_verdict)
{
    struct move move;
    struct error err;
    if (move_parse(run->graph, ruleset_passes(&run->rules), text, strlen(text), &move, &err) < 0)
        return run_reject(run, "%s", err.text);
    if (game_over(&run->game))
        return run_fail(run, "the game has ended: nothing can be played");
    int r = game_play(&run->game, move, ret_verdict);
    if (r == 0 && ret_verdict->legal)
        game_undo(&run->game);
    return r;
}

static int expect_legal(struct run *run, char *args)
{
    struct verdict verdict;
    if (*args == '\0')
        return run_reject(run, "expect legal: wanted plays");
    for (char *text; (text = run_next_arg(&args)) != NULL;) {
        int r = probe(run, text, &verdict);
        if (r != RUN_OK)
            return r;
        if (!verdict.legal)
            return run_fail(run, "%s is illegal: %s: %s", text, verdict.rule, verdict.reason);
    }
    return RUN_OK;
}

static int expect_illegal(struct run *run, char *args)
{
    struct verdict verdict;
    char *text = run_next_arg(&args), *rule = run_next_arg(&args);
    if (rule == NULL)
        return run_reject(run, "expect illegal: wanted a play and the rule that forbids it");
    int r = probe(run, text, &verdict);
    if (r != RUN_OK)
        return r;
    if (verdict.legal)
        return run_fail(run, "%s is legal", text);
    if (strcmp(verdict.rule, rule) != 0)
        return run_fail(run, "%s is illegal by %s (%s), not by %s", text, verdict.rule,
                        verdict.reason, rule);
    args += strspn(args, " \t");
    if (strstr(verdict.reason, args) == NULL)
        return run_fail(run, "%s is illegal because it '%s', not '%s'", text, verdict.reason, args);
    return RUN_OK;
}

/* "start" or the number of a move. */
static int read_moment(const struct run *run, const char *text, int *ret_turn)
{
    if (text != NULL && strcmp(text, "start") == 0)
        *ret_turn = 0;
    else if (text == NULL || !run_read_number(text, ret_turn) || *ret_turn < 1)
        return run_reject(run,
                          "expect banned: wanted 'since start' or 'since' and a move's number");
    return RUN_OK;
}

static int expect_banned(struct run *run, char *args)
{
    const struct turn *now = game_now(&run->game);
    const char *name = run_next_arg(&args), *rule = run_next_arg(&args);
    const char *since = run_next_arg(&args);
    int player = name != NULL ? run_find_player(name) : -1, turn;
    run->ban_unsaid = false;
    if (name != NULL && strcmp(name, "nobody") == 0 && rule == NULL)
        return now->banned < 0 ? RUN_OK
                               : run_fail(run, "%s is prohibited by %s",
                                          run_player_name(now->banned), now->rule);
    if (player < 0 || rule == NULL || (since != NULL && strcmp(since, "since") != 0))
        return run_reject(run, "expect banned: wanted nobody, or a player, a rule [since MOVE]");
    if (now->banned != player)
        return run_fail(run, "the last move prohibited %s, not %s", run_player_name(now->banned),
                        name);
    if (strcmp(now->rule, rule) != 0)
        return run_fail(run, "%s is prohibited by %s, not by %s", name, now->rule, rule);
    if (since == NULL)
        return RUN_OK;
    int r = read_moment(run, run_next_arg(&args), &turn);
    if (r == RUN_OK && now->repeated != (size_t)turn)
        r = run_fail(run, "the encounter that came back is move %zu's, not %d's", now->repeated,
                     turn);
    return r;
}

static int expect_active(struct run *run, char *args)
{
    unsigned wanted = 0, active = game_now(&run->game)->active;
    for (char *name; (name = run_next_arg(&args)) != NULL;) {
        int player = run_find_player(name);
        if (player < 0 && strcmp(name, "nobody") != 0)
            return run_reject(run, "'%s' is no player", name);
        wanted |= player < 0 ? 0 : 1u << player;
    }
    for (int k = 0; k < PLAYERS_MAX; k++)
        if ((wanted ^ active) >> k & 1)
            return run_fail(run, "%s %s", run_player_name(k),
                            active >> k & 1 ? "may play" : "may not play");
    return RUN_OK;
}

static int expect_to_move(struct run *run, char *args)
{
    int player = run_find_player(args), next = game_now(&run->game)->next;
    if (player < 0)
        return run_reject(run, "'%s' is no player", args);
    if (game_over(&run->game))
        return run_fail(run, "the game has ended");
    return player == next ? RUN_OK : run_fail(run, "%s is to move", run_player_name(next));
}

static int expect_board(struct run *run, char *args)
{
    char text[POSITION_TEXT_MAX], shown[POSITION_TEXT_MAX];
    int rows, cols;
    if (*args != '\0')
        return run_reject(run, "expect board: draw the rows on the next lines");
    int r = run_read_rows(run, text, &rows, &cols);
    if (r < 0)
        return r;
    position_format(run->graph, &game_now(&run->game)->board, shown);
    return strcmp(text, shown) == 0 ? RUN_OK : run_fail(run, "the board is %s", shown);
}

/* end scored|no-result|tie [RULE], end won PLAYER [RULE], or end none. */
static int expect_end(struct run *run, char *args)
{
    static const char *const endings[] = {"none", "scored", "no-result", "tie", "won"};
    const struct turn *now = game_now(&run->game);
    const char *ending = run_next_arg(&args);
    bool won = ending != NULL && strcmp(ending, endings[ENDING_WON]) == 0;
    const char *winner = won ? run_next_arg(&args) : NULL, *rule = run_next_arg(&args);
    run->end_unsaid = false;
    if (won && (winner == NULL || run_find_player(winner) < 0))
        return run_reject(run, "expect end won: wanted the player who won");
    for (size_t i = 0; ending != NULL && i < sizeof(endings) / sizeof(endings[0]); i++) {
        if (strcmp(ending, endings[i]) != 0)
            continue;
        if (now->ending != i)
            return run_fail(run, "the ending is %s, not %s", endings[now->ending], ending);
        if (won && now->winner != run_find_player(winner))
            return run_fail(run, "%s has won, not %s", run_player_name(now->winner), winner);
        if (rule != NULL && (now->rule == NULL || strcmp(now->rule, rule) != 0))
            return run_fail(run, "the game ended by %s, not by %s",
                            now->rule != NULL ? now->rule : "no rule", rule);
        return RUN_OK;
    }
    return run_reject(run, "expect end: wanted scored, no-result, tie, won or none");
}

static int expect_margin(struct run *run, char *args)
{
    int wanted, scores[PLAYERS_MAX];
    if (game_scores(&run->game, scores) < 0)
        return run_fail(run, "the score is not decided");
    int margin = scores[0] - scores[1];
    if (!run_read_number(args, &wanted))
        return run_reject(run, "expect margin: wanted Black's points minus White's");
    return margin == wanted ? RUN_OK : run_fail(run, "the margin is %d, not %d", margin, wanted);
}

/* A number for each player, in the order of play. */
static int compare_each(struct run *run, char *args, const int *numbers, const char *what)
{
    for (int k = 0; k < run->game.players; k++) {
        int wanted;
        const char *text = run_next_arg(&args);
        if (text == NULL || !run_read_number(text, &wanted))
            return run_reject(run, "%s: wanted a number for each player", what);
        if (numbers[k] != wanted)
            return run_fail(run, "%s of %s: %d, not %d", what, run_player_name(k), numbers[k],
                            wanted);
    }
    return *args == '\0' ? RUN_OK : run_reject(run, "%s: more numbers than players", what);
}

static int expect_scores(struct run *run, char *args)
{
    int scores[PLAYERS_MAX];
    if (game_scores(&run->game, scores) < 0)
        return run_fail(run, "the score is not decided");
    return compare_each(run, args, scores, "points");
}

static int expect_lost(struct run *run, char *args)
{
    return compare_each(run, args, game_now(&run->game)->lost, "stones lost");
}

const struct word case_expectations[] = {
    {"legal", expect_legal, "MOVE..."},
    {"illegal", expect_illegal, "MOVE RULE [WORDS OF THE REASON]"},
    {"banned", expect_banned, "nobody | PLAYER RULE [since start|MOVE NUMBER]"},
    {"active", expect_active, "PLAYER..."},
    {"to-move", expect_to_move, "PLAYER"},
    {"board", expect_board, "rows on the next lines"},
    {"end", expect_end, "scored|no-result|tie|none [RULE] | won PLAYER [RULE]"},
    {"margin", expect_margin, "NUMBER"},
    {"scores", expect_scores, "NUMBER..."},
    {"lost", expect_lost, "NUMBER..."},
    {"needed", expect_needed, "NUMBER"},
    {"cycles", expect_cycles, "NUMBER"},
    {"cycle", expect_cycle, "NUMBER since start|MOVE NUMBER uses POINT..."},
    {"permanent", expect_permanent, "POINT..."},
    {"control", expect_control, "[CHOICE=VALUE,...], rows on the next lines"},
    {"value", expect_value, "NUMBER | lower NUMBER upper NUMBER"},
    {"best", expect_best, "MOVE..."},
    {NULL, NULL, NULL},
};
