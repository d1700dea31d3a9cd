/* Legal positions, counted. */
#include "board/legal/count.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

/* Who is told of a count. */
struct legal_listener {
    const struct solve_request *request;
    double started; /* by clock_now() */
};

static void tell(const struct legal_progress *progress, void *arg)
{
    const struct legal_listener *listener = arg;
    struct solve_progress told = {
        .phase = SOLVE_COUNTING,
        .seconds = clock_now() - listener->started,
        .nodes = progress->followed,
        .bytes = progress->bytes,
        .entries = progress->states,
        .points_done = (uint32_t)(progress->passes_done * progress->points + progress->done),
        .points_wanted = (uint32_t)(progress->passes * progress->points),
    };
    listener->request->tell(&told, listener->request->arg);
}

static int fail(int r, const struct solve_board *board, struct solve_error *err)
{
    const char *why = r == -EINTR    ? "stopped before the end"
                      : r == -ENOSPC ? "the memory allowed is too small"
                                     : "out of memory";
    return library_refuse(err, r, "counting the legal positions of %s: %s", board->graph->name,
                          why);
}

int solve_request_count_legal(const struct solve_request *request, struct solve_board *board,
                              char **ret_digits, struct solve_error *err)
{
    if (request == NULL || board == NULL || ret_digits == NULL)
        return library_refuse(err, -EINVAL, "counting positions wants a request and a board");
    struct legal_listener listener = {request, clock_now()};
    const struct legal_watch watch = {tell, &listener};
    struct limits limits = library_limits(request);
    char *digits = NULL;
    mpz_t legal;
    mpz_init(legal);
    limits.threads = request->threads;
    int r = legal_count(board->graph, &limits, request->tell != NULL ? &watch : NULL, legal);
    if (r == 0) {
        /* The caller's free() need not be GMP's. */
        digits = malloc(mpz_sizeinbase(legal, 10) + 2);
        r = digits != NULL ? 0 : -ENOMEM;
    }
    if (r == 0)
        *ret_digits = mpz_get_str(digits, 10, legal);
    mpz_clear(legal);
    return r < 0 ? fail(r, board, err) : 0;
}
