/*
 * clock: the clock on the wall is set back by an hour while the writer waits, so that whatever was
 * reckoned by it before is an hour away. What was handed on is in the store all the same, in a
 * second or so, and long before the store is closed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/games.h"
#include "common/must.h"
#include "solve/stored.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/roots/root_record.h"

/* A busy machine may take a while; an hour it does not. */
#define SECONDS_MOST 60

/* The C library's, for this program: the kernel waits by the true time. */
int clock_gettime(clockid_t id, struct timespec *ret_time)
{
    int r = (int)syscall(SYS_clock_gettime, id, ret_time);
    if (r == 0 && id == CLOCK_REALTIME)
        ret_time->tv_sec += 3600;
    return r;
}

/* Is the record of the root in the data file? */
static bool is_written(struct store *store, const struct root_key *key)
{
    struct bytes value = {0};
    bool found = atomic_load(&store->made) && look_get(store, store->roots, key->hash, &value) == 1;
    bytes_release(&value);
    return found;
}

static void solve(struct store *store, const struct game *game)
{
    const struct analysis_options options = {.limits = {.max_bytes = 1 << 26}, .threads = 1};
    struct analysis analysis;
    MUST(stored_analyse(store, game, &options, &analysis) == 0);
    analysis_release(&analysis);
}

int main(void)
{
    char dir[] = "/tmp/solve-clock-XXXXXX", command[64];
    struct timespec pause = {0, 10000000};
    struct store *store;
    struct game game;
    struct graph *graph = start_empty(&game, "1x4", "psk");
    struct root_key key;
    struct error err;
    MUST(mkdtemp(dir) != NULL);
    MUST(store_open(dir, STORE_MAKE, NULL, NULL, &store, &err) == 0);
    solve(store, &game);
    MUST(root_key_make(&game, 0, &key) == 0);
    double until = clock_now() + SECONDS_MOST;
    while (!is_written(store, &key) && clock_now() < until)
        nanosleep(&pause, NULL);
    MUST(is_written(store, &key));
    MUST(store_close(store, &err) == 0);
    root_key_release(&key);
    game_release(&game);
    graph_free(graph);
    snprintf(command, sizeof(command), "rm -r %s", dir);
    return system(command) == 0 ? 0 : 1;
}
