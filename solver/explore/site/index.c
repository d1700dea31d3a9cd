/* What a site says of itself. */
#include "explore/site/index.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "explore/site/script.h"
#include "json/json.h"
#include "json/rules_json.h"

#define SITE "var solveSite="
#define TABLE "solveTable"
#define DATA "data"

/* Where index.html asks for the page's script; the site's comes before it. */
static const char script_tag[] = "<script src=\"page.js\">";
static const char site_tag[] = "<script src=\"data/site.js\"></script>\n";

static char *path_of(const struct site_options *options, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", options->folder, name) >= 0 ? path : NULL;
}

/* --- a folder that is there --- */

/* Is there anything in it but, perhaps, what is called so? A folder that is missing has nothing.
 * Returns 0, 1 or a negative errno. */
static int has_files(const char *folder, const char *but)
{
    struct dirent *entry;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return errno == ENOENT ? 0 : -errno;
    int found = 0;
    while ((entry = readdir(dir)) != NULL && found == 0)
        found = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
                strcmp(entry->d_name, but) != 0;
    closedir(dir);
    return found;
}

/* The same of all of it. An empty folder for data is what a run leaves that was killed before it
 * wrote anything. */
static int has_anything(const struct site_options *options)
{
    int r = has_files(options->folder, DATA);
    char *data = r == 0 ? path_of(options, DATA) : NULL;
    if (r != 0)
        return r;
    r = data != NULL ? has_files(data, "") : -ENOMEM;
    free(data);
    return r == -ENOTDIR ? 1 : r;
}

static bool is_asked(const struct site_options *options, const char *board, const char *rules)
{
    bool board_asked = false, rules_asked = false;
    for (size_t i = 0; i < options->board_count; i++)
        board_asked = board_asked || strcmp(board, solve_board_name(options->boards[i])) == 0;
    for (size_t i = 0; i < options->rules_count; i++)
        rules_asked = rules_asked || strcmp(rules, solve_rules_text(options->rules[i])) == 0;
    return board_asked && rules_asked;
}

/* Has the site anything that is not asked for now? It would be there and not be named. */
static int check_pairs(const struct site_options *options, const json_t *site, struct error *err)
{
    const json_t *pairs = json_object_get(site, "pairs");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        const char *board = json_string_value(json_object_get(pair, "board"));
        const char *rules = json_string_value(json_object_get(pair, "rules"));
        if (board == NULL || rules == NULL || !is_asked(options, board, rules))
            return error_set(err, -EINVAL,
                             "it is a site with %s under %s: wanted all that it has among --boards "
                             "and --rules, or another folder",
                             board != NULL ? board : "?", rules != NULL ? rules : "?");
    }
    return 0;
}

static int check_writable(const struct site_options *options, struct error *err)
{
    if (access(options->folder, W_OK | X_OK) < 0 && errno != ENOENT) {
        int r = -errno;
        return error_set(err, r, "nothing can be written there: %s", strerror(-r));
    }
    return 0;
}

