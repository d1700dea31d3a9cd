/* The verb tables: its options. */
#include <errno.h>
#include <stddef.h>

#include "board/graph.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/resources.h"
#include "cli/store_option.h"
#include "cli/verb.h"
#include "cli/verbs/tables.h"

enum {
    OPT_ROW_SECONDS,
    OPT_MAX_POINTS,
    OPT_FORMAT,
    OPT_FROM,
    OPT_OUT,
    OPT_THREADS,
    OPT_MEMORY,
    OPT_PROOF_DIR,
    OPT_QUIET,
    OPT_STORE,
    OPT_NO_STORE,
    OPT_COUNT,
};

static const struct option_spec options[OPT_COUNT] = {
    [OPT_ROW_SECONDS] = {"row-seconds", "S", "the limit of a row's questions, each; default 10"},
    [OPT_MAX_POINTS] = {"max-points", "N", "try only rows of boards of at most N points"},
    [OPT_FORMAT] = {"format", "FORMAT", "of stdout: text (default), json, csv, markdown"},
    [OPT_FROM] = {"from", "DIR",
                  "where the tables are; default: $SOLVE_TABLES, or those of the checkout"},
    [OPT_OUT] = {"out", "DIR", "write the results there; rows that are proved there already stay"},
    [OPT_THREADS] = {"threads", "N", "rows solved at a time; default: all cores"},
    [OPT_MEMORY] = {"memory", "SIZE", "of each row: bytes, or with K, M or G; default 2G"},
    [OPT_PROOF_DIR] = {"proof-dir", "DIR",
                       "keep the certificates there, and make those of larger boards, too"},
    [OPT_QUIET] = {"quiet", NULL, "no progress on stderr"},
    [OPT_STORE] = {"store", "DIR", "what is proved is kept there; default: in the cache folder"},
    [OPT_NO_STORE] = {"no-store", NULL, "keep and use nothing"},
};

#define ROW_SECONDS_DEFAULT 10
/* Not a share of what is free: results must not depend on the machine. */
#define ROW_BYTES_DEFAULT ((uint64_t)2 << 30)

static int read_format(const char *value, enum grid_format *ret_format, struct error *err)
{
    *ret_format = GRID_TEXT;
    if (value != NULL && grid_format_parse(value, ret_format) < 0)
        return options_refuse("format", value, "wanted text, json, csv or markdown", err);
    return 0;
}

static int read_points(const char *value, int *ret_points, struct error *err)
{
    uint64_t points = 0;
    if (value != NULL && number_unsigned(value, 1, BOARD_MAX_POINTS, &points) < 0)
        return options_refuse("max-points", value, "wanted a whole number from 1 to 361", err);
    *ret_points = (int)points;
    return 0;
}

static int read_options(struct tables_options *into, const char *const *values, struct error *err)
{
    uint64_t bytes = 0;
    int r = read_format(values[OPT_FORMAT], &into->format, err);
    if (r == 0)
        r = store_option_check(values[OPT_STORE], values[OPT_NO_STORE], err);
    if (r == 0)
        r = resources_read_seconds("row-seconds", values[OPT_ROW_SECONDS],
                                   &into->limits.row_seconds, err);
    if (r == 0)
        r = read_points(values[OPT_MAX_POINTS], &into->limits.points_max, err);
    if (r == 0)
        r = resources_read_threads(values[OPT_THREADS], &into->threads, err);
    if (r == 0)
        r = resources_read_memory(values[OPT_MEMORY], &bytes, err);
    if (r == 0)
        r = output_path_folder("out", values[OPT_OUT], err);
    if (r == 0)
        r = output_path_folder("proof-dir", values[OPT_PROOF_DIR], err);
    if (into->limits.row_seconds == 0)
        into->limits.row_seconds = ROW_SECONDS_DEFAULT;
    if (into->threads == 0)
        into->threads = resources_threads();
    into->limits.row_bytes = (size_t)(bytes != 0 ? bytes : ROW_BYTES_DEFAULT);
    into->limits.interrupted = &interrupt_requested;
    into->from = values[OPT_FROM];
    into->out = values[OPT_OUT];
    into->limits.proof_dir = values[OPT_PROOF_DIR];
    into->names = values + OPT_COUNT;
    into->store = values[OPT_STORE];
    into->no_store = values[OPT_NO_STORE] != NULL;
    into->quiet = values[OPT_QUIET] != NULL;
    return r;
}

static int run(const char *const *values, struct error *err)
{
    struct tables_options into = {0};
    int r = read_options(&into, values, err);
    return r < 0 ? verb_exit_code(r) : tables_run(&into, err);
}

const struct verb verb_tables = {
    .name = "tables",
    .help = "solve the rows of published tables and judge them",
    .options = options,
    .option_count = OPT_COUNT,
    .words = "[NAME...]",
    .interruptible = true,
    .run = run,
};
