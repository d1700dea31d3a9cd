/*
 * Sweeps over what all ranks of a machine hold, where each sees all of it (dense/mates.h).
 *
 * Ranks work as threads do: each claims the next lines down, whoever holds them, and looks at their
 * boards. So none waits for another before the end of a sweep, and they stay side by side.
 *
 * How many are claimed is a counter that all see. Of two, one serves the odd sweeps, one the even
 * ones, and each is 0 again before its sweep begins: a rank ends a sweep when all have ended it, so
 * during it nobody looks at the other counter.
 */
#include "dense/sweeper.h"

#include <errno.h>

#include "base/clock.h"

/* Claims of a block that ranks deal out. */
#define BLOCK_CLAIMS (DENSE_BLOCK_LINES / SWEEPER_CHUNK_LINES)

/* The lines of a claim. */
struct mates_claim {
    uint32_t rank;      /* who holds them */
    uint64_t from, end; /* among those that he holds; there may be none */
};

/* Claims are told from the top, of so many. */
static struct mates_claim claim_lines(const struct dense_mates *mates, struct dense_share share,
                                      uint64_t claim, uint64_t all)
{
    uint64_t up = all - 1 - claim, block = up / BLOCK_CLAIMS;
    struct mates_claim lines = {.rank = (uint32_t)(block % share.ranks)};
    uint64_t held = mates->of[lines.rank].index.line_count;
    lines.from = block / share.ranks * DENSE_BLOCK_LINES + up % BLOCK_CLAIMS * SWEEPER_CHUNK_LINES;
    lines.end = lines.from + SWEEPER_CHUNK_LINES < held ? lines.from + SWEEPER_CHUNK_LINES : held;
    return lines;
}

/* Claims so many times, with all threads, while there is anything; returns how often all ranks have
 * claimed by now. */
static uint64_t sweep_claims(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                             uint64_t *claimed, uint64_t all, uint64_t count,
                             struct dense_progress *progress)
{
    struct dense_share share = kind->game->index->share;
    uint64_t done = 0, looked = 0, changed = 0, plays = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(how->work.threads) \
    if (how->work.threads > 1) reduction(+ : done, looked, changed, plays)
#endif
    for (uint64_t i = 0; i < count; i++) {
        if (__atomic_load_n(claimed, __ATOMIC_RELAXED) >= all)
            continue;
        uint64_t claim = __atomic_fetch_add(claimed, 1, __ATOMIC_RELAXED);
        if (claim >= all)
            continue;
        struct mates_claim lines = claim_lines(how->mates, share, claim, all);
        struct sweeper_counts counts;
        if (lines.from >= lines.end)
            continue;
        sweeper_chunk(&kind->of_mates[lines.rank], NULL, how->mates, lines.from, lines.end, NULL,
                      &counts);
        done += counts.done;
        looked += counts.looked;
        changed += counts.changed;
        plays += counts.plays;
    }
    sweeper_add(progress, &(struct sweeper_counts){done, looked, changed, plays});
    return __atomic_load_n(claimed, __ATOMIC_RELAXED);
}

int sweeper_mates_begin(const struct dense_sweeps *how)
{
    uint64_t nothing = 0;
    for (int i = 0; i < 2; i++)
        __atomic_store_n(how->mates->claimed + i, 0, __ATOMIC_RELAXED);
    /* Nobody claims before all have come so far. */
    return how->reader->sum(how->reader->arg, &nothing, 1);
}

int sweeper_mates(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                  struct dense_progress *progress)
{
    const struct dense_index *index = kind->game->index;
    uint64_t *claimed = how->mates->claimed + progress->sweep % 2;
    uint64_t *next = how->mates->claimed + (progress->sweep + 1) % 2;
    uint64_t all = (index->all_lines + DENSE_BLOCK_LINES - 1) / DENSE_BLOCK_LINES * BLOCK_CLAIMS;
    uint64_t threads = (uint64_t)how->work.threads, span = 8 * threads, now = 0, stopped = 0;
    while (now < all && stopped == 0) {
        double start = clock_now();
        now = sweep_claims(kind, how, claimed, all, span, progress);
        span = sweeper_next_span(span, threads, clock_now() - start);
        /* Whoever did how much of it: it is told as if each went over his own. */
        progress->done =
            now < all ? (uint64_t)((double)now / (double)all * (double)index->count) : index->count;
        int r = sweeper_report(how, progress);
        if (r < 0)
            return r;
        stopped = sweeper_stopped(how);
    }
    if (stopped > 0) /* nothing is left for the others, either */
        __atomic_store_n(claimed, all, __ATOMIC_RELAXED);
    if (index->share.rank == 0)
        __atomic_store_n(next, 0, __ATOMIC_RELAXED);
    int r = how->reader->sum(how->reader->arg, &stopped, 1);
    return r < 0 ? r : stopped > 0 ? -EINTR : 0;
}
