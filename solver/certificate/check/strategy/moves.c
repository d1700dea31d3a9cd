/* What follows a state of a strategy. */
#include "certificate/check/strategy/moves.h"

void strategy_terms_set_rules(struct strategy_terms *terms, const struct history_model *model)
{
    terms->retake = model->retake;
    terms->pass_goes_on = history_model_goes_on(model);
    terms->passes_count = history_model_counts_passes(model);
}

struct strategy_state strategy_state_make(const struct strategy_board *board,
                                          const struct strategy_stones *stones, int mover, int ko)
{
    struct strategy_state state = {
        .stones = *stones, .mover = (uint8_t)mover, .ko = (uint8_t)ko, .by_stone = true};
    int class_ko;
    state.symmetry = (uint8_t)strategy_board_class(board, stones, ko, &state.class, &class_ko);
    state.class_ko = (uint8_t)class_ko;
    return state;
}

/* The state after a pass: no stone has moved, and no ko is left. */
static struct strategy_state after_pass(const struct strategy_state *state, int mover)
{
    struct strategy_state after = *state;
    after.mover = (uint8_t)mover;
    after.ko = after.class_ko = 0;
    after.by_stone = false;
    return after;
}

bool strategy_is_enough(const struct strategy_terms *terms, const struct strategy_stones *stones)
{
    return strategy_board_margin(terms->board, stones, terms->attacker) >= terms->wanted;
}

const char *strategy_reply(const struct strategy_terms *terms, const struct strategy_state *state,
                           int reply, struct strategy_state *ret_next)
{
    const struct strategy_board *board = terms->board;
    int attacker = terms->attacker, ko = 0;
    struct strategy_stones after;
    if (reply == board->points) {
        *ret_next = after_pass(state, 1 - attacker);
        return strategy_is_enough(terms, &state->stones) ? NULL
                                                         : "a pass where the board is worth less";
    }
    if (reply > board->points)
        return "a reply is no point";
    if (reply + 1 == state->ko)
        return "a reply takes back a ko at once";
    if (!strategy_board_play(board, &state->stones, attacker, reply, &after))
        return "a reply is not legal";
    if (after.of[attacker] != (state->stones.of[attacker] | 1ull << reply))
        return "a reply is suicide";
    if (terms->retake != RETAKE_FREE)
        ko = strategy_board_ko(board, &state->stones, &after, attacker);
    *ret_next = strategy_state_make(board, &after, 1 - attacker, ko);
    return NULL;
}

int strategy_answers(const struct strategy_terms *terms, const struct strategy_state *state,
                     struct strategy_state *ret_next)
{
    const struct strategy_board *board = terms->board;
    int attacker = terms->attacker, opponent = 1 - attacker, count = 0;
    struct strategy_stones after;
    for (int point = 0; point < board->points; point++) {
        if (point + 1 == state->ko ||
            !strategy_board_play(board, &state->stones, opponent, point, &after))
            continue;
        int ko = strategy_board_ko(board, &state->stones, &after, opponent);
        ret_next[count++] = strategy_state_make(board, &after, attacker, ko);
    }
    bool enough = strategy_is_enough(terms, &state->stones);
    bool goes_on = terms->pass_goes_on && state->ko != 0;
    if (!enough || goes_on)
        ret_next[count++] = after_pass(state, !enough || terms->answered ? attacker : opponent);
    return count;
}
