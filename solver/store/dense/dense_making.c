/* The files of a dense table that is being made. */
#include "store/dense/dense_making.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "ranks/ranks.h"
#include "tables/board_table.h"

/* The message of a rank that cannot save. */
#define TAG_UNSAVED 1
/* Saving may take this share of the time, at most. */
#define SAVE_PARTS 10

static bool must_stop(void *arg)
{
    const struct dense_making *making = arg;
    return making->options->interrupted != NULL && atomic_load(making->options->interrupted);
}

struct dense_work dense_making_work(struct dense_making *making)
{
    return (struct dense_work){making->options->threads, must_stop, making};
}

bool dense_making_has_kos(const struct dense_making *making)
{
    return board_table_simple_ko(&making->game->rules);
}

bool dense_making_is_ranked(const struct dense_making *making)
{
    return board_table_is_acyclic(&making->game->rules);
}

void dense_making_tell(const struct dense_making *making, enum dense_make_step step,
                       const struct dense_progress *progress)
{
    if (making->options->tell != NULL)
        making->options->tell(making->options->arg, step, progress);
}

/* With ranks, the finished file has what is ranked; until then a file has all that they are made
 * from, and in place of sweeps how far the margins have come down. */
static void describe_ranks(const struct dense_making *making, bool whole,
                           struct dense_file_head *head, struct dense_file_data *data)
{
    const struct dense_acyclic *acyclic = &making->acyclic;
    if (whole) {
        data->parts[0] = acyclic->codes.data;
        return;
    }
    head->sweeps = (uint32_t)(making->codes.points - acyclic->most);
    head->part_count = 3;
    head->parts[1] = head->parts[0];
    head->parts[2] = (struct dense_file_part){.width = (uint8_t)(4 * acyclic->width)};
    data->parts[1] = acyclic->codes.data;
    data->parts[2] = acyclic->sets.data;
}

void dense_making_describe(const struct dense_making *making, bool whole,
                           struct dense_file_head *ret_head, struct dense_file_data *ret_data)
{
    uint8_t opposite = (uint8_t)(2 * (making->codes.points + 1));
    *ret_head = (struct dense_file_head){
        .name = (char *)making->name,
        .graph = making->graph_text,
        .whole = whole,
        .share = making->index.share,
        .lines = making->index.all_lines,
        .boards = making->index.count,
        .kos = dense_making_has_kos(making) ? making->kos.count : 0,
        .part_count = dense_making_has_kos(making) ? 2 : 1,
        .parts = {{.width = 4, .opposite = opposite},
                  {.width = 2, .of_kos = 1, .opposite = opposite}},
    };
    *ret_data = (struct dense_file_data){
        .index = &making->index,
        .kos = dense_making_has_kos(making) ? &making->kos : NULL,
        .parts = {making->margins.codes.data,
                  dense_making_has_kos(making) ? making->margins.ko_codes.data : NULL},
    };
    if (dense_making_is_ranked(making))
        describe_ranks(making, whole, ret_head, ret_data);
}

static bool no_stop(void *arg)
{
    (void)arg;
    return false;
}

int dense_making_save(struct dense_making *making)
{
    struct dense_file_head head;
    struct dense_file_data data;
    const struct dense_work work = {making->options->threads, no_stop, NULL};
    dense_making_describe(making, false, &head, &data);
    return dense_file_save(making->part, &head, &data, DENSE_FILE_LEVEL_PART, &work);
}

/* Ranks above 0 have nobody to tell: they send it to rank 0. */
static void tell_unsaved(struct dense_making *making, int why)
{
    if (making->unsaved)
        return;
    making->unsaved = true;
    if (making->share.rank > 0)
        ranks_send(0, TAG_UNSAVED, &why, sizeof(why));
    else
        patience_tell(making->patience, "cannot save what is decided so far: %s; the work goes on",
                      strerror(-why));
}

