/* Stores of the library, and tables of all positions in them. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "library/handles.h"
#include "solve/stored.h"
#include "store/manage.h"
#include "store/roots/root_find.h"

_Static_assert((int)SOLVE_STORE_MAKE == STORE_MAKE && (int)SOLVE_STORE_READ == STORE_READ &&
                   (int)SOLVE_STORE_LOOK == STORE_LOOK,
               "solve.h has other flags");

/* Of a claim: beyond every margin, as certificates have it. */
#define CLAIM_INFINITE INT16_MAX

struct solve_store {
    struct store *store;
    bool reading; /* opened only to read */
};

bool library_store_reading(const struct solve_store *store)
{
    return store->reading;
}

struct store *library_store(const struct solve_store *store)
{
    return store != NULL ? store->store : NULL;
}

/* The earlier of two deadlines; 0 is none. */
static double earlier(double one, double two)
{
    if (one <= 0 || two <= 0)
        return one > 0 ? one : two;
    return one < two ? one : two;
}

static int open_store(const char *path, const struct solve_store_options *options,
                      struct store **ret_store, struct error *why)
{
    struct analysis_options run;
    const struct solve_request *request = options->request;
    struct store_patience patience = {
        .interrupted = library_flag(options->interrupt),
        .deadline = options->seconds > 0 ? clock_now() + options->seconds : 0,
        .tell = options->tell,
        .arg = options->arg,
    };
    if (request != NULL) {
        run = library_options(request, options->game);
        patience.deadline = earlier(patience.deadline, request->deadline);
    }
    return stored_open(path, options->flags, request != NULL ? &options->game->game : NULL,
                       request != NULL ? &run : NULL, &patience, ret_store, why);
}

/*
 * Has this process opened the store already? Its locks belong to the process and go when any of its
 * descriptors is closed (store/file/users.h), so two handles would have none. Where the system
 * does not list the descriptors the answer is no.
 */
static bool is_open_here(const char *path)
{
    char users[PATH_MAX];
    struct stat wanted, held;
    if (snprintf(users, sizeof(users), "%s/users", path) >= (int)sizeof(users) ||
        stat(users, &wanted) < 0)
        return false;
    DIR *descriptors = opendir("/proc/self/fd");
    bool found = false;
    for (struct dirent *one; descriptors != NULL && !found && (one = readdir(descriptors)) != NULL;)
        found = fstat(atoi(one->d_name), &held) == 0 && held.st_dev == wanted.st_dev &&
                held.st_ino == wanted.st_ino;
    if (descriptors != NULL)
        closedir(descriptors);
    return found;
}

int solve_store_open(const char *path, const struct solve_store_options *options,
                     struct solve_store **ret_store, struct solve_error *err)
{
    static const struct solve_store_options defaults;
    struct error why = {""};
    if (options == NULL)
        options = &defaults;
    if (path == NULL || ret_store == NULL)
        return library_refuse(err, -EINVAL, "no folder is given");
    if ((options->request == NULL) != (options->game == NULL))
        return library_refuse(err, -EINVAL, "a run is a request and a game: wanted both or none");
    if (options->request != NULL &&
        (library_check_solvable(options->game, err) < 0 ||
         (options->request->asks &&
          solve_claim_check(&options->request->asked, options->game->rules, err) < 0)))
        return -EINVAL;
    if (is_open_here(path))
        return library_refuse(err, -EBUSY, "this process has opened it already: wanted one handle");
    struct solve_store *store = calloc(1, sizeof(*store));
    if (store == NULL)
        return library_refuse(err, -ENOMEM, "out of memory");
    int r = open_store(path, options, &store->store, &why);
    if (r < 0) {
        free(store);
        return library_fail(err, r, &why);
    }
    store->reading = (options->flags & SOLVE_STORE_READ) != 0;
    *ret_store = store;
    return 0;
}

int solve_store_close(struct solve_store *store, struct solve_error *err)
{
    struct error why = {""};
    if (store == NULL)
        return 0;
    int r = store_close(store->store, &why);
    free(store);
    return r < 0 ? library_fail(err, r, &why) : 0;
}

void solve_store_finish(struct solve_store *store)
{
    store_finish(library_store(store));
}

const char *solve_store_notice(struct solve_store *store)
{
    return store != NULL ? store_notice(store->store) : NULL;
}

const char *solve_store_failure(struct solve_store *store)
{
    return store != NULL ? store_failure(store->store) : NULL;
}

