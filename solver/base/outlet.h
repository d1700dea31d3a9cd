/*
 * An output that gives up when it is asked to. A reader that never reads leaves a writer waiting
 * for ever, also where a signal asked it to end: the C library and the kernel both go on with an
 * interrupted write. Here it waits for room before it writes, and looks whether it is to stop.
 */
#ifndef SOLVER_BASE_OUTLET_H
#define SOLVER_BASE_OUTLET_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Makes a stream whose bytes go on to file, which stays open, at each flush. Once stop(arg) is true
 * and there has been no room for half a second what is left is thrown away: then the stream has an
 * error and file has none. Errors of file are errors of both. Returns 0 or -ENOMEM. fclose() it.
 */
int outlet_open(FILE *file, bool (*stop)(void *arg), void *arg, FILE **ret_stream);

#endif
