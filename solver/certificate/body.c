/* Reading the body of a certificate, node by node or strategy by strategy. */
#include "certificate/body_reader.h"
#include "certificate/format.h"
#include "certificate/zigzag.h"

#include <errno.h>
#include <string.h>

static int read_bound(struct body_reader *in)
{
    uint64_t code = body_reader_number(in, 2 * CERTIFICATE_MARGIN_MAX + 1, "a bound out of range");
    if (code == 0)
        return CERTIFICATE_INFINITE;
    return zigzag_number(code - 1);
}

static void read_reply(struct body_reader *in, uint32_t number, struct certificate_reply *reply)
{
    uint64_t code = body_reader_number(in, 1 + (uint64_t)number, "a child that is not before it");
    memset(reply, 0, sizeof(*reply));
    if (code < 2) {
        reply->how = code == 0 ? CERTIFICATE_END : CERTIFICATE_REPETITION;
        return;
    }
    reply->how = CERTIFICATE_CHILD;
    reply->child = number - (uint32_t)(code - 1);
    reply->element = (int)body_reader_number(in, 255, "a group element out of range");
}

static void read_node(struct body_reader *in, const struct certificate *certificate,
                      uint32_t number, struct certificate_node *node)
{
    const struct graph *graph = certificate->graph;
    uint64_t full = graph->points == 64 ? UINT64_MAX : (1ull << graph->points) - 1;
    uint8_t head = body_reader_byte(in);
    if ((head & 3) > CERTIFICATE_LOSER && !certificate->leaves)
        body_reader_fail(in, "an unknown type");
    node->type = (enum certificate_node_type)(head & 3);
    node->mover = (head & CERTIFICATE_HEAD_MOVER) != 0;
    node->winner = (head & CERTIFICATE_HEAD_WINNER) != 0;
    node->denies = (head & CERTIFICATE_HEAD_DENIES) != 0;
    node->passes = head >> CERTIFICATE_HEAD_PASSES_SHIFT & 3;
    for (int colour = 0; colour < 2; colour++)
        node->stones[colour] = body_reader_number(in, full, "a stone beyond the board");
    if (node->stones[0] & node->stones[1])
        body_reader_fail(in, "two stones on one point");
    node->ko = 0;
    if (head & CERTIFICATE_HEAD_KO) {
        node->ko = (int)body_reader_number(in, CERTIFICATE_KO_SELF, "a ko beyond the board");
        if (node->ko == 0 || (node->ko > graph->points && node->ko != CERTIFICATE_KO_SELF))
            body_reader_fail(in, "a ko beyond the board");
    }
    node->bound = read_bound(in);
    node->move = 0;
    node->count = node->type == CERTIFICATE_WINNER ? 1 : 0;
    if (node->type == CERTIFICATE_WINNER)
        node->move =
            (int)body_reader_number(in, (uint64_t)graph->points + 1, "a play beyond the board");
    if (node->type == CERTIFICATE_LOSER)
        node->count =
            (int)body_reader_number(in, CERTIFICATE_REPLIES_MAX, "more plays than there can be");
    for (int i = 0; i < node->count && in->wrong == NULL; i++)
        read_reply(in, number, &node->replies[i]);
}

int certificate_next_node(const struct certificate *certificate, struct certificate_cursor *cursor,
                          struct certificate_node *ret_node, struct error *err)
{
    struct body_reader in = {certificate->body + cursor->at,
                             certificate->body + certificate->body_size, NULL};
    read_node(&in, certificate, cursor->node, ret_node);
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "node %u: %s", cursor->node, in.wrong);
    cursor->at = (size_t)(in.at - certificate->body);
    cursor->node++;
    return 0;
}

int certificate_next_strategy(const struct certificate *certificate,
                              struct certificate_cursor *cursor,
                              struct certificate_strategy *ret_strategy, struct error *err)
{
    struct body_reader in = {certificate->body + cursor->at,
                             certificate->body + certificate->body_size, NULL};
    uint64_t count =
        body_reader_number(&in, certificate->body_size, "more replies than the body has bytes");
    if (in.wrong == NULL && count > (uint64_t)(in.end - in.at))
        body_reader_fail(&in, "the body ends in the middle of it");
    for (uint64_t i = 0; i < count && in.wrong == NULL; i++)
        if (in.at[i] > certificate->graph->points)
            body_reader_fail(&in, "a reply beyond the board");
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "strategy %u: %s", cursor->node, in.wrong);
    *ret_strategy = (struct certificate_strategy){in.at, (size_t)count};
    cursor->at = (size_t)(in.at - certificate->body) + (size_t)count;
    cursor->node++;
    return 0;
}

/* Counts the packed strategies from a place in the body on. Returns whether they end with it. */
static bool count_behind(const struct certificate *certificate, size_t from,
                         struct certificate_leaf_counts *counts)
{
    struct body_reader in = {certificate->body + from, certificate->body + certificate->body_size,
                             NULL};
    while (in.at < in.end && in.wrong == NULL) {
        uint64_t replies = body_reader_number(&in, SIZE_MAX, "more replies than can be counted");
        uint64_t bytes = body_reader_number(&in, certificate->body_size, "more than the body has");
        if (in.wrong != NULL || bytes > (uint64_t)(in.end - in.at))
            return false;
        in.at += bytes;
        counts->strategies++;
        counts->replies += replies;
    }
    return in.wrong == NULL;
}

struct certificate_leaf_counts certificate_count_leaves(const struct certificate *certificate)
{
    const struct certificate_leaf_counts none = {0};
    struct certificate_leaf_counts counts = {0};
    struct certificate_cursor cursor = {0};
    struct certificate_node node;
    struct error err;
    if (!certificate->leaves)
        return none;
    for (uint32_t n = 0; n < certificate->node_count; n++) {
        if (certificate_next_node(certificate, &cursor, &node, &err) < 0)
            return none;
        counts.leaves += node.type == CERTIFICATE_STRATEGY_LEAF;
    }
    return count_behind(certificate, cursor.at, &counts) ? counts : none;
}

size_t certificate_count_replies(const struct certificate *certificate)
{
    struct certificate_cursor cursor = {0};
    struct certificate_strategy strategy;
    struct error err;
    size_t count = 0;
    if (certificate->packed)
        return 0;
    for (uint32_t i = 0; i < certificate->strategy_count; i++)
        if (certificate_next_strategy(certificate, &cursor, &strategy, &err) == 0)
            count += strategy.count;
    return count;
}
