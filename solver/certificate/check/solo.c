/*
 * What one player reaches on a board alone: the best margin of all boards that his plays lead to.
 * Without suicide each play adds a stone of his, so the boards form no cycle and the walk is no
 * deeper than the board has points. With suicide boards come back, never with more prisoners: a
 * worklist runs until no board is reached with more than before.
 */
#include "certificate/check/boards.h"

#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"

static int own_margin(struct boards *boards, uint32_t board, int player)
{
    int margin = boards_margin(boards, board);
    return player == 0 ? margin : -margin;
}

/* No board is worth more than all of its points, where prisoners do not count. */
static int most(const struct boards *boards)
{
    return boards->prisoners ? INT16_MAX : boards->game.graph->points;
}

/* Recursive, but no deeper than there are points. */
static int walk(struct boards *boards, uint32_t board, int player, int *ret_best)
{
    const struct board_play *plays;
    int count;
    if (boards->list[board].solo[player] != BOARD_UNKNOWN) {
        *ret_best = boards->list[board].solo[player];
        return 0;
    }
    int best = own_margin(boards, board, player);
    int r = boards_plays(boards, board, player, &plays, &count);
    if (r == 0)
        r = budget_work(boards->budget, 1 + (uint64_t)count / 4);
    for (int i = 0; i < count && r == 0 && best < most(boards); i++) {
        int reached = 0, gain;
        /* The list may move while boards are made. */
        size_t at = boards->list[board].first_play[player] + (size_t)i;
        gain = boards->plays[at].gain;
        r = walk(boards, boards->plays[at].child, player, &reached);
        if (reached + gain > best)
            best = reached + gain;
    }
    if (r == 0)
        boards->list[board].solo[player] = (int16_t)best;
    *ret_best = best;
    return r;
}

/* The boards reached, in order, with the most prisoners each was reached with. */
struct reach {
    struct boards *boards;
    uint32_t *list;
    int *gains;
    bool *waiting;
    uint32_t *slots; /* index + 1, by board */
    size_t count, room, mask;
};

static void reach_release(struct reach *reach)
{
    size_t each = sizeof(*reach->list) + sizeof(*reach->gains) + sizeof(*reach->waiting);
    reach->boards->budget->bytes += reach->room * each;
    if (reach->slots != NULL)
        reach->boards->budget->bytes += (reach->mask + 1) * sizeof(*reach->slots);
    free(reach->list);
    free(reach->gains);
    free(reach->waiting);
    free(reach->slots);
}

static uint32_t *reach_slot(const struct reach *reach, uint32_t board)
{
    size_t at = board * 2654435761u & reach->mask;
    while (reach->slots[at] != 0 && reach->list[reach->slots[at] - 1] != board)
        at = (at + 1) & reach->mask;
    return &reach->slots[at];
}

static int reach_grow(struct reach *reach)
{
    struct budget *budget = reach->boards->budget;
    size_t had = reach->room, room = had != 0 ? 2 * had : 64, mask = 2 * room - 1;
    struct reach grown = *reach;
    int r = budget_resize(budget, (void **)&reach->list, had * sizeof(*grown.list),
                          room * sizeof(*grown.list));
    if (r < 0)
        return r;
    r = budget_resize(budget, (void **)&reach->gains, had * sizeof(*grown.gains),
                      room * sizeof(*grown.gains));
    if (r == 0)
        r = budget_resize(budget, (void **)&reach->waiting, had * sizeof(*grown.waiting),
                          room * sizeof(*grown.waiting));
    if (r == 0)
        r = budget_resize(budget, (void **)&reach->slots,
                          reach->slots != NULL ? (reach->mask + 1) * sizeof(*grown.slots) : 0,
                          (mask + 1) * sizeof(*grown.slots));
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    reach->room = room;
    reach->mask = mask;
    memset(reach->slots, 0, (mask + 1) * sizeof(*reach->slots));
    for (size_t i = 0; i < reach->count; i++)
        *reach_slot(reach, reach->list[i]) = (uint32_t)i + 1;
    return 0;
}

static int reach_add(struct reach *reach, uint32_t board, int gain)
{
    if (reach->count == reach->room) {
        int r = reach_grow(reach);
        if (r < 0)
            return r;
    }
    uint32_t *slot = reach_slot(reach, board);
    if (*slot == 0) {
        reach->list[reach->count] = board;
        *slot = (uint32_t)++reach->count;
    } else if (reach->gains[*slot - 1] >= gain) {
        return 0;
    }
    reach->gains[*slot - 1] = gain;
    reach->waiting[*slot - 1] = true;
    return 0;
}

/* Follows the plays of the i-th board reached. */
static int spread(struct reach *reach, size_t i, int player, int *best)
{
    const struct board_play *plays;
    struct boards *boards = reach->boards;
    uint32_t board = reach->list[i];
    int count, gain = reach->gains[i], known = boards->list[board].solo[player];
    int own = gain + (known != BOARD_UNKNOWN ? known : own_margin(boards, board, player));
    reach->waiting[i] = false;
    if (own > *best)
        *best = own;
    if (known != BOARD_UNKNOWN)
        return 0; /* what it leads to is counted */
    int r = boards_plays(boards, board, player, &plays, &count);
    if (r == 0)
        r = budget_work(boards->budget, 1 + 2 * (uint64_t)count);
    for (int k = 0; k < count && r == 0; k++)
        r = reach_add(reach, plays[k].child, gain + plays[k].gain);
    return r;
}

static int sweep(struct boards *boards, uint32_t board, int player, int *ret_best)
{
    struct reach reach = {.boards = boards};
    int best = own_margin(boards, board, player);
    int r = reach_add(&reach, board, 0);
    for (bool again = true; again && r == 0;) {
        again = false;
        r = budget_work(boards->budget, reach.count);
        for (size_t i = 0; i < reach.count && r == 0 && best < most(boards); i++) {
            if (!reach.waiting[i])
                continue;
            again = true;
            r = spread(&reach, i, player, &best);
        }
    }
    reach_release(&reach);
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
