/* The walk through the states of a strategy, without a check. */
#include "certificate/packed/walk.h"

#include <errno.h>
#include <stdlib.h>

#include "base/hash.h"
#include "certificate/packed/met_states.h"
#include "rules/game.h"
#include "rules/history_model.h"

/* A state whose successors are being looked at. */
struct packed_frame {
    struct strategy_stones stones;
    uint8_t mover, ko;
    uint8_t next; /* point to be tried; points: the pass; points + 1: done */
};

struct walking {
    const struct packed_walk *of;
    const struct strategy_board *board;
    struct history_model model;
    bool goes_on;
    int attacker, wanted;
    struct met_states met;
    struct packed_frame *frames;
    size_t depth, room;
};

static int refuse(const struct walking *walking, const char *why)
{
    char claim[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_format(walking->of->certificate->graph, walking->of->claim, claim);
    return error_set(walking->of->err, -EINVAL, "claim '%s': %s", claim, why);
}

static uint64_t hash_of(const struct walking *walking, const struct strategy_stones *stones,
                        int mover, int ko)
{
    struct strategy_stones class;
    int class_ko;
    strategy_board_class(walking->board, stones, ko, &class, &class_ko);
    uint64_t hash = hash_mix(class.of[0] + 0x9e3779b97f4a7c15ull);
    hash = hash_mix(hash ^ class.of[1]);
    hash = hash_mix(hash + (uint64_t)(2 * class_ko + mover));
    return hash != 0 ? hash : 1;
}

/* Comes to a state; if it is new its successors are next. */
static int enter(struct walking *walking, const struct strategy_stones *stones, int mover, int ko,
                 uint64_t hash)
{
    int r = met_states_add(&walking->met, hash);
    if (r <= 0)
        return r;
    r = budget_reserve(walking->of->budget, &walking->frames, walking->depth + 1, &walking->room,
                       sizeof(*walking->frames));
    if (r < 0)
        return r;
    walking->frames[walking->depth++] =
        (struct packed_frame){.stones = *stones, .mover = (uint8_t)mover, .ko = (uint8_t)ko};
    return 0;
}

static int come_to(struct walking *walking, const struct strategy_stones *stones, int mover, int ko)
{
    return enter(walking, stones, mover, ko, hash_of(walking, stones, mover, ko));
}

static bool is_enough(const struct walking *walking, const struct strategy_stones *stones)
{
    return strategy_board_margin(walking->board, stones, walking->attacker) >= walking->wanted;
}

/* What a reply leads to. */
struct packed_reply {
    struct strategy_stones after;
    int ko;
    uint64_t hash;
};

static bool make_reply(const struct walking *walking, const struct packed_frame *frame, int point,
                       struct packed_reply *ret_reply)
{
    const struct strategy_board *board = walking->board;
    int attacker = walking->attacker;
    struct strategy_stones *after = &ret_reply->after;
    ret_reply->ko = 0;
    if (point == board->points) {
        *after = frame->stones;
        if (!is_enough(walking, after))
            return false;
    } else {
        if (point + 1 == frame->ko ||
            !strategy_board_play(board, &frame->stones, attacker, point, after) ||
            after->of[attacker] != (frame->stones.of[attacker] | 1ull << point))
            return false;
        if (walking->model.retake != RETAKE_FREE)
            ret_reply->ko = strategy_board_ko(board, &frame->stones, after, attacker);
    }
    ret_reply->hash = hash_of(walking, after, 1 - attacker, ret_reply->ko);
    return true;
}

/* Asks for the attacker's one move and makes it. */
static int step_attacker(struct walking *walking)
{
    struct packed_frame *frame = &walking->frames[walking->depth - 1];
    struct packed_reply replies[REPLY_MODEL_PLAYS_MOST];
    struct reply_play plays[REPLY_MODEL_PLAYS_MOST];
    int points = walking->board->points, count = 0;
    for (int point = 0; point <= points; point++) {
        if (!make_reply(walking, frame, point, &replies[count]))
            continue;
        plays[count] = (struct reply_play){
            .point = point, .met = met_states_have(&walking->met, replies[count].hash)};
        count++;
    }
    frame->next = (uint8_t)(points + 1);
    if (count == 0)
        return refuse(walking, "the player comes to a state without a reply");
    int chosen =
        walking->of->choose(walking->of->arg, &frame->stones, walking->attacker, plays, count);
    if (chosen < 0)
        return chosen;
    const struct packed_reply *reply = &replies[chosen];
    return enter(walking, &reply->after, 1 - walking->attacker, reply->ko, reply->hash);
}

static int step_pass(struct walking *walking, const struct packed_frame *now)
{
    int attacker = walking->attacker;
    if (!is_enough(walking, &now->stones))
        return come_to(walking, &now->stones, attacker, 0);
    if (walking->goes_on && now->ko != 0)
        return come_to(walking, &now->stones,
                       walking->of->certificate->answered ? attacker : 1 - attacker, 0);
    return 0;
}

/* Tries the next move of the opponent. */
static int step_opponent(struct walking *walking)
{
    const struct strategy_board *board = walking->board;
    struct packed_frame *frame = &walking->frames[walking->depth - 1];
    struct packed_frame now = *frame; /* the frames may move */
    struct strategy_stones after;
    int point = frame->next++;
    if (point == board->points)
        return step_pass(walking, &now);
    if (point + 1 == now.ko || !strategy_board_play(board, &now.stones, now.mover, point, &after))
        return 0;
    return come_to(walking, &after, walking->attacker,
                   strategy_board_ko(board, &now.stones, &after, now.mover));
}

/* A play, where it leads to and which state of its class that is, in steps (budget.h). */
static uint64_t steps_of_play(const struct strategy_board *board)
{
    return 10 + 4 * (uint64_t)board->symmetries.count;
}

static int step(struct walking *walking)
{
    const struct packed_frame *frame = &walking->frames[walking->depth - 1];
    const struct strategy_board *board = walking->board;
    bool own = frame->mover == walking->attacker;
    if (frame->next > board->points) {
        walking->depth--;
        return 0;
    }
    int r = budget_work(walking->of->budget,
                        steps_of_play(board) * (own ? (uint64_t)board->points + 1 : 1));
    if (r < 0)
        return r;
    return own ? step_attacker(walking) : step_opponent(walking);
}

/* Makes the claim's own move and comes to the first state. */
static int begin(struct walking *walking)
{
    const struct certificate *certificate = walking->of->certificate;
    struct verdict verdict = {.legal = true};
    struct strategy_stones stones = {{0, 0}};
    struct game game;
    int r = game_init(&game, certificate->graph, &certificate->rules, &certificate->start,
                      certificate->to_move);
    if (r < 0)
        return r;
    if (!walking->of->claim->root)
        r = game_play(&game, walking->of->claim->move, &verdict);
    const struct turn *now = game_now(&game);
    if (r == 0 && (!verdict.legal || game_over(&game) || now->banned >= 0))
        r = refuse(walking, "no strategy can begin there");
    for (int p = 0; p < certificate->graph->points; p++)
        if (now->board.cells[p] != POINT_EMPTY)
            stones.of[now->board.cells[p] - 1] |= 1ull << p;
    if (r == 0)
        r = come_to(walking, &stones, now->next, 0);
    game_release(&game);
    return r;
}

int packed_walk_run(const struct packed_walk *walk)
{
    const struct certificate *certificate = walk->certificate;
    const struct certificate_claim *claim = walk->claim;
    struct walking walking = {
        .of = walk,
        .board = walk->board,
        .attacker = claim->who,
        .wanted = claim->who == 0 ? claim->margin : -claim->margin,
        .met = {.budget = walk->budget},
    };
    certificate->rules.family->describe(&certificate->rules, &walking.model);
    walking.goes_on = history_model_goes_on(&walking.model);
    int r = begin(&walking);
    while (r == 0 && walking.depth > 0)
        r = step(&walking);
    budget_free(walk->budget, walking.frames, walking.room, sizeof(*walking.frames));
    met_states_release(&walking.met);
    return r;
}
