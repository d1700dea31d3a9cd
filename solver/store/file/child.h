/*
 * Work that may crash, done in a forked process. LMDB has no checksums: reading a damaged file it
 * may crash or stop at an assertion, and then only the child is gone. A child that another process
 * kills (the OOM killer, a limit of CPU time, an impatient user) says nothing of the file: it gets
 * a second try, and if that is killed, too, the line says so.
 */
#ifndef SOLVER_STORE_FILE_CHILD_H
#define SOLVER_STORE_FILE_CHILD_H

#include "base/bytes.h"
#include "base/error.h"
#include "store/file/patience.h"

/*
 * Runs work(arg, reply) in a child, which appends what it found to reply. May only be called while
 * the process has one thread. seconds: the child is given up after so long. Returns 0 and the
 * reply, which is to be released; or with a line in err
 *   -EBADMSG  the child crashed (SIGSEGV, SIGBUS, SIGABRT and the like) or ended without a reply;
 *   -ECHILD   it was killed by another process, or by a limit of CPU time;
 *   -ETIME    it took longer than seconds;
 *   -EINTR    the run is to end (patience, which may be NULL);
 *   or another negative errno.
 */
int child_run(void (*work)(void *arg, struct bytes *reply), void *arg, unsigned seconds,
              const struct store_patience *patience, struct bytes *ret_reply, struct error *err);

#endif
