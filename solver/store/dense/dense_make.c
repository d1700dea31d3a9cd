/* Making dense tables. */
#include "store/dense/dense_make.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "dense/acyclic.h"
#include "store/dense/dense_claim.h"
#include "store/dense/dense_name.h"
#include "store/handle/identity.h"
#include "store/handle/transaction.h"
#include "tables/board_table.h"

/* Saving may take this share of the time, at most. */
#define SAVE_PARTS 10

struct dense_making {
    const struct game *game;
    const struct dense_make_options *options;
    struct dense_make_result *result;
    char name[DENSE_FILE_NAME_MAX], folder[PATH_BYTES], whole[PATH_BYTES], part[PATH_BYTES];
    char *graph_text;
    struct dense_memory memory;
    struct dense_codes codes;
    struct dense_array lines;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_margins margins;
    struct dense_acyclic acyclic; /* where no board may come back: follows from the margins */
    uint64_t plays;               /* looked at by the steps before, */
    uint32_t sweeps;              /* and their sweeps */
    double next_save;             /* clock_now() from which on it is saved again */
    bool full;                    /* the disk was full when it was to be saved */
};

static bool must_stop(void *arg)
{
    const struct dense_making *making = arg;
    return making->options->interrupted != NULL && atomic_load(making->options->interrupted);
}

static struct dense_work work_of(struct dense_making *making)
{
    return (struct dense_work){making->options->threads, must_stop, making};
}

static bool has_kos(const struct dense_making *making)
{
    return board_table_simple_ko(&making->game->rules);
}

static bool has_ranks(const struct dense_making *making)
{
    return board_table_is_acyclic(&making->game->rules);
}

static void tell(const struct dense_making *making, enum dense_make_step step,
                 const struct dense_progress *progress)
{
    if (making->options->tell != NULL)
        making->options->tell(making->options->arg, step, progress);
}

bool dense_make_suits(const struct graph *graph, const struct ruleset *rules)
{
    return graph->points <= DENSE_POINTS_MAX && board_table_kind(rules) != TABLE_NONE;
}

/* --- the file --- */

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

static void describe(const struct dense_making *making, bool whole,
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
        .kos = has_kos(making) ? making->kos.count : 0,
        .part_count = has_kos(making) ? 2 : 1,
        .parts = {{.width = 4, .opposite = opposite},
                  {.width = 2, .of_kos = 1, .opposite = opposite}},
    };
    *ret_data = (struct dense_file_data){
        .index = &making->index,
        .kos = has_kos(making) ? &making->kos : NULL,
        .parts = {making->margins.codes.data,
                  has_kos(making) ? making->margins.ko_codes.data : NULL},
    };
    if (has_ranks(making))
        describe_ranks(making, whole, ret_head, ret_data);
}

static bool no_stop(void *arg)
{
    (void)arg;
    return false;
}

/* Saves what is decided. Returns 0 or a negative errno. */
static int save(struct dense_making *making)
{
    struct dense_file_head head;
    struct dense_file_data data;
    const struct dense_work work = {making->options->threads, no_stop, NULL};
    describe(making, false, &head, &data);
    return dense_file_save(making->part, &head, &data, DENSE_FILE_LEVEL_PART, &work);
}

