/* Writing all files of a survey. */
#include <errno.h>
#include <stdlib.h>

#include "survey/files.h"
#include "survey/page.h"

#define FILES_MOST 5

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
