/* store info: what is in a store. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "cli/verbs/store_dense.h"
#include "report/grid.h"
#include "report/value.h"
#include "json/json.h"
#include "json/value_json.h"

static const struct grid_column table_columns[] = {
    {"rules", "rules"},   {"board", "board"},       {"states", "states"},
    {"lemmas", "lemmas"}, {"imported", "imported"}, {"bytes", "bytes"},
};
static const struct grid_column root_columns[] = {
    {"rules", "rules"},       {"board", "board"},       {"position", "position"},
    {"to_move", "to move"},   {"moves", "after"},       {"value", "value"},
    {"plays", "first plays"}, {"imported", "imported"}, {"nodes", "nodes"},
};
static const struct grid_column value_columns[] = {
    {"rules", "rules"},   {"board", "board"},       {"whole", "positions"},
    {"boards", "boards"}, {"imported", "imported"}, {"bytes", "bytes"},
};
static const struct grid_column strategy_columns[] = {
    {"rules", "rules"},   {"board", "board"},   {"attacker", "attacker"},
    {"margin", "margin"}, {"states", "states"}, {"bytes", "bytes"},
};
static const struct grid_column search_columns[] = {
    {"rules", "rules"},   {"board", "board"},           {"situations", "situations"},
    {"lemmas", "lemmas"}, {"numbers", "proof numbers"}, {"bytes", "bytes"},
};
#define COUNT(columns) (sizeof(columns) / sizeof((columns)[0]))

static void set_number(struct grid *grid, size_t row, const char *key, uint64_t number)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%" PRIu64, number);
    grid_put(grid, row, key, strbuf_take(&text));
}

static void set_text(struct grid *grid, size_t row, const char *key, const char *value)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%s", value);
    grid_put(grid, row, key, strbuf_take(&text));
}

static void write_grid(const struct grid *grid, enum grid_format format)
{
    if (format == GRID_CSV)
        grid_write_csv(stdout, grid);
    else if (format == GRID_MARKDOWN)
        grid_write_markdown(stdout, grid);
    else
        grid_write_text_within(stdout, grid, draw_width_told(stdout));
}

/* Writes the grid, if all of it is there, and releases it. Returns 0 or -ENOMEM. */
static int end_grid(struct grid *grid, enum grid_format format)
{
    int r = grid->lost ? -ENOMEM : 0;
    if (r == 0)
        write_grid(grid, format);
    grid_release(grid);
    return r;
}

static int print_tables(const struct store_info *info, enum grid_format format)
{
    struct grid grid;
    int r = grid_init(&grid, table_columns, COUNT(table_columns), info->table_count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < info->table_count; i++) {
        set_text(&grid, i, "rules", info->tables[i].rules);
        set_text(&grid, i, "board", info->tables[i].board);
        set_number(&grid, i, "states", info->tables[i].states);
        set_number(&grid, i, "lemmas", info->tables[i].entries);
        set_number(&grid, i, "imported", info->tables[i].imported);
        set_number(&grid, i, "bytes", info->tables[i].bytes);
    }
    return end_grid(&grid, format);
}

static void set_whole(struct grid *grid, size_t row, const struct store_values *values)
{
    struct strbuf text = {0};
    if (!values->made)
        strbuf_add(&text, "being made");
    else
        strbuf_add(&text, "%s", values->bounds ? "bounds of all" : "all");
    if (values->missing > 0)
        strbuf_add(&text, " but %s", human_count(values->missing, "board", "boards"));
    grid_put(grid, row, "whole", strbuf_take(&text));
}

static int print_values(const struct store_info *info)
{
    struct grid grid;
    int r = grid_init(&grid, value_columns, COUNT(value_columns), info->value_count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < info->value_count; i++) {
        const struct store_values *values = &info->values[i];
        set_text(&grid, i, "rules", values->rules);
        set_text(&grid, i, "board", values->board);
        set_whole(&grid, i, values);
        set_number(&grid, i, "boards", values->boards);
        set_text(&grid, i, "imported", values->imported ? "yes" : "no");
        set_number(&grid, i, "bytes", values->bytes);
    }
    return end_grid(&grid, GRID_TEXT);
}

static const char *attacker_name(const struct store_strategies *strategies)
{
    return strategies->attacker == BLACK ? "black" : "white";
}

static int print_strategies(const struct store_info *info)
{
    struct grid grid;
    int r = grid_init(&grid, strategy_columns, COUNT(strategy_columns), info->strategies_count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < info->strategies_count; i++) {
        const struct store_strategies *strategies = &info->strategies[i];
        set_text(&grid, i, "rules", strategies->rules);
        set_text(&grid, i, "board", strategies->board);
        set_text(&grid, i, "attacker", attacker_name(strategies));
        set_text(&grid, i, "margin", value_margin(strategies->margin, NULL));
        set_number(&grid, i, "states", strategies->states);
        set_number(&grid, i, "bytes", strategies->bytes);
    }
    return end_grid(&grid, GRID_TEXT);
}

