/*
 * Who uses a store, and whether it is as its last user left it.
 *
 * Each process that uses the store holds a shared lock (flock) on the file `users`; whoever gets
 * the exclusive one is alone. Changing one into the other lets others in between; so who comes or
 * goes holds the door meanwhile, a lock of another kind (of an open file description) on the same
 * file. Who finds others inside need not look through the store: the first of them has.
 *
 * The last user to end writes the file `sealed`: the size and the hash of the data file. It is
 * removed before the first write of a later run. So if it is there, the data file must have that
 * hash, or it was damaged; if it is not, a run was killed (or is still going on), and the store has
 * to be looked through before it is trusted. The data file is on disk before the seal is written;
 * the seal itself need not be: if power is lost it may be missing or no seal.
 */
#ifndef SOLVER_STORE_SEAL_H
#define SOLVER_STORE_SEAL_H

#include <stdbool.h>

enum seal_state {
    SEAL_WHOLE,   /* the data file is as it was left */
    SEAL_BROKEN,  /* it is not */
    SEAL_MISSING, /* no clean end: there is none, or none that can be read */
};

/* Compares the data file in dir with the seal. */
enum seal_state seal_check(const char *dir);

/* Writes the seal. Returns 0 or a negative errno. The data file must be on disk. */
int seal_write(const char *dir);

/* Removes the seal, which is on disk afterwards. Returns 0 or a negative errno. */
int seal_remove(const char *dir);

/*
 * Locks. users_open() returns a descriptor, or a negative errno; -EROFS where the file is missing
 * and cannot be made. The others do nothing where fd is negative. users_enter() takes the door, if
 * it is to wait; it returns 0, -EAGAIN if another has it, or another negative errno. The door is
 * left by users_pass(), or by closing fd. users_alone() tries for the exclusive lock, and loses the
 * shared one if it does not get it; users_share() takes the shared one.
 */
int users_open(const char *dir);
int users_enter(int fd, bool wait);
void users_pass(int fd);
bool users_alone(int fd);
int users_share(int fd);

/* Puts the name of a file of the store into buffer of PATH_BYTES. Returns 0 or -ENAMETOOLONG. */
#define PATH_BYTES 4352
int store_path(const char *dir, const char *file, char *buffer);

/* Makes what was renamed, made or removed in dir last. Returns 0 or a negative errno. */
int folder_sync(const char *dir);

#endif
