/* Writing certificates of strategies. */
#include "certificate/write/strategy_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void add_claim(struct certificate *certificate, struct bytes *body,
                      const struct strategy_claim *claim)
{
    certificate->claims[certificate->claim_count++] = (struct certificate_claim){
        .root = claim->root,
        .move = claim->move,
        .who = claim->who,
        .margin = claim->margin,
        .strategy = !claim->most,
        .most = claim->most,
        .node = claim->most ? 0 : certificate->strategy_count,
    };
    if (claim->most)
        return;
    certificate->strategy_count++;
    write_number(body, claim->reply_count);
    bytes_put(body, claim->replies, claim->reply_count);
}

int write_strategies(const struct graph *graph, const struct ruleset *rules,
                     const struct position *start, int to_move, const struct strategy_claim *claims,
                     size_t claim_count, bool answered, struct bytes *ret_file)
{
    struct bytes body = {0};
    struct certificate certificate = {
        .graph = (struct graph *)graph, /* only read */
        .rules = *rules,
        .start = *start,
        .to_move = to_move,
        .claims = calloc(claim_count + 1, sizeof(*certificate.claims)),
        .strategies = true,
        .answered = answered,
    };
    int r = certificate.claims != NULL ? 0 : -ENOMEM;
    if (r == 0) {
        for (size_t i = 0; i < claim_count; i++)
            add_claim(&certificate, &body, &claims[i]);
        certificate.body = body.data;
        certificate.body_size = body.size;
        r = body.failed ? -ENOMEM : write_whole(&certificate, ret_file);
    }
    free(body.data);
    free(certificate.claims);
    return r;
}
