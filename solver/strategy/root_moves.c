/* First plays: which are as good as the root. */
#include "strategy/internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* The board and mover after a first play; false where that is more than a state tells. */
static bool spot_after(const struct strategies *strategies, struct move move, enum colour attacker,
                       struct prover_state *ret_spot)
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

/*
 * A first play, the same for all its images. It is asked of both sides: does it keep the value for
 * its mover ([true]), or does the other get more after it ([false])?
 */
struct judgement {
    struct analysis_move *made;
    struct question questions[2];
    bool refused[2]; /* there is no such strategy, or more than a state tells */
    float hopes[2];  /* question_hope() when it was asked last */
};

/* After a pass on the empty board the other stands where the mover stood: he gets as much. */
static void mirror_root(struct question *question, int own_value)
{
    const struct stone_pair *stones = &question->spot.stones;
    question->mirrored = question->move.kind == MOVE_PASS && (stones->own | stones->other) == 0 &&
                         own_value > question->margin;
    if (question->mirrored)
        question->margin = own_value;
}

static void begin(const struct strategies *strategies, struct judgement *judgement,
                  struct analysis_move *made, int value)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    int own_value = mover == BLACK ? value : -value;
    judgement->made = made;
    for (int keeps = 0; keeps < 2; keeps++) {
        struct question *question = &judgement->questions[keeps];
        *question = (struct question){.attacker = keeps ? mover : !mover, .move = made->move};
        question->margin = keeps ? own_value : 1 - own_value;
        judgement->refused[keeps] =
            !spot_after(strategies, made->move, question->attacker, &question->spot);
        judgement->hopes[keeps] = NAN;
        if (!keeps)
            mirror_root(question, own_value);
    }
}

/* The nodes for one of the questions: few where both were asked and the other is more likely. */
static uint64_t part_of(const struct judgement *judgement, bool keeps, uint64_t budget)
{
    bool unlikely = judgement->hopes[keeps] < judgement->hopes[!keeps];
    return unlikely && !judgement->refused[!keeps] ? budget / SIDE_PART : budget;
}

/* Asks one of the questions; as question_ask(). */
static int ask(struct strategies *strategies, struct judgement *judgement, bool keeps,
               uint64_t budget)
{
    struct question *question = &judgement->questions[keeps];
    struct bounds *bounds = &judgement->made->bounds;
    int r = question_ask(strategies, question, !keeps, part_of(judgement, keeps, budget));
    judgement->hopes[keeps] = question_hope(strategies, question);
    judgement->refused[keeps] = r == -1;
    if (question->mirrored && r != 1) { /* from now on as of any other play */
        judgement->refused[keeps] = false;
        question->mirrored = false;
        question->margin = 1 - question->margin;
        r = r == -1 ? 0 : r;
    }
    if (r != 1)
        return r;
    int margin = question->attacker == BLACK ? question->margin : -question->margin;
    if (question->attacker == BLACK && margin > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = margin;
    else if (question->attacker == WHITE && margin < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = margin;
    strategies_tell(strategies);
    return 1;
}

/* Is it known whether the play is as good as the root? */
static bool is_judged(const struct analysis_move *made, int value, enum colour mover)
{
    return mover == BLACK ? made->bounds.lower_min >= value || made->bounds.upper_max < value
                          : made->bounds.upper_max <= value || made->bounds.lower_min > value;
}

static void show_judged(struct strategies *strategies, const struct judgement *judgements,
                        size_t count, int value, enum colour mover)
{
    strategies->shown.moves = (int)count;
    strategies->shown.rated = 0;
    for (size_t i = 0; i < count; i++)
        strategies->shown.rated += is_judged(judgements[i].made, value, mover);
}

int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    struct judgement *judgements = calloc(analysis->move_count + 1, sizeof(*judgements));
    bool left = judgements != NULL;
    int r = judgements != NULL ? 0 : -ENOMEM;
    uint64_t budget = 0;
    size_t count = 0;
    for (size_t i = 0; i < analysis->move_count && r == 0; i++)
        if (analysis->moves[i].same_as == (int)i)
            begin(strategies, &judgements[count++], &analysis->moves[i], value);
    while (left && r >= -1 && question_budget(strategies, &budget)) {
        left = false;
        for (size_t i = 0; i < 2 * count && r >= -1; i++) {
            struct judgement *judgement = &judgements[i / 2];
            bool keeps = i % 2 == 0;
            if (judgement->refused[keeps] || is_judged(judgement->made, value, mover))
                continue;
            show_judged(strategies, judgements, count, value, mover);
            r = ask(strategies, judgement, keeps, budget);
            left = left || r == 0;
        }
    }
    free(judgements);
    analysis->strategies_done = r >= -1 && !left;
    return r < -1 ? r : 0;
}
