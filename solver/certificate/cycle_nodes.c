/* Nodes under rules with cycles: to bytes and back. */
#include "certificate/cycle_nodes.h"

#include <errno.h>

#include "base/array.h"
#include "certificate/body_reader.h"
#include "certificate/zigzag.h"

#define HEAD_ALL 15u /* all bits that a head may have */
#define RANGE "a number out of range"

static void read_turn(struct body_reader *in, int points, uint32_t number, struct cycle_turn *turn)
{
    uint64_t all = points == 64 ? UINT64_MAX : (UINT64_C(1) << points) - 1;
    turn->used = body_reader_number(in, UINT64_MAX, RANGE);
    if ((turn->used & ~all) != 0)
        body_reader_fail(in, "a cycle used points that the board does not have");
    turn->point = (int)body_reader_number(in, (uint64_t)points, RANGE) - 1;
    uint64_t back = body_reader_number(in, number, RANGE);
    turn->ends = back == 0;
    turn->child = turn->ends ? 0 : number - (uint32_t)back;
}

static bool in_order(const struct cycle_turn *a, const struct cycle_turn *b)
{
    return a->used < b->used || (a->used == b->used && a->point < b->point);
}

static int read_turns(struct body_reader *in, const struct certificate *certificate,
                      uint32_t number, struct cycle_node *node, size_t *room)
{
    /* Each turn takes three bytes or more, so a count that is too large runs out of them. */
    uint64_t count = body_reader_number(in, UINT32_MAX, RANGE);
    node->count = 0;
    for (uint64_t i = 0; i < count && in->wrong == NULL; i++) {
        int r = array_reserve(&node->turns, node->count + 1, room, sizeof(*node->turns));
        if (r < 0)
            return r;
        struct cycle_turn *turn = &node->turns[node->count++];
        read_turn(in, certificate->graph->points, number, turn);
        if (i > 0 && !in_order(turn - 1, turn))
            body_reader_fail(in, "its turns are not in order");
    }
    return 0;
}

int cycle_node_next(const struct certificate *certificate, struct certificate_cursor *cursor,
                    struct cycle_node *node, size_t *room, struct error *err)
{
    struct body_reader in = {certificate->body + cursor->at,
                             certificate->body + certificate->body_size, NULL};
    struct cycle_node_situation *situation = &node->situation;
    unsigned head = body_reader_byte(&in);
    if (head > HEAD_ALL)
        body_reader_fail(&in, "its head has unknown bits");
    situation->mover = (head & CYCLE_NODE_MOVER) != 0;
    situation->needed = (int)(head >> CYCLE_NODE_NEEDED_SHIFT & 3);
    node->winner = (head & CYCLE_NODE_WINNER) != 0;
    situation->stones[0] = body_reader_number(&in, UINT64_MAX, RANGE);
    situation->stones[1] = body_reader_number(&in, UINT64_MAX, RANGE);
    situation->temporary = body_reader_number(&in, UINT64_MAX, RANGE);
    situation->permanent = body_reader_number(&in, UINT64_MAX, RANGE);
    node->bound = zigzag_number(body_reader_number(&in, 2 * CERTIFICATE_MARGIN_MAX, RANGE));
    int r = read_turns(&in, certificate, cursor->node, node, room);
    if (r < 0)
        return error_set(err, r, "out of memory");
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "node %u: %s", cursor->node, in.wrong);
    cursor->at = (size_t)(in.at - certificate->body);
    cursor->node++;
    return 0;
}
