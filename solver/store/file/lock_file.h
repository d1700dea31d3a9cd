/*
 * LMDB's lock file: its table of readers, which all processes map and write to. LMDB makes it as
 * long as it has to be and leaves it to the first write to find blocks for it; on a full disk there
 * are none, and who writes is killed by SIGBUS. So its blocks are found before LMDB maps it.
 */
#ifndef SOLVER_STORE_FILE_LOCK_FILE_H
#define SOLVER_STORE_FILE_LOCK_FILE_H

#include <stdbool.h>

/* Readers that the table has room for: the lock file has 64 KiB then. */
#define LOCK_READERS 1022
#define LOCK_BYTES 65536

/*
 * Makes the lock file in dir, if there is none, and sees to it that all of it is on the disk.
 * Returns 0, also where this process may not write it (LMDB decides what to do then), or an errno:
 * ENOSPC and the like. Not to be called while this process has it open, whose locks would go.
 */
int lock_file_allocate(const char *dir);

/* Is what lock_file_allocate() returned a lack of room? */
bool lock_file_is_full(int code);

#endif
