/* The verb `predict`: what a run would take. */
#include <math.h>
#include <stdio.h>

#include "base/human.h"
#include "cli/format.h"
#include "cli/solve_options.h"
#include "cli/verb.h"
#include "json/game_json.h"
#include "json/json.h"

static const struct option_spec options[] = {
    SETUP_NO_START_OPTIONS,
    {"threads", "N", "of the run; default: all cores"},
    {"memory", "SIZE", "of the run: " RUN_LIMITS_MEMORY_HELP},
    {"max-nodes", "N", "of the run"},
    FORMAT_JSON_OPTIONS,
};

/* Of a run, and of `table` if the rules have one. */
struct predicted {
    struct solve_prediction run, table;
    bool has_table;
};

static const char *choice_name(const struct solve_prediction *made)
{
    if (made->tables == SOLVE_TABLES_MADE)
        return "made";
    if (made->tables == SOLVE_TABLES_UNUSED)
        return "not used";
    return made->tables == SOLVE_TABLES_TOO_LONG ? "too long" : "too large";
}

/* Bytes that states_text() needs at most. */
#define STATES_TEXT_MAX 32

/* A number of states, as far as it can be guessed: "790 million". */
static const char *states_text(double states, char text[STATES_TEXT_MAX])
{
    double digit = pow(10, floor(log10(states)) - 1), rounded = round(states / digit) * digit;
    if (rounded < 1e10)
        snprintf(text, STATES_TEXT_MAX, "%.4g million", rounded / 1e6);
    else
        snprintf(text, STATES_TEXT_MAX, "%.1e", rounded);
    return text;
}

static void print_forecast(const struct solve_forecast *forecast)
{
    char texts[3][STATES_TEXT_MAX];
    printf(
        "strategies: about %s states to look at (%s to %s), 100,000 to 200,000 a second; with a "
        "--memory of %s few of them twice, with %s many, so that it may take four times as long\n",
        states_text(forecast->states, texts[0]), states_text(forecast->states_low, texts[1]),
        states_text(forecast->states_high, texts[2]), human_size(forecast->memory),
        human_size(forecast->memory_low));
    printf(
        "  This is an estimate: the trend of %s, which one player takes whole; "
        "%s.\n",
        forecast->from,
        forecast->beyond ? "no larger board was decided, and this one may be out of reach"
                         : "on other boards there may be no strategy");
}

static void print_strategies(const struct solve_prediction *made)
{
    if (made->has_forecast)
        print_forecast(&made->forecast);
    else
        printf("strategies: how many states there are to look at is not known for such a start\n");
    if (made->tables == SOLVE_TABLES_MADE)
        printf(
            "The run looks for strategies without repetition; for what they do not tell it goes "
            "on:\n");
    else
        printf(
            "The run looks for strategies without repetition until they tell the value, or a limit "
            "ends it.\n");
}

/* Bytes of the dense tables with which a run searches: all margins, and, unless these are of
 * bounds, one threshold. */
static double searched_bytes(const struct solve_prediction *made)
{
    double threshold = made->dense_bounds ? 0 : made->dense_threshold + made->dense_plies;
    return made->dense_index + made->dense_margins + threshold;
}

static double seconds_before_search(const struct solve_prediction *made)
{
    double threshold = made->dense_bounds ? 0 : made->dense_seconds_threshold;
    return made->dense_seconds_index + made->dense_seconds_margins + threshold;
}

/* Does a run search with dense tables? They may fill three quarters of its memory. */
static bool searches_dense(const struct solve_prediction *made)
{
    bool wanted = made->tables == SOLVE_TABLES_TOO_LARGE ||
                  (made->tables == SOLVE_TABLES_MADE && made->dense_bounds);
    return wanted && made->dense && searched_bytes(made) <= 0.75 * (double)made->memory;
}

