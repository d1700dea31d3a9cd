/* Tables of all positions, in stores. */
#include <errno.h>

#include "library/handles.h"
#include "ranks/ranks.h"
#include "store/dense/dense_make.h"
#include "store/values/values.h"
#include "store/values/values_make.h"
#include "tables/board_table.h"

_Static_assert((int)SOLVE_TABLE_STEP_BOARDS == DENSE_MAKE_BOARDS &&
                   (int)SOLVE_TABLE_STEP_SWEEPS == DENSE_MAKE_SWEEPS &&
                   (int)SOLVE_TABLE_STEP_WRITING == DENSE_MAKE_WRITING,
               "solve.h has other steps");

struct table_making_request {
    struct store *store;
    struct solve_game *game;
    const struct solve_table_options *options;
};

static void tell(void *arg, enum dense_make_step step, const struct dense_progress *progress)
{
    const struct table_making_request *request = arg;
    struct solve_table_progress told = {.step = (enum solve_table_step)step};
    if (request->options->progress == NULL)
        return;
    if (progress != NULL) {
        told.sweep = progress->sweep;
        told.done = progress->done;
        told.boards = progress->boards;
        told.plays = progress->plays;
    }
    request->options->progress(&told, request->options->progress_arg);
}

static int make_dense(const struct table_making_request *request, struct solve_table *ret_table,
                      struct error *why)
{
    const struct solve_table_options *options = request->options;
    const struct dense_make_options how = {
        .threads = options->threads,
        .max_bytes = (size_t)options->memory,
        .save_seconds = options->save_seconds,
        .interrupted = library_flag(options->interrupt),
        .tell = tell,
        .arg = (void *)request,
    };
    struct dense_make_result made;
    int r = dense_make_table(request->store, &request->game->game, &how, &made, why);
    if (r < 0)
        return r;
    *ret_table = (struct solve_table){
        .was_there = made.was_there,
        .resumed = made.resumed,
        .was_missing = made.lost,
        .boards = made.boards,
        .kos = made.kos,
        .known = made.known,
        .dense = true,
        .file_bytes = made.bytes,
        .held_bytes = made.held,
        .mapped_bytes = made.mapped,
        .plays = made.plays,
        .sweeps = made.sweeps,
    };
    return 0;
}

static int make_lists(const struct table_making_request *request, struct solve_table *ret_table,
                      struct error *why)
{
    const struct solve_table_options *options = request->options;
    const struct values_options how = {
        .threads = options->threads,
        .max_bytes = (size_t)options->memory,
        .save_seconds = options->save_seconds,
        .interrupted = library_flag(options->interrupt),
    };
    struct values_result made;
    int r = values_make(request->store, &request->game->game, &how, &made, why);
    if (r < 0)
        return r;
    *ret_table = (struct solve_table){
        .was_there = made.was_there,
        .resumed = made.resumed,
        .resumed_margin = made.resumed_margin,
        .was_missing = made.was_short,
        .boards = made.boards,
        .kos = made.kos,
        .known = made.known,
    };
    return 0;
}

/* Is there a whole table of that kind? Then it is not made again in the other way. Returns 1, 0 or
 * a negative errno. */
static int is_there(const struct table_making_request *request, bool dense)
{
    struct values_table table;
    int r = dense ? values_open_dense(request->store, &request->game->game, &table)
                  : values_open(request->store, &request->game->game, &table);
    if (r == 1)
        values_close(&table);
    return r;
}

/* Is the table to be made dense? Returns 1, 0 or a negative errno. */
static int choose(const struct table_making_request *request)
{
    const struct solve_game *game = request->game;
    struct solve_prediction made;
    if (request->options->method != SOLVE_TABLE_BY_SIZE)
        return request->options->method == SOLVE_TABLE_DENSE;
    if (!dense_make_suits(game->board->graph, &game->rules->ruleset))
        return 0;
    for (int dense = 0; dense <= 1; dense++) {
        int r = is_there(request, dense == 1);
        if (r != 0)
            return r < 0 ? r : dense;
    }
    int r = library_predict_table(game, request->options->threads, (size_t)request->options->memory,
                                  &made);
    return r < 0 ? r : made.table_dense;
}

/* Why a table could not be made. */
static int fail_table(int r, bool dense, struct error *why, struct solve_error *err)
{
    if (r == -ENOSPC && !dense)
        return library_refuse(err, r, "the table takes more memory than allowed");
    if (r == -EINTR)
        return library_refuse(err, r, "stopped before the table was made");
    if (r == -ENOMEM)
        return library_refuse(err, r, "out of memory");
    return library_fail(err, r, why);
}

static int make(const struct table_making_request *request, struct solve_table *ret_table,
                struct solve_error *err)
{
    struct error why = {""};
    const struct solve_rules *rules = request->game->rules;
    if (solve_rules_table_kind(rules) == SOLVE_TABLE_NONE)
        return library_refuse(err, -EINVAL, "there is no table of all positions under %s",
                              rules->text);
    if (ranks_size() > 1 && board_table_is_acyclic(&rules->ruleset))
        return library_refuse(err, -EINVAL,
                              "%s: under these rules one process makes the table: wanted no "
                              "mpirun, or one rank",
                              rules->text);
    if (request->options->method == SOLVE_TABLE_DENSE &&
        !dense_make_suits(request->game->board->graph, &rules->ruleset))
        return library_refuse(err, -EINVAL, "there is no dense table under %s, only lists",
                              rules->text);
    int dense = choose(request), r = dense;
    if (dense >= 0)
        r = dense == 1 ? make_dense(request, ret_table, &why)
                       : make_lists(request, ret_table, &why);
    if (r < 0)
        return fail_table(r, dense == 1, &why, err);
    ret_table->bounds = solve_rules_table_kind(rules) == SOLVE_TABLE_BOUNDS;
    return 0;
}

int solve_store_make_table(struct solve_store *store, struct solve_board *board,
                           struct solve_rules *rules, const struct solve_table_options *options,
                           struct solve_table *ret_table, struct solve_error *err)
{
    /* Of many ranks those above 0 have none: they work for rank 0 (store/dense/dense_make.h). */
    bool helps = ranks_rank() > 0 && store == NULL;
    struct table_making_request request = {.options = options};
    if ((store == NULL && !helps) || options == NULL || ret_table == NULL || options->threads < 1 ||
        options->threads > SOLVE_THREADS_MAX || options->memory > SIZE_MAX ||
        options->method > SOLVE_TABLE_DENSE)
        return library_refuse(err, -EINVAL, "a table wants a store, threads and memory");
    if (ranks_size() > 1 && options->method != SOLVE_TABLE_DENSE)
        return library_refuse(err, -EINVAL, "many ranks make dense tables only");
    if (!helps && library_store_reading(store))
        return library_refuse(err, -EINVAL, "the store is open only to read");
    request.store = helps ? NULL : library_store(store);
    int r = solve_game_new(board, rules, NULL, 0, &request.game, err);
    if (r < 0)
        return r;
    r = library_check_solvable(request.game, err);
    if (r == 0)
        r = make(&request, ret_table, err);
    solve_game_free(request.game);
    return r;
}
