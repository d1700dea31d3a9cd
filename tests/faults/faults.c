/*
 * Failing calls, for LD_PRELOAD, as SQLite's tests have them: of all calls of one kind the one with
 * the number FAULT_AT fails, and with FAULT_LASTING all later ones, too.
 *
 * FAULT_KIND is `alloc` (memory), `read`, `write`, `short` (a write that does half of it; if it
 * lasts, the next fails), `sync`, or `file` (opening, mapping, renaming and the like). FAULT_REPORT
 * names a file that gets one line for each process whose call failed: the kind and the number. With
 * FAULT_AT=0 nothing fails, and each process that ends tells how many calls of the kind it made.
 */
#undef _FILE_OFFSET_BITS /* open() and open64() are to be two names */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "faults.h"

enum kind {
    ALLOC,
    READ,
    WRITE,
    SHORT,
    SYNC,
    FILES,
    NONE,
};

static const char *const NAMES[] = {"alloc", "read", "write", "short", "sync", "file"};

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);
void *reallocarray(void *old, size_t count, size_t size);
void *memalign(size_t align, size_t size);
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at);
int posix_fallocate(int fd, off_t at, off_t size);

static enum kind chosen = NONE;
static long fail_at;
static bool lasting;
static atomic_long calls;

static void report(const char *word, long number)
{
    const char *path = getenv("FAULT_REPORT");
    char line[64];
    int length = snprintf(line, sizeof(line), "%s %s %ld\n", word, NAMES[chosen], number);
    long fd = path == NULL
                  ? -1
                  : syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    if (fd < 0)
        return;
    syscall(SYS_write, fd, line, length);
    syscall(SYS_close, fd);
}

/* Is this call to fail? */
static bool fails(enum kind kind)
{
    if (kind != chosen)
        return false;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (fail_at == 0 || number < fail_at || (number > fail_at && !lasting))
        return false;
    if (number == fail_at)
        report("failed", number);
    return true;
}

/* A file that cannot be deleted stays: said apart. */
static bool stays(void)
{
    bool failed = fails(FILES);
    if (failed)
        report("stays", atomic_load(&calls));
    return failed;
}

/* ---- memory ---- */

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return fails(ALLOC) ? no_memory() : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(ALLOC) ? no_memory() : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(ALLOC) ? no_memory() : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return no_memory();
    return realloc(old, count * size);
}

