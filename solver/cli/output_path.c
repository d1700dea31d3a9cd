/* Where results are to go. */
#include "cli/output_path.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole_file.h"

/* May files be made in the folder? Who finds out when he has solved something has nowhere to put
 * it.
 */
static bool is_open(const char *folder)
{
    return faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
}

static int check_folder(const char *option, const char *path, struct error *err)
{
    return is_open(path)
               ? 0
               : options_refuse(option, path, "nothing can be written to it: wanted another folder",
                                err);
}

/* A link to a file leads to where that is replaced. */
static int check_parent(const char *option, const char *path, struct error *err)
{
    struct stat status;
    char *name = realpath(path, NULL);
    if (name == NULL)
        name = strdup(path);
    if (name == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    const char *folder = dirname(name);
    bool found = stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
    bool open = found && is_open(folder);
    free(name);
    if (!found)
        return options_refuse(option, path, "there is no folder to make it in: wanted one", err);
    return open ? 0
                : options_refuse(option, path,
                                 "nothing can be written to its folder: wanted another", err);
}

/* The same for both kinds of files: streams may be written into, or not. */
static int check_file(const char *option, const char *path, bool streams, struct error *err)
{
    struct stat status;
    if (path == NULL)
        return 0;
    if (path[0] == '\0' || path[strlen(path) - 1] == '/')
        return options_refuse(option, path, "wanted the name of a file", err);
    if (strcmp(path, "-") == 0)
        return options_refuse(option, path,
                              streams ? "wanted the name of a file, or /dev/stdout"
                                      : "wanted the name of a file",
                              err);
    int there = stat(path, &status);
    if (there < 0 && errno == ENAMETOOLONG)
        return options_refuse(option, path, "the name is too long: wanted a shorter one", err);
    /* A file there is replaced, not written into. So a device is refused. */
    if (there == 0 && (S_ISDIR(status.st_mode) || (!streams && whole_file_is_stream(path))))
        return options_refuse(option, path, "it is a folder or a device: wanted a file", err);
    if (!whole_file_is_stream(path))
        return check_parent(option, path, err);
    return whole_file_is_open(path)
               ? 0
               : options_refuse(option, path, "nothing can be written to it: wanted a file", err);
}

int output_path_file(const char *option, const char *path, struct error *err)
{
    return check_file(option, path, false, err);
}

int output_path_stream(const char *option, const char *path, struct error *err)
{
    return check_file(option, path, true, err);
}

int output_path_folder(const char *option, const char *path, struct error *err)
{
    struct stat status;
    if (path == NULL)
        return 0;
    if (path[0] == '\0')
        return options_refuse(option, path, "wanted the name of a folder", err);
    if (stat(path, &status) == 0)
        return S_ISDIR(status.st_mode)
                   ? check_folder(option, path, err)
                   : options_refuse(option, path, "it is a file: wanted a folder", err);
    return check_parent(option, path, err);
}

int output_path_make_folder(const char *option, const char *path, struct error *err)
{
    if (path == NULL || mkdir(path, 0777) == 0)
        return 0;
    if (errno == EEXIST)
        return check_folder(option, path, err);
    int r = -errno;
    return error_set(err, r, "--%s: cannot make %.200s: %s", option, path, strerror(-r));
}

/* A file, by the folder that it is in and its name there: it need not be there yet. */
struct output_place {
    struct stat folder;
    char *name; /* within copy; NULL: there is no such folder */
    char *copy;
};

/* Finds the place of the first length bytes of path. Returns 0 or -ENOMEM. */
static int find_place(const char *path, size_t length, struct output_place *ret_place)
{
    struct output_place place = {.copy = strndup(path, length)};
    char *folder = strndup(path, length);
    if (place.copy == NULL || folder == NULL) {
        free(place.copy);
        free(folder);
        return -ENOMEM;
    }
    if (stat(dirname(folder), &place.folder) == 0)
        place.name = basename(place.copy);
    free(folder);
    *ret_place = place;
    return 0;
}

/* Returns 1 if a is the file b, or the file that the first length bytes of b name, 0 or -ENOMEM. */
static int is_file(const char *a, const char *b, size_t length)
{
    struct output_place one, other;
    if (find_place(a, strlen(a), &one) < 0)
        return -ENOMEM;
    if (find_place(b, length, &other) < 0) {
        free(one.copy);
        return -ENOMEM;
    }
    bool same = one.name != NULL && other.name != NULL && strcmp(one.name, other.name) == 0 &&
                one.folder.st_dev == other.folder.st_dev &&
                one.folder.st_ino == other.folder.st_ino;
    free(one.copy);
    free(other.copy);
    return same;
}

/* Is the output a file that is read as b says, which may be FILE:NODE? */
static int is_read(const char *output, const char *b)
{
    const char *node = strrchr(b, ':');
    int r = is_file(output, b, strlen(b));
    return r != 0 || node == NULL ? r : is_file(output, b, (size_t)(node - b));
}

int output_path_apart(const struct options *given, struct error *err)
{
    static const char *const names[] = {"proof", "sgf-out", "picture", "graph", "sgf"};
    enum { COUNT = sizeof(names) / sizeof(names[0]), WRITTEN = 3 };
    for (int i = 0; i < WRITTEN; i++)
        for (int k = i + 1; k < COUNT; k++) {
            const char *a = options_text(given, names[i]), *b = options_text(given, names[k]);
            int r = a == NULL || b == NULL ? 0 : is_read(a, b);
            if (r < 0)
                return error_set(err, r, "out of memory");
            if (r > 0)
                return error_set(err, -EINVAL,
                                 "--%s '%.60s' and --%s '%.60s' are one file: wanted %s", names[i],
                                 a, names[k], b, k < WRITTEN ? "two" : "another to write to");
        }
    return 0;
}
