/*
 * States as JSON that takes little room. What many of them have in common is in tables, and a state
 * has its place there:
 *
 * {"values": [[min, max, min_known, max_known, outright]], as value_json() has them
 *  "outcomes": [{"rule", "reason", "back_to", "banned", "ended", "winner", "score", "next"}], what
 *      the rules did at a turn (and "situation", under rules that remove cycles)
 *  "refusals": [[rule, reason, back_to]], "%" in a reason the name of the move at its beginning
 *  "ends": [{"ended", "winner", "score", "stands"}]
 *  "repeats": [what stands, as a view has it]; of "text" what its points do not say
 *  "stops": [why a run stopped]
 *  "states": [[code, next, path, end, repeats, choices, value, flags, stop, best, line, steps,
 *      cycle]]}
 *
 * code     the state (code.h)
 * next     who moves: 0, 1; -1: the game is over
 * path     of each turn [player, outcome, captures]; captures as points of code.h
 * choices  of each choice, in the order of a view: -1 - its refusal; the place of its value, if
 *          nothing else is to be said; else [value or -1, outcome or -1, captures]
 * flags    1: all best moves are known, 2: all values of moves, 4: the line goes to its end
 * best     a 1 for each choice that is a best move, else 0, in one text; shorter: 0 from there on
 * line     moves, as in code; steps: [index, outcome or -1, captures] of those of which there is
 *          more to be said than whose turn is next: the other player's
 * cycle    the index in line at which a cycle begins; -1: none
 *
 * Where the outcome is -1 nothing happened, and the other player is next.
 */
#ifndef SOLVER_EXPLORE_SITE_PACK_H
#define SOLVER_EXPLORE_SITE_PACK_H

#include <jansson.h>

#include "explore/site/code.h"
#include "solve.h"

enum pack_table {
    PACK_VALUES,
    PACK_OUTCOMES,
    PACK_REFUSALS,
    PACK_ENDS,
    PACK_REPEATS,
    PACK_STOPS,
    PACK_TABLES,
};

/* What is being made. All zero: nothing yet. */
struct pack {
    struct {
        json_t *list;
        json_t *places; /* of each item, by its text */
    } tables[PACK_TABLES];
    json_t *states;
};

/*
 * Adds the state at which game stands, and the result of its run. game is played on, and as it was
 * again. Returns 0 or -ENOMEM.
 */
int pack_add(struct pack *pack, struct solve_game *game, const char *code,
             const struct solve_result *result);

/* The JSON; pack is empty after. NULL: no memory. */
json_t *pack_take(struct pack *pack);

void pack_release(struct pack *pack);

#endif
