/* The verb plot: values against length, nodes against points. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "cli/data_folder.h"
#include "cli/failures.h"
#include "cli/format.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/verb.h"
#include "cli/verbs/plot_print.h"
#include "picture/output.h"
#include "plot/drawing.h"
#include "report/rulesets.h"
#include "json/json.h"

static const struct option_spec options[] = {
    {"kind", "KIND", "values (default): against length; nodes: searched, against points"},
    {"rules", "A,B,...|all", "only these, the first being what others are compared with"},
    {"rows", "R", "only boards of R rows; of values: 1 unless given"},
    {"picture", "FILE", "draw it, too: a name ending in .svg, .png or .pdf"},
    {"picture-theme", "THEME", "auto (default), light or dark"},
    FORMAT_JSON_OPTIONS,
};

struct plot_options {
    enum plot_kind kind;
    struct rulesets rulesets;
    const char **names; /* of the rulesets, ended by NULL; NULL: all that there are */
    int rows;
    bool json;
    const char *picture; /* NULL: none */
    struct output_sheet sheet;
};

static int read_kind(const struct options *given, struct plot_options *into, struct error *err)
{
    static const char *const kinds[] = {"values", "nodes", NULL};
    const char *kind = options_text(given, "kind");
    if (kind == NULL || strcmp(kind, "values") == 0)
        into->kind = PLOT_VALUES;
    else if (strcmp(kind, "nodes") == 0)
        into->kind = PLOT_NODES;
    else
        return options_refuse_word("kind", kind, "wanted values or nodes", kinds, err);
    return 0;
}

static int read_rulesets(const struct options *given, struct plot_options *into, struct error *err)
{
    const char *text = options_text(given, "rules");
    struct error why;
    if (text == NULL || strcmp(text, "all") == 0)
        return 0;
    int r = rulesets_parse(text, &into->rulesets, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("rules", text, why.text, err)
                            : error_set(err, r, "%s", why.text);
    into->names = calloc(into->rulesets.count + 1, sizeof(*into->names));
    if (into->names == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    for (size_t i = 0; i < into->rulesets.count; i++)
        into->names[i] = solve_rules_text(into->rulesets.list[i]);
    return 0;
}

static int read_rows(const struct options *given, struct plot_options *into, struct error *err)
{
    const char *text = options_text(given, "rows");
    uint64_t rows = into->kind == PLOT_VALUES ? 1 : 0;
    if (text != NULL && parse_number_unsigned(text, 1, 999, &rows) < 0)
        return options_refuse("rows", text, "wanted a number of rows from 1 to 999", err);
    into->rows = (int)rows;
    return 0;
}

static int read_picture(const struct options *given, struct plot_options *into, struct error *err)
{
    const char *theme = options_text(given, "picture-theme");
    static const char *const themes[] = {"auto", "light", "dark", NULL};
    struct error why;
    into->picture = options_text(given, "picture");
    if (theme != NULL && paint_theme_parse(theme, &into->sheet.theme) < 0)
        return options_refuse_word("picture-theme", theme, "wanted auto, light or dark", themes,
                                   err);
    if (into->picture == NULL)
        return theme == NULL ? 0 : error_set(err, -EINVAL, "--picture-theme wants --picture FILE");
    if (output_format_of(into->picture, &into->sheet.format, &why) < 0)
        return options_refuse("picture", into->picture, why.text, err);
    return output_path_file("picture", into->picture, err);
}

static int read_options(const struct options *given, struct plot_options *into, struct error *err)
{
    int r = format_read_json(given, &into->json, err);
    if (r == 0)
        r = read_kind(given, into, err);
    if (r == 0)
        r = read_rulesets(given, into, err);
    if (r == 0)
        r = read_rows(given, into, err);
    return r == 0 ? read_picture(given, into, err) : r;
}

/* A file of those that come with the program. */
static int read_own(const char *name, struct plot_data *data, struct error *err)
{
    struct error why;
    struct strbuf path = {0};
    char *folder;
    int r = data_folder_find("results", &folder, &why);
    if (r == -ENOENT)
        return error_set(err, -EINVAL, "%s: wanted CSV files on the command line", why.text);
    if (r < 0)
        return error_set(err, r, "%s", why.text);
    strbuf_add(&path, "%s/%s", folder, name);
    free(folder);
    char *taken = strbuf_take(&path);
    r = taken != NULL ? plot_data_read(data, taken, err) : error_set(err, -ENOMEM, "out of memory");
    free(taken);
    return r;
}

static int read_data(const struct options *given, struct plot_data *data, struct error *err)
{
    int r = 0;
    for (size_t i = 0; given->words[i] != NULL && r == 0; i++)
        r = plot_data_read(data, given->words[i], err);
    if (r == 0 && given->words[0] == NULL)
        r = read_own("lengths.csv", data, err);
    if (r == 0 && given->words[0] == NULL)
        r = read_own("rectangles.csv", data, err);
    return r == 0 ? plot_data_join(data, err) : r;
}

static bool is_in(const struct plot_series_list *list, const char *rules)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->all[i].rules, rules) == 0)
            return true;
    return false;
}

