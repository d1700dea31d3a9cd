/* The verb `predict`: what a run would take. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "base/human.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/prediction.h"
#include "cli/verb.h"

static const struct option_spec options[] = {
    SETUP_NO_START_OPTIONS,
    {"threads", "N", "of the run; default: all cores"},
    {"memory", "SIZE", "of the run: " RUN_LIMITS_MEMORY_HELP},
    {"max-nodes", "N", "of the run"},
    FORMAT_JSON_OPTION,
};

/* What --memory would have to be for the tables to be made. */
static double memory_needed(const struct prediction *made)
{
    return table_size_bytes(&made->plan) * TABLE_SIZE_PARTS / TABLE_SIZE_SHARE;
}

static const char *choice_name(const struct prediction *made)
{
    if (made->choice == TABLES_MADE)
        return "made";
    if (made->choice == TABLES_UNUSED)
        return "not used";
    return made->choice == TABLES_TOO_LONG ? "too long" : "too large";
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

static void print_forecast(const struct forecast *forecast)
{
    char texts[3][STATES_TEXT_MAX];
    printf(
        "strategies: about %s states to look at (%s to %s), 100,000 to 200,000 a second; with a "
        "--memory of %s few of them twice, with %s many, so that it may take four times as long\n",
        states_text(forecast->states, texts[0]), states_text(forecast->states_low, texts[1]),
        states_text(forecast->states_high, texts[2]), human_size(forecast->memory),
        human_size(forecast->memory_low));
    printf("  This is an estimate: the trend of " FORECAST_BOARDS
           ", which one player takes whole; "
           "%s.\n",
           forecast->beyond ? "no larger board was decided, and this one may be out of reach"
                            : "on other boards there may be no strategy");
}

static void print_strategies(const struct prediction *made)
{
    if (made->has_forecast)
        print_forecast(&made->forecast);
    else
        printf("strategies: how many states there are to look at is not known for such a start\n");
    if (made->choice == TABLES_MADE)
        printf(
            "The run looks for strategies without repetition; for what they do not tell it goes "
            "on:\n");
    else
        printf(
            "The run looks for strategies without repetition until they tell the value, or a limit "
            "ends it.\n");
}

static void print_tables_choice(const struct prediction *made)
{
    const char *then = made->strategies ? "" : " The run searches without them.";
    if (made->choice == TABLES_MADE)
        printf("The run makes the tables first; how long it searches then is not predicted.\n");
    else if (made->choice == TABLES_UNUSED)
        printf(
            "Under these rules the run makes no tables; how long it searches is not predicted.\n");
    else if (made->choice == TABLES_TOO_LONG)
        printf("The run makes no tables: they would take longer than --max-nodes allows.\n");
    else if (!made->plan.addressable)
        printf("Too large for tables: there are more than 32-bit numbers for boards and plays.%s\n",
               then);
    else
        printf("Too large for tables: they need a --memory of %s.%s\n",
               human_size(memory_needed(made)), then);
}

static void print_choice(const struct prediction *made)
{
    if (made->strategies)
        print_strategies(made);
    print_tables_choice(made);
}

static void print_sizes(const struct table_size *plan)
{
    printf(
        "tables: boards and plays %s, reverse plays %s, an attractor %s and %s while it is made; "
        "%s in all\n",
        human_size(plan->positions), human_size(plan->reverse), human_size(plan->attractor),
        human_size(plan->work), human_size(table_size_bytes(plan)));
}

static void print_times(const struct table_timing *times)
{
    printf(
        "time, estimated from %.0f ns a play, measured now: boards and plays %s, reverse plays "
        "%s, an attractor %s, all margins %s\n",
        times->play * 1e9, human_time(times->closing), human_time(times->reverse),
        human_time(times->attractor), human_time(times->every));
}

static void print_text(const struct solve_options *asked, const struct prediction *made)
{
    char rules[RULESET_TEXT_MAX];
    const struct table_size *plan = &made->plan;
    ruleset_format(&asked->setup.rules, rules);
    printf("%s, %s, %s, memory %s\n", asked->setup.graph->name, rules,
           human_count((uint64_t)made->threads, "thread", "threads"),
           human_size((double)made->memory));
    if (plan->legal_exact)
        printf("legal positions:             %.0Lf\n", plan->legal);
    else
        printf("legal positions:             at most %.4Lg (3^points, an estimate)\n", plan->legal);
    printf(plan->boards_exact ? "up to symmetry and colours:  %.0Lf\n"
                              : "up to symmetry and colours:  %.4Lg (estimate)\n",
           plan->boards);
    printf("plays on them:               %.4g (estimate, from a sample)\n", plan->plays);
    if (made->choice != TABLES_UNUSED) {
        print_sizes(plan);
        print_times(&made->times);
    }
    print_choice(made);
}

static json_t *json_tables(const struct prediction *made)
{
    const struct table_size *plan = &made->plan;
    return json_pack("{s:f,s:f,s:f,s:f,s:f,s:f}", "positions", plan->positions, "reverse_moves",
                     plan->reverse, "attractor", plan->attractor, "making", plan->work, "all",
                     table_size_bytes(plan), "memory_needed", memory_needed(made));
}

static json_t *json_forecast(const struct prediction *made)
{
    const struct forecast *forecast = &made->forecast;
    if (!made->has_forecast)
        return json_null();
    return json_pack("{s:f,s:f,s:f,s:f,s:f,s:s,s:b}", "states", forecast->states, "states_low",
                     forecast->states_low, "states_high", forecast->states_high, "memory",
                     forecast->memory, "memory_low", forecast->memory_low, "from", FORECAST_BOARDS,
                     "extrapolated", forecast->beyond);
}

static int print_json(const struct solve_options *asked, const struct prediction *made,
                      struct error *err)
{
    char rules[RULESET_TEXT_MAX];
    const struct table_size *plan = &made->plan;
    const struct table_timing *times = &made->times;
    ruleset_format(&asked->setup.rules, rules);
    json_t *object = json_pack(
        "{s:i,s:o,s:s,s:i,s:I,s:f,s:b,s:f,s:b,s:f,s:b,s:s}", "schema", JSON_SCHEMA, "board",
        json_text_or_null(asked->setup.graph->name), "rules", rules, "threads", made->threads,
        "memory", (json_int_t)made->memory, "legal", (double)plan->legal, "legal_exact",
        plan->legal_exact, "boards", (double)plan->boards, "boards_exact", plan->boards_exact,
        "plays", plan->plays, "strategies", made->strategies, "tables", choice_name(made));
    object = object != NULL ? json_with(object, "strategies_need", json_forecast(made)) : NULL;
    object = object != NULL ? json_with(object, "bytes", json_tables(made)) : NULL;
    if (object != NULL)
        object = json_with(object, "seconds",
                           json_pack("{s:f,s:f,s:f,s:f}", "boards", times->closing, "reverse_moves",
                                     times->reverse, "attractor", times->attractor, "all_margins",
                                     times->every));
    return json_print(object, err);
}

static int read_request(struct solve_options *asked, const struct options *given, struct error *err)
{
    int r = run_limits_read(given, &asked->limits, err);
    if (r == 0)
        r = setup_refuse_start(given, "predict", err);
    if (r == 0)
        r = solve_options_read_game(asked, given, NULL, err);
    return r;
}

static int predict(const struct solve_options *asked, bool json, struct error *err)
{
    struct prediction made;
    int r = prediction_make(&made, asked);
    if (r < 0) {
        error_set(err, r, "cannot predict %s: out of memory", asked->setup.graph->name);
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
    int code = r < 0 ? verb_exit_code(r) : predict(&asked, options_has(given, "json"), err);
    solve_options_release(&asked);
    return code;
}

const struct verb verb_predict = {
    .name = "predict",
    .help = "what a run would take: positions, memory and time of its tables",
    VERB_OPTIONS(options),
    .run = run,
};
