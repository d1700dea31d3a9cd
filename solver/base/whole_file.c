/* Writing files whole. */
#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many names are tried for a file, if some are taken. */
#define NAMES_TRIED 100

static int write_bytes(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(file) < 0 ? -errno : 0;
}

/* The folder of path; NULL: no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/*
 * A file to be given a name when it is whole: if the run is killed before, nothing is left. Where
 * the file system has no such files it gets a name at once, *ret_name, which is to be freed.
 */
static int make_temporary(const char *path, const char *folder, char **ret_name)
{
    int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file >= 0 ? file : -errno;
    int r = -EEXIST;
    for (int i = 0; i < NAMES_TRIED && r == -EEXIST; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s.%ld-%d", path, (long)getpid(), i) < 0)
            return -ENOMEM;
        r = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (r >= 0)
            *ret_name = name;
        else {
            r = -errno;
            free(name);
        }
    }
    return r;
}

/* Names a file that has none, beside path: a link cannot take the place of another file. */
static int name_temporary(int file, const char *path, char **ret_name)
{
    char own[32];
    int r = -EEXIST;
    snprintf(own, sizeof(own), "/proc/self/fd/%d", file);
    for (int i = 0; i < NAMES_TRIED && r == -EEXIST; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s.%ld-%d", path, (long)getpid(), i) < 0)
            return -ENOMEM;
        r = linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
        if (r == 0)
            *ret_name = name;
        else
            free(name);
    }
    return r;
}

/* The rename itself is on disk only when its folder is. */
static void sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY);
    if (file >= 0) {
        (void)fsync(file);
        close(file);
    }
}

static int write_beside(const char *path, const char *folder, const uint8_t *bytes, size_t size)
{
    char *name = NULL;
    int file = make_temporary(path, folder, &name);
    if (file < 0)
        return file;
    int r = write_bytes(file, bytes, size);
    if (r == 0 && name == NULL)
        r = name_temporary(file, path, &name);
    if (close(file) < 0 && r == 0)
        r = -errno;
    if (r == 0 && rename(name, path) < 0)
        r = -errno;
    if (r == 0)
        sync_folder(folder);
    else if (name != NULL)
        unlink(name);
    free(name);
    return r;
}

int whole_file_write(const char *path, const void *bytes, size_t size, struct error *err)
{
    char *folder = folder_of(path);
    int r = folder != NULL ? write_beside(path, folder, bytes, size) : -ENOMEM;
    free(folder);
    return r < 0 ? error_set(err, r, "cannot write %.200s: %s", path, strerror(-r)) : 0;
}
