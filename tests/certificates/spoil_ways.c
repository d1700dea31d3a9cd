/* How to spoil a node: one small thing each. */
#include "certificates/spoil_ways.h"

#include <string.h>

#include "certificates/made.h"

static bool drop_reply(struct certificate_node *node, uint32_t number)
{
    (void)number;
    if (node->type != CERTIFICATE_LOSER || node->count == 0)
        return false;
    int at = (int)random_below((unsigned)node->count);
    memmove(&node->replies[at], &node->replies[at + 1],
            (size_t)(node->count - at - 1) * sizeof(node->replies[0]));
    node->count--;
    return true;
}

static bool swap_winner(struct certificate_node *node, uint32_t number)
{
    (void)number;
    node->winner = !node->winner;
    return true;
}

static bool swap_colours(struct certificate_node *node, uint32_t number)
{
    (void)number;
    uint64_t black = node->stones[0];
    node->stones[0] = node->stones[1];
    node->stones[1] = black;
    return node->stones[0] != node->stones[1];
}

static bool swap_mover(struct certificate_node *node, uint32_t number)
{
    (void)number;
    node->mover = !node->mover;
    return true;
}

static bool change_move(struct certificate_node *node, uint32_t number)
{
    (void)number;
    if (node->type != CERTIFICATE_WINNER)
        return false;
    node->move = node->move > 0 ? node->move - 1 : 1;
    return true;
}

static bool raise_bound(struct certificate_node *node, uint32_t number)
{
    (void)number;
    if (node->bound == CERTIFICATE_INFINITE)
        return false;
    node->bound++;
    return true;
}

static bool lower_bound(struct certificate_node *node, uint32_t number)
{
    (void)number;
    if (node->bound == CERTIFICATE_INFINITE)
        return false;
    node->bound--;
    return true;
}

static bool set_infinite(struct certificate_node *node, uint32_t number)
{
    (void)number;
    bool was = node->bound == CERTIFICATE_INFINITE;
    node->bound = CERTIFICATE_INFINITE;
    return !was;
}

static struct certificate_reply *any_reply(struct certificate_node *node,
                                           enum certificate_reply_kind how)
{
    for (int i = 0; i < node->count; i++) {
        struct certificate_reply *reply = &node->replies[((unsigned)i + 7) % (unsigned)node->count];
        if (reply->how == how)
            return reply;
    }
    return NULL;
}

static bool change_child(struct certificate_node *node, uint32_t number)
{
    struct certificate_reply *reply = any_reply(node, CERTIFICATE_CHILD);
    if (reply == NULL || number < 2)
        return false;
    uint32_t other = random_below(number);
    bool changed = other != reply->child;
    reply->child = other;
    return changed;
}

static bool change_element(struct certificate_node *node, uint32_t number)
{
    (void)number;
    struct certificate_reply *reply = any_reply(node, CERTIFICATE_CHILD);
    if (reply == NULL)
        return false;
    reply->element ^= 1 + (int)random_below(8);
    return true;
}

static bool change_kind(struct certificate_node *node, enum certificate_reply_kind from,
                        enum certificate_reply_kind to)
{
    struct certificate_reply *reply = any_reply(node, from);
    if (reply == NULL)
        return false;
    reply->how = to;
    return true;
}

static bool child_to_end(struct certificate_node *node, uint32_t number)
{
    (void)number;
    return change_kind(node, CERTIFICATE_CHILD, CERTIFICATE_END);
}

static bool child_to_cycle(struct certificate_node *node, uint32_t number)
{
    (void)number;
    return change_kind(node, CERTIFICATE_CHILD, CERTIFICATE_REPETITION);
}

static bool end_to_cycle(struct certificate_node *node, uint32_t number)
{
    (void)number;
    return change_kind(node, CERTIFICATE_END, CERTIFICATE_REPETITION);
}

static bool make_leaf(struct certificate_node *node, uint32_t number)
{
    (void)number;
    if (node->type == CERTIFICATE_LEAF)
        return false;
    node->type = CERTIFICATE_LEAF;
    node->count = 0;
    return true;
}

static bool add_pass(struct certificate_node *node, uint32_t number)
{
    (void)number;
    node->passes ^= 1;
    return true;
}

static bool take_stone(struct certificate_node *node, uint32_t number)
{
    (void)number;
    int colour = node->stones[0] != 0 ? 0 : 1;
    if (node->stones[colour] == 0)
        return false;
    node->stones[colour] &= node->stones[colour] - 1;
    return true;
}

static bool set_ko(struct certificate_node *node, uint32_t number)
{
    (void)number;
    node->ko = node->ko == 0 ? 1 : 0;
    return true;
}

static bool toggle_denies(struct certificate_node *node, uint32_t number)
{
    (void)number;
    node->denies = !node->denies;
    return true;
}

static const struct spoil_way ways[] = {
    {"drop a reply", drop_reply, true},
    {"swap the winner", swap_winner, true},
    {"swap the stones", swap_colours, false},
    {"swap the mover", swap_mover, true},
    {"change a move", change_move, false},
    {"raise a bound", raise_bound, false},
    {"lower a bound", lower_bound, false},
    {"an infinite bound", set_infinite, false},
    {"change a child", change_child, false},
    {"change a group element", change_element, false},
    {"a child made an end", child_to_end, false},
    {"a child made a cycle", child_to_cycle, false},
    {"an end made a cycle", end_to_cycle, true},
    {"a leaf", make_leaf, false},
    {"another number of passes", add_pass, true},
    {"take a stone", take_stone, false},
    {"set a ko", set_ko, false},
    {"denial for force", toggle_denies, false},
};

const struct spoil_way *spoil_ways(size_t *ret_count)
{
    *ret_count = sizeof(ways) / sizeof(ways[0]);
    return ways;
}
