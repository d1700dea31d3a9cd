/* What dense tables there are. */
#include "store/dense/dense_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "store/dense/dense_claim.h"
#include "store/dense/dense_name.h"
#include "store/file/format.h"

/* Kinds of files by their names. */
enum dense_kind { KIND_TABLE, KIND_LOCK, KIND_DRAFT, KIND_FOREIGN };

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), own = strlen(ending);
    return length > own && strcmp(name + length - own, ending) == 0;
}

/* Is it a file that was being written when its run was killed: "NAME.table.PID-NUMBER"? */
static bool is_draft(const char *name)
{
    static const char *const endings[] = {DENSE_NAME_WHOLE ".", DENSE_NAME_PART "."};
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        const char *at = strstr(name, endings[i]);
        long pid;
        int number, used = 0;
        if (at != NULL && at != name &&
            sscanf(at + strlen(endings[i]), "%ld-%d%n", &pid, &number, &used) == 2 &&
            at[strlen(endings[i]) + (size_t)used] == '\0')
            return true;
    }
    return false;
}

static enum dense_kind kind_of(const char *name)
{
    if (ends_with(name, DENSE_NAME_WHOLE) || ends_with(name, DENSE_NAME_PART))
        return KIND_TABLE;
    if (ends_with(name, DENSE_NAME_LOCK))
        return KIND_LOCK;
    return is_draft(name) ? KIND_DRAFT : KIND_FOREIGN;
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int path_of(const char *dir, const char *file, char *buffer)
{
    int length = snprintf(buffer, PATH_BYTES, "%s/%s/%s", dir, STORE_DENSE, file);
    return length < PATH_BYTES ? 0 : -ENAMETOOLONG;
}

/* Reads each block. Returns 0 or what ends the work. */
static int look_through(const struct dense_file *file, const struct store_patience *patience,
                        struct dense_listed *listed)
{
    struct bytes raw = {0};
    int r = 0;
    for (uint64_t i = 0; i < file->blocks.count && r == 0; i++) {
        struct dense_file_block block;
        if (patience_over(patience))
            r = -EINTR;
        else
            r = dense_blocks_read(&file->blocks, i, &raw);
        if (r == 0)
            r = dense_file_view(file, i, &raw, &block);
        if (r == -EBADMSG || r == -EIO) {
            listed->damaged++;
            r = 0;
        }
    }
    bytes_release(&raw);
    return r;
}

static int list_table(const char *path, bool look, const struct store_patience *patience,
                      struct dense_listed *listed)
{
    struct dense_file file;
    listed->error = dense_file_open(&file, path);
    if (listed->error == -ENOMEM)
        return -ENOMEM;
    if (listed->error < 0)
        return 0;
    snprintf(listed->name, sizeof(listed->name), "%s", file.head.name);
    listed->whole = file.head.whole;
    listed->boards = file.head.boards;
    listed->kos = file.head.kos;
    listed->bytes = file.blocks.size;
    listed->blocks = file.blocks.count;
    int r = look ? look_through(&file, patience, listed) : 0;
    dense_file_close(&file);
    return r;
}

static int list_entry(const char *dir, const char *name, bool look,
                      const struct store_patience *patience, struct dense_list *list)
{
    char path[PATH_BYTES];
    int r = path_of(dir, name, path);
    if (r < 0)
        return r;
    switch (kind_of(name)) {
    case KIND_TABLE:
        r = array_reserve_zero(&list->all, list->count + 1, &list->room, sizeof(*list->all));
        if (r < 0)
            return r;
        snprintf(list->all[list->count].file, sizeof(list->all[0].file), "%s", name);
        return list_table(path, look, patience, &list->all[list->count++]);
    case KIND_LOCK:
        list->leftovers += !dense_claim_is_taken(path);
        return 0;
    case KIND_DRAFT:
        list->leftovers++;
        return 0;
    case KIND_FOREIGN:
        if (list->foreign++ == 0)
            snprintf(list->first, sizeof(list->first), "%.60s", name);
    }
    return 0;
}

int dense_list_read(const char *dir, bool look, const struct store_patience *patience,
                    struct dense_list *ret_list)
{
    char path[PATH_BYTES];
    struct dirent **entries = NULL;
    struct dense_list list = {0};
    int r = folder_path(dir, STORE_DENSE, path);
    int count = r == 0 ? scandir(path, &entries, is_entry, alphasort) : 0;
    if (count < 0)
        r = errno == ENOENT ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        if (r == 0)
            r = list_entry(dir, entries[i]->d_name, look, patience, &list);
        free(entries[i]);
    }
    free(entries);
    if (r == 0)
        *ret_list = list;
    else
        dense_list_release(&list);
    return r;
}

void dense_list_release(struct dense_list *list)
{
    free(list->all);
    *list = (struct dense_list){0};
}

size_t dense_list_clean(const char *dir)
{
    char path[PATH_BYTES];
    struct dirent **entries = NULL;
    size_t removed = 0;
    int count =
        folder_path(dir, STORE_DENSE, path) == 0 ? scandir(path, &entries, is_entry, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        enum dense_kind kind = kind_of(entries[i]->d_name);
        if (path_of(dir, entries[i]->d_name, path) == 0 &&
            (kind == KIND_DRAFT || (kind == KIND_LOCK && !dense_claim_is_taken(path))))
            removed += unlink(path) == 0;
        free(entries[i]);
    }
    free(entries);
    return removed;
}
