/* The expectations that are solved for: values and best plays, with the case's moves as history. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/run.h"
#include "solve/analysis.h"

/* What no case may need. */
#define NODES_MAX 20000000
#define BYTES_MAX ((size_t)512 << 20)

static int solve(struct run *run, bool value_only, struct analysis *ret_analysis)
{
    const struct analysis_options options = {
        .limits = {.max_nodes = NODES_MAX, .max_bytes = BYTES_MAX},
        .value_only = value_only,
        .threads = 1,
    };
    if (run->graph->points > SOLVER_MAX_POINTS || run->game.players != 2)
        return run_reject(run, "only boards of up to %d points and games of two are solved",
                          SOLVER_MAX_POINTS);
    int r = analysis_run(&run->game, &options, ret_analysis);
    if (r == 0 && (ret_analysis->stopped != STOP_NONE || !bounds_known(&ret_analysis->bounds))) {
        analysis_release(ret_analysis);
        return run_fail(run, "not solved within the limits");
    }
    return r;
}

static bool read_margin(const char *text, int *ret_margin)
{
    if (text == NULL)
        return false;
    if (strcmp(text, "-inf") == 0)
        *ret_margin = -MARGIN_INFINITE;
    else if (strcmp(text, "+inf") == 0)
        *ret_margin = MARGIN_INFINITE;
    else
        return run_read_number(text, ret_margin);
    return true;
}

static const char *margin_text(int margin, char buffer[16])
{
    snprintf(buffer, 16, "%d", margin);
    if (margin >= MARGIN_INFINITE)
        return "+inf";
    return margin <= -MARGIN_INFINITE ? "-inf" : buffer;
}

int expect_value(struct run *run, char *args)
{
    struct analysis analysis;
    char one[16], other[16];
    int lower, upper;
    const char *word = run_next_arg(&args);
    bool pair = word != NULL && strcmp(word, "lower") == 0;
    bool read = read_margin(pair ? run_next_arg(&args) : word, &lower);
    upper = lower;
    if (read && pair) {
        word = run_next_arg(&args);
        read =
            word != NULL && strcmp(word, "upper") == 0 && read_margin(run_next_arg(&args), &upper);
    }
    if (!read || run_next_arg(&args) != NULL)
        return run_reject(run, "expect value: wanted N, or lower N upper N (N may be -inf, +inf)");
    int r = solve(run, true, &analysis);
    if (r != RUN_OK)
        return r;
    const struct bounds found = analysis.bounds;
    analysis_release(&analysis);
    if (found.lower_min == lower && found.upper_min == upper)
        return RUN_OK;
    return run_fail(run, "the value is lower %s, upper %s", margin_text(found.lower_min, one),
                    margin_text(found.upper_min, other));
}

/* Reads the plays of args into wanted, a flag for each of the analysis's plays. */
static int read_plays(struct run *run, char *args, const struct analysis *analysis, bool *wanted)
{
    struct error err;
    for (char *text; (text = run_next_arg(&args)) != NULL;) {
        struct move move;
        size_t i = 0;
        if (move_parse(run->graph, ruleset_passes(&run->rules), text, strlen(text), &move, &err) <
            0)
            return run_reject(run, "%s", err.text);
        while (i < analysis->move_count && !move_equal(analysis->moves[i].move, move))
            i++;
        if (i == analysis->move_count)
            return run_fail(run, "%s is not legal", text);
        wanted[i] = true;
    }
    return RUN_OK;
}

int expect_best(struct run *run, char *args)
{
    struct analysis analysis;
    bool same = true;
    char best[512] = "";
    if (*args == '\0')
        return run_reject(run, "expect best: wanted all the best plays");
    int r = solve(run, false, &analysis);
    if (r != RUN_OK)
        return r;
    bool *wanted = calloc(analysis.move_count + 1, sizeof(*wanted));
    r = wanted != NULL ? read_plays(run, args, &analysis, wanted) : -ENOMEM;
    for (size_t i = 0; wanted != NULL && i < analysis.move_count; i++) {
        size_t used = strlen(best);
        same = same && analysis.moves[i].best == wanted[i];
        if (analysis.moves[i].best)
            snprintf(best + used, sizeof(best) - used, " %s",
                     move_format(run->graph, analysis.moves[i].move));
    }
    if (r == RUN_OK && !same)
        r = run_fail(run, "the best plays are%s", best[0] != '\0' ? best : " none");
    free(wanted);
    analysis_release(&analysis);
    return r;
}
