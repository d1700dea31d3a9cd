/* Checks certificates under rules with cycles: first nodes.c, then claims.c. */
#include "certificate/check/cycles/check.h"

#include <stdlib.h>
#include <string.h>

#include "certificate/check/common/checked_claim.h"
#include "certificate/check/cycles/checking.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A node takes at least so many bytes. */
#define NODE_BYTES_MIN 1

static uint64_t hash_of(const struct cycle_node_situation *situation)
{
    const uint64_t key[] = {situation->stones[0], situation->stones[1], situation->temporary,
                            situation->permanent,
                            (uint64_t)situation->mover << 2 | (unsigned)situation->needed};
    return XXH3_64bits(key, sizeof(key));
}

static uint64_t hash_of_number(const void *check, uint32_t number)
{
    return hash_of(&((const struct cycle_checking *)check)->situations[number]);
}

int cycle_checking_number(struct cycle_checking *check,
                          const struct cycle_node_situation *situation, uint32_t *ret_number)
{
    size_t at;
    int r = budget_reserve(check->budget, &check->situations, (size_t)check->situation_count + 1,
                           &check->situation_room, sizeof(*check->situations));
    if (r == 0)
        r = budget_reserve_slot(check->budget, &check->set, check->situation_count, hash_of_number,
                                check);
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    uint32_t number = hashset_first(&check->set, hash_of(situation), &at);
    while (number != HASHSET_NONE &&
           !cycle_node_situation_equal(&check->situations[number], situation))
        number = hashset_next(&check->set, &at);
    if (number == HASHSET_NONE) {
        number = check->situation_count++;
        check->situations[number] = *situation;
        hashset_put(&check->set, at, number);
    }
    *ret_number = number;
    return 0;
}

static int run(struct cycle_checking *check)
{
    const struct certificate *certificate = check->certificate;
    size_t size = ((size_t)certificate->node_count + 1) * sizeof(*check->nodes);
    int r = checked_claim_header(certificate, NODE_BYTES_MIN, check->err);
    if (r == 0)
        r = budget_resize(check->budget, &check->nodes, 0, size);
    if (r < 0)
        return r;
    memset(check->nodes, 0, size);
    r = cycle_checking_nodes(check);
    cycle_rules_release(&check->rules);
    return r == 0 ? cycle_checking_claims(check) : r;
}

int cycle_check(const struct certificate *certificate, struct budget *budget, struct error *err)
{
    struct cycle_checking check = {.certificate = certificate, .budget = budget, .err = err};
    int r = cycle_rules_init(&check.rules, certificate, budget);
    if (r < 0)
        return r;
    r = run(&check);
    for (uint32_t i = 0; check.nodes != NULL && i < certificate->node_count; i++)
        cycle_demands_release(&check.nodes[i].demands, budget);
    free(check.nodes);
    free(check.situations);
    hashset_release(&check.set);
    free(check.node.turns);
    cycle_rules_release(&check.rules);
    return r;
}
