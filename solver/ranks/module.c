/* Finds the module that connects ranks, and loads it. */
#include "ranks/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sets folder to that of the running program. */
static bool find_program_folder(char folder[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* Where it may be: beside the program where that was built, installed with it, installed at the
 * place that was said when it was built. */
static void *open_below(const char *folder, const char *path)
{
    char file[2 * PATH_MAX];
    int length = snprintf(file, sizeof(file), "%s%s", folder, path);
    if (length < 0 || (size_t)length >= sizeof(file) || access(file, R_OK) < 0)
        return NULL;
    /* Global: Open MPI opens components of its own that look for its symbols. */
    return dlopen(file, RTLD_NOW | RTLD_GLOBAL);
}

/* The file that is asked for, or NULL. */
static const char *asked_for(void)
{
    const char *asked = getenv("SOLVE_MPI_MODULE");
    return asked != NULL && asked[0] != '\0' ? asked : NULL;
}

static void *open_module(void)
{
    char folder[PATH_MAX];
    if (asked_for() != NULL)
        return open_below(asked_for(), "");
    void *opened = NULL;
    if (find_program_folder(folder)) {
        opened = open_below(folder, "/../ranks/mpi/" RANKS_MODULE_FILE);
        if (opened == NULL && RANKS_MODULE_FROM_PROGRAM[0] != '\0')
            opened = open_below(folder, "/" RANKS_MODULE_FROM_PROGRAM "/" RANKS_MODULE_FILE);
    }
    return opened != NULL ? opened : open_below(RANKS_MODULE_FOLDER "/", RANKS_MODULE_FILE);
}

int module_load(const struct ranks_module **ret_module, struct error *err)
{
    void *opened = open_module();
    if (opened == NULL) {
        const char *why = dlerror();
        if (why == NULL && asked_for() != NULL)
            return error_set(
                err, -ENOENT,
                "several ranks, but this program has no MPI: SOLVE_MPI_MODULE '%.200s': "
                "wanted a file that can be read",
                asked_for());
        return error_set(err, -ENOENT, "several ranks, but this program has no MPI: %s",
                         why != NULL ? why
                                     : RANKS_MODULE_FILE
                             " is not installed (Debian: the package "
                             "solve-go-mpi)");
    }
    const struct ranks_module *module = dlsym(opened, RANKS_MODULE_SYMBOL);
    if (module == NULL || module->version != RANKS_MODULE_VERSION)
        return error_set(err, -ENOENT, "several ranks, but %s is of another version of solve",
                         RANKS_MODULE_FILE);
    *ret_module = module;
    return 0;
}
