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

/* Sets what the claims are about: the start, and the moves since. Returns 0 or -ENOMEM. */
static int set_game(struct certificate *certificate, const struct game *game)
{
    certificate->graph = (struct graph *)game->graph; /* only read */
    certificate->rules = game->rules;
    certificate->start = game->turns[0].board;
    certificate->to_move = game->turns[0].next;
    certificate->move_count = game->count - 1;
    certificate->moves = calloc(game->count, sizeof(*certificate->moves));
    if (certificate->moves == NULL)
        return -ENOMEM;
    for (size_t i = 1; i < game->count; i++)
        certificate->moves[i - 1] = game->turns[i].move;
    return 0;
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
    int r = certificate.claims != NULL ? set_game(&certificate, game) : -ENOMEM;
    if (r == 0) {
        for (size_t i = 0; i < claim_count; i++)
            add_claim(&certificate, &body, &claims[i]);
        certificate.body = body.data;
        certificate.body_size = body.size;
        r = body.failed ? -ENOMEM : write_whole(&certificate, ret_file);
    }
    free(body.data);
    free(certificate.claims);
    free(certificate.moves);
    return r;
}
