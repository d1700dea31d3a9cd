/* Ranks over MPI: the module that ranks/module.h describes. Nothing else of the project is in it.
 */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ranks/module.h"

/* A message that is not sent yet. */
struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    void *bytes;
};

/* An exchange. Receives are begun when it is known how large the message is. */
struct under_way {
    MPI_Request *requests;  /* [2 * size]: what is received, what is sent */
    struct ranks_bytes *in; /* [size] */
    uint8_t **room;         /* [size]: where it is received */
    size_t *room_size;      /* [size] */
    int to_come;            /* messages that are not there yet */
    unsigned round;         /* a rank may be one ahead */
    bool active;
};

static struct {
    MPI_Comm exchanges, messages; /* apart: a receive from anybody takes no part of an exchange */
    int rank, size;
    struct under_way slots[RANKS_SLOTS];
    struct outgoing *outgoing;
} ranks;

/* The messages of a round are told from those of the next. */
static int exchange_tag(int slot)
{
    return slot * 2 + (int)(ranks.slots[slot].round & 1);
}

static int checked(int code)
{
    return code == MPI_SUCCESS ? 0 : -EIO;
}

static int say(char *text, size_t room, int code)
{
    char what[MPI_MAX_ERROR_STRING];
    int length = 0;
    if (MPI_Error_string(code, what, &length) != MPI_SUCCESS)
        length = 0;
    snprintf(text, room, "%.*s", length, what);
    return -EIO;
}

static int prepare_slot(struct under_way *way)
{
    size_t size = (size_t)ranks.size;
    way->requests = malloc(2 * size * sizeof(*way->requests));
    way->in = calloc(size, sizeof(*way->in));
    way->room = calloc(size, sizeof(*way->room));
    way->room_size = calloc(size, sizeof(*way->room_size));
    if (way->requests == NULL || way->in == NULL || way->room == NULL || way->room_size == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < 2 * size; i++)
        way->requests[i] = MPI_REQUEST_NULL;
    return 0;
}

static int prepare(void)
{
    int r = 0;
    for (int slot = 0; slot < RANKS_SLOTS && r == 0; slot++)
        r = prepare_slot(&ranks.slots[slot]);
    return r;
}

static void release_slot(struct under_way *way)
{
    for (int from = 0; from < ranks.size; from++)
        free(way->room[from]);
    free(way->room_size);
    free(way->room);
    free(way->in);
    free(way->requests);
}

static int mpi_begin(int *ret_rank, int *ret_size, char *ret_text, size_t room)
{
    int given;
    int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given);
    if (code != MPI_SUCCESS)
        return say(ret_text, room, code);
    if (given < MPI_THREAD_SERIALIZED) {
        snprintf(ret_text, room, "this MPI serves no program with threads");
        return -EIO;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Comm_dup(MPI_COMM_WORLD, &ranks.exchanges);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_dup(MPI_COMM_WORLD, &ranks.messages);
    if (code != MPI_SUCCESS)
        return say(ret_text, room, code);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.size);
    int r = prepare();
    if (r < 0) {
        snprintf(ret_text, room, "out of memory");
        return r;
    }
    *ret_rank = ranks.rank;
    *ret_size = ranks.size;
    return 0;
}

/* Forgets the messages that are sent by now; waits for all if wanted. */
static int sweep_outgoing(bool wait)
{
    int r = 0;
    for (struct outgoing **at = &ranks.outgoing; *at != NULL;) {
        struct outgoing *one = *at;
        int done = 1;
        int code = wait ? MPI_Wait(&one->request, MPI_STATUS_IGNORE)
                        : MPI_Test(&one->request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS)
            r = -EIO;
        if (!done && code == MPI_SUCCESS) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one->bytes);
        free(one);
    }
    return r;
}

static void mpi_end(void)
{
    sweep_outgoing(true);
    for (int slot = 0; slot < RANKS_SLOTS; slot++)
        release_slot(&ranks.slots[slot]);
    MPI_Comm_free(&ranks.exchanges);
    MPI_Comm_free(&ranks.messages);
    MPI_Finalize();
}

