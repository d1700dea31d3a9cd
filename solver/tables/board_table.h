/*
 * What each player can force from every position of a board at once, for rules that remember
 * nothing but the ko and the passes in a row: the attractor of all margins (attractor.h).
 *
 * An end that a player forces by way of recurring states he forces without them, so a least
 * fixpoint over the states is exactly what he can force; see struct bounds in base/bounds.h. With
 * cycle=no-result or tie the same holds of a position without history; what was on the board before
 * matters there.
 *
 * Under rules that remember more the same without any ko gives bounds (history_free.h).
 *
 * The work can be interrupted: after each margin what is decided can be saved, and later work goes
 * on from it. All is the same whatever the number of threads, and whether it was interrupted.
 */
#ifndef SOLVER_TABLES_BOARD_TABLE_H
#define SOLVER_TABLES_BOARD_TABLE_H

#include "base/bounds.h"
#include "tables/attractor.h"

/* Part of the work: all margins down to one. Ranks as in struct attractor. */
struct table_progress {
    int margin; /* what can be forced is decided for margins from here on */
    uint8_t *ranks, *ko_ranks;
    size_t rank_count, ko_rank_count;
};

struct table_work {
    int threads;          /* at least 1 */
    size_t max_bytes;     /* that positions.bytes may come to */
    bool (*stop)(void *); /* asked now and then whether to stop; may be NULL */
    /* Called when the sizes are known: fills *progress (its arrays are there) and returns true if
     * there is saved work. May be NULL. */
    bool (*load)(void *, struct table_progress *progress);
    /* Called after each margin. Returns 0 or a negative errno, which ends the work. May be NULL. */
    int (*save)(void *, const struct table_progress *progress);
    void *arg; /* what stop, load and save get */
};

/*
 * What a table tells under the rules: all of the values; or bounds for positions without history,
 * what each player can force whatever the rules remember (history_free.h).
 */
enum board_table_kind { TABLE_NONE, TABLE_VALUES, TABLE_BOUNDS };
enum board_table_kind board_table_kind(const struct ruleset *rules);

/* How it is made, for predictions: the layers of its attractor, whether that looks at kos, and
 * whether boards are ranked besides (acyclic.h). */
int board_table_work_layers(const struct ruleset *rules);
bool board_table_simple_ko(const struct ruleset *rules);
bool board_table_is_acyclic(const struct ruleset *rules);

struct board_table {
    enum board_table_kind kind;
    struct positions positions;
    struct reverse_moves reverse; /* of positions */
    struct attractor every;       /* of all margins */
};

/*
 * Makes the table; it is the caller's, board_table_release(). It is not to be moved afterwards.
 * Returns 0, -ENOMEM, -ENOSPC (max_bytes), -EINTR, or what save returned.
 */
int board_table_init(struct board_table *ret_table, const struct graph *graph,
                     const struct ruleset *rules, const struct table_work *how);
void board_table_release(struct board_table *table);

/* Returns the numbers of consecutive passes that the table distinguishes: of bounds, 1. */
static inline int board_table_layers(const struct board_table *table)
{
    return table->kind == TABLE_BOUNDS ? 1 : table->every.layers;
}

/* A state of a canonical board, and what is known of it. */
struct table_entry {
    uint8_t mover, passes, ko;
    uint8_t codes[2]; /* by attacker; table_margin_code() */
};

/* What attacker forces, as one number from 0: nothing, then the margins in his view, ascending. */
static inline unsigned table_margin_code(int margin, int points)
{
    return margin == NEVER_FORCED ? 0 : (unsigned)(margin + points + 1);
}

static inline int table_code_margin(unsigned code, int points)
{
    return code == 0 ? NEVER_FORCED : (int)code - points - 1;
}

/* Returns what a table of a kind tells of a state whose margins, of each attacker in his view, are
 * these: the value; or bounds, as nobody forces more than the opponent lets him. */
static inline struct bounds table_margin_bounds(enum board_table_kind kind, const int margins[2])
{
    int lower = margins[BLACK] == NEVER_FORCED ? -MARGIN_INFINITE : margins[BLACK];
    int upper = margins[WHITE] == NEVER_FORCED ? MARGIN_INFINITE : -margins[WHITE];
    return kind == TABLE_VALUES ? bounds_pair(lower, upper)
                                : (struct bounds){lower, upper, lower, upper};
}

/* The states with a ko of an orbit's canonical board: those after a move that leaves one, each
 * once. Returns how many. */
#define TABLE_KOS_MAX (2 * (SOLVER_MAX_POINTS + 1))
int board_table_kos(const struct board_table *table, uint32_t orbit,
                    struct table_entry entries[TABLE_KOS_MAX]);

/* Of bounds: for how many boards with a player to move, up to symmetry, the two meet. */
uint64_t board_table_known(const struct board_table *table);

/* The orbits in the order of their canonical boards (Black's stones, then White's). A list that
 * the caller frees; NULL: no memory. */
uint32_t *board_table_order(const struct board_table *table);

#endif
