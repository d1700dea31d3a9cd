/* The verb count: full histories, counted. Its options. */
#include <errno.h>
#include <string.h>

#include "cli/format.h"
#include "cli/parse_number.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "cli/verbs/store_option.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    SETUP_HISTORY_OPTION,
    SETUP_PROHIBITED_OPTION,
    {"lengths", "UNIT", "how many games of each length: plays (stones) or turns (passes, too)"},
    {"longest", NULL, "the longest game instead: bounds, and a game"},
    {"estimate", NULL, "an estimate by random games instead"},
    {"within", "P%", "of an estimate: stop at this error; default: 1%"},
    {"games", "N", "of an estimate: stop after so many random games; no time limit by default"},
    {"seed", "N", "of random games; default: 1"},
    {"legal", NULL, "the legal positions of the board instead"},
    {"format", "FORMAT", "text (default), json, csv or markdown"},
    FORMAT_JSON_OPTION,
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-seconds", "S",
     "stop after so many seconds; default: none; of --estimate without --games: 60"},
    {"store", "DIR", "keep what is counted there, and go on from it; made if absent"},
    FORMAT_QUIET_OPTION,
};

#define WITHIN_DEFAULT 0.01

/* Of --longest, --estimate and --legal at most one is given. */
static int read_task(const struct options *given, enum counting_task *ret_task, struct error *err)
{
    static const struct {
        const char *name;
        enum counting_task task;
    } tasks[] = {
        {"longest", COUNTING_LONGEST}, {"estimate", COUNTING_ESTIMATE}, {"legal", COUNTING_LEGAL}};
    const char *first = NULL;
    *ret_task = COUNTING_GAMES;
    for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
        if (!options_has(given, tasks[i].name))
            continue;
        if (first != NULL)
            return error_set(err, -EINVAL, "--%s and --%s contradict each other: wanted one", first,
                             tasks[i].name);
        first = tasks[i].name;
        *ret_task = tasks[i].task;
    }
    return 0;
}

/* Refuses options that the task has no use for. */
static int check_task(const struct options *given, enum counting_task task, struct error *err)
{
    static const struct {
        const char *name;
        unsigned tasks; /* bit by task */
        const char *wanted;
    } uses[] = {
        {"lengths", 1u << COUNTING_GAMES, "it is for games that are counted exactly"},
        {"store", 1u << COUNTING_GAMES, "it is for games that are counted exactly"},
        {"within", 1u << COUNTING_ESTIMATE, "it is for --estimate"},
        {"games", 1u << COUNTING_ESTIMATE, "it is for --estimate"},
        {"seed", 1u << COUNTING_ESTIMATE | 1u << COUNTING_LONGEST,
         "it is for --estimate and --longest"},
    };
    static const char *const of_games[] = {"sgf",     "rules",   "position",
                                           "to-move", "history", "prohibited"};
    for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++)
        if (options_has(given, uses[i].name) && (uses[i].tasks & 1u << task) == 0)
            return options_refuse(uses[i].name, options_text(given, uses[i].name), uses[i].wanted,
                                  err);
    for (size_t i = 0; task == COUNTING_LEGAL && i < sizeof(of_games) / sizeof(of_games[0]); i++)
        if (options_has(given, of_games[i]))
            return error_set(
                err, -EINVAL,
                "--%s '%.60s' says nothing of legal positions: leave it out of --legal",
                of_games[i], options_text(given, of_games[i]));
    return 0;
}

static int read_lengths(const struct options *given, enum solve_length *ret_lengths,
                        struct error *err)
{
    const char *text = options_text(given, "lengths");
    static const char *const units[] = {"plays", "turns", NULL};
    *ret_lengths = SOLVE_LENGTH_NONE;
    if (text == NULL)
        return 0;
    if (strcmp(text, "plays") != 0 && strcmp(text, "turns") != 0)
        return options_refuse_word("lengths", text, "wanted plays or turns", units, err);
    *ret_lengths = strcmp(text, "plays") == 0 ? SOLVE_LENGTH_PLAYS : SOLVE_LENGTH_TURNS;
    return 0;
}

/* "1%" or "0.5%". */
static int read_within(const struct options *given, double *ret_within, struct error *err)
{
    const char *text = options_text(given, "within");
    double percent = 0;
    *ret_within = WITHIN_DEFAULT;
    if (text == NULL)
        return 0;
    size_t length = strlen(text);
    char number[32] = "";
    if (length > 1 && length < sizeof(number) && text[length - 1] == '%')
        memcpy(number, text, length - 1);
    if (parse_number_seconds(number, 100, &percent) < 0)
        return options_refuse("within", text,
                              "wanted a percentage such as 1% or 0.5%, at most 100%", err);
    *ret_within = percent / 100;
    return 0;
}

/* Of an estimate: games, which the library takes for nodes; and seconds, which have a default where
 * games have no limit. */
static int read_estimate_limits(const struct options *given, struct run_limits *limits,
                                struct error *err)
{
    const char *text = options_text(given, "games");
    if (text != NULL && parse_number_unsigned(text, 1, UINT64_MAX, &limits->max_nodes) < 0)
        return options_refuse("games", text, "wanted a whole number from 1 to 18446744073709551615",
                              err);
    if (limits->max_nodes == 0 && limits->max_seconds <= 0) {
        limits->max_seconds = SOLVE_ESTIMATE_SECONDS;
        limits->seconds_default = true;
    }
    return 0;
}

static int read_seed(const struct options *given, uint64_t *ret_seed, struct error *err)
{
    const char *text = options_text(given, "seed");
    *ret_seed = 1;
    if (text != NULL && parse_number_unsigned(text, 0, UINT64_MAX, ret_seed) < 0)
        return options_refuse("seed", text, "wanted a whole number from 0 to 18446744073709551615",
                              err);
    return 0;
}

static int read_options(struct counting_asked *counting, const struct options *given,
                        struct error *err)
{
    struct solve_options *into = &counting->options;
    into->quiet = options_has(given, "quiet");
    into->store = options_text(given, "store");
    int r = read_task(given, &counting->task, err);
    if (r == 0)
        r = check_task(given, counting->task, err);
    if (r == 0)
        r = format_read(given, &counting->format, err);
    if (r == 0)
        r = run_limits_read(given, &into->limits, err);
    if (r == 0 && counting->task == COUNTING_ESTIMATE)
        r = read_estimate_limits(given, &into->limits, err);
    if (r == 0)
        r = read_lengths(given, &counting->lengths, err);
    if (r == 0)
        r = read_within(given, &counting->within, err);
    if (r == 0)
        r = read_seed(given, &counting->seed, err);
    if (r < 0)
        return r;
    return counting->task == COUNTING_LEGAL
               ? setup_read_board(given, &into->setup.board, err)
               : solve_options_read_counted_game(into, given, "history", err);
}

static int do_task(const struct counting_asked *counting, struct error *err)
{
    switch (counting->task) {
    case COUNTING_ESTIMATE:
        return counting_estimate(counting, err);
    case COUNTING_LONGEST:
        return counting_longest(counting, err);
    case COUNTING_LEGAL:
        return counting_legal(counting, err);
    case COUNTING_GAMES:
    default:
        return counting_games(counting, err);
    }
}

static int run(const struct options *given, struct error *err)
{
    struct counting_asked counting = {0};
    int r = read_options(&counting, given, err);
    int code = r < 0 ? verb_exit_code(r) : do_task(&counting, err);
    solve_options_release(&counting.options);
    return code;
}

const struct verb verb_count =
    VERB("count", "count complete games, exactly: how many, of each length, the longest", options,
         .run = run, .interruptible = true);