void *memalign(size_t align, size_t size)
{
    return fails(ALLOC) ? no_memory() : __libc_memalign(align, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return memalign(align, size);
}

int posix_memalign(void **ret_data, size_t align, size_t size)
{
    void *data = memalign(align, size);
    if (data == NULL)
        return ENOMEM;
    *ret_data = data;
    return 0;
}

void *mmap(void *at, size_t size, int prot, int flags, int fd, off_t from)
{
    if (fails(flags & MAP_ANONYMOUS ? ALLOC : FILES)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, prot, flags, fd, from);
}

/* ---- reading and writing ---- */

static int io_error(int code)
{
    errno = code;
    return -1;
}

/* How much of a write of `size` is to be done; less than 0: it fails. */
static ssize_t much_of(size_t size)
{
    static atomic_bool failed_before;
    if (fails(WRITE))
        return io_error(ENOSPC);
    if (!fails(SHORT))
        return (ssize_t)size;
    if (size < 2 || atomic_exchange(&failed_before, true))
        return io_error(ENOSPC);
    return (ssize_t)(size / 2);
}

ssize_t read(int fd, void *data, size_t size)
{
    return fails(READ) ? io_error(EIO) : syscall(SYS_read, fd, data, size);
}

ssize_t pread(int fd, void *data, size_t size, off_t at)
{
    return fails(READ) ? io_error(EIO) : syscall(SYS_pread64, fd, data, size, at);
}

ssize_t write(int fd, const void *data, size_t size)
{
    ssize_t much = much_of(size);
    return much < 0 ? -1 : syscall(SYS_write, fd, data, much);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    ssize_t much = much_of(size);
    return much < 0 ? -1 : syscall(SYS_pwrite64, fd, data, much, at);
}

static size_t sum_of(const struct iovec *parts, int count)
{
    size_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += parts[i].iov_len;
    return sum;
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    size_t size = sum_of(parts, count);
    ssize_t much = much_of(size);
    if (much < 0 || (size_t)much == size)
        return much < 0 ? -1 : syscall(SYS_writev, fd, parts, count);
    size_t first = parts[0].iov_len < (size_t)much ? parts[0].iov_len : (size_t)much;
    return syscall(SYS_write, fd, parts[0].iov_base, first);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
    size_t size = sum_of(parts, count);
    ssize_t much = much_of(size);
    REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
    if (much < 0 || (size_t)much == size)
        return much < 0 ? -1 : real(fd, parts, count, at);
    size_t first = parts[0].iov_len < (size_t)much ? parts[0].iov_len : (size_t)much;
    return syscall(SYS_pwrite64, fd, parts[0].iov_base, first, at);
}

int fsync(int fd)
{
    return fails(SYNC) ? io_error(EIO) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails(SYNC) ? io_error(EIO) : (int)syscall(SYS_fdatasync, fd);
}

int msync(void *at, size_t size, int flags)
{
    return fails(SYNC) ? io_error(EIO) : (int)syscall(SYS_msync, at, size, flags);
}

/* ---- files ---- */

int faults_open(int at, const char *path, int flags, mode_t mode)
{
    if (fails(FILES))
        return io_error(flags & O_CREAT ? ENOSPC : EMFILE);
    return (int)syscall(SYS_openat, at, path, flags, mode);
}

static mode_t mode_of(int flags, va_list list)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return faults_open(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return faults_open(AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return faults_open(at, path, flags, mode);
}

int mkstemp(char *path)
{
    REAL(int, "mkstemp", char *);
    return fails(FILES) ? io_error(ENOSPC) : real(path);
}

int mkdir(const char *path, mode_t mode)
{
    return fails(FILES) ? io_error(ENOSPC) : (int)syscall(SYS_mkdir, path, mode);
}

int rename(const char *from, const char *to)
{
    return fails(FILES) ? io_error(EIO) : (int)syscall(SYS_rename, from, to);
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
    return fails(FILES) ? io_error(EIO) : (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, 0);
}

int unlink(const char *path)
{
    return stays() ? io_error(EIO) : (int)syscall(SYS_unlink, path);
}

int unlinkat(int at, const char *path, int flags)
{
    return stays() ? io_error(EIO) : (int)syscall(SYS_unlinkat, at, path, flags);
}

int ftruncate(int fd, off_t size)
{
    return fails(FILES) ? io_error(ENOSPC) : (int)syscall(SYS_ftruncate, fd, size);
}

int posix_fallocate(int fd, off_t at, off_t size)
{
    REAL(int, "posix_fallocate", int, off_t, off_t);
    return fails(FILES) ? ENOSPC : real(fd, at, size);
}

int fallocate(int fd, int mode, off_t at, off_t size)
{
    return fails(FILES) ? io_error(ENOSPC) : (int)syscall(SYS_fallocate, fd, mode, at, size);
}

int pipe2(int ends[2], int flags)
{
    return fails(FILES) ? io_error(EMFILE) : (int)syscall(SYS_pipe2, ends, flags);
}

/* ---- the beginning and the end ---- */

__attribute__((constructor)) static void begin(void)
{
    const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
    if (kind == NULL || at == NULL)
        return;
    stdin = faults_stream(STDIN_FILENO, "r");
    stdout = faults_stream(STDOUT_FILENO, "w");
    lasting = getenv("FAULT_LASTING") != NULL;
    fail_at = atol(at);
    for (enum kind i = ALLOC; i < NONE; i++)
        if (strcmp(kind, NAMES[i]) == 0)
            chosen = i;
}

__attribute__((destructor)) static void end(void)
{
    if (chosen != NONE && fail_at == 0)
        report("made", atomic_load(&calls));
}