int index_check(const struct site_options *options, struct error *err)
{
    json_t *site = NULL;
    int r = has_anything(options);
    if (r < 0)
        return error_set(err, r, "it cannot be read: %s", strerror(-r));
    if (r == 0)
        return check_writable(options, err);
    char *path = path_of(options, "data/site.js");
    if (path == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    r = script_read(path, SITE, &site);
    free(path);
    if (r < 0)
        return error_set(err, -EINVAL,
                         "it is not empty, and no site: wanted a new or empty folder, or a site");
    r = check_pairs(options, site, err);
    json_decref(site);
    return r == 0 ? check_writable(options, err) : r;
}

/* --- writing --- */

/* index.html, with the site's script. NULL: no memory, or it does not ask for the page's script. */
static char *with_site(const struct site_asset *page)
{
    char *html = strndup(page->bytes, page->size), *whole = NULL;
    char *at = html != NULL ? strstr(html, script_tag) : NULL;
    if (at != NULL && asprintf(&whole, "%.*s%s%s", (int)(at - html), html, site_tag, at) < 0)
        whole = NULL;
    free(html);
    return whole;
}

static long write_asset(const struct site_options *options, const struct site_asset *asset,
                        struct error *err)
{
    bool is_page = strcmp(asset->name, "index.html") == 0;
    char *html = is_page ? with_site(asset) : NULL, *path = path_of(options, asset->name);
    const void *bytes = is_page ? html : asset->bytes;
    size_t size = html != NULL ? strlen(html) : asset->size;
    int r = -ENOMEM;
    if (path == NULL || bytes == NULL)
        error_set(err, r, "out of memory");
    else
        r = script_make_folders(path, err);
    if (r == 0)
        r = whole_file_write(path, bytes, size, err);
    free(path);
    free(html);
    return r < 0 ? r : (long)size;
}

/* Writes a table, if it can be read: what cannot is said by the list. */
static long write_table(const struct site_options *options, const char *name, struct error *err)
{
    json_t *table = NULL;
    char *path = NULL;
    if (shelf_read_table(options->shelf, name, &table, err) < 0)
        return 0;
    if (asprintf(&path, "%s/data/tables/%s.js", options->folder, name) < 0)
        path = NULL;
    long size = path != NULL ? script_write(path, TABLE, table, true, err)
                             : error_set(err, -ENOMEM, "out of memory");
    free(path);
    json_decref(table);
    return size;
}

/* The list of the tables. NULL: no memory. */
static json_t *list_tables(const struct site_options *options)
{
    json_t *list = NULL;
    if (options->shelf == NULL || shelf_list_tables(options->shelf, &list, NULL) < 0)
        return json_array();
    json_t *tables = json_incref(json_object_get(list, "tables"));
    json_decref(list);
    return tables;
}

/* Writes each table of the list. Returns bytes or a negative errno (err). */
static long write_tables(const struct site_options *options, const json_t *tables,
                         struct error *err)
{
    long bytes = 0;
    for (size_t i = 0; i < json_array_size(tables) && bytes >= 0; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(tables, i), "name"));
        long size = name != NULL ? write_table(options, name, err) : 0;
        bytes = size < 0 ? size : bytes + size;
    }
    return bytes;
}

/* Writes the files of the page. Returns bytes or a negative errno (err). */
static long write_assets(const struct site_options *options, struct error *err)
{
    long bytes = 0;
    for (size_t i = 0; i < options->asset_count && bytes >= 0; i++) {
        long size = write_asset(options, &options->assets[i], err);
        bytes = size < 0 ? size : bytes + size;
    }
    return bytes;
}

static json_t *pairs_json(const struct site_options *options, const struct site *site)
{
    json_t *pairs = json_array();
    for (size_t i = 0; i < site->count; i++) {
        const struct site_pair *pair = &site->pairs[i];
        const struct solve_board *board = options->boards[pair->board];
        if (!pair->done)
            continue;
        json_t *object = json_with(json_object(), "board", json_string(solve_board_name(board)));
        object =
            json_with(object, "rules", json_string(solve_rules_text(options->rules[pair->rules])));
        object = json_with(object, "depth", json_integer(pair->size.depth));
        object = json_with(object, "starts",
                           json_boolean(solve_board_points(board) <= options->starts_points));
        object = json_with(object, "states", json_integer((json_int_t)pair->size.states));
        object = json_with(object, "open", json_integer((json_int_t)pair->size.open));
        pairs = json_append(pairs,
                            json_with(object, "bytes", json_integer((json_int_t)pair->size.bytes)));
    }
    return pairs;
}

/* Takes away the folders of a site of which nothing could be written, where they are empty. */
static void remove_folders(const struct site_options *options, bool made)
{
    char *data = path_of(options, DATA);
    if (data != NULL)
        (void)rmdir(data);
    if (made)
        (void)rmdir(options->folder);
    free(data);
}

long index_write(const struct site_options *options, const struct site *site, bool all,
                 struct error *err)
{
    bool was_there = access(options->folder, F_OK) == 0;
    json_was_incomplete();
    json_t *index = json_with(json_head("site"), "complete", json_boolean(all));
    index = json_with(index, "pairs", pairs_json(options, site));
    index = json_with(index, "rulesets", rules_json_set(json_head("rules")));
    index = json_with(index, "tables", list_tables(options));
    char *path = path_of(options, "data/site.js");
    long size = path == NULL || json_was_incomplete() ? error_set(err, -ENOMEM, "out of memory")
                                                      : script_write(path, SITE, index, false, err);
    if (size < 0)
        remove_folders(options, !was_there);
    /* It comes first: a folder that has it is a site, whatever ends the run before the rest. */
    long tables = size < 0 ? size : write_tables(options, json_object_get(index, "tables"), err);
    long assets = tables < 0 ? tables : write_assets(options, err);
    free(path);
    json_decref(index);
    return assets < 0 ? assets : size + tables + assets;
}
