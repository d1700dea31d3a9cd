/* Facts as nodes of a certificate. */
#include "players/proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "certificate/write/coalition_write.h"

void proof_release(struct proof *proof)
{
    bytes_release(&proof->body);
    free(proof->claims);
    memset(proof, 0, sizeof(*proof));
}

size_t proof_bytes(const struct proof *proof)
{
    return proof->body.room + proof->body.size + proof->claim_room * sizeof(*proof->claims);
}

/* The number of the fact that the state at which the trail stands has, plus 1. */
static uint32_t fact_number(const struct force *force, int goal)
{
    const struct fact *fact = facts_find(&force->facts, &force->trail, force_code(force, goal));
    return fact != NULL ? (uint32_t)(fact - force->facts.list) + 1 : 0;
}

int proof_claim(struct proof *proof, const struct force *force, const struct move *move, int goal,
                bool reached)
{
    const struct payoff *payoff = &force->payoff;
    struct certificate_claim claim = {
        .root = move == NULL,
        .move = move != NULL ? *move : move_pass(MOVE_PASS),
        .denies = !reached,
        .margin = reached ? goal : goal - 1,
        .members = payoff->members,
        .payoff = payoff->kind,
        .rules = game_over(&force->trail.game),
    };
    claim.most = !claim.rules && (goal <= payoff->least || goal > payoff->most);
    if (!claim.rules && !claim.most)
        claim.node = fact_number(force, goal);
    if (!claim.rules && !claim.most && claim.node == 0)
        return 0; /* not proved */
    int r = array_reserve(&proof->claims, proof->claim_count + 1, &proof->claim_room,
                          sizeof(*proof->claims));
    if (r == 0)
        proof->claims[proof->claim_count++] = claim;
    return r;
}

/* The state of a fact, and its goal. */
static void read_state(const struct force *force, const struct fact *fact,
                       struct coalition_node *node)
{
    const struct game *game = &force->trail.game;
    struct fact_state state = facts_read_state(fact->state);
    uint32_t number = state.situation / (uint32_t)game->players;
    node->state.mover = (int)(state.situation % (uint32_t)game->players);
    node->state.active = state.active;
    node->state.passes = state.passes;
    for (int p = 0; p < game->graph->points; p++) {
        uint32_t content = number % (uint32_t)(game->players + 1);
        number /= (uint32_t)(game->players + 1);
        if (content != POINT_EMPTY)
            node->state.stones[content - 1] |= UINT64_C(1) << p;
    }
    node->held = !fact->reached;
    node->bound = force->payoff.least + state.goal - node->held;
}

static void write_fact(struct proof *proof, const struct force *force, const struct fact *fact,
                       const uint32_t *numbers)
{
    const struct fact_reply *replies = force->facts.replies + fact->reply;
    struct coalition_node node = {
        .members = force->payoff.members,
        .payoff = force->payoff.kind,
        .play = replies[0].move,
        .count = fact->reply_count,
    };
    read_state(force, fact, &node);
    for (int i = 0; i < node.count; i++)
        node.replies[i] = (struct coalition_reply){
            .banned = replies[i].banned,
            .ends = replies[i].child == 0,
            .child = replies[i].child > 0 ? numbers[replies[i].child - 1] : 0,
        };
    write_coalition_node_bytes(&proof->body, &node, force->trail.game.players, proof->nodes);
}

/* Marks all that the claims rest on: what a fact rests on was proved before it. */
static void mark(const struct proof *proof, const struct force *force, uint32_t *numbers)
{
    for (size_t i = proof->begun; i < proof->claim_count; i++)
        if (proof->claims[i].node > 0)
            numbers[proof->claims[i].node - 1] = 1;
    for (size_t i = force->facts.count; i-- > 0;) {
        const struct fact *fact = &force->facts.list[i];
        for (int k = 0; k < fact->reply_count && numbers[i] != 0; k++) {
            uint32_t child = force->facts.replies[fact->reply + (size_t)k].child;
            if (child > 0)
                numbers[child - 1] = 1;
        }
    }
}

int proof_add_nodes(struct proof *proof, const struct force *force)
{
    uint32_t *numbers = calloc(force->facts.count + 1, sizeof(*numbers));
    if (numbers == NULL)
        return -ENOMEM;
    mark(proof, force, numbers);
    for (size_t i = 0; i < force->facts.count; i++) {
        if (numbers[i] == 0)
            continue;
        write_fact(proof, force, &force->facts.list[i], numbers);
        numbers[i] = proof->nodes++;
    }
    for (; proof->begun < proof->claim_count; proof->begun++) {
        struct certificate_claim *claim = &proof->claims[proof->begun];
        if (!claim->rules && !claim->most)
            claim->node = numbers[claim->node - 1];
    }
    free(numbers);
    return proof->body.failed ? -ENOMEM : 0;
}

int proof_write(struct proof *proof, const struct game *game,
                struct written_certificate *ret_certificate)
{
    memset(ret_certificate, 0, sizeof(*ret_certificate));
    const struct certificate parts = {
        .claims = proof->claims,
        .claim_count = proof->claim_count,
        .node_count = proof->nodes,
        .coalitions = true,
    };
    return written_certificate_make(game, &parts, &proof->body, ret_certificate);
}
