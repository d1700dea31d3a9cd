/* Replaying the moves before a claim. */
#include "certificate/check/claim_moves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"

#define FIRST_ROOM 64

/* The slot that holds the number of the item + 1, or the empty one where it would go. */
static uint32_t *find_slot(const struct line *line, struct item item)
{
    uint64_t hash = ((uint64_t)item.board << 16 | item.kind) * 0x9e3779b97f4a7c15ull;
    size_t mask = 2 * line->room - 1, at = (hash >> 32 ^ hash >> 13) & mask;
    while (line->slots[at] != 0 && !item_equal(line->items[line->slots[at] - 1].item, item))
        at = (at + 1) & mask;
    return &line->slots[at];
}

static struct line_item *find_item(const struct line *line, struct item item)
{
    uint32_t number = line->room != 0 ? *find_slot(line, item) : 0;
    return number != 0 ? &line->items[number - 1] : NULL;
}

static int grow(struct line *line)
{
    struct budget *budget = line->boards->budget;
    size_t had = line->room, room = had != 0 ? 2 * had : FIRST_ROOM;
    size_t each = sizeof(*line->items);
    int r = budget_resize(budget, (void **)&line->items, had * each, room * each);
    if (r == 0)
        r = budget_resize(budget, (void **)&line->mark.items, had * each, room * each);
    if (r == 0)
        r = budget_resize(budget, (void **)&line->slots, 2 * had * sizeof(*line->slots),
                          2 * room * sizeof(*line->slots));
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    memset(line->slots, 0, 2 * room * sizeof(*line->slots));
    line->room = room;
    for (size_t i = 0; i < line->count; i++)
        *find_slot(line, line->items[i].item) = (uint32_t)i + 1;
    return 0;
}

/* Creates an item with counter 0. */
static int create(struct line *line, struct item item)
{
    int r = line->count == line->room ? grow(line) : 0;
    if (r < 0)
        return r;
    uint32_t *slot = find_slot(line, item);
    if (*slot == 0)
        *slot = (uint32_t)++line->count;
    line->items[*slot - 1] = (struct line_item){item, true, 0};
    return 0;
}

static int find_board(struct line *line, uint32_t *ret_board)
{
    uint64_t stones[2] = {0, 0};
    const struct position *board = &game_now(&line->replay.game)->board;
    for (int p = 0; p < line->replay.game.graph->points; p++)
        if (board->cells[p] != POINT_EMPTY)
            stones[board->cells[p] - 1] |= 1ull << p;
    return boards_find(line->boards, stones, ret_board);
}

static int create_start(struct line *line)
{
    const struct history_model *model = line->model;
    struct step stay = {.from = line->place, .to = line->place, .kind = MOVE_PASS};
    stay.from.mover = !line->place.mover;
    int r = model->endless ? create(line, memory_state(&line->place)) : 0;
    for (int class = 0; class < model->class_count && r == 0; class ++)
        if (model->start >> class & 1)
            r = create(line, memory_created(model, class, &stay));
    return r;
}

int line_init(struct line *ret_line, const struct certificate *proof, struct boards *boards,
              const struct history_model *model)
{
    struct line line = {.boards = boards, .model = model};
    int r = replay_init(&line.replay, proof, boards->budget);
    if (r < 0)
        return r;
    line.place.mover = proof->to_move;
    r = find_board(&line, &line.place.board);
    if (r == 0)
        r = create_start(&line);
    if (r < 0)
        line_release(&line);
    else
        *ret_line = line;
    return r;
}

void line_release(struct line *line)
{
    size_t each = 2 * sizeof(*line->items) + 2 * sizeof(*line->slots);
    replay_release(&line->replay);
    line->boards->budget->bytes += line->room * each;
    free(line->items);
    free(line->mark.items);
    free(line->slots);
    line->items = line->mark.items = NULL;
    line->slots = NULL;
}

bool line_is_open(const struct line *line)
{
    return !game_over(&line->replay.game) && game_now(&line->replay.game)->active == 3;
}

