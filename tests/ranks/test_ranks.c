/*
 * What ranks do together, checked on each: reductions, broadcasts, agreement, exchanges of several
 * slots at once, messages.
 *
 * usage: test_ranks [abort RANK | fail RANK | hang | near COUNT]
 *
 * near: so many ranks one after the other can read each other's memory; all without it. abort: that
 * rank ends all; fail: it alone has an error, which all are to learn; hang: waits to be killed.
 * Exit 1 if something is wrong, after a line on stderr.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ranks/near.h"
#include "ranks/ranks.h"

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ranks_abort(1, #condition);                                                            \
    } while (0)

static void check_folds(void)
{
    uint64_t own = (uint64_t)ranks_rank(), size = (uint64_t)ranks_size();
    uint64_t values[2] = {own + 1, UINT64_C(1) << (own % 64)};
    MUST(ranks_reduce(values, 2, RANKS_SUM) == 0 && values[0] == size * (size + 1) / 2);
    values[0] = UINT64_MAX - own;
    MUST(ranks_reduce(values, 1, RANKS_LEAST) == 0 && values[0] == UINT64_MAX - (size - 1));
    values[0] = UINT64_MAX - own;
    MUST(ranks_reduce(values, 1, RANKS_GREATEST) == 0 && values[0] == UINT64_MAX);
    values[0] = UINT64_C(1) << own;
    MUST(ranks_reduce(values, 1, RANKS_OR) == 0 && values[0] == (UINT64_C(1) << size) - 1);
    char text[100] = "";
    if (own == 0)
        strcpy(text, "from rank 0");
    MUST(ranks_broadcast(text, sizeof(text)) == 0 && strcmp(text, "from rank 0") == 0);
    MUST(ranks_barrier() == 0);
}

static void check_agreement(int failing)
{
    struct error err = {""};
    bool fails = ranks_rank() >= failing;
    int r = fails ? error_set(&err, -EDOM - ranks_rank(), "rank %d has failed", ranks_rank()) : 0;
    char wanted[40];
    snprintf(wanted, sizeof(wanted), "rank %d has failed", failing);
    MUST(ranks_agree(r, &err) == -EDOM - failing && strcmp(err.text, wanted) == 0);
    MUST(ranks_agree(0, NULL) == 0);
}

/* The byte at a place of the message of that round. */
static uint8_t made(int from, int to, int round, size_t at)
{
    return (uint8_t)(from * 31 + to * 7 + round * 3 + (int)(at % 251));
}

static size_t made_size(int from, int to, int round, size_t room)
{
    return (size_t)(from * 7919 + to * 104729 + round * 1299709) % (room + 1);
}

#define ROOM ((size_t)100000)
#define FLYING 3

struct flight {
    void **out;
    size_t *sizes;
};

static struct flight begin_flight(int slot, int round)
{
    size_t size = (size_t)ranks_size();
    struct flight flight = {malloc(size * sizeof(void *)), malloc(size * sizeof(size_t))};
    for (int to = 0; to < ranks_size(); to++) {
        flight.sizes[to] = made_size(ranks_rank(), to, round, ROOM);
        flight.out[to] = malloc(ROOM);
        for (size_t i = 0; i < flight.sizes[to]; i++)
            ((uint8_t *)flight.out[to])[i] = made(ranks_rank(), to, round, i);
    }
    MUST(ranks_exchange_begin(slot, (const void *const *)flight.out, flight.sizes) == 0);
    return flight;
}

static void end_flight(int slot, int round, struct flight *flight)
{
    const struct ranks_bytes *in;
    MUST(ranks_exchange_poll(slot) >= 0);
    MUST(ranks_exchange_end(slot, &in) == 0);
    for (int from = 0; from < ranks_size(); from++) {
        size_t size = from == ranks_rank() ? 0 : made_size(from, ranks_rank(), round, ROOM);
        MUST(in[from].size == size);
        for (size_t i = 0; i < size; i++)
            MUST(in[from].bytes[i] == made(from, ranks_rank(), round, i));
        free(flight->out[from]);
    }
    free(flight->out);
    free(flight->sizes);
}

