/* The nodes of a certificate, one after the other: children come before their parents. */
#include "certificate/check/checking.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"

#define REFUSE(check, ...) checking_refuse((check), NULL, __VA_ARGS__)

/* Returns the name of a move for an error. */
static const char *move_name(const struct checking *check, int number)
{
    const struct graph *graph = check->certificate->graph;
    if (number < graph->points)
        return graph->names[number];
    return number == graph->points ? "pass" : "refresh";
}

int checking_refuse(struct checking *check, const struct answered_move *move, const char *format,
                    ...)
{
    char why[200];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof(why), format, args);
    va_end(args);
    if (move == NULL)
        return error_set(check->err, -EINVAL, "node %u: %s", check->number, why);
    return error_set(check->err, -EINVAL, "node %u: %s: %s", check->number,
                     move_name(check, move->number), why);
}

int checking_pairs_fit(const struct checking *check)
{
    if (!check->model.passed_boards || check->boards.count <= PAIR_BOARDS)
        return 0;
    return error_set(check->err, -EFBIG, "there are more boards than %u", PAIR_BOARDS);
}

void checking_end_use(struct checking *check, struct checked_node *node)
{
    if (--node->uses > 0)
        return;
    budget_free(&check->budget, node->demands, node->demand_count, sizeof(*node->demands));
    node->demands = NULL;
    node->demand_count = 0;
}

/*
 * Checks a leaf: the winner passes for ever and the opponent plays solo. Unless the rules have
 * solo_ends the opponent may come to no end: then the leaf only denies him one.
 */
static int check_leaf(struct checking *check, const struct node_state *state)
{
    const struct history_model *model = &check->model;
    int solo;
    if (state->unpassed)
        return REFUSE(check, "who passes first gains or loses points: no leaf");
    if (!model->passing_safe || model->pass_prisoners)
        return REFUSE(check, "under this ruleset passing on may lose: no leaf");
    if (!check->node.denies && !model->solo_ends)
        return REFUSE(check, "under this ruleset passing on forces no end: no leaf");
    int r = boards_solo(&check->boards, state->board, !check->node.winner, &solo);
    if (r < 0)
        return r;
    if (-solo < check->node.bound)
        return REFUSE(check, "who plays on alone gets %d: wanted %d or less", solo,
                      -check->node.bound);
    return 0;
}

/* May the strategies that the node rests on bring its own turn back? */
static int check_reach(struct checking *check, const struct node_state *state)
{
    int bound = 0, r = strategy_leaves_reach(&check->leaves, check->number, check->node.stones,
                                             state->mover, check->node.winner, &bound);
    if (r > 0)
        return REFUSE(check, "the strategy of the leaves with %d may come to it", bound);
    return r < 0 ? r : 0;
}

/* Checks the winner's one move, or all of the loser's: those that the rules have, each once. */
static int check_moves(struct checking *check, const struct node_state *state)
{
    struct node_moves moves;
    const struct certificate_node *node = &check->node;
    bool all = node->type == CERTIFICATE_LOSER;
    if ((node->winner == node->mover) == all)
        return REFUSE(check, "the node's type and its winner contradict each other");
    int r = node_state_moves(&check->boards, &check->model, state, &moves);
    if (r == 0)
        r = budget_work(&check->budget, 10 + 4 * (uint64_t)moves.count);
    if (r < 0)
        return r;
    if (all && (node->count != moves.count || moves.count == 0))
        return REFUSE(check, "%s answered: the rules have %d",
                      human_count((uint64_t)node->count, "play is", "plays are"), moves.count);
    bool found = false;
    for (int i = 0; i < moves.count && r == 0; i++) {
        if (!all && moves.numbers[i] != node->move)
            continue;
        found = true;
        const struct certificate_reply *reply = &node->replies[all ? i : 0];
        const struct answered_move move = {moves.numbers[i], &moves.steps[i], reply};
        r = checking_reply(check, &move);
    }
    if (r == 0 && !found)
        return REFUSE(check, "the rules do not have the winner's play %s",
                      move_name(check, node->move));
    return r;
}