/* What the description makes of a step at the present history. */
static enum outcome outcome_of(const struct line *line, const struct step *step)
{
    const struct play_rule *rule = step->rule;
    if (step->ends)
        return OUTCOME_SCORED;
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    const struct line_item *own = find_item(line, memory_created(line->model, rule->lookup, step));
    if (own == NULL || !own->present)
        return OUTCOME_GOES_ON;
    bool negate = memory_is_signed(line->model, own->item) && step->from.mover == 1;
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

static int touch_all(struct line *line, const struct step *step)
{
    for (size_t i = 0; i < line->count; i++) {
        struct line_item *own = &line->items[i];
        own->counter += memory_shift(line->model, step, own->item);
        if (!item_is_state(own->item) && (step->rule->clears >> item_class(own->item) & 1) != 0)
            own->present = false;
    }
    return budget_work(line->boards->budget, line->count);
}

/* Changes the items as the description has it. */
static int apply(struct line *line, const struct step *step)
{
    const struct history_model *model = line->model;
    int r = touches_all(model, step->rule) ? touch_all(line, step) : 0;
    if (r == 0 && model->endless)
        r = create(line, memory_state(&step->to));
    for (int class = 0; class < model->class_count && r == 0; class ++) {
        if (!(step->rule->creates >> class & 1))
            continue;
        struct item item = memory_created(model, class, step);
        const struct line_item *own = find_item(line, item);
        if (own == NULL || !own->present || !model->classes[class].keeps_first)
            r = create(line, item);
    }
    return r;
}

/* The step of a move; NULL: the description has none. */
static const struct step *find_step(const struct line *line, const struct play_list *plays,
                                    struct move move)
{
    int points = line->replay.game.graph->points;
    int number = move.kind == MOVE_STONE ? move.point : points + (move.kind == MOVE_REFRESH);
    for (int i = 0; i < plays->count; i++)
        if (plays->numbers[i] == number)
            return &plays->steps[i];
    return NULL;
}

/* After a move that goes on: are the rules' state and the description's the same? */
static bool agrees(const struct line *line, const struct step *step, uint32_t board)
{
    const struct turn *now = game_now(&line->replay.game);
    int passes = now->passes < line->model->passes_kept ? now->passes : line->model->passes_kept;
    return board == step->to.board && now->next == step->to.mover && passes == step->to.passes;
}

/* Makes a legal move that both players survive. */
static int follow(struct line *line, const struct step *step, struct error *err)
{
    uint32_t board;
    int r = find_board(line, &board);
    if (r < 0)
        return r;
    if (!agrees(line, step, board))
        return error_set(err, -EINVAL, "move %zu: the rules and their description disagree",
                         line->replay.game.count - 1);
    r = apply(line, step);
    line->place = step->to;
    return r;
}

int line_play(struct line *line, struct move move, struct error *err)
{
    struct play_list plays;
    struct verdict verdict;
    size_t number = line->replay.game.count;
    bool open = line_is_open(line);
    if (game_over(&line->replay.game))
        return error_set(err, -EINVAL, "move %zu: the game is over before it", number);
    if (open) {
        int r = memory_plays(line->boards, line->model, &line->place, &plays);
        if (r < 0)
            return r;
    }
    int r = replay_play(&line->replay, move, &verdict);
    if (r < 0)
        return r;
    if (!verdict.legal)
        return error_set(err, -EINVAL, "move %zu, %s, is not legal: %s", number,
                         move_format(line->replay.game.graph, move), verdict.reason);
    if (!open)
        return 0;
    const struct step *step = find_step(line, &plays, move);
    bool goes_on = step != NULL && outcome_of(line, step) == OUTCOME_GOES_ON;
    if (step == NULL ||
        (line->model->cycle_ends ? line_is_open(line) && !goes_on : goes_on != line_is_open(line)))
        return error_set(err, -EINVAL, "move %zu: the rules and their description disagree",
                         number);
    return line_is_open(line) ? follow(line, step, err) : 0;
}

int line_mark(struct line *line)
{
    line->mark.turns = line->replay.game.count;
    line->mark.count = line->count;
    line->mark.place = line->place;
    if (line->count > 0)
        memcpy(line->mark.items, line->items, line->count * sizeof(*line->items));
    return budget_work(line->boards->budget, line->count);
}

/* Takes the newest item out of the slots: none was put behind it, so no other is lost with it. */
static void forget_newest(struct line *line)
{
    *find_slot(line, line->items[line->count - 1].item) = 0;
    line->count--;
}

int line_go_back(struct line *line)
{
    if (line->replay.game.count == line->mark.turns)
        return 0;
    replay_go_back(&line->replay, line->mark.turns);
    while (line->count > line->mark.count)
        forget_newest(line);
    if (line->count > 0)
        memcpy(line->items, line->mark.items, line->count * sizeof(*line->items));
    line->place = line->mark.place;
    return budget_work(line->boards->budget, line->count);
}

bool line_fulfils(const struct line *line, const struct demand *demand)
{
    const struct line_item *own = find_item(line, demand_item(demand));
    bool present = own != NULL && own->present;
    return demand_allows(demand, present, present ? own->counter : 0);
}

int line_gain(const struct line *line)
{
    const struct turn *now = game_now(&line->replay.game);
    return line->boards->prisoners ? now->lost[1] - now->lost[0] : 0;
}
