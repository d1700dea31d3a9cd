/* Games from which an estimate learns, played by all ranks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "strategy/share_message.h"

/* The slot of ranks/ranks.h that the games go by. */
#define EXCHANGE_SLOT 0
/* Nanoseconds between two looks whether others are there. */
#define PAUSE 20000

/* The games of all ranks: of a batch. */
struct share_training {
    struct estimate_company company;
    bool (*stop)(void *);
    void *arg;
    const struct ranks_bytes *parts; /* [ranks_size()]: what each has played */
    const void **out;
    size_t *out_sizes; /* [ranks_size()] */
};

/* Waits for the others' games. Where a rank is lost there will be none. */
static int wait(struct share_training *training)
{
    const struct timespec pause = {.tv_nsec = PAUSE};
    double since = clock_now();
    int r;
    while ((r = ranks_exchange_poll(EXCHANGE_SLOT)) == 0) {
        if (training->stop == NULL || !training->stop(training->arg))
            since = clock_now();
        else if (clock_now() - since > SHARE_PATIENCE)
            return -EIO;
        /* Others may need this core to come so far. */
        nanosleep(&pause, NULL);
    }
    return r < 0 ? r : ranks_exchange_end(EXCHANGE_SLOT, &training->parts);
}

static int exchange(void *arg, const void *own, size_t size)
{
    struct share_training *training = arg;
    for (int i = 0; i < ranks_size(); i++) {
        training->out[i] = own;
        training->out_sizes[i] = size;
    }
    if (share_message_is_lost())
        return -EIO;
    int r = ranks_exchange_begin(EXCHANGE_SLOT, training->out, training->out_sizes);
    if (r == 0)
        r = wait(training);
    if (r < 0)
        share_message_lose();
    return r;
}

static const void *part_of(void *arg, int number, size_t *ret_size)
{
    const struct share_training *training = arg;
    *ret_size = training->parts[number].size;
    return training->parts[number].bytes;
}

static int train(struct estimate *estimate, const struct share_train *what, int threads,
                 bool (*stop)(void *), void *arg)
{
    size_t count = (size_t)ranks_size();
    struct share_training training = {.stop = stop, .arg = arg};
    training.out = calloc(count, sizeof(*training.out));
    training.out_sizes = calloc(count, sizeof(*training.out_sizes));
    training.company =
        (struct estimate_company){ranks_rank(), ranks_size(), exchange, part_of, &training};
    int r = -ENOMEM;
    if (training.out != NULL && training.out_sizes != NULL) {
        estimate->company = &training.company;
        r = estimate_train(estimate, what->start, what->own_move != 0, what->games, threads, stop,
                           arg);
        estimate->company = NULL;
    }
    free((void *)training.out);
    free(training.out_sizes);
    return r;
}

int share_train(struct estimate *estimate, int slot, struct stone_pair start, bool own_move,
                uint32_t games, int threads, bool (*stop)(void *), void *arg)
{
    const struct share_train what = {slot, games, start, own_move, estimate->games};
    if (share_message_is_lost())
        return estimate_train(estimate, start, own_move, games, threads, stop, arg);
    if (estimate->games >= games)
        return 0;
    share_message_to_all(SHARE_TAG_TRAIN, &what, sizeof(what));
    return train(estimate, &what, threads, stop, arg);
}

/* The leader's estimate may be one that a store had, where a helper's has just been made: that
 * plays the same games alone, which come out the same. */
static int catch_up(struct estimate *estimate, const struct share_train *what, int threads)
{
    bool own_move = what->own_move != 0;
    estimate_start(estimate, what->start, own_move);
    if (estimate->games == what->from)
        return 0;
    estimate_forget(estimate);
    estimate_start(estimate, what->start, own_move);
    int r = estimate_train(estimate, what->start, own_move, what->from, threads, NULL, NULL);
    return r == 0 && estimate->games != what->from ? -EPROTO : r;
}

int share_help_train(struct estimate *estimate, int threads, const void *message, size_t size)
{
    struct share_train what;
    if (size != sizeof(what))
        return -EPROTO;
    memcpy(&what, message, sizeof(what));
    int r = catch_up(estimate, &what, threads);
    return r < 0 ? r : train(estimate, &what, threads, NULL, NULL);
}