/* A disk that is full now may have room again: the work goes on. */
static int report(void *arg, const struct dense_progress *progress)
{
    struct dense_making *making = arg;
    double began = clock_now();
    making->result->plays = making->plays + progress->plays;
    making->result->sweeps = making->sweeps + (uint32_t)progress->sweep;
    tell(making, DENSE_MAKE_SWEEPS, progress);
    if (began < making->next_save)
        return 0;
    int r = save(making);
    double took = clock_now() - began, pause = making->options->save_seconds;
    making->next_save = clock_now() + (took * SAVE_PARTS > pause ? took * SAVE_PARTS : pause);
    return r == -ENOSPC || r == -EDQUOT || r == -EFBIG ? 0 : r;
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

/* Takes in what is sound in the file at path, if it is of this table. Returns 1 if there was one, 0
 * or a negative errno. */
static int load(struct dense_making *making, const char *path)
{
    struct dense_file file;
    struct dense_file_head head;
    struct dense_file_data data;
    struct dense_file_loaded loaded = {0};
    struct dense_work work = work_of(making);
    int r = dense_file_open(&file, path);
    if (r == -ENOENT || r == -EBADMSG)
        return 0;
    if (r < 0)
        return r;
    describe(making, false, &head, &data);
    r = strcmp(file.head.name, making->name) == 0 && file.head.boards == head.boards
            ? dense_file_load(&file, &data, &work, &loaded)
            : -EBADMSG;
    if (has_ranks(making) && r != -EBADMSG)
        restore_ranks(making, file.head.sweeps, r < 0 || loaded.damaged > 0);
    dense_file_close(&file);
    making->result->lost += loaded.lost;
    return r == -EBADMSG ? 0 : r < 0 ? r : 1;
}

/* --- the steps --- */

/* The arrays that are looked at most get memory first. */
static int make_boards(struct dense_making *making)
{
    const struct dense_share whole = dense_share_whole();
    struct dense_work work = work_of(making);
    int r = dense_codes_init(&making->codes, making->game->graph,
                             ruleset_suicide(&making->game->rules));
    if (r == 0)
        r = dense_memory_take(&making->memory,
                              (size_t)dense_index_lines(&making->codes, whole) *
                                  sizeof(struct dense_line),
                              &making->lines);
    if (r == 0)
        r = dense_index_init(&making->index, &making->codes, whole, making->lines.data, &work);
    if (r == 0 && has_kos(making)) {
        r = dense_kos_init(&making->kos, &making->index, &work);
        making->memory.held += dense_kos_bytes(making->index.count, making->kos.count);
    }
    return r;
}

/* Of ranks: sets as small as may be, so that they can be saved whatever memory a run has. */
static int take_room(struct dense_making *making)
{
    const struct dense_game game = {
        .index = &making->index,
        .kos = has_kos(making) ? &making->kos : NULL,
        .layers = board_table_work_layers(&making->game->rules),
        .scoring = (enum scoring)ruleset_value(&making->game->rules, &field_scoring),
    };
    int r = dense_margins_init(&making->margins, &game, &making->memory);
    if (r == 0 && has_ranks(making))
        r = dense_acyclic_init(&making->acyclic, &making->margins, DENSE_ACYCLIC_WIDTH_MIN,
                               &making->memory);
    making->result->held = making->memory.held;
    making->result->mapped = making->memory.mapped;
    return r;
}

static int take_in(struct dense_making *making)
{
    int r = load(making, making->whole); /* a damaged one */
    if (r >= 0)
        r = load(making, making->part);
    making->result->resumed = r == 1;
    return r < 0 ? r : 0;
}

static int make_margins(struct dense_making *making)
{
    const struct dense_sweeps how = {
        .work = work_of(making), .report = report, .report_arg = making};
    making->next_save = clock_now() + making->options->save_seconds;
    int r = dense_margins_run(&making->margins, &how);
    if (r == 0 && has_ranks(making)) {
        making->plays = making->result->plays;
        making->sweeps = making->result->sweeps;
        r = dense_acyclic_run(&making->acyclic, &how);
    }
    if (r == -EINTR) {
        int saved = save(making);
        r = saved < 0 ? saved : -EINTR;
    }
    return r;
}

static uint64_t count_known(const struct dense_making *making)
{
    struct dense_margins margins = making->margins;
    if (has_ranks(making))
        margins.codes = making->acyclic.codes;
    return dense_margins_known(&margins);
}

static int write_whole(struct dense_making *making)
{
    struct dense_file_head head;
    struct dense_file_data data;
    struct dense_work work = work_of(making);
    tell(making, DENSE_MAKE_WRITING, NULL);
    describe(making, true, &head, &data);
    making->result->boards = head.boards;
    making->result->kos = head.kos;
    making->result->known = count_known(making);
    int r = dense_file_save(making->whole, &head, &data, DENSE_FILE_LEVEL, &work);
    if (r == 0)
        unlink(making->part);
    else if (r == -EINTR)
        r = save(making) < 0 ? r : -EINTR;
    return r;
}

static void release(struct dense_making *making)
{
    dense_acyclic_release(&making->acyclic);
    dense_margins_release(&making->margins);
    dense_kos_release(&making->kos);
    dense_index_release(&making->index);
    dense_memory_give(&making->memory, &making->lines);
    dense_codes_release(&making->codes);
}

/* Is all of it there, and sound? Returns 1, 0 or a negative errno. */
static int look_whole(struct dense_making *making)
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

static int make_alone(struct dense_making *making)
{
    int r = look_whole(making);
    making->result->was_there = r == 1;
    if (r != 0)
        return r < 0 ? r : 0;
    tell(making, DENSE_MAKE_BOARDS, NULL);
    r = make_boards(making);
    if (r == 0)
        r = take_room(making);
    if (r == 0)
        r = take_in(making);
    if (r == 0)
        r = make_margins(making);
    if (r == 0)
        r = write_whole(making);
    release(making);
    return r;
}

/* --- in the store --- */

static int no_work(struct transaction *transaction, void *arg)
{
    (void)transaction;
    (void)arg;
    return 0;
}

/* The folder becomes a store, if it is none yet. */
static int prepare(struct store *store, struct dense_making *making, struct error *err)
{
    int r = 0;
    if (store->read_only)
        return error_set(err, -EACCES, "nothing can be written to it");
    if (!atomic_load(&store->made) && transaction_run(store, true, no_work, NULL) != 0)
        return error_set(err, -EIO, "cannot write to it");
    r = dense_name_make_folder(store->dir);
    if (r == 0)
        r = folder_path(store->dir, STORE_DENSE, making->folder);
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_WHOLE, making->whole);
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_PART, making->part);
    return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r)) : 0;
}

static uint64_t file_bytes(const char *path)
{
    struct dense_blocks blocks;
    uint64_t bytes = 0;
    if (dense_blocks_open(&blocks, path) == 0) {
        bytes = blocks.size;
        dense_blocks_close(&blocks);
    }
    return bytes;
}

int dense_make_table(struct store *store, const struct game *game,
                     const struct dense_make_options *options, struct dense_make_result *ret_result,
                     struct error *err)
{
    struct dense_claim claim;
    char lock[PATH_BYTES];
    *ret_result = (struct dense_make_result){0};
    struct dense_making *making = calloc(1, sizeof(*making));
    if (making == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    *making = (struct dense_making){.game = game, .options = options, .result = ret_result};
    dense_name_of(game->graph, &game->rules, making->name);
    making->graph_text = identity_graph_text(game->graph);
    int r = making->graph_text != NULL ? prepare(store, making, err)
                                       : error_set(err, -ENOMEM, "out of memory");
    making->memory =
        (struct dense_memory){.max_bytes = options->max_bytes > 0 ? options->max_bytes : SIZE_MAX,
                              .folder = making->folder};
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_LOCK, lock);
    if (r == 0)
        r = dense_claim_take(&claim, lock, &store->patience, err);
    if (r == 0) {
        r = make_alone(making);
        if (r < 0)
            error_set(err, r, "%s: %s", making->folder, strerror(-r));
        ret_result->bytes = r == 0 ? file_bytes(making->whole) : 0;
        dense_claim_leave(&claim);
    }
    free(making->graph_text);
    free(making);
    return r;
}