static void print_dense_choice(const struct solve_prediction *made)
{
    const char *who =
        made->strategies ? "What strategies do not tell it searches" : "The run searches";
    const char *size = human_size(searched_bytes(made)),
               *time = human_time(seconds_before_search(made));
    if (made->tables == SOLVE_TABLES_MADE)
        printf(
            "%s with dense tables first, %s, that are there after about %s; lists are made where "
            "these do not suffice, and for --proof. How long it searches is not predicted.\n",
            who, size, time);
    else
        printf("%s with dense tables, %s, the first one after about %s.\n", who, size, time);
}

static void print_tables_choice(const struct solve_prediction *made)
{
    const char *then =
        made->strategies || searches_dense(made) ? "" : " The run searches without them.";
    if (made->tables == SOLVE_TABLES_MADE && searches_dense(made))
        return;
    if (made->tables == SOLVE_TABLES_MADE)
        printf("The run makes the tables first; how long it searches then is not predicted.\n");
    else if (made->tables == SOLVE_TABLES_UNUSED)
        printf(
            "Under these rules the run makes no tables; how long it searches is not predicted.\n");
    else if (made->tables == SOLVE_TABLES_TOO_LONG)
        printf("The run makes no tables: they would take longer than --max-nodes allows.\n");
    else if (!made->addressable)
        printf("Too large for lists: there are more than 32-bit numbers for boards and plays.%s\n",
               then);
    else
        printf("Too large for lists: they need a --memory of %s.%s\n",
               human_size(made->bytes_needed), then);
}

static void print_choice(const struct solve_prediction *made)
{
    if (made->strategies)
        print_strategies(made);
    print_tables_choice(made);
    if (searches_dense(made))
        print_dense_choice(made);
}

static void print_sizes(const struct solve_prediction *made)
{
    printf(
        "lists: boards and plays %s, reverse plays %s, an attractor %s and %s while it is made; "
        "%s in all\n",
        human_size(made->bytes_positions), human_size(made->bytes_reverse),
        human_size(made->bytes_attractor), human_size(made->bytes_work),
        human_size(made->bytes_all));
}

static void print_times(const struct solve_prediction *made)
{
    printf(
        "time, estimated from %.0f ns a play, measured now: boards and plays %s, reverse plays "
        "%s, an attractor %s, all margins %s\n",
        made->second_a_move * 1e9, human_time(made->seconds_positions),
        human_time(made->seconds_reverse), human_time(made->seconds_attractor),
        human_time(made->seconds_every));
}

/* Tables that store neither boards nor plays (`table`). */
static void print_dense(const struct solve_prediction *made)
{
    printf("dense tables: index %s, all margins %s besides; one threshold %s, its plies %s\n",
           human_size(made->dense_index), human_size(made->dense_margins),
           human_size(made->dense_threshold), human_size(made->dense_plies));
    printf(
        "time, estimated from %.0f ns a play, measured now: the index %s, all margins %s, one "
        "threshold %s\n",
        made->dense_second_a_play * 1e9, human_time(made->dense_seconds_index),
        human_time(made->dense_seconds_margins), human_time(made->dense_seconds_threshold));
}

/* Does `table` make it by lists? */
static bool is_by_lists(const struct solve_prediction *table)
{
    return !table->table_dense && table->addressable &&
           table->bytes_needed <= (double)table->memory;
}

/* Bytes of a dense table that its memory has no room for. */
static double outside_bytes(const struct solve_prediction *table)
{
    double more = table->dense_index + table->dense_margins - (double)table->memory;
    return more > 0 ? more : 0;
}

static void print_table(const struct solve_prediction *table)
{
    double outside = outside_bytes(table);
    printf("`table`: ");
    if (is_by_lists(table)) {
        printf("lists, %s of memory, %s\n", human_size(table->bytes_needed),
               human_time(table->seconds_before));
    } else if (!table->table_dense) {
        printf("too large\n");
    } else {
        printf("dense, %s of memory, %s on the disk, %s\n",
               human_size(table->dense_index + table->dense_margins), human_size(table->dense_file),
               human_time(table->dense_seconds_index + table->dense_seconds_margins));
        if (outside > 0)
            printf(
                "  That is more than --memory: %s of it lies in a file of the store until it is "
                "made, which takes two to five times as long.\n",
                human_size(outside));
    }
}

