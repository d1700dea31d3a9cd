/* The verb `table`: the values of all positions of a board, kept in a store. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/parse_number.h"
#include "cli/prediction.h"
#include "cli/store_option.h"
#include "cli/verb.h"
#include "report/value.h"
#include "store/values/values_make.h"
#include "tables/acyclic.h"

static const struct option_spec options[] = {
    SETUP_NO_START_OPTIONS,
    {"store", "DIR", "the store that receives the table; made if it is missing"},
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"save-seconds", "S", "keep what is decided every S seconds; default 10"},
    FORMAT_JSON_OPTION,
    {"quiet", NULL, "nothing on stderr but errors"},
};

#define SAVE_SECONDS 10.0

struct table_request {
    struct solve_options options; /* its setup, threads and memory */
    double save_seconds;
    bool json;
};

static int check_rules(const struct table_request *request, const char *rules, struct error *err)
{
    const struct ruleset *asked = &request->options.setup.rules;
    if (board_table_kind(asked) != TABLE_NONE)
        return 0;
    return options_refuse("rules", rules,
                          (enum scoring)ruleset_value(asked, &field_scoring) == SCORING_TERRITORY
                              ? "wanted area or stone scoring: prisoners are no part of a position"
                              : "nothing is known to be proved of positions without history "
                                "under these rules: wanted others",
                          err);
}

static int read_request(struct table_request *request, const struct options *given,
                        struct error *err)
{
    struct solve_options *asked = &request->options;
    int r = run_limits_read(given, &asked->limits, err);
    if (r == 0)
        r = run_limits_read_seconds(given, "save-seconds", SAVE_SECONDS, &request->save_seconds,
                                    err);
    if (r == 0 && !options_has(given, "store"))
        r = error_set(err, -EINVAL, "--store is missing: wanted the folder of a store");
    if (r == 0)
        r = setup_refuse_start(given, "table", err);
    if (r == 0)
        r = solve_options_read_game(asked, given, NULL, err);
    if (r == 0)
        r = check_rules(request, options_text(given, "rules"), err);
    asked->store = options_text(given, "store");
    asked->quiet = options_has(given, "quiet");
    request->json = options_has(given, "json");
    return r;
}

/* The table's own bytes: what making it holds, with the copy of what is kept while it is made. */
static double bytes_needed(const struct table_request *request, const struct prediction *made)
{
    const struct table_size *plan = &made->plan;
    double boards = (double)plan->boards, order = boards * sizeof(uint32_t), work = plan->work;
    if (board_table_is_acyclic(&request->options.setup.rules)) {
        double ranking = boards * (double)acyclic_board_bytes() * made->threads;
        work = ranking > work ? ranking : work;
    }
    return plan->positions + plan->reverse + 2 * plan->attractor + work + order;
}

/* Ranking the boards for a margin fetches nothing ahead: it takes this many times as long as an
 * attractor, measured. */
#define RANKING_TIMES 3

static double seconds_needed(const struct table_request *request, const struct prediction *made)
{
    const struct table_timing *times = &made->times;
    double seconds = times->closing + times->reverse + times->every;
    int margins = 2 * request->options.setup.graph->points + 1;
    if (board_table_is_acyclic(&request->options.setup.rules))
        seconds += RANKING_TIMES * margins * times->attractor;
    return seconds;
}

/* Tells beforehand what it takes. Returns an exit code; EXIT_STOPPED: too large. */
static int announce(const struct table_request *request, struct error *err)
{
    struct prediction made;
    int r = prediction_make_table(&made, &request->options);
    if (r < 0) {
        error_set(err, r, "out of memory");
        return EXIT_FAILED;
    }
    double bytes = bytes_needed(request, &made);
    const char *size = human_size(bytes);
    if (!request->options.quiet)
        fprintf(stderr, "solve: %s%.0Lf %s up to symmetry, about %s and %s\n",
                made.plan.boards_exact ? "" : "about ", made.plan.boards,
                made.plan.boards == 1 ? "board" : "boards", size,
                human_time(seconds_needed(request, &made)));
    if (made.plan.addressable && bytes <= (double)made.memory)
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped: too large: it takes about %s of memory%s\n", size,
            made.plan.addressable ? "" : ", and more than 32-bit numbers for boards and plays");
    return EXIT_STOPPED;
}

