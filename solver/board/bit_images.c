/* Symmetric copies of words of points, a byte at a time. */
#include "board/bit_images.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

static void fill(struct bit_images *images, const struct symmetries *symmetries, int s)
{
    for (int p = 0; p < symmetries->points; p++) {
        images->points[s][p] = (uint8_t)symmetries_apply(symmetries, s, p);
        /* With the bit of p: what is lower in its byte, and that. */
        uint64_t *of_byte = images->words[s][p / 8];
        int bit = 1 << p % 8;
        for (int lower = 0; lower < bit; lower++)
            of_byte[bit | lower] = of_byte[lower] | 1ull << images->points[s][p];
    }
}

static void fill_packed(struct bit_images *images, int points)
{
    for (int p = 0; p < points; p++)
        for (int s = 0; s < images->count; s++) {
            uint64_t image = 1ull << images->points[s][p];
            images->packed[p * images->count + s] = image;
            images->packed[(p + BIT_IMAGES_PACKED) * images->count + s] = image
                                                                          << BIT_IMAGES_PACKED;
        }
}

int bit_images_init(struct bit_images *ret_images, const struct symmetries *symmetries)
{
    struct bit_images images = {.count = symmetries->count};
    images.words = calloc((size_t)images.count, sizeof(*images.words));
    images.points = calloc((size_t)images.count, sizeof(*images.points));
    bool packed = symmetries->points <= BIT_IMAGES_PACKED;
    if (packed)
        images.packed = calloc(65 * (size_t)images.count, sizeof(*images.packed));
    if (images.words == NULL || images.points == NULL || (packed && images.packed == NULL)) {
        bit_images_release(&images);
        return -ENOMEM;
    }
    for (int s = 0; s < images.count; s++)
        fill(&images, symmetries, s);
    if (packed)
        fill_packed(&images, symmetries->points);
    *ret_images = images;
    return 0;
}

void bit_images_release(struct bit_images *images)
{
    free(images->words);
    free(images->points);
    free(images->packed);
    *images = (struct bit_images){0};
}