static void print_text(const struct solve_options *asked, const struct predicted *predicted)
{
    const struct solve_prediction *made = &predicted->run;
    const char *rules = solve_rules_text(asked->setup.rules);
    printf("%s, %s, %s, memory %s\n", solve_board_name(asked->setup.board), rules,
           human_count((uint64_t)made->threads, "thread", "threads"),
           human_size((double)made->memory));
    if (made->legal_exact)
        printf("legal positions:             %.0Lf\n", made->legal);
    else if (made->legal < powl(3, solve_board_points(asked->setup.board)))
        printf("legal positions:             %.4Lg (counted, and rounded)\n", made->legal);
    else
        printf("legal positions:             at most %.4Lg (3^points, an estimate)\n", made->legal);
    printf(made->boards_exact ? "up to symmetry and colours:  %.0Lf\n"
                              : "up to symmetry and colours:  %.4Lg (estimate)\n",
           made->boards);
    printf("plays on them:               %.4g (estimate, from a sample)\n", made->moves);
    if (made->tables != SOLVE_TABLES_UNUSED) {
        print_sizes(made);
        print_times(made);
    }
    if (made->dense)
        print_dense(made);
    if (predicted->has_table)
        print_table(&predicted->table);
    print_choice(made);
}

static json_t *bytes_json(const struct solve_prediction *made)
{
    json_t *object = json_with(json_object(), "positions", json_real(made->bytes_positions));
    object = json_with(object, "reverse_plays", json_real(made->bytes_reverse));
    object = json_with(object, "attractor", json_real(made->bytes_attractor));
    object = json_with(object, "making", json_real(made->bytes_work));
    object = json_with(object, "all", json_real(made->bytes_all));
    return json_with(object, "memory_needed", json_real(made->bytes_needed));
}

static json_t *seconds_json(const struct solve_prediction *made)
{
    json_t *object = json_with(json_object(), "boards", json_real(made->seconds_positions));
    object = json_with(object, "reverse_plays", json_real(made->seconds_reverse));
    object = json_with(object, "attractor", json_real(made->seconds_attractor));
    return json_with(object, "all_margins", json_real(made->seconds_every));
}

static json_t *dense_json(const struct solve_prediction *made)
{
    if (!made->dense)
        return json_null();
    json_t *object = json_with(json_object(), "ko_states", json_real(made->dense_kos));
    object = json_with(object, "index", json_real(made->dense_index));
    object = json_with(object, "all_margins", json_real(made->dense_margins));
    object = json_with(object, "threshold", json_real(made->dense_threshold));
    object = json_with(object, "plies", json_real(made->dense_plies));
    object = json_with(object, "file", json_real(made->dense_file));
    object = json_with(object, "seconds_index", json_real(made->dense_seconds_index));
    object = json_with(object, "seconds_all_margins", json_real(made->dense_seconds_margins));
    return json_with(object, "seconds_threshold", json_real(made->dense_seconds_threshold));
}

static json_t *table_json(const struct predicted *predicted)
{
    const struct solve_prediction *table = &predicted->table;
    bool dense = table->table_dense, lists = is_by_lists(table);
    if (!predicted->has_table || (!dense && !lists))
        return json_null();
    double memory = dense ? table->dense_index + table->dense_margins : table->bytes_needed;
    double seconds =
        dense ? table->dense_seconds_index + table->dense_seconds_margins : table->seconds_before;
    json_t *object = json_with(json_object(), "method", json_string(dense ? "dense" : "lists"));
    object = json_with(object, "memory", json_real(memory));
    object = json_with(object, "outside", json_real(dense ? outside_bytes(table) : 0));
    object = json_with(object, "file", dense ? json_real(table->dense_file) : json_null());
    return json_with(object, "seconds", json_real(seconds));
}

