/*
 * Plies to the end, beside the outcomes. A state's plies are entered when it is decided, from those
 * of its children then; they are never less than what is true. Later sweeps lower them, until each
 * state's are one more than the least, or the greatest, of its children's: there is but one such
 * assignment to the states that are decided.
 */
#include "dense/moves.h"
#include "dense/outcomes_rules.h"
#include "dense/sweeper.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

struct outcomes_length dense_outcomes_length_after(const struct outcomes_plies *plies,
                                                   unsigned score, unsigned mover, unsigned claimer,
                                                   int passes, int layers)
{
    bool wins = ((score & dense_outcomes_won_by(mover)) >> 2 * claimer & 3) != 0;
    struct outcomes_length length = {
        .won = wins ? 0 : OUTCOMES_NEVER,
        .lost = wins ? OUTCOMES_NEVER : 0,
    };
    for (int at = layers - 1; at >= passes; at--)
        if ((unsigned)(at - passes) % 2 == 0) {
            length.won = least(plies->won[mover][claimer], length.won + 1);
            length.lost = greatest(plies->lost[mover][claimer], length.lost + 1);
        } else {
            length.won = greatest(plies->lost[!mover][claimer], length.won + 1);
            length.lost = least(plies->won[!mover][claimer], length.lost + 1);
        }
    return length;
}

static void fetch(const void *table, const struct sweeper_board *board)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    const uint8_t *plies = outcomes->plies.data, *ko_plies = outcomes->ko_plies.data;
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            uint64_t at = board->children.of[mover][i].at;
            bool ko = sweeper_has_ko(&outcomes->game, &board->children.of[mover][i]);
            __builtin_prefetch((ko ? ko_codes : codes) + at);
            __builtin_prefetch(ko ? ko_plies + 2 * at : plies + 4 * at);
        }
}

void dense_outcomes_plies_gather(const void *table, const struct sweeper_board *board,
                                 struct sweeper_entries *ret_entries)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *plies = outcomes->plies.data, *ko_plies = outcomes->ko_plies.data;
    dense_outcomes_gather(table, board, ret_entries);
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            const struct dense_child *child = &board->children.of[mover][i];
            uint64_t at = board->children.of[mover][i].at;
            const uint8_t *from = sweeper_has_ko(&outcomes->game, child)
                                      ? &ko_plies[2 * at]
                                      : &plies[4 * at + 2 * (!mover ^ child->swaps)];
            ret_entries->of[mover][i][1] = __atomic_load_n(&from[0], __ATOMIC_RELAXED);
            ret_entries->of[mover][i][2] = __atomic_load_n(&from[1], __ATOMIC_RELAXED);
        }
}

void dense_outcomes_plies_of(const struct sweeper_board *board,
                             const struct sweeper_entries *entries, unsigned mover,
                             unsigned without, struct outcomes_plies *ret_plies)
{
    int won[2] = {OUTCOMES_NEVER, OUTCOMES_NEVER}, lost[2] = {0, 0};
    for (int i = 0; i < board->children.count[mover]; i++) {
        const struct dense_child *child = &board->children.of[mover][i];
        const uint8_t *entry = entries->of[mover][i];
        unsigned pair = child->swaps ? dense_outcomes_swapped(entry[0]) : entry[0];
        if (child->point == without)
            continue;
        for (unsigned claimer = BLACK; claimer <= WHITE; claimer++) {
            unsigned outcome = pair >> 2 * claimer & 3;
            bool wins = outcome == (claimer == mover ? DENSE_FORCED : DENSE_DENIED);
            /* Another thread may have entered the outcome, and here the plies are not seen yet. */
            int plies = entry[1 + (claimer ^ child->swaps)];
            int length = outcome == DENSE_OPEN || plies == 0 ? OUTCOMES_NEVER : plies + 1;
            if (wins)
                won[claimer] = least(won[claimer], length);
            lost[claimer] = greatest(lost[claimer], wins ? OUTCOMES_NEVER : length);
        }
    }
    for (unsigned claimer = BLACK; claimer <= WHITE; claimer++) {
        ret_plies->won[mover][claimer] = won[claimer];
        ret_plies->lost[mover][claimer] = lost[claimer];
    }
}

/* Enters the plies of a mover's two states, by claimer, and their outcomes; returns whether
 * anything is new. */
