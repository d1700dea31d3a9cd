/* Writing all files of a survey. */
#include <errno.h>
#include <stdlib.h>

#include "picture/output.h"
#include "plot/drawing.h"
#include "survey/files.h"
#include "survey/page.h"

#define FILES_MOST 6

static int make_page(const struct survey *survey, const struct page_extras *extras,
                     struct files_new *ret_file)
{
    struct strbuf text = {0};
    int r = page_add(&text, survey, extras);
    if (r < 0) {
        strbuf_release(&text);
        return r;
    }
    *ret_file = (struct files_new){.name = FILES_PAGE, .size = text.length};
    ret_file->bytes = strbuf_take(&text);
    return ret_file->bytes != NULL ? 0 : -ENOMEM;
}

/* Draws the values of boards of one row. Returns 1, 0 if there are too few of them or more rulesets
 * than a plot has, or a negative errno. */
static int draw_values(const struct plot_data *data, struct files_new *ret_file)
{
    struct plot_series_list list = {0};
    struct canvas canvas = {0};
    struct drawing_words words = {0};
    struct files_new file = {.name = FILES_PLOT};
    int least = 0, most = 0, r = plot_series_make(data, PLOT_VALUES, NULL, 1, &list);
    if (r < 0)
        return r == -E2BIG ? 0 : r;
    if (list.count > 0)
        plot_series_columns(&list, &least, &most);
    if (most > least) {
        drawing_values(&list, &canvas, &words);
        struct output_sheet sheet = {.format = OUTPUT_SVG, .theme = PAINT_AUTO};
        sheet.title = words.title.chars;
        sheet.description = words.description.chars;
        r = words.title.failed || words.description.failed
                ? -ENOMEM
                : output_bytes(&canvas, &sheet, &file.bytes, &file.size);
    }
    canvas_release(&canvas);
    drawing_words_release(&words);
    plot_series_release(&list);
    if (r == 0 && most > least)
        *ret_file = file;
    return r < 0 ? r : most > least;
}

/* The same, of a table that was made. */
static int make_plot(const struct files_new *table, struct files_new *ret_file)
{
    struct plot_data data = {0};
    int r = plot_data_parse(&data, table->name, table->bytes, table->size, NULL);
    if (r == 0)
        r = plot_data_join(&data, NULL);
    if (r == 0)
        r = draw_values(&data, ret_file);
    plot_data_release(&data);
    return r;
}

/* The tables, then the page, which names the tables and their checksums. */
static int make_files(const struct survey *survey, struct files_new *files, size_t *ret_count)
{
    size_t count = 0;
    int r = files_make_csv(&files[count], FILES_CELLS, &survey->cells);
    count += r == 0;
    if (r == 0 && survey->differences.row_count > 0) {
        r = files_make_csv(&files[count], FILES_DIFFERENCES, &survey->differences);
        count += r == 0;
    }
    struct page_extras extras = {.files = files, .file_count = count};
    if (r == 0) {
        r = make_plot(&files[0], &files[count]);
        extras.plot = r > 0 ? files[count].bytes : NULL;
        count += r > 0;
    }
    if (r >= 0) {
        r = make_page(survey, &extras, &files[count]);
        count += r == 0;
    }
    if (r == 0 && survey->wish.seconds) {
        r = files_make_csv(&files[count], FILES_SECONDS, &survey->seconds);
        count += r == 0;
    }
    *ret_count = count;
    return r;
}

int survey_write(struct survey *survey, struct error *err)
{
    struct files_new files[FILES_MOST];
    size_t count = 0;
    if (survey->wish.dir == NULL)
        return 0;
    int r = make_files(survey, files, &count);
    r = r < 0 ? error_set(err, r, "out of memory")
              : files_write(survey->wish.dir, files, count, err);
    for (size_t i = 0; i < count; i++)
        free(files[i].bytes);
    return r;
}