static json_t *forecast_json(const struct solve_prediction *made)
{
    const struct solve_forecast *forecast = &made->forecast;
    if (!made->has_forecast)
        return json_null();
    json_t *object = json_with(json_object(), "states", json_real(forecast->states));
    object = json_with(object, "states_low", json_real(forecast->states_low));
    object = json_with(object, "states_high", json_real(forecast->states_high));
    object = json_with(object, "memory", json_real(forecast->memory));
    object = json_with(object, "memory_low", json_real(forecast->memory_low));
    object = json_with(object, "from", json_string(forecast->from));
    return json_with(object, "extrapolated", json_boolean(forecast->beyond));
}

/* Digits of a number that is exact, else as "1.234e+31". */
static json_t *number_json(long double number, bool exact)
{
    char text[64];
    snprintf(text, sizeof(text), exact ? "%.0Lf" : "%.4Lg", number);
    return json_string(text);
}

static int print_json(const struct solve_options *asked, const struct predicted *predicted,
                      struct error *err)
{
    const struct solve_prediction *made = &predicted->run;
    json_t *object = game_json_set_board(json_head("predict"), asked->setup.board);
    object = game_json_set_rules(object, asked->setup.rules);
    object = json_with(object, "limits", run_limits_json(&asked->limits));
    object = json_with(object, "legal", number_json(made->legal, made->legal_exact));
    object = json_with(object, "legal_exact", json_boolean(made->legal_exact));
    object = json_with(object, "boards", number_json(made->boards, made->boards_exact));
    object = json_with(object, "boards_exact", json_boolean(made->boards_exact));
    object = json_with(object, "plays", json_real(made->moves));
    object = json_with(object, "strategies", json_boolean(made->strategies));
    object = json_with(object, "tables", json_string(choice_name(made)));
    object = json_with(object, "dense_first",
                       json_boolean(made->tables == SOLVE_TABLES_MADE && searches_dense(made)));
    object = json_with(object, "strategies_need", forecast_json(made));
    object = json_with(object, "bytes", bytes_json(made));
    object = json_with(object, "seconds", seconds_json(made));
    object = json_with(object, "dense", dense_json(made));
    object = json_with(object, "table", table_json(predicted));
    return json_print(object, err);
}

static int read_request(struct solve_options *asked, const struct options *given, struct error *err)
{
    int r = run_limits_read(given, &asked->limits, err);
    if (r == 0)
        r = format_read_json(given, &asked->json, err);
    if (r == 0)
        r = setup_refuse_start(given, "predict", err);
    if (r == 0)
        r = solve_options_read_game(asked, given, NULL, err);
    return r;
}

static int predict(const struct solve_options *asked, struct predicted *ret_predicted)
{
    struct predicted made = {.has_table =
                                 solve_rules_table_kind(asked->setup.rules) != SOLVE_TABLE_NONE};
    struct solve_request *request;
    int r = run_limits_request(&asked->limits, &request);
    if (r < 0)
        return r;
    r = solve_request_predict(request, asked->game, &made.run, NULL);
    if (r == 0 && made.has_table)
        r = solve_request_predict_table(request, asked->game, &made.table, NULL);
    solve_request_free(request);
    if (r == 0)
        *ret_predicted = made;
    return r;
}

static int predict_and_print(const struct solve_options *asked, bool json, struct error *err)
{
    struct predicted made;
    int r = predict(asked, &made);
    if (r != 0) {
        error_set(err, r, "cannot predict %s: out of memory", solve_board_name(asked->setup.board));
        return EXIT_FAILED;
    }
    if (json)
        return print_json(asked, &made, err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
    print_text(asked, &made);
    return EXIT_SOLVED;
}

static int run(const struct options *given, struct error *err)
{
    struct solve_options asked = {0};
    int r = read_request(&asked, given, err);
    int code = r < 0 ? verb_exit_code(r) : predict_and_print(&asked, asked.json, err);
    solve_options_release(&asked);
    return code;
}

const struct verb verb_predict =
    VERB("predict", "what a run would take: positions, memory and time of its tables", options,
         .run = run);
