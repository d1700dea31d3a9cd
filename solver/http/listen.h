/* The socket that a server listens on. */
#ifndef SOLVER_HTTP_LISTEN_H
#define SOLVER_HTTP_LISTEN_H

#include "base/error.h"

/* Listens on that address (numbers, "localhost", NULL: 127.0.0.1) and port (0: one that is free).
 * The socket is the caller's. Errors as http_server_start(). */
int http_listen(const char *address, unsigned port, int *ret_fd, unsigned *ret_port,
                struct error *err);

#endif
