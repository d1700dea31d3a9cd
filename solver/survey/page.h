/* The page: one HTML file that needs no server and no script. */
#ifndef SOLVER_SURVEY_PAGE_H
#define SOLVER_SURVEY_PAGE_H

#include "base/strbuf.h"
#include "survey/files.h"

/* What the page shows besides the survey. */
struct page_extras {
    const struct files_new *files; /* that it names with their checksums */
    size_t file_count;
    const char *plot; /* an SVG, or NULL */
};

/* Appends the page. Returns 0 or -ENOMEM. */
int page_add(struct strbuf *text, const struct survey *survey, const struct page_extras *extras);

/* The page's style sheet: a constant. */
extern const char page_style[];

/* The sections on differences. Returns 0 or -ENOMEM. */
int page_add_differences(struct strbuf *text, const struct survey *survey);

#endif
