/* What all that the verb count prints has in common. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"

const struct grid_column counting_keys[COUNTING_KEYS] = {
    {"board", "board"},     {"rules", "rules"},     {"position", "position"},
    {"to_move", "to move"}, {"history", "history"},
};

int counting_request(const struct counting_asked *counting, struct progress *progress,
                     struct solve_request **ret_request, struct error *err)
{
    int r = run_limits_request(&counting->options.limits, ret_request);
    if (r < 0)
        return error_set(err, r, "out of memory");
    progress_start(progress, counting->options.setup.board, &counting->options.limits);
    if (!counting->options.quiet)
        solve_request_set_progress(*ret_request, progress_show, progress);
    return 0;
}

void counting_add_grouped(struct strbuf *text, const char *digits)
{
    size_t length = strlen(digits);
    for (size_t i = 0; i < length; i++)
        strbuf_add(text, "%s%c", i > 0 && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

void counting_print_head(const struct counting_asked *counting)
{
    const struct game_setup *setup = &counting->options.setup;
    const struct solve_game *game = counting->options.game;
    if (counting->task == COUNTING_LEGAL) {
        printf("%s\n", solve_board_name(setup->board));
        return;
    }
    printf("%s, %s, ", solve_board_name(setup->board), solve_rules_text(setup->rules));
    if (solve_game_is_over(game))
        printf("the game is over\n");
    else
        printf("%s to move\n", player_title(solve_game_to_move(game)));
}

int counting_print_number(const char *title, const char *digits, struct error *err)
{
    struct strbuf text = {0};
    counting_add_grouped(&text, digits);
    char *grouped = strbuf_take(&text);
    if (grouped == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    printf("%s: %s\n", title, grouped);
    if (strlen(digits) > 3)
        printf("in digits: %s\n", digits);
    free(grouped);
    return 0;
}

json_t *counting_json(const struct counting_asked *counting)
{
    static const char *const tasks[] = {[COUNTING_GAMES] = "games",
                                        [COUNTING_ESTIMATE] = "estimate",
                                        [COUNTING_LONGEST] = "longest",
                                        [COUNTING_LEGAL] = "legal"};
    json_t *object = json_with(json_head("count"), "task", json_string(tasks[counting->task]));
    if (counting->task == COUNTING_LEGAL)
        object = game_json_set_board(object, counting->options.setup.board);
    else
        object = game_json_set(object, counting->options.game);
    return json_with(object, "limits", run_limits_json(&counting->options.limits));
}

static int add_history(struct grid *grid, const struct game_setup *setup)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < setup->move_count; i++)
        strbuf_add(&text, "%s%s", i > 0 ? " " : "", move_text(setup->board, setup->moves[i]));
    return grid_set_text(grid, grid->row_count - 1, "history", &text);
}

int counting_add_row(struct grid *grid, const struct counting_asked *counting)
{
    const struct game_setup *setup = &counting->options.setup;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    int r = grid_grow(grid);
    if (r < 0)
        return r;
    size_t row = grid->row_count - 1;
    const char *name = solve_board_name(setup->board);
    grid_put(grid, row, "board", strdup(name != NULL ? name : ""));
    if (counting->task == COUNTING_LEGAL)
        return 0;
    solve_game_position(setup->start, 0, position);
    grid_put(grid, row, "rules", strdup(solve_rules_text(setup->rules)));
    grid_put(grid, row, "position", strdup(position));
    grid_put(grid, row, "to_move", strdup(player_name(solve_game_to_move(setup->start))));
    return add_history(grid, setup);
}

int counting_print_grid(const struct counting_asked *counting, const struct grid *grid)
{
    if (grid->lost)
        return -ENOMEM;
    if (counting->format == GRID_CSV)
        grid_write_csv(stdout, grid);
    else
        grid_write_markdown(stdout, grid);
    return 0;
}

void counting_add_estimate(struct strbuf *text, const struct solve_estimate *estimate)
{
    double whole = floor(estimate->log10), digits = pow(10, estimate->log10 - whole);
    if (estimate->log10 < 15)
        strbuf_add(text, "%.4g", pow(10, estimate->log10));
    else
        strbuf_add(text, "%.3fe+%.0f", digits, whole);
}

int counting_print_row(const struct counting_asked *counting, const struct grid_column *more,
                       size_t count,
                       int (*fill)(const struct counting_asked *counting, const void *found,
                                   struct grid *grid),
                       const void *found, struct error *err)
{
    struct grid_column columns[GRID_COLUMNS_MAX];
    struct grid grid;
    memcpy(columns, counting_keys, sizeof(counting_keys));
    memcpy(columns + COUNTING_KEYS, more, count * sizeof(*more));
    int r = grid_init(&grid, columns, COUNTING_KEYS + count, 0);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = counting_add_row(&grid, counting);
    if (r == 0)
        r = fill(counting, found, &grid);
    if (r == 0)
        r = counting_print_grid(counting, &grid);
    if (r < 0)
        error_set(err, r, "out of memory");
    grid_release(&grid);
    return r;
}

json_t *counting_estimate_json(const struct solve_estimate *estimate, uint64_t seed)
{
    struct strbuf number = {0};
    json_t *object = json_object();
    counting_add_estimate(&number, estimate);
    char *about = strbuf_take(&number);
    object = json_with(object, "games", json_text_or_null(about));
    object = json_with(object, "log10", json_real(estimate->log10));
    object = json_with(object, "error", json_real(estimate->error));
    object = json_with(object, "confidence", json_real(0.95));
    object = json_with(object, "doubtful", json_boolean(estimate->doubtful));
    object = json_with(object, "samples", json_digits(estimate->samples));
    object = json_with(object, "runs", json_integer(estimate->runs));
    object = json_with(object, "seed", json_digits(seed));
    object = json_with(object, "mean_length", json_real(estimate->mean_length));
    object = json_with(object, "longest_met", json_integer((json_int_t)estimate->longest));
    object = json_with(object, "seconds", json_seconds(estimate->seconds));
    free(about);
    return object;
}

int counting_print_estimate(const struct solve_estimate *estimate, struct error *err)
{
    struct strbuf text = {0};
    counting_add_estimate(&text, estimate);
    char *number = strbuf_take(&text);
    if (number == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    printf(estimate->error < 1
               ? "estimate, no proof: about %s complete games, give or take %.2g %% (95 %%)\n"
               : "estimate, no proof: about %s complete games, give or take %.0f %% (95 %%)\n",
           number, 100 * estimate->error);
    if (estimate->doubtful)
        printf(
            "doubtful: single runs are few, or differ so much, that the error may be far larger; "
            "give it more %s\n",
            estimate->stop == SOLVE_STOP_NODES  ? "games"
            : estimate->stop == SOLVE_STOP_NONE ? "memory" /* in which runs could be larger */
                                                : "time");
    printf("%s at random in %s; a complete game has about %.1f plays, the longest met has %zu\n",
           human_count(estimate->samples, "game", "games"),
           human_count((uint64_t)estimate->runs, "run", "runs"), estimate->mean_length,
           estimate->longest);
    free(number);
    return 0;
}

int counting_refused(const struct counting_asked *counting, int r, const struct solve_error *why,
                     const char *so, struct error *err)
{
    if (r == -ERANGE)
        error_set(err, r,
                  "--rules '%.60s': play can go on for ever, so %s: see '" SOLVE_PROGRAM
                  " endless'",
                  solve_rules_text(counting->options.setup.rules), so);
    else
        error_set(err, r, "%s", why->text);
    return r == -ERANGE ? EXIT_USAGE : verb_exit_code(r);
}