/* Is there something of all that was asked for? */
static int check_series(const struct plot_options *asked, const struct plot_series_list *list,
                        struct error *err)
{
    const char *what = asked->kind == PLOT_VALUES ? "value" : "number of nodes";
    for (size_t i = 0; asked->names != NULL && asked->names[i] != NULL; i++)
        if (!is_in(list, asked->names[i]))
            return error_set(err, -EINVAL, "--rules: there is no %s under %.80s in what was read%s",
                             what, asked->names[i],
                             asked->rows > 0 ? " of boards with so many rows" : "");
    if (list->count > 0)
        return 0;
    if (asked->rows > 0)
        return error_set(err, -EINVAL,
                         "there is no %s of a board with %d row%s in what was read: wanted --rows "
                         "R",
                         what, asked->rows, asked->rows == 1 ? "" : "s");
    return error_set(err, -EINVAL, "there is no %s in what was read", what);
}

static int draw(struct plot_options *asked, const struct plot_series_list *list, struct error *err)
{
    struct canvas canvas = {0};
    struct drawing_words words = {0};
    if (asked->kind == PLOT_VALUES)
        drawing_values(list, &canvas, &words);
    else
        drawing_nodes(list, &canvas, &words);
    asked->sheet.title = words.title.chars;
    asked->sheet.description = words.description.chars;
    struct error why;
    int r = canvas.failed || words.title.failed || words.description.failed
                ? error_set(&why, -ENOMEM, "out of memory")
                : output_file(&canvas, &asked->sheet, asked->picture, &why);
    canvas_release(&canvas);
    drawing_words_release(&words);
    return r < 0 ? error_set(err, r, "--picture: %s", why.text) : 0;
}

static int print_json(const struct plot_options *asked, const struct plot_series_list *list,
                      struct error *err)
{
    json_t *object = json_with(json_head("plot"), "kind",
                               json_string(asked->kind == PLOT_VALUES ? "values" : "nodes"));
    object = json_with(object, "picture", json_text_or_null(asked->picture));
    return json_print(json_with(object, "series", plot_print_json(list)), err);
}

/* Draws and prints it, whatever of it fails. Returns 0 or -EIO (err). */
static int tell(struct plot_options *asked, const struct plot_series_list *list, struct error *err)
{
    struct failures failures = {.last = err};
    struct error why;
    if (asked->picture != NULL)
        failures_note(&failures, draw(asked, list, &why), &why);
    failures_note(&failures,
                  asked->json ? print_json(asked, list, &why)
                              : plot_print_text(list, asked->kind, &why),
                  &why);
    return failures.any ? -EIO : 0;
}

static int plot(struct plot_options *asked, const struct plot_data *data, struct error *err)
{
    struct plot_series_list list = {0};
    int r = plot_series_make(data, asked->kind, asked->names, asked->rows, &list);
    if (r < 0)
        return r == -E2BIG ? error_set(err, -EINVAL,
                                       "more than %d rulesets and numbers of rows: wanted --rules "
                                       "or --rows",
                                       PLOT_SERIES_MOST)
                           : error_set(err, r, "out of memory");
    r = check_series(asked, &list, err);
    if (r == 0)
        r = tell(asked, &list, err);
    plot_series_release(&list);
    return r;
}

static int run(const struct options *given, struct error *err)
{
    struct plot_options asked = {0};
    struct plot_data data = {0};
    int r = read_options(given, &asked, err);
    if (r == 0)
        r = read_data(given, &data, err);
    if (r == 0)
        r = plot(&asked, &data, err);
    plot_data_release(&data);
    rulesets_release(&asked.rulesets);
    free(asked.names);
    return r < 0 ? verb_exit_code(r) : EXIT_SOLVED;
}

const struct verb verb_plot =
    VERB("plot", "draws values against length, and nodes against points, from results", options,
         .words = "[FILE...]", .run = run);
