/* What of the machine a run uses. */
#include "cli/resources.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/available.h"
#include "ranks/ranks.h"

/* Without --memory a run gets one part in so many of what is available. */
#define MEMORY_SHARE 2
/* So much is assumed to be available where the system does not say. */
#define MEMORY_UNKNOWN ((size_t)128 << 20)

/* Arrays from this size on have mappings of their own: they grow without a copy and leave no holes.
 * Without this glibc raises the size with each array that is freed. */
#define MAPPED_LEAST (128 << 10)

/* A stream that the caller closed: its number would go to the next file that is opened, a store's
 * say, and what is printed would be written into that. It gets one that cannot be used. */
static void keep_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return;
}

void resources_set_up(void)
{
    keep_streams();
    /* A limit of the size of files becomes an error like a full disk, after which files are
     * removed. */
    signal(SIGXFSZ, SIG_IGN);
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, MAPPED_LEAST);
    mallopt(M_TRIM_THRESHOLD, MAPPED_LEAST);
#endif
}

#ifdef _OPENMP
/* What --threads says, as far as anybody can tell before options are read; 0: nothing. */
static long threads_asked(int argc, char *const *argv)
{
    const char *text = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            text = argv[i + 1];
        else if (strncmp(argv[i], "--threads=", strlen("--threads=")) == 0)
            text = argv[i] + strlen("--threads=");
    }
    return text != NULL ? strtol(text, NULL, 10) : 0;
}

/* OpenMP reads its variables when it is loaded: the program has to begin again. Where it cannot, it
 * waits as it did. */
static void begin_again(char *const *argv)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    if (length <= 0 || setenv("OMP_WAIT_POLICY", "passive", 0) < 0)
        return;
    program[length] = '\0';
    execv(program, argv);
}
#endif

void resources_share_cores(int argc, char *const *argv)
{
#ifdef _OPENMP
    long here = ranks_launched_here(), threads = threads_asked(argc, argv);
    if (here > 1 && threads > 1 && threads <= THREADS_MAX &&
        here * threads > sysconf(_SC_NPROCESSORS_ONLN) && getenv("OMP_WAIT_POLICY") == NULL &&
        getenv("GOMP_SPINCOUNT") == NULL)
        begin_again(argv);
#else
    (void)argc;
    (void)argv;
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
    size_t share = resources_available() / MEMORY_SHARE / (size_t)ranks_launched_here();
    return share > MEMORY_MIN ? share : MEMORY_MIN;
}

int resources_threads(void)
{
#ifdef _OPENMP
    long cores = sysconf(_SC_NPROCESSORS_ONLN) / ranks_launched_here();
    return cores > 1 ? (int)(cores < THREADS_MAX ? cores : THREADS_MAX) : 1;
#else
    return 1;
#endif
}
