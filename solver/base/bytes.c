/* Bytes that grow, and reading them. */
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void bytes_put(struct bytes *bytes, const void *data, size_t size)
{
    if (size > SIZE_MAX - bytes->size ||
        array_reserve(&bytes->data, bytes->size + size, &bytes->room, 1) < 0)
        bytes->failed = true;
    if (bytes->failed)
        return;
    if (size > 0)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void bytes_put_number(struct bytes *bytes, uint64_t value, int width)
{
    uint8_t buffer[8];
    bytes_encode(buffer, value, width);
    bytes_put(bytes, buffer, (size_t)width);
}

void bytes_release(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

const uint8_t *bytes_read(struct bytes_reader *reader, size_t size)
{
    const uint8_t *at = reader->at;
    if (reader->bad || size > reader->left) {
        reader->bad = true;
        return NULL;
    }
    reader->at += size;
    reader->left -= size;
    return at;
}

uint64_t bytes_read_number(struct bytes_reader *reader, int width)
{
    const uint8_t *at = bytes_read(reader, (size_t)width);
    return at != NULL ? bytes_decode(at, width) : 0;
}

int64_t bytes_read_signed(struct bytes_reader *reader, int width)
{
    uint64_t value = bytes_read_number(reader, width);
    int unused = 64 - 8 * width;
    return (int64_t)(value << unused) >> unused;
}
