/* Making dense tables. */
#include "store/dense/dense_make.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "ranks/near.h"
#include "ranks/ranks.h"
#include "store/dense/dense_claim.h"
#include "store/dense/dense_making.h"
#include "store/dense/dense_name.h"
#include "store/handle/identity.h"
#include "store/handle/transaction.h"
#include "tables/board_table.h"

bool dense_make_suits(const struct graph *graph, const struct ruleset *rules)
{
    return graph->points <= DENSE_POINTS_MAX && board_table_kind(rules) != TABLE_NONE;
}

/* --- the steps --- */

/* The arrays that are looked at most get memory first. */
static int make_boards(struct dense_making *making)
{
    struct dense_work work = dense_making_work(making);
    int r = dense_codes_init(&making->codes, making->game->graph,
                             ruleset_suicide(&making->game->rules));
    if (r == 0)
        r = dense_memory_take(&making->memory,
                              (size_t)dense_index_lines(&making->codes, making->share) *
                                  sizeof(struct dense_line),
                              &making->lines);
    if (r == 0)
        r = dense_index_init(&making->index, &making->codes, making->share, making->lines.data,
                             &work);
    if (r == 0 && dense_making_has_kos(making)) {
        r = dense_kos_init(&making->kos, &making->index, &work);
        if (!making->memory.lent || r < 0 || dense_kos_lend(&making->kos, &making->memory) < 0)
            making->memory.held += dense_kos_bytes(making->index.count, making->kos.count);
    }
    return r;
}

/* Of ranks: sets as small as may be, so that they can be saved whatever memory a run has. */
static int take_room(struct dense_making *making)
{
    const struct dense_game game = {
        .index = &making->index,
        .kos = dense_making_has_kos(making) ? &making->kos : NULL,
        .layers = board_table_work_layers(&making->game->rules),
        .scoring = (enum scoring)ruleset_value(&making->game->rules, &field_scoring),
    };
    int r = dense_margins_init(&making->margins, &game, &making->memory);
    if (r == 0 && dense_making_is_ranked(making))
        r = dense_acyclic_init(&making->acyclic, &making->margins, DENSE_ACYCLIC_WIDTH_MIN,
                               &making->memory);
    making->result->held = making->memory.held;
    making->result->mapped = making->memory.mapped;
    return r;
}

static int take_in(struct dense_making *making)
{
    int r = dense_making_load(making, making->whole); /* a damaged one */
    if (r >= 0)
        r = dense_ranks_load(making);
    making->result->resumed = r == 1;
    return r < 0 ? r : 0;
}

static int make_margins(struct dense_making *making)
{
    const struct dense_memory *memory = &making->memory;
    const struct dense_sweeps how = {
        .work = dense_making_work(making),
        .report = dense_making_report,
        .report_arg = making,
        .list_bytes = memory->max_bytes > memory->held ? memory->max_bytes - memory->held : 0,
    };
    making->next_save = clock_now() + making->options->save_seconds;
    int r = dense_ranks_run(making, &how);
    if (r == 0 && dense_making_is_ranked(making)) {
        making->plays = making->result->plays;
        making->sweeps = making->result->sweeps;
        r = dense_acyclic_run(&making->acyclic, &how);
    }
    if (r == -EINTR) {
        int saved = dense_making_save(making);
        r = saved < 0 ? saved : -EINTR;
    }
    return r;
}

static uint64_t count_known(const struct dense_making *making)
{
    struct dense_margins margins = making->margins;
    if (dense_making_is_ranked(making))
        margins.codes = making->acyclic.codes;
    return dense_margins_known(&margins);
}

static int write_whole(struct dense_making *making)
{
    struct error ignored;
    dense_making_hear(making);
    dense_making_tell(making, DENSE_MAKE_WRITING, NULL);
    making->result->known = count_known(making);
    int r = dense_ranks_write(making, &ignored);
    if (r == 0 && making->share.rank == 0)
        dense_ranks_remove(making);
    else if (r == -EINTR)
        r = dense_making_save(making) < 0 ? r : -EINTR;
    return r;
}

static void release(struct dense_making *making)
{
    spread_seen_free(making->seen);
    dense_acyclic_release(&making->acyclic);
    dense_margins_release(&making->margins);
    dense_kos_release(&making->kos);
    dense_index_release(&making->index);
    dense_memory_give(&making->memory, &making->lines);
    dense_codes_release(&making->codes);
}

/* Is the whole table there? Rank 0 looks. Returns 1, 0 or a negative errno. */
static int look(struct dense_making *making)
{
    uint64_t found[3] = {0};
    int r = 0;
    if (making->share.rank == 0) {
        r = dense_making_look(making);
        found[0] = r == 1;
        found[1] = making->result->boards;
        found[2] = making->result->kos;
    }
    r = ranks_agree(r < 0 ? r : 0, NULL);
    if (r == 0)
        r = ranks_broadcast(found, sizeof(found));
    making->result->was_there = found[0] == 1;
    making->result->boards = found[1];
    making->result->kos = found[2];
    return r < 0 ? r : found[0] == 1;
}

