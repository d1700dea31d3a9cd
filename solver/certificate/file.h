/* Certificates on disk. */
#ifndef SOLVER_CERTIFICATE_FILE_H
#define SOLVER_CERTIFICATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "certificate/budget.h"

struct certificate_file {
    uint8_t *bytes; /* owned: free() */
    size_t size;
    bool whole; /* it is as long as its header says; else certificate_parse() refuses it */
};

/*
 * Reads a file as far as it may still be a certificate: at most as many bytes as its header says
 * and one more. Of the limits (NULL: none) max_bytes and stop count. Returns 0; -EFBIG or -ENOMEM:
 * it needs more memory; -EINTR: stop said so; or another negative errno: the file cannot be read
 * (err names the path then).
 */
int certificate_file_read(const char *path, const struct check_limits *limits,
                          struct certificate_file *ret_file, struct error *err);

/*
 * Reads the beginning of a file, for certificate_parse_header(): the header and some bytes more,
 * however large the file is. What is no certificate, or no file, is not read to its end. whole
 * says that the file is one and as long as its header says. Nothing is waited for. Returns 0 or a
 * negative errno (err names the path).
 */
int certificate_file_read_header(const char *path, struct certificate_file *ret_file,
                                 struct error *err);

#define CERTIFICATE_HASH_TEXT 33

/* Writes the XXH3-128 of bytes as 32 hexadecimal digits. */
void certificate_file_hash(const uint8_t *bytes, size_t size, char text[CERTIFICATE_HASH_TEXT]);

#endif
