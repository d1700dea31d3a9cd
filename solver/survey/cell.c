/* One cell: a board under a ruleset. */
#include "survey/cell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/proved_range.h"
#include "report/best_text.h"
#include "report/certified.h"
#include "report/pv_text.h"
#include "report/row_game.h"
#include "report/value.h"
#include "survey/proof.h"

/* One cell at work. */
struct cell_work {
    struct survey *survey;
    size_t row;
    struct solve_game *game;
    struct verdict_limits limits;
    struct solved solved;
    bool value_only;               /* what is certified */
    char hash[CERTIFIED_HASH_MAX]; /* of the certificate; "": none */
    struct strbuf why;             /* what is missing */
    double solve_seconds, proof_seconds;
};

static struct solve_board *board_of(const struct survey *survey, size_t row)
{
    return survey->wish.boards->list[row / survey->wish.rulesets->count];
}

static struct solve_rules *rules_of(const struct survey *survey, size_t row)
{
    return survey->wish.rulesets->list[row % survey->wish.rulesets->count];
}

/* --- cells as text --- */

static int set_number(struct grid *grid, size_t row, const char *key, uint64_t number)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%llu", (unsigned long long)number);
    return grid_set_text(grid, row, key, &text);
}

/* What a run took hangs on what a store knew, and on when a limit of time ended it: then it is left
 * out. */
static int set_work(const struct cell_work *cell, struct grid *cells)
{
    struct solve_work work;
    solve_result_work(cell->solved.result, &work);
    if (cell->survey->wish.store != NULL || cell->solved.stopped != SOLVE_STOP_NONE)
        return 0;
    int r = set_number(cells, cell->row, "nodes", work.nodes);
    return r == 0 ? set_number(cells, cell->row, "entries", work.entries) : r;
}

static int set_found(const struct cell_work *cell, struct grid *cells)
{
    const struct solved *solved = &cell->solved;
    const struct solve_bounds *bounds = &solved->bounds;
    struct strbuf best = {0}, line = {0};
    int r = grid_set_copy(cells, cell->row, "lower", value_margin(bounds->lower_min, NULL));
    if (r == 0)
        r = grid_set_copy(cells, cell->row, "upper", value_margin(bounds->upper_max, NULL));
    if (r == 0)
        r = grid_set_copy(cells, cell->row, "complete",
                          solved_best_complete(solved) ? "yes" : "no");
    best_text_add(&best, solved->result);
    pv_text_add(&line, solved->line);
    if (r == 0)
        r = grid_set_text(cells, cell->row, "best", &best);
    if (r == 0)
        r = grid_set_text(cells, cell->row, "line", &line);
    strbuf_release(&best);
    strbuf_release(&line);
    return r == 0 ? set_work(cell, cells) : r;
}

static int set_seconds(struct grid *grid, size_t row, const char *key, double seconds)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%.3f", seconds);
    return grid_set_text(grid, row, key, &text);
}

static int set_row(struct cell_work *cell, bool refused)
{
    struct grid *cells = &cell->survey->cells, *seconds = &cell->survey->seconds;
    int r = refused ? 0 : set_found(cell, cells);
    if (r == 0)
        r = grid_set_copy(cells, cell->row, "certificate", cell->hash);
    if (r == 0)
        r = grid_set_text(cells, cell->row, "why", &cell->why);
    if (r == 0)
        r = set_seconds(seconds, cell->row, "seconds", cell->solve_seconds);
    if (r == 0 && cell->proof_seconds > 0)
        r = set_seconds(seconds, cell->row, "proof_seconds", cell->proof_seconds);
    return r;
}

