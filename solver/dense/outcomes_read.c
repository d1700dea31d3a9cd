/* Reading outcomes: of any state, for a search or for another rank. */
#include "dense/outcomes.h"

#include "dense/lanes.h"
#include "dense/moves.h"
#include "dense/outcomes_rules.h"
#include "dense/sweeper.h"

/* Is it a state with a ko that counts? */
static bool asks_ko(const struct dense_outcomes *outcomes, const struct dense_lookup *lookup)
{
    return lookup->ko != 0 && outcomes->game.kos != NULL;
}

/* The number of a state's board, or of the state with a ko. */
static inline uint64_t number_of(const struct dense_outcomes *outcomes,
                                 const struct dense_lookup *lookup)
{
    uint64_t number = dense_index_number(outcomes->game.index, lookup->code);
    if (asks_ko(outcomes, lookup))
        return dense_kos_number(outcomes->game.kos, number, lookup->mover, lookup->ko);
    return number;
}

/* The entry of a state with no passes in a row and its number: its pair, and plies by claimer. */
static void read_entry(const struct dense_outcomes *outcomes, const struct dense_lookup *lookup,
                       uint64_t number, uint8_t ret_entry[SWEEPER_WIDTH_MAX])
{
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    const uint8_t *plies = outcomes->plies.data, *ko_plies = outcomes->ko_plies.data;
    if (asks_ko(outcomes, lookup)) {
        ret_entry[0] = __atomic_load_n(&ko_codes[number], __ATOMIC_RELAXED);
        for (int i = 0; plies != NULL && i < 2; i++)
            ret_entry[1 + i] = __atomic_load_n(&ko_plies[2 * number + i], __ATOMIC_RELAXED);
        return;
    }
    unsigned code = __atomic_load_n(&codes[number], __ATOMIC_RELAXED);
    ret_entry[0] = (uint8_t)dense_outcomes_pair(code, lookup->mover);
    for (int i = 0; plies != NULL && i < 2; i++)
        ret_entry[1 + i] =
            __atomic_load_n(&plies[4 * number + 2 * lookup->mover + i], __ATOMIC_RELAXED);
}

/* Lookups that are answered together: what they need is fetched at once. */
#define ANSWERED_AT_ONCE 32

static DENSE_CLONES void answer(const struct dense_outcomes *outcomes,
                                const struct dense_lookup *lookups, size_t count,
                                uint8_t *ret_answers)
{
    const uint8_t *codes = outcomes->codes.data, *ko_codes = outcomes->ko_codes.data;
    const uint8_t *plies = outcomes->plies.data;
    int width = dense_outcomes_width(outcomes);
    uint64_t numbers[ANSWERED_AT_ONCE];
    for (size_t i = 0; i < count; i++)
        dense_index_fetch(outcomes->game.index, lookups[i].code);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = number_of(outcomes, &lookups[i]);
        __builtin_prefetch((asks_ko(outcomes, &lookups[i]) ? ko_codes : codes) + numbers[i]);
        if (plies != NULL)
            __builtin_prefetch(plies + 4 * numbers[i]);
    }
    for (size_t i = 0; i < count; i++)
        read_entry(outcomes, &lookups[i], numbers[i], &ret_answers[i * (size_t)width]);
}

void dense_outcomes_answer(const struct dense_outcomes *outcomes,
                           const struct dense_lookup *lookups, size_t count, uint8_t *ret_answers)
{
    size_t width = (size_t)dense_outcomes_width(outcomes);
    for (size_t from = 0; from < count; from += ANSWERED_AT_ONCE)
        answer(outcomes, lookups + from,
               count - from < ANSWERED_AT_ONCE ? count - from : ANSWERED_AT_ONCE,
               ret_answers + from * width);
}

/* What a state is on its canonical board. */
struct seen_state {
    struct dense_image image;
    unsigned mover;
    uint8_t entry[SWEEPER_WIDTH_MAX]; /* with no passes */
    unsigned score;
    unsigned pair;               /* with passes, or without plies */
    struct outcomes_plies plies; /* with passes and plies */
};

