/* The greatest margins that are forced: what a sweep does with a board, and reading. */
#include "dense/margins.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dense/lanes.h"
#include "dense/mates.h"
#include "dense/sweeper.h"
#include "dense/sweeper_lists.h"

/* What players get, by mover and attacker, and how the mover ranks it: he takes the most for
 * himself, and what leaves the other least. */
struct margins_choice {
    uint8_t plays[2][2]; /* the best that a play leads to */
    uint8_t score[2];    /* the board as it stands, by attacker */
};

static uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static uint8_t greatest(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/* The codes by attacker for a mover who chooses between two. */
DENSE_INLINE void take_better(unsigned mover, const uint8_t one[2], const uint8_t other[2],
                              uint8_t ret_codes[2])
{
    uint8_t own = greatest(one[mover], other[mover]), others = least(one[!mover], other[!mover]);
    ret_codes[mover] = own;
    ret_codes[!mover] = others;
}

/* The codes of a mover after so many passes in a row; layers: if the game has ended. */
DENSE_INLINE void margins_after(const struct margins_choice *choice, unsigned mover, int passes,
                                int layers, uint8_t ret_codes[2])
{
    memcpy(ret_codes, choice->score, 2);
    for (int at = layers - 1; at >= passes; at--) {
        unsigned on_turn = (unsigned)(at - passes) % 2 == 0 ? mover : !mover;
        take_better(on_turn, ret_codes, choice->plays[on_turn], ret_codes);
    }
}

int dense_margins_init(struct dense_margins *ret_margins, const struct dense_game *game,
                       struct dense_memory *memory)
{
    uint64_t boards = game->index->count, kos = game->kos != NULL ? game->kos->count : 0;
    struct dense_margins margins = {.game = *game, .memory = memory};
    assert(game->layers >= DENSE_LAYERS_MIN && game->layers <= DENSE_LAYERS_MAX);
    int r = dense_memory_take(memory, 4 * boards + 1, &margins.codes);
    if (r == 0)
        r = dense_memory_take(memory, 2 * kos + 1, &margins.ko_codes);
    margins.seen_codes = margins.codes.data;
    margins.seen_ko_codes = margins.ko_codes.data;
    if (r < 0)
        dense_margins_release(&margins);
    else
        *ret_margins = margins;
    return r;
}

void dense_margins_release(struct dense_margins *margins)
{
    if (margins->memory == NULL)
        return;
    dense_memory_give(margins->memory, &margins->codes);
    dense_memory_give(margins->memory, &margins->ko_codes);
    memset(margins, 0, sizeof(*margins));
}

/* Do what the players force of a state meet? */
static bool is_known(const struct dense_margins *margins, const uint8_t codes[2])
{
    return codes[BLACK] + codes[WHITE] == 2 * (margins->game.index->codes->points + 1);
}

static unsigned wanted(const void *table, uint64_t number, uint64_t ko_from, uint64_t ko_end)
{
    const struct dense_margins *margins = table;
    const uint8_t *own = (const uint8_t *)margins->codes.data + 4 * number;
    const uint8_t *ko_codes = margins->ko_codes.data;
    unsigned movers = 0;
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        if (!is_known(margins, own + 2 * mover))
            movers |= DENSE_MOVER(mover);
    for (uint64_t ko = ko_from; ko < ko_end; ko++)
        if (!is_known(margins, ko_codes + 2 * ko))
            movers |= DENSE_MOVER(margins->game.kos->keys[ko] >> 6 & 1);
    return movers;
}

/* Where the entry after a play is. */
static const uint8_t *place_of(const struct dense_margins *margins,
                               const struct sweeper_board *board, unsigned mover, int i)
{
    const struct dense_child *child = &board->children.of[mover][i];
    uint64_t at = board->children.of[mover][i].at;
    if (sweeper_has_ko(&margins->game, child))
        return margins->seen_ko_codes + 2 * at;
    return margins->seen_codes + 4 * at + 2 * (!mover ^ child->swaps);
}

static void fetch(const void *table, const struct sweeper_board *board)
{
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++)
            __builtin_prefetch(place_of(table, board, mover, i));
}

