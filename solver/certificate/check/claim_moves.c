/* Replaying the moves before a claim. */
#include "certificate/check/claim_moves.h"

#include <errno.h>
#include <string.h>

#include "certificate/budget.h"

/* A pair with the board on which its maker has passed last, if it is told as the present one. */
static struct item name_pair(const struct claim_moves *moves, struct item item)
{
    if (!item_is_pair(moves->model, item) || item_pair_second(item) != PAIR_NOW)
        return item;
    return item_pair_with_second(item, moves->passed[item_pair_maker(item)]);
}

static struct claim_item *find_item(const struct claim_moves *moves, struct item item)
{
    size_t at;
    item = name_pair(moves, item);
    if (moves->count == 0)
        return NULL;
    for (uint32_t i = hashset_first(&moves->set, item_hash(item), &at); i != HASHSET_NONE;
         i = hashset_next(&moves->set, &at))
        if (item_equal(moves->items[i].item, item))
            return &moves->items[i];
    return NULL;
}

static uint64_t hash_of_item(const void *moves, uint32_t index)
{
    return item_hash(((const struct claim_moves *)moves)->items[index].item);
}

/* Finds the slot of an item, or the free one for it. */
static size_t slot_of(const struct claim_moves *moves, struct item item)
{
    size_t at;
    uint32_t i = hashset_first(&moves->set, item_hash(item), &at);
    while (i != HASHSET_NONE && !item_equal(moves->items[i].item, item))
        i = hashset_next(&moves->set, &at);
    return at;
}

/* Creates an item with counter 0, or sets the counter of the one that is there to 0. */
static int create(struct claim_moves *moves, struct item item)
{
    struct budget *budget = moves->boards->budget;
    item = name_pair(moves, item);
    struct claim_item *own = find_item(moves, item);
    if (own == NULL) {
        int r = budget_reserve(budget, &moves->items, moves->count + 1, &moves->room,
                               sizeof(*moves->items));
        if (r == 0)
            r = budget_reserve_slot(budget, &moves->set, (uint32_t)moves->count, hash_of_item,
                                    moves);
        if (r < 0)
            return r; /* the check ends: what the budget lost does not matter */
        hashset_put(&moves->set, slot_of(moves, item), (uint32_t)moves->count);
        own = &moves->items[moves->count++];
    }
    *own = (struct claim_item){item, true, 0};
    return 0;
}

static int find_board(struct claim_moves *moves, uint32_t *ret_board)
{
    return boards_find_position(moves->boards, &game_now(&moves->replay.game)->board, ret_board);
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
    moves.state.unpassed = history_model_has_first_pass(model);
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
    struct budget *budget = moves->boards->budget;
    replay_release(&moves->replay);
    budget_free(budget, moves->items, moves->room, sizeof(*moves->items));
    budget_free(budget, moves->mark.items, moves->mark.room, sizeof(*moves->items));
    budget_free_slots(budget, &moves->set);
    moves->items = moves->mark.items = NULL;
}

bool claim_moves_is_open(const struct claim_moves *moves)
{
    return !game_over(&moves->replay.game) && game_now(&moves->replay.game)->active == 3;
}