static int write_proof(const struct cell_work *cell, const struct solve_certificate *certificate,
                       struct error *err)
{
    struct solve_error why;
    if (cell->survey->wish.proof_dir == NULL)
        return 0;
    char *path = proof_path(cell->survey, cell->row, cell->value_only);
    if (path == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = solve_certificate_write(certificate, path, &why);
    free(path);
    return r < 0 ? error_set(err, r, "--proof-dir: %s", why.text) : 0;
}

static bool is_certified(const struct survey *survey, size_t row)
{
    return survey->wish.proof_dir != NULL ||
           solve_board_points(board_of(survey, row)) <= CERTIFIED_POINTS;
}

/* Solves again, recorded and without anything that was proved before, and checks the certificate.
 * Returns 0, 1 if it is refused, or a negative errno. */
static int certify(struct cell_work *cell, struct error *err)
{
    struct solve_result *again;
    struct solve_certificate certificate;
    struct strbuf why = {0};
    double started = clock_now();
    cell->value_only = !solve_result_moves_complete(cell->solved.result);
    int r = row_game_certify(cell->game, &cell->limits, cell->value_only, &again);
    if (r < 0)
        return error_set(err, r, "out of memory");
    int said = 0;
    if (certified_whole(again, &certificate))
        said = certified_check(&certificate, cell->game, &cell->solved, cell->value_only,
                               cell->hash, &why);
    cell->proof_seconds = clock_now() - started;
    if (said < 0)
        strbuf_add(&cell->why, CERTIFICATE_REFUSED ": %s", why.chars != NULL ? why.chars : "?");
    else if (said > 0)
        r = write_proof(cell, &certificate, err);
    strbuf_release(&why);
    solve_result_free(again);
    return r < 0 ? r : said < 0;
}

/* --- a cell --- */

/* Why the value is not decided. That plays or the certificate are missing is seen without it. */
static void say_what_is_open(struct cell_work *cell)
{
    const char *stopped = finding_stop_name(cell->solved.stopped);
    if (!solve_bounds_known(&cell->solved.bounds))
        strbuf_add(&cell->why, "%s", stopped != NULL ? stopped : "not decided");
}

static int solve(struct cell_work *cell, struct error *err)
{
    struct survey *survey = cell->survey;
    double started = clock_now();
    int r = solve_game_new(board_of(survey, cell->row), rules_of(survey, cell->row), NULL, 0,
                           &cell->game, NULL);
    if (r == 0)
        r = row_game_solve(cell->game, &cell->limits, false, &cell->solved);
    if (r < 0)
        return error_set(err, r, "out of memory");
    cell->solve_seconds = clock_now() - started;
    say_what_is_open(cell);
    if (solve_bounds_known(&cell->solved.bounds) && is_certified(survey, cell->row) &&
        !solve_interrupt_is_requested(survey->wish.interrupt))
        r = certify(cell, err);
    if (r < 0)
        return r;
    r = set_row(cell, r > 0);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

int cell_solve(struct survey *survey, size_t row, struct error *err)
{
    const struct survey_wish *wish = &survey->wish;
    struct cell_work cell = {.survey = survey, .row = row};
    cell.limits = (struct verdict_limits){.row_seconds = wish->cell_seconds,
                                          .row_bytes = (size_t)wish->cell_bytes,
                                          .store = wish->store,
                                          .interrupt = wish->interrupt,
                                          .proof_dir = wish->proof_dir};
    int r = solve(&cell, err);
    solved_release(&cell.solved);
    solve_game_free(cell.game);
    strbuf_release(&cell.why);
    return r;
}

bool cell_is_final(const struct survey *survey, const struct grid *older, size_t row)
{
    bool certified = grid_get(older, row, "certificate")[0] != '\0';
    if (!survey_cell_is_proved(older, row) || strcmp(grid_get(older, row, "complete"), "yes") != 0)
        return false;
    if (!is_certified(survey, row))
        return true;
    if (!certified || survey->wish.proof_dir == NULL)
        return certified;
    return proof_says_row(survey, older, row);
}

const char *cell_uncertified(const struct survey *survey, size_t row)
{
    const struct grid *cells = &survey->cells;
    if (grid_get(cells, row, "certificate")[0] != '\0' || !survey_cell_is_proved(cells, row))
        return "";
    return is_certified(survey, row) ? "none: a limit or a signal came first"
                                     : "none: wants --proof-dir";
}

/* Reads what a row says of the value. Returns false where it says nothing. */
static bool read_range(const struct grid *grid, size_t row, struct proved_range *ret_range)
{
    ret_range->decided = survey_cell_is_proved(grid, row);
    return value_margin_parse(grid_get(grid, row, "lower"), &ret_range->lower) == 0 &&
           value_margin_parse(grid_get(grid, row, "upper"), &ret_range->upper) == 0;
}

static bool values_differ(const struct grid *cells, const struct grid *older, size_t row)
{
    struct proved_range now, then;
    return read_range(cells, row, &now) && read_range(older, row, &then) &&
           proved_range_differ(&now, &then);
}

/* Do both runs know all best first plays, and others? */
static bool best_differ(const struct grid *cells, const struct grid *older, size_t row)
{
    return strcmp(grid_get(cells, row, "complete"), "yes") == 0 &&
           strcmp(grid_get(older, row, "complete"), "yes") == 0 &&
           strcmp(grid_get(cells, row, "best"), grid_get(older, row, "best")) != 0;
}

static int contradict(const struct grid *cells, const struct grid *older, size_t row,
                      struct error *err)
{
    if (values_differ(cells, older, row))
        return error_set(err, -EEXIST,
                         "report.csv: %s under %s: the value is from %.20s to %.20s there, and "
                         "this run proved from %.20s to %.20s: move the folder away",
                         grid_get(older, row, "board"), grid_get(older, row, "rules"),
                         grid_get(older, row, "lower"), grid_get(older, row, "upper"),
                         grid_get(cells, row, "lower"), grid_get(cells, row, "upper"));
    if (survey_cell_is_proved(cells, row) && survey_cell_is_proved(older, row) &&
        best_differ(cells, older, row))
        return error_set(err, -EEXIST,
                         "report.csv: %s under %s: best is '%.60s' there, and this run proved "
                         "'%.60s': move the folder away",
                         grid_get(older, row, "board"), grid_get(older, row, "rules"),
                         grid_get(older, row, "best"), grid_get(cells, row, "best"));
    return 0;
}

/* Narrows the range of a row that is not proved by what an earlier run, which did not prove it
 * either, found of it. */
static int narrow(struct grid *cells, const struct grid *older, size_t row, struct error *err)
{
    struct proved_range now, then;
    if (!read_range(cells, row, &now) || !read_range(older, row, &then))
        return 0;
    proved_range_narrow(&now, &then);
    int r = grid_set_copy(cells, row, "lower", value_margin(now.lower, NULL));
    if (r == 0)
        r = grid_set_copy(cells, row, "upper", value_margin(now.upper, NULL));
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

/* Proves the earlier row more? */
static bool proves_more(const struct grid *older, const struct grid *cells, size_t row)
{
    bool complete = strcmp(grid_get(older, row, "complete"), "yes") == 0;
    bool now = strcmp(grid_get(cells, row, "complete"), "yes") == 0;
    if (!survey_cell_is_proved(cells, row) || complete != now)
        return !survey_cell_is_proved(cells, row) || complete;
    return grid_get(older, row, "certificate")[0] != '\0' &&
           grid_get(cells, row, "certificate")[0] == '\0';
}

int cell_keep(struct grid *cells, const struct grid *older, size_t row, struct error *err)
{
    int r = contradict(cells, older, row, err);
    if (r < 0)
        return r;
    if (!survey_cell_is_proved(older, row))
        return survey_cell_is_proved(cells, row) ? 0 : narrow(cells, older, row, err);
    if (!proves_more(older, cells, row))
        return 0;
    for (size_t c = 0; c < survey_cell_column_count; c++) {
        const char *name = survey_cell_columns[c].key;
        if (grid_set_copy(cells, row, name, grid_get(older, row, name)) < 0)
            return error_set(err, -ENOMEM, "out of memory");
    }
    return 1;
}
