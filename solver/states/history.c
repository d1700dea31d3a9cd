/* The set of items of the current path, a hash table of its own: items are undone in any slot. */
#include "states/history.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/*
 * The hash of a class is the sum of hash_mix(item) * BASE^counter modulo 2^64. As a counter is the
 * running balance minus the balance at creation, the sum of hash_mix(item) * BASE^-balance is kept
 * and multiplied by BASE^balance when asked for; BASE is odd, so the inverse exists.
 */
#define BASE 0x9e3779b97f4a7c15ull
#define BASE_INVERSE 0xf1de83e19937733dull

int history_init(struct history *ret_history, const struct history_model *model,
                 const struct positions *positions)
{
    struct history history = {
        .model = model,
        .orbit_shift = positions->shift,
        .has_points = history_model_has_points(model),
        .mask = 1023,
        .last_era = 1,
    };
    static_assert(HISTORY_BOARDS == 1u << (32 - 21), "history_board_slot() has 11 bits");
    assert(BASE * BASE_INVERSE == 1);
    for (int class = 0; class <= ITEM_CLASSES_MAX; class ++)
        history.era[class] = 1;
    for (int point = 0; point < SOLVER_MAX_POINTS; point++)
        history.latest[point] = INT32_MIN;
    history.entries = calloc(history.mask + 1, sizeof(*history.entries));
    if (history.entries == NULL)
        return -ENOMEM;
    *ret_history = history;
    return 0;
}

void history_release(struct history *history)
{
    free(history->entries);
    history->entries = NULL;
}

int history_copy(struct history *history, const struct history *from)
{
    size_t size = (from->mask + 1) * sizeof(*from->entries);
    struct history copy = *from;
    copy.model = history->model;
    copy.entries = realloc(history->entries, size);
    if (copy.entries == NULL)
        return -ENOMEM;
    memcpy(copy.entries, from->entries, size);
    *history = copy;
    return 0;
}

static int class_of(uint64_t item)
{
    return item_is_cycle(item) ? ITEM_CLASSES_MAX : item_class(item);
}

/* The slot of item: its own, or the empty one where it would go. Slots hold item + 1; 0 is empty.
 */
static struct history_entry *find_slot(const struct history *history, uint64_t item)
{
    size_t at = hash_mix(item) & history->mask;
    while (history->entries[at].slot_item != 0 && history->entries[at].slot_item != item + 1)
        at = (at + 1) & history->mask;
    return &history->entries[at];
}

/* Is the item of a point there? It is if a play on it is younger than the item of its board. */
static bool find_point(const struct history *history, uint64_t item, int *ret_counter)
{
    const struct history_entry *entry = find_slot(history, item_of_board(item));
    *ret_counter = 0;
    return entry->slot_item != 0 && entry->era == history->era[0] &&
           history->latest[item_point(item)] > entry->balance;
}

/* An item of two boards by its name, whatever it was called. */
static uint64_t settle(const struct history *history, uint64_t item)
{
    if (!item_has_two(item) || item_second_board(item) != ITEM_SECOND_NOW)
        return item;
    return item_with_second(item, history->passed[item_maker(item)]);
}

bool history_find(const struct history *history, uint64_t item, int *ret_counter)
{
    if (history->has_points && !item_is_cycle(item) &&
        history->model->classes[item_class(item)].identity == ITEM_POINT_SINCE)
        return find_point(history, item, ret_counter);
    if (item_is_if_made(item)) {
        *ret_counter = 0;
        if (history->passed[item_maker(item)] == item_second_board(item))
            return true;
        item &= ~(uint64_t)ITEM_IF_MADE;
    }
    item = settle(history, item);
    const struct history_entry *entry = find_slot(history, item);
    int class = class_of(item);
    if (entry->slot_item == 0 || entry->era != history->era[class])
        return false;
    *ret_counter = history->balance[class] - entry->balance;
    return true;
}

uint64_t history_board_name(const struct history *history, uint32_t board)
{
    if (history->names == NULL)
        return board;
    struct stones stones = positions_stones(history->names, board);
    return hash_mix(stones.of[BLACK] + hash_mix(stones.of[WHITE] + 1));
}

static uint64_t hash_item(const struct history *history, uint64_t item)
{
    if (history->names == NULL)
        return hash_mix(item);
    bool game =
        !item_is_cycle(item) && history->model->classes[item_class(item)].identity == ITEM_GAME;
    uint64_t board = game ? 0 : history_board_name(history, item_first_board(item));
    return hash_mix(board + item_kind(item));
}

