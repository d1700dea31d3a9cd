/* Who is near, and the files that are lent. */
#include "ranks/near.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "ranks/ranks.h"

/* Another text for each start of a machine. */
#define BOOT_FILE "/proc/sys/kernel/random/boot_id"
#define GROUP_VARIABLE "SOLVE_RANKS_NEAR"
/* What files without a name are called in /proc. */
#define NAMELESS "/memfd:"

/* What is told of a file: numbers that no other one of the machine has. */
enum { LENT_PROCESS, LENT_DESCRIPTOR, LENT_DEVICE, LENT_INODE, LENT_SIZE, LENT_NUMBERS };

static struct {
    bool *are; /* by rank, not this one; NULL: there is none */
    int count; /* of others */
} near_ranks;

/* Which machine this is; 0: it does not tell. */
static uint64_t machine(void)
{
    char text[64] = "";
    uint64_t hash = 0;
    int file = open(BOOT_FILE, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t size = read(file, text, sizeof(text));
    close(file);
    for (ssize_t i = 0; i < size; i++)
        hash = hash_mix(hash + (uint8_t)text[i] + 1);
    return hash;
}

/* Ranks of a group, that many as there are by default. */
static int group_size(int size)
{
    const char *told = getenv(GROUP_VARIABLE);
    long group = told != NULL ? strtol(told, NULL, 10) : 0;
    return group > 0 && group < size ? (int)group : size;
}

static void compare(const uint64_t *machines, int size, int rank)
{
    int group = group_size(size);
    for (int other = 0; other < size; other++) {
        near_ranks.are[other] = other != rank && machines[rank] != 0 &&
                                machines[other] == machines[rank] && other / group == rank / group;
        near_ranks.count += near_ranks.are[other];
    }
}

int near_begin(void)
{
    int size = ranks_size(), rank = ranks_rank();
    uint64_t *machines = calloc((size_t)size, sizeof(*machines));
    free(near_ranks.are);
    near_ranks.are = calloc((size_t)size, sizeof(*near_ranks.are));
    near_ranks.count = 0;
    int r = ranks_agree(machines != NULL && near_ranks.are != NULL ? 0 : -ENOMEM, NULL);
    if (r == 0) {
        machines[rank] = machine();
        r = ranks_reduce(machines, (size_t)size, RANKS_SUM);
    }
    if (r == 0)
        compare(machines, size, rank);
    free(machines);
    return r;
}

void near_end(void)
{
    free(near_ranks.are);
    near_ranks.are = NULL;
    near_ranks.count = 0;
}

int near_count(void)
{
    return near_ranks.count + 1;
}

/* What others need to open a file. */
static void tell(int file, uint64_t *ret_told)
{
    struct stat about;
    if (file < 0 || fstat(file, &about) < 0)
        return;
    ret_told[LENT_PROCESS] = (uint64_t)getpid();
    ret_told[LENT_DESCRIPTOR] = (uint64_t)file;
    ret_told[LENT_DEVICE] = (uint64_t)about.st_dev;
    ret_told[LENT_INODE] = (uint64_t)about.st_ino;
    ret_told[LENT_SIZE] = (uint64_t)about.st_size;
}

/* Opens a file of another process. Where processes have numbers of their own, in a container, it
 * may be another file: nothing but a nameless one is touched, and it must be the one. */
static int open_told(const uint64_t *told)
{
    char path[64], target[sizeof(NAMELESS)] = "";
    struct stat about;
    if (told[LENT_PROCESS] == 0)
        return -1;
    snprintf(path, sizeof(path), "/proc/%ju/fd/%ju", (uintmax_t)told[LENT_PROCESS],
             (uintmax_t)told[LENT_DESCRIPTOR]);
    if (readlink(path, target, sizeof(target) - 1) < 0 || strcmp(target, NAMELESS) != 0)
        return -1;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (fstat(file, &about) == 0 && (uint64_t)about.st_dev == told[LENT_DEVICE] &&
        (uint64_t)about.st_ino == told[LENT_INODE] && (uint64_t)about.st_size == told[LENT_SIZE])
        return file;
    close(file);
    return -1;
}

int near_open(const int *files, int count, int *ret_files)
{
    size_t size = (size_t)ranks_size(), own = (size_t)ranks_rank() * (size_t)count;
    size_t all = size * (size_t)count;
    uint64_t *told = calloc(all, LENT_NUMBERS * sizeof(*told));
    int r = ranks_agree(told != NULL ? 0 : -ENOMEM, NULL);
    for (int i = 0; i < count && r == 0; i++)
        tell(files[i], told + (own + (size_t)i) * LENT_NUMBERS);
    if (r == 0)
        r = ranks_reduce(told, all * LENT_NUMBERS, RANKS_SUM);
    for (size_t i = 0; i < all; i++)
        ret_files[i] = r == 0 && near_ranks.count > 0 && near_ranks.are[i / (size_t)count]
                           ? open_told(told + i * LENT_NUMBERS)
                           : -1;
    free(told);
    if (r == 0)
        r = ranks_barrier();
    for (size_t i = 0; i < all && r < 0; i++)
        if (ret_files[i] >= 0)
            close(ret_files[i]);
    return r;
}
