/* Nodes under rules with cycles: to bytes and back. */
#include "proof/cycle_nodes.h"

#include <errno.h>
#include <stdlib.h>

#define HEAD_MOVER 1u
#define HEAD_NEEDED_SHIFT 1
#define HEAD_WINNER 8u
#define HEAD_ALL 15u
#define FIRST_ROOM 64

/* What is wrong is noted once, and all that follows reads as 0. */
struct reader {
    const uint8_t *at, *end;
    const char *wrong;
};

static void fail(struct reader *in, const char *wrong)
{
    if (in->wrong == NULL)
        in->wrong = wrong;
    in->at = in->end;
}

static uint8_t read_byte(struct reader *in)
{
    if (in->at < in->end)
        return *in->at++;
    fail(in, "the body ends in the middle of it");
    return 0;
}

/* A number of at most most, in its shortest form. */
static uint64_t read_number(struct reader *in, uint64_t most)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        uint8_t byte = read_byte(in);
        if ((shift > 0 && byte == 0) || (shift == 63 && byte > 1))
            fail(in, "a number is not in its shortest form");
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            break;
        if (shift == 63)
            fail(in, "a number has more than 64 bits");
    }
    if (in->wrong == NULL && number > most)
        fail(in, "a number is out of range");
    return in->wrong == NULL ? number : 0;
}

static int read_bound(struct reader *in)
{
    uint64_t code = read_number(in, 2 * PROOF_MARGIN_MAX);
    return code % 2 == 0 ? (int)(code / 2) : -(int)((code + 1) / 2);
}

static void read_turn(struct reader *in, int points, uint32_t number, struct cycle_turn *turn)
{
    uint64_t all = points == 64 ? UINT64_MAX : (UINT64_C(1) << points) - 1;
    turn->used = read_number(in, UINT64_MAX);
    if ((turn->used & ~all) != 0)
        fail(in, "a cycle used points that the board does not have");
    turn->point = (int)read_number(in, (uint64_t)points) - 1;
    uint64_t back = read_number(in, number);
    turn->ends = back == 0;
    turn->child = turn->ends ? 0 : number - (uint32_t)back;
}

static int make_room(struct cycle_node *node, size_t *room)
{
    if (node->count < *room)
        return 0;
    size_t grown = *room > 0 ? 2 * *room : FIRST_ROOM;
    void *turns = realloc(node->turns, grown * sizeof(*node->turns));
    if (turns == NULL)
        return -ENOMEM;
    node->turns = turns;
    *room = grown;
    return 0;
}

static bool in_order(const struct cycle_turn *a, const struct cycle_turn *b)
{
    return a->used < b->used || (a->used == b->used && a->point < b->point);
}

static int read_turns(struct reader *in, const struct proof *proof, uint32_t number,
                      struct cycle_node *node, size_t *room)
{
    /* Each turn takes three bytes or more, so a count that is too large runs out of them. */
    uint64_t count = read_number(in, UINT32_MAX);
    node->count = 0;
    for (uint64_t i = 0; i < count && in->wrong == NULL; i++) {
        int r = make_room(node, room);
        if (r < 0)
            return r;
        struct cycle_turn *turn = &node->turns[node->count++];
        read_turn(in, proof->graph->points, number, turn);
        if (i > 0 && !in_order(turn - 1, turn))
            fail(in, "its turns are not in order");
    }
    return 0;
}

int cycle_node_next(const struct proof *proof, struct proof_cursor *cursor, struct cycle_node *node,
                    size_t *room, struct error *err)
{
    struct reader in = {proof->body + cursor->at, proof->body + proof->body_size, NULL};
    struct cycle_place *place = &node->place;
    unsigned head = read_byte(&in);
    if (head > HEAD_ALL)
        fail(&in, "its head has unknown bits");
    place->mover = (head & HEAD_MOVER) != 0;
    place->needed = (int)(head >> HEAD_NEEDED_SHIFT & 3);
    node->winner = (head & HEAD_WINNER) != 0;
    place->stones[0] = read_number(&in, UINT64_MAX);
    place->stones[1] = read_number(&in, UINT64_MAX);
    place->temporary = read_number(&in, UINT64_MAX);
    place->permanent = read_number(&in, UINT64_MAX);
    node->bound = read_bound(&in);
    int r = read_turns(&in, proof, cursor->node, node, room);
    if (r < 0)
        return error_set(err, r, "out of memory");
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "node %u: %s", cursor->node, in.wrong);
    cursor->at = (size_t)(in.at - proof->body);
    cursor->node++;
    return 0;
}