/* Refuses games of which no store has anything. */
static int check_kept(const struct solve_game *game, struct solve_error *err)
{
    int r = library_check_solvable(game, err);
    if (r == 0 && ruleset_value(&game->rules->ruleset, &field_first_pass) != FIRST_PASS_NONE)
        r = library_refuse(err, -EINVAL, "no store has anything under %s", game->rules->text);
    return r;
}

int solve_store_query(struct solve_store *store, const struct solve_game *game,
                      int komi_half_points, struct solve_result **ret_result,
                      struct solve_error *err)
{
    struct analysis analysis;
    if (store == NULL || game == NULL || ret_result == NULL || komi_half_points < -SOLVE_KOMI_MAX ||
        komi_half_points > SOLVE_KOMI_MAX)
        return library_refuse(err, -EINVAL, "a query wants a store, a game and a komi");
    int r = check_kept(game, err);
    if (r < 0)
        return r;
    r = store_query(store->store, &game->game, komi_half_points, &analysis);
    if (r == 0)
        r = library_wrap_result(game, &analysis, NULL, 0, ret_result);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}

/* --- claims that were proved elsewhere --- */

static int claim_margin(int margin)
{
    if (margin >= CLAIM_INFINITE)
        return MARGIN_INFINITE;
    return margin <= -CLAIM_INFINITE ? -MARGIN_INFINITE : margin;
}

/* The next margin, as far as there is one. */
static int beside(int margin, int step)
{
    bool infinite = margin == MARGIN_INFINITE || margin == -MARGIN_INFINITE;
    return infinite ? margin : margin + step;
}

/* What a claim says. Without pairs lower and upper are one number. */
static struct bounds claimed_bounds(const struct solve_store_claim *claim, bool pairs)
{
    struct bounds bounds = bounds_unknown();
    int margin = claim_margin(claim->margin);
    bool white = claim->player == 1;
    if (white && !claim->denies)
        bounds.upper_max = margin;
    else if (white)
        bounds.lower_max = beside(margin, -1);
    else if (!claim->denies)
        bounds.lower_min = margin;
    else
        bounds.upper_min = beside(margin, 1);
    bounds_order(&bounds);
    if (!pairs && white)
        bounds.upper_max = bounds.lower_max;
    else if (!pairs)
        bounds.lower_min = bounds.upper_min;
    return bounds;
}

/* Refuses what is no claim, or of a game that no store has. */
static int check_claim(const struct solve_store *store, const struct solve_game *game,
                       int komi_half_points, const struct solve_store_claim *claim,
                       struct solve_error *err)
{
    if (store == NULL || game == NULL || claim == NULL || claim->player < 0 || claim->player > 1 ||
        komi_half_points < -SOLVE_KOMI_MAX || komi_half_points > SOLVE_KOMI_MAX)
        return library_refuse(err, -EINVAL, "wanted a store, a game, a komi and a claim");
    return check_kept(game, err);
}

int solve_store_add_claim(struct solve_store *store, const struct solve_game *game,
                          int komi_half_points, const struct solve_store_claim *claim,
                          struct solve_error *err)
{
    const char *why = "out of memory";
    int r = check_claim(store, game, komi_half_points, claim, err);
    if (r < 0)
        return r;
    if (!store_saves(store->store))
        return library_refuse(err, -EINVAL, "the store is open only to read, or for one run");
    const struct bounds bounds = claimed_bounds(claim, game->rules->model.pairs);
    r = root_add(store->store, &game->game, komi_half_points, &bounds, &why);
    return r < 0 ? library_refuse(err, r == -EBADMSG ? -EINVAL : r, "%s", why) : 0;
}

int solve_store_tells_claim(struct solve_store *store, const struct solve_game *game,
                            int komi_half_points, const struct solve_store_claim *claim,
                            struct solve_error *err)
{
    struct analysis analysis;
    int r = check_claim(store, game, komi_half_points, claim, err);
    if (r < 0)
        return r;
    if (store_query(store->store, &game->game, komi_half_points, &analysis) < 0)
        return library_refuse(err, -ENOMEM, "out of memory");
    /* Of the two numbers the one that the claim is about. */
    const struct bounds claimed = claimed_bounds(claim, true);
    struct bounds known = analysis.bounds;
    analysis_release(&analysis);
    bounds_order(&known);
    return known.lower_min >= claimed.lower_min && known.lower_max <= claimed.lower_max &&
           known.upper_min >= claimed.upper_min && known.upper_max <= claimed.upper_max;
}
