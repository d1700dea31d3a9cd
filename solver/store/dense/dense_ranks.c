/*
 * Making a dense table by many ranks (ranks/ranks.h). Rank 0 alone uses the store; the others know
 * the folder for tables only, and save there what they have decided, in a file each:
 * NAME.2-of-4.part is that of rank 2 of four.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "dense/spread/files.h"
#include "dense/spread/reader.h"
#include "ranks/ranks.h"
#include "store/dense/dense_making.h"
#include "store/dense/dense_name.h"
#include "store/file/format.h"

/* What a run that cannot go on ends the others with. */
#define EXIT_CODE_FAILED 1

static int make_paths(struct dense_making *making, const char *dir)
{
    char ending[64] = DENSE_NAME_PART;
    if (making->share.ranks > 1)
        snprintf(ending, sizeof(ending), ".%u-of-%u" DENSE_NAME_PART, making->share.rank,
                 making->share.ranks);
    int r = folder_path(dir, STORE_DENSE, making->folder);
    if (r == 0)
        r = dense_name_path(dir, making->name, DENSE_NAME_WHOLE, making->whole);
    if (r == 0)
        r = dense_name_path(dir, making->name, ending, making->part);
    return r;
}

int dense_ranks_join(struct dense_making *making, const char *dir, int r, struct error *err)
{
    char told[PATH_BYTES] = "";
    r = ranks_agree(r, err);
    if (r != 0)
        return r;
    if (dir != NULL)
        snprintf(told, sizeof(told), "%s", dir);
    r = ranks_broadcast(told, sizeof(told));
    if (r == 0)
        r = make_paths(making, told);
    if (r < 0)
        error_set(err, r, "cannot write: %s", strerror(-r));
    else if (making->share.ranks > 1 && access(making->folder, W_OK) < 0)
        r = error_set(err, -errno,
                      "rank %u cannot write %.120s: wanted a folder that all ranks see",
                      making->share.rank, making->folder);
    return ranks_agree(r, err);
}

/* --- what earlier runs left --- */

struct part_found {
    char name[256];
    struct timespec changed;
};

struct parts_found {
    struct part_found *all;
    size_t count, room;
};

/* Is it NAME.part or NAME.2-of-4.part, where stem is NAME? */
static bool is_part(const char *file, const char *stem)
{
    size_t length = strlen(stem);
    unsigned rank, ranks;
    int used = 0;
    if (strncmp(file, stem, length) != 0)
        return false;
    if (strcmp(file + length, DENSE_NAME_PART) == 0)
        return true;
    return sscanf(file + length, ".%u-of-%u%n", &rank, &ranks, &used) == 2 &&
           strcmp(file + length + used, DENSE_NAME_PART) == 0;
}

/* Is it a file that was not given its name NAME.table, NAME.part or NAME.2-of-4.part, as the run
 * was killed meanwhile (base/whole_file.h)? It has that name and .PID-0. */
static bool is_draft(const char *file, const char *stem)
{
    const char *dot = strrchr(file, '.');
    char name[256];
    long process;
    unsigned number;
    int used = 0;
    if (dot == NULL || sscanf(dot, ".%ld-%u%n", &process, &number, &used) != 2 || dot[used] != '\0')
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)(dot - file), file);
    size_t length = strlen(stem);
    return is_part(name, stem) ||
           (strncmp(name, stem, length) == 0 && strcmp(name + length, DENSE_NAME_WHOLE) == 0);
}

static int older_first(const void *a, const void *b)
{
    const struct timespec *one = &((const struct part_found *)a)->changed;
    const struct timespec *other = &((const struct part_found *)b)->changed;
    if (one->tv_sec != other->tv_sec)
        return one->tv_sec < other->tv_sec ? -1 : 1;
    return (one->tv_nsec > other->tv_nsec) - (one->tv_nsec < other->tv_nsec);
}

static int note_part(const struct dense_making *making, const char *file, struct parts_found *found)
{
    char path[PATH_BYTES + 256];
    struct stat about;
    snprintf(path, sizeof(path), "%s/%s", making->folder, file);
    if (stat(path, &about) < 0)
        return 0;
    int r = array_reserve(&found->all, found->count + 1, &found->room, sizeof(*found->all));
    if (r < 0)
        return r;
    struct part_found *to = &found->all[found->count++];
    snprintf(to->name, sizeof(to->name), "%s", file);
    to->changed = about.st_mtim;
    return 0;
}

