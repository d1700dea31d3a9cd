/* store query: what is known of a position, at once. */
#include <errno.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/best.h"
#include "cli/result.h"
#include "cli/value_json.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "report/value.h"
#include "search/search.h"

/* The komi is for programs: people are told where it matters (best.h). */
static const struct grid_column columns[] = {
    {"play", "first play"}, {"lower", "lower"}, {"upper", "upper"},
    {"best", "best"},       {"komi", "komi"},
};

/* What is proved of one bound; empty where nothing is. */
static int set_margin(struct grid *grid, size_t row, const char *key, int margin, bool known)
{
    struct strbuf text = {0};
    if (known || (margin > -MARGIN_INFINITE && margin < MARGIN_INFINITE))
        strbuf_add(&text, "%s", value_margin(margin));
    return grid_set_text(grid, row, key, &text);
}

/* As value_json_set() has it: what Black forces, and what White. best: "yes", "no", "" where that
 * is not known. */
static int set_row(struct grid *grid, size_t row, const char *play, const struct bounds *bounds,
                   const char *best)
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

static const char *best_word(const struct analysis *analysis, size_t i, int komi_half_points)
{
    switch (analysis_rate_move(analysis, i, komi_half_points)) {
    case RATED_BEST:
        return "yes";
    case RATED_WORSE:
        return "no";
    default:
        return "";
    }
}

static int fill(struct grid *grid, const struct analysis *analysis,
                const struct solve_options *query)
{
    int komi = query->komi_half_points;
    int r = set_row(grid, 0, "", &analysis->bounds, "");
    for (size_t i = 0; i < analysis->move_count && r == 0; i++)
        r = set_row(grid, i + 1, move_format(query->setup.graph, analysis->moves[i].move),
                    &analysis->moves[i].bounds, best_word(analysis, i, komi));
    for (size_t row = 0; row <= analysis->move_count && r == 0; row++) {
        struct strbuf text = {0};
        strbuf_add(&text, "%s", human_half_points(komi));
        r = grid_set_text(grid, row, "komi", &text);
    }
    return r;
}

/* The position itself, in the first row, and its plays. */
static int print_grid(const struct analysis *analysis, const struct solve_options *query,
                      enum grid_format format, struct error *err)
{
    struct grid grid;
    size_t count = sizeof(columns) / sizeof(columns[0]) - (format != GRID_CSV);
    int r = grid_init(&grid, columns, count, analysis->move_count + 1);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = fill(&grid, analysis, query);
    if (r < 0)
        error_set(err, r, "out of memory");
    else if (format == GRID_CSV)
        grid_write_csv(stdout, &grid);
    else
        grid_write_markdown(stdout, &grid);
    if (r == 0 && format == GRID_MARKDOWN && analysis_komi_matters(analysis))
        best_print_note(query->komi_half_points);
    grid_release(&grid);
    return r;
}

static int print(const struct store_verb *asked, const struct analysis *analysis,
                 const struct solve_options *query, double seconds, struct error *err)
{
    switch (asked->format) {
    case GRID_JSON:
        return result_print_json(analysis, query, seconds, err);
    case GRID_TEXT:
        result_print_text(analysis, query, 0);
        return 0;
    default:
        return print_grid(analysis, query, asked->format, err);
    }
}

/* Says what of an answer is missing. Returns the exit code. */
static int judge(const struct store_verb *asked, const struct analysis *analysis)
{
    struct history_model model;
    const struct ruleset *rules = &asked->query.setup.rules;
    if (result_is_proven(analysis, &asked->query))
        return EXIT_SOLVED;
    rules->family->describe(rules, &model);
    if (bounds_known(&analysis->bounds))
        fprintf(stderr, "solve: store %s: the value is known, not those of all first plays%s\n",
                asked->dir,
                model.cycle_ends ? " (what a cycle ends depends on the positions before)" : "");
    return EXIT_STOPPED;
}

int store_query_run(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct analysis analysis;
    struct solve_options query = asked->query;
    double started = clock_now();
    query.quiet = true;
    int code = store_verb_open(asked, STORE_READ, &store, err);
    if (code != 0)
        return code;
    int r = store_query(store, &query.game, query.komi_half_points, &analysis);
    code = store_verb_close(asked, store, err);
    if (r < 0)
        return store_verb_fail(asked, r, "out of memory", err);
    if (code == 0) {
        r = print(asked, &analysis, &query, clock_now() - started, err);
        code = r < 0 ? EXIT_FAILED : judge(asked, &analysis);
    }
    analysis_release(&analysis);
    return code;
}
