/* Writing files of blocks. */
#include "dense/blocks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "dense/blocks_format.h"

/* Bytes that are written at once. */
#define BUFFER_BYTES ((size_t)1 << 20)

struct dense_packer {
    ZSTD_CCtx *context;
    int level;
};

struct dense_packer *dense_packer_new(int level)
{
    struct dense_packer *packer = malloc(sizeof(*packer));
    if (packer == NULL)
        return NULL;
    *packer = (struct dense_packer){ZSTD_createCCtx(), level};
    if (packer->context == NULL) {
        free(packer);
        return NULL;
    }
    return packer;
}

void dense_packer_free(struct dense_packer *packer)
{
    if (packer == NULL)
        return;
    ZSTD_freeCCtx(packer->context);
    free(packer);
}

int dense_packer_pack(struct dense_packer *packer, const struct bytes *raw, struct bytes *packed)
{
    size_t room = ZSTD_compressBound(raw->size);
    packed->size = 0;
    if (packed->room < room) {
        uint8_t *more = realloc(packed->data, room);
        if (more == NULL)
            return -ENOMEM;
        packed->data = more;
        packed->room = room;
    }
    size_t size = ZSTD_compressCCtx(packer->context, packed->data, packed->room, raw->data,
                                    raw->size, packer->level);
    if (ZSTD_isError(size))
        return -ENOMEM;
    packed->size = size;
    return 0;
}

static int flush(struct dense_blocks_writer *writer)
{
    if (writer->buffer.failed || writer->directory.failed)
        return -ENOMEM;
    int r = whole_file_add(&writer->file, writer->buffer.data, writer->buffer.size);
    writer->buffer.size = 0;
    return r;
}

static int add(struct dense_blocks_writer *writer, const void *data, size_t size)
{
    bytes_put(&writer->buffer, data, size);
    writer->at += size;
    return writer->buffer.size >= BUFFER_BYTES || writer->buffer.failed ? flush(writer) : 0;
}

int dense_blocks_begin(struct dense_blocks_writer *ret_writer, const char *path,
                       const struct bytes *head)
{
    struct dense_blocks_writer writer = {0};
    struct bytes front = {0};
    bytes_put(&front, BLOCKS_MAGIC, BLOCKS_MAGIC_BYTES);
    bytes_put_number(&front, head->size, 4);
    bytes_put(&front, head->data, head->size);
    if (!front.failed) {
        writer.seed = XXH3_64bits(front.data, front.size);
        bytes_put_number(&front, writer.seed, 8);
    }
    int r = front.failed || head->failed ? -ENOMEM : whole_file_begin(&writer.file, path);
    if (r == 0) {
        r = add(&writer, front.data, front.size);
        if (r == 0)
            *ret_writer = writer;
        else
            dense_blocks_drop(&writer);
    }
    bytes_release(&front);
    return r;
}

int dense_blocks_put(struct dense_blocks_writer *writer, const struct bytes *packed)
{
    uint64_t hash = XXH3_64bits_withSeed(packed->data, packed->size, writer->seed + writer->count);
    if (packed->failed)
        return -ENOMEM;
    bytes_put_number(&writer->directory, writer->at, 8);
    bytes_put_number(&writer->directory, packed->size, 8);
    bytes_put_number(&writer->directory, hash, 8);
    writer->count++;
    return add(writer, packed->data, packed->size);
}

/* The directory's pages. */
static int put_directory(struct dense_blocks_writer *writer)
{
    int r = writer->directory.failed ? -ENOMEM : 0;
    for (uint64_t page = 0; r == 0 && page * BLOCKS_PAGE_ENTRIES < writer->count; page++) {
        uint64_t first = page * BLOCKS_PAGE_ENTRIES, count = writer->count - first;
        uint8_t hash[8], *entries = writer->directory.data + first * BLOCKS_ENTRY_BYTES;
        size_t size = blocks_format_page_entries(count) * BLOCKS_ENTRY_BYTES;
        bytes_encode(hash, XXH3_64bits_withSeed(entries, size, writer->seed + page), 8);
        r = add(writer, hash, sizeof(hash));
        if (r == 0)
            r = add(writer, entries, size);
    }
    return r;
}

static int put_end(struct dense_blocks_writer *writer, uint64_t directory_at)
{
    uint8_t end[BLOCKS_END_BYTES];
    bytes_encode(end, writer->count, 8);
    bytes_encode(end + 8, directory_at, 8);
    bytes_encode(end + 16, writer->at + sizeof(end), 8);
    bytes_encode(end + 24, XXH3_64bits_withSeed(end, 24, writer->seed), 8);
    memcpy(end + 32, BLOCKS_END, sizeof(end) - 32);
    return add(writer, end, sizeof(end));
}

int dense_blocks_end(struct dense_blocks_writer *writer)
{
    uint64_t directory_at = writer->at;
    int r = put_directory(writer);
    if (r == 0)
        r = put_end(writer, directory_at);
    if (r == 0)
        r = flush(writer);
    if (r == 0)
        r = whole_file_end(&writer->file);
    dense_blocks_drop(writer);
    return r;
}

void dense_blocks_drop(struct dense_blocks_writer *writer)
{
    whole_file_drop(&writer->file);
    bytes_release(&writer->buffer);
    bytes_release(&writer->directory);
    *writer = (struct dense_blocks_writer){0};
}
