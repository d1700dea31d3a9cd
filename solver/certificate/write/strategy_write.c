/* Writing certificates of strategies. */
#include "certificate/write/strategy_write.h"

#include <errno.h>
#include <stdlib.h>

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

int write_strategies(const struct game *game, const struct strategy_claim *claims,
                     size_t claim_count, bool answered, bool living, struct bytes *ret_file)
{
    struct bytes body = {0};
    struct certificate certificate = {
        .claims = calloc(claim_count + 1, sizeof(*certificate.claims)),
        .strategies = true,
        .answered = answered,
        .living = living,
    };
    int r = certificate.claims != NULL ? 0 : -ENOMEM;
    for (size_t i = 0; i < claim_count && r == 0; i++)
        add_claim(&certificate, &body, &claims[i]);
    if (r == 0)
        r = write_game(game, &certificate, &body, ret_file);
    free(body.data);
    free(certificate.claims);
    return r;
}