static int print_searches(const struct store_info *info)
{
    struct grid grid;
    int r = grid_init(&grid, search_columns, COUNT(search_columns), info->search_count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < info->search_count; i++) {
        const struct store_search *search = &info->searches[i];
        set_text(&grid, i, "rules", search->rules);
        set_text(&grid, i, "board", search->board);
        set_number(&grid, i, "situations", search->situations);
        set_number(&grid, i, "lemmas", search->lemmas);
        set_number(&grid, i, "numbers", search->numbers);
        set_number(&grid, i, "bytes", search->bytes);
    }
    return end_grid(&grid, GRID_TEXT);
}

static void set_value(struct grid *grid, size_t row, const struct store_root *root)
{
    struct strbuf text = {0};
    const struct bounds *bounds = &root->bounds;
    if (!bounds_known(bounds)) {
        strbuf_add(&text, "not decided");
    } else {
        strbuf_add(&text, "%s", value_margin(bounds->lower_min, NULL));
        if (bounds->lower_min != bounds->upper_min)
            strbuf_add(&text, "..%s", value_margin(bounds->upper_min, NULL));
    }
    grid_put(grid, row, "value", strbuf_take(&text));
}

/* What of it was not proved here. */
static const char *imported_text(const struct store_root *root)
{
    if (root->value_imported)
        return "value";
    return root->moves_imported ? "first plays" : "no";
}

static int print_roots(const struct store_info *info, enum grid_format format)
{
    struct grid grid;
    int r = grid_init(&grid, root_columns, COUNT(root_columns), info->root_count);
    if (r < 0)
        return r;
    for (size_t i = 0; i < info->root_count; i++) {
        const struct store_root *root = &info->roots[i];
        set_text(&grid, i, "rules", root->rules);
        set_text(&grid, i, "board", root->board);
        set_text(&grid, i, "position", root->position);
        set_text(&grid, i, "to_move", root->to_move == 'b' ? "black" : "white");
        set_text(&grid, i, "moves", root->moves);
        set_value(&grid, i, root);
        set_text(&grid, i, "plays", root->moves_known ? "known" : "not all known");
        set_text(&grid, i, "imported", imported_text(root));
        set_number(&grid, i, "nodes", root->nodes);
    }
    return end_grid(&grid, format);
}

static void print_counted(const struct store_counted *counted)
{
    printf("\ncomplete games: %s begun or done, %s kept, %s imported, ",
           human_count(counted->counts, "count", "counts"),
           human_count(counted->results, "result", "results"),
           counted->imported == counted->results ? "all"
           : counted->imported == 0              ? "none"
                                                 : "some");
    printf("%s\n", human_count(counted->bytes, "byte", "bytes"));
}

static void print_halts(const struct store_halts *halts)
{
    printf("\n%s stopped, to be gone on with: ",
           human_count(halts->searches, "search over lemmas was", "searches over lemmas were"));
    printf("%s, ", human_count(halts->numbers, "proof number", "proof numbers"));
    printf("%s\n", human_count(halts->bytes, "byte", "bytes"));
}

static json_t *halts_json(const struct store_halts *halts)
{
    return json_pack("{s:I,s:I,s:I}", "searches", (json_int_t)halts->searches, "numbers",
                     (json_int_t)halts->numbers, "bytes", (json_int_t)halts->bytes);
}

static json_t *counted_json(const struct store_counted *counted)
{
    return json_pack("{s:I,s:I,s:I,s:I}", "counts", (json_int_t)counted->counts, "results",
                     (json_int_t)counted->results, "imported", (json_int_t)counted->imported,
                     "bytes", (json_int_t)counted->bytes);
}

static int print_text(const struct store_verb *asked, const struct store_info *info)
{
    printf("%s: format %u, proofs %u, made by solve %s, %s\n", asked->dir, info->format,
           info->proofs, info->version, human_count(info->file_bytes, "byte", "bytes"));
    int r = 0;
    if (info->table_count > 0) {
        printf("\n");
        r = print_tables(info, GRID_TEXT);
    }
    if (r == 0 && info->value_count > 0) {
        printf("\ntables of positions:\n");
        r = print_values(info);
    }
    if (r == 0 && info->dense.count > 0) {
        printf("\ntables of positions in files of their own:\n");
        r = store_dense_print(&info->dense);
    }
    if (r == 0 && info->strategies_count > 0) {
        printf("\ntables of the search for strategies:\n");
        r = print_strategies(info);
    }
    if (r == 0 && info->search_count > 0) {
        printf("\nsearches under rules that remove cycles:\n");
        r = print_searches(info);
    }
    if (r == 0 && info->halts.searches > 0)
        print_halts(&info->halts);
    if (r == 0 && info->counted.counts > 0)
        print_counted(&info->counted);
    if (r == 0 && info->root_count > 0) {
        printf("\npositions solved, or begun:\n");
        r = print_roots(info, GRID_TEXT);
    }
    return r;
}

/* The sub-tables, an empty line, the positions. */
static int print_grids(const struct store_info *info, enum grid_format format)
{
    int r = print_tables(info, format);
    if (r == 0)
        printf("\n");
    return r == 0 ? print_roots(info, format) : r;
}

