/* Replaying the moves before a claim. */
#include "proof/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "proof/budget.h"

static struct line_item *find_item(const struct line *line, struct item item)
{
    for (size_t i = 0; i < line->count; i++)
        if (item_equal(line->items[i].item, item))
            return &line->items[i];
    return NULL;
}

/* Creates an item with counter 0. */
static int create(struct line *line, struct item item)
{
    struct line_item *own = find_item(line, item);
    if (own == NULL && line->count == line->room) {
        size_t room = line->room != 0 ? 2 * line->room : 64;
        int r = budget_resize(line->boards->budget, (void **)&line->items,
                              line->room * sizeof(*own), room * sizeof(*own));
        if (r < 0)
            return r;
        line->room = room;
    }
    if (own == NULL)
        own = &line->items[line->count++];
    *own = (struct line_item){item, true, 0};
    return 0;
}

static int find_board(struct line *line, uint32_t *ret_board)
{
    uint64_t stones[2] = {0, 0};
    const struct position *board = &game_now(&line->game)->board;
    for (int p = 0; p < line->game.graph->points; p++)
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

int line_init(struct line *ret_line, const struct proof *proof, struct boards *boards,
              const struct history_model *model)
{
    struct line line = {.boards = boards, .model = model};
    int r = game_init(&line.game, proof->graph, &proof->rules, &proof->start, proof->to_move);
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
    game_release(&line->game);
    *line->boards->budget += line->room * sizeof(*line->items);
    free(line->items);
    line->items = NULL;
}

bool line_is_open(const struct line *line)
{
    return !game_over(&line->game) && game_now(&line->game)->active == 3;
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

/* Changes the items as the description has it. */
static int apply(struct line *line, const struct step *step)
{
    const struct history_model *model = line->model;
    for (size_t i = 0; i < line->count; i++) {
        struct line_item *own = &line->items[i];
        own->counter += memory_shift(model, step, own->item);
        if (!item_is_state(own->item) && (step->rule->clears >> item_class(own->item) & 1) != 0)
            own->present = false;
    }
    int r = model->endless ? create(line, memory_state(&step->to)) : 0;
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
    int points = line->game.graph->points;
    int number = move.kind == MOVE_STONE ? move.point : points + (move.kind == MOVE_REFRESH);
    for (int i = 0; i < plays->count; i++)
        if (plays->numbers[i] == number)
            return &plays->steps[i];
    return NULL;
}

/* After a move that goes on: are the rules' state and the description's the same? */
static bool agrees(const struct line *line, const struct step *step, uint32_t board)
{
    const struct turn *now = game_now(&line->game);
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
                         line->game.count - 1);
    r = apply(line, step);
    line->place = step->to;
    return r;
}

int line_play(struct line *line, struct move move, struct error *err)
{
    struct play_list plays;
    struct verdict verdict;
    size_t number = line->game.count;
    bool open = line_is_open(line);
    if (game_over(&line->game))
        return error_set(err, -EINVAL, "move %zu: the game is over before it", number);
    if (open) {
        int r = memory_plays(line->boards, line->model, &line->place, &plays);
        if (r < 0)
            return r;
    }
    int r = game_play(&line->game, move, &verdict);
    if (r < 0)
        return r;
    if (!verdict.legal)
        return error_set(err, -EINVAL, "move %zu, %s, is not legal: %s", number,
                         move_format(line->game.graph, move), verdict.reason);
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

bool line_fulfils(const struct line *line, const struct demand *demand)
{
    const struct line_item *own = find_item(line, demand_item(demand));
    bool present = own != NULL && own->present;
    return demand_allows(demand, present, present ? own->counter : 0);
}

int line_gain(const struct line *line)
{
    const struct turn *now = game_now(&line->game);
    return line->boards->prisoners ? now->lost[1] - now->lost[0] : 0;
}
