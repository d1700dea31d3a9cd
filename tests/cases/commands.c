/* The commands of the case language: what a line may begin with. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cases/run.h"

/* Commands that set the case up come before the first play or expectation. */
static int check_setting_up(const struct run *run, bool already, const char *what)
{
    if (!run->has_case)
        return run_reject(run, "%s outside a case", what);
    if (run->started)
        return run_reject(run, "%s comes before the first play or expectation", what);
    if (already)
        return run_reject(run, "a second %s", what);
    return RUN_OK;
}

static int do_case(struct run *run, char *args)
{
    char *name = run_next_arg(&args);
    if (name == NULL || run_next_arg(&args) != NULL || strlen(name) >= sizeof(run->name))
        return run_reject(run, "wanted a name of one word, at most %zu bytes",
                          sizeof(run->name) - 1);
    strcpy(run->name, name);
    run->has_case = true;
    return RUN_OK;
}

static int do_rules(struct run *run, char *args)
{
    struct error err;
    int r = check_setting_up(run, run->has_rules, "rules");
    if (r < 0)
        return r;
    if (run->has_board)
        return run_reject(run, "rules comes before board: they say how many players there are");
    if (ruleset_parse(args, &run->rules, &err) < 0)
        return run_reject(run, "%s", err.text);
    run->has_rules = true;
    return RUN_OK;
}

static int do_graph(struct run *run, char *args)
{
    char path[512];
    struct error err;
    int r = check_setting_up(run, run->graph != NULL, "graph");
    if (r < 0)
        return r;
    const char *slash = strrchr(run->file, '/');
    int folder = slash != NULL ? (int)(slash - run->file) + 1 : 0;
    snprintf(path, sizeof(path), "%.*s%s", folder, run->file, args);
    r = graph_load(path, &run->graph, &err);
    return r < 0 ? run_reject(run, "%s: %s", path, err.text) : RUN_OK;
}

/* board RxC: empty; or board and rows drawn. */
static int do_board(struct run *run, char *args)
{
    char text[POSITION_TEXT_MAX], size[32];
    struct error err;
    int rows, cols;
    int r = check_setting_up(run, run->has_board, "board");
    if (r < 0)
        return r;
    if (!run->has_rules)
        return run_reject(run, "board before rules");
    memset(&run->start, 0, sizeof(run->start));
    run->has_board = true;
    if (*args != '\0') {
        if (run->graph != NULL)
            return run_reject(run, "the board is a graph already: draw its one row");
        r = graph_parse(args, &run->graph, &err);
        return r < 0 ? run_reject(run, "%s", err.text) : RUN_OK;
    }
    r = run_read_rows(run, text, &rows, &cols);
    if (r < 0)
        return r;
    snprintf(size, sizeof(size), "%dx%d", rows, cols);
    if (run->graph == NULL && graph_parse(size, &run->graph, &err) < 0)
        return run_reject(run, "%s", err.text);
    r = position_parse(run->graph, ruleset_players(&run->rules), text, &run->start, &err);
    return r < 0 ? run_reject(run, "%s", err.text) : RUN_OK;
}

static int do_to_move(struct run *run, char *args)
{
    int r = check_setting_up(run, false, "to-move");
    if (r < 0)
        return r;
    run->to_move = run_find_player(args);
    if (run->to_move < 0)
        return run_reject(run, "'%s' is no player: wanted black, white, red or blue", args);
    return RUN_OK;
}

/* Points that the rules may prohibit for the first turn. */
static int do_prohibited(struct run *run, char *args)
{
    int r = check_setting_up(run, false, "prohibited");
    if (r == RUN_OK && !run->has_board)
        return run_reject(run, "prohibited before board");
    for (char *text; r == RUN_OK && (text = run_next_arg(&args)) != NULL;) {
        int point = graph_find_point(run->graph, text, strlen(text));
        if (point < 0)
            return run_reject(run, "'%s' is no point of the board", text);
        point_set_add(&run->prohibited, point);
    }
    return r;
}

/* Splits "A1(x2)" into A1 and 2; without brackets 0. */
static int read_play(const struct run *run, char *text, struct move *ret_move, int *ret_removed)
{
    struct error err;
    size_t length = strcspn(text, "(");
    *ret_removed = 0;
    if (text[length] == '(') {
        char *close = strchr(text, ')');
        if (text[length + 1] != 'x' || close == NULL || close[1] != '\0')
            return run_reject(run, "'%s': wanted a play with the stones it removes, as A1(x2)",
                              text);
        *close = '\0';
        if (!run_read_number(text + length + 2, ret_removed) || *ret_removed < 1)
            return run_reject(run, "'%s': wanted a number of stones removed, as A1(x2)", text);
    }
    if (move_parse(run->graph, ruleset_passes(&run->rules), text, length, ret_move, &err) < 0)
        return run_reject(run, "%s", err.text);
    return RUN_OK;
}

static int play(struct run *run, struct move move, int removed)
{
    struct verdict verdict;
    const char *name = move_format(run->graph, move);
    size_t number = run->game.count;
    if (run->ban_unsaid)
        return run_fail(run, "move %zu prohibited %s: say 'expect banned' before going on",
                        number - 1, run_player_name(game_now(&run->game)->banned));
    if (game_over(&run->game))
        return run_fail(run, "move %zu (%s) comes after the end of the game", number, name);
    int r = game_play(&run->game, move, &verdict);
    if (r < 0)
        return r;
    if (!verdict.legal)
        return run_fail(run, "move %zu (%s) is illegal: %s: %s", number, name, verdict.rule,
                        verdict.reason);
    const struct turn *now = game_now(&run->game);
    if (now->removed != removed)
        return run_fail(run, "move %zu (%s) removes %d stones, not %d", number, name, now->removed,
                        removed);
    run->ban_unsaid = now->banned >= 0;
    run->end_unsaid = now->ending != ENDING_NONE;
    return RUN_OK;
}

static int do_moves(struct run *run, char *args)
{
    int r = run_start(run);
    if (r == RUN_OK && *args == '\0')
        return run_reject(run, "moves without a move");
    for (char *text; r == RUN_OK && (text = run_next_arg(&args)) != NULL;) {
        struct move move;
        int removed;
        r = read_play(run, text, &move, &removed);
        if (r == RUN_OK)
            r = play(run, move, removed);
    }
    return r;
}

static int do_expect(struct run *run, char *args)
{
    const struct word *word;
    char *rest;
    int r = run_start(run);
    if (r != RUN_OK)
        return r;
    r = run_find_word(run, case_expectations, args, &word, &rest);
    return r < 0 ? r : word->handle(run, rest);
}

const struct word case_commands[] = {
    {"case", do_case, "NAME"},
    {"rules", do_rules, "NAME[,field=value...]"},
    {"graph", do_graph, "FILE"},
    {"board", do_board, "[RxC], or rows on the next lines"},
    {"to-move", do_to_move, "PLAYER"},
    {"prohibited", do_prohibited, "POINT..."},
    {"moves", do_moves, "MOVE[(xREMOVED)]..."},
    {"expect", do_expect, "EXPECTATION"},
    {NULL, NULL, NULL},
};
