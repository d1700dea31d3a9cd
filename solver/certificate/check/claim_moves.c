/* Replaying the moves before a claim. */
#include "certificate/check/claim_moves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"

#define FIRST_ROOM 64

/* The slot that holds the number of the item + 1, or the empty one where it would go. */
static uint32_t *find_slot(const struct claim_moves *moves, struct item item)
{
    uint64_t hash = ((uint64_t)item.board << 16 | item.kind) * 0x9e3779b97f4a7c15ull;
    size_t mask = 2 * moves->room - 1, at = (hash >> 32 ^ hash >> 13) & mask;
    while (moves->slots[at] != 0 && !item_equal(moves->items[moves->slots[at] - 1].item, item))
        at = (at + 1) & mask;
    return &moves->slots[at];
}

static struct claim_item *find_item(const struct claim_moves *moves, struct item item)
{
    uint32_t number = moves->room != 0 ? *find_slot(moves, item) : 0;
    return number != 0 ? &moves->items[number - 1] : NULL;
}

static int grow(struct claim_moves *moves)
{
    struct budget *budget = moves->boards->budget;
    size_t had = moves->room, room = had != 0 ? 2 * had : FIRST_ROOM;
    size_t each = sizeof(*moves->items);
    int r = budget_resize(budget, (void **)&moves->items, had * each, room * each);
    if (r == 0)
        r = budget_resize(budget, (void **)&moves->mark.items, had * each, room * each);
    if (r == 0)
        r = budget_resize(budget, (void **)&moves->slots, 2 * had * sizeof(*moves->slots),
                          2 * room * sizeof(*moves->slots));
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    memset(moves->slots, 0, 2 * room * sizeof(*moves->slots));
    moves->room = room;
    for (size_t i = 0; i < moves->count; i++)
        *find_slot(moves, moves->items[i].item) = (uint32_t)i + 1;
    return 0;
}

/* Creates an item with counter 0. */
static int create(struct claim_moves *moves, struct item item)
{
    int r = moves->count == moves->room ? grow(moves) : 0;
    if (r < 0)
        return r;
    uint32_t *slot = find_slot(moves, item);
    if (*slot == 0)
        *slot = (uint32_t)++moves->count;
    moves->items[*slot - 1] = (struct claim_item){item, true, 0};
    return 0;
}

static int find_board(struct claim_moves *moves, uint32_t *ret_board)
{
    uint64_t stones[2] = {0, 0};
    const struct position *board = &game_now(&moves->replay.game)->board;
    for (int p = 0; p < moves->replay.game.graph->points; p++)
        if (board->cells[p] != POINT_EMPTY)
            stones[board->cells[p] - 1] |= 1ull << p;
    return boards_find(moves->boards, stones, ret_board);
}

static int create_start(struct claim_moves *moves)
{
    const struct history_model *model = moves->model;
    struct node_step stay = {.from = moves->state, .to = moves->state, .kind = MOVE_PASS};
    stay.from.mover = !moves->state.mover;
    int r = model->endless ? create(moves, item_of_state(&moves->state)) : 0;
    for (int class = 0; class < model->class_count && r == 0; class ++)
        if (model->start >> class & 1)
            r = create(moves, item_created(model, class, &stay));
    return r;
}

int claim_moves_init(struct claim_moves *ret_moves, const struct certificate *certificate,
                     struct boards *boards, const struct history_model *model)
{
    struct claim_moves moves = {.boards = boards, .model = model};
    int r = replay_init(&moves.replay, certificate, boards->budget);
    if (r < 0)
        return r;
    moves.state.mover = certificate->to_move;
    r = find_board(&moves, &moves.state.board);
    if (r == 0)
        r = create_start(&moves);
    if (r < 0)
        claim_moves_release(&moves);
    else
        *ret_moves = moves;
    return r;
}

void claim_moves_release(struct claim_moves *moves)
{
    size_t each = 2 * sizeof(*moves->items) + 2 * sizeof(*moves->slots);
    replay_release(&moves->replay);
    moves->boards->budget->bytes += moves->room * each;
    free(moves->items);
    free(moves->mark.items);
    free(moves->slots);
    moves->items = moves->mark.items = NULL;
    moves->slots = NULL;
}

bool claim_moves_is_open(const struct claim_moves *moves)
{
    return !game_over(&moves->replay.game) && game_now(&moves->replay.game)->active == 3;
}

/* What the description makes of a step at the present history. */
static enum outcome outcome_of(const struct claim_moves *moves, const struct node_step *step)
{
    const struct play_rule *rule = step->rule;
    if (step->ends)
        return OUTCOME_SCORED;
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    const struct claim_item *own = find_item(moves, item_created(moves->model, rule->lookup, step));
    if (own == NULL || !own->present)
        return OUTCOME_GOES_ON;
    bool negate = item_is_signed(moves->model, own->item) && step->from.mover == 1;
    int counter = negate ? -own->counter : own->counter;
    for (int i = 0; i < rule->range_count; i++)
        if (counter >= rule->ranges[i].low && counter <= rule->ranges[i].high)
            return rule->ranges[i].outcome;
    return OUTCOME_ILLEGAL;
}

/* Does a play by the rule touch items that it neither creates nor looks up? */
static bool touches_all(const struct history_model *model, const struct play_rule *rule)
{
    bool touches = rule->clears != 0;
    for (int class = 0; class < model->class_count; class ++)
        touches = touches || rule->shift[class] != 0;
    return touches;
}

