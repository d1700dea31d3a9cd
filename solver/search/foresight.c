/* Dense tables for the search: predicting, making and reading them. */
#include "search/foresight.h"

#include <errno.h>
#include <stdlib.h>

#include "dense/estimate.h"
#include "search/free_margins.h"
#include "tables/board_table.h"
#include "tables/history_free.h"
#include "tables/tables.h"

/* The part of the memory that may be filled if there are more thresholds than one. */
#define MORE_SHARE(bytes) ((bytes) / 3)
/* How many times all plays are looked at until margins and a threshold are there, and the seconds
 * that one thread takes for a play: measured on 4x4 and 4x5. */
#define PLAY_TIMES 10
#define PLAY_SECONDS 50e-9
/* The part of the time that is left with lists of all plays: measured on 3x5, 2x8 and 4x4. */
#define LISTED_PART 0.6
/* Boards, up to symmetry and colours, from which on lists wait: those of 2x6 take 0.2 s. */
#define PRECEDES_BOARDS 10000
/* Bounds are enough when a sweep changes one board for so many that an earlier one has changed.
 * From 3x4 to 2x8, and on lines to 1x13, the searches take 0.85 to 1.15 times the nodes that they
 * take with all bounds, the sweeps half of the time. */
#define BOUNDS_ENOUGH 4

static double line_bytes(const struct dense_codes *codes)
{
    return (double)dense_index_lines(codes, dense_share_whole()) * sizeof(struct dense_line);
}

static enum foresight_margins margins_of(const struct ruleset *rules)
{
    if (board_table_kind(rules) == TABLE_VALUES)
        return MARGINS_VALUES;
    return history_free_kind(rules) == HISTORY_FREE_SITUATIONS ? MARGINS_BOUNDS : MARGINS_LIKELY;
}

int foresight_predict(struct foresight_size *ret_size, const struct positions *positions,
                      const struct game *game, int threads)
{
    struct dense_codes codes;
    struct table_size lists;
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    *ret_size = (struct foresight_size){.possible = false};
    int r = dense_codes_init(&codes, game->graph, positions->suicide);
    if (r < 0)
        return r == -E2BIG ? 0 : r;
    bool simple_ko = tables_simple_ko(&model);
    bool bounds = margins_of(&game->rules) == MARGINS_BOUNDS;
    r = table_size_estimate(&lists, positions, game->graph, simple_ko, tables_layers(&model));
    if (r == 0 && lists.boards < 9e18) {
        uint64_t boards = (uint64_t)lists.boards, kos = simple_ko ? (uint64_t)lists.kos : 0;
        double ko_bytes = simple_ko ? (double)dense_kos_bytes(boards, kos) : 0;
        *ret_size = (struct foresight_size){
            .possible = true,
            .boards = (double)lists.boards,
            .base = line_bytes(&codes) + ko_bytes,
            .outcome = bounds ? 0 : (double)dense_outcomes_bytes(boards, kos, true),
            .margins = (double)dense_margins_bytes(boards, kos),
            .lists = dense_estimate_lists(lists.boards, lists.moves),
            .seconds = lists.moves * PLAY_TIMES * PLAY_SECONDS / (threads > 1 ? threads : 1),
        };
    }
    dense_codes_release(&codes);
    return r;
}

double foresight_seconds(const struct foresight_size *size, size_t max_bytes)
{
    double left = (double)max_bytes - size->base - size->margins - size->outcome;
    return size->seconds * dense_estimate_listed(left, size->lists, LISTED_PART);
}

bool foresight_precedes_lists(const struct positions *positions, const struct ruleset *rules,
                              const struct history_model *model, const struct limits *limits)
{
    double least = limits->dense_from > 0 ? limits->dense_from : PRECEDES_BOARDS;
    return tables_guess_boards(positions) >= least && free_margins_rules(rules, model).suit;
}

static size_t outcome_bytes(const struct foresight *foresight)
{
    return dense_outcomes_bytes(foresight->index.count, foresight->kos.count, true);
}

static size_t base_bytes(const struct foresight *foresight)
{
    size_t kos = foresight->game.kos != NULL
                     ? dense_kos_bytes(foresight->index.count, foresight->kos.count)
                     : 0;
    return foresight->index.line_count * sizeof(struct dense_line) + kos;
}

/* Each of the two arrays has a byte more. */
static size_t margins_bytes(const struct foresight *foresight)
{
    return dense_margins_bytes(foresight->index.count, foresight->kos.count) + 2;
}

/* How many thresholds there is memory for. Where there are bounds none is made. */
static int most_of(const struct foresight *foresight, size_t max_bytes)
{
    if (foresight->kind == MARGINS_BOUNDS)
        return 0;
    size_t base = base_bytes(foresight) + margins_bytes(foresight), more = MORE_SHARE(max_bytes);
    size_t most = more > base ? (more - base) / (outcome_bytes(foresight) + 1) : 0;
    return most < 1 ? 1 : most > FORESEEN_MAX ? FORESEEN_MAX : (int)most;
}

int foresight_new(struct foresight **ret_foresight, const struct positions *positions,
                  const struct game *game, size_t max_bytes, const struct dense_work *how)
{
    struct history_model model;
    struct foresight *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return -ENOMEM;
    game->rules.family->describe(&game->rules, &model);
    pthread_mutex_init(&made->lock, NULL);
    made->threads = how->threads;
    made->memory.max_bytes = SIZE_MAX;
    int r = dense_codes_init(&made->codes, game->graph, positions->suicide);
    if (r == 0)
        r = dense_index_init(&made->index, &made->codes, dense_share_whole(), NULL, how);
    bool simple_ko = tables_simple_ko(&model);
    if (r == 0 && simple_ko)
        r = dense_kos_init(&made->kos, &made->index, how);
    if (r < 0) {
        foresight_free(made);
        return r;
    }
    made->game = (struct dense_game){
        .index = &made->index,
        .kos = simple_ko ? &made->kos : NULL,
        .layers = tables_layers(&model),
        .scoring = positions->scoring,
    };
    made->kind = margins_of(&game->rules);
    made->most = most_of(made, max_bytes);
    *ret_foresight = made;
    return 0;
}

