/*
 * How many plays it takes at least to lead from a board back to another one, home, by captures and
 * suicide, without regard to any ko rule: what keeps the search for cycles near (play_cycles.h).
 *
 * A stone is extra if home has none like it on its point, and missing if home has it and the board
 * does not. Then these points must be played on, each at least once:
 *
 * - that of each missing stone;
 * - that of each stone of home in a chain with an extra stone: the chain must be removed;
 * - all points of a zone that was touched, but those that hold stones of one colour. A zone is an
 *   empty region of home. It is touched if an extra stone stands in it, or such a chain has a
 *   liberty in it, as liberties must be filled. When the last stones in a zone are removed, all of
 *   them at once, no point of it is empty, since it would be a liberty of a stone beside it; and
 *   the one play removes one colour. So the zone is full of that colour then.
 *
 * Further, of the chain that fills a zone with one colour: the stones of home beside the zone that
 * have that colour belong to it and must be put back. If there are none, and suicide is not
 * allowed, the play that removes it is outside the zone, at a stone of home: one beside the zone
 * is missing at some time, and with it what of its chain stands now must be put back.
 */
#ifndef SOLVER_RULES_WAY_BACK_H
#define SOLVER_RULES_WAY_BACK_H

#include "board/position.h"

/* A board that plays shall lead back to. */
struct home {
    const struct graph *graph;
    const struct position *board;
    bool suicide;                    /* is allowed, if only of several stones */
    int16_t zone[BOARD_MAX_POINTS];  /* of each empty point, from 0; of others -1 */
    int16_t order[BOARD_MAX_POINTS]; /* the empty points, zone by zone */
    int16_t begins[BOARD_MAX_POINTS + 1];
};

/* What the way back from a board takes at least. */
struct way_back {
    int plays;
    bool wanted[BOARD_MAX_POINTS];  /* by point: a stone of home is to be put there */
    bool touched[BOARD_MAX_POINTS]; /* by zone */
};

/* Both are borrowed; each chain of board has a liberty. */
void way_back_begin(struct home *ret_home, const struct graph *graph, const struct position *board,
                    bool suicide);

/*
 * May rest plays, the next one by player, lead from board to home? If so *ret_way is what they
 * must come to. Each chain of board has a liberty.
 */
bool way_back_find(const struct home *home, const struct position *board, int player, int rest,
                   struct way_back *ret_way);

/* May rest plays lead home after a play on an empty point? Quicker than making it, and says yes
 * more often than way_back_find() on what it makes. */
static inline bool way_back_allows(const struct home *home, const struct way_back *way, int point,
                                   int rest)
{
    int zone = home->zone[point];
    if (way->wanted[point] || (zone >= 0 && way->touched[zone]))
        return way->plays <= rest + 1;
    return zone >= 0 && way->plays + home->begins[zone + 1] - home->begins[zone] <= rest + 1;
}

#endif
