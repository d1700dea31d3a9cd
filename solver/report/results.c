/* The files of results/. */
#include "report/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/text.h"

/* Is the cell the verdict, perhaps with more in parentheses? */
static bool is_verdict(const char *cell, const char *name)
{
    size_t length = strlen(name);
    return strncmp(cell, name, length) == 0 &&
           (cell[length] == '\0' || (length > 0 && strncmp(cell + length, " (", 2) == 0));
}

struct results_count results_count(const struct grid *grid)
{
    struct results_count count = {{0}};
    for (size_t i = 0; i < grid->row_count; i++)
        for (int kind = 0; kind <= VERDICT_NONE; kind++)
            if (is_verdict(grid_get(grid, i, "verdict"), verdict_name((enum verdict_kind)kind)))
                count.of[kind]++;
    return count;
}

void results_write_count(FILE *out, const struct grid *grid)
{
    struct results_count count = results_count(grid);
    fprintf(out, "%zu rows", grid->row_count);
    if (grid_has(grid, "verdict"))
        fprintf(out, ": %zu verified, %zu wrong, %zu not decided", count.of[VERDICT_VERIFIED],
                count.of[VERDICT_WRONG], count.of[VERDICT_OPEN]);
}

void results_write_markdown(FILE *out, const struct table *table, const struct grid *grid)
{
    fprintf(out, "# %s\n\nSource: %s.\n\n", table->title, table->source);
    results_write_count(out, grid);
    fprintf(out, ". How to read them: [README.md](README.md).\n\n");
    grid_write_markdown(out, grid);
}

static void write_csv(FILE *out, const struct table *table, const struct grid *grid)
{
    (void)table;
    grid_write_csv(out, grid);
}

/* The path DIR/NAME.SUFFIX; NULL: no memory. */
static char *make_path(const char *dir, const char *name, const char *suffix)
{
    struct text path = {0};
    text_add(&path, "%s/%s%s", dir, name, suffix);
    return text_take(&path);
}

static int write_file(const char *path, const char *temporary, const struct table *table,
                      const struct grid *grid,
                      void (*write)(FILE *, const struct table *, const struct grid *),
                      struct error *err)
{
    FILE *out = fopen(temporary, "w");
    if (out == NULL)
        return error_set(err, -errno, "cannot write %s: %s", temporary, strerror(errno));
    write(out, table, grid);
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed || rename(temporary, path) != 0) {
        int r = -errno;
        remove(temporary);
        return error_set(err, r < 0 ? r : -EIO, "cannot write %s: %s", path, strerror(-r));
    }
    return 0;
}

int results_write(const char *dir, const struct table *table, const struct grid *grid,
                  struct error *err)
{
    static const struct {
        const char *suffix, *temporary;
        void (*write)(FILE *, const struct table *, const struct grid *);
    } files[] = {
        {".md", ".md.new", results_write_markdown},
        {".csv", ".csv.new", write_csv},
    };
    int r = 0;
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return error_set(err, -errno, "cannot make the folder %s: %s", dir, strerror(errno));
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && r == 0; i++) {
        char *path = make_path(dir, table->name, files[i].suffix);
        char *temporary = make_path(dir, table->name, files[i].temporary);
        if (path == NULL || temporary == NULL)
            r = error_set(err, -ENOMEM, "out of memory for the results of %s", table->name);
        else
            r = write_file(path, temporary, table, grid, files[i].write, err);
        free(path);
        free(temporary);
    }
    return r;
}
