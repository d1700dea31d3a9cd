/* From lemmas to nodes. */
#include "solve/trace_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "certificate/write/write.h"
#include "search/proof_trace.h"

/* A lemma and its use, which is a node. */
struct trace_node {
    const struct lemma *lemma;
    bool denies;
};

/* The same on its way to becoming one. */
struct trace_visit {
    struct trace_node node;
    int next; /* the move of its trace to go on with */
};

/* --- numbers --- */

static uint64_t hash_node(const struct trace_node *node)
{
    return hash_mix((uint64_t)(uintptr_t)node->lemma + node->denies);
}

static uint64_t hash_at(const void *arg, uint32_t number)
{
    const struct trace_writer *writer = arg;
    return hash_node(&writer->nodes[number]);
}

/* The number of a node, or HASHSET_NONE; *ret_at is where it belongs. */
static uint32_t find_number(const struct trace_writer *writer, const struct trace_node *node,
                            size_t *ret_at)
{
    uint32_t i = hashset_first(&writer->numbers, hash_node(node), ret_at);
    while (i != HASHSET_NONE &&
           (writer->nodes[i].lemma != node->lemma || writer->nodes[i].denies != node->denies))
        i = hashset_next(&writer->numbers, ret_at);
    return i;
}

static bool is_written(const struct trace_writer *writer, const struct trace_node *node)
{
    size_t at;
    return find_number(writer, node, &at) != HASHSET_NONE;
}

/* Makes room for one more. */
static int reserve(struct trace_writer *writer)
{
    int r = array_reserve(&writer->nodes, writer->node_count + 1, &writer->node_capacity,
                          sizeof(*writer->nodes));
    return r < 0 ? r
                 : hashset_reserve(&writer->numbers, (uint32_t)writer->node_count, 1, hash_at,
                                   writer);
}

/* --- nodes --- */

/* The order of moves in a certificate. */
static int move_number(const struct trace_writer *writer, const struct trace_move *move)
{
    int points = writer->positions->points;
    return move->kind == MOVE_STONE ? move->point : points + (move->kind == MOVE_REFRESH);
}

static struct certificate_reply reply_of(const struct trace_writer *writer,
                                         const struct trace_move *move, bool denies)
{
    struct certificate_reply reply = {.how = move->by == BY_CYCLE || move->by == BY_BAR
                                                 ? CERTIFICATE_REPETITION
                                                 : CERTIFICATE_END};
    if (move->child != NULL) {
        size_t at;
        reply.how = CERTIFICATE_CHILD;
        reply.element = move->map;
        reply.child = find_number(writer, &(struct trace_node){move->child, denies}, &at);
    }
    return reply;
}

/* Fills the replies of a node in the order of certificates, by insertion. */
static void fill_replies(const struct trace_writer *writer, const struct lemma *lemma,
                         struct certificate_node *node)
{
    const struct proof_trace *trace = lemma->trace;
    int numbers[CERTIFICATE_REPLIES_MAX];
    for (int i = 0; i < trace->count; i++) {
        int at = i, number = move_number(writer, &trace->moves[i]);
        for (; at > 0 && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
            node->replies[at] = node->replies[at - 1];
        }
        numbers[at] = number;
        node->replies[at] = reply_of(writer, &trace->moves[i], node->denies);
    }
    node->count = trace->count;
    node->move = trace->count > 0 ? numbers[0] : 0;
}

static const enum certificate_node_type types[] = {
    [TRACE_LEAF] = CERTIFICATE_LEAF,
    [TRACE_WINNER] = CERTIFICATE_WINNER,
    [TRACE_LOSER] = CERTIFICATE_LOSER,
    [TRACE_STRATEGY] = CERTIFICATE_STRATEGY_LEAF,
};

