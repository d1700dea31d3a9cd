/* Large arrays, in memory or in files. */
#include "dense/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/large_pages.h"

/* What lent memory is called in /proc, and the least descriptor of one. */
#define LENT_NAME "solve"
#define LENT_LEAST 3

/* A file without a name. Returns its descriptor or a negative errno. */
static int make_file(const char *folder)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file >= 0 ? file : -errno;
    /* The file system has none: one with a name, which it loses at once. */
    char *name = NULL;
    if (asprintf(&name, "%s/array.XXXXXX", folder) < 0)
        return -ENOMEM;
    file = mkostemp(name, O_CLOEXEC);
    int r = file >= 0 ? file : -errno;
    if (file >= 0 && unlink(name) < 0) {
        r = -errno;
        close(file);
    }
    free(name);
    return r;
}

/* Is there plainly no room for so many bytes? Some file systems do not say what is free. */
static bool is_too_large(int file, size_t bytes)
{
    struct statvfs room;
    return fstatvfs(file, &room) == 0 && room.f_blocks > 0 &&
           (double)bytes > (double)room.f_bavail * (double)room.f_frsize;
}

/* Finds all blocks of the file, which is all zero then. What cannot be found is not begun: that
 * would fill the disk, for others too, until it fails. */
static int find_blocks(int file, size_t bytes)
{
    if (is_too_large(file, bytes))
        return -ENOSPC;
    int r;
    do
        r = posix_fallocate(file, 0, (off_t)bytes);
    while (r == EINTR);
    return -r;
}

static int map_file(const char *folder, size_t bytes, void **ret_data)
{
    int file = make_file(folder);
    if (file < 0)
        return file;
    int r = find_blocks(file, bytes);
    if (r == 0) {
        void *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (data == MAP_FAILED)
            r = -errno;
        else
            *ret_data = data;
    }
    close(file);
    return r;
}

/* Memory that has a descriptor. Returns 0 or a negative errno, where the system has none. */
static int map_lent(size_t bytes, struct dense_array *array)
{
    int named = memfd_create(LENT_NAME, MFD_CLOEXEC);
    /* 0 stands for none. */
    int file = named >= 0 ? fcntl(named, F_DUPFD_CLOEXEC, LENT_LEAST) : -1;
    int r = file < 0 || ftruncate(file, (off_t)bytes) < 0 ? -errno : 0;
    if (named >= 0)
        close(named);
    if (r == 0) {
        array->data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        r = array->data == MAP_FAILED ? -errno : 0;
    }
    if (r == 0)
        array->file = file;
    else if (file >= 0)
        close(file);
    return r;
}

static int map_memory(const struct dense_memory *memory, struct dense_array *array)
{
    if (!memory->lent || map_lent(array->bytes, array) < 0)
        array->data =
            mmap(NULL, array->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (array->data == MAP_FAILED)
        return -ENOMEM;
    large_pages_advise(array->data, array->bytes);
    return 0;
}

int dense_memory_take(struct dense_memory *memory, size_t bytes, struct dense_array *ret_array)
{
    bool fits = memory->held <= memory->max_bytes && bytes <= memory->max_bytes - memory->held;
    struct dense_array array = {.bytes = bytes > 0 ? bytes : 1, .mapped = !fits};
    int r = 0;
    if (fits) {
        r = map_memory(memory, &array);
        if (r == 0)
            memory->held += array.bytes;
    } else {
        r = memory->folder != NULL ? map_file(memory->folder, array.bytes, &array.data) : -ENOMEM;
        if (r == 0)
            memory->mapped += array.bytes;
        else if (r == -ENOSPC)
            memory->refused = array.bytes;
    }
    if (r == 0)
        *ret_array = array;
    return r;
}

void dense_memory_give(struct dense_memory *memory, struct dense_array *array)
{
    if (array->data == NULL)
        return;
    (void)munmap(array->data, array->bytes);
    if (array->file != 0)
        close(array->file);
    if (array->mapped)
        memory->mapped -= array->bytes;
    else
        memory->held -= array->bytes;
    *array = (struct dense_array){0};
}
