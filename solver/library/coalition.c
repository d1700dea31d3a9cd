/* Values by coalition. */
#include "players/coalition.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

struct solve_coalition_proofs {
    struct proof proof;
    struct written_certificate written;
};

int solve_coalition_proofs_new(struct solve_coalition_proofs **ret_proofs)
{
    if (ret_proofs == NULL)
        return -EINVAL;
    *ret_proofs = calloc(1, sizeof(**ret_proofs));
    return *ret_proofs != NULL ? 0 : -ENOMEM;
}

void solve_coalition_proofs_free(struct solve_coalition_proofs *proofs)
{
    if (proofs == NULL)
        return;
    proof_release(&proofs->proof);
    written_certificate_release(&proofs->written);
    free(proofs);
}

int solve_coalition_proofs_certificate(struct solve_coalition_proofs *proofs,
                                       const struct solve_game *game,
                                       struct solve_certificate *ret_certificate)
{
    if (proofs == NULL || game == NULL || ret_certificate == NULL)
        return -EINVAL;
    written_certificate_release(&proofs->written);
    int r = proof_write(&proofs->proof, &game->game, &proofs->written);
    if (r < 0)
        return r;
    *ret_certificate = (struct solve_certificate){
        .bytes = proofs->written.file.data,
        .size = proofs->written.file.size,
        .claims = proofs->written.claim_count,
    };
    return ret_certificate->claims > 0 ? 0 : -ENOENT;
}

int solve_request_set_coalition_proofs(struct solve_request *request,
                                       struct solve_coalition_proofs *proofs)
{
    if (request == NULL)
        return -EINVAL;
    request->proofs = proofs;
    return 0;
}

int solve_request_set_payoff(struct solve_request *request, enum solve_payoff payoff)
{
    if (request == NULL || (unsigned)payoff > SOLVE_PAYOFF_RANK)
        return -EINVAL;
    request->payoff = payoff;
    return 0;
}

static enum certificate_payoff payoff_in(enum solve_payoff payoff)
{
    return payoff == SOLVE_PAYOFF_MARGIN ? CERTIFICATE_GAIN
           : payoff == SOLVE_PAYOFF_RANK ? CERTIFICATE_RANK
                                         : CERTIFICATE_POINTS;
}

/* Passes on how far a search is. */
static void tell(const struct force *force, void *arg)
{
    const struct library_listener *listener = arg;
    struct solve_progress progress = {
        .phase = SOLVE_COALITIONS,
        .seconds = clock_now() - listener->started,
        .nodes = force->nodes,
        .bytes = force_bytes(force),
        .attacker = (int)force->payoff.members,
        .margin = force->goal,
        .entries = force->facts.count,
        .depth = force->trail.game.count - 1,
    };
    listener->request->tell(&progress, listener->request->arg);
}

/* Puts what was found into what the caller gets. Returns 0 or -ENOMEM. */
static int tell_found(const struct coalition *found, struct solve_coalition *ret_coalition)
{
    struct solve_move *plays = NULL, *line = NULL;
    int r = library_moves_out(found->plays, found->play_count, &plays);
    if (r == 0)
        r = library_moves_out(found->line, found->line_count, &line);
    if (r < 0) {
        free(plays);
        return r;
    }
    *ret_coalition = (struct solve_coalition){
        .lower = found->lower,
        .upper = found->upper,
        .plays = plays,
        .play_count = found->play_count,
        .plays_complete = found->plays_complete,
        .line = line,
        .line_count = found->line_count,
        .line_complete = found->line_complete,
        .nodes = found->nodes,
        .entries = found->facts,
        .stop = library_stop_out(found->stop),
    };
    return 0;
}

int solve_request_coalition(const struct solve_request *request, const struct solve_game *game,
                            unsigned members, struct solve_coalition *ret_coalition,
                            struct solve_error *err)
{
    struct coalition found;
    struct error why = {""};
    if (request == NULL || game == NULL || ret_coalition == NULL)
        return library_refuse(err, -EINVAL, "a coalition wants a request and a game");
    unsigned all = (1u << game->game.players) - 1;
    if (members == 0 || (members & ~all) != 0)
        return library_refuse(err, -EINVAL, "members %u: wanted 1 to %u, a bit for each player",
                              members, all);
    if (coalition_check(&game->game, &why) < 0)
        return library_fail(err, -EINVAL, &why);
    const struct limits limits = library_limits(request);
    struct library_listener listening = {request, clock_now(), 0};
    const struct force_listener listener = {request->tell != NULL ? tell : NULL, &listening};
    const struct coalition_query query = {
        .members = members,
        .payoff = payoff_in(request->payoff),
        .value_only = request->value_only,
        .proof = request->proofs != NULL ? &request->proofs->proof : NULL,
    };
    int r = coalition_solve(&game->game, &query, &limits, listener, &found);
    if (r == 0)
        r = tell_found(&found, ret_coalition);
    coalition_release(&found);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}

void solve_coalition_release(struct solve_coalition *coalition)
{
    if (coalition == NULL)
        return;
    free(coalition->plays);
    free(coalition->line);
    coalition->plays = coalition->line = NULL;
}
