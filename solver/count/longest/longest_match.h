/*
 * The assignment behind the bound of longest games: every vertex of a longest_graph gets a link, to
 * the next vertex of the game, to the end of the game, or, if the game does not enter it, to
 * itself, so that no two vertices but the root have the same one. What is a game is such an
 * assignment; an assignment may have rounds besides its path.
 */
#ifndef SOLVER_COUNT_LONGEST_MATCH_H
#define SOLVER_COUNT_LONGEST_MATCH_H

#include "count/longest/longest_graph.h"
#include "count/run.h"

/*
 * Rows are vertices. Columns are vertices, too; column 0 is the end of the game, for the root is
 * never entered. Links of a row: its arcs in their order, then its end, then itself (no root).
 */
struct longest_match {
    const struct longest_graph *graph;
    uint32_t link_count;
    uint32_t *first_link; /* by row, and one more */
    uint32_t *column;     /* by link */
    int64_t *worth;       /* by link: the caller sets it */
    int64_t *row_price, *column_price;
    uint32_t *chosen; /* by row: a link, or LONGEST_NONE before longest_match_solve() */
    uint32_t *row_of; /* by column */

    /* Of the search for a way to improve. */
    int64_t *distance;
    uint32_t *through; /* by column: the link that leads to it */
    uint32_t *heap, *place, heap_count;
    uint32_t *done, done_count;
};

/* Returns 0 or -ENOMEM; release it in either case. */
int longest_match_init(struct longest_match *ret_match, const struct longest_graph *graph);
void longest_match_release(struct longest_match *match);

static inline uint32_t longest_match_link(const struct longest_match *match, uint32_t arc)
{
    uint32_t from = match->graph->arcs[arc].from;
    return arc - match->graph->first_arc[from] + match->first_link[from];
}

/* The arc of a row's link, or LONGEST_NONE: the end, or the vertex itself. */
static inline uint32_t longest_match_arc(const struct longest_match *match, uint32_t row,
                                         uint32_t link)
{
    uint32_t arc = link - match->first_link[row] + match->graph->first_arc[row];
    return arc < match->graph->first_arc[row + 1] ? arc : LONGEST_NONE;
}

/* The worth of each link as the game counts it, times scale. */
void longest_match_reset(struct longest_match *match, int64_t scale);

/*
 * Chooses links of the greatest sum of worth, from the prices there are, which makes it quick after
 * a small change. Prices prove it: row_price[r] + column_price[c] is at least the worth of each
 * link, and equal where it is chosen. Returns 0 and the sum; or -EINTR: run must stop, and some
 * rows have no link.
 */
int longest_match_solve(struct longest_match *match, struct count_run *run, int64_t *ret_sum);

/* Gives rows the least prices that the columns' prices allow, whatever these are. No assignment is
 * worth more than the sum of all prices, which is returned. */
int64_t longest_match_bound(struct longest_match *match);

#endif
