/* Where results are to go. */
#include "cli/output_path.h"

#include <errno.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"

static int check_parent(const char *option, const char *path, struct error *err)
{
    struct stat status;
    char *name = strdup(path);
    if (name == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    bool found = stat(dirname(name), &status) == 0 && S_ISDIR(status.st_mode);
    free(name);
    return found
               ? 0
               : options_refuse(option, path, "there is no folder to make it in: wanted one", err);
}

int output_path_file(const char *option, const char *path, struct error *err)
{
    struct stat status;
    if (path == NULL)
        return 0;
    if (path[0] == '\0' || path[strlen(path) - 1] == '/')
        return options_refuse(option, path, "wanted the name of a file", err);
    /* A file there is replaced, not written into. So a device is refused. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return options_refuse(option, path, "it is a folder or a device: wanted a file", err);
    return check_parent(option, path, err);
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
                   ? 0
                   : options_refuse(option, path, "it is a file: wanted a folder", err);
    return check_parent(option, path, err);
}
