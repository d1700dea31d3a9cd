/* The legal positions of a board, counted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "json/json.h"
#include "json/result_json.h"

/* digits: the number; NULL where it was stopped. */
static int print_json(const struct counting_asked *counting, const char *digits,
                      enum solve_stop stop, double seconds, struct error *err)
{
    json_t *object = counting_json(counting);
    object = json_with(object, "exact", json_boolean(digits != NULL));
    object = json_with(object, "legal", json_text_or_null(digits));
    object = json_with(object, "stopped", json_text_or_null(result_json_stop(stop)));
    object = json_with(object, "seconds", json_seconds(seconds));
    return json_print(object, err);
}

static int print_grid(const struct counting_asked *counting, const char *digits, struct error *err)
{
    static const struct grid_column columns[] = {{"board", "board"}, {"legal", "legal positions"}};
    struct grid grid;
    int r = grid_init(&grid, columns, 2, 0);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = counting_add_row(&grid, counting);
    if (r == 0) {
        grid_put(&grid, 0, "legal", strdup(digits));
        r = counting_print_grid(counting, &grid);
    }
    if (r < 0)
        error_set(err, r, "out of memory");
    grid_release(&grid);
    return r;
}

static int print(const struct counting_asked *counting, const char *digits, double seconds,
                 struct error *err)
{
    if (counting->format == GRID_JSON)
        return print_json(counting, digits, SOLVE_STOP_NONE, seconds, err);
    if (counting->format != GRID_TEXT)
        return print_grid(counting, digits, err);
    counting_print_head(counting);
    int r = counting_print_number("legal positions", digits, err);
    if (r == 0 && !counting->options.quiet)
        printf("\n%.2f s\n", seconds);
    return r;
}

/* Stopped without a number. */
static int say_stopped(const struct counting_asked *counting, int r, double seconds,
                       struct error *err)
{
    enum solve_stop stop = r == -ENOSPC                        ? SOLVE_STOP_MEMORY
                           : atomic_load(&interrupt_requested) ? SOLVE_STOP_INTERRUPT
                                                               : SOLVE_STOP_TIME;
    if (counting->format == GRID_JSON && print_json(counting, NULL, stop, seconds, err) < 0)
        return EXIT_FAILED;
    fprintf(stderr, "solve: stopped before all positions were counted: %s\n",
            stop_text_within(stop, &counting->options.limits));
    return EXIT_STOPPED;
}

int counting_legal(const struct counting_asked *counting, struct error *err)
{
    struct progress progress;
    struct solve_request *request;
    struct solve_error why = {""};
    char *digits;
    double started = clock_now();
    if (counting_request(counting, &progress, &request, err) < 0)
        return EXIT_FAILED;
    int r = solve_request_count_legal(request, counting->options.setup.board, &digits, &why);
    progress_stop(&progress);
    solve_request_free(request);
    if (r == -EINTR || r == -ENOSPC)
        return say_stopped(counting, r, clock_now() - started, err);
    if (r < 0) {
        error_set(err, r, "%s", why.text);
        return verb_exit_code(r);
    }
    r = print(counting, digits, clock_now() - started, err);
    free(digits);
    return r < 0 ? EXIT_FAILED : EXIT_SOLVED;
}
