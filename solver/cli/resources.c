/* What of the machine a run uses. */
#include "cli/resources.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/available.h"
#include "cli/parse_number.h"

/* Without --memory: one part of so many of what is available. */
#define MEMORY_SHARE 2
/* Taken to be available where nothing says what is. */
#define MEMORY_UNKNOWN ((size_t)128 << 20)

#define MEMORY_MIN (64u << 10)
#define MEMORY_MAX ((uint64_t)1 << 50)
#define SECONDS_MAX 1e9

/* Arrays from this size on are mapped on their own: they grow without a copy, and leave no holes.
 * glibc would raise the size with each that is freed. */
#define MAPPED_LEAST (128 << 10)

void resources_set_up(void)
{
    /* A limit of the file's size is an error like a full disk: what was begun can be removed. */
    signal(SIGXFSZ, SIG_IGN);
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, MAPPED_LEAST);
    mallopt(M_TRIM_THRESHOLD, MAPPED_LEAST);
#endif
}

size_t resources_available(void)
{
    uint64_t bytes = available_memory("/proc", "/sys/fs/cgroup");
    if (bytes == UINT64_MAX)
        return MEMORY_UNKNOWN;
    if (bytes > MEMORY_MAX)
        bytes = MEMORY_MAX;
    return (size_t)(bytes > MEMORY_MIN ? bytes : MEMORY_MIN);
}

size_t resources_memory(void)
{
    size_t share = resources_available() / MEMORY_SHARE;
    return share > MEMORY_MIN ? share : MEMORY_MIN;
}

int resources_threads(void)
{
#ifdef _OPENMP
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (int)(cores < THREADS_MAX ? cores : THREADS_MAX) : 1;
#else
    return 1;
#endif
}

int resources_read_threads(const char *value, int *ret_threads, struct error *err)
{
    uint64_t threads = 0;
    if (value != NULL && number_unsigned(value, 1, THREADS_MAX, &threads) < 0)
        return options_refuse("threads", value, "wanted a whole number from 1 to 1024", err);
    *ret_threads = (int)threads;
    return 0;
}

int resources_read_memory(const char *value, uint64_t *ret_bytes, struct error *err)
{
    uint64_t bytes = 0;
    if (value != NULL && number_size(value, MEMORY_MIN, MEMORY_MAX, &bytes) < 0)
        return options_refuse(
            "memory", value,
            "wanted bytes, or a number with K, M or G (512M), from 64K to 1048576G", err);
    *ret_bytes = bytes;
    return 0;
}

int resources_read_max_nodes(const char *value, uint64_t *ret_nodes, struct error *err)
{
    uint64_t nodes = 0;
    if (value != NULL && number_unsigned(value, 1, UINT64_MAX, &nodes) < 0)
        return options_refuse("max-nodes", value,
                              "wanted a whole number from 1 to 18446744073709551615", err);
    *ret_nodes = nodes;
    return 0;
}

int resources_read_seconds(const char *name, const char *value, double *ret_seconds,
                           struct error *err)
{
    double seconds = 0;
    if (value != NULL && number_seconds(value, SECONDS_MAX, &seconds) < 0)
        return options_refuse(
            name, value, "wanted seconds such as 60 or 0.5, above 0 and at most 1000000000", err);
    *ret_seconds = seconds;
    return 0;
}
