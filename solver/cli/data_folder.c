/* Looking for what comes with the program. */
#include "cli/data_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

/* The build gives both: the folder as it was configured, and how it is reached from the program's
 * folder, or "" where the two do not lie in one prefix. */
static const char configured[] = SOLVE_DATA_FOLDER;
static const char from_program[] = SOLVE_DATA_FROM_PROGRAM;

/* From BUILD/solver/cli/, where the program is built, to BUILD/, which has a copy of each folder.
 */
static const char from_built[] = "../..";
/* Nothing but a build has this there, so that /usr/bin/solve is not taken for one. */
static const char build_mark[] = "../../build.ninja";

/* The folder that the program is in; false if it cannot be told. */
static bool program_folder(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
    return slash != NULL;
}

/* Puts the path BASE/PART/NAME together, without what is "". Returns NULL if memory runs out. */
static char *join(const char *base, const char *part, const char *name)
{
    struct strbuf path = {0};
    strbuf_add(&path, "%s", base);
    if (part[0] != '\0')
        strbuf_add(&path, "/%s", part);
    if (name[0] != '\0')
        strbuf_add(&path, "/%s", name);
    return strbuf_take(&path);
}

/* Takes the path, "" or NULL: keeps it in *ret_folder and returns 1 if it is a folder, else frees
 * it and returns 0. -ENOMEM if it is NULL. */
static int take_folder(char *path, char **ret_folder)
{
    struct stat about;
    if (path == NULL)
        return -ENOMEM;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        *ret_folder = path;
        return 1;
    }
    free(path);
    return 0;
}

/* Is the program one that was built here and not installed? */
static bool is_built_here(const char *program)
{
    char *mark = join(program, build_mark, "");
    bool found = mark != NULL && access(mark, F_OK) == 0;
    free(mark);
    return found;
}

/* Returns 1 if the folder was found, 0 if not, -ENOMEM. */
static int find(const char *name, char **ret_folder)
{
    char program[PATH_MAX];
    if (program_folder(program)) {
        int r = 0;
        if (is_built_here(program))
            return take_folder(join(program, from_built, name), ret_folder);
        if (from_program[0] != '\0')
            r = take_folder(join(program, from_program, name), ret_folder);
        if (r != 0)
            return r;
    }
    return take_folder(join(configured, "", name), ret_folder);
}

int data_folder_find(const char *name, char **ret_folder, struct error *err)
{
    int r = find(name, ret_folder);
    if (r < 0)
        return error_set(err, r, "out of memory");
    return r > 0
               ? 0
               : error_set(err, -ENOENT, "there is no '%.40s' beside the program, nor in '%.120s'",
                           name, configured);
}
