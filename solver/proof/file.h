/* Certificates on disk. */
#ifndef SOLVER_PROOF_FILE_H
#define SOLVER_PROOF_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "board/error.h"

/* Reads a whole file; *ret_bytes is the caller's to free(). Returns 0 or a negative errno (err). */
int proof_file_read(const char *path, uint8_t **ret_bytes, size_t *ret_size, struct error *err);

/* The XXH3-128 of bytes as 32 hexadecimal digits. */
#define PROOF_HASH_TEXT 33
void proof_file_hash(const uint8_t *bytes, size_t size, char text[PROOF_HASH_TEXT]);

#endif
