/*
 * Searching a board for the smallest position on which rulesets differ in value. Positions are
 * taken with few stones first; of those that a symmetry or the swap of colours takes into each
 * other one is looked at. The swap makes White's move Black's, so Black is always to move.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "cli/compare.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/verb.h"

/* Looked at by now, and how it ended. */
struct hunt {
    const struct compare_options *options;
    struct symmetries symmetries;
    struct compared *list;
    struct position position;
    size_t looked_at, open;
    int found; /* 1: list and position differ in value; negative: an error */
};

/* Is no symmetric position less? */
static bool is_least(const struct hunt *hunt)
{
    const struct symmetries *symmetries = &hunt->symmetries;
    for (int s = 1; s < symmetries->count; s++) {
        for (int p = 0; p < symmetries->points; p++) {
            uint8_t here = hunt->position.cells[p];
            uint8_t there = hunt->position.cells[symmetries_apply(symmetries, s, p)];
            if (here == there)
                continue;
            if (there < here)
                return false;
            break;
        }
    }
    return true;
}

static void release_list(struct hunt *hunt)
{
    for (size_t i = 0; i < hunt->options->rulesets.count; i++)
        compared_release(&hunt->list[i]);
}

/* The values of the list against each other. Returns 1 if two are proved to differ, -1 if that is
 * open, 0 if they are equal. */
static int compare_values(struct hunt *hunt)
{
    size_t count = hunt->options->rulesets.count;
    bool known = true, differ = false;
    compared_mark(hunt->list, count);
    for (size_t i = 0; i < count; i++) {
        differ = differ || hunt->list[i].value_differs;
        known = known && bounds_known(&hunt->list[i].analysis.bounds);
    }
    return differ ? 1 : known ? 0 : -1;
}

static void look_at(struct hunt *hunt)
{
    size_t count = hunt->options->rulesets.count;
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = compared_solve(hunt->options, i, &hunt->position, true, &hunt->list[i]);
    hunt->looked_at++;
    int result = r < 0 ? 0 : compare_values(hunt);
    hunt->open += result < 0;
    hunt->found = r < 0 ? r : result > 0;
    if (hunt->found != 1)
        release_list(hunt);
}

/* Solves what was found again, with the first plays. */
static int complete(struct hunt *hunt)
{
    int r = 0;
    release_list(hunt);
    for (size_t i = 0; i < hunt->options->rulesets.count && r == 0; i++)
        r = compared_solve(hunt->options, i, &hunt->position, false, &hunt->list[i]);
    if (r == 0)
        compared_mark(hunt->list, hunt->options->rulesets.count);
    return r;
}

/* All positions with so many more stones on the points from point on. */
static void search_from(struct hunt *hunt, int point, int stones)
{
    int points = hunt->options->setup.graph->points;
    if (hunt->found != 0 || atomic_load(&interrupt_requested) || stones > points - point)
        return;
    if (stones == 0) {
        memset(hunt->position.cells + point, 0, (size_t)(points - point));
        if (is_least(hunt) &&
            position_check(hunt->options->setup.graph, &hunt->position, NULL) == 0)
            look_at(hunt);
        return;
    }
    for (int stone = 0; stone <= 2 && hunt->found == 0; stone++) {
        hunt->position.cells[point] = (uint8_t)stone;
        search_from(hunt, point + 1, stones - (stone > 0));
    }
}

static void show_progress(const struct hunt *hunt, int stones)
{
    if (!hunt->options->quiet && hunt->looked_at > 0)
        fprintf(stderr, "solve: %zu positions of fewer than %d stones looked at, none differs\n",
                hunt->looked_at, stones);
}

/* JSON that no position was found. */
static void print_nothing(const struct compare_options *options)
{
    json_t *object = json_with(json_object(), "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(options->setup.graph->name));
    object = json_with(object, "position", json_null());
    object = json_with(object, "to_move", json_null());
    json_print(json_with(object, "rulesets", json_array()), NULL);
}

static int report(struct hunt *hunt, struct error *err)
{
    bool stopped = atomic_load(&interrupt_requested);
    if (hunt->found == 1 && complete(hunt) < 0)
        hunt->found = -ENOMEM;
    if (hunt->found < 0) {
        error_set(err, hunt->found, "cannot search %s: out of memory",
                  hunt->options->setup.graph->name);
        return EXIT_FAILED;
    }
    if (stopped && hunt->found == 0)
        fprintf(stderr, "solve: stopped: interrupted after %zu positions\n", hunt->looked_at);
    else if (hunt->open > 0)
        fprintf(stderr, "solve: %zu positions were not decided within the limits\n", hunt->open);
    if (hunt->found == 1 &&
        compare_print(hunt->options, &hunt->position, hunt->list, true, err) < 0)
        return EXIT_FAILED;
    if (hunt->found == 0 && hunt->options->format == GRID_TEXT)
        printf("%s: no difference in value on %zu positions up to symmetry%s\n",
               hunt->options->setup.graph->name, hunt->looked_at,
               hunt->open > 0 ? ", some of them not decided" : "");
    else if (hunt->found == 0 && hunt->options->format == GRID_JSON)
        print_nothing(hunt->options);
    return hunt->open > 0 || (stopped && hunt->found == 0) ? EXIT_STOPPED : EXIT_SOLVED;
}

int compare_find(const struct compare_options *options, struct error *err)
{
    struct hunt hunt = {.options = options};
    int code = EXIT_FAILED, points = options->setup.graph->points;
    hunt.list = calloc(options->rulesets.count, sizeof(*hunt.list));
    if (hunt.list == NULL || symmetries_init(&hunt.symmetries, options->setup.graph) < 0) {
        error_set(err, -ENOMEM, "out of memory");
    } else {
        for (int stones = 0; stones <= points && hunt.found == 0; stones++) {
            show_progress(&hunt, stones);
            search_from(&hunt, 0, stones);
        }
        code = report(&hunt, err);
        release_list(&hunt);
        symmetries_release(&hunt.symmetries);
    }
    free(hunt.list);
    return code;
}
