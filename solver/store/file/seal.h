/*
 * Whether a store is as its last user left it.
 *
 * The last user to end writes the file `sealed`: the size and the hash of the data file, and its
 * place. It is removed before the first write of a later run. So if it is there, the data file must
 * have that hash, or it was damaged; if it is not, a run was killed (or is still going on), and the
 * store has to be looked through before it is trusted. The data file is on disk before the seal is
 * written; the seal itself need not be: if power is lost it may be missing or no seal.
 *
 * A seal says that its writer found the file sound; who he was matters, as LMDB may crash on a file
 * that is not sound. So a seal counts only where it was written: the place is a hash of the
 * machine's name for itself (/etc/machine-id), the data file's number (inode) and the time of its
 * last change. Nobody can choose these for a file that is copied or unpacked here. And the seal
 * must belong to the user himself, or to root.
 */
#ifndef SOLVER_STORE_FILE_SEAL_H
#define SOLVER_STORE_FILE_SEAL_H

#include <stdbool.h>

#include "store/file/folder.h"

enum seal_state {
    SEAL_WHOLE,   /* the data file is as it was left */
    SEAL_BROKEN,  /* it is not */
    SEAL_MISSING, /* no clean end: there is none, or none that can be read */
    SEAL_FOREIGN, /* as it was left, but elsewhere: the folder was copied, or another user's */
};

/* Compares the data file in dir with the seal. */
enum seal_state seal_check(const char *dir);

/* Writes the seal. Returns 0 or a negative errno. The data file must be on disk. */
int seal_write(const char *dir);

/* Removes the seal, which is on disk afterwards. Returns 0 or a negative errno. */
int seal_remove(const char *dir);

#endif
