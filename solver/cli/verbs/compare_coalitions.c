/* The verb compare of three and four players: values by coalition under each ruleset. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "cli/draw.h"
#include "cli/interrupt.h"
#include "cli/verb.h"
#include "cli/verbs/coalition_ask.h"
#include "cli/verbs/compare.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"
#include "json/result_json.h"

/* What one ruleset makes of the position. */
struct row {
    struct solve_game *game;
    struct coalition_list list;
    char *refused; /* why the history is not legal under it; else NULL */
};

static int ask_row(const struct compare_options *options, size_t i, const char *position,
                   struct row *row, struct error *err)
{
    struct progress progress;
    int r = solve_game_new(options->setup.board, options->rulesets.list[i], position,
                           solve_game_to_move(options->setup.start), &row->game, NULL);
    if (r == 0)
        r = compare_play_history(&options->setup, row->game, &row->refused);
    if (r < 0)
        return error_set(err, r, "out of memory");
    if (row->refused != NULL)
        return 0;
    progress_start(&progress, options->setup.board, &options->limits);
    coalition_list_make(&row->list, row->game, 0, true);
    row->list.payoff = options->payoff;
    r = coalition_ask(&row->list, &options->limits, NULL, options->quiet ? NULL : &progress, err);
    progress_stop(&progress);
    return r;
}

/* Does the value of coalition k differ from the one of the first row that has it? */
static bool differs(const struct row *rows, size_t i, int k)
{
    const struct solve_coalition *own = &rows[i].list.found[k], *first;
    size_t at = 0;
    while (rows[at].refused != NULL)
        at++;
    first = &rows[at].list.found[k];
    return own->lower > first->upper || own->upper < first->lower;
}

/* "black white": who a coalition is. */
static char *members_text(unsigned members)
{
    struct strbuf text = {0};
    for (int k = 0; k < SOLVE_PLAYERS_MAX; k++)
        if (members & (1u << k))
            strbuf_add(&text, "%s%s", text.length > 0 ? " " : "", player_name(k));
    return strbuf_take(&text);
}

static int fill_row(const struct compare_options *options, const struct row *rows, size_t i,
                    const struct grid_column *columns, struct grid *grid)
{
    const struct row *row = &rows[i];
    struct strbuf changed = {0};
    enum solve_stop stop = coalition_json_stop(&row->list);
    int r = grid_set_copy(grid, i, "rules", solve_rules_text(options->rulesets.list[i]));
    if (r == 0 && row->refused != NULL)
        r = grid_set_copy(grid, i, "differs", row->refused);
    /* The last one has no column: all players together. */
    for (int k = 0; k + 1 < row->list.count && r == 0; k++) {
        struct strbuf text = {0};
        const struct solve_coalition *found = &row->list.found[k];
        strbuf_add(&text, found->lower == found->upper ? "%d" : "%d to %d?", found->lower,
                   found->upper);
        r = grid_set_text(grid, i, columns[k + 1].key, &text);
        if (differs(rows, i, k))
            strbuf_add(&changed, "%s%s", changed.length > 0 ? ", " : "", columns[k + 1].key);
    }
    if (r == 0 && row->refused == NULL)
        r = grid_set_text(grid, i, "differs", &changed);
    if (r == 0 && stop != SOLVE_STOP_NONE)
        r = grid_set_copy(grid, i, "stopped", result_json_stop(stop));
    strbuf_release(&changed);
    return r;
}

/* What is not known, and why, below the table. */
static void print_open(const struct compare_options *options, const struct row *rows)
{
    bool any = false;
    for (size_t i = 0; i < options->rulesets.count; i++) {
        const struct coalition_list *list = &rows[i].list;
        if (rows[i].refused != NULL || coalition_json_known(list))
            continue;
        if (!any)
            printf("\n");
        any = true;
        compare_print_open(options->rulesets.list[i], false, coalition_json_stop(list));
    }
}

static void write_grid(const struct compare_options *options, const struct row *rows,
                       const struct grid *grid)
{
    if (options->format == GRID_CSV) {
        grid_write_csv(stdout, grid);
        return;
    }
    if (options->format == GRID_MARKDOWN) {
        grid_write_markdown(stdout, grid);
    } else {
        printf("%s: %s\n\n", solve_board_name(options->setup.board),
               coalition_ask_counted(options->payoff));
        grid_write_text_within(stdout, grid, draw_width_told(stdout));
    }
    print_open(options, rows);
}

