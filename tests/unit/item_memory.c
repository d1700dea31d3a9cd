/* What item_memory.h says. */
#include "item_memory.h"

#include "common/check.h"

/* The item of cls that a move of this kind from before to board stands for; next moves then. */
static struct memory_item item_of(const struct item_memory *memory, int cls, struct move move,
                                  int mover, int next, const struct position *before,
                                  const struct position *board)
{
    struct memory_item item = {.cls = cls, .player = -1, .point = -1};
    switch (memory->model.classes[cls].identity) {
    case ITEM_BOARD_AFTER:
        item.player = next;
        item.after_pass = memory->has_passed[!next];
        if (item.after_pass)
            item.before = memory->passed[!next];
        break;
    case ITEM_GAME:
        return item;
    case ITEM_POINT_SINCE:
        item.point = move.point;
        item.board = *before;
        return item;
    case ITEM_PLAY:
        item.before = *before;
        break;
    case ITEM_BOARD_LEFT:
        item.player = mover;
        item.board = *before;
        return item;
    case ITEM_BOARD_NEXT:
        item.player = next;
        break;
    case ITEM_BOARD_CREATOR:
        item.player = mover;
        break;
    case ITEM_BOARD_BARRED:
        item.player = move.kind == MOVE_STONE ? mover : next;
        break;
    case ITEM_BOARD:
        break;
    }
    item.board = *board;
    return item;
}

/* Returns which item it is, or -1. */
static int find_item(const struct item_memory *memory, const struct memory_item *wanted)
{
    for (int i = 0; i < memory->count; i++) {
        const struct memory_item *item = &memory->items[i];
        if (item->cls == wanted->cls && item->player == wanted->player &&
            item->point == wanted->point && item->after_pass == wanted->after_pass &&
            position_equal(memory->graph, &item->before, &wanted->before) &&
            position_equal(memory->graph, &item->board, &wanted->board))
            return i;
    }
    return -1;
}

static void create_item(struct item_memory *memory, const struct memory_item *item)
{
    int i = find_item(memory, item);
    if (i >= 0 && memory->model.classes[item->cls].on_recreation == RECREATION_KEEPS)
        return;
    if (i < 0)
        i = memory->count++;
    assert_true(i < ITEM_MEMORY_ITEMS);
    memory->items[i] = *item;
}

static void create_items(struct item_memory *memory, unsigned classes, struct move move, int mover,
                         int next, const struct position *before, const struct position *board)
{
    for (int cls = 0; cls < memory->model.class_count; cls++) {
        struct memory_item item = item_of(memory, cls, move, mover, next, before, board);
        if (classes >> cls & 1)
            create_item(memory, &item);
    }
}

/* Creates the items of a point of every board that stood (ITEM_POINT_SINCE). */
static void create_points(struct item_memory *memory, int point)
{
    int count = memory->count;
    for (int cls = 1; cls < memory->model.class_count; cls++) {
        if (memory->model.classes[cls].identity != ITEM_POINT_SINCE)
            continue;
        for (int i = 0; i < count; i++) {
            struct memory_item item = {
                .cls = cls, .player = -1, .point = point, .board = memory->items[i].board};
            if (memory->items[i].cls == 0)
                create_item(memory, &item);
        }
    }
}

static void clear_items(struct item_memory *memory, unsigned classes)
{
    int left = 0;
    for (int i = 0; i < memory->count; i++)
        if ((classes >> memory->items[i].cls & 1) == 0)
            memory->items[left++] = memory->items[i];
    memory->count = left;
}

/* A counter as it is stored, in the mover's view, or the other way round. */
static int turn_counter(const struct item_memory *memory, int cls, int mover, int counter)
{
    return memory->model.classes[cls].counter == COUNTS_PASSES && mover != 0 ? -counter : counter;
}

static void shift_items(struct item_memory *memory, const struct play_rule *rule, int mover)
{
    for (int cls = 0; cls < memory->model.class_count; cls++)
        if (memory->model.classes[cls].counter == COUNTS_NOTHING)
            assert_int_equal(rule->shift[cls], 0);
    for (int i = 0; i < memory->count; i++) {
        struct memory_item *item = &memory->items[i];
        item->balance += turn_counter(memory, item->cls, mover, rule->shift[item->cls]);
    }
}