static bool enter(uint8_t *plies, uint8_t *codes, unsigned shift, unsigned mover,
                  const struct outcomes_length lengths[2])
{
    unsigned pair = 0;
    bool changed = false;
    for (unsigned claimer = BLACK; claimer <= WHITE; claimer++) {
        int length = least(lengths[claimer].won, lengths[claimer].lost);
        bool won = lengths[claimer].won < OUTCOMES_NEVER;
        if (length >= OUTCOMES_NEVER)
            continue;
        length = least(length, DENSE_PLIES_MAX);
        if (plies[claimer] == 0 || length < plies[claimer]) {
            __atomic_store_n(&plies[claimer], (uint8_t)length, __ATOMIC_RELAXED);
            changed = true;
        }
        pair |= (unsigned)(won == (claimer == mover) ? DENSE_FORCED : DENSE_DENIED) << 2 * claimer;
    }
    if ((pair << shift & ~(unsigned)*codes) == 0)
        return changed;
    __atomic_store_n(codes, (uint8_t)(*codes | pair << shift), __ATOMIC_RELAXED);
    return true;
}

static bool look(void *table, const struct sweeper_board *board,
                 const struct sweeper_entries *entries)
{
    struct dense_outcomes *outcomes = table;
    uint8_t *codes = (uint8_t *)outcomes->codes.data + board->number;
    uint8_t *own = (uint8_t *)outcomes->plies.data + 4 * board->number;
    int layers = outcomes->game.layers;
    unsigned score = dense_outcomes_of_margin(board->margin, outcomes->threshold);
    struct outcomes_plies plies;
    struct outcomes_length lengths[2];
    bool changed = false;
    dense_outcomes_plies_of(board, entries, BLACK, DENSE_POINTS_MAX, &plies);
    dense_outcomes_plies_of(board, entries, WHITE, DENSE_POINTS_MAX, &plies);
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        for (unsigned claimer = BLACK; claimer <= WHITE; claimer++)
            lengths[claimer] =
                dense_outcomes_length_after(&plies, score, mover, claimer, 0, layers);
        changed |= enter(own + 2 * mover, codes, 4 * mover, mover, lengths);
    }
    for (uint64_t state = board->ko_from; state < board->ko_end; state++) {
        unsigned key = outcomes->game.kos->keys[state], mover = key >> 6 & 1;
        struct outcomes_plies without = plies;
        dense_outcomes_plies_of(board, entries, mover, key & 63, &without);
        for (unsigned claimer = BLACK; claimer <= WHITE; claimer++) {
            struct outcomes_length pass =
                dense_outcomes_length_after(&plies, score, !mover, claimer, 1, layers);
            lengths[claimer].won = least(without.won[mover][claimer], pass.lost + 1);
            lengths[claimer].lost = greatest(without.lost[mover][claimer], pass.won + 1);
        }
        changed |= enter((uint8_t *)outcomes->ko_plies.data + 2 * state,
                         (uint8_t *)outcomes->ko_codes.data + state, 0, mover, lengths);
    }
    return changed;
}

/* Plies ask for the plays of both, as long as something is open. */
static unsigned wanted(const void *table, uint64_t number, uint64_t ko_from, uint64_t ko_end)
{
    return dense_outcomes_wanted(table, number, ko_from, ko_end) != 0 ? DENSE_MOVERS_BOTH : 0;
}

/* To settle plies: of boards of which nothing is decided there are none. */
static unsigned wanted_settling(const void *table, uint64_t number, uint64_t ko_from,
                                uint64_t ko_end)
{
    const struct dense_outcomes *outcomes = table;
    const uint8_t *ko_codes = outcomes->ko_codes.data;
    unsigned any = ((const uint8_t *)outcomes->codes.data)[number];
    for (uint64_t ko = ko_from; ko < ko_end; ko++)
        any |= ko_codes[ko];
    return any != 0 ? DENSE_MOVERS_BOTH : 0;
}

int dense_outcomes_plies_run(struct dense_outcomes *outcomes, bool exact,
                             const struct dense_sweeps *how)
{
    struct sweeper_kind kind = {
        .game = &outcomes->game,
        .table = outcomes,
        .width = dense_outcomes_width(outcomes),
        .wanted = wanted,
        .fetch = fetch,
        .gather = dense_outcomes_plies_gather,
        .look = look,
    };
    struct dense_progress progress = {0};
    int r = sweeper_run(&kind, how, &progress);
    if (r < 0 || !exact)
        return r;
    progress.settling = true;
    kind.wanted = wanted_settling;
    return sweeper_run(&kind, how, &progress);
}
