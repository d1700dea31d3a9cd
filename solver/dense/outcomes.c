/* The outcomes of one threshold: what a sweep does with a board. */
#include "dense/outcomes.h"

#include <assert.h>
#include <string.h>

#include "dense/lanes.h"
#include "dense/outcomes_rules.h"
#include "dense/sweeper.h"

int dense_outcomes_init(struct dense_outcomes *ret_outcomes, const struct dense_game *game,
                        int threshold, bool plies, struct dense_memory *memory)
{
    uint64_t boards = game->index->count, kos = game->kos != NULL ? game->kos->count : 0;
    struct dense_outcomes outcomes = {.game = *game, .threshold = threshold, .memory = memory};
    assert(game->layers >= DENSE_LAYERS_MIN && game->layers <= DENSE_LAYERS_MAX);
    int r = dense_memory_take(memory, boards + 1, &outcomes.codes);
    if (r == 0)
        r = dense_memory_take(memory, kos + 1, &outcomes.ko_codes);
    if (r == 0 && plies)
        r = dense_memory_take(memory, 4 * boards + 1, &outcomes.plies);
    if (r == 0 && plies)
        r = dense_memory_take(memory, 2 * kos + 1, &outcomes.ko_plies);
    if (r < 0)
        dense_outcomes_release(&outcomes);
    else
        *ret_outcomes = outcomes;
    return r;
}

void dense_outcomes_release(struct dense_outcomes *outcomes)
{
    if (outcomes->memory == NULL)
        return;
    dense_memory_give(outcomes->memory, &outcomes->codes);
    dense_memory_give(outcomes->memory, &outcomes->ko_codes);
    dense_memory_give(outcomes->memory, &outcomes->plies);
    dense_memory_give(outcomes->memory, &outcomes->ko_plies);
    memset(outcomes, 0, sizeof(*outcomes));
}

unsigned dense_outcomes_wanted(const void *table, uint64_t number, uint64_t ko_from,
                               uint64_t ko_end)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    unsigned movers = 0;
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        if (!dense_outcomes_decided(dense_outcomes_pair(codes[number], mover), OUTCOMES_PAIR_ALL))
            movers |= DENSE_MOVER(mover);
    for (uint64_t ko = ko_from; ko < ko_end; ko++)
        if (!dense_outcomes_decided(ko_codes[ko], OUTCOMES_PAIR_ALL))
            movers |= DENSE_MOVER(outcomes->game.kos->keys[ko] >> 6 & 1);
    return movers;
}

static void fetch(const void *table, const struct sweeper_board *board)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            bool ko = sweeper_has_ko(&outcomes->game, &board->children.of[mover][i]);
            __builtin_prefetch((ko ? ko_codes : codes) + board->children.of[mover][i].at);
        }
}

DENSE_CLONES void dense_outcomes_gather(const void *table, const struct sweeper_board *board,
                                        struct sweeper_entries *ret_entries)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            const struct dense_child *child = &board->children.of[mover][i];
            uint64_t at = board->children.of[mover][i].at;
            bool ko = sweeper_has_ko(&outcomes->game, child);
            const uint8_t *from = ko ? &ko_codes[at] : &codes[at];
            unsigned code = __atomic_load_n(from, __ATOMIC_RELAXED);
            if (!ko)
                code = dense_outcomes_pair(code, !mover ^ child->swaps);
            ret_entries->of[mover][i][0] = (uint8_t)code;
        }
}

unsigned dense_outcomes_best_play(const struct sweeper_board *board,
                                  const struct sweeper_entries *entries, unsigned mover,
                                  unsigned without)
{
    unsigned any = 0, all = OUTCOMES_PAIR, won = dense_outcomes_won_by(mover);
    for (int i = 0; i < board->children.count[mover]; i++) {
        const struct dense_child *child = &board->children.of[mover][i];
        unsigned pair = entries->of[mover][i][0];
        if (child->point == without)
            continue;
        pair = child->swaps ? dense_outcomes_swapped(pair) : pair;
        any |= pair;
        all &= pair;
    }
    return (any & won) | (all & ~won);
}

/* Adds to a byte of codes what is new; returns whether anything is. */
static bool enter(uint8_t *to, unsigned codes)
{
    if ((codes & ~(unsigned)*to) == 0)
        return false;
    __atomic_store_n(to, (uint8_t)(*to | codes), __ATOMIC_RELAXED);
    return true;
}

static DENSE_CLONES bool look(void *table, const struct sweeper_board *board,
                              const struct sweeper_entries *entries)
{
    struct dense_outcomes *outcomes = table;
    int layers = outcomes->game.layers;
    uint8_t *own = (uint8_t *)outcomes->codes.data + board->number;
    struct outcomes_choice choice = {
        .score = dense_outcomes_of_margin(board->margin, outcomes->threshold),
    };
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        choice.plays[mover] =
            (board->wanted & DENSE_MOVER(mover)) != 0
                ? dense_outcomes_best_play(board, entries, mover, DENSE_POINTS_MAX)
                : dense_outcomes_pair(*own, mover);
    unsigned codes = dense_outcomes_after(&choice, BLACK, 0, layers) |
                     dense_outcomes_after(&choice, WHITE, 0, layers) << 4;
    bool changed = enter(own, codes);
    for (uint64_t state = board->ko_from; state < board->ko_end; state++) {
        unsigned key = outcomes->game.kos->keys[state], mover = key >> 6 & 1;
        if ((board->wanted & DENSE_MOVER(mover)) == 0)
            continue;
        unsigned plays = dense_outcomes_best_play(board, entries, mover, key & 63);
        unsigned pass = dense_outcomes_after(&choice, !mover, 1, layers);
        changed |= enter((uint8_t *)outcomes->ko_codes.data + state,
                         dense_outcomes_better(mover, plays, pass));
    }
    return changed;
}

static void clear(unsigned mover, uint8_t *ret_sum)
{
    *ret_sum = (uint8_t)(OUTCOMES_PAIR & ~dense_outcomes_won_by(mover));
}

static void fold(unsigned mover, unsigned swaps, uint8_t *sum, const uint8_t *entry)
{
    unsigned pair = swaps ? dense_outcomes_swapped(*entry) : *entry;
    *sum = (uint8_t)dense_outcomes_better(mover, *sum, pair);
}

int dense_outcomes_run(struct dense_outcomes *outcomes, bool exact, const struct dense_sweeps *how)
{
    const struct sweeper_kind kind = {
        .game = &outcomes->game,
        .table = outcomes,
        .width = dense_outcomes_width(outcomes),
        .wanted = dense_outcomes_wanted,
        .fetch = fetch,
        .gather = dense_outcomes_gather,
        .look = look,
        .clear = clear,
        .fold = fold,
        .boards = outcomes->codes.data,
        .board_width = 1,
    };
    const struct dense_sweeps own = sweeper_window_of(how, &outcomes->codes, outcomes->memory);
    struct dense_progress progress = {0};
    assert(how->mates == NULL);
    if (outcomes->plies.data != NULL)
        return dense_outcomes_plies_run(outcomes, exact, how);
    return sweeper_run(&kind, &own, &progress);
}