static void gather(const void *table, const struct sweeper_board *board,
                   struct sweeper_entries *ret_entries)
{
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            const uint8_t *from = place_of(table, board, mover, i);
            ret_entries->of[mover][i][0] = __atomic_load_n(&from[0], __ATOMIC_RELAXED);
            ret_entries->of[mover][i][1] = __atomic_load_n(&from[1], __ATOMIC_RELAXED);
        }
}

/* The best that the mover's plays lead to, by attacker, but for one on a point (none:
 * DENSE_POINTS_MAX). */
static void best_play(const struct sweeper_board *board, const struct sweeper_entries *entries,
                      unsigned mover, unsigned without, uint8_t ret_codes[2])
{
    uint8_t own = 0, others = UINT8_MAX;
    for (int i = 0; i < board->children.count[mover]; i++) {
        const struct dense_child *child = &board->children.of[mover][i];
        const uint8_t *entry = entries->of[mover][i];
        if (child->point == without)
            continue;
        own = greatest(own, entry[mover ^ child->swaps]);
        others = least(others, entry[!mover ^ child->swaps]);
    }
    ret_codes[mover] = own;
    ret_codes[!mover] = others;
}

/* Raises what is entered; returns whether anything was less. */
DENSE_INLINE bool enter(uint8_t to[2], const uint8_t codes[2])
{
    bool changed = false;
    for (int attacker = BLACK; attacker <= WHITE; attacker++)
        if (codes[attacker] > to[attacker]) {
            __atomic_store_n(&to[attacker], codes[attacker], __ATOMIC_RELAXED);
            changed = true;
        }
    return changed;
}

DENSE_INLINE void set_score(const struct dense_margins *margins, const struct sweeper_board *board,
                            struct margins_choice *choice)
{
    int zero = margins->game.index->codes->points + 1;
    choice->score[BLACK] = (uint8_t)(zero + board->margin);
    choice->score[WHITE] = (uint8_t)(zero - board->margin);
}

/* What is known of a mover will do instead of his plays: outcomes_rules.h. */
DENSE_INLINE void take_known(const struct dense_margins *margins, const struct sweeper_board *board,
                             unsigned mover, struct margins_choice *choice)
{
    memcpy(choice->plays[mover],
           (const uint8_t *)margins->codes.data + 4 * board->number + 2 * mover, 2);
}

static void choose(const struct dense_margins *margins, const struct sweeper_board *board,
                   const struct sweeper_entries *entries, struct margins_choice *ret_choice)
{
    set_score(margins, board, ret_choice);
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        if ((board->wanted & DENSE_MOVER(mover)) != 0)
            best_play(board, entries, mover, DENSE_POINTS_MAX, ret_choice->plays[mover]);
        else
            take_known(margins, board, mover, ret_choice);
}

/* Enters what follows for the states of a board without a ko; returns whether anything was less. */
DENSE_INLINE bool enter_board(struct dense_margins *margins, uint64_t number,
                              const struct margins_choice *choice)
{
    bool changed = false;
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        uint8_t codes[2];
        margins_after(choice, mover, 0, margins->game.layers, codes);
        changed |= enter((uint8_t *)margins->codes.data + 4 * number + 2 * mover, codes);
    }
    return changed;
}

static DENSE_CLONES bool look(void *table, const struct sweeper_board *board,
                              const struct sweeper_entries *entries)
{
    struct dense_margins *margins = table;
    int layers = margins->game.layers;
    struct margins_choice choice;
    uint8_t codes[2], pass[2];
    choose(margins, board, entries, &choice);
    bool changed = enter_board(margins, board->number, &choice);
    for (uint64_t state = board->ko_from; state < board->ko_end; state++) {
        unsigned key = margins->game.kos->keys[state], mover = key >> 6 & 1;
        if ((board->wanted & DENSE_MOVER(mover)) == 0)
            continue;
        best_play(board, entries, mover, key & 63, codes);
        margins_after(&choice, !mover, 1, layers, pass);
        take_better(mover, codes, pass, codes);
        changed |= enter((uint8_t *)margins->ko_codes.data + 2 * state, codes);
    }
    return changed;
}

