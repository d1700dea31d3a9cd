/* The files of a folder of results. */
#include "survey/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "base/whole_file.h"
#include "report/csv.h"

#define FILE_BYTES_MAX ((size_t)256 << 20)

static const struct grid_column sum_columns[] = {
    {"file", "file"},
    {"bytes", "bytes"},
    {"xxh3_128", "XXH3-128"},
};
#define SUM_COLUMNS (sizeof(sum_columns) / sizeof(sum_columns[0]))

void files_hash(const void *bytes, size_t size, char ret_hash[FILES_HASH_MAX])
{
    XXH128_canonical_t digest;
    XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, size));
    for (size_t i = 0; i < sizeof(digest.digest); i++)
        snprintf(ret_hash + 2 * i, 3, "%02x", digest.digest[i]);
}

int files_open_folder(const char *dir, struct error *err)
{
    if (mkdir(dir, 0777) < 0 && errno != EEXIST)
        return error_set(err, -errno, "--out: cannot make %.200s: %s", dir, strerror(errno));
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_set(err, -errno, "--out: cannot open %.200s: %s", dir, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    int r = errno == EWOULDBLOCK ? -EBUSY : -errno;
    error_set(err, r, "--out: %.200s: %s", dir,
              r == -EBUSY ? "another run writes there" : strerror(-r));
    close(fd);
    return r;
}

static char *make_path(const char *dir, const char *name)
{
    struct strbuf path = {0};
    strbuf_add(&path, "%s/%s", dir, name);
    return strbuf_take(&path);
}

/* --- reading --- */

/* Reads from a regular file. Returns 0 or a negative errno. */
static int read_from(int fd, char **ret_text, size_t *ret_size)
{
    struct stat status;
    if (fstat(fd, &status) < 0)
        return -errno;
    if (!S_ISREG(status.st_mode) || status.st_size > (off_t)FILE_BYTES_MAX)
        return -EINVAL;
    size_t size = 0, most = (size_t)status.st_size;
    char *text = malloc(most + 1);
    if (text == NULL)
        return -ENOMEM;
    while (size < most) {
        ssize_t n = read(fd, text + size, most - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int r = -errno;
            free(text);
            return r;
        }
        if (n == 0)
            break;
        size += (size_t)n;
    }
    text[size] = '\0';
    *ret_text = text;
    *ret_size = size;
    return 0;
}

/* Returns 1, 0 if there is no such file, or a negative errno. */
static int read_bytes(const char *path, char **ret_text, size_t *ret_size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno == ENOENT ? 0 : -errno;
    int r = read_from(fd, ret_text, ret_size);
    close(fd);
    return r < 0 ? r : 1;
}

/* One row of cells; key: the line of keys, which must be the columns'. Returns 0, -EINVAL or
 * -ENOMEM. */
static int parse_row(struct csv *csv, struct grid *grid, bool key)
{
    int more = 1;
    if (!key && grid_grow(grid) < 0)
        return -ENOMEM;
    for (size_t c = 0; c < grid->column_count; c++) {
        struct strbuf field = {0};
        more = more > 0 ? csv_next(csv, &field) : -EINVAL;
        char *text = strbuf_take(&field);
        if (text == NULL)
            return -ENOMEM;
        bool bad = more < 0 || (key && strcmp(text, grid->columns[c].key) != 0);
        if (bad || key)
            free(text);
        else
            grid_set(grid, grid->row_count - 1, grid->columns[c].key, text);
        if (bad)
            return -EINVAL;
    }
    return more > 0 ? -EINVAL : 0;
}

static int parse(const char *text, size_t size, const struct grid_column *columns,
                 size_t column_count, struct grid *ret_grid)
{
    struct grid grid;
    struct csv csv = csv_begin(text, size);
    int r = grid_init(&grid, columns, column_count, 0);
    if (r < 0)
        return r;
    r = parse_row(&csv, &grid, true);
    while (r == 0 && csv.at < csv.end)
        r = parse_row(&csv, &grid, false);
    if (r < 0)
        grid_release(&grid);
    else
        *ret_grid = grid;
    return r;
}

/* Reads the checksums. Returns as read_bytes(); -EINVAL where the file holds something else. */
static int read_sums(const char *dir, struct grid *ret_sums)
{
    char *path = make_path(dir, FILES_SUMS), *text = NULL;
    size_t size = 0;
    if (path == NULL)
        return -ENOMEM;
    int r = read_bytes(path, &text, &size);
    if (r > 0) {
        r = parse(text, size, sum_columns, SUM_COLUMNS, ret_sums);
        r = r < 0 ? r : 1;
    }
    free(text);
    free(path);
    return r;
}

/* Is the checksum among those of the file? While it is replaced it has two. Returns 1, 0 or a
 * negative errno. */
static int is_as_written(const char *dir, const char *name, const char *text, size_t size)
{
    struct grid sums;
    char hash[FILES_HASH_MAX];
    bool found = false;
    int r = read_sums(dir, &sums);
    if (r <= 0)
        return r == -EINVAL ? 0 : r;
    files_hash(text, size, hash);
    for (size_t i = 0; i < sums.row_count && !found; i++)
        found = strcmp(grid_get(&sums, i, "file"), name) == 0 &&
                strcmp(grid_get(&sums, i, "xxh3_128"), hash) == 0;
    grid_release(&sums);
    return found;
}

static int refuse(const char *path, const char *why, struct error *err)
{
    return error_set(
        err, -EINVAL,
        "%.160s %s: wanted what 'solve report' wrote there; move it away to begin anew", path, why);
}

int files_read_grid(const char *dir, const char *name, const struct grid_column *columns,
                    size_t column_count, struct grid *ret_grid, struct error *err)
{
    char *path = make_path(dir, name), *text = NULL;
    size_t size = 0;
    if (path == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = read_bytes(path, &text, &size), good = 1;
    if (r > 0)
        good = is_as_written(dir, name, text, size);
    if (r > 0 && good < 0)
        r = good;
    if (r > 0 && good > 0) {
        r = parse(text, size, columns, column_count, ret_grid);
        r = r < 0 ? r : 1;
    }
    if (r > 0 && good == 0)
        r = refuse(path, "was changed since it was written (" FILES_SUMS ")", err);
    else if (r == -EINVAL)
        refuse(path, "has other columns, or is damaged", err);
    else if (r < 0)
        error_set(err, r, "cannot read %.200s: %s", path, strerror(-r));
    free(text);
    free(path);
    return r;
}

/* --- writing --- */

/* Can what was written be read again as the grid? A stream in memory does not always tell that the
 * memory ran out. */
static bool is_read_again(const struct files_new *file, const struct grid *grid)
{
    struct grid again;
    if (parse(file->bytes, file->size, grid->columns, grid->column_count, &again) < 0)
        return false;
    bool same = again.row_count == grid->row_count;
    for (size_t row = 0; row < grid->row_count && same; row++)
        for (size_t c = 0; c < grid->column_count && same; c++)
            same = strcmp(grid_get(grid, row, grid->columns[c].key),
                          grid_get(&again, row, grid->columns[c].key)) == 0;
    grid_release(&again);
    return same;
}

int files_make_csv(struct files_new *ret_file, const char *name, const struct grid *grid)
{
    struct files_new file = {.name = name};
    FILE *out = open_memstream(&file.bytes, &file.size);
    if (out == NULL)
        return -ENOMEM;
    grid_write_csv(out, grid);
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed || !is_read_again(&file, grid)) {
        free(file.bytes);
        return -ENOMEM;
    }
    *ret_file = file;
    return 0;
}

static int add_sum(struct grid *sums, const char *name, const char *bytes, const char *hash)
{
    const char *const cells[SUM_COLUMNS] = {name, bytes, hash};
    if (grid_grow(sums) < 0)
        return -ENOMEM;
    for (size_t c = 0; c < SUM_COLUMNS; c++) {
        char *copy = strdup(cells[c]);
        if (copy == NULL)
            return -ENOMEM;
        grid_set(sums, sums->row_count - 1, sum_columns[c].key, copy);
    }
    return 0;
}

static int add_sums_of(struct grid *sums, const struct files_new *files, size_t count)
{
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++) {
        char hash[FILES_HASH_MAX], bytes[32];
        files_hash(files[i].bytes, files[i].size, hash);
        snprintf(bytes, sizeof(bytes), "%zu", files[i].size);
        r = add_sum(sums, files[i].name, bytes, hash);
    }
    return r;
}

