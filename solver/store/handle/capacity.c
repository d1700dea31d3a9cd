/*
 * The memory that a store takes beside the search: the queue, the pages that a transaction changes,
 * and the pages of the file that are mapped. The last belong to the page cache, but the kernel
 * counts them as the process's until it lets go of them.
 */
#include "store/handle/capacity.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The store gets this part of a limit, and no more than CAPACITY_FEW; of a large limit LARGE_PART,
 * and no more than CAPACITY_MOST: the more a transaction changes, the fewer pages are written
 * twice. */
#define PART 4
#define CAPACITY_FEW ((size_t)64 << 20)
#define LARGE_PART 32
#define CAPACITY_MOST ((size_t)512 << 20)
/* Besides, so much of a greater limit for the pages that are mapped: a search reads them all over
 * the file, and what is let go is soon read again. */
#define MAPPED_PART 32
#define MAPPED_MOST ((size_t)1 << 30)
/* The least of each: with less the store is slow. */
#define QUEUE_LEAST ((size_t)256 << 10)
#define CHANGED_LEAST ((size_t)512 << 10)
#define MAPPED_LEAST ((size_t)1 << 20)
/* The program and its libraries are mapped files, too. */
#define MAPPED_OWN ((size_t)4 << 20)

static size_t at_least(size_t least, size_t size)
{
    return size > least ? size : least;
}

static size_t at_most(size_t most, size_t size)
{
    return size < most ? size : most;
}

size_t capacity_set(struct store *store, size_t max_bytes)
{
    size_t capacity =
        max_bytes != 0 && max_bytes / PART < CAPACITY_FEW ? max_bytes / PART : CAPACITY_FEW;
    capacity = at_least(capacity, at_most(CAPACITY_MOST, max_bytes / LARGE_PART));
    size_t more = max_bytes / MAPPED_PART < MAPPED_MOST ? max_bytes / MAPPED_PART : MAPPED_MOST;
    pthread_mutex_lock(&store->lock);
    store->queue_most = at_least(QUEUE_LEAST, capacity / 4);
    store->changed_most = at_least(CHANGED_LEAST, capacity / 2);
    store->mapped_most = at_least(MAPPED_LEAST, capacity / 4 + more);
    pthread_mutex_unlock(&store->lock);
    return capacity + more;
}

/* Returns how many bytes of mapped files are in memory. */
static size_t mapped_bytes(void)
{
    size_t pages = 0;
    long size = sysconf(_SC_PAGESIZE);
    FILE *in = fopen("/proc/self/statm", "re"); /* size resident shared ... */
    if (in == NULL)
        return 0;
    if (fscanf(in, "%*u %*u %zu", &pages) != 1 || size < 0)
        pages = 0;
    fclose(in);
    return pages * (size_t)size;
}

/* Lets go of all pages of the file with this number, wherever it is mapped to be read. */
static void let_go(ino_t number)
{
    char line[512], rights[5];
    uintptr_t from, to;
    uint64_t inode;
    FILE *in = fopen("/proc/self/maps", "re");
    while (in != NULL && fgets(line, sizeof(line), in) != NULL)
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %*s %" SCNu64, &from, &to, rights,
                   &inode) == 4 &&
            inode == number && strcmp(rights, "r--s") == 0)
            madvise((void *)from, to - from, MADV_DONTNEED);
    if (in != NULL)
        fclose(in);
}

void capacity_trim(struct store *store)
{
    struct stat status;
    int file;
    if (mapped_bytes() > store->mapped_most + MAPPED_OWN &&
        mdb_env_get_fd(store->env, &file) == 0 && fstat(file, &status) == 0)
        let_go(status.st_ino);
}
