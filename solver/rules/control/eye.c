/* The play on a set. */
#include "rules/control/eye.h"

#include "rules/control/benson.h"

void eye_board_init(struct eye_board *ret_board, const struct graph *graph, uint64_t set,
                    uint64_t prohibited, const struct control_choice *choice)
{
    struct eye_board board = {.choice = *choice, .set = set, .prohibited = prohibited & set};
    location_board_init(&board.board, graph);
    board.border = location_next(&board.board, board.board.all & ~set) & set;
    for (uint64_t left = set; left != 0; left &= left - 1)
        if (board.board.next[location_first(left)] == 0)
            board.hopeless = true;
    *ret_board = board;
}

static uint64_t empty_of(const struct eye_board *board, const struct eye_state *state)
{
    return board->set & ~state->own & ~state->other;
}

/* Liberties in the set. */
static uint64_t liberties(const struct eye_board *board, const struct eye_state *state,
                          uint64_t chain)
{
    return location_next(&board->board, chain) & empty_of(board, state);
}

/* Has a chain liberties? The opponent's may have them by the stones around, the new locations. */
static bool breathes(const struct eye_board *board, const struct eye_state *state, uint64_t chain)
{
    return liberties(board, state, chain) != 0 || (chain & state->other & board->border) != 0;
}

/* The stones of those that are in chains without liberties. */
static uint64_t dead_of(const struct eye_board *board, const struct eye_state *state,
                        uint64_t stones, uint64_t start)
{
    uint64_t dead = 0;
    for (uint64_t left = start; left != 0;) {
        uint64_t chain = location_flood(&board->board, left & -left, stones);
        dead |= breathes(board, state, chain) ? 0 : chain;
        left &= ~chain;
    }
    return dead;
}

void eye_start(const struct eye_board *board, uint64_t own, uint64_t other,
               struct eye_state *ret_start)
{
    struct eye_state start = {.ko = EYE_NO_KO, .builder = false};
    start.own = own & board->set;
    start.other = other & board->set;
    uint64_t dead_own = dead_of(board, &start, start.own, start.own);
    uint64_t dead_other = dead_of(board, &start, start.other, start.other);
    start.own &= ~dead_own;
    start.other &= ~dead_other;
    *ret_start = start;
}

static bool pass(const struct eye_board *board, const struct eye_state *state,
                 struct eye_state *ret_after)
{
    *ret_after = *state;
    ret_after->builder = !state->builder;
    ret_after->ko = EYE_NO_KO;
    return !state->builder || board->choice.passing == CONTROL_PASS_BOTH;
}

bool eye_play(const struct eye_board *board, const struct eye_state *state, int play,
              struct eye_state *ret_after)
{
    if (play == EYE_PASS)
        return pass(board, state, ret_after);
    struct eye_state after = *state;
    uint64_t stone = location_bit(play), empty = empty_of(board, state);
    uint64_t *mine = state->builder ? &after.own : &after.other;
    uint64_t *theirs = state->builder ? &after.other : &after.own;
    if ((empty & stone & ~board->prohibited) == 0 || play == state->ko)
        return false;
    if (state->careful && state->builder && (board->board.next[play] & ~state->own) == 0)
        return false;
    after.builder = !state->builder;
    after.ko = EYE_NO_KO;
    *mine |= stone;
    uint64_t chain = location_flood(&board->board, stone, *mine);
    bool placed_breathes = breathes(board, &after, chain);
    uint64_t dead = dead_of(board, &after, *theirs, board->board.next[play] & *theirs);
    if (dead == 0 && !placed_breathes)
        return false; /* [10] suicide */
    if (dead == 0 && (liberties(board, &after, chain) & ~board->prohibited) == 0 &&
        (chain & after.other & board->border) == 0)
        return false; /* [11] pseudo suicide */
    *theirs &= ~dead;
    if (board->choice.ko == CONTROL_KO_PROHIBITED && !placed_breathes && chain == stone &&
        location_count(dead) == 1)
        after.ko = (uint8_t)location_first(dead); /* [12] ko capture */
    *ret_after = after;
    return true;
}

bool eye_formation(const struct eye_board *board, const struct eye_state *state)
{
    uint64_t eyes = board->set & ~state->own;
    if (board->hopeless || state->other != 0 || (board->border & ~state->own) != 0 ||
        (location_next(&board->board, eyes) & eyes) != 0)
        return false;
    for (uint64_t left = state->own; left != 0;) {
        uint64_t chain = location_flood(&board->board, left & -left, state->own);
        if (location_count(liberties(board, state, chain)) < 2)
            return false;
        left &= ~chain;
    }
    return true;
}

/* What is missing of the border in a turn is lost: it is filled, or not, by one play. */
static bool border_lost(const struct eye_board *board, const struct eye_state *state)
{
    uint64_t missing = board->border & ~state->own;
    return (missing & state->other) != 0 || location_count(missing) > (state->builder ? 1 : 0);
}

bool eye_failure(const struct eye_board *board, const struct eye_state *state)
{
    return board->hopeless || border_lost(board, state) ||
           (state->other != 0 &&
            benson_lives(&board->board, board->set, state->other, empty_of(board, state)));
}

/* Captures and much room are promising; that a play is not looked at first costs time only. */
static int promise(const struct eye_board *board, const struct eye_state *state, int play,
                   const struct eye_state *after)
{
    if (play == EYE_PASS)
        return 0;
    int captured = location_count(state->own) - location_count(after->own);
    uint64_t chain = location_flood(&board->board, location_bit(play), after->other);
    int room = location_count(board->board.next[play] & empty_of(board, state));
    return (border_lost(board, after) ? 5000 : 0) + 10 * captured + room +
           (location_count(liberties(board, after, chain)) > 1 ? 2 : 0);
}

int eye_replies(const struct eye_board *board, const struct eye_state *state,
                uint8_t plays[EYE_PLAYS_MAX])
{
    int promises[EYE_PLAYS_MAX], count = 0;
    uint64_t open = empty_of(board, state);
    for (int play = EYE_PASS; play >= 0; play--) {
        struct eye_state after;
        if ((play != EYE_PASS && (open & location_bit(play)) == 0) ||
            !eye_play(board, state, play, &after))
            continue;
        int value = promise(board, state, play, &after), i = count++;
        for (; i > 0 && promises[i - 1] < value; i--) {
            promises[i] = promises[i - 1];
            plays[i] = plays[i - 1];
        }
        promises[i] = value;
        plays[i] = (uint8_t)play;
    }
    return count;
}

int eye_far(const struct eye_board *board, const struct eye_state *state)
{
    int chains = 0;
    for (uint64_t left = state->own; left != 0; chains++)
        left &= ~location_flood(&board->board, left & -left, state->own);
    return 3 * location_count(state->other) + location_count(empty_of(board, state)) + 3 * chains;
}
