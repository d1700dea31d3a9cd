/* Reading files of blocks. They may come from anybody, and may be damaged anywhere. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "dense/blocks.h"
#include "dense/blocks_format.h"

/* Reads all of it. Returns 0, -EBADMSG where the file ends before, or a negative errno. */
static int read_at(int file, void *to, size_t size, uint64_t at)
{
    uint8_t *bytes = to;
    while (size > 0) {
        ssize_t got = pread(file, bytes, size, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? -errno : -EBADMSG;
        bytes += got;
        size -= (size_t)got;
        at += (uint64_t)got;
    }
    return 0;
}

/* Opens a plain file without waiting for anything. Returns its descriptor or a negative errno. */
static int open_plain(const char *path, uint64_t *ret_size)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -errno;
    if (fstat(file, &info) < 0 || !S_ISREG(info.st_mode)) {
        close(file);
        return -EBADMSG;
    }
    *ret_size = (uint64_t)info.st_size;
    return file;
}

/* The versions differ in their number only. */
static int check_magic(const uint8_t *front)
{
    const size_t number = BLOCKS_MAGIC_BYTES - 2;
    if (memcmp(front, BLOCKS_MAGIC, number) != 0 || front[number + 1] != '\n')
        return -EBADMSG;
    if (front[number] > '1' && front[number] <= '9')
        return -EPROTO;
    return front[number] == '1' ? 0 : -EBADMSG;
}

static int read_head(struct dense_blocks *blocks)
{
    uint8_t front[BLOCKS_FRONT_BYTES];
    int r = read_at(blocks->file, front, sizeof(front), 0);
    if (r == 0)
        r = check_magic(front);
    if (r < 0)
        return r;
    size_t size = (size_t)bytes_decode(front + BLOCKS_MAGIC_BYTES, 4);
    if (size > DENSE_BLOCKS_HEAD_MAX || size + sizeof(front) + 8 > blocks->size)
        return -EBADMSG;
    uint8_t *all = malloc(sizeof(front) + size + 8);
    if (all == NULL)
        return -ENOMEM;
    r = read_at(blocks->file, all, sizeof(front) + size + 8, 0);
    blocks->seed = r == 0 ? XXH3_64bits(all, sizeof(front) + size) : 0;
    if (r == 0 && bytes_decode(all + sizeof(front) + size, 8) != blocks->seed)
        r = -EBADMSG;
    if (r == 0) {
        memmove(all, all + sizeof(front), size);
        blocks->head = all;
        blocks->head_size = size;
    } else {
        free(all);
    }
    return r;
}

/* The bytes of a directory of so many blocks. */
static uint64_t directory_bytes(uint64_t count)
{
    uint64_t pages = count / BLOCKS_PAGE_ENTRIES + (count % BLOCKS_PAGE_ENTRIES > 0);
    return count * BLOCKS_ENTRY_BYTES + pages * 8;
}

static int read_end(struct dense_blocks *blocks)
{
    uint8_t end[BLOCKS_END_BYTES];
    uint64_t front = BLOCKS_FRONT_BYTES + blocks->head_size + 8;
    if (blocks->size < front + sizeof(end))
        return -EBADMSG;
    int r = read_at(blocks->file, end, sizeof(end), blocks->size - sizeof(end));
    if (r < 0)
        return r;
    blocks->count = bytes_decode(end, 8);
    blocks->directory_at = bytes_decode(end + 8, 8);
    uint64_t room = blocks->size - sizeof(end);
    return memcmp(end + 32, BLOCKS_END, sizeof(end) - 32) == 0 &&
                   bytes_decode(end + 24, 8) == XXH3_64bits_withSeed(end, 24, blocks->seed) &&
                   bytes_decode(end + 16, 8) == blocks->size &&
                   blocks->count <= room / BLOCKS_ENTRY_BYTES && blocks->directory_at >= front &&
                   blocks->directory_at <= room &&
                   room - blocks->directory_at == directory_bytes(blocks->count)
               ? 0
               : -EBADMSG;
}

