/* Writing certificates: nodes and the header. */
#include "certificate/write/write.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/header_reader.h"
#include "certificate/zigzag.h"

/* --- nodes --- */

void write_number(struct bytes *to, uint64_t number)
{
    uint8_t bytes[10];
    size_t count = 0;
    do {
        bytes[count] = (uint8_t)(number & 127);
        number >>= 7;
        if (number != 0)
            bytes[count] |= 128;
        count++;
    } while (number != 0);
    bytes_put(to, bytes, count);
}

static void add_reply(struct bytes *to, const struct certificate_reply *reply, uint32_t number)
{
    if (reply->how != CERTIFICATE_CHILD) {
        write_number(to, reply->how == CERTIFICATE_END ? 0 : 1);
        return;
    }
    write_number(to, 1 + (uint64_t)(number - reply->child));
    write_number(to, (uint64_t)reply->element);
}

static uint64_t bound_code(int bound)
{
    return bound == CERTIFICATE_INFINITE ? 0 : 1 + zigzag_code(bound);
}

void write_node_bytes(struct bytes *body, const struct certificate_node *node, uint32_t number)
{
    uint8_t head = (uint8_t)((unsigned)node->type | (node->mover ? CERTIFICATE_HEAD_MOVER : 0) |
                             (node->winner ? CERTIFICATE_HEAD_WINNER : 0) |
                             (node->denies ? CERTIFICATE_HEAD_DENIES : 0) |
                             (unsigned)node->passes << CERTIFICATE_HEAD_PASSES_SHIFT |
                             (node->ko != 0 ? CERTIFICATE_HEAD_KO : 0));
    bytes_put(body, &head, 1);
    write_number(body, node->stones[0]);
    write_number(body, node->stones[1]);
    if (node->ko != 0)
        write_number(body, (uint64_t)node->ko);
    write_number(body, bound_code(node->bound));
    if (node->type == CERTIFICATE_WINNER)
        write_number(body, (uint64_t)node->move);
    if (node->type == CERTIFICATE_LOSER)
        write_number(body, (uint64_t)node->count);
    for (int i = 0; i < node->count; i++)
        add_reply(body, &node->replies[i], number);
}

/* --- the header --- */

static void add_text(struct bytes *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_text(struct bytes *to, const char *format, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0) {
        to->failed = true;
        return;
    }
    bytes_put(to, text, (size_t)length);
    free(text);
}

static void add_fields(struct bytes *to, const struct ruleset *rules)
{
    add_text(to, "fields %s", rules->family->name);
    for (size_t i = 0; rules->family->fields[i] != NULL; i++)
        if (ruleset_tells(rules, i))
            add_text(to, " %s=%s", rules->family->fields[i]->name,
                     rules->family->fields[i]->values[rules->values[i]]);
    add_text(to, "\n");
}

void write_graph_text(struct bytes *to, const struct graph *graph)
{
    for (int p = 0; p < graph->points; p++)
        add_text(to, "%s%s", p > 0 ? " " : "", graph->names[p]);
    add_text(to, "\n");
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            if (graph->adjacent[i] > p)
                add_text(to, "%s %s\n", graph->names[p], graph->names[graph->adjacent[i]]);
}

static void add_graph(struct bytes *to, const struct graph *graph)
{
    struct bytes text = {0};
    char name[sizeof(graph->name)];
    write_graph_text(&text, graph);
    /* A file may be called anything; the line must stay a line. */
    size_t i = 0;
    for (; graph->name[i] != '\0'; i++)
        name[i] = isgraph((unsigned char)graph->name[i]) ? graph->name[i] : '_';
    name[i] = '\0';
    add_text(to, "graph %s %zu\n", i > 0 ? name : "_", text.size);
    bytes_put(to, text.data, text.size);
    to->failed = to->failed || text.failed;
    free(text.data);
}

/* "play NAME" where a graph's point is called root. */
static void add_claim(struct bytes *to, const struct graph *graph,
                      const struct certificate_claim *claim)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    const char *place = claim->root ? "root" : move_format(graph, claim->move);
    certificate_claim_format(graph, claim, text);
    add_text(to, "claim %s%s %s ", claim->root ? "" : "play ", place, text + strlen(place) + 2);
    if (claim->rules || claim->most)
        add_text(to, claim->rules ? "rules\n" : "most\n");
    else if (claim->strategy)
        add_text(to, "strategy %u\n", claim->node);
    else
        add_text(to, "node %u map %d\n", claim->node, claim->element);
}

static void add_header(struct bytes *to, const struct certificate *certificate)
{
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    const struct graph *graph = certificate->graph;
    ruleset_format(&certificate->rules, rules);
    add_text(to, "%s %d\nrules %s\n", CERTIFICATE_MAGIC,
             certificate->living   ? CERTIFICATE_VERSION_LIVING
             : certificate->packed ? CERTIFICATE_VERSION_PACKED
             : certificate->leaves ? CERTIFICATE_VERSION_LEAVES
                                   : CERTIFICATE_VERSION,
             rules);
    add_fields(to, &certificate->rules);
    if (graph->rows > 0)
        add_text(to, "board %s\n", graph->name);
    else
        add_graph(to, graph);
    position_format(graph, &certificate->start, position);
    add_text(to, "start %s %s\nmoves", position, header_player_names[certificate->to_move]);
    for (size_t i = 0; i < certificate->move_count; i++)
        add_text(to, " %s", move_format(graph, certificate->moves[i]));
    add_text(to, "\n");
    for (size_t i = 0; i < certificate->claim_count; i++)
        add_claim(to, graph, &certificate->claims[i]);
    if (certificate->strategies)
        add_text(to, "%s%s%sstrategies %u\n", certificate->packed ? "packed-" : "",
                 certificate->living ? "living-" : "", certificate->answered ? "answered-" : "",
                 certificate->strategy_count);
    else
        add_text(to, "%snodes %u\n", certificate->coalitions ? "coalition-" : "",
                 certificate->node_count);
    add_text(to, "body %zu\n", certificate->body_size);
}

void write_seal(uint8_t *file, size_t size)
{
    size_t body = size - CERTIFICATE_CHECKSUM_BYTES;
    bytes_encode(file + body, certificate_checksum(file, body), CERTIFICATE_CHECKSUM_BYTES);
}

int write_whole(const struct certificate *certificate, struct bytes *ret_file)
{
    static const uint8_t sum[CERTIFICATE_CHECKSUM_BYTES] = {0};
    struct bytes file = {0};
    add_header(&file, certificate);
    bytes_put(&file, certificate->body, certificate->body_size);
    bytes_put(&file, sum, sizeof(sum));
    if (file.failed) {
        free(file.data);
        return -ENOMEM;
    }
    write_seal(file.data, file.size);
    *ret_file = file;
    return 0;
}

int write_game(const struct game *game, const struct certificate *parts, const struct bytes *body,
               struct bytes *ret_file)
{
    struct certificate certificate = *parts;
    if (body->failed)
        return -ENOMEM;
    certificate.graph = (struct graph *)game->graph; /* only read */
    certificate.rules = game->rules;
    certificate.start = game->turns[0].board;
    certificate.to_move = game->turns[0].next;
    certificate.body = body->data;
    certificate.body_size = body->size;
    certificate.move_count = game->count - 1;
    certificate.moves = calloc(game->count, sizeof(*certificate.moves));
    if (certificate.moves == NULL)
        return -ENOMEM;
    for (size_t i = 1; i < game->count; i++)
        certificate.moves[i - 1] = game->turns[i].move;
    int r = write_whole(&certificate, ret_file);
    free(certificate.moves);
    return r;
}
