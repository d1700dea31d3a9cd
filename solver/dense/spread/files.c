/* Writing the file of a table that many ranks hold. */
#include "dense/spread/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "ranks/ranks.h"

/* The exchange of blocks. */
#define BLOCKS_SLOT 4
/* Blocks of all ranks together that go to rank 0 at a time, about. */
#define ROUND_BLOCKS 256
#define SIZE_BYTES 8

/* Packed blocks, each with its size before it. */
struct spread_parcel {
    struct bytes bytes;
    const void **out;
    size_t *sizes;
};

struct spread_saving {
    const struct dense_file_head *head;
    const struct dense_file_data *data;
    const struct dense_work *how;
    int level;
    uint64_t round;                    /* blocks of a rank in a round */
    uint64_t all;                      /* blocks of all ranks */
    struct dense_blocks_writer writer; /* rank 0's */
    struct spread_parcel parcel;
};

/* Packs the local blocks from..end - 1 of this rank, one after the other, by all threads. */
static int pack_blocks(struct spread_saving *saving, uint64_t from, uint64_t end)
{
    uint64_t count = end - from;
    struct bytes *packed = calloc(count > 0 ? (size_t)count : 1, sizeof(*packed));
    int failed = packed != NULL ? 0 : -ENOMEM;
#pragma omp parallel num_threads(saving->how->threads) if (count > 1 && failed == 0)
    {
        struct dense_packer *packer = failed == 0 ? dense_packer_new(saving->level) : NULL;
        struct bytes raw = {0};
        int r = packer != NULL ? 0 : -ENOMEM;
#pragma omp for schedule(dynamic)
        for (uint64_t i = 0; i < count; i++) {
            if (r == 0)
                r = dense_file_pack(saving->head, saving->data, from + i, &raw);
            if (r == 0)
                r = dense_packer_pack(packer, &raw, &packed[i]);
        }
        if (r < 0) {
#pragma omp atomic write
            failed = r;
        }
        bytes_release(&raw);
        dense_packer_free(packer);
    }
    struct bytes *to = &saving->parcel.bytes;
    to->size = 0;
    for (uint64_t i = 0; packed != NULL && i < count; i++) {
        if (failed == 0) {
            bytes_put_number(to, packed[i].size, SIZE_BYTES);
            bytes_put(to, packed[i].data, packed[i].size);
        }
        bytes_release(&packed[i]);
    }
    free(packed);
    return failed < 0 ? failed : to->failed ? -ENOMEM : 0;
}

/* Takes the next block off a parcel. Returns 0 or -EIO. */
static int take_block(struct ranks_bytes *parcel, struct bytes *ret_block)
{
    if (parcel->size < SIZE_BYTES)
        return -EIO;
    uint64_t size = bytes_decode(parcel->bytes, SIZE_BYTES);
    if (size > parcel->size - SIZE_BYTES)
        return -EIO;
    *ret_block = (struct bytes){.data = (uint8_t *)parcel->bytes + SIZE_BYTES, .size = size};
    parcel->bytes += SIZE_BYTES + size;
    parcel->size -= SIZE_BYTES + size;
    return 0;
}

/* Rank 0 writes the blocks of a round in their order: each rank's first, each rank's second, ...
 */
static int write_round(struct spread_saving *saving, uint64_t from, const struct ranks_bytes *in)
{
    uint64_t ranks = (uint64_t)ranks_size(), end = (from + saving->round) * ranks;
    struct ranks_bytes *parcels = malloc((size_t)ranks * sizeof(*parcels));
    int r = parcels != NULL ? 0 : -ENOMEM;
    if (r == 0) {
        memcpy(parcels, in, (size_t)ranks * sizeof(*parcels));
        parcels[0] = (struct ranks_bytes){saving->parcel.bytes.data, saving->parcel.bytes.size};
    }
    for (uint64_t block = from * ranks; block < end && block < saving->all && r == 0; block++) {
        struct bytes packed;
        r = take_block(&parcels[block % ranks], &packed);
        if (r == 0)
            r = dense_blocks_put(&saving->writer, &packed);
    }
    free(parcels);
    return r;
}

