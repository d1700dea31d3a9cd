/*
 * Files of blocks, each compressed (zstd) and sealed (XXH3) by itself, so that any of them can be
 * read alone and damage to one leaves the others as they are. What is in a file is for others to
 * know: here it has a head and so many blocks of bytes.
 *
 *     "solve-dense 1\n"        14 bytes
 *     size of the head         4
 *     the head
 *     XXH3-64 of all that      8   the seed of what follows: nothing can be taken for a part of
 *                                  another file
 *     the blocks               a zstd frame each, one after the other
 *     the directory            pages of a checksum (seed: seed + page) and up to 170 entries of 24
 *                              bytes: where the block begins 8, its bytes 8, its XXH3-64 8 (seed:
 *                              seed + block)
 *     the end                  blocks 8, where the directory begins 8, bytes of the file 8,
 *                              checksum of these three 8, "dense end\n" 10
 *
 * Numbers are little-endian. The bytes depend on nothing but the head, what is in the blocks, the
 * level of the compression and the version of libzstd.
 */
#ifndef SOLVER_DENSE_BLOCKS_H
#define SOLVER_DENSE_BLOCKS_H

#include "base/bytes.h"
#include "base/whole_file.h"

/* The most bytes of a head, and of a block before it is compressed. */
#define DENSE_BLOCKS_HEAD_MAX ((size_t)1 << 20)
#define DENSE_BLOCKS_RAW_MAX ((size_t)1 << 26)

/* --- writing --- */

/* Compresses blocks; one for each thread that does. */
struct dense_packer;

/* level: of zstd. NULL: no memory. */
struct dense_packer *dense_packer_new(int level);
void dense_packer_free(struct dense_packer *packer);

/* Sets packed to the compressed bytes of a block. Returns 0 or -ENOMEM. */
int dense_packer_pack(struct dense_packer *packer, const struct bytes *raw, struct bytes *packed);

/* A file that is being written. All zero: none. */
struct dense_blocks_writer {
    struct whole_file file;
    uint64_t seed, at, count; /* at: bytes that are written or buffered */
    struct bytes buffer, directory;
};

/*
 * Begins a file, which gets its name at the end only. Returns 0 or a negative errno.
 * dense_blocks_end() or dense_blocks_drop() it.
 */
int dense_blocks_begin(struct dense_blocks_writer *ret_writer, const char *path,
                       const struct bytes *head);

/* Adds a block of compressed bytes. Returns 0 or a negative errno. */
int dense_blocks_put(struct dense_blocks_writer *writer, const struct bytes *packed);

/* Writes the end, synchronises the file and names it. Returns 0 or a negative errno: then there is
 * no such file, or the older one. */
int dense_blocks_end(struct dense_blocks_writer *writer);
void dense_blocks_drop(struct dense_blocks_writer *writer);

/* --- reading --- */

/* An open file. All zero: none. Several threads may read it. */
struct dense_blocks {
    bool open;
    int file;
    uint64_t seed, count, directory_at, size; /* size: bytes of the file */
    uint8_t *head;
    size_t head_size;
};

/*
 * Opens a file. Returns 0; -EBADMSG: it is damaged, or not such a file; -EPROTO: a later version
 * wrote it; or another negative errno. dense_blocks_close() it.
 */
int dense_blocks_open(struct dense_blocks *ret_blocks, const char *path);
void dense_blocks_close(struct dense_blocks *blocks);

/* Is block i as it was written? Reads it, and does not unpack it. Returns as dense_blocks_read().
 */
int dense_blocks_check(const struct dense_blocks *blocks, uint64_t i);

/* Sets raw to what block i holds. Returns 0; -EBADMSG: it is damaged; or another negative errno. */
int dense_blocks_read(const struct dense_blocks *blocks, uint64_t i, struct bytes *raw);

#endif