static void check_exchanges(void)
{
    struct flight flying[FLYING];
    for (int round = 0; round < 20 + FLYING; round++) {
        if (round >= FLYING)
            end_flight(round % FLYING, round - FLYING, &flying[round % FLYING]);
        if (round < 20)
            flying[round % FLYING] = begin_flight(round % FLYING, round);
    }
}

/* Everybody sends everybody some; those of one sender arrive in order, and whole. */
#define EACH 40

static void check_messages(void)
{
    int size = ranks_size(), *next = calloc((size_t)size, sizeof(*next));
    struct ranks_message message;
    for (int round = 0; round < EACH; round++)
        for (int to = 0; to < size; to++) {
            size_t length = made_size(ranks_rank(), to, round, ROOM) * (size_t)(round % 4 > 0);
            uint8_t *bytes = malloc(ROOM);
            for (size_t i = 0; i < length; i++)
                bytes[i] = made(ranks_rank(), to, round, i);
            MUST(ranks_send(to, round, bytes, length) == 0);
            free(bytes);
        }
    for (int left = EACH * size; left > 0; left--) {
        MUST(ranks_receive(20, &message) == 1);
        MUST(message.tag == next[message.from]++);
        size_t length = made_size(message.from, ranks_rank(), message.tag, ROOM) *
                        (size_t)(message.tag % 4 > 0);
        MUST(message.size == length && (message.bytes == NULL) == (length == 0));
        for (size_t i = 0; i < length; i++)
            MUST(((uint8_t *)message.bytes)[i] == made(message.from, ranks_rank(), message.tag, i));
        free(message.bytes);
    }
    MUST(ranks_barrier() == 0);
    MUST(ranks_receive(0, &message) == 0);
    MUST(ranks_send(0, 0, "", RANKS_MESSAGE_MAX + 1) == -EMSGSIZE);
    free(next);
}

#define LENT 2

/* Each lends a text of its own and a file that is none; the near ones read it. */
static void check_near(int group)
{
    int size = ranks_size(), rank = ranks_rank(), first = rank / group * group;
    int end = first + group < size ? first + group : size;
    int *opened = malloc((size_t)size * LENT * sizeof(*opened));
    char text[40], wanted[40];
    int files[LENT] = {memfd_create("lent", 0), -1};
    snprintf(text, sizeof(text), "of rank %d", rank);
    MUST(write(files[0], text, sizeof(text)) == sizeof(text));
    MUST(near_count() == end - first);
    MUST(near_open(files, LENT, opened) == 0);
    close(files[0]);
    for (int from = 0; from < size; from++) {
        bool is_near = from != rank && from >= first && from < end;
        MUST((opened[from * LENT] >= 0) == is_near && opened[from * LENT + 1] == -1);
        if (!is_near)
            continue;
        snprintf(wanted, sizeof(wanted), "of rank %d", from);
        MUST(pread(opened[from * LENT], text, sizeof(text), 0) == sizeof(text));
        MUST(strcmp(text, wanted) == 0);
        close(opened[from * LENT]);
    }
    free(opened);
}

int main(int argc, char **argv)
{
    struct error err;
    const char *what = argc > 1 ? argv[1] : "";
    int chosen = argc > 2 ? atoi(argv[2]) : 0;
    if (ranks_begin(&err) < 0) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    MUST(ranks_begin(&err) == 0);
    MUST(ranks_launched_size() == ranks_size() && ranks_launched_rank() == ranks_rank());
    if (strcmp(what, "abort") == 0 && ranks_rank() == chosen)
        ranks_abort(3, "this one has enough");
    if (strcmp(what, "abort") == 0 || strcmp(what, "hang") == 0) {
        printf("%d\n", (int)getpid());
        fflush(stdout);
        for (;;)
            ranks_barrier(), usleep(1000);
    }
    check_folds();
    check_agreement(0);
    check_agreement(ranks_size() - 1);
    check_exchanges();
    check_messages();
    check_near(strcmp(what, "near") == 0 ? chosen : ranks_size());
    uint64_t sent = ranks_bytes_sent();
    MUST((sent > 0) == (ranks_size() > 1));
    if (ranks_rank() == 0)
        printf("%d ranks\n", ranks_size());
    ranks_end();
    MUST(ranks_size() == 1);
    return 0;
}
