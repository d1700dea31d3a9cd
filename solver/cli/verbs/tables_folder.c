/* Looking for the published tables. */
#include "cli/verbs/tables_folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VARIABLE "SOLVE_TABLES"

static bool has_table(const char *folder)
{
    DIR *dir = opendir(folder);
    bool found = false;
    if (dir == NULL)
        return false;
    for (struct dirent *entry = readdir(dir); entry != NULL && !found; entry = readdir(dir)) {
        size_t length = strlen(entry->d_name);
        found = entry->d_name[0] != '.' && length > 4 &&
                strcmp(entry->d_name + length - 4, ".tsv") == 0;
    }
    closedir(dir);
    return found;
}

/* The folder that the program is in; "." if it cannot be told. */
static void program_folder(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *slash;
    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    strcpy(slash != NULL ? slash : path, slash != NULL ? "" : ".");
}

static int give(const char *folder, char **ret_folder, struct error *err)
{
    *ret_folder = strdup(folder);
    return *ret_folder != NULL ? 0 : error_set(err, -ENOMEM, "out of memory");
}

/* DIR/build/solver/cli/solve and DIR/tables; PREFIX/bin/solve and PREFIX/share/solve/tables. */
static const char *const beside[] = {"/../../../tables", "/../share/solve/tables"};

int tables_folder_find(const char *from, char **ret_folder, struct error *err)
{
    const char *told = from != NULL ? from : getenv(VARIABLE);
    char program[PATH_MAX], path[PATH_MAX + sizeof("/../share/solve/tables")];
    if (told != NULL && told[0] != '\0')
        return give(told, ret_folder, err);
    if (has_table("tables"))
        return give("tables", ret_folder, err);
    program_folder(program);
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", program, beside[i]);
        if (has_table(path))
            return give(path, ret_folder, err);
    }
    return error_set(err, -EINVAL,
                     "there are no tables here, nor beside the program: wanted --from DIR, or the "
                     "environment variable " VARIABLE);
}
