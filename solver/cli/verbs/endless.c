/* The verb endless: does a ruleset allow a play that never ends? */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "endless/endless.h"
#include "states/positions.h"

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
    struct timespec begun;
};

static bool must_stop(void *arg)
{
    const struct endless_request *request = arg;
    struct timespec now;
    if (interrupt_requested)
        return true;
    if (request->limits.max_seconds <= 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - request->begun.tv_sec) +
               (double)(now.tv_nsec - request->begun.tv_nsec) * 1e-9 >
           request->limits.max_seconds;
}

static const char *verification_word(const struct endless *found)
{
    switch (found->verdict) {
    case ENDLESS_YES:
        return "endless";
    case ENDLESS_NO:
        return "finite";
    case ENDLESS_UNDECIDED:
    default:
        return "not decided";
    }
}

static json_t *moves_json(const struct graph *graph, const struct move *moves, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        array = json_append(array, json_string(move_format(graph, moves[i])));
    return array;
}

/* "way" and "lap", the cycle, are null without a line, "shortest" too: whether no cycle is shorter.
 */
static int print_json(const struct endless_request *request, const struct endless *found,
                      struct error *err)
{
    const struct game_setup *setup = &request->setup;
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    bool line = found->moves != NULL;
    ruleset_format(&setup->rules, rules);
    position_format(setup->graph, &setup->position, position);
    json_t *object = json_object();
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(setup->graph->name));
    object = json_with(object, "rules", json_string(rules));
    object = json_with(object, "position", json_string(position));
    object = json_with(object, "to_move", json_string(player_name(setup->to_move)));
    object = json_with(object, "verdict", json_string(verification_word(found)));
    object = json_with(object, "proven", json_boolean(found->verdict != ENDLESS_UNDECIDED));
    object = json_with(object, "argument", json_string(found->argument));
    object = json_with(object, "reason", json_string(found->reason));
    object = json_with(object, "way",
                       line ? moves_json(setup->graph, found->moves, found->way) : json_null());
    object = json_with(object, "lap",
                       line ? moves_json(setup->graph, found->moves + found->way, found->cycle)
                            : json_null());
    object = json_with(object, "balance", line ? json_integer(found->balance) : json_null());
    object = json_with(object, "shortest", line ? json_boolean(found->shortest) : json_null());
    object = json_with(object, "states", json_integer((json_int_t)found->states));
    object = json_with(object, "version", json_string(SOLVE_VERSION));
    return json_print(object, err);
}

static void print_moves(const char *title, const struct graph *graph, const struct move *moves,
                        size_t count)
{
    printf("%s", title);
    for (size_t i = 0; i < count; i++)
        printf(" %s", move_format(graph, moves[i]));
    putchar('\n');
}

/* Draws the way and one cycle; they were replayed before. */
static int draw_line(const struct endless_request *request, const struct endless *found,
                     struct error *err)
{
    struct game game;
    int r = setup_start(&request->setup, &game);
    for (size_t i = 0; i < found->way + found->cycle && r == 0; i++) {
        struct verdict verdict;
        r = game_play(&game, found->moves[i], &verdict);
    }
    if (r < 0) {
        game_release(&game);
        return error_set(err, r, "out of memory for the line");
    }
    draw_game(stdout, &game, 0, draw_width(stdout));
    game_release(&game);
    return 0;
}

static int print_line(const struct endless_request *request, const struct endless *found,
                      struct error *err)
{
    const struct graph *graph = request->setup.graph;
    int balance = found->balance;
    printf("Cycle of %s%s, after %zu; replayed twice under the rules.\n",
           human_count(found->cycle, "play", "plays"),
           found->shortest ? ", none that can be reached is shorter" : "", found->way);
    if (balance != 0)
        printf("In each cycle %s passes %d more than %s.\n", player_title(balance > 0 ? 0 : 1),
               balance > 0 ? balance : -balance, player_title(balance > 0 ? 1 : 0));
    print_moves("Way:", graph, found->moves, found->way);
    print_moves("Cycle:", graph, found->moves + found->way, found->cycle);
    putchar('\n');
    return draw_line(request, found, err);
}

static int print_text(const struct endless_request *request, const struct endless *found,
                      struct error *err)
{
    const struct game_setup *setup = &request->setup;
    char rules[RULESET_TEXT_MAX];
    ruleset_format(&setup->rules, rules);
    printf("%s, %s, %s to move\n", setup->graph->name, rules, player_title(setup->to_move));
    if (found->verdict == ENDLESS_YES)
        printf("Play can go on for ever (%s): %s.\n", found->argument, found->reason);
    else if (found->verdict == ENDLESS_NO)
        printf("Every play ends, proven (%s): %s.\n", found->argument, found->reason);
    else
        printf("Not decided (%s): %s.\n", found->argument, found->reason);
    return found->moves != NULL ? print_line(request, found, err) : 0;
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
    const char *board = setup_board_option(setup);
    if (setup->graph->points > SOLVER_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for endless",
                         board, setup->graph->name, setup->graph->points, SOLVER_MAX_POINTS);
    if (ruleset_players(&setup->rules) > 2)
        return options_refuse("rules", options_text(given, "rules"),
                              "wanted a ruleset for two players", err);
    request->json = options_has(given, "json");
    return 0;
}

/* Stopped before anything was known. */
static int print_stopped(const struct endless_request *request, int r, struct error *err)
{
    const struct endless nothing = {
        .verdict = ENDLESS_UNDECIDED,
        .argument = "stopped",
        .reason = r == -ENOSPC          ? "the memory allowed is too small"
                  : interrupt_requested ? interrupt_text()
                                        : "stopped before the end",
    };
    r = request->json ? print_json(request, &nothing, err) : print_text(request, &nothing, err);
    return r < 0 ? EXIT_FAILED : EXIT_STOPPED;
}

static int decide_and_print(const struct endless_request *request, struct error *err)
{
    const struct game_setup *setup = &request->setup;
    const struct endless_limits limits = {
        .max_bytes = (size_t)request->limits.memory,
        .stop = must_stop,
        .arg = (void *)request,
    };
    struct endless found;
    int r = endless_find(setup->graph, &setup->rules, &setup->position, setup->to_move, &limits,
                         &found);
    if (r == -EINTR || r == -ENOSPC)
        return print_stopped(request, r, err);
    if (r < 0) {
        error_set(err, r, "%s, looking for endless play on %s",
                  r == -EPROTO ? "the rules refuse the line found" : strerror(-r),
                  setup->graph->name);
        return EXIT_FAILED;
    }
    r = request->json ? print_json(request, &found, err) : print_text(request, &found, err);
    bool decided = found.verdict != ENDLESS_UNDECIDED;
    endless_release(&found);
    return r < 0 ? EXIT_FAILED : decided ? EXIT_SOLVED : EXIT_STOPPED;
}

static int run(const struct options *given, struct error *err)
{
    struct endless_request request = {0};
    clock_gettime(CLOCK_MONOTONIC, &request.begun);
    int r = read_request(&request, given, err);
    int code = r < 0 ? verb_exit_code(r) : decide_and_print(&request, err);
    setup_release(&request.setup);
    return code;
}

const struct verb verb_endless = {
    .name = "endless",
    .help = "does a ruleset allow a play that never ends: a line, or a proof that there is none",
    VERB_OPTIONS(options),
    .interruptible = true,
    .run = run,
};
