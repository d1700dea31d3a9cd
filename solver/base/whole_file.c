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

#include "base/free_all.h"

/* So many names are tried for a file, if some are taken. */
#define NAMES_TRIED 100
/* Of a name in a folder, at most. */
#define NAME_BYTES 255

/* The folder of path; NULL: no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* What path is called meanwhile, beside it: its own name, as much of it as fits, and an end. The
 * caller frees it; NULL: no memory. */
static char *name_beside(const char *path, int number)
{
    char end[48];
    char *name = NULL;
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    size_t most =
        NAME_BYTES - (size_t)snprintf(end, sizeof(end), ".%ld-%d", (long)getpid(), number);
    size_t own = strlen(path + folder);
    int length = (int)(folder + (own < most ? own : most));
    return asprintf(&name, "%.*s%s", length, path, end) < 0 ? NULL : name;
}

/*
 * A file to be given a name when it is whole: if the run is killed before, nothing is left. Where
 * the file system has no such files it gets a name at once, *ret_name, which is to be freed.
 */
static int make_temporary(const char *path, const char *folder, char **ret_name)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file >= 0 ? file : -errno;
    int r = -EEXIST;
    for (int i = 0; i < NAMES_TRIED && r == -EEXIST; i++) {
        char *name = name_beside(path, i);
        if (name == NULL)
            return -ENOMEM;
        r = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
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
        char *name = name_beside(path, i);
        if (name == NULL)
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

/* Is something there whose place no file may take? -EISDIR: a folder. -EEXIST: a device or a pipe;
 * /dev/null as a file is the end of many programs. Else 0 without, 1 with a file, and who may do
 * what with that. */
static int look_for_taken(const char *path, mode_t *ret_mode)
{
    struct stat status;
    if (stat(path, &status) < 0)
        return 0;
    if (!S_ISREG(status.st_mode))
        return S_ISDIR(status.st_mode) ? -EISDIR : -EEXIST;
    *ret_mode = status.st_mode & 0777;
    return 1;
}

int whole_file_begin(struct whole_file *ret_whole, const char *path)
{
    mode_t mode = 0;
    int there = look_for_taken(path, &mode);
    if (there < 0)
        return there;
    /* Where a link leads to a file, that is replaced, and the link stays. */
    struct whole_file whole = {.file = -1, .path = there ? realpath(path, NULL) : strdup(path)};
    whole.folder = whole.path != NULL ? folder_of(whole.path) : NULL;
    int r = whole.folder != NULL ? 0 : -ENOMEM;
    if (r == 0) {
        whole.file = make_temporary(whole.path, whole.folder, &whole.name);
        r = whole.file < 0 ? whole.file : 0;
    }
    if (r == 0 && there)
        (void)fchmod(whole.file, mode);
    if (r < 0)
        FREE_ALL(whole.path, whole.folder);
    else
        *ret_whole = whole;
    return r;
}

int whole_file_add(struct whole_file *whole, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0) {
        ssize_t written = write(whole->file, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        at += written;
        size -= (size_t)written;
    }
    return 0;
}

void whole_file_drop(struct whole_file *whole)
{
    if (whole->path == NULL)
        return;
    if (whole->file >= 0)
        close(whole->file);
    if (whole->name != NULL)
        unlink(whole->name);
    FREE_ALL(whole->path, whole->folder, whole->name);
    *whole = (struct whole_file){0};
}

int whole_file_end(struct whole_file *whole)
{
    int r = fsync(whole->file) < 0 ? -errno : 0;
    if (r == 0 && whole->name == NULL)
        r = name_temporary(whole->file, whole->path, &whole->name);
    if (close(whole->file) < 0 && r == 0)
        r = -errno;
    whole->file = -1;
    if (r == 0 && rename(whole->name, whole->path) < 0)
        r = -errno;
    if (r == 0) {
        sync_folder(whole->folder);
        free(whole->name);
        whole->name = NULL;
    }
    whole_file_drop(whole);
    return r;
}

/* --- what is no file --- */

/* Links on the way to what is open, at most: /dev/stdout leads to /proc/self/fd/1. */
#define LINKS_MOST 8
/* What a link says has at most so many bytes. */
#define LINK_BYTES 4096

/* The number of an open file in a folder of these that this process has; -1: it is none. */
static int number_in(const char *folder, const char *name)
{
    char own[48], *end, *real = realpath(folder, NULL);
    snprintf(own, sizeof(own), "/proc/%ld/fd", (long)getpid());
    bool open_files = real != NULL && strcmp(real, own) == 0;
    free(real);
    long number = open_files && name[0] >= '0' && name[0] <= '9' ? strtol(name, &end, 10) : -1;
    return number >= 0 && number < 1 << 24 && *end == '\0' ? (int)number : -1;
}

/* The number of the open file of this process that path names; -1: it names none, or there is no
 * memory. */
static int find_open(const char *path)
{
    char *at = strdup(path);
    int number = -1;
    for (int i = 0; i < LINKS_MOST && at != NULL; i++) {
        char to[LINK_BYTES], *next = NULL, *folder = folder_of(at);
        const char *slash = strrchr(at, '/');
        number = folder != NULL ? number_in(folder, slash != NULL ? slash + 1 : at) : -1;
        ssize_t length = number < 0 ? readlink(at, to, sizeof(to) - 1) : -1;
        if (length > 0 && folder != NULL) {
            to[length] = '\0';
            if (asprintf(&next, "%s%s%s", to[0] == '/' ? "" : folder, to[0] == '/' ? "" : "/", to) <
                0)
                next = NULL;
        }
        FREE_ALL(at, folder);
        at = next;
    }
    free(at);
    return number;
}

bool whole_file_is_stream(const char *path)
{
    struct stat status;
    if (find_open(path) >= 0)
        return true;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool whole_file_is_open(const char *path)
{
    int number = find_open(path);
    if (number < 0)
        return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
    int flags = fcntl(number, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/* Writes into what is there. */
static int write_into(const char *path, const void *bytes, size_t size)
{
    int number = find_open(path);
    struct whole_file into = {.file = number >= 0 ? dup(number)
                                                  : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)};
    if (into.file < 0)
        return -errno;
    int r = whole_file_add(&into, bytes, size);
    return close(into.file) < 0 && r == 0 ? -errno : r;
}

int whole_file_write(const char *path, const void *bytes, size_t size, struct error *err)
{
    struct whole_file whole = {0};
    int r = whole_file_begin(&whole, path);
    if (r == 0) {
        r = whole_file_add(&whole, bytes, size);
        if (r == 0)
            r = whole_file_end(&whole);
        else
            whole_file_drop(&whole);
    }
    if (r == -EISDIR || r == -EEXIST)
        return error_set(err, r, "cannot write %.200s: it is a folder or a device", path);
    return r < 0 ? error_set(err, r, "cannot write %.200s: %s", path, strerror(-r)) : 0;
}

int whole_file_put(const char *path, const void *bytes, size_t size, struct error *err)
{
    if (!whole_file_is_stream(path))
        return whole_file_write(path, bytes, size, err);
    int r = write_into(path, bytes, size);
    return r < 0 ? error_set(err, r, "cannot write to %.200s: %s", path, strerror(-r)) : 0;
}