static json_t *tables_json(const struct store_info *info)
{
    json_t *list = json_array();
    for (size_t i = 0; i < info->table_count; i++) {
        const struct store_table *of = &info->tables[i];
        list = json_append(
            list, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I}", "rules", of->rules, "board", of->board,
                            "states", (json_int_t)of->states, "lemmas", (json_int_t)of->entries,
                            "imported", (json_int_t)of->imported, "bytes", (json_int_t)of->bytes));
    }
    return list;
}

static json_t *values_json(const struct store_info *info)
{
    json_t *list = json_array();
    for (size_t i = 0; i < info->value_count; i++) {
        const struct store_values *of = &info->values[i];
        list = json_append(
            list, json_pack("{s:s,s:s,s:b,s:b,s:I,s:b,s:I,s:I}", "rules", of->rules, "board",
                            of->board, "whole", of->made && of->missing == 0, "bounds", of->bounds,
                            "boards", (json_int_t)of->boards, "imported", of->imported, "missing",
                            (json_int_t)of->missing, "bytes", (json_int_t)of->bytes));
    }
    return list;
}

static json_t *strategies_json(const struct store_info *info)
{
    json_t *list = json_array();
    for (size_t i = 0; i < info->strategies_count; i++) {
        const struct store_strategies *of = &info->strategies[i];
        list = json_append(list, json_pack("{s:s,s:s,s:s,s:i,s:I,s:I}", "rules", of->rules, "board",
                                           of->board, "attacker", attacker_name(of), "margin",
                                           of->margin, "states", (json_int_t)of->states, "bytes",
                                           (json_int_t)of->bytes));
    }
    return list;
}

static json_t *searches_json(const struct store_info *info)
{
    json_t *list = json_array();
    for (size_t i = 0; i < info->search_count; i++) {
        const struct store_search *of = &info->searches[i];
        list =
            json_append(list, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I}", "rules", of->rules, "board",
                                        of->board, "situations", (json_int_t)of->situations,
                                        "lemmas", (json_int_t)of->lemmas, "numbers",
                                        (json_int_t)of->numbers, "bytes", (json_int_t)of->bytes));
    }
    return list;
}

static json_t *roots_json(const struct store_info *info)
{
    json_t *list = json_array();
    for (size_t i = 0; i < info->root_count; i++) {
        const struct store_root *root = &info->roots[i];
        const struct solve_bounds bounds = {root->bounds.lower_min, root->bounds.lower_max,
                                            root->bounds.upper_min, root->bounds.upper_max};
        json_t *object = json_with(json_object(), "rules", json_string(root->rules));
        object = json_with(object, "board", json_string(root->board));
        object = json_with(object, "position", json_string(root->position));
        object =
            json_with(object, "to_move", json_string(root->to_move == 'b' ? "black" : "white"));
        object = json_with(object, "moves", json_string(root->moves));
        object = json_with(object, "value", value_json(&bounds, NULL));
        object = json_with(object, "solved", json_boolean(root->solved));
        object = json_with(object, "plays_known", json_boolean(root->moves_known));
        object = json_with(object, "imported", json_string(imported_text(root)));
        object = json_with(object, "nodes", json_integer((json_int_t)root->nodes));
        list = json_append(list, object);
    }
    return list;
}

static int print_json(const struct store_verb *asked, const struct store_info *info,
                      struct error *err)
{
    json_t *object = json_head("store info");
    object = json_with(object, "store", json_text_or_null(asked->dir));
    object = json_with(object, "format", json_integer(info->format));
    object = json_with(object, "proofs", json_integer(info->proofs));
    object = json_with(object, "made_by", json_string(info->version));
    object = json_with(object, "bytes", json_integer((json_int_t)info->file_bytes));
    object = json_with(object, "tables", tables_json(info));
    object = json_with(object, "positions", values_json(info));
    object = json_with(object, "dense", store_dense_json(&info->dense, false));
    object = json_with(object, "strategies", strategies_json(info));
    object = json_with(object, "searches", searches_json(info));
    object = json_with(object, "halts", halts_json(&info->halts));
    object = json_with(object, "counts", counted_json(&info->counted));
    return json_print(json_with(object, "roots", roots_json(info)), err);
}

int store_info_print(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct store_info info;
    struct error why;
    int code = store_verb_open(asked, STORE_READ, &store, err);
    if (code != 0)
        return code;
    int r = store_info(store, &info, &why);
    if (r < 0) {
        store_close(store, NULL);
        return store_verb_fail(asked, r, why.text, err);
    }
    if (asked->format == GRID_JSON)
        r = print_json(asked, &info, err);
    else
        r = asked->format == GRID_TEXT ? print_text(asked, &info)
                                       : print_grids(&info, asked->format);
    if (r < 0 && asked->format != GRID_JSON)
        error_set(err, r, "out of memory");
    store_info_release(&info);
    code = store_verb_close(asked, store, err);
    return r < 0 ? EXIT_FAILED : code;
}
