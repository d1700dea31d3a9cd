/* The files of results/. */
#include "report/results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/human.h"
#include "base/strbuf.h"
#include "report/older.h"

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
    fprintf(out, "%s", human_count(grid->row_count, "row", "rows"));
    if (grid_has(grid, "verdict"))
        fprintf(out, ": %zu verified, %zu wrong, %zu not decided", count.of[VERDICT_VERIFIED],
                count.of[VERDICT_WRONG], count.of[VERDICT_OPEN]);
    for (int kind = VERDICT_COMPUTED; kind < VERDICT_NONE; kind++)
        if (count.of[kind] > 0)
            fprintf(out, ", %zu %s", count.of[kind], verdict_name((enum verdict_kind)kind));
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
    struct strbuf path = {0};
    strbuf_add(&path, "%s/%s%s", dir, name, suffix);
    return strbuf_take(&path);
}

/* A file of the results, written under a name of its own first. */
struct output {
    char *path, *temporary;
    void (*write)(FILE *, const struct table *, const struct grid *);
};

static int fail(const char *path, int r, struct error *err)
{
    return error_set(err, r, "cannot write %s: %s", path, strerror(-r));
}

/* Whoever wrote the temporary file was killed: the folder is locked. */
static int write_temporary(const struct output *output, const struct table *table,
                           const struct grid *grid, struct error *err)
{
    unlink(output->temporary);
    int fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out == NULL) {
        int r = -errno;
        if (fd >= 0)
            close(fd);
        return fail(output->temporary, r, err);
    }
    errno = EIO;
    output->write(out, table, grid);
    int r = ferror(out) || fflush(out) != 0 || fsync(fd) != 0 ? -errno : 0;
    if (fclose(out) != 0 && r == 0)
        r = -errno;
    return r < 0 ? fail(output->path, r, err) : 0;
}

/* All are written before the first takes the place of an older one. */
static int write_outputs(const struct output *outputs, size_t count, int folder,
                         const struct table *table, const struct grid *grid, struct error *err)
{
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = outputs[i].path != NULL && outputs[i].temporary != NULL
                ? write_temporary(&outputs[i], table, grid, err)
                : error_set(err, -ENOMEM, "out of memory for the results of %s", table->name);
    for (size_t i = 0; i < count && r == 0; i++)
        if (rename(outputs[i].temporary, outputs[i].path) < 0)
            r = fail(outputs[i].path, -errno, err);
    for (size_t i = 0; i < count && r < 0; i++)
        if (outputs[i].temporary != NULL)
            unlink(outputs[i].temporary);
    if (r == 0)
        fsync(folder);
    return r;
}

/* The CSV file first, as it is what the next run reads. */
static int write_files(const char *dir, int folder, const struct table *table,
                       const struct grid *grid, struct error *err)
{
    struct output outputs[] = {
        {make_path(dir, table->name, ".csv"), make_path(dir, table->name, ".csv.new"), write_csv},
        {make_path(dir, table->name, ".md"), make_path(dir, table->name, ".md.new"),
         results_write_markdown},
    };
    size_t count = sizeof(outputs) / sizeof(outputs[0]);
    int r = write_outputs(outputs, count, folder, table, grid, err);
    for (size_t i = 0; i < count; i++) {
        free(outputs[i].path);
        free(outputs[i].temporary);
    }
    return r;
}

#define LOCK_SECONDS 30
#define LOCK_WAIT_US 20000

/* One process at a time reads what is there and writes. Returns a file descriptor or -errno (err).
 */
static int lock_folder(const char *dir, struct error *err)
{
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return error_set(err, -errno, "cannot make the folder %s: %s", dir, strerror(errno));
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_set(err, -errno, "cannot open the folder %s: %s", dir, strerror(errno));
    for (long tries = 0; flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK; tries++) {
        if (tries == LOCK_SECONDS * 1000000L / LOCK_WAIT_US) {
            close(fd);
            return error_set(err, -EBUSY,
                             "cannot write to %s: another process has been at it for "
                             "%d seconds",
                             dir, LOCK_SECONDS);
        }
        usleep(LOCK_WAIT_US);
    }
    return fd; /* locked, unless the file system has no locks */
}

int results_write(const char *dir, const struct verdict_plan *plan, struct grid *grid,
                  size_t *ret_taken, struct error *err)
{
    struct grid older;
    size_t taken = 0;
    int folder = lock_folder(dir, err);
    if (folder < 0)
        return folder;
    int r = older_read(dir, plan->table, &older, err);
    if (r > 0) {
        r = older_take_over(plan, &older, grid, &taken, err);
        grid_release(&older);
    }
    if (r == 0)
        r = write_files(dir, folder, plan->table, grid, err);
    close(folder);
    if (r == 0)
        *ret_taken = taken;
    return r;
}

int results_check(const char *dir, const struct table *table, struct error *err)
{
    struct grid older;
    int r = older_read(dir, table, &older, err);
    if (r > 0)
        grid_release(&older);
    return r < 0 ? r : 0;
}
