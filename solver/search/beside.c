/* The second solver of a query. */
#include "search/beside.h"

#include <stdlib.h>

#include "search/persistence.h"

static struct solver *make(const struct solver *solver, const struct limits *limits)
{
    struct solver *made = calloc(1, sizeof(*made));
    if (made == NULL || solver_init_beside(made, solver, &solver->game, limits) < 0) {
        free(made);
        return NULL;
    }
    search_attach(&made->search, solver->search.persistence, &solver->game);
    return made;
}

struct solver *beside_bring(struct solver *solver)
{
    struct search *own = &solver->search;
    struct limits limits = own->limits;
    limits.threads = 1;
    limits.progress = NULL;
    if (solver->beside == NULL)
        solver->beside = make(solver, &limits);
    if (solver->beside == NULL)
        return NULL;
    struct search *second = &solver->beside->search;
    if (history_copy(&second->history, &own->history) < 0)
        return NULL;
    for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
        second->attractors[attacker] = own->attractors[attacker];
        second->energies[attacker] = own->energies[attacker];
    }
    second->limits = limits;
    second->outlook = own->outlook;
    second->free_margins = own->free_margins;
    second->visits = own->visits;
    second->solo_leaf = own->solo_leaf;
    second->order = ORDER_DEPTH_FIRST;
    return solver->beside;
}

void beside_release(struct solver *solver)
{
    if (solver->beside == NULL)
        return;
    solver_release(solver->beside);
    free(solver->beside);
    solver->beside = NULL;
}