int dense_blocks_open(struct dense_blocks *ret_blocks, const char *path)
{
    struct dense_blocks blocks = {0};
    int r = open_plain(path, &blocks.size);
    if (r < 0)
        return r;
    blocks.file = r;
    blocks.open = true;
    r = read_head(&blocks);
    if (r == 0)
        r = read_end(&blocks);
    if (r == 0)
        *ret_blocks = blocks;
    else
        dense_blocks_close(&blocks);
    return r;
}

void dense_blocks_close(struct dense_blocks *blocks)
{
    if (blocks->open)
        close(blocks->file);
    free(blocks->head);
    *blocks = (struct dense_blocks){0};
}

/* Where a block lies, and its hash. */
struct blocks_place {
    uint64_t at, size, hash;
};

static int find_block(const struct dense_blocks *blocks, uint64_t i, struct blocks_place *ret_place)
{
    uint8_t page[BLOCKS_PAGE_BYTES];
    uint64_t number = i / BLOCKS_PAGE_ENTRIES, first = number * BLOCKS_PAGE_ENTRIES;
    size_t size = blocks_format_page_entries(blocks->count - first) * BLOCKS_ENTRY_BYTES;
    const uint8_t *entry = page + 8 + (i - first) * BLOCKS_ENTRY_BYTES;
    int r = read_at(blocks->file, page, 8 + size, blocks->directory_at + number * sizeof(page));
    if (r < 0)
        return r;
    if (bytes_decode(page, 8) != XXH3_64bits_withSeed(page + 8, size, blocks->seed + number))
        return -EBADMSG;
    *ret_place = (struct blocks_place){bytes_decode(entry, 8), bytes_decode(entry + 8, 8),
                                       bytes_decode(entry + 16, 8)};
    return ret_place->at <= blocks->directory_at &&
                   ret_place->size <= blocks->directory_at - ret_place->at &&
                   ret_place->size <= ZSTD_compressBound(DENSE_BLOCKS_RAW_MAX)
               ? 0
               : -EBADMSG;
}

/* Makes raw what the frame holds. */
static int unpack(const uint8_t *packed, size_t size, struct bytes *raw)
{
    unsigned long long bytes = ZSTD_getFrameContentSize(packed, size);
    if (bytes > DENSE_BLOCKS_RAW_MAX) /* also where there is an error, or no size */
        return -EBADMSG;
    if (raw->room < bytes || raw->data == NULL) {
        uint8_t *more = realloc(raw->data, bytes + 1);
        if (more == NULL)
            return -ENOMEM;
        raw->data = more;
        raw->room = bytes + 1;
    }
    raw->size = ZSTD_decompress(raw->data, raw->room, packed, size);
    if (raw->size == bytes)
        return 0;
    raw->size = 0;
    return -EBADMSG;
}

/* Reads a block as it is in the file, to be freed. */
static int read_packed(const struct dense_blocks *blocks, uint64_t i, uint8_t **ret_packed,
                       size_t *ret_size)
{
    struct blocks_place place;
    if (i >= blocks->count)
        return -EBADMSG;
    int r = find_block(blocks, i, &place);
    if (r < 0)
        return r;
    uint8_t *packed = malloc(place.size + 1);
    if (packed == NULL)
        return -ENOMEM;
    r = read_at(blocks->file, packed, place.size, place.at);
    if (r == 0 && XXH3_64bits_withSeed(packed, place.size, blocks->seed + i) != place.hash)
        r = -EBADMSG;
    if (r < 0) {
        free(packed);
        return r;
    }
    *ret_packed = packed;
    *ret_size = place.size;
    return 0;
}

int dense_blocks_check(const struct dense_blocks *blocks, uint64_t i)
{
    uint8_t *packed;
    size_t size;
    int r = read_packed(blocks, i, &packed, &size);
    if (r == 0)
        free(packed);
    return r;
}

int dense_blocks_read(const struct dense_blocks *blocks, uint64_t i, struct bytes *raw)
{
    uint8_t *packed;
    size_t size;
    raw->size = 0;
    int r = read_packed(blocks, i, &packed, &size);
    if (r < 0)
        return r;
    r = unpack(packed, size, raw);
    free(packed);
    return r;
}
