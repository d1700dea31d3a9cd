/* The verb `table`: the values of all positions of a board, kept in a store. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/progress.h"
#include "cli/solve_options.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"
#include "ranks/ranks.h"
#include "json/game_json.h"
#include "json/json.h"

static const struct option_spec options[] = {
    SETUP_NO_START_OPTIONS,
    {"store", "DIR", "the store that receives the table; made if it is missing"},
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"method", "METHOD",
     "'lists' of boards and plays, or 'dense': a hundredth of the memory; "
     "default: lists where they are small"},
    {"save-seconds", "S", "keep what is decided every S seconds; default 10"},
    FORMAT_JSON_OPTIONS,
    {"quiet", NULL, "nothing on stderr but errors"},
};

#define SAVE_SECONDS 10.0

struct table_request {
    struct solve_options options; /* its setup, threads and memory */
    double save_seconds;
    enum solve_table_method method;
    bool dense; /* it is to be a dense table */
    bool json;
    uint64_t bytes_sent; /* by all ranks */
    struct progress progress;
};

static int check_rules(const struct table_request *request, const char *rules, struct error *err)
{
    const struct game_setup *setup = &request->options.setup;
    if (solve_rules_table_kind(setup->rules) != SOLVE_TABLE_NONE)
        return 0;
    return options_refuse("rules", rules,
                          strcmp(setup->facts.scoring, "territory") == 0
                              ? "wanted area or stone scoring: prisoners are no part of a position"
                              : "nothing is known to be proved of positions without history "
                                "under these rules: wanted others",
                          err);
}

static int read_method(const struct options *given, enum solve_table_method *ret_method,
                       struct error *err)
{
    const char *text = options_text(given, "method");
    if (text == NULL)
        *ret_method = SOLVE_TABLE_BY_SIZE;
    else if (strcmp(text, "lists") == 0)
        *ret_method = SOLVE_TABLE_LISTS;
    else if (strcmp(text, "dense") == 0)
        *ret_method = SOLVE_TABLE_DENSE;
    else
        return options_refuse("method", text, "wanted lists or dense", err);
    if (ranks_size() == 1)
        return 0;
    if (*ret_method == SOLVE_TABLE_LISTS)
        return options_refuse("method", text,
                              "one process makes such a table: wanted dense, or no mpirun", err);
    *ret_method = SOLVE_TABLE_DENSE;
    return 0;
}

static int read_request(struct table_request *request, const struct options *given,
                        struct error *err)
{
    struct solve_options *asked = &request->options;
    int r = run_limits_read(given, &asked->limits, err);
    if (r == 0)
        r = run_limits_read_seconds(given, "save-seconds", SAVE_SECONDS, &request->save_seconds,
                                    err);
    if (r == 0)
        r = read_method(given, &request->method, err);
    if (r == 0)
        r = format_read_json(given, &request->json, err);
    if (r == 0 && !options_has(given, "store"))
        r = error_set(err, -EINVAL, "--store is missing: wanted the folder of a store");
    if (r == 0)
        r = output_path_folder("store", options_text(given, "store"), err);
    if (r == 0)
        r = setup_refuse_start(given, "table", err);
    if (r == 0)
        r = solve_options_read_game(asked, given, NULL, err);
    if (r == 0)
        r = check_rules(request, options_text(given, "rules"), err);
    asked->store = options_text(given, "store");
    asked->quiet = options_has(given, "quiet");
    return r;
}

static int predict(const struct table_request *request, struct solve_prediction *ret_prediction)
{
    struct solve_request *run;
    int r = run_limits_request(&request->options.limits, &run);
    if (r < 0)
        return r;
    r = solve_request_predict_table(run, request->options.game, ret_prediction, NULL);
    solve_request_free(run);
    return r;
}

static void announce_lists(const struct solve_prediction *made)
{
    fprintf(stderr, "solve: %s%.0Lf %s up to symmetry, about %s and %s\n",
            made->boards_exact ? "" : "about ", made->boards,
            made->boards == 1 ? "board" : "boards", human_size(made->bytes_needed),
            human_time(made->seconds_before));
}

static void announce_dense(const struct solve_prediction *made)
{
    /* Of each rank. */
    double memory = (made->dense_index + made->dense_margins) / ranks_size();
    fprintf(stderr, "solve: %s%.0Lf %s up to symmetry, dense: about %s%s, %s on the disk and %s\n",
            made->boards_exact ? "" : "about ", made->boards,
            made->boards == 1 ? "board" : "boards", human_size(memory),
            ranks_size() > 1 ? " for each rank" : "", human_size(made->dense_file),
            human_time(made->dense_seconds_index + made->dense_seconds_margins));
    if (memory > (double)made->memory)
        fprintf(
            stderr,
            "solve: more than --memory allows (%s): the rest lies in a file of the store, which "
            "takes several times as long\n",
            human_size((double)made->memory));
}

