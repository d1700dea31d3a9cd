/*
 * Dense tables in files: what is finished, and what is decided so far.
 *
 * A block of the file (dense/blocks.h) holds DENSE_BLOCK_LINES lines of the index, one block of a
 * share (dense/share.h):
 *
 *     of each line: its boards 2, its states with a ko 2
 *     of each part: byte 0 of all entries of the block, then byte 1 of all, and so on
 *
 * No board is written, nor a state: their numbers follow from the lines. In a part with opposites
 * the bytes come in pairs that add up to one number where the two players' margins meet; of the
 * second is written what is left to that sum: mostly zeros.
 *
 * What is decided so far stays true, so a file of it may be damaged in parts: what is lost there
 * is decided again. The same goes for a finished one.
 */
#ifndef SOLVER_DENSE_FILE_H
#define SOLVER_DENSE_FILE_H

#include "dense/blocks.h"
#include "dense/index.h"
#include "dense/kos.h"
#include "dense/work.h"

#define DENSE_FILE_PARTS 4
#define DENSE_FILE_NAME_MAX 400
#define DENSE_FILE_GRAPH_MAX 65536
#define DENSE_FILE_WIDTH_MAX 8
/* How hard blocks are compressed: what is finished, and what is decided so far. */
#define DENSE_FILE_LEVEL 9
#define DENSE_FILE_LEVEL_PART 1

/* Entries of one kind. */
struct dense_file_part {
    uint8_t width;    /* bytes of an entry, up to DENSE_FILE_WIDTH_MAX */
    uint8_t of_kos;   /* 1: of the states with a ko; 0: of the boards */
    uint8_t opposite; /* what two bytes add up to, bytes 0 and 1, 2 and 3; 0: nothing */
};

struct dense_file_head {
    char *name;               /* what it is a table of; tables of other names are others */
    char *graph;              /* the graph file of the board; empty: a rectangle, in the name */
    bool whole;               /* finished */
    uint32_t sweeps;          /* that were made */
    struct dense_share share; /* of which it has the lines */
    uint64_t lines;           /* of the board, whoever has them */
    uint64_t boards, kos;     /* of the share */
    unsigned part_count;
    struct dense_file_part parts[DENSE_FILE_PARTS];
};

/* What is written, or read: the entries of a share's boards. */
struct dense_file_data {
    const struct dense_index *index;
    const struct dense_kos *kos;      /* NULL: there are no states with a ko */
    uint8_t *parts[DENSE_FILE_PARTS]; /* by part: entries by their numbers */
};

/* --- writing --- */

/* Returns how many blocks a share's lines make. */
static inline uint64_t dense_file_blocks(const struct dense_index *index)
{
    return index->line_count / DENSE_BLOCK_LINES + (index->line_count % DENSE_BLOCK_LINES > 0);
}

/* Sets raw to the local-th block of what is held. Returns 0 or -ENOMEM. */
int dense_file_pack(const struct dense_file_head *head, const struct dense_file_data *data,
                    uint64_t local, struct bytes *raw);

/* Writes the head for dense_blocks_begin(). */
void dense_file_put_head(struct bytes *to, const struct dense_file_head *head);

/*
 * Writes a file, under its name only when it is whole. level: of the compression. Returns 0;
 * -EINTR when stop returned true; or another negative errno. Then there is no such file, or the
 * older one.
 */
int dense_file_save(const char *path, const struct dense_file_head *head,
                    const struct dense_file_data *data, int level, const struct dense_work *how);

/* --- reading --- */

/* An open file. All zero: none. Several threads may read it. */
struct dense_file {
    struct dense_blocks blocks;
    struct dense_file_head head; /* its texts belong to the file */
};

/* Opens a file. Returns as dense_blocks_open(). dense_file_close() it. */
int dense_file_open(struct dense_file *ret_file, const char *path);
void dense_file_close(struct dense_file *file);

/* What was read. */
struct dense_file_loaded {
    uint64_t blocks;  /* of the file that lie in the share, */
    uint64_t damaged; /* of these the damaged ones, */
    uint64_t lost;    /* and their boards */
};

/*
 * Reads what lies in data's share: whatever ranks wrote the file, and whatever ranks read it.
 * Entries of damaged blocks, and those that the file does not have, stay as they are. The caller
 * has compared the name; parts that differ are -EBADMSG. Returns 0; -EINTR; or another negative
 * errno.
 */
int dense_file_load(const struct dense_file *file, const struct dense_file_data *data,
                    const struct dense_work *how, struct dense_file_loaded *ret_loaded);

/*
 * Are all blocks as they were written? That is much quicker than loading them. Threads of how are
 * not looked at. Returns 0; -EBADMSG: one is damaged; -EINTR; or another negative errno.
 */
int dense_file_check(const struct dense_file *file, const struct dense_work *how);

/* One block as it was read. */
struct dense_file_block {
    uint64_t line_count;   /* lines of it */
    uint64_t boards, kos;  /* in them */
    const uint8_t *counts; /* four bytes a line */
    const uint8_t *parts[DENSE_FILE_PARTS];
};

/* Finds what is where in a block that dense_blocks_read() has read. Returns 0 or -EBADMSG. */
int dense_file_view(const struct dense_file *file, uint64_t block, const struct bytes *raw,
                    struct dense_file_block *ret_block);

/* Copies the n-th entry of a part. */
void dense_file_entry(const struct dense_file *file, const struct dense_file_block *block,
                      unsigned part, uint64_t n, uint8_t *ret_bytes);

#endif
