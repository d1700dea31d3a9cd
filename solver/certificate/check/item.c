/* Items, plays and what plays do to items. */
#include "certificate/check/item.h"

#include "certificate/format.h"

struct item memory_state(const struct place *place)
{
    unsigned kind = ITEM_STATE | (unsigned)place->mover << 2 | (unsigned)place->ko << 3 |
                    (unsigned)place->passes << 10;
    return (struct item){place->board, (uint16_t)kind};
}

struct item memory_created(const struct history_model *model, int class, const struct step *step)
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

struct item memory_standing(const struct history_model *model, const struct place *place)
{
    struct step stay = {.from = *place, .to = *place};
    stay.from.mover = !place->mover;
    return memory_created(model, model->standing, &stay);
}

int memory_map(struct boards *boards, const struct history_model *model, int element,
               struct item item, struct item *ret_item)
{
    unsigned swap = (unsigned)element & 1;
    struct item out = item;
    int place = boards_map_ko(boards, element, item.kind >> 3 & 127);
    enum item_identity identity =
        item_is_state(item) ? ITEM_BOARD_NEXT : model->classes[item_class(item)].identity;
    if (identity == ITEM_GAME) {
        *ret_item = item;
        return 0;
    }
    if (identity == ITEM_BOARD || (identity == ITEM_PLAY && place == CERTIFICATE_KO_SELF))
        swap = 0;
    out.kind = (uint16_t)(((item.kind & ~(127u << 3)) ^ swap << 2) | (unsigned)place << 3);
    int r = boards_map(boards, element, item.board, &out.board);
    if (r == 0)
        *ret_item = out;
    return r;
}

bool memory_is_signed(const struct history_model *model, struct item item)
{
    return !item_is_state(item) && model->classes[item_class(item)].counter == COUNTS_PASSES;
}

int memory_shift(const struct history_model *model, const struct step *step, struct item item)
{
    if (item_is_state(item))
        return 0;
    int shift = step->rule->shift[item_class(item)];
    return memory_is_signed(model, item) && step->from.mover == 1 ? -shift : shift;
}

enum memory_fate memory_fate(const struct history_model *model, const struct step *step,
                             struct item item)
{
    if (item_is_state(item))
        return item_equal(item, memory_state(&step->to)) ? FATE_CREATED : FATE_STAYS;
    int class = item_class(item);
    bool cleared = (step->rule->clears >> class & 1) != 0;
    if ((step->rule->creates >> class & 1) != 0 &&
        item_equal(item, memory_created(model, class, step)))
        return model->classes[class].keeps_first && !cleared ? FATE_KEPT : FATE_CREATED;
    return cleared ? FATE_CLEARED : FATE_STAYS;
}

static void add_play(struct play_list *plays, int number, const struct step *step)
{
    plays->numbers[plays->count] = number;
    plays->steps[plays->count++] = *step;
}

/* Simple ko: the play would bring back the board before the opponent's stone play just before. */
static bool retakes(const struct history_model *model, const struct place *place,
                    const struct board_play *play)
{
    return model->simple_ko && (place->ko == play->point + 1 ||
                                (place->ko == CERTIFICATE_KO_SELF && play->child == place->board));
}

static int add_stones(struct boards *boards, const struct history_model *model,
                      const struct place *place, struct play_list *plays)
{
    const struct board_play *list;
    int count;
    int r = boards_plays(boards, place->board, place->mover, &list, &count);
    for (int i = 0; i < count && r == 0; i++) {
        if (retakes(model, place, &list[i]))
            continue;
        struct step step = {
            .from = *place,
            .to = {list[i].child, !place->mover, 0, model->simple_ko ? list[i].ko : 0},
            .kind = MOVE_STONE,
            .point = list[i].point,
            .gain = place->mover == 0 ? list[i].gain : -list[i].gain,
            .rule = list[i].atari && model->atari.allowed ? &model->atari : &model->stone,
        };
        add_play(plays, list[i].point, &step);
    }
    return r;
}

/* The passes that the memory tells after one at place. */
static int passes_after(const struct history_model *model, const struct place *place,
                        const struct play_rule *rule)
{
    if (rule->restarts)
        return 0;
    return place->passes < model->passes_kept ? place->passes + 1 : model->passes_kept;
}

static void add_passes(const struct boards *boards, const struct history_model *model,
                       const struct place *place, struct play_list *plays)
{
    int points = boards->game.graph->points;
    struct step pass = {.from = *place, .to = {place->board, !place->mover, 0, 0}};
    pass.kind = MOVE_PASS;
    pass.rule = place->passes > 0 && model->pass_on.allowed ? &model->pass_on : &model->pass;
    pass.to.passes = passes_after(model, place, pass.rule);
    pass.ends = model->passes_to_end != 0 && place->passes + 1 >= model->passes_to_end;
    if (model->pass_prisoners)
        pass.gain = place->mover == 0 ? -1 : 1;
    if (model->pass.allowed)
        add_play(plays, points, &pass);
    struct step refresh = {.from = *place, .to = {place->board, !place->mover, 0, 0}};
    refresh.kind = MOVE_REFRESH;
    refresh.rule = &model->refresh;
    if (model->refresh.allowed)
        add_play(plays, points + 1, &refresh);
}

int memory_plays(struct boards *boards, const struct history_model *model,
                 const struct place *place, struct play_list *ret_plays)
{
    ret_plays->count = 0;
    int r = model->stone.allowed ? add_stones(boards, model, place, ret_plays) : 0;
    if (r == 0)
        add_passes(boards, model, place, ret_plays);
    return r;
}
