/* What there is of dense tables. */
#include "cli/verbs/store_dense.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/human.h"
#include "cli/draw.h"
#include "report/grid.h"
#include "json/json.h"

static const struct grid_column columns[] = {
    {"table", "dense table"}, {"whole", "positions"}, {"boards", "boards"},
    {"kos", "with a ko"},     {"bytes", "bytes"},
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static const char *state_of(const struct dense_listed *listed)
{
    if (listed->error == -EPROTO)
        return "of a later version";
    if (listed->error < 0 || listed->damaged > 0)
        return "damaged";
    return listed->whole ? "all" : "being made";
}

/* What it is called: by its contents, or else by its file. */
static const char *name_of(const struct dense_listed *listed)
{
    return listed->error == 0 ? listed->name : listed->file;
}

static int set(struct grid *grid, size_t row, const char *key, const char *value)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%s", value);
    return grid_set_text(grid, row, key, &text);
}

static int set_number(struct grid *grid, size_t row, const char *key, uint64_t number)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%" PRIu64, number);
    return grid_set_text(grid, row, key, &text);
}

int store_dense_print(const struct dense_list *list)
{
    struct grid grid;
    int r = grid_init(&grid, columns, COLUMNS, list->count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < list->count; i++) {
        const struct dense_listed *listed = &list->all[i];
        r |= set(&grid, i, "table", name_of(listed));
        r |= set(&grid, i, "whole", state_of(listed));
        r |= set_number(&grid, i, "boards", listed->boards);
        r |= set_number(&grid, i, "kos", listed->kos);
        r |= set_number(&grid, i, "bytes", listed->bytes);
    }
    if (r == 0)
        grid_write_text_within(stdout, &grid, draw_width_told(stdout));
    grid_release(&grid);
    return r == 0 ? 0 : -ENOMEM;
}

json_t *store_dense_json(const struct dense_list *list, bool looked)
{
    json_t *all = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const struct dense_listed *of = &list->all[i];
        json_t *object = json_with(json_object(), "file", json_text_or_null(of->file));
        object = json_with(object, "table", json_text_or_null(of->error == 0 ? of->name : NULL));
        object = json_with(object, "state", json_string(state_of(of)));
        object = json_with(object, "boards", json_digits(of->boards));
        object = json_with(object, "ko_states", json_digits(of->kos));
        object = json_with(object, "bytes", json_digits(of->bytes));
        if (looked) {
            object = json_with(object, "blocks", json_digits(of->blocks));
            object = json_with(object, "damaged_blocks", json_digits(of->damaged));
        }
        all = json_append(all, object);
    }
    return all;
}

/* What is wrong with a file, and what to do. */
static void print_wrong(const struct dense_listed *listed)
{
    if (listed->error == -EPROTO)
        printf("of a later version of the program\n");
    else if (listed->error < 0)
        printf("damaged: '" SOLVE_PROGRAM " table' makes it again\n");
    else
        printf("%" PRIu64 " of %s damaged: '" SOLVE_PROGRAM " table' decides their boards again\n",
               listed->damaged, human_count(listed->blocks, "block is", "blocks are"));
}

void store_dense_print_check(const struct dense_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct dense_listed *listed = &list->all[i];
        printf("%s: ", name_of(listed));
        if (listed->error < 0 || listed->damaged > 0)
            print_wrong(listed);
        else
            printf("sound: %s, %s of %s\n", human_count(listed->blocks, "block", "blocks"),
                   listed->whole ? "all" : "what is decided so far",
                   human_count(listed->boards, "board", "boards"));
    }
    if (list->leftovers > 0)
        printf("%s of dense tables left by runs that were killed: '" SOLVE_PROGRAM
               " store compact' removes them\n",
               human_count(list->leftovers, "file is", "files are"));
    if (list->foreign > 0)
        printf("%s among the dense tables not of the store, the first '%s'\n",
               human_count(list->foreign, "file is", "files are"), list->first);
}

bool store_dense_is_damaged(const struct dense_list *list, const char *dir, struct error *err)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct dense_listed *listed = &list->all[i];
        if ((listed->error == 0 && listed->damaged == 0) || listed->error == -EPROTO)
            continue;
        error_set(err, 0, "store '%.60s': a dense table is damaged: %.150s", dir, name_of(listed));
        return true;
    }
    return false;
}
