/* The expectations about cycles and what is prohibited for good (rules/cycles.h). */
#include <string.h>

#include "cases/run.h"
#include "rules/cycles.h"

int expect_needed(struct run *run, char *args)
{
    int wanted, needed = game_now(&run->game)->needed;
    if (!run_read_number(args, &wanted))
        return run_reject(run, "expect needed: wanted the number of passes that end the game");
    return needed == wanted ? RUN_OK : run_fail(run, "%d passes are needed", needed);
}

int expect_cycles(struct run *run, char *args)
{
    int wanted, count = cycles_count(&run->game, run->game.count - 1);
    if (!run_read_number(args, &wanted))
        return run_reject(run, "expect cycles: wanted their number");
    return count == wanted ? RUN_OK : run_fail(run, "there are %d cycles", count);
}

/* Reads points to the end of args. */
static int read_points(struct run *run, char *args, struct point_set *ret_points)
{
    memset(ret_points, 0, sizeof(*ret_points));
    for (char *text; (text = run_next_arg(&args)) != NULL;) {
        int point = graph_find_point(run->graph, text, strlen(text));
        if (point < 0)
            return run_reject(run, "'%s' is no point of the board", text);
        point_set_add(ret_points, point);
    }
    return RUN_OK;
}

static int compare_points(const struct run *run, const char *what, const struct point_set *points,
                          const struct point_set *wanted)
{
    char text[512] = "";
    for (int p = 0; p < run->graph->points; p++) {
        size_t used = strlen(text);
        if (point_set_has(points, p) && used < sizeof(text) - 24)
            snprintf(text + used, sizeof(text) - used, " %s", run->graph->names[p]);
    }
    if (point_set_equal(points, wanted))
        return RUN_OK;
    return run_fail(run, "%s:%s", what, text[0] != '\0' ? text : " none");
}

/* cycle N since start|MOVE uses POINT... */
int expect_cycle(struct run *run, char *args)
{
    struct point_set wanted;
    struct cycle cycle;
    int number, since = 0;
    const char *text = run_next_arg(&args), *word = run_next_arg(&args);
    const char *turn = run_next_arg(&args), *uses = run_next_arg(&args);
    if (text == NULL || !run_read_number(text, &number) || word == NULL ||
        strcmp(word, "since") != 0 || turn == NULL ||
        (strcmp(turn, "start") != 0 && !run_read_number(turn, &since)) || uses == NULL ||
        strcmp(uses, "uses") != 0)
        return run_reject(run, "expect cycle: wanted N since start|MOVE uses POINT...");
    int r = read_points(run, args, &wanted);
    if (r != RUN_OK)
        return r;
    if (number < 1 || !cycles_find(&run->game, run->game.count - 1, number, &cycle))
        return run_fail(run, "there is no cycle %d", number);
    if (cycle.start != (size_t)since)
        return run_fail(run, "cycle %d began after move %zu", number, cycle.start);
    return compare_points(run, "the cycle used", &cycle.used, &wanted);
}

int expect_permanent(struct run *run, char *args)
{
    struct point_set wanted;
    int r = read_points(run, args, &wanted);
    return r == RUN_OK ? compare_points(run, "permanently prohibited",
                                        &game_now(&run->game)->permanent, &wanted)
                       : r;
}
