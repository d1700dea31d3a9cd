/* A certificate as a whole: its header from a game, its claims, its body. */
#include "certificate/write/written_certificate.h"

#include <errno.h>
#include <stdlib.h>

/* Makes a file of parts, of which game tells the rest. */
static int make(const struct game *game, struct certificate parts, uint32_t node_count,
                const struct bytes *body, struct written_certificate *ret_certificate)
{
    struct certificate certificate = parts;
    certificate.graph = (struct graph *)game->graph; /* only read */
    certificate.rules = game->rules;
    certificate.start = game->turns[0].board;
    certificate.to_move = game->turns[0].next;
    certificate.move_count = game->count - 1;
    certificate.body = body->data;
    certificate.body_size = body->size;
    if (body->failed)
        return -ENOMEM;
    certificate.moves = calloc(game->count, sizeof(*certificate.moves));
    int r = certificate.moves == NULL ? -ENOMEM : 0;
    for (size_t i = 1; r == 0 && i < game->count; i++)
        certificate.moves[i - 1] = game->turns[i].move;
    if (r == 0 && certificate.claim_count > 0)
        r = write_whole(&certificate, &ret_certificate->file);
    free(certificate.moves);
    ret_certificate->claim_count = certificate.claim_count;
    ret_certificate->node_count = node_count;
    return r;
}

static struct certificate nodes_of(struct certificate_claim *claims, size_t claim_count,
                                   uint32_t node_count, bool leaves)
{
    return (struct certificate){
        .claims = claims,
        .claim_count = claim_count,
        .node_count = node_count,
        .coalitions = claim_count > 0 && claims[0].members != 0,
        .leaves = leaves,
    };
}

int written_certificate_make(const struct game *game, struct certificate_claim *claims,
                             size_t claim_count, uint32_t node_count, const struct bytes *body,
                             struct written_certificate *ret_certificate)
{
    return make(game, nodes_of(claims, claim_count, node_count, false), node_count, body,
                ret_certificate);
}

int written_certificate_make_leaves(const struct game *game, struct certificate_claim *claims,
                                    size_t claim_count, uint32_t node_count,
                                    const struct bytes *body,
                                    struct written_certificate *ret_certificate)
{
    return make(game, nodes_of(claims, claim_count, node_count, true), node_count, body,
                ret_certificate);
}

int written_certificate_make_strategies(const struct game *game, struct certificate_claim *claims,
                                        size_t claim_count, uint32_t strategy_count,
                                        uint32_t reply_count, const struct bytes *body,
                                        struct written_certificate *ret_certificate)
{
    const struct certificate parts = {
        .claims = claims,
        .claim_count = claim_count,
        .strategies = true,
        .strategy_count = strategy_count,
    };
    return make(game, parts, reply_count, body, ret_certificate);
}

void written_certificate_release(struct written_certificate *certificate)
{
    free(certificate->file.data);
    memset(certificate, 0, sizeof(*certificate));
}
