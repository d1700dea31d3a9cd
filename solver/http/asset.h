/* A file that lies inside the program and that the server sends as it is. */
#ifndef SOLVER_HTTP_ASSET_H
#define SOLVER_HTTP_ASSET_H

#include <stddef.h>

struct http_asset {
    const char *path;           /* what is asked for: "/page.js" */
    const char *type;           /* its Content-Type */
    const char *tag;            /* its ETag, with the quotation marks; it follows from the bytes */
    const unsigned char *bytes; /* of it */
    size_t size;
    const unsigned char *packed; /* the same, compressed by gzip */
    size_t packed_size;
};

#endif
