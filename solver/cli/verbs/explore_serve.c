/* The verb explore: serves the page until a signal comes. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/data_folder.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "cli/verbs/explore.h"
#include "cli/verbs/store_option.h"
#include "explore/assets.h"
#include "explore/explore.h"
#include "http/guard.h"
#include "http/http.h"
#include "json/json.h"

extern char **environ;

/* Without --port, if it is free: so that a bookmark leads to the page again. */
#define PORT_DEFAULT 8361
#define HOSTS_MAX 32
#define SHOWN 120

struct serving {
    const struct options *given;
    struct run_limits limits;
    unsigned port;
    bool any_port; /* if that one is taken */
    const char *address;
    char *host_names; /* owned: the text of --host, cut up */
    const char *hosts[HOSTS_MAX + 1];
    char *fragment;                        /* owned */
    char *tables, *results, *certificates; /* owned; NULL: they did not come with the program */
    struct solve_store *store;
    char *folder; /* owned: the store's; NULL: there is none */
    struct explore *explore;
    struct http_server *server;
};

static int read_port(struct serving *serving, struct error *err)
{
    const char *text = options_text(serving->given, "port");
    uint64_t port = PORT_DEFAULT;
    serving->any_port = text == NULL;
    if (text != NULL && parse_number_unsigned(text, 0, 65535, &port) < 0)
        return options_refuse("port", text, "wanted a number from 0 to 65535", err);
    serving->port = (unsigned)port;
    return 0;
}

static int read_hosts(struct serving *serving, struct error *err)
{
    const char *text = options_text(serving->given, "host");
    char *rest = NULL;
    size_t count = 0;
    if (text == NULL)
        return 0;
    serving->host_names = strdup(text);
    if (serving->host_names == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    for (char *name = strtok_r(serving->host_names, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        if (!http_guard_is_host(name))
            return options_refuse("host", name, "wanted NAME or NAME:PORT", err);
        if (count == HOSTS_MAX)
            return options_refuse("host", text, "wanted at most 32 names", err);
        serving->hosts[count++] = name;
    }
    return count > 0 ? 0 : options_refuse("host", text, "wanted NAME or NAME:PORT", err);
}

static int read_options(struct serving *serving, struct error *err)
{
    const struct options *given = serving->given;
    int r = store_option_check(given, err);
    if (r == 0)
        r = run_limits_read(given, &serving->limits, err);
    if (r == 0)
        r = read_port(serving, err);
    if (r == 0)
        r = read_hosts(serving, err);
    if (r == 0)
        r = explore_fragment(given, &serving->fragment, err);
    serving->address = options_text(given, "address");
    if (r == 0 && !http_address_is_one(serving->address))
        return options_refuse("address", serving->address, "wanted numbers, as 127.0.0.1 or ::1",
                              err);
    return r;
}

/* Finds what comes with the program. What is not there is not shown. */
static int find_folders(struct serving *serving, struct error *err)
{
    struct {
        const char *name;
        char **folder;
    } wanted[] = {{"tables", &serving->tables},
                  {"results", &serving->results},
                  {"certificates", &serving->certificates},
                  {"results/certificates", &serving->certificates}}; /* in a build folder */
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        int r = 0;
        if (*wanted[i].folder == NULL)
            r = data_folder_find(wanted[i].name, wanted[i].folder, err);
        if (r < 0 && r != -ENOENT)
            return r;
    }
    return 0;
}

static int start_explore(struct serving *serving, struct error *err)
{
    struct explore_settings settings = {
        .store = serving->store,
        .store_name = serving->folder,
        .threads = serving->limits.threads,
        .memory = serving->limits.memory,
        .tables = serving->tables,
        .results = serving->results,
        .certificates = serving->certificates,
    };
    return explore_new(&settings, &serving->explore, err);
}

static int start_server(struct serving *serving, struct error *err)
{
    struct error why;
    struct http_settings settings = {
        .address = serving->address,
        .port = serving->port,
        .hosts = serving->hosts,
        .assets = explore_assets,
        .asset_count = explore_assets_count,
        .routes = explore_routes,
        .route_count = explore_route_count,
        .context = serving->explore,
        .log = options_has(serving->given, "verbose") ? stderr : NULL,
    };
    int r = http_server_start(&settings, &serving->server, &why);
    if (r == -EADDRINUSE && serving->any_port) {
        settings.port = 0;
        r = http_server_start(&settings, &serving->server, &why);
    }
    if (r == 0)
        return 0;
    return error_set(err, r, "--port %u: %.*s", settings.port, SHOWN, why.text);
}

/* Has the desktop open the page. It goes on without: the URL is printed. */
static void open_page(const char *url)
{
    char program[] = "xdg-open", *const command[] = {program, (char *)(uintptr_t)url, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    pid_t pid;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&files);
    /* Ctrl-C is for this program, and what the browser says is for nobody. */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&files, 0, 1);
    posix_spawn_file_actions_adddup2(&files, 0, 2);
    int r = posix_spawnp(&pid, command[0], &files, &attributes, command, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (r != 0)
        fprintf(stderr, "solve: --open: cannot run xdg-open: %s\n", strerror(r));
}

static int tell(const struct serving *serving, struct error *err)
{
    struct strbuf url = {0};
    if (serving->address != NULL && !http_address_is_loopback(serving->address))
        fprintf(stderr,
                "solve: --address %s: whoever reaches this port can use the page, without a "
                "password, and what is sent is not encrypted\n",
                serving->address);
    strbuf_add(&url, "%s%s", http_server_url(serving->server), serving->fragment);
    char *text = strbuf_take(&url);
    if (text == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    printf("%s\n", text);
    if (fflush(stdout) == 0 && options_has(serving->given, "open"))
        open_page(text);
    free(text);
    return 0;
}

static void wait_for_signal(void)
{
    const struct timespec while_at = {.tv_nsec = 100000000};
    while (!atomic_load(&interrupt_requested) && !ferror(stdout))
        nanosleep(&while_at, NULL);
}

static int serve(struct serving *serving, struct error *err)
{
    int r = start_explore(serving, err);
    if (r == 0)
        r = start_server(serving, err);
    if (r == 0)
        r = tell(serving, err);
    if (r == 0)
        wait_for_signal();
    if (serving->explore != NULL)
        explore_stop(serving->explore);
    http_server_stop(serving->server);
    explore_free(serving->explore);
    return r;
}

static int serve_with_store(struct serving *serving, struct error *err)
{
    struct error why;
    int r = store_option_open_default(serving->given, &serving->store, &serving->folder, err);
    if (r < 0)
        return verb_exit_code(r);
    r = serve(serving, err);
    int closed = store_option_close(options_text(serving->given, "store"), serving->store,
                                    r < 0 ? &why : err);
    if (r < 0)
        return verb_exit_code(r);
    return closed < 0 ? EXIT_FAILED : EXIT_STOPPED_UNTOLD;
}

int explore_serve(const struct options *given, struct error *err)
{
    struct serving serving = {.given = given};
    json_watch_memory();
    int r = read_options(&serving, err);
    if (r == 0)
        r = find_folders(&serving, err);
    int code = r < 0 ? verb_exit_code(r) : serve_with_store(&serving, err);
    free(serving.host_names);
    free(serving.fragment);
    free(serving.tables);
    free(serving.results);
    free(serving.certificates);
    free(serving.folder);
    return code;
}
