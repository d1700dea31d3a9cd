/* The headers of a request that count. */
#ifndef SOLVER_HTTP_HEADERS_H
#define SOLVER_HTTP_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

struct http_headers {
    /* NULL: it has none. The library owns the texts. */
    const char *host, *origin, *site, *type, *length, *encoding; /* of the request */
    const char *tag, *encodings;                                 /* what it has, what it takes */
    bool twice; /* one of the first line is there twice */
};

/* Reads them. They stay valid while the request does. */
void http_headers_read(struct MHD_Connection *connection, struct http_headers *ret_headers);

/* Reads a Content-Length: digits. Returns false if it is none, or more than SIZE_MAX / 2. */
bool http_headers_length(const char *text, size_t *ret_length);

#endif
