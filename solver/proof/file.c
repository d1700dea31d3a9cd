/* Reading certificates from disk. */
#include "proof/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

static int read_all(FILE *in, uint8_t **ret_bytes, size_t *ret_size)
{
    size_t size = 0, room = 1 << 16;
    uint8_t *bytes = malloc(room);
    while (bytes != NULL) {
        size += fread(bytes + size, 1, room - size, in);
        if (size < room)
            break;
        uint8_t *grown = realloc(bytes, 2 * room);
        if (grown == NULL)
            free(bytes);
        bytes = grown;
        room *= 2;
    }
    if (bytes == NULL)
        return -ENOMEM;
    if (ferror(in)) {
        free(bytes);
        return errno != 0 ? -errno : -EIO;
    }
    *ret_bytes = bytes;
    *ret_size = size;
    return 0;
}

int proof_file_read(const char *path, uint8_t **ret_bytes, size_t *ret_size, struct error *err)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return error_set(err, -errno, "cannot read %.200s: %s", path, strerror(errno));
    errno = 0;
    int r = read_all(in, ret_bytes, ret_size);
    fclose(in);
    return r < 0 ? error_set(err, r, "cannot read %.200s: %s", path, strerror(-r)) : 0;
}

void proof_file_hash(const uint8_t *bytes, size_t size, char text[PROOF_HASH_TEXT])
{
    XXH128_hash_t hash = XXH3_128bits(bytes, size);
    snprintf(text, PROOF_HASH_TEXT, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}