static void mpi_abort(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

static MPI_Op operation(enum ranks_fold fold)
{
    switch (fold) {
    case RANKS_LEAST:
        return MPI_MIN;
    case RANKS_GREATEST:
        return MPI_MAX;
    case RANKS_OR:
        return MPI_BOR;
    case RANKS_SUM:
        break;
    }
    return MPI_SUM;
}

/* Waits while another rank is at work. For a short time it only looks again, which is quickest;
 * then it leaves the core to others. */
#define SPIN_NANOSECONDS 200000
#define SLEEP_NANOSECONDS 20000

static void wait_a_little(const struct timespec *began)
{
    struct timespec now, pause = {.tv_nsec = SLEEP_NANOSECONDS};
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long waited = (now.tv_sec - began->tv_sec) * 1000000000ll + now.tv_nsec - began->tv_nsec;
    if (waited < SPIN_NANOSECONDS)
        sched_yield();
    else
        nanosleep(&pause, NULL);
}

/* Waits for the end of what was begun with that code. */
static int wait_for(int code, MPI_Request *request)
{
    struct timespec began;
    int done = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    while (code == MPI_SUCCESS) {
        code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            break;
        wait_a_little(&began);
    }
    return checked(code);
}

/* MPI counts by int: more goes in parts. */
#define PART ((size_t)1 << 28)

static int mpi_reduce(uint64_t *values, size_t count, enum ranks_fold fold)
{
    MPI_Request request;
    int r = 0;
    for (size_t done = 0; done < count && r == 0; done += PART) {
        size_t part = count - done < PART ? count - done : PART;
        int code = MPI_Iallreduce(MPI_IN_PLACE, values + done, (int)part, MPI_UINT64_T,
                                  operation(fold), ranks.exchanges, &request);
        r = wait_for(code, &request);
    }
    return r;
}

static int mpi_broadcast(void *bytes, size_t size, int from)
{
    MPI_Request request;
    int r = 0;
    for (size_t done = 0; done < size && r == 0; done += PART) {
        size_t part = size - done < PART ? size - done : PART;
        int code =
            MPI_Ibcast((char *)bytes + done, (int)part, MPI_BYTE, from, ranks.exchanges, &request);
        r = wait_for(code, &request);
    }
    return r;
}

static int mpi_barrier(void)
{
    MPI_Request request;
    return wait_for(MPI_Ibarrier(ranks.exchanges, &request), &request);
}

static int mpi_exchange_begin(int slot, const void *const *out, const size_t *out_sizes)
{
    struct under_way *way = &ranks.slots[slot];
    way->round++;
    way->to_come = ranks.size - 1;
    way->active = true;
    /* Each begins with its neighbour, so that not all send to the same one at first. */
    for (int i = 1; i < ranks.size; i++) {
        int to = (ranks.rank + i) % ranks.size;
        if (MPI_Isend(out[to], (int)out_sizes[to], MPI_BYTE, to, exchange_tag(slot),
                      ranks.exchanges, &way->requests[ranks.size + to]) != MPI_SUCCESS)
            return -EIO;
    }
    return 0;
}

/* Begins to receive a message that is there. */
static int begin_receive(struct under_way *way, MPI_Message *message, const MPI_Status *status)
{
    int from = status->MPI_SOURCE, count;
    if (MPI_Get_count(status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0)
        return -EIO;
    size_t size = (size_t)count;
    if (size > way->room_size[from]) {
        size_t wanted = size + size / 4;
        uint8_t *room = malloc(wanted);
        if (room == NULL)
            return -ENOMEM;
        free(way->room[from]);
        way->room[from] = room;
        way->room_size[from] = wanted;
    }
    way->in[from] = (struct ranks_bytes){way->room[from], size};
    way->to_come--;
    return checked(MPI_Imrecv(way->room[from], count, MPI_BYTE, message, &way->requests[from]));
}

/* Begins to receive what is there. */
static int receive_some(int slot)
{
    struct under_way *way = &ranks.slots[slot];
    int r = 0, there = 1;
    while (way->to_come > 0 && there && r == 0) {
        MPI_Message message;
        MPI_Status status;
        if (MPI_Improbe(MPI_ANY_SOURCE, exchange_tag(slot), ranks.exchanges, &there, &message,
                        &status) != MPI_SUCCESS)
            return -EIO;
        if (there)
            r = begin_receive(way, &message, &status);
    }
    return r;
}

static int mpi_exchange_poll(int slot)
{
    struct under_way *way = &ranks.slots[slot];
    int done;
    if (!way->active)
        return 1;
    int r = receive_some(slot);
    if (r < 0)
        return r;
    if (MPI_Testall(2 * ranks.size, way->requests, &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS)
        return -EIO;
    if (!done || way->to_come > 0)
        return 0;
    way->active = false;
    return 1;
}

static int mpi_exchange_end(int slot, const struct ranks_bytes **ret_in)
{
    struct timespec began;
    int r = mpi_exchange_poll(slot);
    clock_gettime(CLOCK_MONOTONIC, &began);
    while (r == 0) {
        wait_a_little(&began);
        r = mpi_exchange_poll(slot);
    }
    *ret_in = ranks.slots[slot].in;
    return r < 0 ? r : 0;
}

static int mpi_send(int to, int tag, void *bytes, size_t size)
{
    int r = sweep_outgoing(false);
    struct outgoing *one = malloc(sizeof(*one));
    if (one == NULL || r < 0) {
        free(one);
        return r < 0 ? r : -ENOMEM;
    }
    if (MPI_Isend(bytes, (int)size, MPI_BYTE, to, tag, ranks.messages, &one->request) !=
        MPI_SUCCESS) {
        free(one);
        return -EIO;
    }
    one->bytes = bytes;
    one->next = ranks.outgoing;
    ranks.outgoing = one;
    return 0;
}

static int mpi_receive(struct ranks_message *ret_message)
{
    MPI_Message message;
    MPI_Status status;
    int there, size;
    int r = sweep_outgoing(false);
    if (r < 0)
        return r;
    if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks.messages, &there, &message, &status) !=
        MPI_SUCCESS)
        return -EIO;
    if (!there)
        return 0;
    if (MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS || size < 0)
        return -EIO;
    void *bytes = size > 0 ? malloc((size_t)size) : NULL;
    if (bytes == NULL && size > 0)
        return -ENOMEM;
    if (MPI_Mrecv(bytes, size, MPI_BYTE, &message, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        free(bytes);
        return -EIO;
    }
    *ret_message = (struct ranks_message){status.MPI_SOURCE, status.MPI_TAG, bytes, (size_t)size};
    return 1;
}

extern const struct ranks_module ranks_module;
const struct ranks_module ranks_module = {
    .version = RANKS_MODULE_VERSION,
    .begin = mpi_begin,
    .end = mpi_end,
    .abort = mpi_abort,
    .reduce = mpi_reduce,
    .broadcast = mpi_broadcast,
    .barrier = mpi_barrier,
    .exchange_begin = mpi_exchange_begin,
    .exchange_poll = mpi_exchange_poll,
    .exchange_end = mpi_exchange_end,
    .send = mpi_send,
    .receive = mpi_receive,
};
