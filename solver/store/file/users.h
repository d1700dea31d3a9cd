/*
 * Who uses a store. All locks are on the file `users`.
 *
 * Each process that uses the store holds a shared lock on the file (flock); whoever gets the
 * exclusive one is alone. Changing one into the other lets others in between; so who comes or goes
 * holds the door meanwhile. Who finds others inside need not look through the store: the first of
 * them has.
 *
 * LMDB has locks of its own, and waits for them for ever and unseen: one for writing, one for its
 * table of readers, one while it opens. So each of them is taken only by who holds the lock of ours
 * that stands for it, and ours are waited for here: the process that holds one is named, one that
 * is stopped or does nothing is waited for a short time only, and a stop of the run ends the wait.
 *
 * The door and the other two are locks of fcntl() that belong to the process, a byte each: these
 * tell who holds them. They go when the process closes any descriptor of the file; so nothing else
 * in the program may open it.
 */
#ifndef SOLVER_STORE_FILE_USERS_H
#define SOLVER_STORE_FILE_USERS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/error.h"
#include "store/file/holder.h"
#include "store/file/patience.h"

/* The locks, by the byte of the file. */
enum users_lock {
    USERS_DOOR,    /* who comes or goes: looks through the store, rebuilds it, seals it */
    USERS_TURN,    /* who writes */
    USERS_READERS, /* who opens the environment, or enters LMDB's table of readers */
    USERS_LOCKS,
};

/* Seconds that are waited. Only tests change them. */
extern struct users_seconds {
    double stopped;   /* for a process once it is seen to be stopped */
    double lifeless;  /* for one that is seen to do nothing at all */
    double unseen;    /* for one that cannot be seen from here */
    double last;      /* for any, once the run is to end: to come in, */
    double last_turn; /* and to write what was proved */
    double tell;      /* before the user is told who is waited for */
} users_seconds;

struct users {
    int fd;                                /* of the file, or -1: all locks are free */
    pthread_mutex_t own[USERS_LOCKS];      /* between the threads of this process */
    bool has[USERS_LOCKS];                 /* this process has the lock */
    struct holder stuck[USERS_LOCKS];      /* who was given up last; pid -1: nobody */
    const struct store_patience *patience; /* or NULL */
};

/*
 * Opens the file in dir, and makes it if there is none. Returns 0; or a negative errno, -EROFS
 * where it is missing and cannot be made, and then *ret_users has no file. users_close() in any
 * case. patience (may be NULL) must outlast it.
 */
int users_open(const char *dir, const struct store_patience *patience, struct users *ret_users);
void users_close(struct users *users);

/* Takes the lock if it is free. Returns 0, -EAGAIN, or another negative errno. */
int users_try(struct users *users, enum users_lock lock);

/*
 * Takes the lock, and waits for it. Returns 0; or with a line in err that names who holds it
 *   -EAGAIN he is stopped, or does nothing, or cannot be seen and has it for long;
 *   -EINTR  the run is to end;
 *   or another negative errno. Any thread may call it.
 */
int users_take(struct users *users, enum users_lock lock, struct error *err);

/* The same, but others who call this may have the lock, too, and nobody who takes it. */
int users_take_together(struct users *users, enum users_lock lock, struct error *err);

/* Gives the lock back; nothing if this thread does not have it. */
void users_leave(struct users *users, enum users_lock lock);

/*
 * users_alone() tries for the exclusive lock of all users, and loses the shared one if it does not
 * get it. users_share() takes the shared one, and returns as users_take().
 */
bool users_alone(struct users *users);
int users_share(struct users *users, struct error *err);

#endif