static uint64_t power(int32_t exponent)
{
    uint64_t base = exponent < 0 ? BASE_INVERSE : BASE, out = 1;
    for (uint32_t left = (uint32_t)(exponent < 0 ? -exponent : exponent); left != 0; left >>= 1) {
        if (left & 1)
            out *= base;
        base *= base;
    }
    return out;
}

uint64_t history_hash(const struct history *history)
{
    uint64_t hash = 0;
    for (int class = 0; class <= ITEM_CLASSES_MAX; class ++)
        if (history->sum[class] != 0)
            hash = hash_mix(hash + history->sum[class] * power(history->balance[class]) +
                            (uint64_t) class);
    if ((history->passed[0] | history->passed[1]) != 0)
        hash = hash_mix(hash ^ (uint64_t)history->passed[0] << 32 ^ history->passed[1]);
    return hash;
}

void history_name_boards(struct history *history, const struct positions *positions)
{
    assert(!history->model->passed_boards);
    history->names = positions;
    memset(history->sum, 0, sizeof(history->sum));
    for (size_t i = 0; i <= history->mask; i++) {
        const struct history_entry *entry = &history->entries[i];
        uint64_t item = entry->slot_item - 1;
        int class = entry->slot_item != 0 ? class_of(item) : 0;
        if (entry->slot_item != 0 && entry->era == history->era[class])
            history->sum[class] += hash_item(history, item) * power(-entry->balance);
    }
}

/* Slots of items that were not undone. */
static size_t count_taken(const struct history *history)
{
    size_t count = 0;
    for (size_t i = 0; i <= history->mask; i++)
        count += history->entries[i].era != 0;
    return count;
}

/* Drops the slots of items that were undone; doubles the room if that leaves little. Where all were
 * undone no memory is needed. */
static int grow(struct history *history)
{
    struct history grown = *history;
    size_t taken = count_taken(history);
    if (taken == 0) {
        memset(history->entries, 0, (history->mask + 1) * sizeof(*history->entries));
        history->used = 0;
        return 0;
    }
    if (taken > history->mask / 4)
        grown.mask = history->mask * 2 + 1;
    grown.used = 0;
    grown.entries = calloc(grown.mask + 1, sizeof(*grown.entries));
    if (grown.entries == NULL)
        return -ENOMEM;
    for (size_t i = 0; i <= history->mask; i++) {
        const struct history_entry *entry = &history->entries[i];
        if (entry->slot_item == 0 || entry->era == 0)
            continue;
        *find_slot(&grown, entry->slot_item - 1) = *entry;
        grown.used++;
    }
    free(history->entries);
    *history = grown;
    return 0;
}

/* Creates item with counter 0; there is room. An item that is there stays as it is if its class
 * says so. */
static void create(struct history *history, uint64_t item, struct history_change *change)
{
    item = settle(history, item);
    struct history_entry *entry = find_slot(history, item);
    int class = class_of(item);
    if (entry->slot_item != 0 && entry->era == history->era[class] && !item_is_cycle(item) &&
        history->model->classes[class].on_recreation == RECREATION_KEEPS)
        return;
    history->boards[history_board_slot(history, item)]++;
    change->before[change->count] = *entry;
    change->before[change->count++].slot_item = item + 1;
    if (entry->slot_item == 0)
        history->used++;
    else if (entry->era == history->era[class])
        history->sum[class] -= hash_item(history, item) * power(-entry->balance);
    *entry = (struct history_entry){item + 1, history->balance[class], history->era[class]};
    history->sum[class] += hash_item(history, item) * power(-entry->balance);
}

static void open_change(const struct history *history, struct history_change *change)
{
    change->count = 0;
    change->point = -1;
    change->last_era = history->last_era;
    memcpy(change->sum, history->sum, sizeof(change->sum));
    memcpy(change->balance, history->balance, sizeof(change->balance));
    memcpy(change->era, history->era, sizeof(change->era));
    memcpy(change->passed, history->passed, sizeof(change->passed));
}

const struct play_rule *history_rule(const struct history_model *model,
                                     const struct state_move *state_move)
{
    switch (state_move->kind) {
    case MOVE_STONE:
        if (state_move->atari && model->atari.allowed)
            return &model->atari;
        return history_model_stone(model, state_move->passes);
    case MOVE_PASS:
        return state_move->passes > 0 && model->pass_on.allowed ? &model->pass_on : &model->pass;
    case MOVE_REFRESH:
    default:
        return &model->refresh;
    }
}

