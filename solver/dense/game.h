/*
 * The game of a dense table: what is forced when nothing but a simple ko, or nothing at all, limits
 * the plays. The same as that of the lists: tables/attractor.h.
 */
#ifndef SOLVER_DENSE_GAME_H
#define SOLVER_DENSE_GAME_H

#include "dense/kos.h"
#include "states/margin.h"

/* Passes in a row that end a game, at least and at most. */
#define DENSE_LAYERS_MIN 2
#define DENSE_LAYERS_MAX 3

struct dense_game {
    const struct dense_index *index; /* of everything, or of a rank's share */
    const struct dense_kos *kos;     /* of the index; NULL: no play counts as one with a ko */
    int layers;                      /* passes in a row that end the game */
    enum scoring scoring;            /* prisoners are not counted */
};

/* A state of any board, however it lies. */
struct dense_state {
    struct stones stones;
    uint8_t mover;  /* enum colour */
    uint8_t passes; /* in a row, just made: below layers */
    uint8_t ko;     /* 0, or 1 + the point where the mover must not play: as a play left it */
};

/* Returns Black's margin on a board as it stands. */
static inline int dense_game_margin(const struct dense_game *game, struct stones stones)
{
    return margin_of_stones(&game->index->codes->board, game->scoring, stones);
}

#endif
