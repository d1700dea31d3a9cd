/* Ranks: what each function does alone, and what goes to the module. */
#include "ranks/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "ranks/module.h"
#include "ranks/near.h"

/* A message of this rank to itself. */
struct own_message {
    struct own_message *next;
    struct ranks_message message;
};

static struct {
    const struct ranks_module *module; /* NULL: alone */
    int rank, size;
    uint64_t bytes_sent;
    int told_to; /* the descriptor of lines that are told in any case */
    struct own_message *first, **last;
    pthread_mutex_t lock;
} world = {
    .size = 1, .told_to = STDERR_FILENO, .last = &world.first, .lock = PTHREAD_MUTEX_INITIALIZER};

/* The number in the first of these variables that is set to one; or otherwise. */
static int read_variable(const char *const *names, int otherwise)
{
    for (; *names != NULL; names++) {
        const char *text = getenv(*names);
        if (text == NULL || text[0] < '0' || text[0] > '9')
            continue;
        char *end;
        long number = strtol(text, &end, 10);
        if (*end == '\0' && number <= 10000000)
            return (int)number;
    }
    return otherwise;
}

/* Open MPI's mpirun, then what any PMIx or PMI launcher sets. */
static const char *const rank_variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", NULL};
static const char *const size_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", NULL};
static const char *const here_variables[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", NULL};

bool ranks_launched(void)
{
    return read_variable(rank_variables, -1) >= 0;
}

int ranks_launched_rank(void)
{
    return read_variable(rank_variables, 0);
}

int ranks_launched_size(void)
{
    return read_variable(size_variables, ranks_launched() ? 0 : 1);
}

int ranks_launched_here(void)
{
    int here = read_variable(here_variables, 1);
    return here > 0 ? here : 1;
}

/* Where rank 0 has no module either it says so, and the launcher ends the others meanwhile. */
#define MODULE_SECONDS 2

/* This rank has no module, but it may be the only one: then nobody else says so. */
static void tell_alone(const struct error *err)
{
    const struct timespec pause = {.tv_sec = MODULE_SECONDS};
    if (ranks_launched_rank() > 0 && world.told_to != STDERR_FILENO && nanosleep(&pause, NULL) == 0)
        dprintf(world.told_to, "solve: rank %d: %s\n", ranks_launched_rank(), err->text);
}

int ranks_begin(struct error *err)
{
    const struct ranks_module *module;
    char text[200] = "";
    int rank, size;
    if (world.module != NULL || !ranks_launched() || ranks_launched_size() == 1)
        return 0;
    int r = module_load(&module, err);
    if (r < 0) {
        tell_alone(err);
        return r;
    }
    r = module->begin(&rank, &size, text, sizeof(text));
    if (r < 0)
        return error_set(err, r, "the ranks do not find each other: %s", text);
    world.module = module;
    world.rank = rank;
    world.size = size;
    r = near_begin();
    return r < 0 ? error_set(err, r, "the ranks do not find each other: %s", strerror(-r)) : 0;
}

void ranks_end(void)
{
    while (world.first != NULL) {
        struct own_message *gone = world.first;
        world.first = gone->next;
        free(gone->message.bytes);
        free(gone);
    }
    world.last = &world.first;
    near_end();
    if (world.module != NULL)
        world.module->end();
    world.module = NULL;
    world.rank = 0;
    world.size = 1;
}

int ranks_rank(void)
{
    return world.rank;
}

int ranks_size(void)
{
    return world.size;
}

void ranks_hush(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere < 0 || kept < 0)
        return; /* then it is told more than once */
    fflush(stdout);
    fflush(stderr);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    world.told_to = kept;
}

_Noreturn void ranks_abort(int exit_code, const char *text)
{
    char line[400];
    if (world.size > 1)
        snprintf(line, sizeof(line), "solve: rank %d: %.300s\n", world.rank, text);
    else
        snprintf(line, sizeof(line), "solve: %.300s\n", text);
    fflush(stderr);
    ssize_t written = write(world.told_to, line, strlen(line));
    (void)written; /* the exit code says the same */
    if (world.module != NULL)
        world.module->abort(exit_code);
    _Exit(exit_code);
}

/* Of a call of the module, under the lock. */
#define LOCKED(call)                                                                               \
    __extension__({                                                                                \
        pthread_mutex_lock(&world.lock);                                                           \
        int result_of_call = (call);                                                               \
        pthread_mutex_unlock(&world.lock);                                                         \
        result_of_call;                                                                            \
    })

