/*
 * Mates: the ranks whose lines and entries this one reads itself, as they lie in memory that it
 * sees; it is one of them. Only the others are asked (struct dense_reader). Where all ranks are
 * mates each looks at whatever boards are next, whoever holds them.
 *
 * What mates have is seen as one array each: of lines, of entries of boards, of entries of states
 * with a ko. In it a mate's begin at a number of their own, and what is told of them as numbers
 * counts from there. What the rank itself has is there once more. Mates write while it is read, as
 * threads do.
 */
#ifndef SOLVER_DENSE_MATES_H
#define SOLVER_DENSE_MATES_H

#include "dense/kos.h"

struct dense_mate {
    bool seen; /* else the rank is none */
    uint64_t first_line, first_board, first_ko;
    struct dense_index index; /* as the mate has it, and */
    struct dense_kos kos;     /* these; all zero where kos do not count */
};

struct dense_mates {
    bool all; /* all ranks are mates, of each other */
    const struct dense_line *lines;
    uint8_t *codes, *ko_codes;
    uint64_t
        *claimed; /* two counters that all ranks share, if all are mates: see sweeper_mates.c */
    const struct dense_mate *of; /* by rank */
};

/* Makes a rank its only mate; of has a place for each rank, all zero. kos may be NULL. Entries are
 * not set. Returns ret_mates. */
static inline const struct dense_mates *dense_mates_alone(struct dense_mates *ret_mates,
                                                          const struct dense_index *index,
                                                          const struct dense_kos *kos,
                                                          struct dense_mate *of)
{
    struct dense_mate *own = &of[index->share.rank];
    own->seen = true;
    if (kos != NULL)
        own->kos = *kos;
    *ret_mates = (struct dense_mates){.lines = index->lines, .of = of};
    return ret_mates;
}

/* The most ranks among which mates are found. */
#define DENSE_MATES_RANKS_MAX UINT16_MAX

/*
 * Where a mate's board is: the rank, its line among those that are seen, and its place there. After
 * a play with a ko it becomes the rank and the number of the board among the mate's, else that
 * among all that are seen.
 */
#define DENSE_SPOT_RANK 48
#define DENSE_SPOT_PLACE 9

/* Returns the spot of the board at a place of a mate's line. */
static inline uint64_t dense_mates_spot(const struct dense_mates *mates, struct dense_dealt dealt,
                                        uint64_t place)
{
    return (uint64_t)dealt.rank << DENSE_SPOT_RANK |
           (mates->of[dealt.rank].first_line + dealt.local) << DENSE_SPOT_PLACE | place;
}

/* Returns the line of a spot. */
static inline const struct dense_line *dense_mates_line(const struct dense_mates *mates,
                                                        uint64_t spot)
{
    return &mates->lines[(spot & ((UINT64_C(1) << DENSE_SPOT_RANK) - 1)) >> DENSE_SPOT_PLACE];
}

static inline const struct dense_mate *dense_mates_owner(const struct dense_mates *mates,
                                                         uint64_t spot)
{
    return &mates->of[spot >> DENSE_SPOT_RANK];
}

/* Returns what a spot becomes when its line is read; fetches what the ko needs. */
static inline uint64_t dense_mates_number(const struct dense_mates *mates, uint64_t spot,
                                          bool has_ko)
{
    const struct dense_mate *mate = dense_mates_owner(mates, spot);
    uint64_t number =
        dense_line_number(dense_mates_line(mates, spot), spot & ((1u << DENSE_SPOT_PLACE) - 1));
    if (!has_ko)
        return mate->first_board + number;
    if (mate->seen)
        dense_kos_fetch(&mate->kos, number);
    return spot >> DENSE_SPOT_RANK << DENSE_SPOT_RANK | number;
}

/* Returns the number of the state with the ko, among all that are seen. */
static inline uint64_t dense_mates_ko(const struct dense_mates *mates, uint64_t spot,
                                      unsigned mover, unsigned ko)
{
    const struct dense_mate *mate = dense_mates_owner(mates, spot);
    uint64_t number = spot & ((UINT64_C(1) << DENSE_SPOT_RANK) - 1);
    return mate->first_ko + dense_kos_number(&mate->kos, number, mover, ko);
}

#endif
