/*
 * Where a certificate goes that --proof FILE asks for.
 *
 * FILE may be a certificate already, of the same game. A run that decided all that it was asked
 * replaces it. One that did not may have less: then what FILE claims is not lost, nor is what FILE
 * does not claim.
 */
#ifndef SOLVER_CLI_VERBS_PROOF_FILE_H
#define SOLVER_CLI_VERBS_PROOF_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "solve.h"

/*
 * Writes the certificate to path. Undecided (the run did not decide, and certify, all that it was
 * asked), it leaves a certificate of the same game there that claims something else, writes beside
 * it, as path.stopped, what has claims that are not there, and says on stderr what it did. Only the
 * headers of what is there are read; a device, a pipe or an open file (/dev/stdout) is written
 * into. Returns 1, 0: all is claimed there already and nothing is written, or a negative errno
 * (err).
 */
int proof_file_write(const struct solve_certificate *made, const char *path, bool decided,
                     struct error *err);

#endif
