/*
 * The positions of one search, that is boards with their stones, interned up to symmetry.
 *
 * Boards that the group (group.h) takes into each other form an orbit, stored once by its canonical
 * board, the least of them. A board's id is orbit << shift | g where the group element g takes the
 * canonical board to it; of several such elements the least is used, so equal boards have equal
 * ids. Applying a group element to a board is then a look-up in the multiplication table, and move
 * lists are made once per orbit and mover. Once all boards are there (positions_enumerate())
 * several threads may use them.
 */
#ifndef SOLVER_STATES_POSITIONS_H
#define SOLVER_STATES_POSITIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hashset.h"
#include "board/bits.h"
#include "rules/ruleset.h"
#include "states/group.h"

/* A stone that is played: where it leads. Of the canonical board, or mapped to the board at hand.
 */
struct stone_move {
    uint32_t child;       /* id of the board after it */
    uint8_t point;        /* where the stone is placed */
    uint8_t captured : 7; /* stones of the opponent that are removed */
    uint8_t atari : 1;    /* the placed chain is left with exactly one liberty */
    uint8_t lost;         /* own stones that are removed (suicide) */
    uint8_t ko;           /* where the opponent could at once recreate the board before it: 0
                             nowhere, else point + 1; or KO_SELF */
};

/* The ko of a move that changes nothing: the answer may not change nothing, either. */
#define KO_SELF (SOLVER_MAX_POINTS + 1)
/* The number of moves of an orbit, and its margin, that nobody has asked for. */
#define MOVES_UNKNOWN 255
#define MARGIN_UNKNOWN 127

/* Of positions_solo(): a margin that nobody has asked for, and one that is too much work. */
#define SOLO_UNKNOWN 127
#define SOLO_HARD (-128)
/* Too much work is more than so many boards without suicide, or so many moves with it. */
#define SOLO_STEPS 20000
#define SOLO_MOVES 100000
/* A search tolerates so many boards that were too much work. */
#define SOLO_TRIES 20

struct orbit {
    struct stones canonical;
    uint32_t first_move[2]; /* by mover: offset into positions.moves */
    uint8_t move_count[2];  /* by mover, or MOVES_UNKNOWN */
    int8_t margin;          /* of the canonical board by the ruleset's scoring, Black's view */
    atomic_schar solo[2];   /* by player and in his view: see positions_solo() */
    uint8_t spare;
    uint16_t stabiliser; /* index into positions.group.stabilisers */
};

/*
 * How many boards and moves there are, for who wants to know before they are interned
 * (tables/table_size.h): what takes long to count is counted once. Threads may count it at the same
 * time; the first one that is done leaves it here.
 */
enum census_state { CENSUS_NONE, CENSUS_WRITTEN, CENSUS_THERE };

struct positions_census {
    atomic_int state; /* enum census_state: it is not there, being written, there */
    long double legal, boards;
    bool legal_exact, boards_exact;
    double moves, kos;
};

struct positions {
    int points;
    enum suicide suicide;
    enum scoring scoring;
    struct bits_board board;
    struct group group;
    int shift; /* bits of an id that tell the group element */

    struct orbit *orbits;
    uint32_t orbit_count;
    size_t orbit_room;
    struct hashset index; /* orbits by the hash of the canonical board */
    struct stone_move *moves;
    uint32_t move_count;
    size_t move_room;
    size_t bytes;          /* that are held; the index as far as the orbits need it */
    atomic_uint solo_hard; /* boards for which positions_solo() gave up */
    bool enumerated;       /* positions_enumerate() succeeded, and no board will be added */
    struct positions_census *census;
};

/*
 * Prepares an empty table for graph (at most SOLVER_MAX_POINTS points, borrowed only during the
 * call) under the ruleset's suicide and scoring. Returns 0 or -ENOMEM. positions_release() it.
 */
int positions_init(struct positions *ret_positions, const struct graph *graph,
                   const struct ruleset *rules);
void positions_release(struct positions *positions);

/* Sets *ret_id to the id of a board, interning it. Returns 0 or -ENOMEM. */
int positions_intern(struct positions *positions, struct stones stones, uint32_t *ret_id);

/* The same for a board that is interned already; returns false if it is not. */
bool positions_find(const struct positions *positions, struct stones stones, uint32_t *ret_id);

/* Returns the board of an id. */
struct stones positions_stones(const struct positions *positions, uint32_t id);

static inline uint32_t position_orbit(const struct positions *positions, uint32_t id)
{
    return id >> positions->shift;
}

/* Returns the group element that takes the canonical board to the board of the id. */
static inline int position_element(const struct positions *positions, uint32_t id)
{
    return (int)(id & ((1u << positions->shift) - 1));
}

/* Returns the stabiliser of the canonical board of the id. */
static inline const struct stabiliser *position_stabiliser(const struct positions *positions,
                                                           uint32_t id)
{
    return &positions->group
                .stabilisers[positions->orbits[position_orbit(positions, id)].stabiliser];
}

/* Returns the id of the board that group element g makes of the board id. */
static inline uint32_t position_map(const struct positions *positions, int g, uint32_t id)
{
    uint8_t product = group_product(&positions->group, g, position_element(positions, id));
    return position_orbit(positions, id) << positions->shift |
           position_stabiliser(positions, id)->leader[product];
}

/* Returns where group element g takes a point. */
static inline uint8_t position_map_point(const struct positions *positions, int g, uint8_t point)
{
    return positions->group.images.points[g / 2][point];
}

/* Returns where group element g takes a ko (see struct stone_move). */
uint8_t position_map_ko(const struct positions *positions, int g, uint8_t ko);

/*
 * Returns the number of stone moves of mover on board id that capture and suicide allow, or
 * -ENOMEM. Interns the boards that they lead to.
 */
int positions_moves(struct positions *positions, uint32_t id, enum colour mover);

/* Returns the n-th of them, of which positions_moves() has told the number. */
struct stone_move positions_move(const struct positions *positions, uint32_t id, enum colour mover,
                                 int n);

/* Returns Black's margin on the board as it stands, prisoners not counted. */
int positions_margin(const struct positions *positions, uint32_t id);

/*
 * Sets *ret_margin to the most that player can get, in his view, if he plays from board id while
 * the opponent only passes, and stops when he likes, provided that no board was recorded against
 * him before; prisoners taken on the way count (scoring=territory). It is exact: a player who plays
 * solo repeats nothing that he needs. Returns 0, -ENOMEM, or -E2BIG if it takes too much work (then
 * it is not known).
 */
int positions_solo(struct positions *positions, uint32_t id, enum colour player, int *ret_margin);

struct enumeration {
    size_t max_bytes;     /* that positions.bytes may come to */
    int threads;          /* at least 1 */
    bool (*stop)(void *); /* asked now and then whether to stop; may be NULL */
    void *arg;            /* what stop gets */
};

/*
 * Interns every board that can be reached from what is interned and makes all move lists
 * (enumerate.c). Boards and moves get the same numbers whatever the number of threads. Returns 0;
 * -ENOSPC when it needs more than max_bytes; -ENOMEM; -EINTR when stop returned true.
 */
int positions_enumerate(struct positions *positions, const struct enumeration *how);

/* Returns the bytes that positions_enumerate() needs besides, with so many boards known. */
size_t positions_batch_bytes(int points, uint32_t boards);

#endif
