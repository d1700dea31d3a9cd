/* Items, plays and what plays do to items. */
#include "certificate/check/item.h"

#include "certificate/format.h"

struct item item_of_state(const struct node_state *state)
{
    unsigned kind = ITEM_STATE | (unsigned)state->mover << 2 | (unsigned)state->ko << 3 |
                    (unsigned)state->passes << 10;
    return (struct item){state->board, (uint16_t)kind};
}

struct item item_created(const struct history_model *model, int class, const struct node_step *step)
{
    unsigned kind = (unsigned)class, player = (unsigned)step->from.mover;
    switch (model->classes[class].identity) {
    case ITEM_BOARD:
        break;
    case ITEM_BOARD_NEXT:
        kind |= (unsigned)step->to.mover << 2;
        break;
    case ITEM_BOARD_CREATOR:
        kind |= player << 2;
        break;
    case ITEM_GAME:
        return (struct item){0, (uint16_t)kind};
    case ITEM_PLAY:
        /* All plays that change nothing are the same step, from the board to itself. */
        kind |= step->to.board == step->from.board ? CERTIFICATE_KO_SELF << 3
                                                   : player << 2 | (unsigned)(step->point + 1) << 3;
        return (struct item){step->from.board, (uint16_t)kind};
    }
    return (struct item){step->to.board, (uint16_t)kind};
}

struct item item_standing(const struct history_model *model, const struct node_state *state)
{
    struct node_step stay = {.from = *state, .to = *state};
    stay.from.mover = !state->mover;
    return item_created(model, model->standing, &stay);
}

int item_map(struct boards *boards, const struct history_model *model, int element,
             struct item item, struct item *ret_item)
{
    unsigned swap = (unsigned)element & 1;
    struct item out = item;
    int state = boards_map_ko(boards, element, item.kind >> 3 & 127);
    enum item_identity identity =
        item_is_state(item) ? ITEM_BOARD_NEXT : model->classes[item_class(item)].identity;
    if (identity == ITEM_GAME) {
        *ret_item = item;
        return 0;
    }
    if (identity == ITEM_BOARD || (identity == ITEM_PLAY && state == CERTIFICATE_KO_SELF))
        swap = 0;
    out.kind = (uint16_t)(((item.kind & ~(127u << 3)) ^ swap << 2) | (unsigned)state << 3);
    int r = boards_map(boards, element, item.board, &out.board);
    if (r == 0)
        *ret_item = out;
    return r;
}

bool item_is_signed(const struct history_model *model, struct item item)
{
    return !item_is_state(item) && model->classes[item_class(item)].counter == COUNTS_PASSES;
}

int item_shift(const struct history_model *model, const struct node_step *step, struct item item)
{
    if (item_is_state(item))
        return 0;
    int shift = step->rule->shift[item_class(item)];
    return item_is_signed(model, item) && step->from.mover == 1 ? -shift : shift;
}

enum item_fate item_fate(const struct history_model *model, const struct node_step *step,
                         struct item item)
{
    if (item_is_state(item))
        return item_equal(item, item_of_state(&step->to)) ? FATE_CREATED : FATE_STAYS;
    int class = item_class(item);
    bool cleared = (step->rule->clears >> class & 1) != 0;
    if ((step->rule->creates >> class & 1) != 0 &&
        item_equal(item, item_created(model, class, step)))
        return model->classes[class].keeps_first && !cleared ? FATE_KEPT : FATE_CREATED;
    return cleared ? FATE_CLEARED : FATE_STAYS;
}

static void add_play(struct node_moves *plays, int number, const struct node_step *step)
{
    plays->numbers[plays->count] = number;
    plays->steps[plays->count++] = *step;
}

/* Simple ko: the play would bring back the board before the opponent's stone play just before. */
static bool retakes(const struct history_model *model, const struct node_state *state,
                    const struct board_play *play)
{
    return model->simple_ko && (state->ko == play->point + 1 ||
                                (state->ko == CERTIFICATE_KO_SELF && play->child == state->board));
}

static int add_stones(struct boards *boards, const struct history_model *model,
                      const struct node_state *state, struct node_moves *plays)
{
    const struct board_play *list;
    int count;
    int r = boards_plays(boards, state->board, state->mover, &list, &count);
    for (int i = 0; i < count && r == 0; i++) {
        if (retakes(model, state, &list[i]))
            continue;
        struct node_step step = {
            .from = *state,
            .to = {list[i].child, !state->mover, 0, model->simple_ko ? list[i].ko : 0},
            .kind = MOVE_STONE,
            .point = list[i].point,
            .gain = state->mover == 0 ? list[i].gain : -list[i].gain,
            .rule = list[i].atari && model->atari.allowed ? &model->atari : &model->stone,
        };
        add_play(plays, list[i].point, &step);
    }
    return r;
}

/* The passes that the memory tells after one at place. */
static int passes_after(const struct history_model *model, const struct node_state *state,
                        const struct play_rule *rule)
{
    if (rule->restarts)
        return 0;
    return state->passes < model->passes_kept ? state->passes + 1 : model->passes_kept;
}

static void add_passes(const struct boards *boards, const struct history_model *model,
                       const struct node_state *state, struct node_moves *plays)
{
    int points = boards->game.graph->points;
    struct node_step pass = {.from = *state, .to = {state->board, !state->mover, 0, 0}};
    pass.kind = MOVE_PASS;
    pass.rule = state->passes > 0 && model->pass_on.allowed ? &model->pass_on : &model->pass;
    pass.to.passes = passes_after(model, state, pass.rule);
    pass.ends = model->passes_to_end != 0 && state->passes + 1 >= model->passes_to_end;
    if (model->pass_prisoners)
        pass.gain = state->mover == 0 ? -1 : 1;
    if (model->pass.allowed)
        add_play(plays, points, &pass);
    struct node_step refresh = {.from = *state, .to = {state->board, !state->mover, 0, 0}};
    refresh.kind = MOVE_REFRESH;
    refresh.rule = &model->refresh;
    if (model->refresh.allowed)
        add_play(plays, points + 1, &refresh);
}

int node_state_moves(struct boards *boards, const struct history_model *model,
                     const struct node_state *state, struct node_moves *ret_plays)
{
    ret_plays->count = 0;
    int r = model->stone.allowed ? add_stones(boards, model, state, ret_plays) : 0;
    if (r == 0)
        add_passes(boards, model, state, ret_plays);
    return r;
}
