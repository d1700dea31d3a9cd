/* Symmetric copies of boards that are held in words: what a symmetry makes of a word of points. */
#ifndef SOLVER_BOARD_BIT_IMAGES_H
#define SOLVER_BOARD_BIT_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "board/symmetry.h"

/* Boards of up to so many points fit into one word: the one player's stones above, the other's
 * below. */
#define BIT_IMAGES_PACKED 32

struct bit_images {
    int count;                            /* of the symmetries; 0 is the identity */
    uint64_t (*words)[8][256];            /* by symmetry, byte of a word, value of that byte */
    uint8_t (*points)[SOLVER_MAX_POINTS]; /* by symmetry and point */
    uint64_t *packed; /* see bit_images_packed(); NULL: the board has too many points */
};

/* Prepares the images under symmetries of a board of at most SOLVER_MAX_POINTS points, which are
 * only looked at. Returns 0 or -ENOMEM. */
int bit_images_init(struct bit_images *ret_images, const struct symmetries *symmetries);
void bit_images_release(struct bit_images *images);

/* Returns where a symmetry takes the points of a word. */
static inline uint64_t bit_images_word(const struct bit_images *images, int symmetry, uint64_t word)
{
    const uint64_t(*table)[256] = (const uint64_t(*)[256])images->words[symmetry];
    uint64_t image = 0;
    for (int byte = 0; word != 0; byte++, word >>= 8)
        image |= table[byte][word & 255];
    return image;
}

/* Returns what a bit of a packed board is in each of its copies; 64: no bit. */
static inline const uint64_t *bit_images_packed(const struct bit_images *images, int bit)
{
    return images->packed + (size_t)bit * (size_t)images->count;
}

#endif
