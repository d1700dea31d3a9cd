/* Nodes under rules with cycles: to bytes and back. */
#include "certificate/cycle_nodes.h"

#include <errno.h>

#include "base/array.h"
#include "certificate/body_reader.h"

#define HEAD_MOVER 1u
#define HEAD_NEEDED_SHIFT 1
#define HEAD_WINNER 8u
#define HEAD_ALL 15u
#define RANGE "a number out of range"

static int read_bound(struct reader *in)
{
    uint64_t code = reader_number(in, 2 * CERTIFICATE_MARGIN_MAX, RANGE);
    return code % 2 == 0 ? (int)(code / 2) : -(int)((code + 1) / 2);
}

static void read_turn(struct reader *in, int points, uint32_t number, struct cycle_turn *turn)
{
    uint64_t all = points == 64 ? UINT64_MAX : (UINT64_C(1) << points) - 1;
    turn->used = reader_number(in, UINT64_MAX, RANGE);
    if ((turn->used & ~all) != 0)
        reader_fail(in, "a cycle used points that the board does not have");
    turn->point = (int)reader_number(in, (uint64_t)points, RANGE) - 1;
    uint64_t back = reader_number(in, number, RANGE);
    turn->ends = back == 0;
    turn->child = turn->ends ? 0 : number - (uint32_t)back;
}

static bool in_order(const struct cycle_turn *a, const struct cycle_turn *b)
{
    return a->used < b->used || (a->used == b->used && a->point < b->point);
}

static int read_turns(struct reader *in, const struct certificate *certificate, uint32_t number,
                      struct cycle_node *node, size_t *room)
{
    /* Each turn takes three bytes or more, so a count that is too large runs out of them. */
    uint64_t count = reader_number(in, UINT32_MAX, RANGE);
    node->count = 0;
    for (uint64_t i = 0; i < count && in->wrong == NULL; i++) {
        int r = array_reserve((void **)&node->turns, node->count + 1, room, sizeof(*node->turns));
        if (r < 0)
            return r;
        struct cycle_turn *turn = &node->turns[node->count++];
        read_turn(in, certificate->graph->points, number, turn);
        if (i > 0 && !in_order(turn - 1, turn))
            reader_fail(in, "its turns are not in order");
    }
    return 0;
}

int cycle_node_next(const struct certificate *certificate, struct certificate_cursor *cursor,
                    struct cycle_node *node, size_t *room, struct error *err)
{
    struct reader in = {certificate->body + cursor->at, certificate->body + certificate->body_size,
                        NULL};
    struct cycle_node_situation *place = &node->place;
    unsigned head = reader_byte(&in);
    if (head > HEAD_ALL)
        reader_fail(&in, "its head has unknown bits");
    place->mover = (head & HEAD_MOVER) != 0;
    place->needed = (int)(head >> HEAD_NEEDED_SHIFT & 3);
    node->winner = (head & HEAD_WINNER) != 0;
    place->stones[0] = reader_number(&in, UINT64_MAX, RANGE);
    place->stones[1] = reader_number(&in, UINT64_MAX, RANGE);
    place->temporary = reader_number(&in, UINT64_MAX, RANGE);
    place->permanent = reader_number(&in, UINT64_MAX, RANGE);
    node->bound = read_bound(&in);
    int r = read_turns(&in, certificate, cursor->node, node, room);
    if (r < 0)
        return error_set(err, r, "out of memory");
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "node %u: %s", cursor->node, in.wrong);
    cursor->at = (size_t)(in.at - certificate->body);
    cursor->node++;
    return 0;
}
