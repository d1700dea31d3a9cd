/* What a move makes of a state. */
#include "unfold/state.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* Of tests: 1, hot stones may be captured; 2, odd cycles may be played again. */
#ifndef INJECTED_BUG
#define INJECTED_BUG 0
#endif

void unfold_state_init(struct unfold_state *ret_state, board_code board, int mover)
{
    *ret_state = (struct unfold_state){.board = board, .mover = (uint8_t)mover};
}

void unfold_state_release(struct unfold_state *state)
{
    free(state->begun);
    state->begun = NULL;
}

/* The ko rule: a play in a ko captures a hot stone. */
static bool captures_hot(struct unfold_plays *plays, const struct unfold_state *from,
                         const struct unfold_play *play, int point)
{
    /* Hot stones of the mover's are removed only by suicide, which captures nothing. */
    struct position board;
    if ((play->removed & from->hot) == 0 || INJECTED_BUG == 1)
        return false;
    unfold_plays_board(plays, from->board, &board);
    for (int p = 0; p < plays->points; p++)
        if ((play->removed & from->hot) >> p & 1 && board.cells[p] == STONE_OF(1 - from->mover))
            return unfold_plays_in_ko(plays, from->board, from->mover, point);
    return false;
}

/* How many plays of the two playings of a cycle have come after a play. */
static uint32_t made_after(const struct odd_cycle *cycle, uint32_t made, play_label label)
{
    uint32_t count = (uint32_t)cycle->count;
    return made + 1 < 2 * count && cycle->plays[made % count] == label ? made + 1 : made;
}

/* The odd cycle rule: the play ends a second playing of a cycle. */
static bool ends_second(const struct unfold_plays *plays, const struct cycle_progress *begun,
                        const struct unfold_play *play)
{
    const struct odd_cycle *cycle = &plays->odd[begun->cycle];
    return INJECTED_BUG != 2 && begun->made + 1 == 2 * (uint32_t)cycle->count &&
           cycle->plays[cycle->count - 1] == play->label &&
           unfold_plays_can_begin(plays, cycle, play->after);
}

/* Tells of the play all cycles that were begun, in their order, and those that begin with it.
 * Returns as unfold_state_move(). */
static int move_cycles(const struct unfold_plays *plays, const struct unfold_state *from,
                       const struct unfold_play *play, struct unfold_state *to)
{
    size_t fresh = unfold_plays_first_odd(plays, play->label), i = 0, begins = 0;
    while (fresh + begins < plays->odd_count && plays->odd[fresh + begins].plays[0] == play->label)
        begins++;
    if (array_reserve(&to->begun, from->begun_count + begins + 1, &to->begun_room,
                      sizeof(*to->begun)) < 0)
        return -ENOMEM;
    to->begun_count = 0;
    for (size_t next = fresh; i < from->begun_count || next < fresh + begins;) {
        struct cycle_progress *made = &to->begun[to->begun_count++];
        if (i < from->begun_count && (next == fresh + begins || from->begun[i].cycle <= next)) {
            next += from->begun[i].cycle == next && next < fresh + begins;
            *made = from->begun[i++];
            if (ends_second(plays, made, play))
                return 0;
            made->made = made_after(&plays->odd[made->cycle], made->made, play->label);
        } else {
            *made = (struct cycle_progress){(uint32_t)next++, 1};
        }
    }
    return 1;
}

int unfold_state_move(struct unfold_plays *plays, const struct unfold_state *from, int point,
                      struct unfold_state *to)
{
    struct cycle_progress *begun = to->begun;
    size_t room = to->begun_room;
    *to = *from;
    to->begun = begun;
    to->begun_room = room;
    to->mover = 1 - from->mover;
    if (point < 0) {
        if (array_reserve(&to->begun, from->begun_count + 1, &to->begun_room, sizeof(*begun)) < 0)
            return -ENOMEM;
        for (size_t i = 0; i < from->begun_count; i++)
            to->begun[i] = from->begun[i];
        to->hot = 0;
        to->passes++;
        return 1;
    }
    const struct unfold_play *play = unfold_plays_find(plays, from->board, from->mover, point);
    if (!play->possible || captures_hot(plays, from, play, point))
        return 0;
    to->board = play->after;
    to->passes = 0;
    to->hot = unfold_plays_in_ko(plays, from->board, from->mover, point)
                  ? (uint16_t)((from->hot | 1u << point) & ~(unsigned)play->removed)
                  : 0;
    return move_cycles(plays, from, play, to);
}
