/* The verb endless: does a ruleset allow a play that never ends? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "report/move_text.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    FORMAT_JSON_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-seconds", "S", "stop after so many seconds"},
};

struct endless_request {
    struct game_setup setup;
    bool json;
    struct run_limits limits;
};

static const char *verdict_word(const struct solve_endless *found)
{
    switch (found->verdict) {
    case SOLVE_ENDLESS_YES:
        return "endless";
    case SOLVE_ENDLESS_NO:
        return "finite";
    case SOLVE_ENDLESS_UNDECIDED:
    default:
        return "not decided";
    }
}

/* "way" and "lap", the cycle, are null without a line, "shortest" too: whether no cycle is shorter.
 */
static int print_json(const struct endless_request *request, const struct solve_endless *found,
                      struct error *err)
{
    const struct game_setup *setup = &request->setup;
    const struct solve_board *board = setup->board;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    bool line = found->moves != NULL, decided = found->verdict != SOLVE_ENDLESS_UNDECIDED;
    const char *mover = player_name(solve_game_to_move(setup->start));
    solve_game_position(setup->start, 0, position);
    json_t *object = json_object();
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(solve_board_name(board)));
    object = json_with(object, "rules", json_string(solve_rules_text(setup->rules)));
    object = json_with(object, "position", json_string(position));
    object = json_with(object, "to_move", json_string(mover));
    object = json_with(object, "verdict", json_string(verdict_word(found)));
    object = json_with(object, "proven", json_boolean(decided));
    object = json_with(object, "argument", json_string(found->argument));
    object = json_with(object, "reason", json_string(found->reason));
    object =
        json_with(object, "way", line ? json_moves(board, found->moves, found->way) : json_null());
    object =
        json_with(object, "lap",
                  line ? json_moves(board, found->moves + found->way, found->cycle) : json_null());
    object = json_with(object, "balance", line ? json_integer(found->balance) : json_null());
    object = json_with(object, "shortest", line ? json_boolean(found->shortest) : json_null());
    object = json_with(object, "states", json_integer((json_int_t)found->states));
    object = json_with(object, "version", json_string(SOLVE_VERSION));
    return json_print(object, err);
}

static void print_moves(const char *title, const struct solve_board *board,
                        const struct solve_move *moves, size_t count)
{
    printf("%s", title);
    for (size_t i = 0; i < count; i++)
        printf(" %s", move_text(board, moves[i]));
    putchar('\n');
}

/* Draws the way and the cycle once; they were replayed before. */
static int draw_line(const struct endless_request *request, const struct solve_endless *found,
                     struct error *err)
{
    struct solve_game *game;
    int r = solve_game_copy(request->setup.start, &game);
    if (r < 0)
        return error_set(err, r, "out of memory for the line");
    for (size_t i = 0; i < found->way + found->cycle && r == 0; i++)
        r = solve_game_play(game, found->moves[i], NULL);
    if (r < 0)
        error_set(err, r, "out of memory for the line");
    else
        draw_game(stdout, game, 0, draw_width(stdout));
    solve_game_free(game);
    return r;
}

static int print_line(const struct endless_request *request, const struct solve_endless *found,
                      struct error *err)
{
    const struct solve_board *board = request->setup.board;
    int balance = found->balance;
    printf("Cycle of %s%s, after %zu; replayed twice under the rules.\n",
           human_count(found->cycle, "play", "plays"),
           found->shortest ? ", none that can be reached is shorter" : "", found->way);
    if (balance != 0)
        printf("In each cycle %s passes %d more than %s.\n", player_title(balance > 0 ? 0 : 1),
               balance > 0 ? balance : -balance, player_title(balance > 0 ? 1 : 0));
    print_moves("Way:", board, found->moves, found->way);
    print_moves("Cycle:", board, found->moves + found->way, found->cycle);
    putchar('\n');
    return draw_line(request, found, err);
}

static int print_text(const struct endless_request *request, const struct solve_endless *found,
                      struct error *err)
{
    const struct game_setup *setup = &request->setup;
    printf("%s, %s, %s to move\n", solve_board_name(setup->board), solve_rules_text(setup->rules),
           player_title(solve_game_to_move(setup->start)));
    if (found->verdict == SOLVE_ENDLESS_YES)
        printf("Play can go on for ever (%s): %s.\n", found->argument, found->reason);
    else if (found->verdict == SOLVE_ENDLESS_NO)
        printf("Every play ends, proven (%s): %s.\n", found->argument, found->reason);
    else
        printf("Not decided (%s): %s.\n", found->argument, found->reason);
    return found->moves != NULL ? print_line(request, found, err) : 0;
}

static int print(const struct endless_request *request, const struct solve_endless *found,
                 struct error *err)
{
    return request->json ? print_json(request, found, err) : print_text(request, found, err);
}

static int read_request(struct endless_request *request, const struct options *given,
                        struct error *err)
{
    int r = run_limits_read(given, &request->limits, err);
    if (r == 0)
        r = setup_init(&request->setup, given, NULL, err);
    if (r < 0)
        return r;
    const struct game_setup *setup = &request->setup;
    int points = solve_board_points(setup->board);
    if (points > SOLVE_POINTS_MAX)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for endless",
                         setup_board_option(setup), solve_board_name(setup->board), points,
                         SOLVE_POINTS_MAX);
    if (setup->facts.players > 2)
        return options_refuse("rules", options_text(given, "rules"),
                              "wanted a ruleset for two players", err);
    request->json = options_has(given, "json");
    return 0;
}

/* Stopped before anything was known. */
static int print_stopped(const struct endless_request *request, int r, struct error *err)
{
    const struct solve_endless nothing = {
        .verdict = SOLVE_ENDLESS_UNDECIDED,
        .argument = "stopped",
        .reason = r == -ENOSPC          ? "the memory allowed is too small"
                  : interrupt_requested ? interrupt_text()
                                        : "stopped before the end",
    };
    return print(request, &nothing, err) < 0 ? EXIT_FAILED : EXIT_STOPPED;
}

static int decide(const struct endless_request *request, struct solve_endless *ret_found)
{
    struct solve_request *run;
    int r = run_limits_request(&request->limits, &run);
    if (r < 0)
        return r;
    r = solve_request_endless(run, request->setup.start, ret_found, NULL);
    solve_request_free(run);
    return r;
}

static int decide_and_print(const struct endless_request *request, struct error *err)
{
    struct solve_endless found;
    int r = decide(request, &found);
    if (r == -EINTR || r == -ENOSPC)
        return print_stopped(request, r, err);
    if (r < 0) {
        error_set(err, r, "%s, looking for endless play on %s",
                  r == -EPROTO ? "the rules refuse the line found" : strerror(-r),
                  solve_board_name(request->setup.board));
        return EXIT_FAILED;
    }
    r = print(request, &found, err);
    bool decided = found.verdict != SOLVE_ENDLESS_UNDECIDED;
    solve_endless_release(&found);
    return r < 0 ? EXIT_FAILED : decided ? EXIT_SOLVED : EXIT_STOPPED;
}

static int run(const struct options *given, struct error *err)
{
    struct endless_request request = {0};
    int r = read_request(&request, given, err);
    int code = r < 0 ? verb_exit_code(r) : decide_and_print(&request, err);
    setup_release(&request.setup);
    return code;
}

const struct verb verb_endless = VERB(
    "endless", "does a ruleset allow a play that never ends: a line, or a proof that there is none",
    options, .run = run, .interruptible = true);
