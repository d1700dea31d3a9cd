/*
 * The boards of one search, interned up to symmetry.
 *
 * The group is that of the board's symmetries times the swap of the colours. Boards that the group
 * takes into each other form an orbit, stored once by its canonical board, the least of them. A
 * board's id is orbit << shift | g where the group element g takes the canonical board to it; of
 * several such elements the least is used, so equal boards have equal ids. Applying a group element
 * to a board is then a look-up in the multiplication table, and play lists are made once per orbit
 * and mover. Once all boards are there (positions_enumerate()) several threads may use them.
 */
#ifndef SOLVER_STATES_POSITIONS_H
#define SOLVER_STATES_POSITIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/bit_images.h"
#include "board/bits.h"
#include "board/position.h"
#include "board/symmetry.h"
#include "rules/ruleset.h"

/* Stones by colour; bit p is point p. */
struct stones {
    uint64_t of[2];
};

/* A stone play: where it leads. Of the canonical board, or mapped to the board at hand. */
struct stone_move {
    uint32_t child; /* id of the board after it */
    uint8_t point;
    uint8_t captured : 7; /* opposing stones removed */
    uint8_t atari : 1;    /* the placed chain is left with exactly one liberty */
    uint8_t lost;         /* own stones removed (suicide) */
    uint8_t ko; /* where the opponent could at once recreate the board before it: 0 nowhere,
                   point + 1, or KO_SELF: this play changed nothing, nor may the answer */
};

#define KO_SELF (SOLVER_MAX_POINTS + 1)
#define MOVES_UNKNOWN 255
#define MARGIN_UNKNOWN 127
#define SOLO_UNKNOWN 127
#define SOLO_HARD (-128)  /* more work than SOLO_STEPS */
#define SOLO_STEPS 20000  /* boards, without suicide */
#define SOLO_MOVES 100000 /* plays, with it */
#define SOLO_TRIES 20     /* so many boards that were too hard are tolerated */

struct orbit {
    struct stones canonical;
    uint32_t first_play[2]; /* by mover: offset into positions.plays */
    uint8_t play_count[2];  /* or MOVES_UNKNOWN */
    int8_t margin;          /* of the canonical board by the ruleset's scoring, Black's view */
    atomic_schar solo[2];   /* see positions_solo(); in the owner's view */
    uint8_t spare;
    uint16_t stabiliser; /* index into positions.stabilisers */
};

/* A set of group elements: bit g. */
struct group_set {
    uint64_t bits[(2 * SYMMETRY_MAX + 63) / 64];
};

/* The group elements that leave a canonical board as it is. */
struct stabiliser {
    struct group_set set;
    int count;
    uint8_t elements[2 * SYMMETRY_MAX]; /* ascending; [0] is the identity, 0 */
    uint8_t leader[2 * SYMMETRY_MAX];   /* of g: the least of g composed with the elements */
};

struct positions {
    int points;
    enum suicide suicide;
    enum scoring scoring;
    struct bits_board board;
    struct bit_images images; /* of the symmetries */
    int group_size;           /* 2 * symmetries; g = 2 * symmetry + swap */
    int shift;
    uint8_t *compose; /* [a * group_size + b]: a after b */
    uint8_t *inverse;

    struct orbit *orbits;
    uint32_t orbit_count, orbit_room;
    uint32_t *buckets; /* orbit + 1, by hash of the canonical board; 0 empty */
    uint32_t bucket_mask;
    struct stone_move *plays;
    uint32_t play_count, play_room;
    struct stabiliser *stabilisers;
    int stabiliser_count, stabiliser_room;
    size_t bytes;          /* memory held */
    atomic_uint solo_hard; /* boards for which positions_solo() gave up */
    bool enumerated; /* positions_enumerate() succeeded: tables by orbit exist, no board is to be
                      * added
                      */
};

/*
 * Prepares an empty table for graph (at most SOLVER_MAX_POINTS points, borrowed only during the
 * call) under the ruleset's suicide and scoring. Returns 0 or -ENOMEM. positions_release() it.
 */
int positions_init(struct positions *ret_positions, const struct graph *graph,
                   const struct ruleset *rules);
void positions_release(struct positions *positions);

/* The id of a board, interning it. Returns 0, or -ENOMEM. */
int positions_intern(struct positions *positions, struct stones stones, uint32_t *ret_id);

/* The same for a board that is interned already; false if it is not. */
bool positions_find(const struct positions *positions, struct stones stones, uint32_t *ret_id);

/*
 * The same in steps, for several boards at a time: what is needed of memory is fetched while the
 * others are looked at. positions_fetch() may be left out.
 */
struct lookup {
    struct stones canonical;
    uint32_t hash;
    uint8_t element; /* the least that takes the board to the canonical one */
    bool fixed;      /* so do others */
    /* For enumerate.c and enumerate_parallel.c: of the chunk, the play that leads there; is this
     * the first? */
    uint16_t play : 15, own : 1;
};
struct lookup interning_canonical(const struct positions *positions, struct stones stones);
void positions_fetch(const struct positions *positions, const struct lookup *lookup);
int positions_intern_canonical(struct positions *positions, const struct lookup *lookup,
                               uint32_t *ret_id);

