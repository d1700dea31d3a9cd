/*
 * What one player reaches solo on a board: the best margin of all boards that his moves lead to.
 * Without suicide each move adds a stone of his, so no board comes back and the walk is no deeper
 * than the board has points. With suicide boards come back, but never with more prisoners: a
 * worklist runs until no board is reached with more than before.
 */
#include "certificate/check/boards.h"

#include "base/hash.h"
#include "certificate/budget.h"

static int own_margin(struct boards *boards, uint32_t board, int player)
{
    int margin = boards_margin(boards, board);
    return player == 0 ? margin : -margin;
}

/* Returns the most that any board is worth: all of its points, where prisoners do not count. */
static int most(const struct boards *boards)
{
    return boards->prisoners ? INT16_MAX : boards->game.graph->points;
}

/* Without suicide: recursive, but no deeper than the board has points. */
static int walk(struct boards *boards, uint32_t board, int player, int *ret_best)
{
    const struct board_move *moves;
    int count;
    if (boards->list[board].solo[player] != BOARD_UNKNOWN) {
        *ret_best = boards->list[board].solo[player];
        return 0;
    }
    int best = own_margin(boards, board, player);
    int r = boards_moves(boards, board, player, &moves, &count);
    if (r == 0)
        r = budget_work(boards->budget, 1 + (uint64_t)count / 4);
    for (int i = 0; i < count && r == 0 && best < most(boards); i++) {
        int reached = 0, gain;
        /* The list may move while boards are made. */
        size_t at = boards->list[board].first_move[player] + (size_t)i;
        gain = boards->moves[at].gain;
        r = walk(boards, boards->moves[at].child, player, &reached);
        if (reached + gain > best)
            best = reached + gain;
    }
    if (r == 0)
        boards->list[board].solo[player] = (int16_t)best;
    *ret_best = best;
    return r;
}

/* A board that a walk with suicide has reached. */
struct reached_board {
    uint32_t board;
    int gain;     /* the most prisoners on the way to it */
    bool waiting; /* its moves are to be followed (again) */
};

struct solo_reach {
    struct boards *boards;
    struct reached_board *list; /* in the order in which they were reached */
    size_t count, room;
    struct hashset set; /* indices in the list, by board */
};

static uint64_t hash_of_reached(const void *reach, uint32_t index)
{
    return hash_mix(((const struct solo_reach *)reach)->list[index].board);
}

/* Reaches a board with so many prisoners: it waits if it was not reached with as many before. */
static int reach_add(struct solo_reach *reach, uint32_t board, int gain)
{
    struct budget *budget = reach->boards->budget;
    size_t at;
    int r =
        budget_reserve(budget, &reach->list, reach->count + 1, &reach->room, sizeof(*reach->list));
    if (r == 0)
        r = budget_reserve_slot(budget, &reach->set, (uint32_t)reach->count, hash_of_reached,
                                reach);
    if (r < 0)
        return r;
    uint32_t i = hashset_first(&reach->set, hash_mix(board), &at);
    while (i != HASHSET_NONE && reach->list[i].board != board)
        i = hashset_next(&reach->set, &at);
    if (i == HASHSET_NONE) {
        i = (uint32_t)reach->count++;
        hashset_put(&reach->set, at, i);
    } else if (reach->list[i].gain >= gain) {
        return 0;
    }
    reach->list[i] = (struct reached_board){board, gain, true};
    return 0;
}

/* Follows the moves of the i-th board reached. */
static int spread(struct solo_reach *reach, size_t i, int player, int *best)
{
    const struct board_move *moves;
    struct boards *boards = reach->boards;
    uint32_t board = reach->list[i].board;
    int count, gain = reach->list[i].gain, known = boards->list[board].solo[player];
    int own = gain + (known != BOARD_UNKNOWN ? known : own_margin(boards, board, player));
    reach->list[i].waiting = false;
    if (own > *best)
        *best = own;
    if (known != BOARD_UNKNOWN)
        return 0; /* what it leads to is counted */
    int r = boards_moves(boards, board, player, &moves, &count);
    if (r == 0)
        r = budget_work(boards->budget, 1 + 2 * (uint64_t)count);
    for (int k = 0; k < count && r == 0; k++)
        r = reach_add(reach, moves[k].child, gain + moves[k].gain);
    return r;
}

/* With suicide: a worklist of boards, until none is reached with more prisoners. */
static int sweep(struct boards *boards, uint32_t board, int player, int *ret_best)
{
    struct solo_reach reach = {.boards = boards};
    int best = own_margin(boards, board, player);
    int r = reach_add(&reach, board, 0);
    for (bool again = true; again && r == 0;) {
        again = false;
        r = budget_work(boards->budget, reach.count);
        for (size_t i = 0; i < reach.count && r == 0 && best < most(boards); i++) {
            if (!reach.list[i].waiting)
                continue;
            again = true;
            r = spread(&reach, i, player, &best);
        }
    }
    budget_free(boards->budget, reach.list, reach.room, sizeof(*reach.list));
    budget_free_slots(boards->budget, &reach.set);
    if (r == 0)
        boards->list[board].solo[player] = (int16_t)best;
    *ret_best = best;
    return r;
}

int boards_solo(struct boards *boards, uint32_t board, int player, int *ret_margin)
{
    if (boards->list[board].solo[player] == BOARD_UNKNOWN)
        return boards->suicide ? sweep(boards, board, player, ret_margin)
                               : walk(boards, board, player, ret_margin);
    *ret_margin = boards->list[board].solo[player];
    return 0;
}