/* What the description makes of a step at the present history. */
static enum outcome outcome_of(const struct claim_moves *moves, const struct node_step *step)
{
    const struct play_rule *rule = step->rule;
    struct item item;
    if (step->ends)
        return OUTCOME_SCORED;
    if (item_barring(moves->model, step, &item)) {
        const struct claim_item *bar = find_item(moves, item);
        if (bar != NULL && bar->present)
            return OUTCOME_ILLEGAL;
    }
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

/* Creates the items of class of the point played on, for every board that has stood. */
static int create_points(struct claim_moves *moves, int class, const struct node_step *step)
{
    size_t count = moves->count;
    int r = budget_work(moves->boards->budget, count);
    for (size_t i = 0; i < count && r == 0; i++) {
        struct item item = item_created(moves->model, class, step);
        item.board = moves->items[i].item.board;
        if (moves->items[i].present && item_equal(moves->items[i].item, item_followed(item)))
            r = create(moves, item);
    }
    return r;
}

static int create_all_points(struct claim_moves *moves, const struct node_step *step)
{
    int r = 0;
    for (int class = 0; class < moves->model->class_count && r == 0; class ++)
        if (step->kind == MOVE_STONE && moves->model->classes[class].identity == ITEM_POINT_SINCE)
            r = create_points(moves, class, step);
    return r;
}

/* Changes the items as the description has it. */
static int apply(struct claim_moves *moves, const struct node_step *step)
{
    const struct history_model *model = moves->model;
    int r = touches_all(model, step->rule) ? touch_all(moves, step) : 0;
    if (r == 0)
        r = create_all_points(moves, step);
    if (step->kind == MOVE_PASS)
        moves->passed[step->from.mover] = step->to.board + 1;
    if (r == 0 && model->endless)
        r = create(moves, item_of_state(&step->to));
    for (int class = 0; class < model->class_count && r == 0; class ++) {
        if (!(step->rule->creates >> class & 1))
            continue;
        struct item item = item_created(model, class, step);
        const struct claim_item *own = find_item(moves, item);
        if (own == NULL || !own->present ||
            model->classes[class].on_recreation == RECREATION_RESTARTS)
            r = create(moves, item);
    }
    return r;
}

/* The step of a move; NULL: the description has none. */
static const struct node_step *find_step(const struct claim_moves *moves,
                                         const struct node_moves *legal, struct move move)
{
    int points = moves->replay.game.graph->points;
    int number = move.kind == MOVE_STONE ? move.point : points + (move.kind == MOVE_REFRESH);
    for (int i = 0; i < legal->count; i++)
        if (legal->numbers[i] == number)
            return &legal->steps[i];
    return NULL;
}

/* After a move that goes on: are the rules' state and the description's the same? */
static bool agrees(const struct claim_moves *moves, const struct node_step *step, uint32_t board)
{
    const struct turn *now = game_now(&moves->replay.game);
    int passes = now->passes < moves->model->passes_kept ? now->passes : moves->model->passes_kept;
    bool unpassed = history_model_has_first_pass(moves->model) && now->first_passer < 0;
    return board == step->to.board && now->next == step->to.mover && passes == step->to.passes &&
           unpassed == step->to.unpassed;
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
    struct node_moves legal;
    struct verdict verdict;
    size_t number = moves->replay.game.count;
    bool open = claim_moves_is_open(moves);
    if (game_over(&moves->replay.game))
        return error_set(err, -EINVAL, "move %zu: the game is over before it", number);
    if (open) {
        int r = node_state_moves(moves->boards, moves->model, &moves->state, &legal);
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
    const struct node_step *step = find_step(moves, &legal, move);
    bool goes_on = step != NULL && outcome_of(moves, step) == OUTCOME_GOES_ON;
    if (step == NULL || (moves->model->cycle_ends ? claim_moves_is_open(moves) && !goes_on
                                                  : goes_on != claim_moves_is_open(moves)))
        return error_set(err, -EINVAL, "move %zu: the rules and their description disagree",
                         number);
    return claim_moves_is_open(moves) ? follow(moves, step, err) : 0;
}

int claim_moves_mark(struct claim_moves *moves)
{
    struct budget *budget = moves->boards->budget;
    int r = budget_reserve(budget, &moves->mark.items, moves->count, &moves->mark.room,
                           sizeof(*moves->items));
    if (r < 0)
        return r;
    moves->mark.turns = moves->replay.game.count;
    moves->mark.count = moves->count;
    moves->mark.state = moves->state;
    memcpy(moves->mark.passed, moves->passed, sizeof(moves->passed));
    if (moves->count > 0)
        memcpy(moves->mark.items, moves->items, moves->count * sizeof(*moves->items));
    return budget_work(budget, moves->count);
}

/* Takes the newest item out: none was put behind it, so no other is lost with it. */
static void forget_newest(struct claim_moves *moves)
{
    hashset_undo(&moves->set, slot_of(moves, moves->items[moves->count - 1].item));
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
    memcpy(moves->passed, moves->mark.passed, sizeof(moves->passed));
    return budget_work(moves->boards->budget, moves->count);
}

bool claim_moves_fulfil(const struct claim_moves *moves, const struct demand *demand)
{
    struct item item = demand_item(demand);
    if (item_is_pair(moves->model, item) && (item.kind & PAIR_OR_NOW) != 0) {
        if (moves->passed[item_pair_maker(item)] == item_pair_second(item))
            return demand_allows(demand, true, 0);
        item.kind &= (uint16_t)~PAIR_OR_NOW;
    }
    const struct claim_item *own = find_item(moves, item);
    bool present = own != NULL && own->present;
    return demand_allows(demand, present, present ? own->counter : 0);
}

int claim_moves_gain(const struct claim_moves *moves)
{
    const struct turn *now = game_now(&moves->replay.game);
    int first_pass = now->first_passer >= 0 ? moves->model->first_pass[now->first_passer] : 0;
    return first_pass + (moves->boards->prisoners ? now->lost[1] - now->lost[0] : 0);
}