/* The parts of the table that lie there, the older ones first; and the drafts if wanted. */
static int find_parts(const struct dense_making *making, bool drafts, struct parts_found *ret_found)
{
    const char *slash = strrchr(making->whole, '/');
    char stem[PATH_BYTES];
    int r = 0;
    snprintf(stem, sizeof(stem), "%s", slash + 1);
    stem[strlen(stem) - strlen(DENSE_NAME_WHOLE)] = '\0';
    *ret_found = (struct parts_found){0};
    DIR *folder = opendir(making->folder);
    if (folder == NULL)
        return errno == ENOENT ? 0 : -errno;
    for (struct dirent *entry = readdir(folder); entry != NULL && r == 0; entry = readdir(folder))
        if (is_part(entry->d_name, stem) || (drafts && is_draft(entry->d_name, stem)))
            r = note_part(making, entry->d_name, ret_found);
    closedir(folder);
    if (r == 0 && ret_found->count > 1)
        qsort(ret_found->all, ret_found->count, sizeof(*ret_found->all), older_first);
    return r;
}

/* What two files tell of a board is true, both; the younger one tells more. */
int dense_ranks_load(struct dense_making *making)
{
    struct parts_found found;
    char path[PATH_BYTES + 256];
    int r = find_parts(making, false, &found), any = 0;
    for (size_t i = 0; i < found.count && r >= 0; i++) {
        snprintf(path, sizeof(path), "%s/%s", making->folder, found.all[i].name);
        r = dense_making_load(making, path);
        any |= r == 1;
    }
    free(found.all);
    return r < 0 ? r : any;
}

void dense_ranks_remove(const struct dense_making *making)
{
    struct parts_found found;
    char path[PATH_BYTES + 256];
    find_parts(making, true, &found);
    for (size_t i = 0; i < found.count; i++) {
        snprintf(path, sizeof(path), "%s/%s", making->folder, found.all[i].name);
        unlink(path);
    }
    free(found.all);
}

/* --- the work --- */

static void answer(const void *table, const struct dense_lookup *lookups, size_t count,
                   uint8_t *ret_answers)
{
    dense_margins_answer(table, lookups, count, ret_answers);
}

int dense_ranks_see(struct dense_making *making)
{
    const struct seen_lent lent = {
        .index = &making->index,
        .kos = dense_making_has_kos(making) ? &making->kos : NULL,
        .lines = &making->lines,
        .codes = &making->margins.codes,
        .ko_codes = &making->margins.ko_codes,
        .width = DENSE_MARGINS_BOARD_BYTES,
        .ko_width = DENSE_MARGINS_KO_BYTES,
    };
    return making->share.ranks == 1 ? 0 : spread_seen_new(&making->seen, &lent);
}

int dense_ranks_run(struct dense_making *making, const struct dense_sweeps *how)
{
    const struct spread_source source = {
        .index = &making->index,
        .table = &making->margins,
        .width = dense_margins_width(),
        .answer = answer,
        .threads = making->options->threads,
    };
    struct spread_reader *reader;
    struct dense_sweeps shared = *how;
    if (making->share.ranks == 1)
        return dense_margins_run(&making->margins, how);
    int r = spread_reader_new(&reader, &source);
    if (r == 0) {
        struct dense_reader calls = spread_reader_calls(reader);
        shared.reader = &calls;
        shared.mates = spread_seen_mates(making->seen);
        r = dense_margins_run(&making->margins, &shared);
        spread_reader_free(reader);
    }
    /* The others wait for this one's next batch, in vain. */
    if (r < 0 && r != -EINTR)
        ranks_abort(EXIT_CODE_FAILED, strerror(-r));
    return r;
}

/* Sums the counts of all ranks. */
static int sum_results(struct dense_making *making)
{
    struct dense_make_result *result = making->result;
    uint64_t sums[] = {result->known, result->held, result->mapped, result->plays, result->lost};
    int r = ranks_reduce(sums, sizeof(sums) / sizeof(sums[0]), RANKS_SUM);
    result->known = sums[0];
    result->held = sums[1];
    result->mapped = sums[2];
    result->plays = sums[3];
    result->lost = sums[4];
    return r;
}

int dense_ranks_write(struct dense_making *making, struct error *err)
{
    struct dense_file_head head;
    struct dense_file_data data;
    struct dense_work work = dense_making_work(making);
    dense_making_describe(making, true, &head, &data);
    int r = sum_results(making);
    if (r < 0)
        return r;
    making->result->boards = head.boards;
    making->result->kos = head.kos;
    if (making->share.ranks == 1)
        return dense_file_save(making->whole, &head, &data, DENSE_FILE_LEVEL, &work);
    return spread_files_save(making->whole, &head, &data, DENSE_FILE_LEVEL, &work,
                             &making->result->boards, &making->result->kos, err);
}
