/* The verb tables: its options. */
#include <stddef.h>

#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"
#include "cli/verbs/tables.h"

static const struct option_spec options[] = {
    {"row-seconds", "S", "the limit of a row's questions, each; default 10"},
    {"max-points", "N", "try only rows of boards of at most N points"},
    {"format", "FORMAT", "of stdout: text (default), json, csv, markdown"},
    FORMAT_JSON_OPTION,
    {"from", "DIR", "where the tables are; default: $SOLVE_TABLES, or those of the program"},
    {"out", "DIR", "write the results there; rows that are proved there already stay"},
    {"threads", "N", "rows solved at a time; default: all cores"},
    {"memory", "SIZE", "of each row: bytes, or with K, M, G or T; default 2G"},
    {"proof-dir", "DIR", "keep the certificates there, and make those of larger boards, too"},
    FORMAT_QUIET_OPTION,
    STORE_OPTIONS_BY_DEFAULT,
};

#define ROW_SECONDS_DEFAULT 10
/* Not a share of what is free: results must not depend on the machine. */
#define ROW_BYTES_DEFAULT ((uint64_t)2 << 30)

static int read_points(const char *value, int *ret_points, struct error *err)
{
    uint64_t points = 0;
    if (value != NULL && parse_number_unsigned(value, 1, SOLVE_BOARD_POINTS_MAX, &points) < 0)
        return options_refuse("max-points", value, "wanted a whole number from 1 to 361", err);
    *ret_points = (int)points;
    return 0;
}

static int read_options(struct tables_options *into, const struct options *given, struct error *err)
{
    struct run_limits limits;
    int r = format_read(given, &into->format, err);
    if (r == 0)
        r = store_option_check(given, err);
    if (r == 0)
        r = run_limits_read_seconds(given, "row-seconds", ROW_SECONDS_DEFAULT,
                                    &into->limits.row_seconds, err);
    if (r == 0)
        r = read_points(options_text(given, "max-points"), &into->limits.points_max, err);
    if (r == 0)
        r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = output_path_folder("out", options_text(given, "out"), err);
    if (r == 0)
        r = output_path_folder("proof-dir", options_text(given, "proof-dir"), err);
    if (r < 0)
        return r;
    into->threads = limits.threads;
    into->limits.row_bytes = (size_t)(limits.memory_default ? ROW_BYTES_DEFAULT : limits.memory);
    into->limits.interrupt = interrupt_handle();
    into->from = options_text(given, "from");
    into->out = options_text(given, "out");
    into->limits.proof_dir = options_text(given, "proof-dir");
    into->names = given->words;
    into->given = given;
    into->quiet = options_has(given, "quiet");
    return 0;
}

static int run(const struct options *given, struct error *err)
{
    struct tables_options into = {0};
    int r = read_options(&into, given, err);
    return r < 0 ? verb_exit_code(r) : tables_run(&into, err);
}

const struct verb verb_tables =
    VERB("tables", "solve the rows of published tables and judge them", options, .run = run,
         .words = "[NAME...]", .interruptible = true);
