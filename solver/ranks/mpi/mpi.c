/* Ranks over MPI: the module that ranks/module.h describes. Nothing else of the project is in it.
 */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranks/module.h"

/* A message that is not sent yet. */
struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    void *bytes;
};

/* An exchange: first what is received, then what is sent. */
struct under_way {
    MPI_Request *requests; /* [2 * size] */
    size_t *in_sizes;
    bool active;
};

static struct {
    MPI_Comm exchanges, messages; /* apart: a receive from anybody takes no part of an exchange */
    int rank, size;
    struct under_way slots[RANKS_SLOTS];
    MPI_Status *statuses; /* [2 * size] */
    struct outgoing *outgoing;
} ranks;

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

static int prepare(void)
{
    ranks.statuses = malloc(2 * (size_t)ranks.size * sizeof(*ranks.statuses));
    if (ranks.statuses == NULL)
        return -ENOMEM;
    for (int slot = 0; slot < RANKS_SLOTS; slot++) {
        struct under_way *one = &ranks.slots[slot];
        one->requests = malloc(2 * (size_t)ranks.size * sizeof(MPI_Request));
        if (one->requests == NULL)
            return -ENOMEM;
        for (int i = 0; i < 2 * ranks.size; i++)
            one->requests[i] = MPI_REQUEST_NULL;
    }
    return 0;
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
        free(ranks.slots[slot].requests);
    free(ranks.statuses);
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

/* MPI counts by int: more goes in parts. */
#define PART ((size_t)1 << 28)

static int mpi_reduce(uint64_t *values, size_t count, enum ranks_fold fold)
{
    int r = 0;
    for (size_t done = 0; done < count && r == 0; done += PART) {
        size_t part = count - done < PART ? count - done : PART;
        r = checked(MPI_Allreduce(MPI_IN_PLACE, values + done, (int)part, MPI_UINT64_T,
                                  operation(fold), ranks.exchanges));
    }
    return r;
}

static int mpi_broadcast(void *bytes, size_t size, int from)
{
    int r = 0;
    for (size_t done = 0; done < size && r == 0; done += PART) {
        size_t part = size - done < PART ? size - done : PART;
        r = checked(MPI_Bcast((char *)bytes + done, (int)part, MPI_BYTE, from, ranks.exchanges));
    }
    return r;
}

static int mpi_barrier(void)
{
    return checked(MPI_Barrier(ranks.exchanges));
}

static int mpi_exchange_begin(int slot, const struct ranks_exchange *exchange)
{
    struct under_way *way = &ranks.slots[slot];
    way->in_sizes = exchange->in_sizes;
    way->active = true;
    for (int i = 1; i < ranks.size; i++) {
        int from = (ranks.rank + ranks.size - i) % ranks.size;
        if (MPI_Irecv(exchange->in[from], (int)exchange->room, MPI_BYTE, from, slot,
                      ranks.exchanges, &way->requests[from]) != MPI_SUCCESS)
            return -EIO;
    }
    /* Each begins with its neighbour, so that not all send to the same one at first. */
    for (int i = 1; i < ranks.size; i++) {
        int to = (ranks.rank + i) % ranks.size;
        if (MPI_Isend(exchange->out[to], (int)exchange->out_sizes[to], MPI_BYTE, to, slot,
                      ranks.exchanges, &way->requests[ranks.size + to]) != MPI_SUCCESS)
            return -EIO;
    }
    return 0;
}

static int note_sizes(struct under_way *way)
{
    for (int from = 0; from < ranks.size; from++) {
        int count;
        if (from == ranks.rank)
            continue;
        if (MPI_Get_count(&ranks.statuses[from], MPI_BYTE, &count) != MPI_SUCCESS || count < 0)
            return -EIO;
        way->in_sizes[from] = (size_t)count;
    }
    way->active = false;
    return 0;
}

static int mpi_exchange_poll(int slot)
{
    struct under_way *way = &ranks.slots[slot];
    int done;
    if (!way->active)
        return 1;
    if (MPI_Testall(2 * ranks.size, way->requests, &done, ranks.statuses) != MPI_SUCCESS)
        return -EIO;
    if (!done)
        return 0;
    int r = note_sizes(way);
    return r < 0 ? r : 1;
}

static int mpi_exchange_end(int slot)
{
    struct under_way *way = &ranks.slots[slot];
    if (!way->active)
        return 0;
    if (MPI_Waitall(2 * ranks.size, way->requests, ranks.statuses) != MPI_SUCCESS)
        return -EIO;
    return note_sizes(way);
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
