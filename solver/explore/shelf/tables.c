/* The published tables with their results. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explore/shelf/certificate_list.h"
#include "explore/shelf/file.h"
#include "explore/shelf/row.h"
#include "explore/shelf/shelf.h"
#include "report/grid.h"
#include "report/older.h"
#include "report/results.h"
#include "report/table.h"
#include "report/verdict.h"
#include "json/json.h"

#define ENDING ".tsv"

/* A table and what was found for it. */
struct shelved {
    struct table table;
    struct grid grid; /* may have no rows */
};

static void release(struct shelved *shelved)
{
    grid_release(&shelved->grid);
    table_release(&shelved->table);
}

/* A grid without rows, where there are no results. */
static int empty_grid(const struct table *table, struct grid *ret_grid)
{
    struct grid_column columns[GRID_COLUMNS_MAX];
    return grid_init(ret_grid, columns, verdict_columns(table, columns), 0);
}

/* Reads a table by a name that is plain. Release it. */
static int load(const struct shelf *shelf, const char *name, struct shelved *ret_shelved,
                struct error *err)
{
    struct shelved shelved;
    char *path = file_path(shelf->tables, name, ENDING);
    int r =
        path != NULL ? table_load(path, &shelved.table, err) : error_set(err, -ENOMEM, "no memory");
    free(path);
    if (r < 0)
        return r;
    r = shelf->results != NULL ? older_read(shelf->results, &shelved.table, &shelved.grid, err) : 0;
    if (r == 0)
        r = empty_grid(&shelved.table, &shelved.grid) < 0 ? error_set(err, -ENOMEM, "no memory")
                                                          : 1;
    if (r < 0) {
        table_release(&shelved.table);
        return r;
    }
    *ret_shelved = shelved;
    return 0;
}

/* --- the list --- */

static int is_table(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name), ending = strlen(ENDING);
    return length > ending && file_name_is_plain(entry->d_name) &&
           strcmp(entry->d_name + length - ending, ENDING) == 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* How many rows have which verdict; those that none has are left out. */
static json_t *verdicts(const struct grid *grid)
{
    struct results_count count = results_count(grid);
    json_t *object = json_object();
    for (int kind = 0; kind < VERDICT_NONE; kind++)
        if (count.of[kind] > 0)
            object = json_with(object, verdict_name((enum verdict_kind)kind),
                               json_integer((json_int_t)count.of[kind]));
    return object;
}

static json_t *set_about(json_t *object, const struct shelved *shelved)
{
    object = json_with(object, "name", json_text_or_null(shelved->table.name));
    object = json_with(object, "title", json_text_or_null(shelved->table.title));
    return json_with(object, "source", json_text_or_null(shelved->table.source));
}

/* Appends one file's entry. Returns 0 or -ENOMEM. */
static int list_one(const struct shelf *shelf, const char *name, json_t **list)
{
    struct shelved shelved;
    struct error why;
    int r = load(shelf, name, &shelved, &why);
    if (r == -ENOMEM)
        return r;
    if (r < 0) {
        json_t *object = json_with(json_object(), "name", json_text_or_null(name));
        object = json_with(object, "title", json_null());
        object = json_with(object, "source", json_null());
        object = json_with(object, "rows", json_null());
        object = json_with(object, "verdicts", json_null());
        *list = json_append(*list, json_with(object, "error", json_text_or_null(why.text)));
        return 0;
    }
    json_t *object = set_about(json_object(), &shelved);
    object = json_with(object, "rows", json_integer((json_int_t)shelved.grid.row_count));
    object = json_with(object, "verdicts", verdicts(&shelved.grid));
    *list = json_append(*list, json_with(object, "error", json_null()));
    release(&shelved);
    return 0;
}

