/* Items, and what moves do to them. */
#include "certificate/check/item.h"

#include "certificate/format.h"

struct item item_pair_with_second(struct item item, uint32_t second)
{
    uint32_t board = (item.board & PAIR_NOW) | second << 20;
    return (struct item){board, (uint16_t)((item.kind & 7) | (second >> 12) << 3)};
}

struct item item_of_state(const struct node_state *state)
{
    unsigned kind = ITEM_STATE | (unsigned)state->mover << 2 | (unsigned)state->ko << 3 |
                    (unsigned)(state->unpassed ? CERTIFICATE_UNPASSED : state->passes) << 10;
    return (struct item){state->board, (uint16_t)kind};
}

struct item item_created(const struct history_model *model, int class, const struct node_step *step)
{
    unsigned kind = (unsigned)class, player = (unsigned)step->from.mover;
    switch (model->classes[class].identity) {
    case ITEM_BOARD:
        break;
    case ITEM_BOARD_AFTER:
        kind |= (unsigned)step->to.mover << 2;
        return item_pair_with_second((struct item){step->to.board, (uint16_t)kind}, PAIR_NOW);
    case ITEM_BOARD_NEXT:
        kind |= (unsigned)step->to.mover << 2;
        break;
    case ITEM_BOARD_CREATOR:
        kind |= player << 2;
        break;
    case ITEM_BOARD_LEFT:
        return (struct item){step->from.board, (uint16_t)(kind | player << 2)};
    case ITEM_BOARD_BARRED:
        kind |= (step->kind == MOVE_STONE ? player : !player) << 2;
        break;
    case ITEM_GAME:
        return (struct item){0, (uint16_t)kind};
    case ITEM_POINT_SINCE:
        kind |= (unsigned)(step->point + 1) << 3;
        return (struct item){step->from.board, (uint16_t)kind};
    case ITEM_PLAY:
        /* All moves that change nothing are the same step, from the board to itself. */
        kind |= step->to.board == step->from.board ? CERTIFICATE_KO_SELF << 3
                                                   : player << 2 | (unsigned)(step->point + 1) << 3;
        return (struct item){step->from.board, (uint16_t)kind};
    }
    return (struct item){step->to.board, (uint16_t)kind};
}

bool item_barring(const struct history_model *model, const struct node_step *step,
                  struct item *ret_item)
{
    for (int class = 0; class < model->class_count; class ++) {
        if (!(step->rule->bars >> class & 1))
            continue;
        *ret_item = item_created(model, class, step);
        return true;
    }
    return false;
}

struct item item_always_there(const struct history_model *model, const struct node_state *state)
{
    struct node_step stay = {.from = *state, .to = *state};
    stay.from.mover = !state->mover;
    return item_created(model, model->always_there, &stay);
}

static int map_pair(struct boards *boards, int element, struct item item, struct item *ret_item)
{
    uint32_t first, second = item_pair_second(item);
    int r = boards_map(boards, element, item.board & PAIR_NOW, &first);
    if (r == 0 && second != 0 && second != PAIR_NOW) {
        r = boards_map(boards, element, second - 1, &second);
        second++;
    }
    if (r < 0)
        return r;
    unsigned swap = (unsigned)(element & 1) << 2;
    *ret_item = item_pair_with_second((struct item){first, (uint16_t)(item.kind ^ swap)}, second);
    ret_item->kind |= item.kind & PAIR_OR_NOW;
    return 0;
}

int item_map(struct boards *boards, const struct history_model *model, int element,
             struct item item, struct item *ret_item)
{
    unsigned swap = (unsigned)element & 1;
    struct item out = item;
    if (item_is_pair(model, item))
        return map_pair(boards, element, item, ret_item);
    int ko = boards_map_ko(boards, element, item.kind >> 3 & 127);
    enum item_identity identity =
        item_is_state(item) ? ITEM_BOARD_NEXT : model->classes[item_class(item)].identity;
    if (identity == ITEM_GAME) {
        *ret_item = item;
        return 0;
    }
    if (identity == ITEM_BOARD || identity == ITEM_POINT_SINCE ||
        (identity == ITEM_PLAY && ko == CERTIFICATE_KO_SELF))
        swap = 0;
    out.kind = (uint16_t)(((item.kind & ~(127u << 3)) ^ swap << 2) | (unsigned)ko << 3);
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

struct item item_followed(struct item item)
{
    return (struct item){item.board, 0};
}

/* A stone on the point of the item: the board that it is played from has stood. */
static enum item_fate fate_of_point(const struct node_step *step, struct item item)
{
    if (step->kind != MOVE_STONE || (item.kind >> 3 & 127) != step->point + 1)
        return FATE_STAYS;
    return item.board == step->from.board ? FATE_CREATED : FATE_FOLLOWS;
}

/* Is a pair there after a pass on step's board whatever was before? */
static bool pass_makes(const struct node_step *step, struct item item)
{
    return step->kind == MOVE_PASS && step->from.mover == item_pair_maker(item) &&
           item_pair_second(item) == step->to.board + 1 &&
           ((item.kind & PAIR_OR_NOW) != 0 || (item.board & PAIR_NOW) == step->to.board);
}

struct item item_before(const struct history_model *model, const struct node_step *step,
                        struct item item)
{
    if (!item_is_pair(model, item) || step->from.mover != item_pair_maker(item))
        return item;
    bool now = item_pair_second(item) == PAIR_NOW;
    struct item before = item;
    if (step->kind == MOVE_PASS)
        return item_pair_with_second(item, now ? step->to.board + 1 : item_pair_second(item));
    if (!now && (item.board & PAIR_NOW) == step->to.board)
        before.kind |= PAIR_OR_NOW;
    return before;
}

enum item_fate item_fate(const struct history_model *model, const struct node_step *step,
                         struct item item)
{
    if (item_is_state(item))
        return item_equal(item, item_of_state(&step->to)) ? FATE_CREATED : FATE_STAYS;
    int class = item_class(item);
    if (model->classes[class].identity == ITEM_POINT_SINCE)
        return fate_of_point(step, item);
    if (item_is_pair(model, item) && pass_makes(step, item))
        return FATE_CREATED;
    bool cleared = (step->rule->clears >> class & 1) != 0;
    if ((step->rule->creates >> class & 1) != 0 &&
        item_equal(item, item_created(model, class, step)))
        return model->classes[class].on_recreation == RECREATION_KEEPS && !cleared ? FATE_KEPT
                                                                                   : FATE_CREATED;
    return cleared ? FATE_CLEARED : FATE_STAYS;
}
