/* All that a share needs of a dense table in a file. */
#include <errno.h>
#include <stdatomic.h>

#include "dense/file.h"

struct loading {
    const struct dense_file *file;
    const struct dense_file_data *data;
    const struct dense_work *how;
    atomic_bool stopped;
    _Atomic uint64_t blocks, damaged, lost;
};

/* Do the lines of the block have as many boards and states with a ko as those that are held? */
static bool fits(const struct dense_file_data *data, const struct dense_file_block *block,
                 uint64_t line)
{
    uint64_t number = dense_index_first(data->index, line);
    uint64_t ko = data->kos != NULL ? dense_kos_first(data->kos, number) : 0;
    for (uint64_t i = 0; i < block->line_count; i++) {
        number += bytes_decode(block->counts + 4 * i, 2);
        ko += bytes_decode(block->counts + 4 * i + 2, 2);
        if (number != dense_index_first(data->index, line + i + 1) ||
            ko != (data->kos != NULL ? dense_kos_first(data->kos, number) : 0))
            return false;
    }
    return true;
}

static void copy_part(const struct loading *loading, const struct dense_file_block *block,
                      unsigned part, uint64_t first)
{
    const struct dense_file_part *shape = &loading->file->head.parts[part];
    uint8_t *to = loading->data->parts[part] + first * shape->width;
    uint64_t count = shape->of_kos ? block->kos : block->boards;
    for (uint64_t i = 0; i < count; i++)
        dense_file_entry(loading->file, block, part, i, to + i * shape->width);
}

/* Reads a block of the file that is the local-th of those that are held. */
static int load_block(const struct loading *loading, uint64_t i, uint64_t local, struct bytes *raw)
{
    const struct dense_file_data *data = loading->data;
    struct dense_file_block block;
    int r = dense_blocks_read(&loading->file->blocks, i, raw);
    if (r == 0)
        r = dense_file_view(loading->file, i, raw, &block);
    if (r < 0)
        return r;
    uint64_t line = local * DENSE_BLOCK_LINES, number = dense_index_first(data->index, line);
    if (!fits(data, &block, line))
        return -EBADMSG;
    uint64_t ko = data->kos != NULL ? dense_kos_first(data->kos, number) : 0;
    for (unsigned part = 0; part < loading->file->head.part_count; part++)
        copy_part(loading, &block, part, loading->file->head.parts[part].of_kos ? ko : number);
    return 0;
}

static uint64_t boards_held(const struct dense_index *index, uint64_t local)
{
    uint64_t line = local * DENSE_BLOCK_LINES, end = line + DENSE_BLOCK_LINES;
    if (end > index->line_count)
        end = index->line_count;
    return dense_index_first(index, end) - dense_index_first(index, line);
}

/* Reads the local-th block that is held, if the file has it. Returns 0 or what ends the work. */
static int load_held(struct loading *loading, uint64_t local, struct bytes *raw)
{
    struct dense_share from = loading->file->head.share, to = loading->data->index->share;
    uint64_t block = local * to.ranks + to.rank;
    if (block % from.ranks != from.rank)
        return 0;
    int r = load_block(loading, block / from.ranks, local, raw);
    atomic_fetch_add(&loading->blocks, 1);
    if (r != -EBADMSG && r != -EIO)
        return r;
    /* Damaged, or a place of the disk that cannot be read. */
    atomic_fetch_add(&loading->damaged, 1);
    atomic_fetch_add(&loading->lost, boards_held(loading->data->index, local));
    return 0;
}

/* One thread at a time asks. */
static void ask_stop(struct loading *loading)
{
    const struct dense_work *how = loading->how;
    if (how->stop == NULL)
        return;
#pragma omp critical(dense_file_stop)
    if (how->stop(how->arg))
        atomic_store(&loading->stopped, true);
}

static bool same_parts(const struct dense_file *file, const struct dense_file_data *data)
{
    bool same = file->head.lines == data->index->all_lines;
    for (unsigned i = 0; i < DENSE_FILE_PARTS; i++)
        same &= (data->parts[i] != NULL) == (i < file->head.part_count);
    return same;
}

int dense_file_load(const struct dense_file *file, const struct dense_file_data *data,
                    const struct dense_work *how, struct dense_file_loaded *ret_loaded)
{
    struct loading loading = {.file = file, .data = data, .how = how};
    uint64_t count = dense_file_blocks(data->index);
    int failed = 0;
    if (!same_parts(file, data))
        return -EBADMSG;
#pragma omp parallel num_threads(how->threads)
    {
        struct bytes raw = {0};
        int r = 0;
#pragma omp for schedule(dynamic, 16)
        for (uint64_t i = 0; i < count; i++) {
            if (i % 16 == 0)
                ask_stop(&loading);
            if (r == 0 && !atomic_load(&loading.stopped))
                r = load_held(&loading, i, &raw);
        }
        if (r < 0) {
#pragma omp atomic write
            failed = r;
        }
        bytes_release(&raw);
    }
    if (failed == 0 && atomic_load(&loading.stopped))
        failed = -EINTR;
    *ret_loaded = (struct dense_file_loaded){loading.blocks, loading.damaged, loading.lost};
    return failed;
}

int dense_file_check(const struct dense_file *file, const struct dense_work *how)
{
    int r = 0;
    for (uint64_t i = 0; i < file->blocks.count && r == 0; i++)
        r = i % 16 == 0 && how->stop != NULL && how->stop(how->arg)
                ? -EINTR
                : dense_blocks_check(&file->blocks, i);
    return r;
}
