/* The longest complete game: bounds, and a game. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "report/move_text.h"
#include "json/json.h"
#include "json/result_json.h"

static bool is_proven(const struct solve_longest *found)
{
    return found->at_least == found->at_most;
}

/* The bounds; max is null where there is none. */
static json_t *plays_json(const struct solve_longest *found)
{
    bool bound = found->at_most != SOLVE_LONGEST_UNKNOWN;
    json_t *object = json_with(json_object(), "min", json_integer((json_int_t)found->at_least));
    return json_with(object, "max", bound ? json_integer((json_int_t)found->at_most) : json_null());
}

static int print_json(const struct counting_asked *counting, const struct solve_longest *found,
                      struct error *err)
{
    json_t *object = counting_json(counting);
    const struct solve_board *board = counting->options.setup.board;
    object = json_with(object, "exact", json_boolean(is_proven(found)));
    object = json_with(object, "plays", plays_json(found));
    object = json_with(object, "argument", json_text_or_null(found->argument));
    object = json_with(object, "game",
                       found->moves == NULL ? json_null()
                                            : json_moves(board, found->moves, found->move_count));
    object = json_with(object, "stopped", json_text_or_null(result_json_stop(found->stop)));
    object = json_with(object, "seed", json_digits(counting->seed));
    object = json_with(object, "seconds", json_seconds(found->seconds));
    return json_print(object, err);
}

static char *game_text(const struct counting_asked *counting, const struct solve_longest *found)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < found->move_count; i++)
        strbuf_add(&text, "%s%s", i > 0 ? " " : "",
                   move_text(counting->options.setup.board, found->moves[i]));
    return strbuf_take(&text);
}

static int fill_row(const struct counting_asked *counting, const void *found_longest,
                    struct grid *grid)
{
    const struct solve_longest *found = found_longest;
    struct strbuf least = {0}, most = {0};
    strbuf_add(&least, "%zu", found->at_least);
    if (found->at_most != SOLVE_LONGEST_UNKNOWN)
        strbuf_add(&most, "%zu", found->at_most);
    grid_put(grid, 0, "argument", strdup(found->argument));
    grid_put(grid, 0, "game", game_text(counting, found));
    int r = grid_set_text(grid, 0, "at_least", &least);
    int s = grid_set_text(grid, 0, "at_most", &most);
    return r < 0 ? r : s;
}

static int print_grid(const struct counting_asked *counting, const struct solve_longest *found,
                      struct error *err)
{
    static const struct grid_column more[] = {{"at_least", "at least"},
                                              {"at_most", "at most"},
                                              {"argument", "argument"},
                                              {"game", "game"}};
    return counting_print_row(counting, more, sizeof(more) / sizeof(more[0]), fill_row, found, err);
}

static int print_text(const struct counting_asked *counting, const struct solve_longest *found,
                      struct error *err)
{
    counting_print_head(counting);
    if (is_proven(found))
        printf("the longest game has %s, proven (%s)\n",
               human_count(found->at_least, "play", "plays"), found->argument);
    else if (found->at_most == SOLVE_LONGEST_UNKNOWN)
        printf("the longest game has at least %s; no bound from above is known\n",
               human_count(found->at_least, "play", "plays"));
    else
        printf("the longest game has at least %zu and at most %zu plays (%s)\n", found->at_least,
               found->at_most, found->argument);
    char *game = game_text(counting, found);
    if (game == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    if (found->moves != NULL)
        printf("a game of %s: %s\n", human_count(found->at_least, "play", "plays"), game);
    free(game);
    if (!counting->options.quiet)
        printf("\nseed %" PRIu64 ", %.2f s\n", counting->seed, found->seconds);
    return 0;
}

static int print(const struct counting_asked *counting, const struct solve_longest *found,
                 struct error *err)
{
    switch (counting->format) {
    case GRID_JSON:
        return print_json(counting, found, err);
    case GRID_TEXT:
        return print_text(counting, found, err);
    default:
        return print_grid(counting, found, err);
    }
}

int counting_longest(const struct counting_asked *counting, struct error *err)
{
    struct progress progress;
    struct solve_request *request;
    struct solve_longest found;
    struct solve_error why = {""};
    if (counting_request(counting, &progress, &request, err) < 0)
        return EXIT_FAILED;
    int r = solve_request_longest(request, counting->options.game, counting->seed, &found, &why);
    progress_stop(&progress);
    solve_request_free(request);
    if (r < 0)
        return counting_refused(counting, r, &why, "no game is the longest", err);
    bool proven = is_proven(&found);
    enum solve_stop stop = found.stop;
    r = print(counting, &found, err);
    solve_longest_release(&found);
    if (r < 0)
        return EXIT_FAILED;
    if (proven)
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped before proven: %s\n",
            stop != SOLVE_STOP_NONE ? stop_text_within(stop, &counting->options.limits)
                                    : "the bounds do not meet");
    return EXIT_STOPPED;
}
