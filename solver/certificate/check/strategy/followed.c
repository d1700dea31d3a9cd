/* States that the walk met, found again. */
#include "certificate/check/strategy/followed.h"

#include "certificate/check/strategy/lives.h"

static int add_met(const struct strategy_states *states, size_t entry, uint32_t *ret_numbers)
{
    int count = 0;
    for (int mover = 0; mover < 2; mover++)
        if ((*strategy_states_marks(states, entry) & STATES_MET(mover)) != 0)
            ret_numbers[count++] = followed_number(entry, mover);
    return count;
}

int followed_on_board(const struct strategy_states *states, const struct strategy_board *board,
                      size_t entry, uint32_t ret_numbers[FOLLOWED_STATES_MOST])
{
    int count = add_met(states, entry, ret_numbers);
    if ((*strategy_states_marks(states, entry) & STATES_KOS) == 0)
        return count;
    const struct strategy_stones stones = strategy_states_stones(states, entry);
    for (int ko = 1; ko <= board->points; ko++) {
        size_t with = strategy_states_find(states, &stones, ko);
        if (with != STATES_NONE)
            count += add_met(states, with, &ret_numbers[count]);
    }
    return count;
}

int followed_by(const struct strategy_states *states, const struct strategy_terms *terms,
                uint32_t number, struct strategy_state ret_next[SOLVER_MAX_POINTS + 1])
{
    uint32_t marks = *strategy_states_marks(states, number / 2);
    const struct strategy_stones stones = strategy_states_stones(states, number / 2);
    const uint8_t ko = marks >> STATES_KO_SHIFT & STATES_FIELD;
    const struct strategy_state state = {
        .stones = stones, .class = stones, .mover = number % 2, .ko = ko, .class_ko = ko};
    if (strategy_is_safe(terms, &stones))
        return 0;
    if (state.mover != terms->attacker)
        return strategy_answers(terms, &state, ret_next);
    int reply = (int)(marks >> STATES_REPLY_SHIFT & STATES_FIELD);
    return strategy_reply(terms, &state, reply, ret_next) == NULL ? 1 : 0;
}