/* Does it need more memory than it may have, as lists? Says so. */
static bool is_too_large(const struct solve_prediction *made)
{
    if (made->addressable && made->bytes_needed <= (double)made->memory)
        return false;
    fprintf(stderr, "solve: stopped: too large: it takes about %s of memory%s\n",
            human_size(made->bytes_needed),
            made->addressable ? "" : ", and more than 32-bit numbers for boards and plays");
    return true;
}

/* Tells beforehand what it takes. Returns an exit code; EXIT_STOPPED: too large. */
static int announce(struct table_request *request, struct error *err)
{
    struct solve_prediction made;
    int r = predict(request, &made);
    if (r < 0) {
        error_set(err, r, "out of memory");
        return EXIT_FAILED;
    }
    if (request->method == SOLVE_TABLE_DENSE && !made.dense) {
        options_refuse("method", "dense", "the board has too many points for it: wanted 39 at most",
                       err);
        return EXIT_USAGE;
    }
    request->dense = request->method == SOLVE_TABLE_DENSE ||
                     (request->method == SOLVE_TABLE_BY_SIZE && made.table_dense);
    if (!request->options.quiet)
        (request->dense ? announce_dense : announce_lists)(&made);
    return !request->dense && is_too_large(&made) ? EXIT_STOPPED : EXIT_SOLVED;
}

/* What is told of dense tables only. */
static json_t *dense_json(const struct table_request *request, const struct solve_table *table)
{
    json_t *object = json_with(json_object(), "file_bytes", json_digits(table->file_bytes));
    object = json_with(object, "memory_bytes", json_digits(table->held_bytes));
    object = json_with(object, "mapped_bytes", json_digits(table->mapped_bytes));
    object = json_with(object, "sweeps", json_digits(table->sweeps));
    object = json_with(object, "ranks", json_integer(ranks_size()));
    object = json_with(object, "bytes_sent", json_digits(request->bytes_sent));
    return json_with(object, "plays", json_digits(table->plays));
}

static int print_json(const struct table_request *request, const struct solve_table *table,
                      double seconds, struct error *err)
{
    const struct game_setup *setup = &request->options.setup;
    bool known = table->bounds && !table->was_there;
    json_t *object = game_json_set_board(json_head("table"), setup->board);
    object = game_json_set_rules(object, setup->rules);
    object = json_with(object, "store", json_text_or_null(request->options.store));
    object = json_with(object, "limits", run_limits_json(&request->options.limits));
    object = json_with(object, "method", json_string(table->dense ? "dense" : "lists"));
    object = json_with(object, "tells", json_string(table->bounds ? "bounds" : "values"));
    object = json_with(object, "boards", json_digits(table->boards));
    object = json_with(object, "ko_states", json_digits(table->kos));
    object = json_with(object, "was_there", json_boolean(table->was_there));
    object = json_with(object, "resumed",
                       table->resumed && !table->dense ? json_integer(table->resumed_margin)
                                                       : json_null());
    object = json_with(object, "went_on", json_boolean(table->resumed));
    object = json_with(object, "were_missing", json_digits(table->was_missing));
    object = json_with(object, "known", known ? json_digits(table->known) : json_null());
    object = json_with(object, "dense", table->dense ? dense_json(request, table) : json_null());
    object = json_with(object, "seconds", json_seconds(seconds));
    return json_print(object, err);
}