int ranks_reduce(uint64_t *values, size_t count, enum ranks_fold fold)
{
    return world.module == NULL ? 0 : LOCKED(world.module->reduce(values, count, fold));
}

int ranks_broadcast(void *bytes, size_t size)
{
    return world.module == NULL ? 0 : LOCKED(world.module->broadcast(bytes, size, 0));
}

int ranks_barrier(void)
{
    return world.module == NULL ? 0 : LOCKED(world.module->barrier());
}

int ranks_agree(int r, struct error *err)
{
    if (world.module == NULL)
        return r;
    uint64_t first = r == 0 ? (uint64_t)world.size : (uint64_t)world.rank;
    int failed = ranks_reduce(&first, 1, RANKS_LEAST);
    if (failed < 0)
        return error_set(err, failed, "the connection to the other ranks is lost");
    if (first == (uint64_t)world.size)
        return 0;
    struct {
        int64_t r;
        struct error err;
    } told = {r, {""}};
    if (first == (uint64_t)world.rank && err != NULL)
        told.err = *err;
    failed = LOCKED(world.module->broadcast(&told, sizeof(told), (int)first));
    if (failed < 0)
        return error_set(err, failed, "the connection to the other ranks is lost");
    if (err != NULL)
        *err = told.err;
    return (int)told.r;
}

int ranks_exchange_begin(int slot, const void *const *out, const size_t *out_sizes)
{
    if (world.module == NULL)
        return 0;
    for (int to = 0; to < world.size; to++) {
        if (to == world.rank)
            continue;
        if (out_sizes[to] > RANKS_MESSAGE_MAX)
            return -EMSGSIZE;
        world.bytes_sent += out_sizes[to];
    }
    return LOCKED(world.module->exchange_begin(slot, out, out_sizes));
}

int ranks_exchange_poll(int slot)
{
    return world.module == NULL ? 1 : LOCKED(world.module->exchange_poll(slot));
}

int ranks_exchange_end(int slot, const struct ranks_bytes **ret_in)
{
    static const struct ranks_bytes none;
    if (world.module == NULL) {
        *ret_in = &none;
        return 0;
    }
    return LOCKED(world.module->exchange_end(slot, ret_in));
}

uint64_t ranks_bytes_sent(void)
{
    return world.bytes_sent;
}

/* Puts a message to itself at the end of the list; takes over its bytes if it returns 0. */
static int send_own(int tag, void *bytes, size_t size)
{
    struct own_message *own = malloc(sizeof(*own));
    if (own == NULL)
        return -ENOMEM;
    *own = (struct own_message){NULL, {world.rank, tag, bytes, size}};
    pthread_mutex_lock(&world.lock);
    *world.last = own;
    world.last = &own->next;
    pthread_mutex_unlock(&world.lock);
    return 0;
}

int ranks_send(int to, int tag, const void *bytes, size_t size)
{
    if (size > RANKS_MESSAGE_MAX)
        return -EMSGSIZE;
    void *copy = size > 0 ? malloc(size) : NULL;
    if (copy == NULL && size > 0)
        return -ENOMEM;
    if (size > 0)
        memcpy(copy, bytes, size);
    int r = 0;
    if (to == world.rank) {
        r = send_own(tag, copy, size);
    } else {
        pthread_mutex_lock(&world.lock);
        r = world.module->send(to, tag, copy, size);
        world.bytes_sent += r == 0 ? size : 0;
        pthread_mutex_unlock(&world.lock);
    }
    if (r < 0)
        free(copy);
    return r;
}

/* Takes a message that is there: 1, or 0. Its own ones and those of others take turns. */
static int take(struct ranks_message *ret_message)
{
    int r = world.module == NULL ? 0 : world.module->receive(ret_message);
    if (r != 0 || world.first == NULL)
        return r;
    struct own_message *own = world.first;
    world.first = own->next;
    if (world.first == NULL)
        world.last = &world.first;
    *ret_message = own->message;
    free(own);
    return 1;
}

/* A wait grows from the first to the second of these, in nanoseconds. */
#define WAIT_LEAST 10000
#define WAIT_MOST 500000

int ranks_receive(double seconds, struct ranks_message *ret_message)
{
    double until = seconds > 0 ? clock_now() + seconds : 0;
    long wait = WAIT_LEAST;
    for (;;) {
        int r = LOCKED(take(ret_message));
        if (r != 0 || seconds <= 0 || clock_now() >= until)
            return r;
        struct timespec pause = {.tv_nsec = wait};
        nanosleep(&pause, NULL);
        wait = wait * 2 < WAIT_MOST ? wait * 2 : WAIT_MOST;
    }
}
