/* Demands on the past: gathered, carried back over a play. */
#include "certificate/check/coalitions/demands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void coalition_gathered_clear(struct coalition_gathered *gathered)
{
    for (size_t i = 0; i < gathered->demands.count; i++)
        gathered->places[gathered->demands.list[i].item] = 0;
    gathered->demands.count = 0;
}

void coalition_gathered_release(struct coalition_gathered *gathered)
{
    free(gathered->demands.list);
    free(gathered->places);
    memset(gathered, 0, sizeof(*gathered));
}

static int make_place(struct coalition_gathered *gathered, uint32_t item, struct budget *budget)
{
    size_t had = gathered->items, items = had > 0 ? had : 64;
    while (items <= item)
        items *= 2;
    if (items == had)
        return 0;
    int r = budget_resize(budget, &gathered->places, had * sizeof(*gathered->places),
                          items * sizeof(*gathered->places));
    if (r < 0)
        return r;
    memset(gathered->places + had, 0, (items - had) * sizeof(*gathered->places));
    gathered->items = items;
    return 0;
}

/* Makes both of own. */
static int intersect(struct coalition_demand *own, const struct coalition_demand *demand)
{
    if (own->absent != demand->absent)
        return -EDOM;
    for (int i = 0; i < PLAYERS_MAX; i++)
        for (int j = 0; j < PLAYERS_MAX; j++)
            if (demand->most[i][j] < own->most[i][j])
                own->most[i][j] = demand->most[i][j];
    return 0;
}

int coalition_gathered_add(struct coalition_gathered *gathered,
                           const struct coalition_demand *demand, struct budget *budget)
{
    struct coalition_demands *demands = &gathered->demands;
    int r = budget_work(budget, 4);
    if (r == 0)
        r = make_place(gathered, demand->item, budget);
    if (r < 0)
        return r;
    if (gathered->places[demand->item] != 0)
        return intersect(&demands->list[gathered->places[demand->item] - 1], demand);
    r = budget_reserve(budget, &demands->list, demands->count + 1, &demands->room,
                       sizeof(*demands->list));
    if (r < 0)
        return r;
    demands->list[demands->count++] = *demand;
    gathered->places[demand->item] = (uint32_t)demands->count;
    return 0;
}

bool coalition_demand_allows(const struct coalition_demand *demand, const int *passes)
{
    for (int i = 0; i < PLAYERS_MAX; i++)
        for (int j = 0; j < PLAYERS_MAX; j++)
            if (demand->most[i][j] != COALITION_ANY && passes[i] - passes[j] > demand->most[i][j])
                return false;
    return true;
}

bool coalition_demand_allows_none(const struct coalition_demand *demand)
{
    static const int none[PLAYERS_MAX] = {0};
    return !demand->absent && coalition_demand_allows(demand, none);
}

int coalition_demand_take_back(struct coalition_demand *demand, int player)
{
    for (int i = 0; i < PLAYERS_MAX; i++)
        for (int j = 0; j < PLAYERS_MAX; j++) {
            int16_t *most = &demand->most[i][j];
            if (i == j || *most == COALITION_ANY)
                continue;
            *most = (int16_t)(*most - (i == player) + (j == player));
            if (*most > COALITION_MOST || *most < -COALITION_MOST)
                return -EDOM;
        }
    return 0;
}

struct coalition_demand coalition_demand_ban(uint32_t item, int player, const int *order, int count)
{
    struct coalition_demand demand = {.item = item};
    bool later = true;
    for (int i = 0; i < PLAYERS_MAX; i++)
        for (int j = 0; j < PLAYERS_MAX; j++)
            demand.most[i][j] = COALITION_ANY;
    /* Nobody has passed less; who played after him has passed more. */
    for (int i = 0; i < count; i++) {
        if (order[i] == player)
            later = false;
        else
            demand.most[player][order[i]] = later ? -1 : 0;
    }
    return demand;
}
