/* Dense tables in files: writing them, and the layout of their blocks. */
#include "dense/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Blocks that are compressed side by side. */
#define SAVE_BATCH 64

/* The entries of some held lines: numbers from first on. */
struct file_span {
    uint64_t first, end;
};

static struct file_span boards_of(const struct dense_file_data *data, uint64_t line, uint64_t end)
{
    return (struct file_span){dense_index_first(data->index, line),
                              dense_index_first(data->index, end)};
}

static struct file_span kos_of(const struct dense_file_data *data, struct file_span boards)
{
    if (data->kos == NULL)
        return (struct file_span){0, 0};
    return (struct file_span){dense_kos_first(data->kos, boards.first),
                              dense_kos_first(data->kos, boards.end)};
}

/* Appends the bytes of the entries one place after the other. Entries may grow meanwhile, where
 * ranks work on them: each is read once, as two that belong together are told by their sum. */
static void put_part(struct bytes *raw, const struct dense_file_part *part, const uint8_t *entries,
                     struct file_span span)
{
    size_t count = (size_t)(span.end - span.first), width = part->width;
    if (array_reserve(&raw->data, raw->size + count * width, &raw->room, 1) < 0) {
        raw->failed = true;
        return;
    }
    uint8_t *read = malloc(count * width + 1);
    if (read == NULL) {
        raw->failed = true;
        return;
    }
    memcpy(read, entries + span.first * width, count * width);
    for (unsigned place = 0; place < width; place++) {
        bool rest = part->opposite != 0 && place % 2 == 1;
        uint8_t *to = raw->data + raw->size;
        for (size_t i = 0; i < count; i++) {
            const uint8_t *entry = read + i * width;
            to[i] =
                rest ? (uint8_t)(part->opposite - entry[place - 1] - entry[place]) : entry[place];
        }
        raw->size += count;
    }
    free(read);
}

int dense_file_pack(const struct dense_file_head *head, const struct dense_file_data *data,
                    uint64_t local, struct bytes *raw)
{
    uint64_t line = local * DENSE_BLOCK_LINES, end = line + DENSE_BLOCK_LINES;
    if (end > data->index->line_count)
        end = data->index->line_count;
    struct file_span boards = boards_of(data, line, end), kos = kos_of(data, boards);
    raw->size = 0;
    for (uint64_t at = line; at < end; at++) {
        struct file_span own = boards_of(data, at, at + 1), own_kos = kos_of(data, own);
        bytes_put_number(raw, own.end - own.first, 2);
        bytes_put_number(raw, own_kos.end - own_kos.first, 2);
    }
    for (unsigned i = 0; i < head->part_count && !raw->failed; i++)
        put_part(raw, &head->parts[i], data->parts[i], head->parts[i].of_kos ? kos : boards);
    return raw->failed ? -ENOMEM : 0;
}

/* --- all of a file --- */

struct file_saving {
    const struct dense_file_head *head;
    const struct dense_file_data *data;
    const struct dense_work *how;
    int level;
    struct dense_blocks_writer writer;
    struct bytes packed[SAVE_BATCH];
};

/* Compresses count blocks from first on. Returns 0 or -ENOMEM. */
static int pack_batch(struct file_saving *saving, uint64_t first, unsigned count)
{
    int failed = 0;
#pragma omp parallel num_threads(saving->how->threads)
    {
        struct dense_packer *packer = dense_packer_new(saving->level);
        struct bytes raw = {0};
        int r = packer != NULL ? 0 : -ENOMEM;
#pragma omp for schedule(dynamic)
        for (unsigned i = 0; i < count; i++) {
            if (r == 0)
                r = dense_file_pack(saving->head, saving->data, first + i, &raw);
            if (r == 0)
                r = dense_packer_pack(packer, &raw, &saving->packed[i]);
        }
        if (r < 0) {
#pragma omp atomic write
            failed = r;
        }
        bytes_release(&raw);
        dense_packer_free(packer);
    }
    return failed;
}

static int save_blocks(struct file_saving *saving)
{
    const struct dense_work *how = saving->how;
    uint64_t count = dense_file_blocks(saving->data->index);
    int r = 0;
    for (uint64_t first = 0; first < count && r == 0; first += SAVE_BATCH) {
        unsigned batch = count - first < SAVE_BATCH ? (unsigned)(count - first) : SAVE_BATCH;
        if (how->stop != NULL && how->stop(how->arg))
            return -EINTR;
        r = pack_batch(saving, first, batch);
        for (unsigned i = 0; i < batch && r == 0; i++)
            r = dense_blocks_put(&saving->writer, &saving->packed[i]);
    }
    return r;
}

int dense_file_save(const char *path, const struct dense_file_head *head,
                    const struct dense_file_data *data, int level, const struct dense_work *how)
{
    struct file_saving saving = {.head = head, .data = data, .how = how, .level = level};
    struct bytes front = {0};
    dense_file_put_head(&front, head);
    int r = dense_blocks_begin(&saving.writer, path, &front);
    bytes_release(&front);
    if (r == 0)
        r = save_blocks(&saving);
    if (r == 0)
        r = dense_blocks_end(&saving.writer);
    dense_blocks_drop(&saving.writer);
    for (unsigned i = 0; i < SAVE_BATCH; i++)
        bytes_release(&saving.packed[i]);
    return r;
}