static int touch_all(struct claim_moves *moves, const struct node_step *step)
{
    for (size_t i = 0; i < moves->count; i++) {
        struct claim_item *own = &moves->items[i];
        own->counter += item_shift(moves->model, step, own->item);
        if (!item_is_state(own->item) && (step->rule->clears >> item_class(own->item) & 1) != 0)
            own->present = false;
    }
    return budget_work(moves->boards->budget, moves->count);
}

/* Changes the items as the description has it. */
static int apply(struct claim_moves *moves, const struct node_step *step)
{
    const struct history_model *model = moves->model;
    int r = touches_all(model, step->rule) ? touch_all(moves, step) : 0;
    if (r == 0 && model->endless)
        r = create(moves, item_of_state(&step->to));
    for (int class = 0; class < model->class_count && r == 0; class ++) {
        if (!(step->rule->creates >> class & 1))
            continue;
        struct item item = item_created(model, class, step);
        const struct claim_item *own = find_item(moves, item);
        if (own == NULL || !own->present || !model->classes[class].keeps_first)
            r = create(moves, item);
    }
    return r;
}

/* The step of a move; NULL: the description has none. */
static const struct node_step *find_step(const struct claim_moves *moves,
                                         const struct node_moves *plays, struct move move)
{
    int points = moves->replay.game.graph->points;
    int number = move.kind == MOVE_STONE ? move.point : points + (move.kind == MOVE_REFRESH);
    for (int i = 0; i < plays->count; i++)
        if (plays->numbers[i] == number)
            return &plays->steps[i];
    return NULL;
}

/* After a move that goes on: are the rules' state and the description's the same? */
static bool agrees(const struct claim_moves *moves, const struct node_step *step, uint32_t board)
{
    const struct turn *now = game_now(&moves->replay.game);
    int passes = now->passes < moves->model->passes_kept ? now->passes : moves->model->passes_kept;
    return board == step->to.board && now->next == step->to.mover && passes == step->to.passes;
}

/* Makes a legal move that both players survive. */
static int follow(struct claim_moves *moves, const struct node_step *step, struct error *err)
{
    uint32_t board;
    int r = find_board(moves, &board);
    if (r < 0)
        return r;
    if (!agrees(moves, step, board))
        return error_set(err, -EINVAL, "move %zu: the rules and their description disagree",
                         moves->replay.game.count - 1);
    r = apply(moves, step);
    moves->state = step->to;
    return r;
}

int claim_moves_play(struct claim_moves *moves, struct move move, struct error *err)
{
    struct node_moves plays;
    struct verdict verdict;
    size_t number = moves->replay.game.count;
    bool open = claim_moves_is_open(moves);
    if (game_over(&moves->replay.game))
        return error_set(err, -EINVAL, "move %zu: the game is over before it", number);
    if (open) {
        int r = node_state_moves(moves->boards, moves->model, &moves->state, &plays);
        if (r < 0)
            return r;
    }
    int r = replay_play(&moves->replay, move, &verdict);
    if (r < 0)
        return r;
    if (!verdict.legal)
        return error_set(err, -EINVAL, "move %zu, %s, is not legal: %s", number,
                         move_format(moves->replay.game.graph, move), verdict.reason);
    if (!open)
        return 0;
    const struct node_step *step = find_step(moves, &plays, move);
    bool goes_on = step != NULL && outcome_of(moves, step) == OUTCOME_GOES_ON;
    if (step == NULL || (moves->model->cycle_ends ? claim_moves_is_open(moves) && !goes_on
                                                  : goes_on != claim_moves_is_open(moves)))
        return error_set(err, -EINVAL, "move %zu: the rules and their description disagree",
                         number);
    return claim_moves_is_open(moves) ? follow(moves, step, err) : 0;
}

int claim_moves_mark(struct claim_moves *moves)
{
    moves->mark.turns = moves->replay.game.count;
    moves->mark.count = moves->count;
    moves->mark.state = moves->state;
    if (moves->count > 0)
        memcpy(moves->mark.items, moves->items, moves->count * sizeof(*moves->items));
    return budget_work(moves->boards->budget, moves->count);
}

/* Takes the newest item out of the slots: none was put behind it, so no other is lost with it. */
static void forget_newest(struct claim_moves *moves)
{
    *find_slot(moves, moves->items[moves->count - 1].item) = 0;
    moves->count--;
}

int claim_moves_go_back(struct claim_moves *moves)
{
    if (moves->replay.game.count == moves->mark.turns)
        return 0;
    replay_go_back(&moves->replay, moves->mark.turns);
    while (moves->count > moves->mark.count)
        forget_newest(moves);
    if (moves->count > 0)
        memcpy(moves->items, moves->mark.items, moves->count * sizeof(*moves->items));
    moves->state = moves->mark.state;
    return budget_work(moves->boards->budget, moves->count);
}

bool claim_moves_fulfil(const struct claim_moves *moves, const struct demand *demand)
{
    const struct claim_item *own = find_item(moves, demand_item(demand));
    bool present = own != NULL && own->present;
    return demand_allows(demand, present, present ? own->counter : 0);
}

int claim_moves_gain(const struct claim_moves *moves)
{
    const struct turn *now = game_now(&moves->replay.game);
    return moves->boards->prisoners ? now->lost[1] - now->lost[0] : 0;
}