/* Answers a state with passes from the plays on its board. */
static void see_plays(const struct dense_outcomes *outcomes, const struct dense_state *state,
                      struct seen_state *seen)
{
    struct sweeper_board board;
    struct sweeper_entries entries;
    struct outcomes_choice choice;
    sweeper_list(&outcomes->game, seen->image.code, &board);
    if (outcomes->plies.data != NULL)
        dense_outcomes_plies_gather(outcomes, &board, &entries);
    else
        dense_outcomes_gather(outcomes, &board, &entries);
    seen->score = dense_outcomes_of_margin(board.margin, outcomes->threshold);
    choice.score = seen->score;
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        choice.plays[mover] = dense_outcomes_best_play(&board, &entries, mover, DENSE_POINTS_MAX);
        if (outcomes->plies.data != NULL)
            dense_outcomes_plies_of(&board, &entries, mover, DENSE_POINTS_MAX, &seen->plies);
    }
    seen->pair = dense_outcomes_after(&choice, seen->mover, state->passes, outcomes->game.layers);
}

static void see(const struct dense_outcomes *outcomes, const struct dense_state *state,
                struct seen_state *ret_seen)
{
    const struct dense_codes *codes = outcomes->game.index->codes;
    ret_seen->image = dense_codes_canonical(codes, state->stones);
    ret_seen->mover = state->mover ^ ret_seen->image.swaps;
    if (state->passes > 0) {
        see_plays(outcomes, state, ret_seen);
        return;
    }
    struct dense_lookup lookup = {.code = ret_seen->image.code, .mover = (uint8_t)ret_seen->mover};
    if (state->ko != 0)
        lookup.ko = (uint8_t)(codes->images[ret_seen->image.symmetry][state->ko - 1] + 1);
    read_entry(outcomes, &lookup, number_of(outcomes, &lookup), ret_seen->entry);
    ret_seen->pair = ret_seen->entry[0];
}

enum dense_outcome dense_outcomes_at(const struct dense_outcomes *outcomes,
                                     const struct dense_state *state, enum colour claimer)
{
    struct seen_state seen;
    see(outcomes, state, &seen);
    return (enum dense_outcome)(seen.pair >> 2 * (claimer ^ seen.image.swaps) & 3);
}

int dense_outcomes_rank(const struct dense_outcomes *outcomes, const struct dense_state *state,
                        enum colour attacker, bool denial)
{
    struct seen_state seen;
    see(outcomes, state, &seen);
    unsigned claimer = attacker ^ (unsigned)denial ^ seen.image.swaps;
    if ((seen.pair >> 2 * claimer & 3) != (denial ? DENSE_DENIED : DENSE_FORCED))
        return 0;
    if (outcomes->plies.data == NULL)
        return 1;
    if (state->passes == 0)
        return seen.entry[1 + claimer];
    struct outcomes_length length = dense_outcomes_length_after(
        &seen.plies, seen.score, seen.mover, claimer, state->passes, outcomes->game.layers);
    int plies = length.won < length.lost ? length.won : length.lost;
    return plies < DENSE_PLIES_MAX ? plies : DENSE_PLIES_MAX;
}

void dense_outcomes_count(const struct dense_outcomes *outcomes, uint64_t *ret_forced,
                          uint64_t *ret_denied)
{
    const uint8_t *codes = outcomes->codes.data;
    uint64_t forced = 0, denied = 0;
    for (uint64_t i = 0; i < outcomes->game.index->count; i++) {
        forced += (unsigned)__builtin_popcount(codes[i] & OUTCOMES_ALL);
        denied += (unsigned)__builtin_popcount(codes[i] >> 1 & OUTCOMES_ALL);
    }
    *ret_forced = forced;
    *ret_denied = denied;
}