/* The sums that are there, of the files that this run does not write; or all of them. */
static int add_older_sums(struct grid *sums, const char *dir, const struct files_new *files,
                          size_t count, bool all)
{
    struct grid older;
    int r = read_sums(dir, &older);
    if (r <= 0)
        return r == -EINVAL ? 0 : r;
    r = 0;
    for (size_t i = 0; i < older.row_count && r == 0; i++) {
        const char *name = grid_get(&older, i, "file");
        bool replaced = false;
        for (size_t f = 0; f < count; f++)
            replaced = replaced || strcmp(files[f].name, name) == 0;
        if (all || !replaced)
            r = add_sum(sums, name, grid_get(&older, i, "bytes"), grid_get(&older, i, "xxh3_128"));
    }
    grid_release(&older);
    return r;
}

static int write_bytes(const char *dir, const struct files_new *file, struct error *err)
{
    char *path = make_path(dir, file->name);
    if (path == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = whole_file_write(path, file->bytes, file->size, err);
    free(path);
    return r;
}

/* Writes the sums of the files; with older those of the files that are there, too. */
static int write_sums(const char *dir, const struct files_new *files, size_t count, bool older,
                      struct error *err)
{
    struct grid sums;
    struct files_new file;
    int r = grid_init(&sums, sum_columns, SUM_COLUMNS, 0);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = add_sums_of(&sums, files, count);
    if (r == 0)
        r = add_older_sums(&sums, dir, files, count, older);
    if (r == 0)
        r = files_make_csv(&file, FILES_SUMS, &sums);
    grid_release(&sums);
    if (r < 0)
        return error_set(err, r, "cannot write %.200s/" FILES_SUMS ": %s", dir, strerror(-r));
    r = write_bytes(dir, &file, err);
    free(file.bytes);
    return r;
}

int files_write(const char *dir, const struct files_new *files, size_t count, struct error *err)
{
    int r = write_sums(dir, files, count, true, err);
    for (size_t i = 0; i < count && r == 0; i++)
        r = write_bytes(dir, &files[i], err);
    return r == 0 ? write_sums(dir, files, count, false, err) : r;
}