void foresight_free(struct foresight *foresight)
{
    if (foresight == NULL)
        return;
    for (int i = 0; i < FORESEEN_MAX; i++)
        if (foresight->list[i].made)
            dense_outcomes_release(&foresight->list[i].outcomes);
    dense_margins_release(&foresight->margins);
    dense_kos_release(&foresight->kos);
    dense_index_release(&foresight->index);
    dense_codes_release(&foresight->codes);
    pthread_mutex_destroy(&foresight->lock);
    free(foresight);
}

size_t foresight_bytes(const struct foresight *foresight)
{
    return base_bytes(foresight) + foresight->memory.held;
}

size_t foresight_bytes_most(const struct foresight *foresight)
{
    return base_bytes(foresight) + margins_bytes(foresight) +
           (size_t)foresight->most * outcome_bytes(foresight);
}

/* Returns a free slot, if need be the least recently used one that nobody looks at; or NULL. */
static struct foreseen *free_slot(struct foresight *foresight)
{
    struct foreseen *slot = NULL;
    for (int i = 0; i < foresight->most; i++) {
        struct foreseen *one = &foresight->list[i];
        if (!one->made)
            return one;
        if (one->users == 0 && (slot == NULL || one->last_used < slot->last_used))
            slot = one;
    }
    if (slot != NULL)
        dense_outcomes_release(&slot->outcomes);
    if (slot != NULL)
        *slot = (struct foreseen){.made = false};
    return slot;
}

static struct foreseen *find_slot(struct foresight *foresight, int threshold)
{
    for (int i = 0; i < foresight->most; i++)
        if (foresight->list[i].made && foresight->list[i].outcomes.threshold == threshold)
            return &foresight->list[i];
    struct foreseen *slot = free_slot(foresight);
    if (slot != NULL)
        slot->made = dense_outcomes_init(&slot->outcomes, &foresight->game, threshold, true,
                                         &foresight->memory) == 0;
    return slot != NULL && slot->made ? slot : NULL;
}

struct foreseen *foresight_take(struct foresight *foresight, int threshold,
                                const struct dense_sweeps *how)
{
    struct dense_sweeps own = *how;
    struct foreseen *slot = find_slot(foresight, threshold);
    if (slot == NULL)
        return NULL;
    own.work.threads = foresight->threads;
    if (!slot->whole)
        slot->whole = dense_outcomes_run(&slot->outcomes, false, &own) == 0;
    if (!slot->whole)
        return NULL;
    slot->last_used = ++foresight->uses;
    slot->users++;
    return slot;
}

struct dense_margins *foresight_begin_margins(struct foresight *foresight)
{
    struct dense_game game = foresight->game;
    if (foresight->margins_begun)
        return NULL;
    if (foresight->kind == MARGINS_BOUNDS) {
        game.kos = NULL;
        game.layers = HISTORY_FREE_LAYERS;
    }
    foresight->margins_begun =
        dense_margins_init(&foresight->margins, &game, &foresight->memory) == 0;
    return foresight->margins_begun ? &foresight->margins : NULL;
}

const struct dense_margins *foresight_all_margins(struct foresight *foresight, bool whole,
                                                  const struct dense_sweeps *how)
{
    struct dense_sweeps own = *how;
    bool *made = &foresight->margins_whole;
    foresight_begin_margins(foresight);
    own.work.threads = foresight->threads;
    if (!whole && foresight->kind == MARGINS_BOUNDS) {
        made = &foresight->margins_enough;
        own.enough = BOUNDS_ENOUGH;
    }
    if (foresight->margins_begun && !*made && !foresight->margins_whole)
        *made = dense_margins_run(&foresight->margins, &own) == 0;
    return *made || foresight->margins_whole ? &foresight->margins : NULL;
}

void foresight_give(struct foreseen *foreseen)
{
    foreseen->users--;
}

/*
 * A rank by bounds, of every state: the less the attacker lacks to his claim without ko, and the
 * more he might get by what the opponent has without ko, the better.
 */
static int bounds_rank(const struct outlook *outlook, const struct positions *positions,
                       struct state state, enum colour attacker)
{
    const struct dense_state asked = {
        .stones = positions_stones(positions, state.board),
        .mover = state.mover,
    };
    int points = positions->points, claim = outlook->claims[attacker];
    int own = (int)dense_margins_at(outlook->bounds, &asked, attacker) - points - 1;
    int other = (int)dense_margins_at(outlook->bounds, &asked, !attacker) - points - 1;
    return 1 + (claim > own ? claim - own : 0) + 2 * points + other;
}

/* Single stones that remove themselves leave no ko that dense tables know. */
int foresight_rank(const struct outlook *outlook, const struct positions *positions,
                   struct state state, uint8_t ko, enum colour attacker)
{
    if (outlook->bounds != NULL)
        return bounds_rank(outlook, positions, state, attacker);
    const struct dense_state asked = {
        .stones = positions_stones(positions, state.board),
        .mover = state.mover,
        .passes = state.passes,
        .ko = outlook->outcomes->game.kos != NULL && ko != KO_SELF ? ko : 0,
    };
    int rank = dense_outcomes_rank(outlook->outcomes, &asked, attacker, outlook->denies[attacker]);
    return rank < RANK_MAX ? rank : RANK_MAX;
}
