/* The files of a store's folder. */
#include "store/file/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/file/format.h"

/* Written beside what they are to replace; there is one only if a run was killed meanwhile. */
static const char *const drafts[] = {STORE_REBUILT, STORE_SEAL_DRAFT};
#define DRAFTS (sizeof(drafts) / sizeof(drafts[0]))

int folder_path(const char *dir, const char *file, char *buffer)
{
    int length = snprintf(buffer, PATH_BYTES, "%s/%s", dir, file);
    return length < PATH_BYTES ? 0 : -ENAMETOOLONG;
}

int folder_sync(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    int r = fsync(fd) < 0 && errno != EINVAL ? -errno : 0;
    close(fd);
    return r;
}

/* Another process may be making the store at this moment: its files are not foreign. */
static int is_foreign(const struct dirent *entry)
{
    static const char *const own[] = {".",         "..",       STORE_DATA,       STORE_LOCK,
                                      STORE_USERS, STORE_SEAL, STORE_SEAL_DRAFT, STORE_REBUILT,
                                      STORE_DENSE};
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(entry->d_name, own[i]) == 0)
            return false;
    return true;
}

/* A folder that is no store yet must be empty: a slip of the user's must not litter his home. */
static int check_empty(const char *dir, struct error *err)
{
    char path[PATH_BYTES];
    struct dirent **entries;
    if (folder_path(dir, STORE_DATA, path) < 0 || access(path, F_OK) == 0 ||
        folder_path(dir, STORE_USERS, path) < 0 || access(path, F_OK) == 0)
        return 0;
    int count = scandir(dir, &entries, is_foreign, NULL);
    if (count < 0)
        return error_set(err, -errno, "cannot read the folder: %s", strerror(errno));
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return count == 0 ? 0
                      : error_set(err, -EINVAL,
                                  "it has files but no store: wanted a store, or an empty or new "
                                  "folder");
}

int folder_make(const char *dir, bool make, struct error *err)
{
    struct stat info;
    if (strlen(dir) + 32 > PATH_BYTES || dir[0] == '\0')
        return error_set(err, -EINVAL, "wanted the name of a folder");
    if (stat(dir, &info) == 0) {
        if (!S_ISDIR(info.st_mode))
            return error_set(err, -EINVAL, "it is a file: wanted a folder");
        return check_empty(dir, err);
    }
    if (errno != ENOENT)
        return error_set(err, -EINVAL, "%s: wanted a folder", strerror(errno));
    if (!make)
        return error_set(err, -EINVAL, "there is no such folder: wanted a store");
    if (mkdir(dir, 0777) < 0 && errno != EEXIST)
        return errno == ENOENT
                   ? error_set(err, -EINVAL, "there is no folder to make it in: wanted one")
                   : error_set(err, -errno, "cannot make the folder: %s", strerror(errno));
    return 0;
}

bool folder_has_data(const char *dir)
{
    char path[PATH_BYTES];
    struct stat info;
    return folder_path(dir, STORE_DATA, path) == 0 && stat(path, &info) == 0 && info.st_size > 0;
}

bool folder_is_writable(const char *dir)
{
    char path[PATH_BYTES];
    if (access(dir, W_OK) < 0 || folder_path(dir, STORE_DATA, path) < 0)
        return false;
    return access(path, F_OK) < 0 || access(path, W_OK) == 0;
}

/* What a file is that is no plain one; NULL: it is one, or missing. */
static const char *odd_kind(const char *path)
{
    struct stat info;
    if (lstat(path, &info) < 0 || S_ISREG(info.st_mode))
        return NULL;
    return S_ISLNK(info.st_mode)    ? "a link"
           : S_ISDIR(info.st_mode)  ? "a folder"
           : S_ISFIFO(info.st_mode) ? "a pipe"
           : S_ISSOCK(info.st_mode) ? "a socket"
                                    : "a device";
}

int folder_check(const char *dir, struct error *err)
{
    static const char *const written[] = {STORE_DATA, STORE_LOCK, STORE_USERS};
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
        int r = folder_path(dir, written[i], path);
        const char *kind = r == 0 ? odd_kind(path) : NULL;
        if (r < 0)
            return error_set(err, r, "%s", strerror(-r));
        if (kind != NULL)
            return error_set(err, -EINVAL, "'%s' in it is %s: wanted a plain file", written[i],
                             kind);
    }
    return 0;
}

void folder_clean(const char *dir)
{
    char path[PATH_BYTES];
    for (size_t i = 0; i < DRAFTS; i++)
        if (folder_path(dir, drafts[i], path) == 0)
            unlink(path);
}

size_t folder_foreign(const char *dir, char first[FOLDER_NAME_MAX])
{
    struct dirent **entries;
    int count = scandir(dir, &entries, is_foreign, alphasort);
    if (count < 0)
        return 0;
    if (count > 0)
        snprintf(first, FOLDER_NAME_MAX, "%.60s", entries[0]->d_name);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return (size_t)count;
}