void dense_making_hear(struct dense_making *making)
{
    struct ranks_message message;
    int why;
    while (making->share.ranks > 1 && making->share.rank == 0 && ranks_receive(0, &message) == 1) {
        if (message.tag == TAG_UNSAVED && message.size == sizeof(why) && !making->unsaved) {
            memcpy(&why, message.bytes, sizeof(why));
            patience_tell(making->patience,
                          "rank %d cannot save what is decided so far: %s; the work goes on",
                          message.from, strerror(-why));
            making->unsaved = true;
        }
        free(message.bytes);
    }
}

static bool is_want_of_room(int r)
{
    return r == -ENOSPC || r == -EDQUOT || r == -EFBIG;
}

/* A disk that is full now may have room again: the work goes on. */
int dense_making_report(void *arg, const struct dense_progress *progress)
{
    struct dense_making *making = arg;
    double began = clock_now();
    making->result->plays = making->plays + progress->plays;
    making->result->sweeps = making->sweeps + (uint32_t)progress->sweep;
    dense_making_tell(making, DENSE_MAKE_SWEEPS, progress);
    dense_making_hear(making);
    if (began < making->next_save)
        return 0;
    int r = dense_making_save(making);
    double took = clock_now() - began, pause = making->options->save_seconds;
    making->next_save = clock_now() + (took * SAVE_PARTS > pause ? took * SAVE_PARTS : pause);
    if (r == 0)
        return 0;
    /* A rank alone must not stop: the others wait for it. */
    if (!is_want_of_room(r) && making->share.ranks == 1)
        return r;
    tell_unsaved(making, r);
    return 0;
}

/*
 * What is left of ranks: how far they have come, or nothing, where a part of them is lost. What was
 * ranked after a board must not be below it, so it may not be ranked again alone.
 */
static void restore_ranks(struct dense_making *making, uint32_t down, bool damaged)
{
    struct dense_acyclic *acyclic = &making->acyclic;
    uint32_t group = 8 * (uint32_t)acyclic->width;
    if (!damaged && down % group == 0 && down < 2 * (uint32_t)making->codes.points + 1 + group) {
        acyclic->most = making->codes.points - (int)down;
        return;
    }
    memset(acyclic->codes.data, 0, acyclic->codes.bytes);
    memset(acyclic->sets.data, 0, acyclic->sets.bytes);
}

int dense_making_load(struct dense_making *making, const char *path)
{
    struct dense_file file;
    struct dense_file_head head;
    struct dense_file_data data;
    struct dense_file_loaded loaded = {0};
    struct dense_work work = dense_making_work(making);
    int r = dense_file_open(&file, path);
    if (r == -ENOENT || r == -EBADMSG)
        return 0;
    if (r < 0)
        return r;
    dense_making_describe(making, false, &head, &data);
    bool same_share =
        file.head.share.ranks == head.share.ranks && file.head.share.rank == head.share.rank;
    r = strcmp(file.head.name, making->name) == 0 &&
                (!same_share || file.head.boards == head.boards)
            ? dense_file_load(&file, &data, &work, &loaded)
            : -EBADMSG;
    if (dense_making_is_ranked(making) && r != -EBADMSG)
        restore_ranks(making, file.head.sweeps, r < 0 || loaded.damaged > 0);
    dense_file_close(&file);
    making->result->lost += loaded.lost;
    return r == -EBADMSG ? 0 : r < 0 ? r : 1;
}

int dense_making_look(struct dense_making *making)
{
    struct dense_file file;
    struct bytes raw = {0};
    int r = dense_file_open(&file, making->whole);
    if (r < 0)
        return r == -ENOENT || r == -EBADMSG ? 0 : r;
    bool sound = file.head.whole && strcmp(file.head.name, making->name) == 0;
    for (uint64_t i = 0; i < file.blocks.count && sound && r == 0; i++) {
        struct dense_file_block block;
        r = must_stop(making) ? -EINTR : dense_blocks_read(&file.blocks, i, &raw);
        if (r == 0)
            r = dense_file_view(&file, i, &raw, &block);
        if (r == -EBADMSG || r == -EIO) {
            sound = false;
            r = 0;
        }
    }
    making->result->boards = file.head.boards;
    making->result->kos = file.head.kos;
    bytes_release(&raw);
    dense_file_close(&file);
    return r < 0 ? r : sound;
}