/* Is the stone on point in a chain with one liberty? A suicide leaves no chain. */
static bool is_atari(const struct graph *graph, const struct position *board, int point)
{
    struct chain chain;
    if (board->cells[point] == POINT_EMPTY)
        return false;
    position_chain(graph, board, point, &chain);
    return chain.liberties == 1;
}

/* Nobody made the start, and no play: it is no item of a class that goes by these. */
static void check_start(const struct history_model *model)
{
    for (int cls = 0; cls < model->class_count; cls++) {
        enum item_identity identity = model->classes[cls].identity;
        if (model->start >> cls & 1)
            assert_true(identity == ITEM_BOARD || identity == ITEM_BOARD_NEXT ||
                        identity == ITEM_BOARD_AFTER);
    }
}

void item_memory_start(struct item_memory *memory, const struct graph *graph,
                       const struct ruleset *rules, const struct turn *start)
{
    memory->graph = graph;
    memory->count = memory->passes = 0;
    memory->has_passed[0] = memory->has_passed[1] = false;
    rules->family->describe(rules, &memory->model);
    check_start(&memory->model);
    create_items(memory, memory->model.start, move_pass(MOVE_PASS), -1, start->next, &start->board,
                 &start->board);
}

const struct play_rule *item_memory_rule(const struct item_memory *memory, struct move move,
                                         const struct position *board)
{
    const struct history_model *model = &memory->model;
    switch (move.kind) {
    case MOVE_STONE:
        if (model->stone_on.allowed && memory->passes > 0 &&
            memory->passes <= model->stone_on_passes)
            return &model->stone_on;
        return model->atari.allowed && is_atari(memory->graph, board, move.point) ? &model->atari
                                                                                  : &model->stone;
    case MOVE_PASS:
        return model->pass_on.allowed && memory->passes > 0 ? &model->pass_on : &model->pass;
    case MOVE_REFRESH:
    default:
        return &model->refresh;
    }
}

enum outcome item_memory_look_up(const struct item_memory *memory, const struct play_rule *rule,
                                 const struct turn *now, struct move move,
                                 const struct position *board)
{
    /* Only stones are barred. */
    for (int cls = 0; cls < memory->model.class_count; cls++) {
        struct memory_item bar =
            item_of(memory, cls, move, now->next, 1 - now->next, &now->board, board);
        if ((rule->bars >> cls & 1) != 0 && find_item(memory, &bar) >= 0)
            return OUTCOME_ILLEGAL;
    }
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    struct memory_item item =
        item_of(memory, rule->lookup, move, now->next, 1 - now->next, &now->board, board);
    int found = find_item(memory, &item);
    if (found < 0)
        return OUTCOME_GOES_ON;
    int counter = turn_counter(memory, item.cls, now->next, memory->items[found].balance);
    for (int i = 0; i < rule->range_count; i++)
        if (counter >= rule->ranges[i].low && counter <= rule->ranges[i].high)
            return rule->ranges[i].outcome;
    fail_msg("no range holds %d", counter);
    return OUTCOME_ILLEGAL;
}

void item_memory_move(struct item_memory *memory, const struct turn *now)
{
    const struct play_rule *rule = item_memory_rule(memory, now->move, &now->board);
    if (now->move.kind == MOVE_PASS) {
        memory->passed[now->player] = now->board;
        memory->has_passed[now->player] = true;
    }
    clear_items(memory, rule->clears);
    if (now->move.kind == MOVE_STONE)
        create_points(memory, now->move.point);
    shift_items(memory, rule, now->player);
    create_items(memory, rule->creates, now->move, now->player, now->next, &now[-1].board,
                 &now->board);
    memory->passes = now->move.kind == MOVE_PASS && !rule->restarts ? memory->passes + 1 : 0;
}

bool item_memory_has_present(const struct item_memory *memory, const struct turn *now)
{
    int cls = memory->model.always_there;
    if (cls < 0)
        return true;
    struct memory_item item =
        item_of(memory, cls, now->move, now->player, now->next, &now->board, &now->board);
    int found = find_item(memory, &item);
    bool goes_on = memory->model.classes[cls].on_recreation == RECREATION_KEEPS;
    return found >= 0 && (goes_on || memory->items[found].balance == 0);
}
