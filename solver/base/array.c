/* Arrays that grow. */
#include "base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#define ROOM_FIRST 8

int array_reserve(void **array, size_t wanted, size_t *room, size_t size)
{
    size_t grown = *room > 0 ? *room : ROOM_FIRST;
    if (wanted <= *room)
        return 0;
    while (grown < wanted && grown <= SIZE_MAX / 2)
        grown *= 2;
    if (grown < wanted || grown > SIZE_MAX / size)
        return -ENOMEM;
    void *moved = realloc(*array, grown * size);
    if (moved == NULL)
        return -ENOMEM;
    *array = moved;
    *room = grown;
    return 0;
}
