/*
 * stdio reads and writes by calls that cannot be caught, so its streams are made anew as cookies
 * over calls that can; stderr is left alone.
 */
#undef _FILE_OFFSET_BITS /* fopen() and fopen64() are to be two names */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"

FILE *tmpfile(void);

static int fd_of(void *cookie)
{
    return (int)(intptr_t)cookie;
}

static ssize_t stream_read(void *cookie, char *data, size_t size)
{
    return read(fd_of(cookie), data, size);
}

static ssize_t stream_write(void *cookie, const char *data, size_t size)
{
    ssize_t n = write(fd_of(cookie), data, size);
    return n < 0 ? 0 : n; /* the word of fopencookie() for a failure */
}

static int stream_seek(void *cookie, off64_t *at, int whence)
{
    off_t found = lseek(fd_of(cookie), *at, whence);
    if (found < 0)
        return -1;
    *at = found;
    return 0;
}

static int stream_close(void *cookie)
{
    return close(fd_of(cookie));
}

#define STREAMS_MAX 64

static struct {
    FILE *stream;
    int fd;
} streams[STREAMS_MAX];
static atomic_int streams_count;

FILE *faults_stream(int fd, const char *mode)
{
    static const cookie_io_functions_t calls_of = {stream_read, stream_write, stream_seek,
                                                   stream_close};
    FILE *stream = fopencookie((void *)(intptr_t)fd, mode, calls_of);
    if (stream != NULL) {
        int slot = atomic_fetch_add(&streams_count, 1) % STREAMS_MAX;
        streams[slot].stream = stream;
        streams[slot].fd = fd;
    }
    return stream;
}

int fileno(FILE *stream)
{
    REAL(int, "fileno", FILE *);
    for (int i = 0; i < STREAMS_MAX; i++)
        if (streams[i].stream == stream)
            return streams[i].fd;
    return real(stream);
}

static int flags_of(const char *mode)
{
    int flags = mode[0] == 'r' ? 0 : O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND);
    flags |= strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    return flags | (strchr(mode, 'x') != NULL ? O_EXCL : 0) |
           (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0);
}

static FILE *stream_or_close(int fd, const char *mode)
{
    FILE *stream = fd >= 0 ? faults_stream(fd, mode) : NULL;
    if (stream == NULL && fd >= 0)
        close(fd);
    return stream;
}

FILE *fopen(const char *path, const char *mode)
{
    return stream_or_close(faults_open(AT_FDCWD, path, flags_of(mode), 0666), mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
    return faults_stream(fd, mode);
}

FILE *tmpfile(void)
{
    return stream_or_close(faults_open(AT_FDCWD, "/tmp", O_TMPFILE | O_RDWR, 0600), "w+");
}
