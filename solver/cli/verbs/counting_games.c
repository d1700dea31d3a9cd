/* Counting complete games exactly, and what is printed where that does not come to an end. */
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/peak_memory.h"
#include "cli/interrupt.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "cli/verbs/endless_line.h"
#include "cli/verbs/store_option.h"
#include "json/endless_json.h"
#include "json/json.h"
#include "json/result_json.h"

/* An estimate in place of a count that was stopped takes at most so many seconds, and so much of
 * --max-seconds. */
#define ESTIMATE_SECONDS 5.0
#define ESTIMATE_SHARE 0.1

/* What a count came to. */
struct counted {
    const struct counting_asked *counting;
    const struct solve_count *count;
    enum solve_count_verdict verdict;
    struct solve_count_work work;
    bool has_lap; /* verdict ENDLESS: */
    struct solve_endless lap;
    bool has_estimate; /* verdict STOPPED, perhaps: */
    struct solve_estimate estimate;
};

static const char *unit_of(const struct counted *of)
{
    return of->counting->lengths == SOLVE_LENGTH_TURNS ? "turns" : "plays";
}

static const char *verdict_word(const struct counted *of)
{
    static const char *const words[] = {
        [SOLVE_COUNT_EXACT] = "counted",
        [SOLVE_COUNT_ENDLESS] = "endless",
        [SOLVE_COUNT_STOPPED] = "not counted",
    };
    return words[of->verdict];
}

static const char *why_stopped(const struct counted *of)
{
    enum solve_stop stop = solve_count_stop(of->count);
    if (stop == SOLVE_STOP_LENGTH)
        return "games grow too long, so that play may have no end";
    return stop_text_within(stop, &of->counting->options.limits);
}

static json_t *lengths_json(const struct counted *of)
{
    size_t shortest, longest;
    if (solve_count_extremes(of->count, &shortest, &longest) < 0)
        return json_null();
    json_t *games = json_array(), *object = json_object();
    for (size_t i = 0; i <= longest; i++)
        games = json_append(games, json_string(solve_count_games_of_length(of->count, i)));
    object = json_with(object, "unit", json_string(unit_of(of)));
    object = json_with(object, "shortest", json_integer((json_int_t)shortest));
    object = json_with(object, "longest", json_integer((json_int_t)longest));
    return json_with(object, "games", games);
}

static json_t *lap_json(const struct counted *of)
{
    if (!of->has_lap)
        return json_null();
    json_t *object = json_object();
    object = json_with(object, "argument", json_string(of->lap.argument));
    object = json_with(object, "reason", json_string(of->lap.reason));
    return endless_json_set_line(object, of->counting->options.setup.board, &of->lap);
}

static int print_json(const struct counted *of, struct error *err)
{
    const struct solve_count_work *work = &of->work;
    enum solve_stop stop = solve_count_stop(of->count);
    const char *games = solve_count_games(of->count);
    json_t *object = counting_json(of->counting);
    object = json_with(object, "verdict", json_string(verdict_word(of)));
    object = json_with(object, "exact", json_boolean(of->verdict == SOLVE_COUNT_EXACT));
    object = json_with(object, "games", json_text_or_null(games));
    object = json_with(object, "lengths", lengths_json(of));
    object = json_with(object, "endless", lap_json(of));
    object = json_with(object, "stopped", json_text_or_null(result_json_stop(stop)));
    object = json_with(object, "estimate",
                       of->has_estimate ? counting_estimate_json(&of->estimate, of->counting->seed)
                                        : json_null());
    object = json_with(object, "method", json_string(work->method));
    object = json_with(object, "store", json_text_or_null(of->counting->options.store));
    object = json_with(object, "nodes", json_integer((json_int_t)work->nodes));
    object = json_with(object, "entries", json_integer((json_int_t)work->entries));
    object = json_with(object, "peak_memory_bytes", json_integer((json_int_t)peak_memory_read()));
    object = json_with(object, "threads", json_integer(work->threads));
    object = json_with(object, "seconds", json_seconds(work->seconds));
    return json_print(object, err);
}

/* A row a length, which is in a column named after its unit; without lengths one row. Where there
 * is no number its cell is empty. */
