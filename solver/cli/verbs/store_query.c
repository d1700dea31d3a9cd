/* store query: what is known of a position, at once. */
#include <errno.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/best.h"
#include "cli/interrupt.h"
#include "cli/result.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "cli/verbs/store_option.h"
#include "report/move_text.h"
#include "report/value.h"
#include "json/value_json.h"

/* The komi is for programs: people are told where it matters (best.h). */
static const struct grid_column columns[] = {
    {"play", "first play"}, {"lower", "lower"}, {"upper", "upper"},
    {"best", "best"},       {"komi", "komi"},
};

/* What is proved of one bound; empty where nothing is. */
static int set_margin(struct grid *grid, size_t row, const char *key, int margin, bool known)
{
    struct strbuf text = {0};
    if (known || (margin > -SOLVE_MARGIN_INFINITE && margin < SOLVE_MARGIN_INFINITE))
        strbuf_add(&text, "%s", value_margin(margin, NULL));
    return grid_set_text(grid, row, key, &text);
}

/* As value_json() has it: what Black forces, and what White. best: "yes", "no", "" where that
 * is not known. */
static int set_row(struct grid *grid, size_t row, const char *play,
                   const struct solve_bounds *bounds, const char *best)
{
    struct strbuf name = {0}, mark = {0};
    strbuf_add(&name, "%s", play);
    strbuf_add(&mark, "%s", best);
    int r = grid_set_text(grid, row, "play", &name);
    r |= set_margin(grid, row, "lower", bounds->lower_min, bounds->lower_min == bounds->lower_max);
    r |= set_margin(grid, row, "upper", bounds->upper_max, bounds->upper_min == bounds->upper_max);
    r |= grid_set_text(grid, row, "best", &mark);
    return r == 0 ? 0 : -ENOMEM;
}

static const char *best_word(const struct solve_result *result, size_t i, int komi_half_points)
{
    switch (solve_result_rating(result, i, komi_half_points)) {
    case SOLVE_RATED_BEST:
        return "yes";
    case SOLVE_RATED_WORSE:
        return "no";
    default:
        return "";
    }
}

static int fill(struct grid *grid, const struct solve_result *result,
                const struct solve_options *query)
{
    int komi = query->komi_half_points;
    struct solve_bounds bounds;
    struct solve_root_move made;
    solve_result_bounds(result, &bounds);
    int r = set_row(grid, 0, "", &bounds, "");
    for (size_t i = 0; r == 0 && solve_result_move(result, i, &made) == 0; i++)
        r = set_row(grid, i + 1, move_text(query->setup.board, made.move), &made.bounds,
                    best_word(result, i, komi));
    for (size_t row = 0; row <= solve_result_move_count(result) && r == 0; row++) {
        struct strbuf text = {0};
        strbuf_add(&text, "%s", human_half_points(komi));
        r = grid_set_text(grid, row, "komi", &text);
    }
    return r;
}

/* The position itself, in the first row, and its plays. */
static int print_grid(const struct solve_result *result, const struct solve_options *query,
                      enum grid_format format, struct error *err)
{
    struct grid grid;
    size_t count = sizeof(columns) / sizeof(columns[0]) - (format != GRID_CSV);
    int r = grid_init(&grid, columns, count, solve_result_move_count(result) + 1);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = fill(&grid, result, query);
    if (r < 0)
        error_set(err, r, "out of memory");
    else if (format == GRID_CSV)
        grid_write_csv(stdout, &grid);
    else
        grid_write_markdown(stdout, &grid);
    if (r == 0 && format == GRID_MARKDOWN && solve_result_komi_matters(result))
        best_print_note(query->komi_half_points);
    grid_release(&grid);
    return r;
}

static int print(const struct store_verb *asked, const struct solve_result *result,
                 const struct solve_options *query, double seconds, struct error *err)
{
    switch (asked->format) {
    case GRID_JSON:
        return result_print_json("store query", result, query, seconds, err);
    case GRID_TEXT:
        return result_print_text(result, query, 0) == 0 ? 0
                                                        : error_set(err, -ENOMEM, "out of memory");
    default:
        return print_grid(result, query, asked->format, err);
    }
}

/* Says what of an answer is missing. Returns the exit code. */
static int tell_missing(const struct store_verb *asked, const struct solve_result *result)
{
    struct solve_bounds bounds;
    if (result_is_proven(result, &asked->query))
        return EXIT_SOLVED;
    solve_result_bounds(result, &bounds);
    if (solve_bounds_known(&bounds))
        fprintf(stderr, "solve: store %s: the value is known, not those of all first plays%s\n",
                asked->dir,
                asked->query.setup.facts.cycle_ends
                    ? " (what a cycle ends depends on the positions before)"
                    : "");
    return EXIT_STOPPED;
}

/* Opens the store to read, and asks it. Returns an exit code; EXIT_SOLVED: *ret_result is there. */
static int ask(const struct store_verb *asked, struct solve_result **ret_result, struct error *err)
{
    struct solve_store *store;
    struct solve_error refused;
    int code = store_verb_open_handle(asked, SOLVE_STORE_READ, &store, err);
    if (code != EXIT_SOLVED)
        return code;
    int asking = solve_store_query(store, asked->query.game, asked->query.komi_half_points,
                                   ret_result, &refused);
    code = store_verb_close_handle(asked, store, err);
    if (asking < 0)
        return store_verb_fail(asked, asking, refused.text, err);
    if (code != EXIT_SOLVED)
        solve_result_free(*ret_result);
    return code;
}

int store_query_run(const struct store_verb *asked, struct error *err)
{
    struct solve_result *result;
    struct solve_options query = asked->query;
    double started = clock_now();
    query.quiet = true;
    int code = ask(asked, &result, err);
    if (code != EXIT_SOLVED)
        return code;
    int r = print(asked, result, &query, clock_now() - started, err);
    code = r < 0 ? EXIT_FAILED : tell_missing(asked, result);
    solve_result_free(result);
    return code;
}