int shelf_list_tables(const struct shelf *shelf, json_t **ret_list, struct error *err)
{
    struct dirent **entries = NULL;
    json_t *list = json_array();
    int count = 0, r = 0;
    if (shelf->tables != NULL)
        count = scandir(shelf->tables, &entries, is_table, by_bytes);
    if (count < 0) {
        r = -errno;
        json_decref(list);
        return error_set(err, r, "cannot read '%.200s': %s", shelf->tables, strerror(-r));
    }
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - strlen(ENDING)] = '\0';
        if (r == 0)
            r = list_one(shelf, entries[i]->d_name, &list);
        free(entries[i]);
    }
    free(entries);
    if (r == 0)
        *ret_list = json_with(json_object(), "tables", list);
    else
        json_decref(list);
    return r == 0 ? 0 : error_set(err, r, "out of memory");
}

/* --- one table --- */

static json_t *columns(const struct grid *grid)
{
    json_t *list = json_array();
    for (size_t c = 0; c < grid->column_count; c++) {
        json_t *object = json_with(json_object(), "name", json_text_or_null(grid->columns[c].key));
        list = json_append(list,
                           json_with(object, "title", json_text_or_null(grid->columns[c].title)));
    }
    return list;
}

/* The moves that lead to a greedy choice: the table has them, by its board. */
static const char *choice(const struct table *table, const char *board)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (strcmp(table->rows[i].cells[COLUMN_BOARD], board) == 0)
            return table->rows[i].cells[COLUMN_LINE];
    return "";
}

static struct row_texts row_texts(const struct shelved *shelved, size_t row)
{
    const struct grid *grid = &shelved->grid;
    const char *board = grid_get(grid, row, "board"), *rules = grid_get(grid, row, "rules");
    bool greedy = shelved->table.kind == TABLE_GREEDY;
    return (struct row_texts){
        .board = board,
        .rules = rules[0] != '\0' ? rules : shelved->table.rules,
        .after = greedy ? choice(&shelved->table, board) : grid_get(grid, row, "after"),
        .line = grid_get(grid, row, "line"),
        .line_from_start = greedy,
    };
}

/* The row as JSON; NULL without memory. */
static json_t *row_json(const struct shelved *shelved, const struct certificate_list *proofs,
                        size_t row)
{
    const struct grid *grid = &shelved->grid;
    struct row_texts texts = row_texts(shelved, row);
    const char *verdict = grid_get(grid, row, "verdict");
    const char *proof = certificate_list_named(proofs, grid_get(grid, row, "certificate"), true);
    json_t *cells = json_array();
    for (size_t c = 0; c < grid->column_count; c++)
        cells = json_append(cells, grid_json_text(grid_get(grid, row, grid->columns[c].key)));
    json_t *object = json_with(json_object(), "cells", cells);
    object = json_with(object, "verdict", json_text_or_null(verdict[0] != '\0' ? verdict : NULL));
    object = row_set_game(object, &texts);
    return object != NULL ? json_with(object, "certificate", json_text_or_null(proof)) : NULL;
}

/* Returns 0 or -ENOMEM. */
static int table_json(const struct shelved *shelved, const struct certificate_list *proofs,
                      json_t **ret_table)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < shelved->grid.row_count; i++) {
        json_t *row = row_json(shelved, proofs, i);
        if (row == NULL) {
            json_decref(rows);
            return -ENOMEM;
        }
        rows = json_append(rows, row);
    }
    json_t *object = set_about(json_object(), shelved);
    object = json_with(object, "columns", columns(&shelved->grid));
    *ret_table = json_with(object, "rows", rows);
    return 0;
}

int shelf_read_table(const struct shelf *shelf, const char *name, json_t **ret_table,
                     struct error *err)
{
    struct shelved shelved;
    struct certificate_list proofs;
    int r = shelf->tables != NULL && file_name_is_plain(name) ? load(shelf, name, &shelved, err)
                                                              : -ENOENT;
    if (r == -ENOENT)
        return error_set(err, r, "there is no table '%.80s'", name);
    if (r < 0)
        return r;
    r = certificate_list_read(shelf, &proofs, err);
    if (r == 0) {
        r = table_json(&shelved, &proofs, ret_table);
        if (r < 0)
            error_set(err, r, "out of memory");
        certificate_list_release(&proofs);
    }
    release(&shelved);
    return r;
}