static int fill_grid(const struct counted *of, struct grid *grid)
{
    size_t shortest = 0, longest = 0;
    bool lengths = solve_count_extremes(of->count, &shortest, &longest) == 0;
    int r = 0;
    for (size_t i = shortest; i <= longest && r == 0; i++) {
        struct strbuf text = {0};
        r = counting_add_row(grid, of->counting);
        if (r < 0)
            break;
        const char *games =
            lengths ? solve_count_games_of_length(of->count, i) : solve_count_games(of->count);
        grid_put(grid, grid->row_count - 1, "games", strdup(games != NULL ? games : ""));
        grid_put(grid, grid->row_count - 1, "verdict", strdup(verdict_word(of)));
        if (lengths)
            strbuf_add(&text, "%zu", i);
        r = grid_set_text(grid, grid->row_count - 1, unit_of(of), &text);
    }
    return r;
}

static int print_grid(const struct counted *of, struct error *err)
{
    struct grid_column columns[COUNTING_KEYS + 3];
    size_t count = COUNTING_KEYS;
    struct grid grid;
    memcpy(columns, counting_keys, sizeof(counting_keys));
    if (of->counting->lengths != SOLVE_LENGTH_NONE)
        columns[count++] = (struct grid_column){unit_of(of), unit_of(of)};
    columns[count++] = (struct grid_column){"games", "complete games"};
    columns[count++] = (struct grid_column){"verdict", "verdict"};
    int r = grid_init(&grid, columns, count, 0);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = fill_grid(of, &grid);
    if (r == 0)
        r = counting_print_grid(of->counting, &grid);
    if (r < 0)
        error_set(err, r, "out of memory");
    grid_release(&grid);
    return r;
}

static int print_lengths(const struct counted *of, struct error *err)
{
    static const struct grid_column columns[] = {{"length", ""}, {"games", "complete games"}};
    size_t shortest, longest;
    struct grid grid;
    if (solve_count_extremes(of->count, &shortest, &longest) < 0)
        return 0;
    int r = grid_init(&grid, columns, 2, longest - shortest + 1);
    if (r < 0)
        return error_set(err, r, "out of memory");
    grid.columns[0].title = unit_of(of);
    const char *one = of->counting->lengths == SOLVE_LENGTH_TURNS ? "turn" : "play";
    printf("shortest: %s, longest: %s\n\n", human_count(shortest, one, unit_of(of)),
           human_count(longest, one, unit_of(of)));
    for (size_t i = shortest; i <= longest && r == 0; i++) {
        struct strbuf length = {0}, games = {0};
        strbuf_add(&length, "%zu", i);
        counting_add_grouped(&games, solve_count_games_of_length(of->count, i));
        r = grid_set_text(&grid, i - shortest, "length", &length);
        if (r == 0)
            r = grid_set_text(&grid, i - shortest, "games", &games);
    }
    if (r < 0)
        error_set(err, r, "out of memory");
    else
        grid_write_text(stdout, &grid);
    grid_release(&grid);
    return r;
}

/* What the estimate may take of the run's seconds. */
static double seconds_of_estimate(const struct counting_asked *counting)
{
    double share = ESTIMATE_SHARE * counting->options.limits.max_seconds;
    return share > 0 && share < ESTIMATE_SECONDS ? share : ESTIMATE_SECONDS;
}

static int print_stopped(const struct counted *of, struct error *err)
{
    printf("complete games: not counted (%s)\n", why_stopped(of));
    if (of->has_estimate)
        return counting_print_estimate(&of->estimate, err);
    if (!atomic_load(&interrupt_requested))
        printf("no estimate: too few random games came to an end in %g s\n",
               seconds_of_estimate(of->counting));
    return 0;
}

static int print_endless(const struct counted *of, struct error *err)
{
    printf("Play can go on for ever (%s): %s. So there is no number of complete games.\n",
           of->lap.argument, of->lap.reason);
    return of->lap.moves != NULL ? endless_line_print(of->counting->options.game, &of->lap, err)
                                 : 0;
}