static int print_grid(const struct compare_options *options, const struct row *rows)
{
    struct grid_column columns[COALITIONS_MAX + 2] = {{"rules", "rules"}};
    struct grid grid = {0};
    char *names[COALITIONS_MAX] = {NULL};
    unsigned every = 1u << options->setup.facts.players;
    size_t count = 1;
    int r = 0;
    for (int size = 1; size <= options->setup.facts.players; size++)
        for (unsigned members = 1; members < every && r == 0; members++)
            if (__builtin_popcount(members) == size) {
                char *name = names[count - 1] = members_text(members);
                columns[count++] = (struct grid_column){name, name};
                r = name != NULL ? 0 : -ENOMEM;
            }
    /* All players together have all that there is: no column. */
    columns[count - 1] = (struct grid_column){"differs", "differs"};
    if (options->format == GRID_CSV)
        columns[count++] = (struct grid_column){"stopped", "stopped"};
    if (r == 0)
        r = grid_init(&grid, columns, count, options->rulesets.count);
    for (size_t i = 0; i < options->rulesets.count && r == 0; i++)
        r = fill_row(options, rows, i, columns, &grid);
    if (r == 0)
        write_grid(options, rows, &grid);
    grid_release(&grid);
    for (size_t k = 0; k < COALITIONS_MAX; k++)
        free(names[k]);
    return r;
}

/* Do values differ? null where it is not decided. */
static json_t *differs_json(const struct row *rows, size_t i)
{
    bool any = false;
    for (int k = 0; k < rows[i].list.count; k++)
        any = any || differs(rows, i, k);
    bool open = !any && (rows[i].refused != NULL || !coalition_json_known(&rows[i].list));
    for (size_t at = 0; at <= i && !any && !open; at++)
        if (rows[at].refused == NULL) {
            open = !coalition_json_known(&rows[at].list);
            break;
        }
    return open ? json_null() : json_boolean(any);
}

static json_t *row_json(const struct compare_options *options, const struct row *rows, size_t i)
{
    const struct row *row = &rows[i];
    json_t *object = game_json_set_rules(json_object(), options->rulesets.list[i]);
    object = json_with(object, "legal", json_boolean(row->refused == NULL));
    object = json_with(object, "reason", json_text_or_null(row->refused));
    object = json_with(object, "coalitions", coalition_json_list(&row->list));
    object = json_with(object, "proven",
                       json_boolean(row->refused == NULL && coalition_json_known(&row->list)));
    object = json_with(object, "differs", differs_json(rows, i));
    return json_with(object, "stopped", json_text_or_null(coalition_json_stop_word(&row->list)));
}

static int print_json(const struct compare_options *options, const struct row *rows,
                      struct error *err)
{
    const struct game_setup *setup = &options->setup;
    json_t *list = json_array();
    for (size_t i = 0; i < options->rulesets.count; i++)
        list = json_append(list, row_json(options, rows, i));
    json_t *object = game_json_set_board(json_head("compare coalitions"), setup->board);
    object = json_with(object, "position", game_json_position(setup->start, 0));
    object = json_with(object, "to_move", game_json_player(solve_game_to_move(setup->start)));
    object =
        json_with(object, "history", json_moves(setup->board, setup->moves, setup->move_count));
    object = json_with(object, "limits", run_limits_json(&options->limits));
    object = json_with(object, "payoff", json_string(coalition_json_payoff(options->payoff)));
    return json_print(json_with(object, "rulesets", list), err);
}

/* Prints all of it. Returns an exit code. */
static int print(const struct compare_options *options, const struct row *rows, struct error *err)
{
    bool known = true;
    int r =
        options->format == GRID_JSON ? print_json(options, rows, err) : print_grid(options, rows);
    if (r < 0)
        return r == -ENOMEM ? (error_set(err, r, "out of memory"), EXIT_FAILED) : EXIT_FAILED;
    for (size_t i = 0; i < options->rulesets.count; i++)
        known = known && coalition_json_known(&rows[i].list);
    if (known)
        return EXIT_SOLVED;
    bool signalled = atomic_load(&interrupt_requested);
    fprintf(stderr, "solve: stopped before all was proven%s%s\n", signalled ? ": " : "",
            signalled ? interrupt_text() : "");
    return EXIT_STOPPED;
}

int compare_coalitions(const struct compare_options *options, struct error *err)
{
    size_t count = options->rulesets.count;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    struct row *rows = calloc(count, sizeof(*rows));
    solve_game_position(options->setup.start, 0, position);
    int r = rows != NULL ? 0 : error_set(err, -ENOMEM, "out of memory");
    for (size_t i = 0; i < count && r == 0; i++)
        r = ask_row(options, i, position, &rows[i], err);
    int code = r < 0 ? verb_exit_code(r) : print(options, rows, err);
    for (size_t i = 0; rows != NULL && i < count; i++) {
        coalition_list_release(&rows[i].list);
        solve_game_free(rows[i].game);
        free(rows[i].refused);
    }
    free(rows);
    return code;
}
