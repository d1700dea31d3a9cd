/*
 * Work that may crash, done in a forked process. LMDB has no checksums: reading a damaged file it
 * may crash or stop at an assertion, and then only the child is gone.
 */
#ifndef SOLVER_STORE_CHILD_H
#define SOLVER_STORE_CHILD_H

#include "store/bytes.h"

/*
 * Runs work(arg, reply) in a child, which appends what it found to reply. Returns 0 and the reply,
 * which is to be released; -EBADMSG if the child did not come to its end; or a negative errno. May
 * only be called while the process has one thread. seconds: the child is given up after so long.
 */
int child_run(void (*work)(void *arg, struct bytes *reply), void *arg, unsigned seconds,
              struct bytes *ret_reply);

#endif