/* Each step ends on all ranks alike. */
static int make_table(struct dense_making *making)
{
    static int (*const steps[])(struct dense_making *) = {
        make_boards, take_room, dense_ranks_see, take_in, make_margins, write_whole};
    int r = look(making);
    if (r == 1 && making->share.rank == 0) /* a run that had written it may have been killed then */
        dense_ranks_remove(making);
    if (r != 0)
        return r < 0 ? r : 0;
    dense_making_tell(making, DENSE_MAKE_BOARDS, NULL);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && r == 0; i++)
        r = ranks_agree(steps[i](making), NULL);
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

/* Where the files lie, and their names. Returns 0 or a negative errno. */
static int name_files(const struct store *store, struct dense_making *making)
{
    int r = folder_path(store->dir, STORE_DENSE, making->folder);
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_WHOLE, making->whole);
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_PART, making->part);
    return r;
}

/* Where nothing can be written: all of the table may be there. Returns 1 if it is, or a negative
 * errno. */
static int look_only(struct dense_making *making, struct error *err)
{
    int r = dense_making_look(making);
    making->result->was_there = r == 1;
    if (r < 0)
        return error_set(err, r, "%s: %s", making->folder, strerror(-r));
    return r == 1 ? 1 : error_set(err, -EACCES, "nothing can be written to it");
}

/* The folder becomes a store, if it is none yet. Returns 0; 1: the table is there; or a negative
 * errno. */
static int prepare(struct store *store, struct dense_making *making, struct error *err)
{
    int r = name_files(store, making);
    if (r < 0)
        return error_set(err, r, "cannot write: %s", strerror(-r));
    if (store->read_only)
        return look_only(making, err);
    if (!atomic_load(&store->made) && transaction_run(store, true, no_work, NULL) != 0)
        return error_set(err, -EIO, "cannot write to it");
    r = dense_name_make_folder(store->dir);
    return r < 0 ? error_set(err, r, "cannot write: %s", strerror(-r)) : 0;
}

/* Rank 0 prepares the store, and claims the table for all. Returns as prepare(). */
static int claim_table(struct store *store, struct dense_making *making, struct dense_claim *claim,
                       struct error *err)
{
    char lock[PATH_BYTES];
    int r = prepare(store, making, err);
    if (r == 0)
        r = dense_name_path(store->dir, making->name, DENSE_NAME_LOCK, lock);
    return r == 0 ? dense_claim_take(claim, lock, &store->patience, err) : r;
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

/* store: NULL on ranks above 0. */
static int make_in(struct store *store, struct dense_making *making, struct error *err)
{
    struct dense_claim claim;
    bool claimed = false;
    int r = 0;
    making->graph_text = identity_graph_text(making->game->graph);
    if (making->graph_text == NULL)
        r = error_set(err, -ENOMEM, "out of memory");
    if (r == 0 && store != NULL) {
        r = claim_table(store, making, &claim, err);
        claimed = r == 0;
    }
    r = dense_ranks_join(making, store != NULL ? store->dir : NULL, r, err);
    if (r == 0) {
        r = make_table(making);
        if (r == -ENOSPC && making->memory.refused > 0)
            error_set(err, r, "%s has no room for %s: wanted more room, or memory", making->folder,
                      human_size((double)making->memory.refused));
        else if (r < 0)
            error_set(err, r, "%s: %s", making->folder, strerror(-r));
    }
    if (claimed)
        dense_claim_leave(&claim);
    if (r >= 0)
        making->result->bytes = file_bytes(making->whole);
    return r < 0 ? r : 0;
}

int dense_make_table(struct store *store, const struct game *game,
                     const struct dense_make_options *options, struct dense_make_result *ret_result,
                     struct error *err)
{
    *ret_result = (struct dense_make_result){0};
    struct dense_making *making = calloc(1, sizeof(*making));
    if (ranks_agree(making != NULL ? 0 : -ENOMEM, NULL) < 0) {
        free(making);
        return error_set(err, -ENOMEM, "out of memory");
    }
    *making = (struct dense_making){
        .game = game,
        .options = options,
        .result = ret_result,
        .share = {(uint32_t)ranks_size(), (uint32_t)ranks_rank()},
        .patience = store != NULL ? &store->patience : NULL,
        .memory = {.max_bytes = options->max_bytes > 0 ? options->max_bytes : SIZE_MAX},
    };
    making->memory.folder = making->folder;
    making->memory.lent = near_count() > 1;
    dense_name_of(game->graph, &game->rules, making->name);
    int r = make_in(store, making, err);
    free(making->graph_text);
    free(making);
    return r;
}