/* Where the entry of a child in a list is. */
DENSE_INLINE const uint8_t *listed_place(const struct dense_margins *margins, unsigned mover,
                                         uint32_t word)
{
    uint64_t at = word & SWEEPER_LISTED_AT;
    unsigned swaps = (word & SWEEPER_LISTED_SWAPS) != 0;
    return (word & SWEEPER_LISTED_KO) != 0 ? margins->seen_ko_codes + 2 * at
                                           : margins->seen_codes + 4 * at + 2 * (!mover ^ swaps);
}

static void fetch_list(const void *table, const struct sweeper_board *board,
                       const uint32_t *const words[2])
{
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++)
            __builtin_prefetch(listed_place(table, mover, words[mover][i]));
}

/* best_play() by a list. */
DENSE_INLINE void best_listed(const struct dense_margins *margins, unsigned mover,
                              const uint32_t *words, int count, uint8_t ret_codes[2])
{
    uint8_t own = 0, others = UINT8_MAX;
    for (int i = 0; i < count; i++) {
        const uint8_t *from = listed_place(margins, mover, words[i]);
        unsigned swaps = (words[i] & SWEEPER_LISTED_SWAPS) != 0;
        own = greatest(own, __atomic_load_n(&from[mover ^ swaps], __ATOMIC_RELAXED));
        others = least(others, __atomic_load_n(&from[!mover ^ swaps], __ATOMIC_RELAXED));
    }
    ret_codes[mover] = own;
    ret_codes[!mover] = others;
}

static DENSE_CLONES bool look_list(void *table, const struct sweeper_board *board,
                                   const uint32_t *const words[2])
{
    struct dense_margins *margins = table;
    struct margins_choice choice;
    set_score(margins, board, &choice);
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        if ((board->wanted & DENSE_MOVER(mover)) != 0)
            best_listed(margins, mover, words[mover], board->children.count[mover],
                        choice.plays[mover]);
        else
            take_known(margins, board, mover, &choice);
    return enter_board(margins, board->number, &choice);
}

static void clear(unsigned mover, uint8_t *ret_sum)
{
    ret_sum[mover] = 0;
    ret_sum[!mover] = UINT8_MAX;
}

static void fold(unsigned mover, unsigned swaps, uint8_t *sum, const uint8_t *entry)
{
    sum[mover] = greatest(sum[mover], entry[mover ^ swaps]);
    sum[!mover] = least(sum[!mover], entry[!mover ^ swaps]);
}

/* Runs it with mates: what each of them holds is a table of its own. */
static int run_mates(const struct dense_margins *margins, struct sweeper_kind *kind,
                     const struct dense_sweeps *how, struct dense_progress *progress)
{
    const struct dense_mates *mates = how->mates;
    size_t ranks = margins->game.index->share.ranks;
    struct dense_margins *tables = calloc(ranks, sizeof(*tables));
    struct sweeper_kind *kinds = calloc(ranks, sizeof(*kinds));
    int r = tables != NULL && kinds != NULL ? 0 : -ENOMEM;
    for (size_t rank = 0; rank < ranks && r == 0; rank++) {
        const struct dense_mate *mate = &mates->of[rank];
        tables[rank] = *margins;
        tables[rank].game.index = &mate->index;
        tables[rank].game.kos = margins->game.kos != NULL ? &mate->kos : NULL;
        tables[rank].codes.data = mates->codes + DENSE_MARGINS_BOARD_BYTES * mate->first_board;
        tables[rank].ko_codes.data = mates->ko_codes + DENSE_MARGINS_KO_BYTES * mate->first_ko;
        kinds[rank] = *kind;
        kinds[rank].game = &tables[rank].game;
        kinds[rank].table = &tables[rank];
    }
    kind->of_mates = kinds;
    if (r == 0)
        r = sweeper_run(kind, how, progress);
    free(kinds);
    free(tables);
    return r;
}