static int print_text(const struct counted *of, struct error *err)
{
    const struct solve_count_work *work = &of->work;
    int r;
    counting_print_head(of->counting);
    if (of->verdict == SOLVE_COUNT_EXACT)
        r = counting_print_number("complete games", solve_count_games(of->count), err);
    else if (of->verdict == SOLVE_COUNT_ENDLESS)
        r = print_endless(of, err);
    else
        r = print_stopped(of, err);
    if (r == 0 && of->verdict == SOLVE_COUNT_EXACT)
        r = print_lengths(of, err);
    if (r == 0 && !of->counting->options.quiet && of->verdict != SOLVE_COUNT_ENDLESS)
        printf("\n%s: %s, %s kept, %.2f s, %s\n", work->method,
               human_count(work->nodes, "node", "nodes"),
               human_count(work->entries, "result", "results"), work->seconds,
               human_size((double)work->bytes));
    return r;
}

static int print(const struct counted *of, struct error *err)
{
    switch (of->counting->format) {
    case GRID_JSON:
        return print_json(of, err);
    case GRID_TEXT:
        return print_text(of, err);
    default:
        return print_grid(of, err);
    }
}

/* Has the output a place for an estimate? */
static bool shows_estimate(const struct counting_asked *counting)
{
    return counting->format == GRID_TEXT || counting->format == GRID_JSON;
}

/* What is left for the count. */
static void set_seconds(const struct counting_asked *counting, struct solve_request *request)
{
    double seconds = counting->options.limits.max_seconds;
    if (seconds > 0 && shows_estimate(counting))
        solve_request_set_seconds(request, seconds - seconds_of_estimate(counting));
}

/* Where it was a limit that stopped the count, an estimate is better than nothing. */
static void estimate_instead(struct counted *of, struct solve_request *request,
                             struct progress *progress)
{
    const struct counting_asked *counting = of->counting;
    if (of->verdict != SOLVE_COUNT_STOPPED || atomic_load(&interrupt_requested) ||
        !shows_estimate(counting))
        return;
    solve_request_set_seconds(request, seconds_of_estimate(counting));
    progress->random_games = true;
    of->has_estimate = solve_request_estimate(request, counting->options.game, counting->within,
                                              counting->seed, &of->estimate, NULL) == 0;
}

static int print_counted(struct counted *of, struct error *err)
{
    if (print(of, err) < 0)
        return EXIT_FAILED;
    if (of->verdict != SOLVE_COUNT_STOPPED)
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped before all games were counted: %s\n", why_stopped(of));
    return EXIT_STOPPED;
}

static int count_and_print(const struct counting_asked *counting, struct solve_request *request,
                           struct progress *progress, struct error *err)
{
    struct solve_count *count;
    struct solve_error why;
    struct counted of = {.counting = counting};
    int r = solve_request_count(request, counting->options.game, counting->lengths, &count, &why);
    if (r < 0) {
        progress_stop(progress);
        error_set(err, r, "%s", why.text);
        return verb_exit_code(r);
    }
    of.count = count;
    of.verdict = solve_count_verdict(count);
    solve_count_work(count, &of.work);
    if (of.verdict == SOLVE_COUNT_ENDLESS)
        of.has_lap = solve_request_endless(request, counting->options.game, &of.lap, NULL) == 0;
    estimate_instead(&of, request, progress);
    progress_stop(progress);
    int code = print_counted(&of, err);
    if (of.has_lap)
        solve_endless_release(&of.lap);
    solve_count_free(count);
    return code;
}

/* Closes the store, so that it has what is counted. What was printed is so even if that fails. */
static int close_store(const struct counting_asked *counting, struct solve_store *store, int code,
                       struct error *err)
{
    struct error failed;
    if (store_option_close(counting->options.store, store, &failed) == 0)
        return code;
    if (code != EXIT_FAILED && code != EXIT_USAGE)
        *err = failed;
    return code == EXIT_USAGE ? code : EXIT_FAILED;
}

int counting_games(const struct counting_asked *counting, struct error *err)
{
    struct progress progress;
    struct solve_request *request;
    struct solve_store *store;
    int r = store_option_open(counting->options.store, NULL, NULL, &store, err);
    if (r < 0)
        return verb_exit_code(r);
    int code = EXIT_FAILED;
    if (counting_request(counting, &progress, &request, err) == 0) {
        solve_request_set_store(request, store);
        set_seconds(counting, request);
        code = count_and_print(counting, request, &progress, err);
        solve_request_free(request);
    }
    return close_store(counting, store, code, err);
}
