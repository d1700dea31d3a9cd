/* Arrays that grow. */
#include "base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_LEAST 8

size_t array_grown(size_t wanted, size_t room, size_t size)
{
    size_t grown = room > 0 ? room : ROOM_LEAST;
    while (grown < wanted && grown <= SIZE_MAX / 2)
        grown *= 2;
    return grown < wanted || grown > SIZE_MAX / size ? 0 : grown;
}

int array_reserve(void *array, size_t wanted, size_t *room, size_t size)
{
    if (wanted <= *room)
        return 0;
    size_t grown = array_grown(wanted, *room, size);
    if (grown == 0)
        return -ENOMEM;
    /* The pointer may be of any type: it is copied, as a void * lvalue must not name it. */
    void *elements;
    memcpy(&elements, array, sizeof(elements));
    elements = realloc(elements, grown * size);
    if (elements == NULL)
        return -ENOMEM;
    memcpy(array, &elements, sizeof(elements));
    *room = grown;
    return 0;
}

int array_reserve_zero(void *array, size_t wanted, size_t *room, size_t size)
{
    size_t had = *room;
    int r = array_reserve(array, wanted, room, size);
    if (r < 0 || *room == had)
        return r;
    unsigned char *elements;
    memcpy(&elements, array, sizeof(elements));
    memset(elements + had * size, 0, (*room - had) * size);
    return 0;
}
