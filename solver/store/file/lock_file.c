/* LMDB's lock file and the disk. */
#include "store/file/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/file/format.h"
#include "store/file/seal.h"

/* Where the file system has no fallocate(): what there is stays, zeros follow it. */
static int append_zeros(int fd, off_t from)
{
    char zeros[4096];
    memset(zeros, 0, sizeof(zeros));
    while (from < LOCK_BYTES) {
        size_t left = (size_t)(LOCK_BYTES - from);
        ssize_t n = pwrite(fd, zeros, left < sizeof(zeros) ? left : sizeof(zeros), from);
        if (n == 0 || (n < 0 && errno != EINTR))
            return n == 0 ? ENOSPC : errno;
        from += n > 0 ? n : 0;
    }
    return 0;
}

static int allocate(int fd)
{
    struct stat info;
    if (fstat(fd, &info) < 0)
        return errno;
    off_t size = info.st_size > LOCK_BYTES ? info.st_size : LOCK_BYTES;
    if (info.st_size == size && (uint64_t)info.st_blocks * 512 >= (uint64_t)size)
        return 0;
    int r;
    while ((r = fallocate(fd, 0, 0, size)) < 0 && errno == EINTR)
        ;
    if (r == 0)
        return 0;
    return errno == EOPNOTSUPP || errno == ENOSYS ? append_zeros(fd, info.st_size) : errno;
}

int lock_file_allocate(const char *dir)
{
    char path[PATH_BYTES];
    int r = folder_path(dir, STORE_LOCK, path);
    if (r < 0)
        return -r;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return lock_file_is_full(errno) ? errno : 0;
    r = allocate(fd);
    close(fd);
    return r;
}

bool lock_file_is_full(int code)
{
    return code == ENOSPC || code == EDQUOT || code == EFBIG;
}
