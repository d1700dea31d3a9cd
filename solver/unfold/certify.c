/*
 * Strategies out of the graph. Who forces a margin takes a move of least rank; so ranks fall along
 * each line, and it comes to an end. Who denies one takes a move after which the opponent may not
 * force it by what is unfolded: then he does not force it anywhere.
 *
 * Replies are in the order in which the checker meets states (docs/certificate-format.md, "Odd
 * cycles"). It tells the same states apart as the graph does.
 */
#include "unfold/certify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "unfold/ranking.h"

/* A state on the way from where the strategy begins. */
struct way_state {
    uint32_t id;
    uint32_t next; /* of its moves, in the checker's order */
};

struct unfold_certifier {
    const struct unfold_graph *graph;
    struct unfold_ranking ranking; /* of the last claim that forces */
    struct certificate_claim *claims;
    size_t claim_count, claim_room;
    size_t wanted; /* claims, whether or not memory suffices for them */
    uint32_t strategy_count, reply_count;
    struct bytes body;
    uint8_t *met; /* by state, of the present strategy */
    struct way_state *way;
    size_t way_count, way_room;
    struct bytes replies; /* of the present strategy */
};

/* --- a strategy --- */

/* Does who claims keep to what he claims in a state? */
static bool keeps(const struct unfold_certifier *certifier, const struct certificate_claim *claim,
                  uint32_t id)
{
    const struct unfold_node *node = &certifier->graph->nodes[id];
    if (!claim->denies)
        return certifier->ranking.ranks[id] != UNFOLD_NO_RANK;
    int most = node->most[1 - claim->who];
    int margin = claim->who == 0 ? -claim->margin : claim->margin;
    return most < margin || most == UNFOLD_NOTHING;
}

static uint32_t choose(const struct unfold_certifier *certifier,
                       const struct certificate_claim *claim, uint32_t id)
{
    const struct unfold_graph *graph = certifier->graph;
    uint32_t edge = graph->nodes[id].first;
    if (!claim->denies)
        return unfold_ranking_best(&certifier->ranking, id);
    while (!keeps(certifier, claim, graph->edges[edge].to))
        edge++;
    return edge;
}

/* Comes to a state: if it is new and not over it is gone on from. */
static int arrive(struct unfold_certifier *certifier, uint32_t id)
{
    if (certifier->met[id] || certifier->graph->nodes[id].over)
        return 0;
    int r = array_reserve(&certifier->way, certifier->way_count + 1, &certifier->way_room,
                          sizeof(*certifier->way));
    if (r < 0)
        return r;
    certifier->met[id] = 1;
    certifier->way[certifier->way_count++] = (struct way_state){.id = id};
    return 0;
}

/* Goes on from the last state of the way, by the next move that the checker makes, or leaves it. */
static int go_on(struct unfold_certifier *certifier, const struct certificate_claim *claim)
{
    const struct unfold_graph *graph = certifier->graph;
    struct way_state *at = &certifier->way[certifier->way_count - 1];
    const struct unfold_node *node = &graph->nodes[at->id];
    uint32_t next = at->next++;
    if (node->mover != claim->who && next < node->count)
        return arrive(certifier, graph->edges[node->first + (next + 1) % node->count].to);
    if (node->mover != claim->who || next > 0) {
        certifier->way_count--;
        return 0;
    }
    const struct unfold_edge *edge = &graph->edges[choose(certifier, claim, at->id)];
    uint8_t reply = (uint8_t)(edge->point >= 0 ? edge->point : graph->plays.points);
    bytes_put(&certifier->replies, &reply, 1);
    return arrive(certifier, edge->to);
}

/* Makes the strategy of a claim about a state, and puts it into the body. */
static int add_strategy(struct unfold_certifier *certifier, const struct certificate_claim *claim,
                        uint32_t id)
{
    certifier->replies.size = 0;
    memset(certifier->met, 0, certifier->graph->count);
    int r = arrive(certifier, id);
    while (r == 0 && certifier->way_count > 0)
        r = go_on(certifier, claim);
    if (r < 0)
        return r;
    write_number(&certifier->body, certifier->replies.size);
    bytes_put(&certifier->body, certifier->replies.data, certifier->replies.size);
    certifier->strategy_count++;
    certifier->reply_count += (uint32_t)certifier->replies.size;
    return certifier->replies.failed || certifier->body.failed ? -ENOMEM : 0;
}

/* --- claims --- */

