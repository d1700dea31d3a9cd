/* Lower bounds of the plays that lead back to a board. */
#include "rules/way_back.h"

#include <string.h>

/* More plays than anybody asks for. */
#define TOO_MANY 1000

/* --- home --- */

void way_back_begin(struct home *ret_home, const struct graph *graph, const struct position *board,
                    bool suicide)
{
    int count = 0, zones = 0;
    ret_home->graph = graph;
    ret_home->board = board;
    ret_home->suicide = suicide;
    memset(ret_home->zone, 0xff, (size_t)graph->points * sizeof(*ret_home->zone));
    for (int p = 0; p < graph->points; p++) {
        if (board->cells[p] != POINT_EMPTY || ret_home->zone[p] >= 0)
            continue;
        ret_home->begins[zones] = (int16_t)count;
        ret_home->zone[p] = (int16_t)zones;
        ret_home->order[count++] = (int16_t)p;
        for (int i = ret_home->begins[zones]; i < count; i++) {
            int at = ret_home->order[i];
            for (int a = graph->first[at]; a < graph->first[at + 1]; a++) {
                int next = graph->adjacent[a];
                if (board->cells[next] != POINT_EMPTY || ret_home->zone[next] >= 0)
                    continue;
                ret_home->zone[next] = (int16_t)zones;
                ret_home->order[count++] = (int16_t)next;
            }
        }
        zones++;
    }
    ret_home->begins[zones] = (int16_t)count;
}

/* --- the way --- */

/* A way being found. */
struct way_finding {
    const struct home *home;
    const struct position *board;
    struct way_back *way;
    int left[2];                 /* stones that each player may still put back */
    int rest;                    /* plays at most */
    int zones[BOARD_MAX_POINTS]; /* those that were touched */
    int zone_count;
    bool seen[BOARD_MAX_POINTS]; /* stones of the board whose chains were gone through */
};

/* These return false if the plays do not suffice. */

static bool want(struct way_finding *finding, int point)
{
    if (finding->way->wanted[point])
        return true;
    finding->way->wanted[point] = true;
    finding->way->plays++;
    return --finding->left[finding->home->board->cells[point] - 1] >= 0;
}

static void touch(struct way_finding *finding, int point)
{
    int zone = finding->home->zone[point];
    if (zone < 0 || finding->way->touched[zone])
        return;
    finding->way->touched[zone] = true;
    finding->zones[finding->zone_count++] = zone;
}

/* Takes in the zones that a chain with an extra stone touches, and its stones of home. */
static bool take_chain(struct way_finding *finding, int point)
{
    const struct graph *graph = finding->home->graph;
    const struct position *board = finding->board, *home = finding->home->board;
    struct chain chain;
    position_chain(graph, board, point, &chain);
    for (int i = 0; i < chain.size; i++) {
        int at = chain.points[i];
        finding->seen[at] = true;
        if (home->cells[at] == board->cells[at] && !want(finding, at))
            return false;
        touch(finding, at);
        for (int a = graph->first[at]; a < graph->first[at + 1]; a++)
            if (board->cells[graph->adjacent[a]] == POINT_EMPTY)
                touch(finding, graph->adjacent[a]);
    }
    return true;
}

/* Points of the zone that do not hold a stone of the colour. */
static int unfilled(const struct way_finding *finding, int zone, int player)
{
    const struct home *home = finding->home;
    int count = 0;
    for (int i = home->begins[zone]; i < home->begins[zone + 1] && count <= finding->rest; i++)
        count += finding->board->cells[home->order[i]] != STONE_OF(player);
    return count;
}

/* Stones of home that must be put back if the stone on point, which is one, is to be removed; those
 * of which that was known, and of chains that were seen, do not count. */
static int put_back(struct way_finding *finding, int point)
{
    struct chain chain;
    if (finding->way->wanted[point] || finding->seen[point])
        return 0;
    position_chain(finding->home->graph, finding->board, point, &chain);
    for (int i = 0; i < chain.size; i++)
        finding->seen[chain.points[i]] = true;
    return chain.size;
}

/* Besides what fills the zone with one colour: what must be put back of what is beside it. */
static int beside(struct way_finding *finding, int zone, int player)
{
    const struct home *home = finding->home;
    const struct graph *graph = home->graph;
    int own = 0, least = TOO_MANY;
    bool any_own = false;
    memset(finding->seen, 0, (size_t)graph->points);
    for (int i = home->begins[zone]; i < home->begins[zone + 1]; i++) {
        int at = home->order[i];
        for (int a = graph->first[at]; a < graph->first[at + 1]; a++) {
            int near = graph->adjacent[a];
            if (home->zone[near] >= 0)
                continue;
            if (home->board->cells[near] == STONE_OF(player)) {
                any_own = true;
                own += put_back(finding, near);
            } else if (finding->way->wanted[near]) {
                least = 0;
            } else if (!finding->seen[near]) {
                int one = put_back(finding, near);
                least = one < least ? one : least;
            }
        }
    }
    return any_own ? own : home->suicide ? 0 : least;
}

/* Adds what the touched zones take: all of them, and the most of what is beside one. */
static void add_zones(struct way_finding *finding)
{
    int most = 0;
    for (int i = 0; i < finding->zone_count && finding->way->plays <= finding->rest; i++) {
        int black = unfilled(finding, finding->zones[i], 0);
        int white = unfilled(finding, finding->zones[i], 1);
        finding->way->plays += black < white ? black : white;
    }
    for (int i = 0; i < finding->zone_count && finding->way->plays + most <= finding->rest; i++) {
        int zone = finding->zones[i];
        int black = unfilled(finding, zone, 0), white = unfilled(finding, zone, 1);
        int least = black < white ? black : white;
        black += beside(finding, zone, 0) - least;
        white += beside(finding, zone, 1) - least;
        least = black < white ? black : white;
        most = least > most ? least : most;
    }
    if (finding->way->plays + most > finding->rest)
        finding->way->plays = TOO_MANY;
}

bool way_back_find(const struct home *home, const struct position *board, int player, int rest,
                   struct way_back *ret_way)
{
    const size_t points = (size_t)home->graph->points;
    struct way_finding finding = {.home = home, .board = board, .way = ret_way, .rest = rest};
    finding.left[player] = (rest + 1) / 2;
    finding.left[1 - player] = rest / 2;
    ret_way->plays = 0;
    memset(ret_way->wanted, 0, points);
    memset(ret_way->touched, 0, points);
    for (int p = 0; p < home->graph->points; p++) {
        int was = home->board->cells[p], is = board->cells[p];
        if (is == was)
            continue;
        if (was != POINT_EMPTY && !want(&finding, p))
            return false;
        if (is != POINT_EMPTY && !finding.seen[p] && !take_chain(&finding, p))
            return false;
    }
    add_zones(&finding);
    return ret_way->plays <= rest;
}