int dense_margins_run(struct dense_margins *margins, const struct dense_sweeps *how)
{
    struct sweeper_kind kind = {
        .game = &margins->game,
        .table = margins,
        .width = dense_margins_width(),
        .wanted = wanted,
        .fetch = fetch,
        .gather = gather,
        .look = look,
        .fetch_list = fetch_list,
        .look_list = look_list,
        .clear = clear,
        .fold = fold,
        .boards = margins->codes.data,
        .board_width = DENSE_MARGINS_BOARD_BYTES,
    };
    const struct dense_sweeps own = sweeper_window_of(how, &margins->codes, margins->memory);
    struct dense_progress progress = {0};
    if (how->mates != NULL) {
        margins->seen_codes = how->mates->codes;
        margins->seen_ko_codes = how->mates->ko_codes;
    }
    int r = how->mates != NULL && how->mates->all ? run_mates(margins, &kind, how, &progress)
                                                  : sweeper_run(&kind, &own, &progress);
    margins->seen_codes = margins->codes.data;
    margins->seen_ko_codes = margins->ko_codes.data;
    return r;
}

/* The entry of a state with no passes in a row, by attacker. */
static const uint8_t *entry_of(const struct dense_margins *margins,
                               const struct dense_lookup *lookup)
{
    uint64_t number = dense_index_number(margins->game.index, lookup->code);
    if (lookup->ko == 0 || margins->game.kos == NULL)
        return (const uint8_t *)margins->codes.data + 4 * number + 2 * lookup->mover;
    uint64_t ko = dense_kos_number(margins->game.kos, number, lookup->mover, lookup->ko);
    return (const uint8_t *)margins->ko_codes.data + 2 * ko;
}

/* Lookups that are answered together: what they need is fetched at once. */
#define ANSWERED_AT_ONCE 32

static DENSE_CLONES void answer(const struct dense_margins *margins,
                                const struct dense_lookup *lookups, size_t count,
                                uint8_t *ret_answers)
{
    const uint8_t *entries[ANSWERED_AT_ONCE];
    for (size_t i = 0; i < count; i++)
        dense_index_fetch(margins->game.index, lookups[i].code);
    for (size_t i = 0; i < count; i++) {
        entries[i] = entry_of(margins, &lookups[i]);
        __builtin_prefetch(entries[i]);
    }
    for (size_t i = 0; i < count; i++) {
        ret_answers[2 * i] = __atomic_load_n(&entries[i][0], __ATOMIC_RELAXED);
        ret_answers[2 * i + 1] = __atomic_load_n(&entries[i][1], __ATOMIC_RELAXED);
    }
}

void dense_margins_answer(const struct dense_margins *margins, const struct dense_lookup *lookups,
                          size_t count, uint8_t *ret_answers)
{
    for (size_t from = 0; from < count; from += ANSWERED_AT_ONCE)
        answer(margins, lookups + from,
               count - from < ANSWERED_AT_ONCE ? count - from : ANSWERED_AT_ONCE,
               ret_answers + 2 * from);
}

unsigned dense_margins_at(const struct dense_margins *margins, const struct dense_state *state,
                          enum colour attacker)
{
    const struct dense_codes *codes = margins->game.index->codes;
    struct dense_image image = dense_codes_canonical(codes, state->stones);
    struct dense_lookup lookup = {.code = image.code, .mover = state->mover ^ image.swaps};
    if (state->passes == 0) {
        if (state->ko != 0)
            lookup.ko = (uint8_t)(codes->images[image.symmetry][state->ko - 1] + 1);
        return entry_of(margins, &lookup)[attacker ^ image.swaps];
    }
    struct sweeper_board board;
    struct sweeper_entries entries;
    struct margins_choice choice;
    uint8_t after[2];
    sweeper_list(&margins->game, image.code, &board);
    gather(margins, &board, &entries);
    choose(margins, &board, &entries, &choice);
    margins_after(&choice, lookup.mover, state->passes, margins->game.layers, after);
    return after[attacker ^ image.swaps];
}

uint64_t dense_margins_known(const struct dense_margins *margins)
{
    const uint8_t *codes = margins->codes.data;
    uint64_t known = 0;
    for (uint64_t i = 0; i < 2 * margins->game.index->count; i++)
        known += is_known(margins, codes + 2 * i);
    return known;
}
