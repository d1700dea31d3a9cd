/* Reading dense tables from files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dense/file.h"

/* The numbers in a head, and of each part. */
#define HEAD_CODES 1 /* the order of boards, dense/codes.h: another order is another number */
#define LINE_BYTES 4

static void put_text(struct bytes *to, const char *text)
{
    bytes_put_number(to, strlen(text), 4);
    bytes_put(to, text, strlen(text));
}

void dense_file_put_head(struct bytes *to, const struct dense_file_head *head)
{
    bytes_put_number(to, HEAD_CODES, 2);
    put_text(to, head->name);
    put_text(to, head->graph);
    bytes_put_number(to, head->whole, 1);
    bytes_put_number(to, head->sweeps, 4);
    bytes_put_number(to, head->share.ranks, 4);
    bytes_put_number(to, head->share.rank, 4);
    bytes_put_number(to, DENSE_BLOCK_LINES, 4);
    bytes_put_number(to, DENSE_LINE_PLACES, 4);
    bytes_put_number(to, head->lines, 8);
    bytes_put_number(to, head->boards, 8);
    bytes_put_number(to, head->kos, 8);
    bytes_put_number(to, head->part_count, 1);
    for (unsigned i = 0; i < head->part_count; i++) {
        bytes_put_number(to, head->parts[i].width, 1);
        bytes_put_number(to, head->parts[i].of_kos, 1);
        bytes_put_number(to, head->parts[i].opposite, 1);
    }
}

static char *read_text(struct bytes_reader *reader, size_t most)
{
    size_t size = (size_t)bytes_read_number(reader, 4);
    const uint8_t *text = size <= most ? bytes_read(reader, size) : NULL;
    reader->bad |= text == NULL || memchr(text, '\0', size) != NULL;
    return reader->bad ? NULL : strndup((const char *)text, size);
}

static bool is_part(const struct dense_file_part *part)
{
    return part->width >= 1 && part->width <= DENSE_FILE_WIDTH_MAX && part->of_kos <= 1 &&
           (part->opposite == 0 || part->width % 2 == 0);
}

/* Reads what follows the texts. */
static bool read_numbers(struct bytes_reader *reader, struct dense_file_head *head)
{
    head->whole = bytes_read_number(reader, 1) != 0;
    head->sweeps = (uint32_t)bytes_read_number(reader, 4);
    head->share.ranks = (uint32_t)bytes_read_number(reader, 4);
    head->share.rank = (uint32_t)bytes_read_number(reader, 4);
    bool good = bytes_read_number(reader, 4) == DENSE_BLOCK_LINES;
    good &= bytes_read_number(reader, 4) == DENSE_LINE_PLACES;
    head->lines = bytes_read_number(reader, 8);
    head->boards = bytes_read_number(reader, 8);
    head->kos = bytes_read_number(reader, 8);
    head->part_count = (unsigned)bytes_read_number(reader, 1);
    good &= head->part_count <= DENSE_FILE_PARTS && head->share.ranks > 0 &&
            head->share.rank < head->share.ranks;
    for (unsigned i = 0; good && i < head->part_count; i++) {
        struct dense_file_part *part = &head->parts[i];
        part->width = (uint8_t)bytes_read_number(reader, 1);
        part->of_kos = (uint8_t)bytes_read_number(reader, 1);
        part->opposite = (uint8_t)bytes_read_number(reader, 1);
        good = is_part(part);
    }
    return good && !reader->bad && reader->left == 0;
}

static int read_head(const struct dense_blocks *blocks, struct dense_file_head *head)
{
    struct bytes_reader reader = {.at = blocks->head, .left = blocks->head_size};
    uint64_t codes = bytes_read_number(&reader, 2);
    if (!reader.bad && codes > HEAD_CODES)
        return -EPROTO;
    head->name = read_text(&reader, DENSE_FILE_NAME_MAX);
    head->graph = reader.bad ? NULL : read_text(&reader, DENSE_FILE_GRAPH_MAX);
    if (reader.bad || codes != HEAD_CODES)
        return -EBADMSG;
    if (head->name == NULL || head->graph == NULL)
        return -ENOMEM;
    return read_numbers(&reader, head) ? 0 : -EBADMSG;
}

int dense_file_open(struct dense_file *ret_file, const char *path)
{
    struct dense_file file = {0};
    int r = dense_blocks_open(&file.blocks, path);
    if (r == 0)
        r = read_head(&file.blocks, &file.head);
    if (r == 0) {
        uint64_t lines = dense_share_count(file.head.share, file.head.lines);
        uint64_t blocks = lines / DENSE_BLOCK_LINES + (lines % DENSE_BLOCK_LINES > 0);
        r = file.blocks.count == blocks ? 0 : -EBADMSG;
    }
    if (r == 0)
        *ret_file = file;
    else
        dense_file_close(&file);
    return r;
}

void dense_file_close(struct dense_file *file)
{
    dense_blocks_close(&file->blocks);
    free(file->head.name);
    free(file->head.graph);
    *file = (struct dense_file){0};
}

int dense_file_view(const struct dense_file *file, uint64_t block, const struct bytes *raw,
                    struct dense_file_block *ret_block)
{
    uint64_t lines = dense_share_count(file->head.share, file->head.lines),
             first = block * DENSE_BLOCK_LINES;
    struct dense_file_block view = {.counts = raw->data};
    view.line_count = lines - first < DENSE_BLOCK_LINES ? lines - first : DENSE_BLOCK_LINES;
    if (block >= file->blocks.count || raw->size < view.line_count * LINE_BYTES)
        return -EBADMSG;
    for (uint64_t i = 0; i < view.line_count; i++) {
        unsigned boards = (unsigned)bytes_decode(view.counts + i * LINE_BYTES, 2);
        if (boards > DENSE_LINE_PLACES)
            return -EBADMSG;
        view.boards += boards;
        view.kos += bytes_decode(view.counts + i * LINE_BYTES + 2, 2);
    }
    size_t at = view.line_count * LINE_BYTES;
    for (unsigned i = 0; i < file->head.part_count; i++) {
        const struct dense_file_part *part = &file->head.parts[i];
        view.parts[i] = raw->data + at;
        at += (part->of_kos ? view.kos : view.boards) * part->width;
    }
    if (at != raw->size)
        return -EBADMSG;
    *ret_block = view;
    return 0;
}

void dense_file_entry(const struct dense_file *file, const struct dense_file_block *block,
                      unsigned part, uint64_t n, uint8_t *ret_bytes)
{
    const struct dense_file_part *shape = &file->head.parts[part];
    uint64_t count = shape->of_kos ? block->kos : block->boards;
    for (unsigned place = 0; place < shape->width; place++) {
        uint8_t byte = block->parts[part][place * count + n];
        if (shape->opposite != 0 && place % 2 == 1)
            byte = (uint8_t)(shape->opposite - ret_bytes[place - 1] - byte);
        ret_bytes[place] = byte;
    }
}
