/* What the check of every kind of certificate does with claims before its nodes come in. */
#include "certificate/check/common/checked_claim.h"

#include <errno.h>

#include "base/human.h"

int checked_claim_header(const struct certificate *certificate, size_t node_bytes,
                         struct error *err)
{
    if (certificate->claim_count == 0)
        return error_set(err, -EINVAL, "nothing is claimed");
    if (certificate->node_count > certificate->body_size / node_bytes)
        return error_set(err, -EINVAL, "the body is too short for %s",
                         human_count(certificate->node_count, "node", "nodes"));
    return 0;
}

int checked_claim_refuse(const struct certificate *certificate,
                         const struct certificate_claim *claim, const char *why, struct error *err)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_tell(certificate, claim, text);
    return error_set(err, -EINVAL, "claim '%s': %s", text, why);
}

int checked_claim_play(struct replayed_game *replay, struct move move, struct error *err)
{
    struct verdict verdict = {.reason = "the game is over"};
    int r = game_over(&replay->game) ? 0 : replay_play(replay, move, &verdict);
    if (r == 0 && !verdict.legal)
        return error_set(err, -EINVAL, "%s is not legal: %s", move_format(replay->game.graph, move),
                         verdict.reason);
    return r;
}
