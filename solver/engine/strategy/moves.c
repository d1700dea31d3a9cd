/* First plays: which are as good as the root. */
#include "engine/strategy/inside.h"

#include <errno.h>
#include <stdlib.h>

/* The board and mover after a first play; false where that is more than a state tells. */
static bool spot_after(const struct strategies *strategies, struct move move, enum colour attacker,
                       struct spot *ret_spot)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    uint64_t ko;
    ret_spot->stones = seen_by(attacker, &now->board, strategies->board.points);
    ret_spot->own_move = attacker != mover;
    ret_spot->ko = 0;
    if (move.kind != MOVE_STONE)
        return attacker != mover;
    return bitboard_play(&strategies->board, ret_spot->stones, 1ull << move.point,
                         attacker == mover, &ret_spot->stones, &ko);
}

/* Does a play keep the value for its mover (keeps), or does the other get more after it? */
static int ask_move(struct strategies *strategies, struct analysis_move *made, bool keeps,
                    int value, uint64_t budget)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    struct question question = {.attacker = keeps ? mover : !mover, .move = made->move};
    int own_value = mover == BLACK ? value : -value;
    question.margin = keeps ? own_value : 1 - own_value;
    if (!spot_after(strategies, made->move, question.attacker, &question.spot))
        return -1;
    int r = question_ask(strategies, &question, !keeps, budget);
    if (r != 1)
        return r;
    int margin = question.attacker == BLACK ? question.margin : -question.margin;
    if (question.attacker == BLACK && margin > made->bounds.lower_min)
        made->bounds.lower_min = made->bounds.upper_min = margin;
    else if (question.attacker == WHITE && margin < made->bounds.upper_max)
        made->bounds.lower_max = made->bounds.upper_max = margin;
    strategies_tell(strategies);
    return 1;
}

/* Is it known whether the play is as good as the root? */
static bool is_judged(const struct analysis_move *made, int value, enum colour mover)
{
    return mover == BLACK ? made->bounds.lower_min >= value || made->bounds.upper_max < value
                          : made->bounds.upper_max <= value || made->bounds.lower_min > value;
}

int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    size_t count = analysis->move_count;
    bool *refused = calloc(2 * count + 1, sizeof(*refused));
    bool left = refused != NULL;
    int r = refused != NULL ? 0 : -ENOMEM;
    uint64_t budget = 0;
    while (left && r >= -1 && question_budget(strategies, &budget)) {
        left = false;
        for (size_t i = 0; i < 2 * count && r >= -1; i++) {
            struct analysis_move *made = &analysis->moves[i / 2];
            if (made->same_as != (int)(i / 2) || refused[i] || is_judged(made, value, mover))
                continue;
            r = ask_move(strategies, made, i % 2 == 0, value, budget);
            refused[i] = r == -1;
            left = left || r == 0;
        }
    }
    free(refused);
    analysis->judged = r >= -1 && !left;
    return r < -1 ? r : 0;
}
