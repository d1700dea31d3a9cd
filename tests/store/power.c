/*
 * Loss of power, for LD_PRELOAD: counts what is written to and synced on data.mdb. At the event
 * number POWER_AT, each page that was written since the last sync gets its old content back with
 * probability one half (POWER_SEED), and the process is killed. What was synced stays.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES_MAX 65536

struct undone {
    off_t at;
    size_t size; /* that was there before */
    uint8_t old[PAGE];
};

ssize_t pwrite(int fd, const void *data, size_t size, off_t at);
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at);
ssize_t writev(int fd, const struct iovec *parts, int count);
int fdatasync(int fd);

static struct undone *unsynced;
static size_t unsynced_count;
static long events;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t really_write(int fd, const void *data, size_t size, off_t at)
{
    ssize_t (*real)(int, const void *, size_t, off_t);
    *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
    return real(fd, data, size, at);
}

static int is_data(int fd)
{
    char link[64], path[4096];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof(path) - 1);
    return length > 8 && memcmp(path + length - 8, "data.mdb", 8) == 0;
}

static void lose_power(int fd)
{
    uint64_t seed = strtoull(getenv("POWER_SEED"), NULL, 10);
    for (size_t i = unsynced_count; i-- > 0;) {
        uint64_t hash = ((uint64_t)unsynced[i].at / PAGE + seed) * 0x9e3779b97f4a7c15ull;
        if (hash >> 63)
            really_write(fd, unsynced[i].old, unsynced[i].size, unsynced[i].at);
    }
    kill(getpid(), SIGKILL);
    pause();
}

static void count_event(int fd)
{
    const char *at = getenv("POWER_AT");
    if (at != NULL && ++events == atol(at))
        lose_power(fd);
}

/* Remembers what the pages hold now. */
static void remember(int fd, size_t size, off_t at)
{
    if (unsynced == NULL)
        unsynced = calloc(PAGES_MAX, sizeof(*unsynced));
    for (size_t done = 0; done < size && unsynced_count < PAGES_MAX; done += PAGE) {
        struct undone *page = &unsynced[unsynced_count++];
        size_t left = size - done < PAGE ? size - done : PAGE;
        ssize_t n = pread(fd, page->old, left, at + (off_t)done);
        memset(page->old + (n > 0 ? n : 0), 0, left - (size_t)(n > 0 ? n : 0));
        page->at = at + (off_t)done;
        page->size = left;
    }
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    if (!is_data(fd))
        return really_write(fd, data, size, at);
    pthread_mutex_lock(&lock);
    remember(fd, size, at);
    ssize_t n = really_write(fd, data, size, at);
    count_event(fd);
    pthread_mutex_unlock(&lock);
    return n;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        ssize_t n = pwrite(fd, parts[i].iov_base, parts[i].iov_len, at + sum);
        if (n < 0)
            return n;
        sum += n;
    }
    return sum;
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    off_t at = is_data(fd) ? lseek(fd, 0, SEEK_CUR) : -1;
    if (at < 0) {
        ssize_t (*real)(int, const struct iovec *, int);
        *(void **)&real = dlsym(RTLD_NEXT, "writev");
        return real(fd, parts, count);
    }
    ssize_t sum = pwritev(fd, parts, count, at);
    lseek(fd, at + (sum > 0 ? sum : 0), SEEK_SET);
    return sum;
}

int fdatasync(int fd)
{
    int (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
    if (!is_data(fd))
        return real(fd);
    pthread_mutex_lock(&lock);
    count_event(fd);
    int r = real(fd);
    if (r == 0)
        unsynced_count = 0;
    pthread_mutex_unlock(&lock);
    return r;
}
