/* Benson's unconditional life, as it is told, without any regard to speed. */
#include "certificates/living.h"

#include "rules/families.h"

struct places {
    const struct graph *graph;
    const struct position *board;
    int stone;                    /* the player's */
    bool suicide;                 /* his opponent's stones may go by suicide */
    int part[SOLVER_MAX_POINTS];  /* the least point of the chain, or region, that a point is of */
    bool gone[SOLVER_MAX_POINTS]; /* by that point: the part was taken away */
};

static bool is_own(const struct places *places, int point)
{
    return places->board->cells[point] == places->stone;
}

static bool are_next(const struct graph *graph, int a, int b)
{
    for (int i = graph->first[a]; i < graph->first[a + 1]; i++)
        if (graph->adjacent[i] == b)
            return true;
    return false;
}

/* Lets all points of a part have its least point. */
static void split(struct places *places)
{
    int points = places->graph->points;
    for (int p = 0; p < points; p++)
        places->part[p] = p;
    for (bool any = true; any;) {
        any = false;
        for (int a = 0; a < points; a++)
            for (int b = 0; b < points; b++)
                if (are_next(places->graph, a, b) && is_own(places, a) == is_own(places, b) &&
                    places->part[b] < places->part[a]) {
                    places->part[a] = places->part[b];
                    any = true;
                }
    }
}

/* Is a point next to a stone of the chain? */
static bool touches(const struct places *places, int point, int chain)
{
    for (int q = 0; q < places->graph->points; q++)
        if (is_own(places, q) && places->part[q] == chain && are_next(places->graph, point, q))
            return true;
    return false;
}

static bool is_vital(const struct places *places, int region, int chain)
{
    for (int p = 0; p < places->graph->points; p++)
        if (places->part[p] == region &&
            (places->suicide || places->board->cells[p] == POINT_EMPTY) &&
            !touches(places, p, chain))
            return false;
    return true;
}

static bool is_doomed(const struct places *places, int part)
{
    int vital = 0;
    for (int p = 0; p < places->graph->points; p++) {
        bool first = places->part[p] == p;
        if (is_own(places, part))
            vital += first && !is_own(places, p) && !places->gone[p] && is_vital(places, p, part);
        else if (places->part[p] == part)
            for (int q = 0; q < places->graph->points; q++)
                if (is_own(places, q) && places->gone[places->part[q]] &&
                    are_next(places->graph, p, q))
                    return true;
    }
    return is_own(places, part) && vital < 2;
}

bool living_may_be(const struct ruleset *rules)
{
    bool change = rules->family == &family_kee_v6 && ruleset_suicide(rules) == SUICIDE_MULTI;
    return (ruleset_suicide(rules) == SUICIDE_NO || change) &&
           ruleset_value(rules, &field_scoring) != SCORING_STONE;
}

int living_points(const struct graph *graph, const struct ruleset *rules,
                  const struct position *board, int player)
{
    struct places places = {.graph = graph,
                            .board = board,
                            .stone = STONE_OF(player),
                            .suicide = ruleset_suicide(rules) != SUICIDE_NO};
    int count = 0;
    split(&places);
    for (bool any = true; any;) {
        any = false;
        for (int part = 0; part < graph->points; part++)
            if (places.part[part] == part && !places.gone[part] && is_doomed(&places, part))
                any = places.gone[part] = true;
    }
    for (int p = 0; p < graph->points; p++) {
        bool eye = board->cells[p] == POINT_EMPTY && graph->first[p] < graph->first[p + 1];
        for (int i = graph->first[p]; eye && i < graph->first[p + 1]; i++)
            eye = is_own(&places, graph->adjacent[i]) &&
                  !places.gone[places.part[graph->adjacent[i]]];
        count += eye || (is_own(&places, p) && !places.gone[places.part[p]]);
    }
    return count;
}