/* Finds the ranks of what the claim forces, unless they are known. */
static int rank(struct unfold_certifier *certifier, const struct certificate_claim *claim)
{
    struct unfold_ranking *ranking = &certifier->ranking;
    int margin = claim->who == 0 ? claim->margin : -claim->margin;
    if (ranking->graph != NULL && ranking->player == claim->who && ranking->margin == margin)
        return 0;
    unfold_ranking_release(ranking);
    return unfold_ranking_init(ranking, certifier->graph, claim->who, margin);
}

/* Adds a claim about a state, with what it rests on. */
static int add_claim(struct unfold_certifier *certifier, struct certificate_claim claim,
                     uint32_t id)
{
    int points = certifier->graph->plays.points;
    int r = array_reserve(&certifier->claims, certifier->claim_count + 1, &certifier->claim_room,
                          sizeof(*certifier->claims));
    claim.most = !claim.denies && (claim.who == 0 ? claim.margin : -claim.margin) <= -points &&
                 certifier->graph->plays.cycles.suicide == SUICIDE_NO;
    claim.strategy = !claim.most;
    claim.node = claim.strategy ? certifier->strategy_count : 0;
    if (r == 0 && claim.strategy && !claim.denies)
        r = rank(certifier, &claim);
    if (r == 0 && claim.strategy)
        r = add_strategy(certifier, &claim, id);
    if (r == 0)
        certifier->claims[certifier->claim_count++] = claim;
    return r;
}

#define CLAIMS_MAX 4

/* Lists the claims that bounds make: what each player forces, and what he denies beyond what
 * follows. Returns how many. */
static size_t list_claims(int points, const struct unfold_claimed *of,
                          struct certificate_claim claims[CLAIMS_MAX])
{
    const struct bounds *bounds = &of->bounds;
    struct certificate_claim claim = {.root = of->root, .move = of->move};
    size_t count = 0;
    claim.margin = bounds->lower_min;
    if (bounds->lower_min > -MARGIN_INFINITE)
        claims[count++] = claim;
    claim.who = 1;
    claim.margin = bounds->upper_max;
    if (bounds->upper_max < MARGIN_INFINITE)
        claims[count++] = claim;
    claim.denies = true;
    claim.margin =
        bounds->lower_max == -MARGIN_INFINITE ? -CERTIFICATE_INFINITE : bounds->lower_max + 1;
    if (bounds->lower_max < points && bounds->lower_max < bounds->upper_max)
        claims[count++] = claim;
    claim.who = 0;
    claim.margin =
        bounds->upper_min == MARGIN_INFINITE ? CERTIFICATE_INFINITE : bounds->upper_min - 1;
    if (bounds->upper_min > -points && bounds->upper_min > bounds->lower_min)
        claims[count++] = claim;
    return count;
}

/* Adds the claims about a state, or only counts them where memory was short before. */
static int claim_bounds(struct unfold_certifier *certifier, const struct unfold_claimed *of,
                        bool short_before)
{
    struct certificate_claim claims[CLAIMS_MAX];
    size_t count = list_claims(certifier->graph->plays.points, of, claims);
    int r = short_before ? -ENOMEM : 0;
    certifier->wanted += count;
    for (size_t i = 0; i < count && r == 0; i++)
        r = add_claim(certifier, claims[i], of->id);
    return r;
}

int unfold_certify(const struct unfold_graph *graph, const struct game *game,
                   const struct unfold_claimed *claimed, size_t count,
                   struct written_certificate *ret_certificate)
{
    struct unfold_certifier certifier = {.graph = graph, .met = malloc(graph->count + 1)};
    int r = certifier.met == NULL ? -ENOMEM : 0;
    for (size_t i = 0; i < count; i++)
        r = claim_bounds(&certifier, &claimed[i], r < 0);
    const struct certificate parts = {
        .claims = certifier.claims,
        .claim_count = certifier.claim_count,
        .strategies = true,
        .strategy_count = certifier.strategy_count,
    };
    if (r == 0)
        r = written_certificate_make(game, &parts, &certifier.body, ret_certificate);
    if (r == 0)
        ret_certificate->node_count = certifier.reply_count;
    else
        *ret_certificate = (struct written_certificate){.missing = certifier.wanted};
    unfold_ranking_release(&certifier.ranking);
    bytes_release(&certifier.body);
    bytes_release(&certifier.replies);
    free(certifier.claims);
    free(certifier.met);
    free(certifier.way);
    return r;
}