static int print_json(const struct table_request *request, const struct values_result *result,
                      double seconds, struct error *err)
{
    char rules[RULESET_TEXT_MAX];
    ruleset_format(&request->options.setup.rules, rules);
    bool bounds = board_table_kind(&request->options.setup.rules) == TABLE_BOUNDS;
    json_t *object = json_pack(
        "{s:i,s:o,s:s,s:s,s:I,s:I,s:b,s:o,s:f}", "schema", JSON_SCHEMA, "board",
        json_text_or_null(request->options.setup.graph->name), "rules", rules, "tells",
        bounds ? "bounds" : "values", "boards", (json_int_t)result->boards, "ko_states",
        (json_int_t)result->kos, "was_there", result->was_there, "resumed",
        result->resumed ? json_integer(result->resumed_margin) : json_null(), "seconds", seconds);
    object = json_with(object, "were_missing", json_integer((json_int_t)result->was_short));
    if (bounds && !result->was_there)
        object = json_with(object, "known", json_integer((json_int_t)result->known));
    return json_print(object, err);
}

static void print_text(const struct table_request *request, const struct values_result *result,
                       double seconds)
{
    char rules[RULESET_TEXT_MAX];
    bool bounds = board_table_kind(&request->options.setup.rules) == TABLE_BOUNDS;
    ruleset_format(&request->options.setup.rules, rules);
    printf("%s, %s: %s of all positions%s are %s: %s up to symmetry and colours",
           request->options.setup.graph->name, rules, bounds ? "bounds" : "the values",
           bounds ? ", without history," : "", result->was_there ? "there already" : "in the store",
           human_count(result->boards, "board", "boards"));
    if (!bounds)
        printf(", %s with a ko", human_count(result->kos, "state", "states"));
    printf("\n");
    if (bounds && !result->was_there)
        printf("they meet in %" PRIu64 " of the %s\n", result->known,
               human_count(2 * result->boards, "position", "positions"));
    if (result->resumed)
        printf("went on from margin %s, which an earlier run had come to\n",
               human_signed(result->resumed_margin));
    if (result->was_short > 0)
        printf("%s missing; all were decided again, what was missing is written\n",
               human_count(result->was_short, "of them was", "of them were"));
    if (!result->was_there)
        printf("%.2f s\n", seconds);
}

static int make(const struct table_request *request, struct error *err)
{
    const struct solve_options *asked = &request->options;
    const struct values_options how = {
        .threads = asked->limits.threads,
        .max_bytes = (size_t)asked->limits.memory,
        .save_seconds = request->save_seconds,
        .interrupted = &interrupt_requested,
    };
    struct values_result result;
    struct error why, ignored;
    struct store *store;
    double started = clock_now();
    int r = store_option_open(asked->store, NULL, NULL, &store, err);
    if (r < 0)
        return verb_exit_code(r);
    r = values_make(store, &asked->game, &how, &result, &why);
    int closed = store_option_close(asked->store, store, r < 0 ? &ignored : err);
    if (r == -EINTR) {
        fprintf(stderr,
                "solve: stopped: %s; what is decided is kept, and the next run goes on "
                "from it\n",
                interrupt_text());
        return EXIT_STOPPED;
    }
    if (r == -ENOSPC) { /* the prediction was too low */
        fprintf(stderr, "solve: stopped: the table takes more memory than --memory allows (%s)\n",
                human_size((double)how.max_bytes));
        return EXIT_STOPPED;
    }
    if (r < 0)
        error_set(err, r, "--store %.120s: %s", asked->store, why.text);
    if (r < 0 || closed < 0)
        return EXIT_FAILED;
    if (request->json)
        return print_json(request, &result, clock_now() - started, err) < 0 ? EXIT_FAILED
                                                                            : EXIT_SOLVED;
    print_text(request, &result, clock_now() - started);
    return EXIT_SOLVED;
}

static int run(const struct options *given, struct error *err)
{
    struct table_request request = {0};
    int r = read_request(&request, given, err);
    int code = r < 0 ? verb_exit_code(r) : announce(&request, err);
    if (code == EXIT_SOLVED)
        code = make(&request, err);
    solve_options_release(&request.options);
    return code;
}

const struct verb verb_table = {
    .name = "table",
    .help =
        "values, or bounds, of all positions of a board at once, kept in a store for 'store query'",
    VERB_OPTIONS(options),
    .interruptible = true,
    .run = run,
};
