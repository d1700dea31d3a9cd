/* Checks certificates of values by coalition: first nodes.c, then claims.c. */
#include "certificate/check/coalitions/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/coalitions/checking.h"
#include "certificate/check/common/checked_claim.h"
#include "rules/kee2013.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A node takes at least so many bytes: head, players, two players' stones, bound, count. */
#define NODE_BYTES_MIN 6

static uint64_t hash_of(const struct coalition_situation *situation)
{
    uint64_t key[PLAYERS_MAX + 1] = {0};
    memcpy(key, situation->stones, sizeof(situation->stones));
    key[PLAYERS_MAX] = (uint64_t)situation->next;
    return XXH3_64bits(key, sizeof(key));
}

static uint64_t hash_of_number(const void *check, uint32_t number)
{
    return hash_of(&((const struct coalition_checking *)check)->situations[number]);
}

static bool is_same(const struct coalition_situation *a, const struct coalition_situation *b)
{
    return memcmp(a->stones, b->stones, sizeof(a->stones)) == 0 && a->next == b->next;
}

int coalition_checking_number(struct coalition_checking *check, const struct coalition_state *state,
                              uint32_t *ret_number)
{
    struct coalition_situation situation = {.next = state->mover};
    size_t at;
    memcpy(situation.stones, state->stones, sizeof(situation.stones));
    int r = budget_reserve(check->budget, &check->situations, (size_t)check->situation_count + 1,
                           &check->situation_room, sizeof(*check->situations));
    if (r == 0)
        r = budget_reserve_slot(check->budget, &check->set, check->situation_count, hash_of_number,
                                check);
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    uint32_t number = hashset_first(&check->set, hash_of(&situation), &at);
    while (number != HASHSET_NONE && !is_same(&check->situations[number], &situation))
        number = hashset_next(&check->set, &at);
    if (number == HASHSET_NONE) {
        number = check->situation_count++;
        check->situations[number] = situation;
        hashset_put(&check->set, at, number);
    }
    *ret_number = number;
    return 0;
}

static int check_uses(const struct coalition_checking *check)
{
    for (uint32_t i = 0; i < check->checked; i++)
        if (!check->nodes[i].used)
            return error_set(check->err, -EINVAL, "node %u: nothing refers to it", i);
    return 0;
}

static int run(struct coalition_checking *check)
{
    const struct certificate *certificate = check->certificate;
    size_t size = ((size_t)certificate->node_count + 1) * sizeof(*check->nodes);
    int r = budget_resize(check->budget, &check->nodes, 0, size);
    if (r < 0)
        return r;
    memset(check->nodes, 0, size);
    r = coalition_checking_nodes(check);
    if (r == 0)
        r = coalition_checking_claims(check);
    return r == 0 ? check_uses(check) : r;
}

/* Refuses what soundness.md does not speak of. */
static int check_kind(const struct certificate *certificate, struct error *err)
{
    if (certificate->rules.family != &family_kee2013)
        return error_set(err, -EINVAL, "coalition-nodes are for kee2013 alone");
    if (ruleset_value(&certificate->rules, &field_scoring) == SCORING_TERRITORY)
        return error_set(err, -EINVAL, "coalition-nodes do not tell of prisoners");
    return checked_claim_header(certificate, NODE_BYTES_MIN, err);
}

int coalition_checking_run(const struct certificate *certificate, struct budget *budget,
                           struct error *err)
{
    struct coalition_checking check = {.certificate = certificate, .budget = budget, .err = err};
    int r = check_kind(certificate, err);
    if (r == 0)
        r = coalition_rules_init(&check.rules, certificate, budget);
    if (r < 0)
        return r;
    r = run(&check);
    for (uint32_t i = 0; check.nodes != NULL && i < certificate->node_count; i++)
        free(check.nodes[i].demands.list);
    free(check.nodes);
    free(check.situations);
    hashset_release(&check.set);
    coalition_gathered_release(&check.gathered);
    coalition_rules_release(&check.rules);
    return r;
}