/*
 * Stores what the node demands, but for what holds whenever its state is reached: the state is in
 * the history, and so is the item that is always there, each with counter 0.
 */
static int store_demands(struct checking *check, struct checked_node *checked)
{
    const struct history_model *model = &check->model;
    struct demand_set *set = &check->gathered;
    struct item own = item_of_state(&checked->state), always_there = own;
    uint32_t count = 0;
    int r = budget_work(&check->budget, 2 * (uint64_t)set->count);
    if (r < 0)
        return r;
    if (model->always_there >= 0)
        always_there = item_always_there(model, &checked->state);
    for (uint32_t i = 0; i < set->count; i++) {
        struct demand *demand = &set->list[i];
        struct item item = demand_item(demand);
        bool there = item_equal(item, own) || item_equal(item, always_there);
        if (demand_is_void(demand) || (there && !demand_allows(demand, true, 0)))
            return REFUSE(check, "no history fulfils all that it asks");
        if (!there)
            set->list[count++] = *demand;
    }
    if (count == 0)
        return 0;
    r = budget_resize(&check->budget, &checked->demands, 0, count * sizeof(*set->list));
    if (r < 0)
        return r;
    memcpy(checked->demands, set->list, count * sizeof(*set->list));
    checked->demand_count = count;
    return 0;
}

/* Reads the state of the present node, as far as the rules have such states. */
static int read_state(struct checking *check, struct node_state *ret_state)
{
    const struct certificate_node *node = &check->node;
    const struct history_model *model = &check->model;
    bool unpassed = history_model_has_first_pass(model) && node->passes == CERTIFICATE_UNPASSED;
    if (node->passes > model->passes_kept && !unpassed)
        return REFUSE(check, "%s: the rules tell at most %d",
                      human_count((uint64_t)node->passes, "pass", "passes"), model->passes_kept);
    if (node->ko != 0 && !model->simple_ko)
        return REFUSE(check, "the ruleset has no simple ko");
    if (node->denies && !model->pairs)
        return REFUSE(check, "every game ends: nobody denies");
    *ret_state = (struct node_state){
        .mover = node->mover,
        .passes = unpassed ? 0 : node->passes,
        .unpassed = unpassed,
        .ko = node->ko,
    };
    return boards_find(&check->boards, node->stones, &ret_state->board);
}

static int check_type(struct checking *check, const struct node_state *state)
{
    switch (check->node.type) {
    case CERTIFICATE_STRATEGY_LEAF: /* Its strategy was checked before all nodes. */
        strategy_leaves_rest_on(&check->leaves, check->number, check->node.bound);
        return 0;
    case CERTIFICATE_LEAF:
        return check_leaf(check, state);
    default: {
        int r = check_moves(check, state);
        return r == 0 && check->certificate->leaves ? check_reach(check, state) : r;
    }
    }
}

static int check_node(struct checking *check)
{
    struct checked_node *checked = &check->nodes[check->number];
    struct node_state state;
    demand_set_clear(&check->gathered);
    if (checked->uses == 0)
        return REFUSE(check, "nothing refers to it");
    int r = read_state(check, &state);
    if (r == 0)
        r = check_type(check, &state);
    if (r == 0)
        r = checking_pairs_fit(check);
    if (r < 0)
        return r;
    checked->state = state;
    checked->bound = (int16_t)check->node.bound;
    checked->winner = (uint8_t)check->node.winner;
    checked->denies = check->node.denies;
    return store_demands(check, checked);
}

int checking_nodes(struct checking *check)
{
    struct certificate_cursor cursor = {0};
    for (check->number = 0; check->number < check->certificate->node_count; check->number++) {
        int r = certificate_next_node(check->certificate, &cursor, &check->node, check->err);
        if (r == 0)
            r = check_node(check);
        if (r < 0)
            return r;
        budget_reach(&check->budget, cursor.at);
    }
    return 0;
}
