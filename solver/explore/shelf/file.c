/* Reading a file of a folder whole. */
#include "explore/shelf/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

bool file_name_is_plain(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL;
}

char *file_path(const char *folder, const char *name, const char *ending)
{
    struct strbuf path = {0};
    strbuf_add(&path, "%s/%s%s", folder, name, ending);
    return strbuf_take(&path);
}

/* Reads up to size bytes. Returns how many, or a negative errno. */
static ssize_t read_all(int fd, uint8_t *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, bytes + done, size - done);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -errno;
        done += n > 0 ? (size_t)n : 0;
    }
    return (ssize_t)done;
}

static int read_open(int fd, size_t max, uint8_t **ret_bytes, size_t *ret_size)
{
    struct stat about;
    if (fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return -EINVAL;
    if (about.st_size < 0 || (uintmax_t)about.st_size > max)
        return -EFBIG;
    uint8_t *bytes = malloc((size_t)about.st_size + 1);
    if (bytes == NULL)
        return -ENOMEM;
    ssize_t size = read_all(fd, bytes, (size_t)about.st_size);
    if (size < 0) {
        free(bytes);
        return (int)size;
    }
    bytes[size] = 0;
    *ret_bytes = bytes;
    *ret_size = (size_t)size;
    return 0;
}

int file_read(const char *path, size_t max, uint8_t **ret_bytes, size_t *ret_size,
              struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int r = fd < 0 ? -errno : read_open(fd, max, ret_bytes, ret_size);
    if (fd >= 0)
        close(fd);
    return r < 0 ? error_set(err, r, "cannot read '%.200s': %s", path, strerror(-r)) : 0;
}
