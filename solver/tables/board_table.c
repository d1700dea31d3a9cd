/* The values of all positions of a board. */
#include "tables/board_table.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/history_model.h"
#include "tables/tables.h"

#include "tables/acyclic.h"
#include "tables/history_free.h"

/*
 * A single stone that removes itself, and then must not be answered by another, is a ko that
 * attractors do not follow; prisoners, and who passed first, are not part of a position.
 */
static bool tells_values(const struct ruleset *rules)
{
    struct history_model model;
    rules->family->describe(rules, &model);
    return model.endless && model.class_count == 0 && !model.pass_prisoners &&
           !history_model_has_first_pass(&model) && model.passes_to_end >= 2 &&
           model.passes_to_end <= LAYERS_MAX &&
           (enum scoring)ruleset_value(rules, &field_scoring) != SCORING_TERRITORY &&
           !(model.simple_ko && ruleset_suicide(rules) == SUICIDE_YES);
}

enum board_table_kind board_table_kind(const struct ruleset *rules)
{
    if (tells_values(rules))
        return TABLE_VALUES;
    return history_free_kind(rules) != HISTORY_FREE_NOT ? TABLE_BOUNDS : TABLE_NONE;
}

int board_table_work_layers(const struct ruleset *rules)
{
    struct history_model model;
    rules->family->describe(rules, &model);
    return board_table_kind(rules) == TABLE_VALUES ? model.passes_to_end : HISTORY_FREE_LAYERS;
}

bool board_table_simple_ko(const struct ruleset *rules)
{
    struct history_model model;
    rules->family->describe(rules, &model);
    return board_table_kind(rules) == TABLE_VALUES && model.simple_ko;
}

bool board_table_is_acyclic(const struct ruleset *rules)
{
    return board_table_kind(rules) == TABLE_BOUNDS &&
           history_free_kind(rules) == HISTORY_FREE_BOARDS;
}

struct saving {
    const struct table_work *how;
};

static bool must_stop(void *arg)
{
    const struct saving *saving = arg;
    return saving->how->stop != NULL && saving->how->stop(saving->how->arg);
}

static int save_stage(void *arg, const struct attractor *so_far, int margin)
{
    const struct saving *saving = arg;
    if (saving->how->save == NULL)
        return 0;
    struct table_progress progress = {
        .margin = margin,
        .ranks = so_far->ranks,
        .ko_ranks = so_far->ko_ranks,
        .rank_count = (size_t)so_far->reverse->node_count * 2 * (size_t)so_far->layers,
        .ko_rank_count = (size_t)so_far->reverse->ko_count * 2,
    };
    return saving->how->save(saving->how->arg, &progress);
}

/* What was saved, if there is anything. Returns 0 or -ENOMEM. */
static int load_stage(const struct table_work *how, const struct reverse_moves *reverse, int layers,
                      struct table_progress *ret_progress, bool *ret_loaded)
{
    struct table_progress progress = {
        .rank_count = (size_t)reverse->node_count * 2 * (size_t)layers,
        .ko_rank_count = (size_t)reverse->ko_count * 2,
    };
    *ret_loaded = false;
    *ret_progress = (struct table_progress){0};
    if (how->load == NULL)
        return 0;
    progress.ranks = malloc(progress.rank_count + 1);
    progress.ko_ranks = malloc(progress.ko_rank_count + 1);
    if (progress.ranks != NULL && progress.ko_ranks != NULL)
        *ret_loaded = how->load(how->arg, &progress);
    *ret_progress = progress;
    return progress.ranks != NULL && progress.ko_ranks != NULL ? 0 : -ENOMEM;
}

/* Without ranks first, which is quick, and then, going on from what is saved, with them. */
static int make_acyclic(struct board_table *table, const struct attractor_work *how)
{
    struct attractor all;
    struct attractor_work first = *how;
    first.start = NULL;
    first.stage = NULL;
    int r = attractor_init(&all, &table->reverse, &first);
    if (r < 0)
        return r;
    r = acyclic_init(&table->every, &all, how);
    attractor_release(&all);
    return r;
}