/* The item of the state's first visit that is not there yet. */
static uint64_t next_visit(const struct history *history, struct state state)
{
    int visit = 0, counter;
    while (visit < VISITS_MAX && history_find(history, item_of_visit(state, visit), &counter))
        visit++;
    return item_of_visit(state, visit);
}

static void create_items(struct history *history, unsigned classes,
                         const struct state_move *state_move, struct history_change *change)
{
    const struct history_model *model = history->model;
    for (int class = 0; class < model->class_count; class ++)
        if (classes >> class & 1)
            create(history, item_created(model, class, state_move), change);
    if (model->endless)
        create(history, next_visit(history, state_move->child), change);
}

static int make_room(struct history *history)
{
    return history->used + CREATED_MAX > history->mask / 2 ? grow(history) : 0;
}

int history_shift(const struct history_model *model, const struct state_move *state_move, int class)
{
    int shift = history_rule(model, state_move)->shift[class];
    bool negate =
        model->classes[class].counter == COUNTS_PASSES && state_move_mover(state_move) == WHITE;
    return negate ? -shift : shift;
}

int history_apply(struct history *history, const struct state_move *state_move,
                  struct history_change *ret_change)
{
    const struct history_model *model = history->model;
    const struct play_rule *rule = history_rule(model, state_move);
    int r = make_room(history);
    if (r < 0)
        return r;
    if (model->passed_boards && state_move->child.board >= ITEM_TWO_BOARDS)
        return -ERANGE;
    open_change(history, ret_change);
    for (int class = 0; class < model->class_count; class ++) {
        int shift = history_shift(model, state_move, class);
        if (abs(history->balance[class] + shift) > BALANCE_LIMIT) {
            memcpy(history->balance, ret_change->balance, sizeof(ret_change->balance));
            return -ERANGE;
        }
        history->balance[class] += shift;
    }
    for (int class = 0; class < model->class_count; class ++) {
        if (!(rule->clears >> class & 1))
            continue;
        history->era[class] = ++history->last_era;
        history->sum[class] = 0;
    }
    if (history->has_points && state_move->kind == MOVE_STONE) {
        ret_change->point = state_move->point;
        ret_change->latest = history->latest[state_move->point];
        history->latest[state_move->point] = history->balance[0];
    }
    if (model->passed_boards && state_move->kind == MOVE_PASS)
        history->passed[state_move_mover(state_move)] = state_move->child.board + 1;
    create_items(history, rule->creates, state_move, ret_change);
    return 0;
}

int history_start(struct history *history, struct state start, struct history_change *ret_change)
{
    struct state_move state_move = {.before = start.board, .child = start, .kind = MOVE_PASS};
    int r = make_room(history);
    if (r < 0)
        return r;
    open_change(history, ret_change);
    create_items(history, history->model->start, &state_move, ret_change);
    return 0;
}

int history_plant(struct history *history, uint64_t item, int counter)
{
    int class = class_of(item), r = make_room(history);
    if (r < 0)
        return r;
    history->boards[history_board_slot(history, item)]++;
    struct history_entry *entry = find_slot(history, item);
    if (entry->slot_item == 0)
        history->used++;
    else if (entry->era == history->era[class])
        history->sum[class] -= hash_item(history, item) * power(-entry->balance);
    *entry =
        (struct history_entry){item + 1, history->balance[class] - counter, history->era[class]};
    history->sum[class] += hash_item(history, item) * power(-entry->balance);
    return 0;
}

void history_undo(struct history *history, const struct history_change *change)
{
    for (int i = change->count; i-- > 0;) {
        uint64_t item = change->before[i].slot_item - 1;
        struct history_entry *entry = find_slot(history, item);
        assert(entry->slot_item != 0); /* what was created is kept until it is undone */
        *entry = change->before[i];
        history->boards[history_board_slot(history, item)]--;
    }
    memcpy(history->sum, change->sum, sizeof(change->sum));
    memcpy(history->balance, change->balance, sizeof(change->balance));
    memcpy(history->era, change->era, sizeof(change->era));
    if (change->point >= 0)
        history->latest[change->point] = change->latest;
    memcpy(history->passed, change->passed, sizeof(change->passed));
    history->last_era = change->last_era; /* nothing of the later eras is left */
}
