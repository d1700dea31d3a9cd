/* The nodes of a certificate under rules with cycles: each is checked from its children. */
#include "certificate/check/cycles/checking.h"

#include <errno.h>

static int refuse(const struct cycle_checking *check, const char *why)
{
    return error_set(check->err, -EINVAL, "node %u: %s", check->checked, why);
}

static int refuse_turn(const struct cycle_checking *check, const struct cycle_turn *turn,
                       const char *why)
{
    bool stone = turn->point >= 0;
    return error_set(check->err, -EINVAL, "node %u: %s%s: %s", check->checked,
                     stone ? check->certificate->graph->names[turn->point] : "no stone",
                     turn->used != 0 ? " after the removal of a cycle" : "", why);
}

/* Finds what the winner is sure to get by a turn, from the node on, and checks where it leads. */
static int turn_bound(struct cycle_checking *check, const struct cycle_turn *turn,
                      const struct cycle_result *result, int *ret_bound)
{
    const struct cycle_node *node = &check->node;
    int gain = node->winner == 0 ? result->gain : -result->gain;
    if (turn->ends != result->over)
        return refuse_turn(check, turn, result->over ? "the game is over" : "the game goes on");
    *ret_bound = gain;
    if (result->over)
        return 0;
    const struct checked_cycle_node *child = &check->nodes[turn->child];
    if (!cycle_node_situation_equal(&check->situations[child->situation], &result->situation))
        return refuse_turn(check, turn, "its node is another situation");
    if (child->winner != node->winner)
        return refuse_turn(check, turn, "its node has another winner");
    *ret_bound = gain + child->bound;
    return 0;
}

/* Adds what the node demands because of a turn, whose result is known. */
static int take_demands(struct cycle_checking *check, struct checked_cycle_node *known,
                        const struct cycle_turn *turn, const struct cycle_result *result)
{
    const struct cycle_past here = {known->situation, result->changed};
    bool by_winner = check->node.situation.mover == check->node.winner;
    int r = 0;
    if (turn->used != 0 && by_winner)
        r = cycle_demands_want(&known->demands,
                               (struct cycle_range){known->situation, turn->used, turn->used},
                               check->budget);
    if (turn->ends || r < 0)
        return r;
    const struct cycle_demands *child = &check->nodes[turn->child].demands;
    if (turn->used == 0)
        r = cycle_demands_take(&known->demands, child, &here, check->budget);
    else if (child->wanted_count > 0)
        r = -EINVAL; /* nothing that stood before the removal stands then */
    return r == -EINVAL
               ? refuse_turn(check, turn, "a cycle that its node needs, or does not expect")
               : r;
}

static int check_turn(struct cycle_checking *check, struct checked_cycle_node *known,
                      const struct cycle_turn *turn)
{
    const struct cycle_node *node = &check->node;
    struct cycle_result result;
    int bound = 0;
    int r = cycle_rules_play(&check->rules, &node->situation, turn->used, turn->point, &result);
    if (r == -ERANGE)
        return refuse_turn(check, turn, "who controls what is not decided then");
    if (r <= 0)
        return r == 0 ? refuse_turn(check, turn, "it is not legal") : r;
    r = turn_bound(check, turn, &result, &bound);
    if (r < 0)
        return r;
    if (bound < node->bound)
        return refuse_turn(check, turn, "it does not give the winner that much");
    return take_demands(check, known, turn, &result);
}

/* Is there a turn with that use and point? The turns are in order. */
static bool is_listed(const struct cycle_node *node, uint64_t used, int point)
{
    uint32_t low = 0, high = node->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct cycle_turn *turn = &node->turns[middle];
        if (turn->used == used && turn->point == point)
            return true;
        if (turn->used < used || (turn->used == used && turn->point < point))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Checks that all turns are listed which are legal for the loser after the removal (0: without
 * one). */
static int check_complete(struct cycle_checking *check, uint64_t used)
{
    const struct cycle_node *node = &check->node;
    for (int point = -1; point < check->certificate->graph->points; point++) {
        struct cycle_result result;
        if (is_listed(node, used, point))
            continue;
        int r = cycle_rules_play(&check->rules, &node->situation, used, point, &result);
        const struct cycle_turn missing = {.used = used, .point = point};
        if (r > 0 || r == -ERANGE)
            return refuse_turn(check, &missing, "the answer to it is missing");
        if (r < 0)
            return r;
    }
    return 0;
}

/*
 * The loser may make any turn, and remove any cycle that there is. Those that are answered are
 * listed; what else was used since a former similar situation is excluded by what is demanded.
 */
static int check_loser(struct cycle_checking *check, struct checked_cycle_node *known)
{
    const struct cycle_node *node = &check->node;
    int r = check_complete(check, 0);
    int removes = r == 0 ? cycle_rules_removes(&check->rules, &node->situation) : r;
    if (removes < 0)
        return removes;
    if (removes)
        r = cycle_demands_watch(&known->demands, known->situation, check->budget);
    for (uint32_t i = 0; i < node->count && r == 0; i++) {
        uint64_t used = node->turns[i].used;
        if (used == 0 || (i > 0 && node->turns[i - 1].used == used))
            continue;
        r = cycle_demands_add_range(
            &known->demands, (struct cycle_range){known->situation, used, used}, check->budget);
        if (r == 0)
            r = check_complete(check, used);
    }
    return r;
}

static int check_node(struct cycle_checking *check, struct checked_cycle_node *known)
{
    const struct cycle_node *node = &check->node;
    bool by_winner = node->situation.mover == node->winner;
    if (!cycle_rules_is_sane(&check->rules, &node->situation))
        return refuse(check, "no such situation can arise");
    int r = cycle_checking_number(check, &node->situation, &known->situation);
    known->winner = node->winner;
    known->bound = node->bound;
    if (r == 0 && by_winner && node->count != 1)
        return refuse(check, "the winner's turn must be one");
    if (r == 0 && !by_winner)
        r = check_loser(check, known);
    for (uint32_t i = 0; i < node->count && r == 0; i++)
        r = check_turn(check, known, &node->turns[i]);
    return r;
}

int cycle_checking_nodes(struct cycle_checking *check)
{
    const struct certificate *certificate = check->certificate;
    struct certificate_cursor cursor = {0};
    while (check->checked < certificate->node_count) {
        struct checked_cycle_node *known = &check->nodes[check->checked];
        int r = cycle_node_next(certificate, &cursor, &check->node, &check->turn_room, check->err);
        if (r == 0)
            r = budget_work(check->budget, 20);
        if (r == 0)
            r = check_node(check, known);
        if (r < 0)
            return r;
        check->checked++;
        budget_reach(check->budget, cursor.at);
    }
    return cursor.at == certificate->body_size
               ? 0
               : error_set(check->err, -EINVAL, "the body has bytes beyond the last node");
}