static int make_attractor(struct board_table *table, const struct table_work *how,
                          const struct ruleset *rules)
{
    struct saving saving = {how};
    struct table_progress progress;
    bool loaded, acyclic = board_table_is_acyclic(rules);
    int layers = board_table_work_layers(rules);
    int r = load_stage(how, &table->reverse, acyclic ? 1 : layers, &progress, &loaded);
    const struct attractor_start start = {progress.margin, progress.ranks, progress.ko_ranks};
    const struct attractor_work work = {
        .margin = MARGIN_EVERY,
        .passes_to_end = layers,
        .threads = how->threads,
        .stop = must_stop,
        .arg = &saving,
        .start = loaded ? &start : NULL,
        .stage = save_stage,
    };
    if (r == 0)
        r = acyclic ? make_acyclic(table, &work)
                    : attractor_init(&table->every, &table->reverse, &work);
    free(progress.ranks);
    free(progress.ko_ranks);
    return r;
}

int board_table_init(struct board_table *ret_table, const struct graph *graph,
                     const struct ruleset *rules, const struct table_work *how)
{
    struct board_table *table = ret_table;
    struct saving saving = {how};
    uint32_t empty;
    *table = (struct board_table){.kind = board_table_kind(rules)};
    assert(table->kind != TABLE_NONE);
    int r = positions_init(&table->positions, graph, rules);
    if (r < 0)
        return r;
    /* From the empty board every legal one can be reached: without the last stone placed it is
     * legal, too. */
    r = positions_intern(&table->positions, (struct stones){{0, 0}}, &empty);
    if (r == 0) {
        const struct enumeration closing = {how->max_bytes, how->threads, must_stop, &saving};
        r = positions_enumerate(&table->positions, &closing);
    }
    if (r == 0)
        r = reverse_moves_init(&table->reverse, &table->positions, board_table_simple_ko(rules),
                               how->threads);
    if (r == 0)
        r = make_attractor(table, how, rules);
    if (r < 0)
        board_table_release(table);
    return r;
}

void board_table_release(struct board_table *table)
{
    if (table == NULL)
        return;
    attractor_release(&table->every);
    reverse_moves_release(&table->reverse);
    positions_release(&table->positions);
}

int board_table_kos(const struct board_table *table, uint32_t orbit,
                    struct table_entry entries[TABLE_KOS_MAX])
{
    const struct reverse_moves *reverse = &table->reverse;
    int points = table->positions.points, count = 0;
    for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
        uint32_t node = orbit * 2 + mover;
        bool seen[SOLVER_MAX_POINTS + 2] = {false};
        for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
            uint32_t index = reverse->ko_list[i];
            const struct ko_move *move = &reverse->ko_moves[index];
            if (seen[move->ko])
                continue;
            seen[move->ko] = true;
            struct table_entry *entry = &entries[count++];
            *entry = (struct table_entry){.mover = mover, .ko = move->ko};
            for (unsigned attacker = BLACK; attacker <= WHITE; attacker++)
                entry->codes[attacker] = (uint8_t)table_margin_code(
                    attractor_ko_margin(&table->every, index, attacker ^ (unsigned)move->swaps),
                    points);
        }
    }
    return count;
}

uint64_t board_table_known(const struct board_table *table)
{
    uint64_t known = 0;
    for (uint32_t orbit = 0; orbit < table->positions.orbit_count; orbit++) {
        for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
            struct state state = {.board = orbit << table->positions.shift, .mover = mover};
            int black = attractor_margin(&table->every, state, BLACK);
            int white = attractor_margin(&table->every, state, WHITE);
            known += black != NEVER_FORCED && white != NEVER_FORCED && black == -white;
        }
    }
    return known;
}

static int compare_boards(const void *a, const void *b, void *arg)
{
    const struct orbit *orbits = arg;
    const struct stones *one = &orbits[*(const uint32_t *)a].canonical;
    const struct stones *other = &orbits[*(const uint32_t *)b].canonical;
    for (enum colour colour = BLACK; colour <= WHITE; colour++)
        if (one->of[colour] != other->of[colour])
            return one->of[colour] < other->of[colour] ? -1 : 1;
    return 0;
}

uint32_t *board_table_order(const struct board_table *table)
{
    uint32_t count = table->positions.orbit_count;
    uint32_t *order = malloc(((size_t)count + 1) * sizeof(*order));
    for (uint32_t i = 0; order != NULL && i < count; i++)
        order[i] = i;
    if (order != NULL)
        qsort_r(order, count, sizeof(*order), compare_boards, table->positions.orbits);
    return order;
}
