/* Complete games, counted. */
#include "count/games/count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "library/handles.h"
#include "store/store.h"

_Static_assert((int)SOLVE_COUNT_EXACT == COUNT_EXACT && (int)SOLVE_COUNT_ENDLESS == COUNT_ENDLESS &&
                   (int)SOLVE_COUNT_STOPPED == COUNT_STOPPED,
               "solve.h has other verdicts");

struct solve_count {
    enum count_verdict verdict;
    enum stop_reason stop;
    char *games;      /* decimal digits; NULL: not known */
    char **of_length; /* the same by length; NULL: no lengths were wanted */
    size_t lengths;   /* the longest game has one less */
    struct solve_count_work work;
};

/* Decimal digits; the caller frees them. NULL: no memory. */
static char *digits_of(const mpz_t number)
{
    char *digits = malloc(mpz_sizeinbase(number, 10) + 2);
    return digits != NULL ? mpz_get_str(digits, 10, number) : NULL;
}

/* Copies the numbers out. Returns 0 or -ENOMEM. */
static int take_tally(struct solve_count *count, const struct tally *tally)
{
    count->games = digits_of(tally->games);
    if (count->games == NULL)
        return -ENOMEM;
    if (tally->lengths == 0)
        return 0;
    count->of_length = calloc(tally->lengths, sizeof(*count->of_length));
    if (count->of_length == NULL)
        return -ENOMEM;
    for (; count->lengths < tally->lengths; count->lengths++) {
        char *digits = digits_of(tally->of_length[count->lengths]);
        if (digits == NULL)
            return -ENOMEM;
        count->of_length[count->lengths] = digits;
    }
    return 0;
}

static int count_into(struct solve_count *count, const struct solve_request *request,
                      const struct solve_game *game, enum solve_length lengths)
{
    struct library_listener listener;
    struct limits limits = library_limits(request);
    struct count_run run = {
        .limits = &limits,
        .measure = lengths == SOLVE_LENGTH_TURNS ? ARENA_TURNS : ARENA_STONES,
        .lengths = lengths != SOLVE_LENGTH_NONE,
        .method = "none",
    };
    struct store *store = library_store(request->store);
    struct tally tally;
    limits.threads = request->threads;
    run.store = store_count_store(store);
    if (run.store != NULL) {
        size_t capacity = store_set_capacity(store, limits.max_bytes);
        if (limits.max_bytes != 0)
            limits.max_bytes -= capacity;
    }
    library_listen(request, game, &listener, &limits);
    int r = count_games(&game->game, &run, &tally, &count->verdict);
    if (r == 0 && count->verdict == COUNT_EXACT) {
        r = take_tally(count, &tally);
        tally_release(&tally);
    }
    count->stop = count->verdict == COUNT_STOPPED ? run.stop : STOP_NONE;
    count->work = (struct solve_count_work){
        .nodes = run.nodes,
        .entries = run.entries,
        .bytes = run.bytes,
        .seconds = clock_now() - listener.started,
        .threads = request->threads,
        .method = run.method,
    };
    return r;
}

int solve_request_count(const struct solve_request *request, const struct solve_game *game,
                        enum solve_length lengths, struct solve_count **ret_count,
                        struct solve_error *err)
{
    if (request == NULL || game == NULL || ret_count == NULL ||
        (int)lengths < (int)SOLVE_LENGTH_NONE || (int)lengths > (int)SOLVE_LENGTH_TURNS)
        return library_refuse(err, -EINVAL, "a count wants a request, a game and a kind of length");
    int r = library_check_points(game, "counting games", err);
    if (r < 0)
        return r;
    struct solve_count *count = calloc(1, sizeof(*count));
    if (count == NULL)
        return library_refuse(err, -ENOMEM, "out of memory");
    r = count_into(count, request, game, lengths);
    if (r < 0) {
        solve_count_free(count);
        return library_refuse(err, r, "counting games on %s under %s: %s", game->board->graph->name,
                              game->rules->text, r == -ENOMEM ? "out of memory" : strerror(-r));
    }
    *ret_count = count;
    return 0;
}

void solve_count_free(struct solve_count *count)
{
    if (count == NULL)
        return;
    for (size_t i = 0; i < count->lengths; i++)
        free(count->of_length[i]);
    free(count->of_length);
    free(count->games);
    free(count);
}

enum solve_count_verdict solve_count_verdict(const struct solve_count *count)
{
    return count != NULL ? (enum solve_count_verdict)count->verdict : SOLVE_COUNT_STOPPED;
}

enum solve_stop solve_count_stop(const struct solve_count *count)
{
    return count != NULL ? library_stop_out(count->stop) : SOLVE_STOP_NONE;
}

const char *solve_count_games(const struct solve_count *count)
{
    return count != NULL ? count->games : NULL;
}

const char *solve_count_games_of_length(const struct solve_count *count, size_t length)
{
    if (count == NULL || count->of_length == NULL)
        return NULL;
    return length < count->lengths ? count->of_length[length] : "0";
}

int solve_count_extremes(const struct solve_count *count, size_t *ret_shortest, size_t *ret_longest)
{
    size_t shortest = 0;
    if (count == NULL || ret_shortest == NULL || ret_longest == NULL)
        return -EINVAL;
    if (count->of_length == NULL)
        return -ENOENT;
    while (shortest + 1 < count->lengths && strcmp(count->of_length[shortest], "0") == 0)
        shortest++;
    *ret_shortest = shortest;
    *ret_longest = count->lengths - 1;
    return 0;
}

int solve_count_work(const struct solve_count *count, struct solve_count_work *ret_work)
{
    if (count == NULL || ret_work == NULL)
        return -EINVAL;
    *ret_work = count->work;
    return 0;
}