/* The board of an id. */
struct stones positions_stones(const struct positions *positions, uint32_t id);

static inline uint32_t position_orbit(const struct positions *positions, uint32_t id)
{
    return id >> positions->shift;
}

static inline int position_element(const struct positions *positions, uint32_t id)
{
    return (int)(id & ((1u << positions->shift) - 1));
}

/* The id of the board that group element g makes of the board id. */
static inline uint32_t position_map(const struct positions *positions, int g, uint32_t id)
{
    uint32_t orbit = id >> positions->shift;
    int own = (int)(id & ((1u << positions->shift) - 1));
    uint8_t product = positions->compose[g * positions->group_size + own];
    const struct stabiliser *stabiliser =
        &positions->stabilisers[positions->orbits[orbit].stabiliser];
    return orbit << positions->shift | stabiliser->leader[product];
}

static inline int group_swaps(int g)
{
    return g & 1;
}

/* Returns where group element g takes a point. */
static inline uint8_t position_map_point(const struct positions *positions, int g, uint8_t point)
{
    return positions->images.points[g / 2][point];
}

/* Where group element g takes a ko (see struct stone_move). */
uint8_t position_map_ko(const struct positions *positions, int g, uint8_t ko);

/*
 * The legal stone plays of mover on board id, as far as capture and suicide go; the n-th in
 * plays_at(). Returns their number, or -ENOMEM. Interns the boards they lead to.
 */
int positions_moves(struct positions *positions, uint32_t id, enum colour mover);
struct stone_move positions_move(const struct positions *positions, uint32_t id, enum colour mover,
                                 int n);

/* Black's margin on the board as it stands, prisoners not counted. */
int positions_margin(const struct positions *positions, uint32_t id);

/*
 * The most that player can get, in his view of the margin, if he plays from board id alone and
 * stops when he likes, provided that no board was recorded against him before: prisoners taken on
 * the way counted (scoring=territory). Exact: a lone player repeats nothing that he needs. Returns
 * 0, -ENOMEM, or -E2BIG if that takes more than SOLO_STEPS or SOLO_MOVES (then it is not known).
 */
int positions_solo(struct positions *positions, uint32_t id, enum colour player, int *ret_margin);

/*
 * Interns every board that can be reached from what is interned and makes all play lists
 * (enumerate.c); boards and plays get the same numbers whatever the number of threads (at least 1).
 * Stops, returning -ENOSPC, when that needs more than max_bytes; 0 when done; -ENOMEM; -EINTR when
 * stop (may be NULL) returned true.
 */
struct enumeration {
    size_t max_bytes;
    int threads;
    bool (*stop)(void *);
    void *arg;
};
int positions_enumerate(struct positions *positions, const struct enumeration *how);

/* The memory that positions_enumerate() needs besides, with so many boards known. */
size_t positions_batch_bytes(int points, uint32_t boards);

/* --- shared by the files of the positions --- */

/* The plays of mover on a board; children receives where they lead, not interned. How many. */
int interning_list_moves(const struct positions *positions, struct stones before, enum colour mover,
                         struct stone_move plays[SOLVER_MAX_POINTS],
                         struct lookup children[SOLVER_MAX_POINTS]);

/* Makes room for so many plays in all. Returns 0 or -ENOMEM. */
int interning_reserve_moves(struct positions *positions, size_t count);

/* positions_find() of what was looked up. */
bool positions_find_canonical(const struct positions *positions, const struct lookup *lookup,
                              uint32_t *ret_id);

/* The id of the board that was looked up, whose bucket this is. */
uint32_t positions_id_in_bucket(const struct positions *positions, uint32_t bucket,
                                const struct lookup *lookup);

/* Makes room for so many boards in all. Returns 0 or -ENOMEM. */
int positions_reserve_boards(struct positions *positions, uint32_t count);

/* The index of the stabiliser of the canonical board, added if it is new. Or -ENOMEM. Several
 * threads may ask, while none looks into positions.stabilisers. */
int positions_stabiliser(struct positions *positions, const struct lookup *lookup);

/* Writes what was looked up as the board of an orbit, without its margin and its bucket. */
void positions_write_board(struct positions *positions, const struct lookup *lookup, uint32_t orbit,
                           int stabiliser);

/* Makes more buckets if too many are taken. Returns 0 or -ENOMEM. */
int positions_spread_buckets(struct positions *positions);

/* What positions.bytes counts for a board without its plays. */
static inline size_t positions_board_bytes(void)
{
    return sizeof(struct orbit) + 2 * sizeof(uint32_t);
}

/* As positions_intern_canonical(), but a new orbit's margin is MARGIN_UNKNOWN, to be set later. */
int positions_add_canonical(struct positions *positions, const struct lookup *lookup,
                            uint32_t *ret_id);
void positions_set_margin(struct positions *positions, uint32_t orbit);

#endif
