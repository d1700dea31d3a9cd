/* Opening and closing the store that a verb uses. */
#include "cli/verbs/store_option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/verbs/map_failure.h"

#define DIR_MAX 4096
/* A line repeats at most so many bytes of a folder's name. */
#define SHOWN 120

int store_option_check(const struct options *given, struct error *err)
{
    const char *dir = options_text(given, "store");
    if (dir != NULL && options_has(given, "no-store"))
        return error_set(err, -EINVAL,
                         "--store '%.60s' and --no-store contradict each other: wanted one", dir);
    return 0;
}

static void tell(struct solve_store *store, const char *option, const char *dir)
{
    for (const char *line = solve_store_notice(store); line != NULL;
         line = solve_store_notice(store))
        fprintf(stderr, "solve: %s %.*s: %s\n", option, SHOWN, dir, line);
}

/* Which store a line is about while it is in use. */
static struct {
    const char *option;
    char dir[SHOWN + 1];
} named;

void store_option_name(const char *option, const char *dir)
{
    named.option = option;
    snprintf(named.dir, sizeof(named.dir), "%s", dir);
    map_failure_catch(option, dir);
}

/* On a terminal a progress line may be open. */
void store_option_tell_now(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "%ssolve: %s %s: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", named.option,
            named.dir, line);
}

static int open_store(const char *option, const char *dir, const struct solve_request *request,
                      const struct solve_game *game, struct solve_store **ret_store,
                      struct solve_error *why)
{
    const struct solve_store_options options = {
        .flags = SOLVE_STORE_MAKE,
        .interrupt = interrupt_handle(),
        .tell = store_option_tell_now,
        .request = request,
        .game = game,
    };
    store_option_name(option, dir);
    return solve_store_open(dir, &options, ret_store, why);
}

int store_option_open(const char *dir, const struct solve_request *request,
                      const struct solve_game *game, struct solve_store **ret_store,
                      struct error *err)
{
    struct solve_error why;
    *ret_store = NULL;
    if (dir == NULL)
        return 0;
    int r = open_store("--store", dir, request, game, ret_store, &why);
    if (r == -EINVAL)
        return options_refuse("store", dir, why.text, err);
    if (r < 0)
        return error_set(err, r, "--store %.*s: %s", SHOWN, dir, why.text);
    tell(*ret_store, "--store", dir);
    return 0;
}

/* Makes the folder and its parents, as far as they are missing. */
static int make_folders(char *path)
{
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        int r = mkdir(path, 0777) < 0 && errno != EEXIST ? -errno : 0;
        *at = end;
        if (r < 0 || end == '\0')
            return r;
    }
}

/* Writes the path of the store in the user's cache folder, and makes its parents. */
static int default_folder(char buffer[DIR_MAX], struct error *err)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(buffer, DIR_MAX, "%s/solve", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(buffer, DIR_MAX, "%s/.cache/solve", home);
    else
        return error_set(err, -ENOENT, "there is no cache folder: neither XDG_CACHE_HOME nor HOME");
    if (length + 8 > DIR_MAX)
        return error_set(err, -ENAMETOOLONG, "the name of the cache folder is too long");
    int r = make_folders(buffer);
    if (r < 0)
        return error_set(err, r, "cannot make %.*s: %s", SHOWN, buffer, strerror(-r));
    strcat(buffer, "/store");
    return 0;
}

/* Opens the one in the cache folder and writes its name; says why there is none, where it is so. */
static void open_in_cache(bool quiet, char folder[DIR_MAX], struct solve_store **ret_store)
{
    struct solve_error opened;
    struct error why;
    int r = default_folder(folder, &why);
    if (r == 0) {
        r = open_store("store", folder, NULL, NULL, ret_store, &opened);
        if (r < 0)
            error_set(&why, r, "%s", opened.text);
    }
    if (r < 0) {
        fprintf(stderr, "solve: going on without a store: %s%s%s\n", folder,
                folder[0] != '\0' ? ": " : "", why.text);
        return;
    }
    if (!quiet)
        fprintf(stderr, "solve: store %s\n", folder);
    tell(*ret_store, "store", folder);
}

int store_option_open_default(const struct options *given, struct solve_store **ret_store,
                              char **ret_folder, struct error *err)
{
    const char *dir = options_text(given, "store");
    bool quiet = options_has(given, "quiet");
    char folder[DIR_MAX] = "";
    *ret_store = NULL;
    if (ret_folder != NULL)
        *ret_folder = NULL;
    if (options_has(given, "no-store"))
        return 0;
    if (dir != NULL) {
        int r = store_option_open(dir, NULL, NULL, ret_store, err);
        if (r < 0)
            return r;
        if (!quiet)
            fprintf(stderr, "solve: store %s\n", dir);
    } else {
        open_in_cache(quiet, folder, ret_store);
    }
    if (ret_folder == NULL || *ret_store == NULL)
        return 0;
    *ret_folder = strdup(dir != NULL ? dir : folder);
    if (*ret_folder != NULL)
        return 0;
    struct solve_error closed;
    solve_store_close(*ret_store, &closed);
    *ret_store = NULL;
    return error_set(err, -ENOMEM, "out of memory");
}

int store_option_close(const char *dir, struct solve_store *store, struct error *err)
{
    struct solve_error why;
    solve_store_finish(store);
    if (store != NULL)
        tell(store, dir != NULL ? "--store" : "store", dir != NULL ? dir : "in the cache folder");
    int r = solve_store_close(store, &why);
    if (r == 0)
        return 0;
    if (dir == NULL)
        return error_set(err, r, "the store in the cache folder: %s", why.text);
    return error_set(err, r, "--store %.*s: %s", SHOWN, dir, why.text);
}
