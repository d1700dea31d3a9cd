/* Text without control characters. */
#include "base/plain.h"

#include <stddef.h>

const char *plain_find(const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];
        if (c < 32 || c == 127 || (c == 0xc2 && next >= 0x80 && next <= 0x9f))
            return text;
    }
    return NULL;
}

void plain_make(char *text)
{
    for (const char *found; (found = plain_find(text)) != NULL;) {
        text += found - text;
        if ((unsigned char)*text == 0xc2)
            *text++ = '?';
        *text++ = '?';
    }
}