static void print_text(const struct table_request *request, const struct solve_table *table,
                       double seconds)
{
    const struct game_setup *setup = &request->options.setup;
    printf("%s, %s: %s of all positions%s are %s: %s up to symmetry and colours",
           solve_board_name(setup->board), solve_rules_text(setup->rules),
           table->bounds ? "bounds" : "the values", table->bounds ? ", without history," : "",
           table->was_there ? "there already" : "in the store",
           human_count(table->boards, "board", "boards"));
    if (!table->bounds)
        printf(", %s with a ko", human_count(table->kos, "state", "states"));
    printf("\n");
    if (table->bounds && !table->was_there)
        printf("they meet in %" PRIu64 " of the %s\n", table->known,
               human_count(2 * table->boards, "position", "positions"));
    if (table->resumed && table->dense)
        printf("went on from what an earlier run had decided\n");
    else if (table->resumed)
        printf("went on from margin %s, which an earlier run had come to\n",
               human_signed(table->resumed_margin));
    if (table->was_missing > 0)
        printf("%s missing; all were decided again, what was missing is written\n",
               human_count(table->was_missing, "of them was", "of them were"));
    if (table->dense)
        printf("dense: %s in a file of its own%s", human_count(table->file_bytes, "byte", "bytes"),
               table->was_there ? "\n" : "; ");
    if (table->dense && !table->was_there)
        printf("%s of memory, %s looked at in %s\n",
               human_size((double)(table->held_bytes + table->mapped_bytes)),
               human_count(table->plays, "play", "plays"),
               human_count(table->sweeps, "sweep", "sweeps"));
    if (ranks_size() > 1 && !table->was_there)
        printf("%s sent each other %s, %.1f for each board\n",
               human_count((uint64_t)ranks_size(), "rank", "ranks"),
               human_count(request->bytes_sent, "byte", "bytes"),
               (double)request->bytes_sent / (double)table->boards);
    if (!table->was_there)
        printf("%.2f s\n", seconds);
}

static void show(const struct solve_table_progress *table, void *arg)
{
    struct table_request *request = arg;
    progress_show_table(&request->progress, table);
}

/* Of many ranks the first one alone has the store. Until all have found each other a signal may
 * have come: -EINTR. */
static int open_store(const struct solve_options *asked, struct solve_store **ret_store,
                      struct error *err)
{
    int r = 0;
    if (ranks_rank() == 0)
        r = atomic_load(&interrupt_requested)
                ? -EINTR
                : store_option_open(asked->store, NULL, NULL, ret_store, err);
    return ranks_agree(r, err);
}

static int tell_stopped(void)
{
    fprintf(stderr,
            "solve: stopped: %s; what is decided is saved, and the next run goes on from it\n",
            interrupt_text());
    return EXIT_STOPPED;
}

/* Why no table came of it (r), and the exit code. */
static int tell_failure(const struct table_request *request, int r, const struct solve_error *why,
                        struct error *err)
{
    if (r == -EINTR)
        return tell_stopped();
    if (r == -ENOSPC && !request->dense) { /* the prediction was too low */
        fprintf(stderr, "solve: stopped: the table takes more memory than --memory allows (%s)\n",
                human_size((double)request->options.limits.memory));
        return EXIT_STOPPED;
    }
    if (r == -EINVAL)
        error_set(err, r, "%s", why->text);
    else
        error_set(err, r, "--store %.120s: %s", request->options.store, why->text);
    return r == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
}

static int print(const struct table_request *request, const struct solve_table *table,
                 double seconds, struct error *err)
{
    if (request->json)
        return print_json(request, table, seconds, err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
    print_text(request, table, seconds);
    return EXIT_SOLVED;
}

static int make_and_tell(struct table_request *request, struct error *err)
{
    const struct solve_options *asked = &request->options;
    const struct solve_table_options how = {
        .threads = asked->limits.threads,
        .memory = asked->limits.memory,
        .save_seconds = request->save_seconds,
        .interrupt = interrupt_handle(),
        .method = request->method,
        .progress = asked->quiet ? NULL : show,
        .progress_arg = request,
    };
    struct solve_table table;
    struct solve_error why;
    struct error ignored;
    struct solve_store *store = NULL;
    double started = clock_now();
    int r = open_store(asked, &store, err);
    if (r < 0)
        return r == -EINTR ? tell_stopped() : verb_exit_code(r);
    progress_start(&request->progress, asked->setup.board, &asked->limits);
    r = solve_store_make_table(store, asked->setup.board, asked->setup.rules, &how, &table, &why);
    progress_stop(&request->progress);
    request->bytes_sent = ranks_bytes_sent();
    ranks_reduce(&request->bytes_sent, 1, RANKS_SUM);
    int closed = store_option_close(asked->store, store, r < 0 ? &ignored : err);
    if (r < 0)
        return tell_failure(request, r, &why, err);
    return closed < 0 ? EXIT_FAILED : print(request, &table, clock_now() - started, err);
}

static int run(const struct options *given, struct error *err)
{
    struct table_request request = {0};
    int r = read_request(&request, given, err);
    int code = r < 0 ? verb_exit_code(r) : announce(&request, err);
    if (code == EXIT_SOLVED)
        code = make_and_tell(&request, err);
    solve_options_release(&request.options);
    return code;
}

const struct verb verb_table = VERB(
    "table",
    "values, or bounds, of all positions of a board at once, kept in a store for 'store query'",
    options, .run = run, .interruptible = true, .ranks = true);