/* Writes a node whose children are written. */
static int write_node(struct trace_writer *writer, const struct trace_node *of)
{
    const struct lemma *lemma = of->lemma;
    struct stones stones = positions_stones(writer->positions, (uint32_t)(lemma->key >> 12));
    struct certificate_node node = {
        .type = types[lemma->trace->kind],
        .stones = {stones.of[BLACK], stones.of[WHITE]},
        .mover = (int)(lemma->key & 1),
        .passes = (int)(lemma->key >> 1 & 3),
        .ko = (int)(lemma->key >> 3 & 127),
        .winner = lemma->winner,
        .denies = of->denies,
        .bound = lemma->bound,
    };
    size_t at;
    fill_replies(writer, lemma, &node);
    int r = reserve(writer);
    if (r < 0)
        return r;
    find_number(writer, of, &at);
    hashset_put(&writer->numbers, at, (uint32_t)writer->node_count);
    writer->leaves = writer->leaves || node.type == CERTIFICATE_STRATEGY_LEAF;
    write_node_bytes(&writer->body, &node, (uint32_t)writer->node_count);
    writer->nodes[writer->node_count++] = *of;
    return writer->body.failed ? -ENOMEM : 0;
}

/* --- the walk --- */

static int push(struct trace_writer *writer, struct trace_node node)
{
    int r = array_reserve(&writer->path, writer->path_length + 1, &writer->path_capacity,
                          sizeof(*writer->path));
    if (r == 0)
        writer->path[writer->path_length++] = (struct trace_visit){node, 0};
    return r;
}

/* Goes on from the end of the path: to a child that is not written, or it is written itself. */
static int step(struct trace_writer *writer)
{
    struct trace_visit *visit = &writer->path[writer->path_length - 1];
    const struct proof_trace *trace = visit->node.lemma->trace;
    if (is_written(writer, &visit->node)) {
        writer->path_length--;
        return 0;
    }
    while (visit->next < trace->count) {
        struct trace_node child = {trace->moves[visit->next++].child, visit->node.denies};
        if (child.lemma != NULL && !is_written(writer, &child))
            return push(writer, child);
    }
    struct trace_node done = writer->path[--writer->path_length].node;
    return write_node(writer, &done);
}

int trace_writer_add(struct trace_writer *writer, const struct lemma *lemma, bool denies,
                     uint32_t *ret_number)
{
    const struct trace_node node = {lemma, denies};
    size_t at;
    int r = reserve(writer);
    if (r == 0)
        r = push(writer, node);
    while (r == 0 && writer->path_length > 0)
        r = step(writer);
    if (r == 0)
        *ret_number = find_number(writer, &node, &at);
    return r;
}

/* --- strategy leaves --- */

/* A strategy forces, and none forces more than the board. */
static int bound_number(const struct trace_writer *writer, const struct trace_node *node)
{
    int points = writer->positions->points, bound = node->lemma->bound;
    return node->denies || abs(bound) > points ? TRACE_BOUNDS_NONE : bound + points;
}

struct trace_bounds *trace_writer_bounds(const struct trace_writer *writer)
{
    struct trace_bounds *all = calloc(writer->node_count + 1, sizeof(*all));
    for (size_t n = 0; n < writer->node_count && all != NULL; n++) {
        const struct trace_node *node = &writer->nodes[n];
        const struct proof_trace *trace = node->lemma->trace;
        size_t at;
        if (trace->kind == TRACE_STRATEGY)
            trace_bounds_add(&all[n], bound_number(writer, node));
        for (int i = 0; i < trace->count; i++) {
            const struct trace_node child = {trace->moves[i].child, node->denies};
            if (child.lemma != NULL)
                trace_bounds_join(&all[n], &all[find_number(writer, &child, &at)]);
        }
    }
    return all;
}

int trace_writer_take_leaves(struct trace_writer *writer, const struct trace_writer *from,
                             int number)
{
    int r = 0;
    for (size_t n = 0; n < from->node_count && r == 0; n++) {
        const struct trace_node *node = &from->nodes[n];
        if (node->lemma->trace->kind == TRACE_STRATEGY && bound_number(from, node) == number)
            r = write_node(writer, node);
    }
    return r;
}

void trace_writer_release(struct trace_writer *writer)
{
    bytes_release(&writer->body);
    hashset_release(&writer->numbers);
    free(writer->nodes);
    free(writer->path);
    memset(writer, 0, sizeof(*writer));
}