/* One round; a rank that failed before takes part with nothing. Returns what all agree on. */
static int save_round(struct spread_saving *saving, uint64_t from, struct error *err)
{
    uint64_t own = dense_file_blocks(saving->data->index), end = from + saving->round;
    const struct dense_work *how = saving->how;
    const struct ranks_bytes *in;
    int r = how->stop != NULL && how->stop(how->arg) ? -EINTR : 0;
    if (r == 0 && from < own)
        r = pack_blocks(saving, from, end < own ? end : own);
    else
        saving->parcel.bytes.size = 0;
    r = ranks_agree(r < 0 ? error_set(err, r, "%s", strerror(-r)) : 0, err);
    if (r < 0)
        return r;
    if (ranks_rank() != 0) {
        saving->parcel.out[0] = saving->parcel.bytes.data;
        saving->parcel.sizes[0] = saving->parcel.bytes.size;
    }
    r = ranks_exchange_begin(BLOCKS_SLOT, saving->parcel.out, saving->parcel.sizes);
    if (r == 0)
        r = ranks_exchange_end(BLOCKS_SLOT, &in);
    if (r == 0 && ranks_rank() == 0)
        r = write_round(saving, from, in);
    return ranks_agree(r < 0 ? error_set(err, r, "%s", strerror(-r)) : 0, err);
}

static int begin(struct spread_saving *saving, const char *path, uint64_t boards, uint64_t kos)
{
    struct dense_file_head whole = *saving->head;
    struct bytes front = {0};
    whole.share = dense_share_whole();
    whole.boards = boards;
    whole.kos = kos;
    dense_file_put_head(&front, &whole);
    int r = dense_blocks_begin(&saving->writer, path, &front);
    bytes_release(&front);
    return r;
}

static int save_all(struct spread_saving *saving, const char *path, uint64_t boards, uint64_t kos,
                    struct error *err)
{
    int size = ranks_size(), r = 0;
    saving->round = size < ROUND_BLOCKS ? (uint64_t)(ROUND_BLOCKS / size) : 1;
    saving->parcel.out = calloc((size_t)size, sizeof(*saving->parcel.out));
    saving->parcel.sizes = calloc((size_t)size, sizeof(*saving->parcel.sizes));
    if (saving->parcel.out == NULL || saving->parcel.sizes == NULL)
        r = -ENOMEM;
    if (r == 0 && ranks_rank() == 0)
        r = begin(saving, path, boards, kos);
    r = ranks_agree(r < 0 ? error_set(err, r, "%s", strerror(-r)) : 0, err);
    for (uint64_t from = 0; from * (uint64_t)size < saving->all && r == 0; from += saving->round)
        r = save_round(saving, from, err);
    if (r == 0) {
        if (ranks_rank() == 0)
            r = dense_blocks_end(&saving->writer);
        r = ranks_agree(r < 0 ? error_set(err, r, "%s", strerror(-r)) : 0, err);
    }
    return r;
}

int spread_files_save(const char *path, const struct dense_file_head *head,
                      const struct dense_file_data *data, int level, const struct dense_work *how,
                      uint64_t *ret_boards, uint64_t *ret_kos, struct error *err)
{
    struct spread_saving saving = {.head = head, .data = data, .how = how, .level = level};
    uint64_t sums[] = {head->boards, head->kos, dense_file_blocks(data->index)};
    int r = ranks_reduce(sums, 3, RANKS_SUM);
    if (r < 0)
        return error_set(err, r, "%s", strerror(-r));
    saving.all = sums[2];
    r = save_all(&saving, path, sums[0], sums[1], err);
    if (ranks_rank() == 0)
        dense_blocks_drop(&saving.writer);
    bytes_release(&saving.parcel.bytes);
    free(saving.parcel.out);
    free(saving.parcel.sizes);
    if (r < 0)
        return r;
    *ret_boards = sums[0];
    *ret_kos = sums[1];
    return 0;
}
